"""A chart with one line a player, each labelled at its end with the value and the player's name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count, pairwise
from math import ceil, floor
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from ..model.palette import Palette
from .canvas import Canvas
from .dot_lines import Raster
from .headings_and_bars import draw_heading

LEFT = 6
"""Columns for the labels left of the lines, unless the name of the axis needs more."""
MAX_NAME = 8
FEWEST = 3
"""Labelled values that are enough to see whether they are equally far apart."""
EVEN = 12
"""Rows of lines from which some may stay empty so that the labelled values are equally far apart."""
SPARE = 0.2
"""Most of a chart that may stay empty at the top for rows at even distances."""
SOFT = 0.45
"""The fraction by which lines that are not chosen fade into the background."""


class Mark(NamedTuple):
    """A letter above a position of a chart, in the colour of a player; a small one stands out less."""

    position: int
    letter: str
    seat: int
    small: bool = False


@dataclass(frozen=True)
class ChartData:
    """The data of a chart. `series` holds each player's value before every move and at the end."""

    title: str
    names: Sequence[str]
    series: Sequence[Sequence[float]]
    note: str = ""
    details: Sequence[str] = ()
    """Phrases after the title, for which there may be no room."""
    percent: bool = False
    """Are the values winning chances from 0 to 1?"""
    chosen: frozenset[int] = frozenset()
    """Players whose lines are thick and on top of the others."""
    goal: int | None = None
    """A value marked by a horizontal line."""
    axis: str = "move"
    """The name of the units on the horizontal axis."""
    ticks: Sequence[tuple[int, str]] = ()
    """Positions and their labels on the horizontal axis; if empty, the moves are numbered."""
    even_ticks: bool = False
    """True to space the ticks evenly from the first position on, however many positions lie between two."""
    span: range | None = None
    """The positions with values, if not all have them."""
    limits: tuple[float, float] | None = None
    """The values at the bottom and at the top; None for those of the lines, with 0."""
    marks: Sequence[Mark] = ()
    """Letters above some positions."""

    @property
    def last(self) -> int:
        return len(self.series[0]) - 1

    def places(self) -> list[float]:
        """Place of each position on the axis, from 0 to `last`."""
        starts = [position for position, _ in self.ticks]
        if not (self.even_ticks and starts) or starts[0] or starts[-1] >= self.last:
            return [float(position) for position in range(self.last + 1)]
        rounds = enumerate(pairwise([*starts, self.last]))
        places = [n + (at - start) / (end - start) for n, (start, end) in rounds for at in range(start, end)]
        return [place * self.last / len(starts) for place in (*places, len(starts))]


class Chart(Widget):
    """Chart that is drawn again only if its data, its size or the marked move changes."""

    ply: reactive[int | None] = reactive(None)

    def __init__(self, palette: Palette, data: ChartData, soft: bool = False) -> None:
        super().__init__()
        self.palette, self.data, self.soft = palette, data, soft
        self._drawn: tuple[object, ...] = ()
        self._canvas = Canvas(0, 0, palette.style())

    def plot(self, **changes: object) -> None:
        """Change some fields of the data and refresh."""
        self.data, self._drawn = replace(self.data, **changes), ()  # type: ignore[arg-type]
        self.refresh()

    def render_line(self, y: int) -> Strip:
        if self._drawn != (self.size, self.ply):
            self._canvas = chart(self.palette, self.size, self.data, self.ply, self.soft)
            self._drawn = (self.size, self.ply)
        return self._canvas.strip(y)


def chart(p: Palette, size: tuple[int, int], data: ChartData, ply: int | None = None, soft: bool = False) -> Canvas:
    """Draw the heading, letters if there are any, the lines with their labels, and the axis below; `size` in cells."""
    return ChartPainter(p, size, data, ply, soft).paint()


class ChartPainter:
    """Painter of a chart, which lays out its parts and draws them."""

    def __init__(self, p: Palette, size: tuple[int, int], data: ChartData, ply: int | None, soft: bool) -> None:
        self.p, self.data, self.ply, self.soft = p, data, ply, soft
        self.canvas = Canvas(*size, p.style())
        self.top = 1 + bool(data.marks)
        self.rows = max(2, size[1] - self.top - 1)
        self.left = max(LEFT, cell_len(data.axis) + 1)
        self.label_width = 5 + min(MAX_NAME, max(map(cell_len, data.names)))
        self.columns = max(2, size[0] - self.left - self.label_width - 1)
        self.raster = Raster(self.columns, self.rows, bool(p["braille"]))
        self.low, high = bounds(data)
        ways = scales(data, self.rows)
        self.ticks, self.high = (ways[0], high) if data.percent else even_scale(ways, self.low, high, self.raster)
        self.places = data.places()

    def paint(self) -> Canvas:
        draw_heading(self.canvas, self.p, 0, 0, self.canvas.width, self.title(), self.data.note)
        self.grid()
        self.lines()
        self.letters()
        self.names()
        self.axis()
        return self.canvas

    def title(self) -> str:
        """The title with as many details as there is room for beside the note."""
        title = self.data.title
        for detail in self.data.details:
            longer = f"{title}, {detail}"
            if cell_len(longer) + cell_len(self.data.note) + 6 <= self.canvas.width:
                title = longer
        return title

    def row(self, value: float) -> int:
        return self.top + self.raster.row(value, self.low, self.high) // self.raster.down

    def column(self, position: int) -> int:
        return self.left + self.raster.column(self.places[position], self.data.last) // self.raster.across

    def ink(self, seat: int) -> Style:
        """The colour of a player's line, faded if only other lines are chosen."""
        back = self.soft and self.data.chosen and seat not in self.data.chosen
        return self.p.faded(f"seat-{seat + 1}", SOFT) if back else self.p.style(f"seat-{seat + 1}", bold=True)

    def grid(self) -> None:
        write, goal = self.canvas.write, self.data.goal
        label: Callable[[float], str] = "{:.0%}".format if self.data.percent else "{:.0f}".format
        for value in self.ticks:
            self.canvas.right(self.left - 1, self.row(value), label(value), self.p.style("muted"))
            write(self.left, self.row(value), self.p["none"] * self.columns, self.p.style("faint"))
        if goal is not None:
            write(0, self.row(goal), f"{goal:>{self.left - 1}}", self.p.style("good", bold=True))
            write(self.left, self.row(goal), self.p["rule"] * self.columns, self.p.style("good"))
        if self.ply is not None:
            for y in range(self.top, self.top + self.rows):
                write(self.column(self.ply), y, self.p["frame"][3], self.p.style("cursor"))

    def lines(self) -> None:
        for seat in self.order():
            values = self.data.series[seat]
            self.raster.line(values, self.places, self.low, self.high, seat, seat in self.data.chosen, self.data.span)
        for x, y, char, seat in self.raster.cells():
            self.canvas.write(self.left + x, self.top + y, char, self.ink(seat))
        if not self.p["braille"] and self.data.span is None:
            for seat in self.order():
                for x, value in ((0, self.data.series[seat][0]), (self.columns - 1, self.data.series[seat][-1])):
                    self.canvas.write(self.left + x, self.row(value), self.data.names[seat][:1], self.ink(seat))

    def order(self) -> list[int]:
        """The players in drawing order: chosen ones last, others first, each group by rising final value.

        Of two players, whose chances mirror each other, a chosen one is drawn alone.
        """
        series, chosen = self.data.series, self.data.chosen
        if self.data.percent and len(series) == 2 and len(chosen) == 1:
            return [*chosen]
        return sorted(range(len(series)), key=lambda seat: (seat in chosen, series[seat][-1]))

    def letters(self) -> None:
        """Write the letters above their positions, moved apart where they would touch: 2 and 3 are not 23."""
        marks = sorted(self.data.marks)
        columns = apart([self.column(mark.position) for mark in marks], self.left + self.columns)
        for x, mark in zip(columns, marks, strict=True):
            stands_out = not mark.small or mark.letter.isspace()
            style = self.p.style(f"seat-{mark.seat + 1}", bold=stands_out, reverse=stands_out)
            self.canvas.write(x, 1, mark.letter, style)

    def names(self) -> None:
        """Write the value and name at the end of each line, never two in one row."""
        span = self.data.span
        if span is not None and not span:
            return
        finals = [line[span[-1] if span else -1] for line in self.data.series]
        seats = sorted(self.order(), key=lambda seat: -finals[seat])[: self.rows]
        for seat, y in zip(
            seats, spread([self.row(finals[seat]) for seat in seats], self.top + self.rows), strict=True
        ):
            value = f"{finals[seat]:4.0%}" if self.data.percent else f"{finals[seat]:4.0f}"
            name = set_cell_size(self.data.names[seat], self.label_width - 5)
            self.canvas.write(self.left + self.columns + 1, y, f"{value} {name}", self.ink(seat))

    def axis(self) -> None:
        """Write as many labels below as there is room for; that of the move shown is highlighted, or else added."""
        y, taken = self.canvas.height - 1, range(0)
        self.canvas.right(self.left - 1, y, self.data.axis, self.p.style("muted"))
        reached = [] if self.ply is None else [tick for tick in self.data.ticks if tick[0] <= self.ply]
        now, labels = reached[-1:], self.labels()
        if self.ply is not None and not (now and now[0] in labels):
            mark = f"{self.p['up']}{now[0][1] if now else self.ply}"
            x = min(self.column(self.ply), self.canvas.width - len(mark))
            taken = range(x - 1, self.canvas.write(x, y, mark, self.p.style("cursor", bold=True)) + 1)
        for position, label in labels:
            x = self.column(position)
            if not {x, x + len(label) - 1} & {*taken} and x + len(label) <= self.canvas.width:
                of_move = (position, label) in now
                self.canvas.write(x, y, label, self.p.style("cursor" if of_move else "muted", bold=of_move))

    def labels(self) -> list[tuple[int, str]]:
        """Every second, fifth or tenth ... of the ticks at even distances, as many as fit without touching."""
        ticks = list(self.data.ticks) or [(move, str(move)) for move in range(self.data.last + 1)]
        for step in round_numbers():
            numbered_from_one = bool(self.data.ticks) and step >= 5
            chosen = ticks[step - 1 :: step] or ticks[:1] if numbered_from_one else ticks[::step]
            ends = [self.column(position) + len(label) for position, label in chosen]
            if all(end < self.column(after) for end, (after, _) in zip(ends, chosen[1:], strict=False)):
                return chosen
        raise AssertionError("the series of round numbers is infinite")


def apart(columns: Sequence[int], end: int) -> list[int]:
    """Columns in rising order, moved so that one is free between any two, and all are before column `end`."""
    placed: list[int] = []
    for column in columns:
        placed.append(max(column, placed[-1] + 2) if placed else column)
    for n in reversed(range(len(placed))):
        placed[n] = min(placed[n], end - 1 - 2 * (len(placed) - 1 - n))
    return placed


def spread(rows: Sequence[int], end: int) -> list[int]:
    """Rows in rising order, moved so that each is used once and all are above row `end`."""
    placed: list[int] = []
    for row in rows:
        placed.append(max(row, placed[-1] + 1) if placed else row)
    for n in reversed(range(len(placed))):
        placed[n] = min(placed[n], end - len(placed) + n)
    return placed


def bounds(data: ChartData) -> tuple[float, float]:
    """The values at the bottom and at the top of the chart."""
    if data.limits:
        return data.limits
    values = list(chain(*data.series, [0, data.goal or 1]))
    return (0, 1) if data.percent else (min(values), max(values))


def scales(data: ChartData, rows: int) -> list[list[float]]:
    """Choices of values with a label, each from the bottom and the one with most first: whole numbers at even
    distances, or chances from 0 to 1.
    """
    if data.percent:
        return [[0, 0.25, 0.5, 0.75, 1] if rows >= 9 else [0, 0.5, 1]]
    low, high = bounds(data)
    ways = list[list[float]]()
    for step in round_numbers():
        values = [float(step * n) for n in range(ceil(low / step), floor(high / step) + 1)]
        fits = len(values) <= max(2, (rows + 1) // 2)
        if fits and (data.goal is None or not data.goal % step or step > data.goal):
            ways.append(values)
        if ways and len(values) < FEWEST:
            break
    return ways


def even_scale(
    ways: Sequence[Sequence[float]], low: float, high: float, raster: Raster
) -> tuple[Sequence[float], float]:
    """The first choice of labelled values that are equally many rows apart without leaving more than a share of SPARE
    of the chart empty, and the value at the top; else the first of all, up to `high`.
    """
    for values in (way for way in ways if len(way) >= FEWEST and raster.rows >= EVEN * raster.down):
        step, dots = values[1] - values[0], raster.rows - 1
        apart = int(dots * step / (high - low)) // raster.down
        top = low + dots * step / (apart * raster.down) if apart else high
        if apart and high - low >= (1 - SPARE) * (top - low):
            return values, top
    return ways[0], high


def round_numbers() -> chain[int]:
    """Round numbers without end: 1, 2, 5, 10, 20, 50 and so on."""
    return chain.from_iterable((10**power, 2 * 10**power, 5 * 10**power) for power in count())
