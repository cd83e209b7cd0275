"""Layout: the ring at the top; the city, permits and urban cards on the left; panels on the right."""

from __future__ import annotations

from itertools import accumulate
from typing import NamedTuple

from tabletown.rules.sf1906.components.model import URBAN_TYPES
from tabletown.rules.sf1906.state import OBJECTIVE, PERMIT, ROW, SPEND, STRIP, Sf1906

from ...model.selection import Part
from ...widgets.board_state import BoardState
from ...widgets.canvas import Rect
from ...widgets.move_log import LOG
from ...widgets.tiles import Tile
from .board_facts import (
    EARNINGS,
    best_goals,
    choices,
    columns,
    counted_goals,
    goals,
    others_goals,
    plot_rows,
    point_sources,
    row_of,
    shown_permits,
    stops,
    tokens_at,
    waiting_words,
)
from .long_lists import listed

PAGES = ("players", "objectives", "town", "points", "cards")
"""Panels that share the right of a small window, in the order of the key that cycles through them."""
WIDE, TALL = 118, 33
"""The smallest window, in columns and rows, with two columns of panels."""
PERMIT_ROWS, PILE_ROWS = 5, 4
FLAT_PILE_ROWS, FLAT_FROM = 3, 66
"""Rows of the urban piles with the number of cards beside the name, and columns that are enough for that."""
SCALE_ROWS = 2
"""Rows of the scale of what money scores, below the points."""
MIN_OPEN = 21
"""Columns of the open card that are enough for its names, tokens and prices."""
SPACIOUS = 26
"""Columns of the open card that are enough for places in the next order too."""
BELOW_GRID, SOURCE_ROWS = 4, 2
"""Rows below the grid of the development board, and those more that tell where the points of its steps come from."""
GOALS, MIN_PLAYER_ROWS, FEWEST_PLAYER_ROWS = 5, 4, 3
"""Objectives below the players for which these take less room, but at least so many rows each; and the fewest rows,
for more objectives.
"""
HINT_ROWS = 11
"""Rows that a hint with its reasons needs in the column of the panels."""
BELOW_RING = (PERMIT, SPEND, OBJECTIVE)
"""The steps that ask for something below the ring, which a hint may cover where that column is too short."""
LOG_ROWS, LONG_LOG = 6, 20
"""Rows of a log that are enough to follow the game, and rows from which on it need not be enlarged."""
MIN_LOG_ROWS = 5
"""Rows of a log that will do where all the years are beside it."""
SLIM = 9
"""Columns of an urban pile with the gap to the next where the log is beside the piles."""
MOST_PLAYER_ROWS = 7
"""Rows of a player's panel in which everything fits, some of it over two rows."""
FEWEST_PLACES = 3
"""Places shown for your permits while you hold no more."""
INDENT = 2
"""Columns before cards below a heading, as before its title."""
MARGIN = 2
"""Columns for the letters of the rows of plots."""
SPACED = 13
"""Columns of a stop of the ring that are enough for a rule before its title."""
MAX_WIDE = 24
"""Columns of the widest plot with the gap to the next."""
MOST_WITH_BROAD_PANEL = 9
"""Columns of plots beside which the panel of the smallest window has a column more."""


class Sizes(NamedTuple):
    """Sizes of the pieces for a window, in cells."""

    left: int
    """Columns of the city, the permits and the urban cards."""
    panel: int
    """Columns of each panel on the right."""
    cell: tuple[int, int]
    """Columns and rows of a plot with the gap to the next."""
    ring: int
    """Rows of the ring."""


def roomy(width: int, height: int) -> bool:
    """Do all panels fit at once?"""
    return width >= WIDE and height >= TALL


def sizes(view: Sf1906, width: int, height: int) -> Sizes:
    """Sizes for a board of so many columns and rows, at least 80x21."""
    all_panels = roomy(width, height)
    cells, cards = columns(view)
    least = 28 - (cells > MOST_WITH_BROAD_PANEL)
    panel = (25 + 3 * (width >= 140) + 7 * (width >= 180)) if all_panels else max(least, min(40, width // 3 - 4))
    left = width - (2 * panel + 4 if all_panels else panel + 1)
    ring = 2 + max(map(len, stops(view)))
    wide = max(4, min((left + 1 - MARGIN - cards + 1) // cells, MAX_WIDE))
    spare = height - ring - PERMIT_ROWS - 1 - (PILE_ROWS + 2 if all_panels else 0)
    high = max(2, min(spare // 4, wide * 3 // 5 + 1))
    return Sizes(left, panel, (wide, high), ring)


def lay_out(state: BoardState, width: int, height: int, page: str, part: int = 0, advised: bool = False) -> list[Tile]:
    """Lay out all tiles; `part` is the number of the part of a list of objectives that is too long for its panel.
    With a hint to be shown, `advised`, the players of a small window have fewer rows.
    """
    view: Sf1906 = state.view
    size = sizes(view, width, height)
    x = size.left + 1
    right = Rect(x, size.ring, width - x, height - size.ring)
    if not roomy(width, height):
        tiles = left_column(state, size, height) + paged(state, right, page, part, advised)
        return tiles + ring(state, width, size.ring)
    panels, log = beside(state, right, size.panel, part)
    if state.log_open and not picks_objective(state) and log.h < LONG_LOG:
        left = [tile for tile in left_column(state, size, height, log=log.h < LOG_ROWS) if tile.part != LOG]
        tiles = [*left, Tile(LOG, right._replace(w=right.w - 1), "")]
    else:
        tiles = left_column(state, size, height, log=log.h < LOG_ROWS) + panels
    return tiles + ring(state, width, size.ring)


def picks_objective(state: BoardState) -> bool:
    """Is the viewer choosing an objective, for which the list must stay on screen?"""
    return state.active and state.view.step == OBJECTIVE


def left_column(state: BoardState, size: Sizes, height: int, log: bool = False) -> list[Tile]:
    """Lay out the city and permits, and if there is room urban cards and years; with `log` the log below the cards."""
    view: Sf1906 = state.view
    y, city_rows = size.ring, 4 * size.cell[1] + 1
    spare = height - y - city_rows - PERMIT_ROWS
    piles = PILE_ROWS if spare >= PILE_ROWS else 0
    years = len(view.city.kit.years) + 1
    beside_piles = bool(piles) and size.left >= 90 and not log
    in_two = years // 2 + 1
    flat = not log and not beside_piles and size.left >= FLAT_FROM and FLAT_PILE_ROWS <= spare - in_two < PILE_ROWS + 3
    piles = FLAT_PILE_ROWS if flat else piles
    free = spare - piles - (in_two if flat else 4 * log)
    gap = min(1, max(0, free) // 3)
    tiles = plots(view, Rect(0, y + gap, size.left, city_rows), size.cell)
    y += city_rows + max(2 * gap, min(1, free))
    tiles += permits(state, Rect(0, y, size.left, PERMIT_ROWS))
    y += PERMIT_ROWS + gap
    if log:
        x = INDENT + SLIM * len(URBAN_TYPES)
        rows = height - y
        piles = FLAT_PILE_ROWS if rows - piles < LOG_ROWS else piles
        tiles += pile_cards(Rect(0, y, x, piles))
        under, at_side = Rect(0, y + piles, x - 1, rows - piles), Rect(x, y, size.left - x, rows)
        if under.h < MIN_LOG_ROWS:
            under, at_side = at_side, under
        return [*tiles, Tile(LOG, under, ""), Tile(("years",), at_side._replace(h=min(at_side.h, years)), "")]
    if piles:
        wide = size.left // 2 if beside_piles else size.left
        tiles += pile_cards(Rect(0, y, wide, min(height - y, piles + beside_piles)))
    if beside_piles:
        x = size.left // 2 + 1
        return [*tiles, Tile(("years",), Rect(x, y, size.left - x, min(height - y, years)), "")]
    y += piles
    return [*tiles, Tile(("years",), Rect(0, y, size.left, min(height - y, years)), "")] if height - y >= 2 else tiles


# The ring


def ring(state: BoardState, width: int, height: int) -> list[Tile]:
    """Lay out the earnings strip and the six cards across the window, the current stop open; in the row below them, or
    beside an open card that needs it, what the others did.
    """
    now, widths, listed = state.view.stop, stop_widths(state.view, width), choices(state)
    edge = int(min(widths) < SPACED)
    widths[now] -= edge
    starts = [edge, *accumulate(widths, initial=edge)][1:]
    wide, full = widths[now], len(listed) == height - 1
    tiles = [Tile(("card",), Rect(starts[now], 1, wide, height - 1 if full else height - 2), "")]
    for n, (x, each) in enumerate(zip(starts, widths, strict=False)):
        tiles.append(Tile(("stop", n), Rect(x, 0, each, 1), "ring"))
        if n != now:
            tiles.append(Tile(("spaces", n), Rect(x, 1, each, height - 2), ""))
            continue
        tiles += [Tile(choice.part, Rect(x, 1 + row, wide, 1), "card") for row, choice in enumerate(listed)]
    x, room = 0, width
    if full:
        before, after = starts[now], width - starts[now + 1]
        x, room = (0, before) if before >= after else (width - after, after)
    return [*tiles, Tile(("news",), Rect(x, height - 1, room, 1), "")]


def stop_widths(view: Sf1906, width: int) -> list[int]:
    """Columns of each stop: the current one open, the others wide enough for the shortest names of their spaces, and if
    possible for tokens with a gap on both sides.
    """
    all_stops = stops(view)
    each = (width - (32 if width < 100 else 40 + max(0, width - 120) // 6)) // (len(all_stops) - 1)
    tokens = [tokens_at(view, n) for n in range(len(all_stops))]
    for apart, brief in ((2, False), (0, False), (2, True), (0, True)):
        names = [[waiting_words(space)[-1 if brief else 0] for space in spaces] for spaces in all_stops]
        names[STRIP].append(EARNINGS)
        widths = [
            max(each, *(len(name) + 1 + apart * (k in tokens[n]) for k, name in enumerate(line)))
            for n, line in enumerate(names)
        ]
        widths[view.stop] += width - sum(widths)
        if widths[view.stop] >= SPACIOUS:
            break
    return widths


# The city


def plots(view: Sf1906, rect: Rect, cell: tuple[int, int]) -> list[Tile]:
    """Lay out the plots, the letters of their rows, and the map with the numbers of their columns."""
    (w, h), across = cell, row_of(view)
    cells, cards = columns(view)
    spare = rect.w - MARGIN - cells * w - cards + 2
    left = MARGIN + min(1, max(0, spare))
    city = Rect(left, rect.y, cells * w + cards - 1, rect.h)
    tiles = [Tile(("map",), city, ""), Tile(("rows",), Rect(left - 2, city.y, 1, city.h), "")]
    for y, line in enumerate(plot_rows(view)):
        for x, plot in enumerate(line):
            if plot is not None:
                at = Rect(city.x + x * w + x // across, city.y + y * h + y // 2, w - 1, h - (h > 3))
                tiles.append(Tile(("plot", plot), at, "city"))
    return tiles


# Cards


def permits(state: BoardState, rect: Rect) -> list[Tile]:
    """Lay out the row of permits and those of the player shown, the wider the fewer places these need."""
    x, y, w, h = rect
    row, own = shown_permits(state)
    places = max(FEWEST_PLACES, len(own))
    each = min(12, (w - INDENT) // (ROW + places))
    second = x + INDENT + ROW * each + 1
    tiles = [
        Tile(("shelf", "row"), Rect(x, y, ROW * each + 1, 1), ""),
        Tile(("shelf", "own"), Rect(second - INDENT, y, x + w - second + INDENT, 1), ""),
    ]
    for start, count, held in ((x + INDENT, ROW, row), (second, places, own)):
        for n in range(count):
            part: Part = ("permit", held[n]) if n < len(held) else ("room", n, len(held), held is own)
            tiles.append(Tile(part, Rect(start + n * each, y + 1, each - 1, h - 1), "permits"))
    return tiles


def pile_cards(rect: Rect, indent: int = INDENT) -> list[Tile]:
    """Lay out the four piles of urban cards below a heading."""
    x, y, w, h = rect
    each = min(16, (w - indent) // len(URBAN_TYPES))
    tiles = [Tile(("head", "piles"), Rect(x, y, w - 1, 1), "")]
    kinds = range(len(URBAN_TYPES))
    return tiles + [Tile(("pile", n), Rect(x + indent + n * each, y + 1, each - 1, h - 1), "piles") for n in kinds]


# Panels


def paged(state: BoardState, rect: Rect, page: str, part: int, advised: bool) -> list[Tile]:
    """Lay out one panel, or the log in its place; with a hint to be shown, `advised`, the players in few rows."""
    x, y, w, h = rect
    if state.log_open and not picks_objective(state):
        return [Tile(LOG, rect, "")]
    body = Rect(x, y + 1, w - 1, h - 1)
    tiles = [Tile(("head", page), Rect(x, y, w, 1), "")]
    if page == "points":
        rows = points_rows(state, paged=True) + SCALE_ROWS
        tiles.append(Tile(("points",), Rect(x, y + 1, w - 1, rows), ""))
        return [*tiles, Tile(("years",), Rect(x, y + 1 + rows, w - 1, h - 1 - rows), "")]
    if page == "cards":
        return [*tiles, Tile(("cards",), body, "")]
    if page == "town":
        rows = town_rows(state) + SOURCE_ROWS
        left = h - 1 - rows
        piles = pile_cards(Rect(x, y + 1 + rows, w + 1, min(left, PILE_ROWS))) if left >= PILE_ROWS else []
        tiles.append(Tile(("town",), Rect(x + INDENT, y + 1, w - 1 - INDENT, min(h - 1, rows) if piles else h - 1), ""))
        return tiles + piles
    if page == "players" and advised and (each := advised_rows(state, body.h)):
        return tiles + panel(state, page, body._replace(h=each * len(state.seats)), part)
    if page == "players" and (each := player_rows(state, body.h)):
        return tiles + players_and_goals(state, body, each)
    return tiles + panel(state, page, body, part)


def advised_rows(state: BoardState, rows: int) -> int:
    """Rows of each player's panel beside a hint, of `rows` in all; 0 if the hint is over the ring and takes none."""
    seats = len(state.seats)
    if rows - seats >= HINT_ROWS:
        return (rows - HINT_ROWS) // seats
    return 0 if state.view.step in BELOW_RING else (rows - PERMIT_ROWS) // seats


def player_rows(state: BoardState, rows: int) -> int:
    """Rows of each player's panel that leave room for the objectives that count for the player shown, if possible for
    all of them, else at least for their total; 0 if they leave none.
    """
    count, seats = len(counted_goals(state)), len(state.seats)
    room = {each: rows - each * seats - 1 for each in range(min(8, rows // seats), FEWEST_PLAYER_ROWS - 1, -1)}
    least = {each: min(GOALS, count) if each >= MIN_PLAYER_ROWS else GOALS for each in room}
    heights = [each for each in room if room[each] >= least[each]]
    most = next((each for each in heights if room[each] >= count), min(heights, default=0))
    low = (rows - 1) // seats
    return most or low * (low >= FEWEST_PLAYER_ROWS)


def players_and_goals(state: BoardState, rect: Rect, each: int) -> list[Tile]:
    """Lay out the players in `each` rows, and below them the objectives that count for the player shown."""
    x, y, w, h = rect
    top = each * len(state.seats)
    visible = best_goals(state, h - top - 1)
    return [
        *panel(state, "players", Rect(x, y, w, top), 0),
        Tile(("head", "goals", len(visible), len(counted_goals(state))), Rect(x, y + top, w + 1, 1), ""),
        *listed(visible, Rect(x, y + top + 1, w, h - top - 1)),
    ]


def panel(state: BoardState, page: str, rect: Rect, part: int, without_others: bool = False) -> list[Tile]:
    """Lay out the panel of the players or of the objectives, these also without those of other players."""
    x, y, w, h = rect
    seats = len(state.seats)
    if page == "players":
        each = min(8, h // seats)
        rows = min(MOST_PLAYER_ROWS, each) - (4 < each < MOST_PLAYER_ROWS)
        return [Tile(("player", seat), Rect(x, y + seat * each, w, rows), "players") for seat in range(seats)]
    others = [] if without_others else others_goals(state)
    parts = [*goals(state), *others]
    if picks_objective(state) and len(parts) > h:
        parts = [*goals(state, first_on_offer=True), *others]
    return listed(parts, rect, part)


def points_rows(state: BoardState, paged: bool = False) -> int:
    """Number of rows of the panel of points."""
    return len(point_sources(state, paged))


def town_rows(state: BoardState) -> int:
    """Number of rows of the development board: its grid, and below it the edge, the players and two steps."""
    return len(state.view.city.kit.grid) + BELOW_GRID


def beside(state: BoardState, right: Rect, panel_width: int, part: int) -> tuple[list[Tile], Rect]:
    """Lay out two columns of panels: players, points and log; objectives and the development board. Also return the
    place below the points: where the log does not fit there, the objectives of others that find no place above.
    """
    x, y, w, h = right
    second = x + panel_width + 2
    grid = len(state.view.city.kit.grid)
    goals_rows = len(goals(state)) + len(others_goals(state)) + 1
    deep = 2 if h - min(goals_rows, h - 2 * grid - 5) >= 2 * grid + 5 and h >= 34 else 1
    town = deep * grid + BELOW_GRID
    town += SOURCE_ROWS * (h - town - 2 >= goals_rows + SOURCE_ROWS)
    room = h - town - 2
    wide = x + w - second
    others = others_goals(state)
    tiles, below = first_column(state, Rect(x, y, panel_width, h), h - town - 1)
    apart = below.h < LOG_ROWS and goals_rows - 1 > room and 2 <= len(others) <= below.h
    tiles.append(Tile(("head", "objectives"), Rect(second, y, wide, 1), ""))
    objectives = panel(state, "objectives", Rect(second, y + 1, wide - 1, room), part, without_others=apart)
    tiles += spread(objectives, y + 1 + room)
    if apart:
        tiles.append(Tile(("head", "others"), below._replace(h=1), ""))
        tiles += listed(others[1:], Rect(below.x, below.y + 1, below.w, below.h - 1))
    top = y + h - town - 1
    tiles.append(Tile(("head", "town"), Rect(second, top, wide, 1), ""))
    return [*tiles, Tile(("town",), Rect(second, top + 1, wide - 1, town), "")], below


def spread(tiles: list[Tile], end: int) -> list[Tile]:
    """A list with an empty row before each heading but the first, as long as there are rows before row `end`."""
    gaps, moved = end - 1 - tiles[-1].rect.y, list[Tile]()
    headings = [n for n, tile in enumerate(tiles) if n and tile.part[0] == "label" and tile.part[1] != "none"]
    for n, tile in enumerate(tiles):
        down = min(gaps, sum(heading <= n for heading in headings))
        moved.append(tile._replace(rect=tile.rect._replace(y=tile.rect.y + down)))
    return moved


def first_column(state: BoardState, rect: Rect, level: int) -> tuple[list[Tile], Rect]:
    """Lay out players, points and the log, one below the other; the scale of money where it takes no log away. Without
    a log the points are if possible on a level with the development board. Also return the place below the points,
    which the log has if it is high enough.
    """
    x, y, w, h = rect
    seats, points = len(state.seats), points_rows(state) + 1
    log = min(8, h // 5)
    each = max(4, min(7, (h - points - log - 2) // seats))
    tiles = [Tile(("head", "players"), Rect(x, y, w, 1), "")]
    tiles += panel(state, "players", Rect(x, y + 1, w, seats * each), 0)
    y += 1 + seats * each
    rest = rect.y + h - y - points
    without, beside = (n - (n > log) for n in (rest, rest - SCALE_ROWS))
    points += SCALE_ROWS * (beside >= LOG_ROWS or (without < LOG_ROWS and rest >= SCALE_ROWS))
    if rect.y + h - y - points < LOG_ROWS and not others_goals(state):
        y = max(y, min(rect.y + level, rect.y + h - points))
    tiles.append(Tile(("head", "points"), Rect(x, y, w, 1), ""))
    tiles.append(Tile(("points",), Rect(x, y + 1, w, points - 1), ""))
    y += points + 1 if rect.y + h - y - points >= log + 1 else points
    below = Rect(x, y, w, rect.y + h - y)
    return [*tiles, *([Tile(LOG, below, "")] if below.h >= LOG_ROWS else [])], below


def page_of(part: Part) -> str:
    """The panel that shows a part; empty if it is always shown."""
    return {"player": "players", "objective": "objectives", "deck": "objectives"}.get(part[0], "")
