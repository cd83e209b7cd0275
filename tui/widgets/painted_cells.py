"""Updates that send only the cells that differ from those on the terminal, for screens seen over a network."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.cells import cell_len
from rich.color import ColorSystem
from rich.console import Console
from rich.control import Control
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.strip import Strip

Cell = tuple[str, str]
"""Characters of a cell and the codes of its style; no characters in the right half of a wide one."""
UNKNOWN = ("", "unknown")
GAP = 6
"""Unchanged cells within a change that are sent again, since moving over them costs as much."""


class PaintedCells:
    """The cells that the terminal shows, as far as they are known."""

    def __init__(self) -> None:
        self._strips: dict[int, list[Strip]] = {}
        """The last strips of rows that were painted whole."""
        self._rows: dict[int, list[Cell]] = {}

    def forget(self) -> None:
        """Know nothing: the window has a new size, or something else has written on it."""
        self._strips.clear()
        self._rows.clear()

    def paint(self, update: CompositorUpdate, console: Console) -> str:
        """The sequences that make the terminal show an update."""
        colours = console._color_system or ColorSystem.TRUECOLOR
        sent = Sequences()
        for y, x, cells in self._parts(update, colours):
            row = self._rows.setdefault(y, [])
            row += [UNKNOWN] * (x + len(cells) - len(row))
            for first, last in changes(row[x : x + len(cells)], cells):
                sent.write(x + first, y, cells[first:last])
            row[x : x + len(cells)] = cells
        return sent.text()

    def _parts(self, update: CompositorUpdate, colours: ColorSystem) -> Iterator[tuple[int, int, list[Cell]]]:
        """Row, first column and cells of the parts of an update that may have changed."""
        match update:
            case LayoutUpdate():
                for y, strips in enumerate(map(list, update.strips), update.region.y):
                    if strips != self._strips.get(y):
                        self._strips[y] = strips
                        yield y, update.region.x, cells_of(strips, colours)
            case ChopsUpdate():
                for y, first, last in update.spans:
                    for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
                        if strip is not None and x < last and end > first:
                            self._strips.pop(y, None)
                            begin = max(x, first)
                            yield y, begin, cells_of([strip.crop(begin - x, min(end, last) - x)], colours)


class ChangedCells(CompositorUpdate):
    """An update of which only the changed cells are sent."""

    def __init__(self, painted: PaintedCells, update: CompositorUpdate) -> None:
        self._painted, self._update = painted, update

    def render_segments(self, console: Console) -> str:
        return self._painted.paint(self._update, console)


class Sequences:
    """Text for the terminal, with a change of style only where it changes."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._codes = ""

    def write(self, x: int, y: int, cells: Iterable[Cell]) -> None:
        self._parts.append(Control.move_to(x, y).segment.text)
        for characters, codes in cells:
            if codes != self._codes:
                self._parts.append(f"\x1b[0;{codes}m" if codes else "\x1b[0m")
                self._codes = codes
            self._parts.append(characters)

    def text(self) -> str:
        """Everything written, with the plain style at the end."""
        return "".join(self._parts) + ("\x1b[0m" if self._codes else "")


def cells_of(strips: Iterable[Strip], colours: ColorSystem) -> list[Cell]:
    """The cells of adjacent strips."""
    cells: list[Cell] = []
    for strip in strips:
        for text, style, _ in strip:
            codes = Strip.render_ansi(style, colours) if style else ""
            if text.isascii():
                cells += [(character, codes) for character in text]
            else:
                add_wide(cells, text, codes)
    return cells


def add_wide(cells: list[Cell], text: str, codes: str) -> None:
    """Add the cells of characters that may take two, or none and join the one before them."""
    widths = [cell_len(character) for character in text]
    parts = list(zip(text, widths, strict=True)) if sum(widths) == cell_len(text) else [(text, cell_len(text))]
    for characters, width in parts:
        if width:
            cells += [(characters, codes), *[("", codes)] * (width - 1)]
        elif cells:
            cells[-1] = (cells[-1][0] + characters, cells[-1][1])


def changes(old: list[Cell], new: list[Cell]) -> Iterator[tuple[int, int]]:
    """First column and the one after the last of each part of a row that differs; wide characters are not divided."""
    first = last = -1
    for at, cell in enumerate(new):
        if cell == old[at]:
            continue
        if first >= 0 and at - last > GAP:
            yield whole(new, first, last)
            first = -1
        first, last = at if first < 0 else first, at + 1
    if first >= 0:
        yield whole(new, first, last)


def whole(cells: list[Cell], first: int, last: int) -> tuple[int, int]:
    """A range of cells, with the other halves of wide characters."""
    while first and not cells[first][0]:
        first -= 1
    while last < len(cells) and not cells[last][0]:
        last += 1
    return first, last
