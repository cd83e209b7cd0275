"""Painting of the development board: your space, and the cost and the points of a step in each direction."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import wrap

from rich.style import Style

from tabletown.rules.core.text import plural
from tabletown.rules.sf1906 import effects
from tabletown.rules.sf1906.city import City
from tabletown.rules.sf1906.costs import CLEAR_UP_COST, DEVELOP_COST
from tabletown.rules.sf1906.state import FACE_DOWN, Player

from .board_facts import fitted, viewing_seat
from .detail_phrases import points_after, sources_words
from .tile_painter import TilePainter

COLUMN, ROW = "development_column_sidebar", "development_row_sidebar"
"""Kinds of the objectives that the numbers at the lower and at the right edge score."""
EDGES_NAMED = ((COLUMN, "bottom row", "Steps right"), (ROW, "right column", "Steps up"))
"""The edges by the kind of objective that they score."""
EDGES = {
    (True, False): ("scores Steps right", "Steps right", "right"),
    (False, True): ("at right: Steps up", "Steps up", "up"),
    (True, True): ("Steps right and up", "right and up", "Steps"),
}
"""Heads of the numbers at the edges, by whether each is scored, the lower one first."""
STEPS = (("up", "Clear up", CLEAR_UP_COST, effects.up), ("then", "Develop", DEVELOP_COST, effects.right))
"""The steps that an action can pay for: the glyph of their direction, the action, its least cost, their effect."""


def town(b: TilePainter) -> None:
    """Draw the development board, from red for negative points to green for positive ones, with tokens as initials.

    The spaces that a step leads to have the mark of its direction. Below: the points of each player's space, and the
    steps with their cost and gain.
    """
    kit = b.view.city.kit
    columns, rows = len(kit.grid[0]), len(kit.grid)
    wide = max(3, min(5, (b.w - 3) // columns))
    deep = 2 if b.h >= 2 * rows + 4 else 1
    marks = {(p.row, p.column): b.p[glyph] for glyph, p in ((glyph, after(b, step)) for glyph, *_, step in STEPS)}
    for up, line in enumerate(kit.grid):
        y = deep * (rows - 1 - up)
        for column, value in enumerate(line):
            cell(b, (up, column), value, (column * wide, y, wide, deep), marks.get((up, column), ""))
    edges(b, columns * wide, deep * rows, wide, deep)
    y = deep * rows + (COLUMN in scored_kinds(b))
    standings(b, y)
    below = steps(b, y + 1)
    explanation = next((lines for text in meanings(b) if len(lines := wrap(text, b.w)) <= b.h - below), [])
    for row, words in enumerate(explanation, below):
        b.c.write(0, row, words, b.p.style("muted"))


def meanings(b: TilePainter) -> list[str]:
    """Ways to say what the numbers count for, the longest first."""
    kinds, own = scored_kinds(b), "Your space scores its number."
    edges = [f"The {edge} is for {title}." for kind, edge, title in EDGES_NAMED if kind in kinds]
    brief = [f"{edge.capitalize()}: {title}" for kind, edge, title in EDGES_NAMED if kind in kinds]
    brief = [f"Edges: {EDGES[True, True][0]}"] if len(brief) > 1 else brief
    return [" ".join([own, *edges]), " ".join(edges), *brief, own]


def after(b: TilePainter, step: Callable[[City, Player], None], cost: int = 0) -> Player:
    """The player shown after a step and its cost."""
    player = b.me.copy()
    player.money -= cost
    step(b.view.city, player)
    return player


def steps(b: TilePainter, y: int) -> int:
    """Write the steps from row `y` on, each with its cost, its points, and where there is room the sources of these;
    return the row below.
    """
    roomy = b.h - y >= 2 * len(STEPS)
    for glyph, name, cost, step in STEPS:
        x = b.c.write(0, y, f"{b.p[glyph]} ", b.p.style("accent", bold=True))
        x = b.c.write(x, y, f"{name} ".ljust(9), b.p.style("ink"))
        x = b.c.write(x, y, f"${cost}: ", b.p.style("warn"))
        points, sources, ink = gained(b, step, cost)
        x = b.c.write(x, y, points, b.p.style(ink))
        y += 1
        if sources and len(sources[0]) < b.w - x:
            b.c.write(x + 1, y - 1, sources[0], b.p.style("muted"))
        elif sources and roomy:
            b.c.write(2, y, fitted(sources, b.w - 2), b.p.style("muted"))
            y += 1
    return y


def gained(b: TilePainter, step: Callable[[City, Player], None], cost: int) -> tuple[str, tuple[str, ...], str]:
    """All points that a step brings, less those of the money paid; wordings of their sources, and a colour; or that you
    have too little money for it.
    """
    if cost > b.me.money:
        return "too dear", (), "muted"
    s, seat = b.view.copy(), viewing_seat(b.state)
    s.players[seat] = player = after(b, step, cost)
    points = points_after(s, seat) - points_after(b.view, seat)
    ink = "good" if points > 0 else "warn" if points < 0 else "muted"
    sources: tuple[str, ...] = ("$1 back",)
    if (player.row, player.column) != (b.me.row, b.me.column):
        scale = b.view.city.kit.money_points
        lost = scale[player.money] - scale[b.me.money]
        named = sources_words(b.view, s, seat, by_objective=False).strip(" ()")
        sources = (named, f"{plural(points - lost, 'point')}, {lost} money") if named else ()
    return plural(points, "point", sign=points != 0), sources, ink


def standings(b: TilePainter, y: int) -> None:
    """Write the points of each player's space, and the objectives that the numbers above or at the right score."""
    x, kinds = 0, scored_kinds(b)
    for seat, p in enumerate(b.view.players):
        x = b.token(x, y, seat, wide=False)
        x = b.c.write(x, y, f" {b.view.city.kit.grid[p.row][p.column]:<3}", b.p.style("ink"))
    b.c.right(b.w, y, fitted((*EDGES.get((COLUMN in kinds, ROW in kinds), ()), ""), b.w - x), b.p.style("muted"))


def edges(b: TilePainter, x: int, y: int, wide: int, deep: int) -> None:
    """Write the numbers at the right and the lower edge that a known objective scores; yours are highlighted."""
    kit, kinds = b.view.city.kit, scored_kinds(b)
    if ROW in kinds:
        for up, value in enumerate(kit.row_sidebar):
            b.c.right(x + 3, y - deep * (up + 1), str(value), edge_style(b, up == b.me.row))
    if COLUMN in kinds:
        for column, value in enumerate(kit.column_sidebar):
            b.c.right((column + 1) * wide - 1, y, str(value), edge_style(b, column == b.me.column))


def scored_kinds(b: TilePainter) -> set[str]:
    """The kinds of the objectives on the table, and of those of the player shown."""
    view = b.view
    cards = [*view.common, *view.objective_row, *b.me.secret, *(card for p in view.players for card in p.open)]
    return {view.city.kit.objectives[card].kind for card in cards if card != FACE_DOWN}


def edge_style(b: TilePainter, own: bool) -> Style:
    """The style of a number at the edge of the board; `own`: of the viewing player's row or column."""
    return b.p.style("accent" if own else "muted", bold=own)


def cell(b: TilePainter, at: tuple[int, int], value: int, rect: tuple[int, int, int, int], mark: str) -> None:
    """Draw a space of the board: its points and tokens, or where only one has room the tokens; `rect` in cells.

    All of your own space has your colour. `mark` is the direction of the step that leads there; empty for all other
    spaces.
    """
    x, y, wide, deep = rect
    seats = [seat for seat, p in enumerate(b.view.players) if (p.row, p.column) == at]
    own = viewing_seat(b.state)
    style = b.chip_style(f"seat-{own + 1}") if own in seats else slope(b, value, bool(mark))
    for row in range(deep):
        b.c.write(x, y + row, " " * wide, style)
    room = wide if deep > 1 else wide - len(str(value)) - (wide > 3)
    crowded = len(seats) > room
    if not crowded or deep > 1:
        b.c.right(x + wide - (wide > 3), y, str(value), style)
    if not seats:
        b.c.write(x, y, mark, style)
    if len(seats) > wide:
        b.c.write(x, y + deep - 1, f"x{len(seats)}", b.p.style("ink", bold=True, reverse=True))
        return
    room = wide if crowded else room
    start = x + (room - len(seats) + 1) // 2 if deep > 1 else x + room - len(seats)
    for n, seat in enumerate(seats):
        b.token(start + n, y + deep - 1, seat, wide=False)


def slope(b: TilePainter, value: int, bold: bool) -> Style:
    """The style of a value: the larger it is, the more red (negative) or green (positive)."""
    extreme = max(abs(n) for line in b.view.city.kit.grid for n in line)
    share = round(0.2 + 0.8 * abs(value) / extreme, 2)
    return b.p.washed("ink", "plot-green" if value > 0 else "plot-red", share, bold=bold)
