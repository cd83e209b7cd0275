"""A screen as SVG that looks the same in every viewer: letters are placed singly, lines and blocks are drawn."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple, cast
from unicodedata import name as unicode_name

from rich.cells import cell_len
from rich.color import blend_rgb
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import SVG_EXPORT_THEME

if TYPE_CHECKING:
    from textual.app import App

WIDE, HIGH, SIZE, BASE = 10, 20, 16.6, 15
"""Width and height of a cell, size of the font, and its baseline below the top of a cell, in units of the picture."""
MARGIN, BAR = 10, 34
"""Margin around the screen, and height of the window's title bar, in units of the picture."""
BUTTONS = ("#ff5f57", "#febc2e", "#28c840")
FONTS = "DejaVu Sans Mono,Menlo,Consolas,Liberation Mono,monospace"
DOTS = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))
"""Column and row of each braille dot, by its bit."""
EIGHTHS = {"ONE EIGHTH": 1, "ONE QUARTER": 2, "THREE EIGHTHS": 3, "HALF": 4, "FIVE EIGHTHS": 5, "THREE QUARTERS": 6,
           "SEVEN EIGHTHS": 7}  # fmt: skip
ARMS = {"LEFT": "l", "RIGHT": "r", "UP": "u", "DOWN": "d", "HORIZONTAL": "lr", "VERTICAL": "ud"}
WEIGHTS = {"LIGHT": 0.14, "HEAVY": 0.3, "DOUBLE": 0.1}
"""Thickness of lines, as a fraction of a cell's width."""
NOTHING = 1e-6
"""A gap that nobody sees, in cells."""
SHADES = {"░": 0.25, "▒": 0.5, "▓": 0.75}

Shape = tuple[float, float, float, float]
"""Left, top, width and height, in cells."""


class Cell(NamedTuple):
    """A character with its final colours: ink for the letter, paper for the background."""

    char: str
    ink: str
    paper: str
    decoration: str
    """Words separated by spaces: `bold` and `italic` for the letter, `underline` and `strike` for the cell."""


def screen_svg(app: App[Any], title: str) -> str:
    """The current screen of an app as SVG."""
    from textual._compositor import LayoutUpdate

    update = app.screen._compositor.render_update(full=True, screen_stack=app._background_screens)
    rows = [[segment for strip in strips for segment in strip] for strips in cast(LayoutUpdate, update).strips]
    return svg([list(cells(row)) for row in rows], title)


def cells(row: Iterable[Segment]) -> Iterator[Cell]:
    """The cells of a row, one a column; the right half of a wide character is empty."""
    for text, style, control in row:
        ink, paper, decoration = seen(style or Style.null())
        for char in "" if control else text:
            yield Cell(char, ink, paper, decoration)
            yield from [Cell("", ink, paper, decoration)] * (cell_len(char) - 1)


@cache
def seen(style: Style) -> tuple[str, str, str]:
    """Ink and paper as hex colours, and decoration, of a style."""
    ink = style.color.get_truecolor(SVG_EXPORT_THEME) if style.color else SVG_EXPORT_THEME.foreground_color
    default = SVG_EXPORT_THEME.background_color
    paper = style.bgcolor.get_truecolor(SVG_EXPORT_THEME, foreground=False) if style.bgcolor else default
    if style.reverse:
        ink, paper = paper, ink
    if style.dim:
        ink = blend_rgb(ink, paper, 0.4)
    decoration = " ".join(name for name in ("bold", "italic", "underline", "strike") if getattr(style, name))
    return ink.hex, paper.hex, decoration


def svg(rows: Sequence[Sequence[Cell]], title: str) -> str:
    """A window with that title: backgrounds, then shapes, then letters; all shapes of one colour are one path, and all
    letters of one look are a group.
    """
    grounds: dict[tuple[str, float], list[Shape]] = defaultdict(list)
    drawn: dict[tuple[str, float], list[Shape]] = defaultdict(list)
    letters: dict[str, list[str]] = defaultdict(list)
    columns = max(map(len, rows))
    usual = Counter(cell.paper for row in rows for cell in row).most_common(1)[0][0]
    grounds[usual, 1] = [(0, 0, columns, len(rows))]
    for y, row in enumerate(rows):
        for paper, shape in papers(row, y):
            if paper != usual:
                grounds[paper, 1].append(shape)
        for ink, opacity, shape in inked(row, y):
            drawn[ink, opacity].append(shape)
        for look, text in words(row, y):
            letters[look].append(text)
    width, height = WIDE * columns + 2 * MARGIN, HIGH * len(rows) + MARGIN + BAR
    paths = [
        f'<path fill="{ink}"{opaque(part)} d="{"".join(map(path, joined(shapes)))}"/>'
        for layer in (grounds, drawn)
        for (ink, part), shapes in layer.items()
    ]
    in_cells = f'<g transform="translate({MARGIN} {BAR}) scale({WIDE} {HIGH})">'
    groups = [line for look, texts in letters.items() for line in (f"<g {look}>", *texts, "</g>")]
    return "\n".join([*frame(width, height, title), in_cells, *paths, "</g>", *groups, "</svg>", ""])


def frame(width: int, height: int, title: str) -> list[str]:
    """The first lines of the SVG: a window with three buttons and its title."""
    buttons = [f'<circle cx="{22 + 22 * n}" cy="17" r="7" fill="{colour}"/>' for n, colour in enumerate(BUTTONS)]
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="{FONTS}" '
        f'font-size="{SIZE}" shape-rendering="crispEdges">',
        f'<rect width="{width}" height="{height}" rx="8" fill="#292929"/>',
        *buttons,
        f'<text x="{width // 2}" y="22" text-anchor="middle" fill="#c5c8c6">{escape(title)}</text>',
    ]


def joined(shapes: Sequence[Shape]) -> list[Shape]:
    """Shapes from top to bottom; those that touch in a row, or stand on one another in the same columns, are one."""
    joined: list[Shape] = []
    lowest: dict[tuple[float, float], int] = {}
    for x, y, w, h in side_by_side(shapes):
        above = lowest.get((x, w))
        if above is not None and joined[above][1] + joined[above][3] == y:
            joined[above] = (x, joined[above][1], w, joined[above][3] + h)
        else:
            lowest[x, w] = len(joined)
            joined.append((x, y, w, h))
    return joined


def side_by_side(shapes: Sequence[Shape]) -> list[Shape]:
    """Shapes of rows, from left to right in each, with those of one height that touch or overlap as one."""
    wide: list[Shape] = []
    newest: dict[tuple[float, float], int] = {}
    for x, y, w, h in shapes:
        before = newest.get((y, h))
        if before is not None and wide[before][0] <= x <= wide[before][0] + wide[before][2] + NOTHING:
            left, _, width, _ = wide[before]
            wide[before] = (left, y, max(width, x + w - left), h)
        else:
            newest[y, h] = len(wide)
            wide.append((x, y, w, h))
    return wide


def opaque(part: float) -> str:
    return "" if part == 1 else f' fill-opacity="{part}"'


def path(shape: Shape) -> str:
    """Path data of a rectangle, in cells."""
    x, y, w, h = map(short, shape)
    return f"M{x} {y}h{w}v{h}h-{w}z"


@cache
def short(number: float) -> str:
    """A number to a hundredth, without needless digits."""
    return f"{number:.2f}".rstrip("0").rstrip(".").removeprefix("0") or "0"


def papers(row: Sequence[Cell], y: int) -> Iterator[tuple[str, Shape]]:
    """Runs of one background colour in a row: colour and rectangle."""
    x = 0
    for paper, run in groupby(row, key=lambda cell: cell.paper):
        length = len(list(run))
        yield paper, (x, y, length, 1)
        x += length


def inked(row: Sequence[Cell], y: int) -> Iterator[tuple[str, float, Shape]]:
    """Everything in a row but letters: ink, opacity and rectangle."""
    for x, cell in enumerate(row):
        for left, top, w, h in shapes(cell.char) or ():
            yield cell.ink, SHADES.get(cell.char, 1), (x + left, y + top, w, h)
        for word, top in (("underline", 0.88), ("strike", 0.48)):
            if word in cell.decoration:
                yield cell.ink, 1, (x, y + top, 1, 0.06)


def words(row: Sequence[Cell], y: int) -> Iterator[tuple[str, str]]:
    """Looks and SVG texts word by word, each letter with a position: some viewers drop spaces or all positions but the
    first.
    """
    for x, letters in words_of(row):
        look = row[x].decoration
        style = ' font-weight="bold"' * ("bold" in look) + ' font-style="italic"' * ("italic" in look)
        at = " ".join(str(MARGIN + (x + n) * WIDE) for n in range(len(letters)))
        yield f'fill="{row[x].ink}"{style}', f'<text x="{at}" y="{BAR + y * HIGH + BASE}">{escape(letters)}</text>'


def words_of(row: Sequence[Cell]) -> Iterator[tuple[int, str]]:
    """Column and letters of each run of one style; characters beyond ASCII, whose width varies by font, are alone."""
    start, letters = 0, ""
    for x, cell in enumerate([*row, Cell(" ", "", "", "")]):
        letter = cell.char if cell.char.strip() and shapes(cell.char) is None else ""
        if letters and not (letter.isascii() and letter and letters.isascii() and alike(cell, row[start])):
            yield start, letters
            letters = ""
        start, letters = (start if letters else x), letters + letter


def alike(a: Cell, b: Cell) -> bool:
    return (a.ink, a.decoration) == (b.ink, b.decoration)


@cache
def shapes(char: str) -> tuple[Shape, ...] | None:
    """The rectangles of a block, line or braille character, which fill their cell in a terminal; None for others."""
    if not char or char.isspace() or not 0x2500 <= ord(char) <= 0x28FF:
        return None
    if ord(char) >= 0x2800:
        return tuple((0.08 + 0.5 * x, 0.03 + 0.25 * y, 0.34, 0.19)
                     for n, (x, y) in enumerate(DOTS) if ord(char) - 0x2800 >> n & 1)  # fmt: skip
    name = unicode_name(char)
    if name.startswith("BOX DRAWINGS"):
        return lines(name.removeprefix("BOX DRAWINGS ").replace("LIGHT ARC", "LIGHT"))
    return blocks(name) if ord(char) <= 0x259F else None


def lines(name: str) -> tuple[Shape, ...] | None:
    """The rectangles of a box character of one weight, by its name: "HEAVY DOWN AND RIGHT"; None for other names."""
    weight, *words = name.split()
    arms = "".join(ARMS.get(word, "" if word == "AND" else "?") for word in words)
    if weight not in WEIGHTS or "?" in arms:
        return None
    across, thick = WEIGHTS[weight], WEIGHTS[weight] / 2
    shifts = ((-0.15, -0.075), (0.15, 0.075)) if weight == "DOUBLE" else ((0, 0),)
    return tuple(arm(way, 0.5 + dx, 0.5 + dy, across, thick) for dx, dy in shifts for way in arms)


def arm(way: str, x: float, y: float, across: float, thick: float) -> Shape:
    """The rectangle of a line from the middle of a cell to one of its sides, in cells."""
    match way:
        case "l":
            return 0, y - thick / 2, x + across / 2, thick
        case "r":
            return x - across / 2, y - thick / 2, 1 - x + across / 2, thick
        case "u":
            return x - across / 2, 0, across, y + thick / 2
        case _:
            return x - across / 2, y - thick / 2, across, 1 - y + thick / 2


def blocks(name: str) -> tuple[Shape, ...] | None:
    """The rectangles of a block by its name: "LOWER THREE EIGHTHS BLOCK", "QUADRANT UPPER LEFT", "LIGHT SHADE"."""
    if name == "FULL BLOCK" or name.endswith("SHADE"):
        return ((0, 0, 1, 1),)
    if name.startswith("QUADRANT"):
        parts = name.removeprefix("QUADRANT ").split(" AND ")
        return tuple((0.5 * ("RIGHT" in part), 0.5 * ("LOWER" in part), 0.5, 0.5) for part in parts)
    side, _, rest = name.removesuffix(" BLOCK").partition(" ")
    n = EIGHTHS.get(rest, 0) / 8
    sides: dict[str, Shape] = {
        "LOWER": (0, 1 - n, 1, n), "UPPER": (0, 0, 1, n), "LEFT": (0, 0, n, 1), "RIGHT": (1 - n, 0, n, 1),
    }  # fmt: skip
    return (sides[side],) if n and side in sides else None
