"""Where things lie: the ring above, the city, the current card and the permits to the left, panels to the right."""

from __future__ import annotations

from typing import NamedTuple

from tabletown.rules.sf1906.state import OBJECTIVE, PERMIT_LIMIT, ROW, Sf1906

from ...model.selection import Part
from ...widgets.board import Tile
from ...widgets.board_state import BoardState
from ...widgets.canvas import Rect
from ...widgets.move_log import LOG
from .board_facts import Choice, choices, columns, goals, others_goals, plot_rows, row_of, shown_permits, stops

PAGES = ("players", "objectives", "town", "points")
"""Panels that share the right of a small window, in the order of the key."""
RING, PANEL = 3, 28
WIDE, TALL = 118, 33
"""The least window in which two columns of panels lie side by side."""


class Sizes(NamedTuple):
    """Of the pieces, for a window."""

    left: int
    """Columns of the city, the card and the permits."""
    cell: tuple[int, int]
    card: int
    permits: int


def roomy(width: int, height: int) -> bool:
    """Do all panels fit at once?"""
    return width >= WIDE and height >= TALL


def sizes(view: Sf1906, width: int, height: int) -> Sizes:
    """80 by 21 cells is the least that they are made for."""
    cells, cards = columns(view)
    left = width - 2 * (PANEL - (width < 150)) - 2 if roomy(width, height) else width - PANEL - 1
    high = 2 if height < 29 else 3 if height < 41 else 4
    wide = max(4, min((left - cards + 1) // cells, 3 * high + 1))
    tall = height >= 29
    return Sizes(left, (wide, high), 6 if tall else 5, 5 if tall else 4)


def place(state: BoardState, width: int, height: int, page: str) -> list[Tile]:
    view: Sf1906 = state.view
    size = sizes(view, width, height)
    (cw, ch), (cells, cards) = size.cell, columns(view)
    city = Rect((size.left - cells * cw - cards + 1) // 2, RING, cells * cw + cards - 1, 4 * ch + 1)
    below = city.y + city.h
    spare = height - below - size.card - size.permits
    gap = 1 if spare >= 9 else 0
    card = Rect(0, below + gap, size.left, size.card)
    row = Rect(0, card.y + card.h + gap, size.left, size.permits)
    rest = Rect(0, row.y + row.h + gap, size.left, height - row.y - row.h - gap)
    tiles = plots(view, city, size.cell) + offered(state, card) + permits(state, row)
    right = Rect(size.left + 1, RING, width - size.left - 1, height - RING)
    if roomy(width, height):
        return tiles + beside(state, right, rest) + ring(view, width)
    if rest.h >= 5:
        tiles.append(Tile(("years",), rest, ""))
    return tiles + paged(state, right, page, rest.h < 5) + ring(view, width)


def ring(view: Sf1906, width: int) -> list[Tile]:
    """The earnings strip and the six cards, as wide as the window."""
    count = len(stops(view))
    each = width // count
    return [Tile(("stop", n), Rect(n * each, 0, each, RING), "ring") for n in range(count)]


def plots(view: Sf1906, city: Rect, cell: tuple[int, int]) -> list[Tile]:
    """Plots, with a line between the cards."""
    w, h = cell
    tiles = [Tile(("map",), city, "")]
    if city.x:
        tiles.append(Tile(("rows",), Rect(city.x - 1, city.y, 1, city.h), ""))
    across = row_of(view)
    for y, line in enumerate(plot_rows(view)):
        for x, plot in enumerate(line):
            if plot is not None:
                at = Rect(city.x + x * w + x // across, city.y + y * h + y // 2, w, h)
                tiles.append(Tile(("plot", plot), at, "city"))
    return tiles


def offered(state: BoardState, rect: Rect) -> list[Tile]:
    """The spaces of the current stop, or the choices of a step; the narrow ones at the end are not spaces."""
    found: list[Choice] = choices(state)
    x, y, w, h = rect
    narrow = [choice for choice in found if choice.narrow]
    least = 6
    each = min(16, (w - least * len(narrow)) // max(1, len(found) - len(narrow)))
    tiles = [Tile(("card",), rect, "")]
    for choice in found:
        width = least if choice.narrow else each
        tiles.append(Tile(choice.part, Rect(x, y, width, h), "card"))
        x += width
    return tiles


def permits(state: BoardState, rect: Rect) -> list[Tile]:
    """The row of permits, and those of whoever looks, with room for as many as there may be."""
    x, y, w, h = rect
    row, own = shown_permits(state)
    each = min(8, (w - 2) // (ROW + PERMIT_LIMIT))
    tiles = [Tile(("shelf",), rect, "")]
    for start, count, held in ((x, ROW, row), (x + ROW * each + 2, PERMIT_LIMIT, own)):
        for n in range(count):
            part: Part = ("permit", held[n]) if n < len(held) else ("room", start, n)
            tiles.append(Tile(part, Rect(start + n * each, y + 1, each, h - 1), "permits"))
    return tiles


def paged(state: BoardState, rect: Rect, page: str, years: bool) -> list[Tile]:
    """One panel; with the points go the years, where nothing else has room for them."""
    x, y, w, h = rect
    if state.log_open and not (state.active and state.view.step == OBJECTIVE):
        return [Tile(LOG, rect, "")]
    tiles = [Tile(("head", page), Rect(x, y, w, 1), "")]
    body = Rect(x, y + 1, w, h - 1)
    if page == "points" and years:
        top = 8
        return [
            *tiles,
            Tile(("points",), Rect(x, y + 1, w, top), ""),
            Tile(("years",), Rect(x, y + 1 + top, w, h - 1 - top), ""),
        ]
    return tiles + panel(state, page, body)


def panel(state: BoardState, page: str, rect: Rect) -> list[Tile]:
    x, y, w, h = rect
    seats = len(state.seats)
    if page == "players":
        each = min(5, h // seats)
        return [Tile(("player", seat), Rect(x, y + seat * each, w, each), "players") for seat in range(seats)]
    if page == "objectives":
        return listed([*goals(state), *others_goals(state)], rect)
    return [Tile((page,), rect, "")]


def listed(parts: list[Part], rect: Rect) -> list[Tile]:
    """One a row; where that is too many, at last a word on where the rest is told."""
    x, y, w, h = rect
    if len(parts) > h:
        kept = parts[: h - 1]
        parts = [*(kept[:-1] if kept[-1][0] == "label" else kept), ("label", "rest")]
    return [
        Tile(part, Rect(x, y + n, w, 1), "" if part[0] == "label" else "objectives") for n, part in enumerate(parts[:h])
    ]


def beside(state: BoardState, right: Rect, rest: Rect) -> list[Tile]:
    """Two columns of panels. Others' objectives and the log share what is left of the first."""
    x, y, w, h = right
    seats, each = len(state.seats), w // 2
    tiles: list[Tile] = []
    top = y
    for page, rows in (("players", seats * (4 if seats == 4 else 5)), ("points", 8)):
        tiles.append(Tile(("head", page), Rect(x, top, each - 1, 1), ""))
        tiles += panel(state, page, Rect(x, top + 1, each - 1, rows))
        top += rows + 1
    others = [] if state.log_open else others_goals(state)
    rows = min(len(others), y + h - top)
    if rows:
        tiles += listed(others[:rows], Rect(x, top, each - 1, rows))
        top += rows + 1
    if (left := y + h - top) >= 3:
        tiles.append(Tile(LOG, Rect(x, top, each - 1, left), ""))
    town = 16
    tiles.append(Tile(("head", "objectives"), Rect(x + each, y, each, 1), ""))
    tiles += listed([*goals(state), *others[rows:]], Rect(x + each, y + 1, each, h - town - 1))
    tiles.append(Tile(("head", "town"), Rect(x + each, y + h - town, each, 1), ""))
    tiles += panel(state, "town", Rect(x + each, y + h - town + 1, each, town - 1))
    if rest.h >= 5:
        tiles.append(Tile(("years",), rest, ""))
    return tiles


def page_of(part: Part) -> str:
    """The panel on which a part lies; empty for what always shows."""
    return {"player": "players", "objective": "objectives", "deck": "objectives"}.get(part[0], "")
