"""The ground of the city: fields, borders, outlines, water, bridges and statues."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from tabletown.rules.metropolys.board import DISTRICT_PLACES, DISTRICTS, NAMES, NEIGHBOURHOODS, TYPES, mask
from tabletown.rules.metropolys.objectives import FEATURES

from ...model.palette import Palette
from ...widgets.canvas import Canvas, Cell
from .city_plan import AREA, BORDER, PLINTHS, RING, Plan, plan
from .raster import LAND, OUT, UNPLAYED, WATER

FIELD, EDGE, OUTLINE = 1, 2, 3
"""Weights of quarters, which decide if a cell has more than two colours."""
OUT_OF_PLAY = "felt"
"""The colour of districts that are not in play, as of everything outside the city."""
PLAIN, SCORING = ("land", "land-2"), ("prized", "prized-2")
"""The colours, in two tones, of places where types do not score: of most, and of those that score for the viewer's
card.
"""
# fmt: off
SECOND = (
    "C1", "C2", "C5", "C7", "C9", "C11", "C13", "N1", "N3", "N4", "N6", "N10", "E1", "E4", "E5", "E8", "S1", "S4",
    "S5", "S7", "S9", "W1", "W4", "W5", "W6", "W10",
)
# fmt: on
"""The places in the second tone: few neighbours have the same, and none where a label hides the border between them."""
SECOND_TONE = mask(SECOND)
BACKDROPS = frozenset((OUT_OF_PLAY, *(f"{kind}-dim" for kind in (*TYPES, *PLAIN, *SCORING))))
"""Colours that a terminal with its own colours shows as its background."""
UNPLAYED_LAND = "river-dim"
"""The colour of land that is not in play: a shadow on the river."""
NOT_IN_PLAY = "not in play"
NOT_IN_PLAY_ROWS = ("not in", "play")
WAVES = 4
"""Columns between waves of the river, if water is drawn with characters."""


class Look(NamedTuple):
    """The look of the city, which changes during a game; sets of places are masks."""

    in_play: int
    full: int
    """The places with their full colour; all others are dimmed."""
    outlined: tuple[tuple[int, str], ...]
    """Outlined places, with the colour of the outline."""
    lines: bool
    """Is everything drawn with lines, because the terminal has no block characters or no colours?"""
    scoring: int | None = None
    """The places that score for the viewer's map card in the Family edition, where types do not; None in Expert."""
    helping: int = 0
    """The places that help the viewer's map card most in the Expert edition."""

    def field(self, place: int) -> str:
        """The name of the full colour of a neighbourhood."""
        if self.scoring is None:
            return TYPES[NEIGHBOURHOODS[place].type]
        return (SCORING if self.scoring >> place & 1 else PLAIN)[SECOND_TONE >> place & 1]

    def ground(self, place: int) -> str:
        """The name of the colour of a neighbourhood."""
        if not self.in_play >> place & 1:
            return OUT_OF_PLAY
        field = self.field(place)
        return field if self.full >> place & 1 else f"{field}-dim"

    def edge(self, area: int) -> str:
        """The name of the colour of an area's border."""
        if area >= LAND or not self.in_play >> area & 1:
            return self.colour(area)
        return f"{self.field(area)}-edge"

    def colour(self, area: int) -> str:
        """The name of the colour of any area."""
        if area < LAND:
            return self.ground(area)
        return {OUT: "felt", WATER: "river", UNPLAYED: UNPLAYED_LAND}.get(area, "lake")


@lru_cache(maxsize=4)
def ground(palette: Palette, width: int, height: int, look: Look) -> Canvas:
    """The city without pieces. The canvas is cached: copy it before drawing on it."""
    city = plan(width, height, look.in_play)
    canvas = Canvas(width, height, palette.style())
    if look.lines:
        canvas.rows = [[lined(palette, city, look, x, y) for x in range(width)] for y in range(height)]
    else:
        blocks = Blocks(palette, look)
        canvas.rows = [[blocks[cell] for cell in row] for row in city.cells]
    draw_bridges(canvas, palette, city, look)
    draw_statues(canvas, palette, city, look)
    draw_unplayed(canvas, palette, city, look)
    return canvas


# Fields of blocks


class Blocks(dict[int, Cell]):
    """Characters and styles by the four quarters of a cell, drawn when first needed."""

    def __init__(self, palette: Palette, look: Look) -> None:
        self.p = palette
        self.names = {palette.colour("felt"): "felt"}
        """The name used for each colour, so that a cell is never divided between two names of the same colour."""
        fields = [self.field_name(look.colour(area)) for area in range(OUT + 1)]
        edges = [self.named(look.edge(area)) for area in range(OUT + 1)]
        rings = {area: self.named(colour) for area, colour in look.outlined}
        self.quarters = [self.quarter(code, fields, edges, rings) for code in range(256)]

    def field_name(self, colour: str) -> str:
        """The name of a field's colour, or "felt" if it looks the same."""
        return "felt" if self.p.flat and colour in BACKDROPS else self.named(colour)

    def named(self, colour: str) -> str:
        """The first name of a colour that has several in this theme."""
        return self.names.setdefault(self.p.colour(colour), colour)

    @staticmethod
    def quarter(code: int, fields: list[str], edges: list[str], rings: dict[int, str]) -> tuple[str, int]:
        """The colour and weight of a quarter."""
        area = code & AREA
        if area in rings:
            return (rings[area], OUTLINE) if code & RING else (fields[area], FIELD)
        return (edges[area], EDGE) if code & BORDER else (fields[area], FIELD)

    def __missing__(self, cell: int) -> Cell:
        drawn = self[cell] = self.draw([self.quarters[cell >> shift & 255] for shift in (0, 8, 16, 24)])
        return drawn

    def draw(self, quarters: Sequence[tuple[str, int]]) -> Cell:
        """A block character that divides a cell between its two heaviest colours."""
        weights: Counter[str] = Counter()
        for colour, weight in quarters:
            weights[colour] += weight
        strength = dict(quarters)
        best = sorted(weights, key=lambda colour: -weights[colour])[:2]
        if len(best) == 1:
            return " ", self.p.style("ink", best[0])
        ink, paper = sorted(best, key=lambda colour: (self.p.flat and colour == "felt", -strength[colour]))
        bits = sum(
            1 << n
            for n, (colour, weight) in enumerate(quarters)
            if colour == ink or (colour != paper and weight > strength[paper])
        )
        if strength[ink] == EDGE and bits in (3, 12):  # a horizontal border is as thin as a vertical one
            return self.thin(bits == 12, ink, paper)
        return self.p["quadrants"][bits], self.p.style(ink, paper)

    def thin(self, below: bool, ink: str, paper: str) -> Cell:
        """A thin border along the lower or upper side of a cell; a terminal's own background cannot be ink."""
        low, rest, high = tuple(self.p["field-edges"])
        if below or (self.p.flat and paper == "felt"):
            return low if below else high, self.p.style(ink, paper)
        return rest, self.p.style(paper, ink)


# Fields of lines


def lined(palette: Palette, city: Plan, look: Look, x: int, y: int) -> Cell:
    """A cell without block characters: a line towards another place to the right or below, waves on water."""
    field = city.raster
    area = field.area(x, y)
    beside = field.area(x + 1, y) if x + 1 < field.width else OUT
    below = field.area(x, y + 1) if y + 1 < field.height else OUT
    if area == OUT:
        return " ", palette.style()
    if area >= LAND:
        wave = area != WATER or (x + y) % WAVES == 0
        return "~" if wave else " ", palette.style(f"{look.colour(area)}-text", look.colour(area))
    sign = "|" if beside != area and beside < LAND else "_" if below != area and below < LAND else " "
    return sign, palette.style(name_ink(look, area), look.ground(area))


def name_ink(look: Look, place: int) -> str:
    """The name of the colour that is legible on a neighbourhood."""
    colour = look.ground(place)
    return "faint" if colour == OUT_OF_PLAY else f"{colour}-text"


# On the fields


def draw_bridges(canvas: Canvas, palette: Palette, city: Plan, look: Look) -> None:
    across, upright = tuple(palette["decks"])
    for deck in city.decks:
        used = all(look.in_play >> end & 1 for end in deck.ends)
        if not used and look.scoring != FEATURES["bridges"]:
            continue  # only for that card of the Family edition do bridges count that lead to a place out of play
        style = palette.style("bridge-text", "bridge", bold=True)
        for x, y in deck.cells if used else [cell for cell in deck.cells if city.raster.area(*cell) != OUT]:
            canvas.write(x, y, upright if deck.upright else across, style)


def draw_statues(canvas: Canvas, palette: Palette, city: Plan, look: Look) -> None:
    style = palette.style("sign-text", "sign", bold=True)
    for name, (x, y) in city.statues.items():
        if not any(name in NEIGHBOURHOODS[place].statues for place in range(len(NAMES)) if look.in_play >> place & 1):
            continue
        canvas.write(x, y, palette["statue"], style)
        if city.width >= PLINTHS and not look.lines:
            for beside, half in ((x - 1, palette["quadrants"][10]), (x + 1, palette["quadrants"][5])):
                canvas.write(beside, y, half, palette.style("sign", look.colour(city.raster.area(beside, y))))


def draw_unplayed(canvas: Canvas, palette: Palette, city: Plan, look: Look) -> None:
    """Write on the land of each district that is not in play that it is not."""
    written: frozenset[tuple[int, int]] = frozenset()
    for name, district in zip(DISTRICTS, DISTRICT_PLACES, strict=True):
        if district & look.in_play:
            continue
        for lines, ashore in notes(name):
            columns = max(map(len, lines))
            if start := spot(city.width, city.height, look.in_play, district, (columns, len(lines)), ashore, written):
                written |= write_note(canvas, palette, city, look, lines, start)
                break


def notes(district: str) -> Iterator[tuple[tuple[str, ...], bool]]:
    """Wordings in lines of what is not in play, the best first, and if they must be on land of that district."""
    for lines in ((f"{district}: {NOT_IN_PLAY}",), (f"{district}:", NOT_IN_PLAY), (f"{district}:", *NOT_IN_PLAY_ROWS)):
        yield lines, True
    yield (f"{district}: {NOT_IN_PLAY}",), False
    yield (NOT_IN_PLAY,), False


def write_note(
    canvas: Canvas, palette: Palette, city: Plan, look: Look, lines: Sequence[str], start: tuple[int, int]
) -> frozenset[tuple[int, int]]:
    """Write centred lines from the top left cell `start`; return the cells of the block."""
    columns, (left, top) = max(map(len, lines)), start
    for y, text in enumerate(lines, top):
        for x, char in enumerate(text, left + (columns - len(text)) // 2):
            colour = look.colour(city.raster.area(x, y))
            canvas.write(x, y, char, palette.quiet(f"{colour}-text", colour))
    return frozenset((left + dx, top + dy) for dy in range(len(lines)) for dx in range(columns))


@lru_cache(maxsize=32)
def spot(
    width: int,
    height: int,
    in_play: int,
    district: int,
    size: tuple[int, int],
    ashore: bool,
    written: frozenset[tuple[int, int]],
) -> tuple[int, int] | None:
    """The top left of a block of free cells near the middle of a district that is not in play, with a free cell at both
    ends; None if there is none. `size` is in columns and rows, `district` a mask of places, and `written` holds cells
    that are not free. All cells are land of the district if it is `ashore`, else also water and other such land.
    """
    city, (columns, rows) = plan(width, height, in_play), size
    cells = {(x, y) for y in range(height) for x in range(width) if {*city.raster.quarters(x, y)} <= {UNPLAYED, WATER}}
    cells -= written.union(*(deck.cells for deck in city.decks))
    inside = {cell for cell in cells if (area := city.drawn.area(*cell)) < LAND and district >> area & 1}
    free, beyond = (inside, 0) if ashore else (cells, 1)
    starts = [
        (x, y)
        for x, y in free
        if all((x + dx, y + dy) in free for dy in range(rows) for dx in range(-beyond, columns + beyond))
    ]
    if not inside or not starts:
        return None
    middle_x = sum(x for x, _ in inside) / len(inside) - (columns - 1) / 2
    middle_y = sum(y for _, y in inside) / len(inside) - (rows - 1) / 2
    return min(starts, key=lambda cell: (abs(cell[0] - middle_x) + 2 * abs(cell[1] - middle_y), cell))
