"""Painting of the map: plots, houses, rubble, plazas and the addresses beside the plots."""

from __future__ import annotations

from rich.style import Style

from tabletown.rules.sf1906.state import PLOT

from ...widgets.canvas import Rect
from .board_facts import columns, owner, plot_label, plot_title, row_of
from .detail_phrases import best_gain
from .tile_painter import FIELDS, TilePainter

WORDS_FROM = 9
"""Columns of a plot that are enough for its name in words."""
BESIDE_NAME = 7
"""Columns of a plot of two rows that are enough for its short name with a house beside it."""
TOWN_HOUSE = 2
"""Columns of a house on a narrower plot of two rows; its roof is narrower where the name of the plot needs the room."""
LABEL = 2
"""Columns of a plot's short name."""
FRAME_FROM = 4
"""Rows of a plot that are enough for an outline all round it."""
PLAZA = "plaza"
MANY = 8
"""Most plots to choose from that stand out by outlines or plates; more of them would only be noise."""


def plot(b: TilePainter, plot: int) -> None:
    """Draw a plot with its name, its house or rubble, and an outline if it can be picked; muted under the cursor if
    another must be picked.
    """
    free = bool(b.view.free >> plot & 1)
    lit = b.preview.lit
    bright = bool(lit >> plot & 1) if lit is not None else free and not calm(b)
    field = FIELDS[b.view.city.colours[plot]]
    paper = field if bright else f"{field}-dim"
    b.c.fill(Rect(0, 0, b.w, b.h), b.p.style(f"{paper}-text", paper))
    chosen = b.picked or b.view.plot == plot
    ring = "cursor" if b.at_cursor or chosen else "ink" if lit is not None and bright else ""
    ring = "muted" if ring and not bright and not chosen else ring
    quiet = ring == "ink" and lit is not None and lit.bit_count() > MANY
    if ring and not quiet:
        outline(b, b.p.style(ring, paper))
    if not free and house(b, plot, paper):
        built_label(b, plot, paper)
        return
    ground(b, plot, paper, b.h - 1 if not ring or quiet or b.h < FRAME_FROM else b.h - 2)
    free_label(b, plot, paper, ring, bright, quiet)
    if b.state.active and b.view.step == PLOT and not b.preview.paged and b.part in b.state.options:
        points(b, plot, paper)


def points(b: TilePainter, plot: int, paper: str) -> None:
    """Write the points that building on a plot brings, all told: on the outline, or below the name where it has none
    at the foot.
    """
    if b.h < FRAME_FROM - 1:
        return
    text = f"{best_gain(b.state, ('plot', plot)):+}"
    framed = b.h >= FRAME_FROM
    b.centre(b.h - 1 if framed else 1, f" {text} " if framed else text, b.p.style(f"{paper}-text", paper, bold=True))


def calm(b: TilePainter) -> bool:
    """Do plots step back that nothing points to, because in a small window they crowd what is to choose from?"""
    return b.preview.paged and not b.p.flat and not b.view.over


def outline(b: TilePainter, style: Style) -> None:
    """Draw a frame all round, or in three rows its sides; a plot of two rows has a plate behind its name instead."""
    if b.h >= FRAME_FROM:
        b.c.box(Rect(0, 0, b.w, b.h), b.p["outline"], style)
    elif b.h == FRAME_FROM - 1 and b.w > 4:
        for y in range(b.h):
            b.c.write(0, y, b.p["outline"][3], style)
            b.c.write(b.w - 1, y, b.p["outline"][7], style)


def free_label(b: TilePainter, plot: int, paper: str, ring: str, bright: bool, quiet: bool) -> None:
    """Write the name in the middle, on a plate if there is no room for an outline, unless it is to be `quiet`."""
    name = plot_title(b.view, plot) if b.w >= WORDS_FROM else plot_label(b.view, plot)
    y = 1 if b.h >= FRAME_FROM else 0
    style = b.p.style(f"{paper}-text", paper, bold=bright or bool(ring))
    if ring in ("cursor", "muted"):
        style = b.p.style(ring, bold=True, reverse=True)
    elif ring and not quiet and b.h < FRAME_FROM:
        style = b.p.style("legal-text", "legal", bold=True)
    mark, framed = "", 2 * bool(ring) * (b.h >= FRAME_FROM)
    if ring:
        city = b.view.city
        short = f"{city.kit.colours[city.colours[plot]][:3]} {city.numbers[plot]}"
        name = name if len(name) + framed < b.w else short if b.w > 7 else name
        mark = "" if ring == "muted" else f"{b.p['here']}{' ' * (b.w > len(name) + 4)}"
    b.c.write(max(framed // 2, b.start_of(name, mark)), y, mark + name, style)


def ground(b: TilePainter, plot: int, paper: str, y: int) -> None:
    """Draw rubble with its base in row `y`, or a mark if it was cleared since the viewer's last move."""
    style = b.p.style("rubble-dim", paper)
    if b.view.rubble >> plot & 1:
        whole = slice(None) if b.w > 6 else slice(1, 1 + min(4, b.w))
        x = b.centre(y, b.p["heap" if y > 1 else "heap-low"][whole], style)
        if y > 2:
            b.c.write(x, y - 1, b.p["heap-top"][whole], style)
    elif b.state.before.rubble >> plot & 1:
        b.centre(y, "-", b.p.style("fresh", paper, bold=True))


# Houses


def house(b: TilePainter, plot: int, paper: str) -> bool:
    """Draw a house in the owner's colour, with the owner's sign and above it windows; return False if there is none."""
    seat = owner(b.view, plot)
    if seat is None:
        return False
    if b.h < 3:
        (beside_name if b.w >= BESIDE_NAME else town_house)(b, seat, paper)
        return True
    wide = 5 if b.w >= 5 else min(3, b.w - 1)
    left = (b.w - wide + 1) // 2
    ink = b.p.style(f"seat-{seat + 1}", paper)
    top = b.h - min(b.h - 1, 4 if b.w >= 9 else 3)
    gable = b.p["gable"] if wide == 5 else b.p["eaves"][0] + b.p["eaves"][1] * (wide - 2) + b.p["eaves"][2]
    b.c.write(left, top, gable, ink)
    for y in range(top + 1, b.h):
        wall(b, left, y, wide, seat, ink)
    return True


def town_house(b: TilePainter, seat: int, paper: str) -> None:
    """Draw a narrow house of two rows, at the right of a narrow plot."""
    left = b.w - TOWN_HOUSE
    roof = (b.p["eaves"][0] + b.p["eaves"][2])[max(0, LABEL - left) :]
    b.c.right(b.w, 0, roof, b.p.style(f"seat-{seat + 1}", paper))
    paint = b.p.style(f"seat-{seat + 1}-text", f"seat-{seat + 1}", bold=True)
    b.c.write(left, 1, b.sign(seat).ljust(TOWN_HOUSE), paint)


def beside_name(b: TilePainter, seat: int, paper: str) -> None:
    """Draw a house of two rows, to the right of the name of its plot."""
    ink = b.p.style(f"seat-{seat + 1}", paper)
    left = b.w - len(b.p["gable"])
    b.c.write(left, 0, b.p["gable"], ink)
    wall(b, left, 1, len(b.p["gable"]), seat, ink)


def wall(b: TilePainter, left: int, y: int, wide: int, seat: int, ink: Style) -> None:
    """Draw a storey: two windows, or on the ground floor the owner's sign."""
    window = b.p["window"]
    paint = b.p.style(f"seat-{seat + 1}-text", f"seat-{seat + 1}", bold=True)
    inner = wide - 2 if wide == 5 else wide
    above = y < b.h - 1
    text = f"{window}{' ' * (inner - 2)}{window}" if above else b.sign(seat, inner).center(inner)
    if wide == 5:
        b.c.write(left, y, b.p["walls"][0], ink)
        b.c.write(left + wide - 1, y, b.p["walls"][1], ink)
    b.c.write(left + (wide == 5), y, text, paint)


def built_label(b: TilePainter, plot: int, paper: str) -> None:
    """Write the name of a plot with a building, and a mark if it is new since the viewer's last move."""
    style, new = b.p.style(f"{paper}-text", paper), bool(b.state.before.free >> plot & 1)
    name = plot_title(b.view, plot) if b.w >= WORDS_FROM else plot_label(b.view, plot)
    if b.h < 3:
        b.c.write(
            0, 0, plot_label(b.view, plot), b.p.style("cursor", bold=True, reverse=True) if b.at_cursor else style
        )
        b.c.write(0, 1, "*" * new, b.p.style("fresh", paper, bold=True))
        return
    mark = "" if not new else " new" if b.w >= len(name) + 4 else "*"
    x = b.c.write(b.start_of(name + mark), 0, name, style)
    b.c.write(x, 0, mark, b.p.style("fresh", paper, bold=True))


# Around the plots


def map(b: TilePainter) -> None:
    """Draw the map under the plots: plazas, the numbers of the columns, and where colours cannot be mixed edges."""
    cells, cards = columns(b.view)
    across, w, h = row_of(b.view), (b.w - cards + 1) // cells, (b.h - 1) // 4
    style = b.p.style("muted")
    for x in range(cells):
        text = str(x + 1)
        b.c.write(x * w + x // across + max(0, (w - len(text)) // 2), 2 * h, text, style)
    built = set(b.view.city.cells)
    for row in range(4):
        for x in range(cells):
            if (row, x) not in built:
                left, top = x * w + x // across, row * h + row // 2
                word = PLAZA if w > len(PLAZA) else b.p["none"]
                b.c.write(left + (w - 1 - len(word)) // 2, top + (h - 1) // 2, word, b.p.style("faint"))
    for x in range(cells - 1 if b.p.flat else 0):
        for y in [row * h + row // 2 + line for row in range(4) for line in range(h - (h > 3))]:
            b.c.write((x + 1) * w + x // across - 1, y, b.p["frame"][3], b.p.style("frame"))


def rows(b: TilePainter) -> None:
    """Write the letters of the rows beside their plots."""
    h = (b.h - 1) // 4
    for row in range(4):
        name = next(name for name, cell in zip(b.view.city.names, b.view.city.cells, strict=True) if cell[0] == row)
        b.c.write(0, row * h + row // 2 + (h - 1) // 2, name[0], b.p.style("muted", bold=True))
