"""Updates that send only changed cells: the terminal shows the same as after a full paint, for fewer bytes."""

from __future__ import annotations

import io
from random import Random

import pyte
import pytest
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.geometry import Region
from textual.strip import Strip

from tabletown.tui.widgets.painted_cells import PaintedCells

WIDTH, HEIGHT = 24, 4
WORDS = ["ab", "   ", "=", "\u4e00\u4e8c", "e\u0301", "\u2500\u2500", "xyz"]
STYLES = [None, Style(bold=True), Style(color="#102030", bgcolor="#405060"), Style(reverse=True)]
CONSOLE = Console(file=io.StringIO(), color_system="truecolor", force_terminal=True)


class Terminal:
    def __init__(self) -> None:
        self.screen = pyte.Screen(WIDTH, HEIGHT)
        self.stream = pyte.Stream(self.screen)

    def cells(self) -> list[list[object]]:
        return [[self.screen.buffer[y][x] for x in range(WIDTH)] for y in range(HEIGHT)]


def random_strip(rng: Random) -> Strip:
    """A row of the screen; its last cell is empty, where pyte would begin a new row for an accent."""
    strip = Strip([Segment(rng.choice(WORDS), rng.choice(STYLES)) for _ in range(WIDTH)])
    return Strip.join([strip.crop(0, WIDTH - 1), Strip.blank(1)])


def layout(rows: list[Strip]) -> LayoutUpdate:
    return LayoutUpdate([[row] for row in rows], Region(0, 0, WIDTH, HEIGHT))


@pytest.mark.parametrize("seed", range(20))
def test_the_terminal_shows_the_newest_paint(seed: int) -> None:
    rng, painted, terminal = Random(seed), PaintedCells(), Terminal()
    rows = [random_strip(rng) for _ in range(HEIGHT)]
    terminal.stream.feed(painted.paint(layout(rows), CONSOLE))
    for _ in range(12):
        y = rng.randrange(HEIGHT)
        rows[y] = random_strip(rng)
        chops = [{0: row} for row in rows]
        part = ChopsUpdate(chops, [(y, 0, WIDTH)], [[WIDTH]] * HEIGHT)
        update: CompositorUpdate = rng.choice([layout(rows), part])
        if rng.random() < 0.1:
            painted.forget()
        terminal.stream.feed(painted.paint(update, CONSOLE))
        whole = Terminal()
        whole.stream.feed(layout(rows).render_segments(CONSOLE).replace("\n", ""))
        assert terminal.cells() == whole.cells()


def test_only_changed_cells_are_sent() -> None:
    painted, row = PaintedCells(), Strip([Segment("a" * WIDTH)])
    painted.paint(layout([row] * HEIGHT), CONSOLE)
    assert painted.paint(layout([Strip([Segment("a" * WIDTH)])] * HEIGHT), CONSOLE) == ""
    changed = Strip([Segment("a" * 9 + "b" + "a" * (WIDTH - 10))])
    assert painted.paint(layout([row, changed, row, row]), CONSOLE) == "\x1b[2;10Hb"
    painted.forget()
    assert painted.paint(layout([row] * HEIGHT), CONSOLE).count("a") == WIDTH * HEIGHT
