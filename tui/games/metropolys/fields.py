"""The ground of the city: fields, borders, outlines, water, bridges and statues."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from tabletown.rules.core.text import join_words
from tabletown.rules.metropolys.board import DISTRICT_PLACES, DISTRICTS, NAMES, NEIGHBOURHOODS, TYPES, mask, places
from tabletown.rules.metropolys.objectives import FEATURES

from ...model.palette import Palette
from ...widgets.canvas import Canvas, Cell
from .city_plan import AREA, BORDER, PLINTHS, RING, Plan, plan
from .raster import LAND, OUT, WATER

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
NOT_IN_PLAY = "not in play"
NOT_IN_PLAY_ROWS, NOT_IN_PLAY_WORDS = ("not in", "play"), ("not", "in", "play")
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
    """The places that score for the viewer's map card at once in the Expert edition."""

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
        return {OUT: "felt", WATER: "river"}.get(area, "lake")


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
    """Write beside the city which districts are not in play."""
    out = [n for n, district in enumerate(DISTRICT_PLACES) if not district & look.in_play]
    for lines, dry in notes([DISTRICTS[n] for n in out]) if out else ():
        size = max(map(len, lines)), len(lines)
        if start := spot(city.width, city.height, look.in_play, size, dry, look.scoring == FEATURES["bridges"]):
            return write_note(canvas, palette, city, look, lines, start)
    return None


def notes(names: Sequence[str]) -> Iterator[tuple[tuple[str, ...], bool]]:
    """Wordings in lines of what is not in play, the best first, and if they must be outside the city, not on water."""
    districts = join_words(names, "and")
    apart = (*([", ".join(names[:-1])] * (len(names) > 1)), f"{names[-1]}:")
    for dry in (True, False):
        yield (f"{districts}: {NOT_IN_PLAY}",), dry
        yield (f"{districts}:", NOT_IN_PLAY), dry
        yield (*apart, *NOT_IN_PLAY_ROWS), dry
    yield (*apart, *NOT_IN_PLAY_WORDS), False


def write_note(
    canvas: Canvas, palette: Palette, city: Plan, look: Look, lines: Sequence[str], start: tuple[int, int]
) -> None:
    """Write centred lines from the top left cell `start`."""
    columns, (left, top) = max(map(len, lines)), start
    for y, text in enumerate(lines, top):
        for x, char in enumerate(text, left + (columns - len(text)) // 2):
            colour = look.colour(city.raster.area(x, y))
            canvas.write(x, y, char, palette.quiet("muted" if colour == OUT_OF_PLAY else f"{colour}-text", colour))


@lru_cache(maxsize=32)
def spot(
    width: int, height: int, in_play: int, size: tuple[int, int], dry: bool, bridges: bool
) -> tuple[int, int] | None:
    """The top left of a block of free cells nearest to the middle of all that is not in play, with a free cell at both
    ends; None if there is none. `size` is in columns and rows. All cells are outside the city if it is `dry`, else they
    may be water, but no bridge; with all `bridges` or only those between places in play.
    """
    city, (columns, rows) = plan(width, height, in_play), size
    ground = {OUT} if dry else {OUT, WATER}
    free = {(x, y) for y in range(height) for x in range(width) if {*city.raster.quarters(x, y)} <= ground}
    free -= {cell for deck in city.decks if bridges or not deck.ends - {*places(in_play)} for cell in deck.cells}
    ends = free | {(x, y) for x in (-1, width) for y in range(height)}
    inside = [(x, y) for x, y in free if (area := city.drawn.area(x, y)) < LAND and not in_play >> area & 1]
    starts = [
        (x, y)
        for x, y in free
        if all((x + dx, y + dy) in free for dy in range(rows) for dx in range(columns))
        and all((x + dx, y + dy) in ends for dy in range(rows) for dx in (-1, columns))
    ]
    if not inside or not starts:
        return None
    middle_x = sum(x for x, _ in inside) / len(inside) - (columns - 1) / 2
    middle_y = sum(y for _, y in inside) / len(inside) - (rows - 1) / 2
    return min(starts, key=lambda cell: (abs(cell[0] - middle_x) + 2 * abs(cell[1] - middle_y), cell))
