"""How the map looks: plots, buildings, rubble, the lines between the plot cards."""

from __future__ import annotations

from rich.style import Style

from ...widgets.canvas import Rect
from .board_facts import columns, owner, plot_label, row_of
from .tile_painter import COLOURS, TilePainter


def ground(b: TilePainter, plot: int) -> tuple[str, float]:
    """The colour of a plot, and how strong: what is lit stands out, what is built on steps back."""
    colour, lit = COLOURS[b.view.city.colours[plot]], b.preview.lit
    if not b.view.free >> plot & 1:
        return colour, 0.12
    if lit is None:
        return colour, 0.42
    return colour, 0.8 if lit >> plot & 1 else 0.14


def paper(b: TilePainter, plot: int, ink: str = "ink", *, bold: bool = False, underline: bool = False) -> Style:
    """On the ground of a plot, which has the cursor's colour where that stands."""
    if b.here:
        return b.p.style("cursor", bold=True, reverse=True)
    return b.p.washed(ink, *ground(b, plot), bold=bold, underline=underline)


def plot(b: TilePainter, plot: int) -> None:
    lit = b.preview.lit is not None and bool(b.preview.lit >> plot & 1)
    w, top = b.w - 1, (b.h - 2) // 2
    b.c.fill(Rect(0, 0, w, b.h - (b.h > 3)), paper(b, plot))
    label = plot_label(b.view, plot)
    x = (w - len(label) + 1) // 2
    chosen = b.picked or b.view.plot == plot
    b.c.write(x - 1, top, b.p["here"] if lit or chosen else " ", paper(b, plot, "ink" if lit else "cursor", bold=True))
    if b.p.flat and not b.here and b.view.free >> plot & 1:
        b.chip(x, top, label, COLOURS[b.view.city.colours[plot]])
    else:
        b.c.write(x, top, label, paper(b, plot, "ink" if b.view.free >> plot & 1 else "muted", bold=lit, underline=lit))
    standing(b, plot, x - 1, top + 1)


def standing(b: TilePainter, plot: int, x: int, y: int) -> None:
    """A house with the number of its owner's seat, or rubble; what has come or gone since the viewer's last move."""
    seat = owner(b.view, plot)
    if seat is not None:
        sides = b.p["house"]
        side = paper(b, plot, f"seat-{seat + 1}", bold=True)
        b.c.write(x, y, sides[0], side)
        b.c.write(x + 1, y, str(seat + 1), b.seat_style(seat))
        b.c.write(x + 2, y, sides[1], side)
        if b.state.before.free >> plot & 1:
            if b.h > 2:
                b.c.write(x, y + 1, "new", paper(b, plot, "fresh", bold=True))
            else:
                b.c.write(x + 3, y, "+", b.p.style("fresh", bold=True))
    elif b.view.rubble >> plot & 1:
        b.c.write(x, y, b.p["shade"] * 3, paper(b, plot, "warn"))
    elif b.state.before.rubble >> plot & 1:
        b.c.write(x + 1, y, "-", paper(b, plot, "fresh", bold=True))


def map(b: TilePainter) -> None:
    """What lies under the plots: plazas, and the lines between the cards with the letters of the columns."""
    cells, cards = columns(b.view)
    across, w, h = row_of(b.view), (b.w - cards + 1) // cells, (b.h - 1) // 4
    line = b.p.style("faint")
    b.c.write(0, 2 * h, b.p["rule"] * (b.w - 1), line)
    for card in range(1, cards):
        for y in range(b.h):
            if y != 2 * h:
                b.c.write(card * (across * w + 1) - 1, y, b.p["frame"][3], line)
    for x in range(cells):
        at = x * w + x // across + (w - 1) // 2
        b.c.write(at, 2 * h, chr(ord("A") + x), b.p.style("muted"))
    built = {cell for cell in b.view.city.cells}
    for row in range(4):
        for x in range(cells):
            if (row, x) not in built:
                left, top = x * w + x // across, row * h + row // 2
                b.c.write(left + (w - 1) // 2, top + (h - 1) // 2, b.p["none"], line)


def rows(b: TilePainter) -> None:
    """The numbers of the rows, beside the label of each plot."""
    h = (b.h - 1) // 4
    for row in range(4):
        b.c.write(0, row * h + row // 2 + (h - 2) // 2, str(row + 1), b.p.style("muted"))
