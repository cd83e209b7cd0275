"""The log as boards draw it: sentences, wrapped, the line that led to what is shown marked."""

from __future__ import annotations

from textwrap import wrap

from tabletown.rules.core.match import LogLine

from ..model.palette import Palette
from ..model.selection import Part
from ..narration.grammar import clause
from .board_state import BoardState
from .canvas import Canvas

LOG: Part = ("log",)
"""The part of a tile that shows the log; a click on a line goes to its position."""


def draw_log(canvas: Canvas, palette: Palette, state: BoardState) -> None:
    canvas.write(0, 0, palette["rule"] * canvas.width, palette.style("faint"))
    canvas.write(1, 0, " Log ", palette.style("muted"))
    for y, (line, text) in enumerate(log_rows(state, canvas.width, canvas.height - 1), 1):
        here = line.ply == state.shown - 1 and state.shown < len(state.story)
        name = state.seats[line.player].name
        x = canvas.write(0, y, palette["here"] if here else " ", palette.style("cursor", bold=True))
        if text.startswith(name):
            x = canvas.write(x, y, name, palette.style(f"seat-{line.player + 1}"))
            text = text.removeprefix(name)
        canvas.write(x, y, text, palette.style("ink" if here else "muted", bold=here))


def log_rows(state: BoardState, width: int, rows: int) -> list[tuple[LogLine, str]]:
    """The rows of a log of that size: up to what is shown and a little further, as many as fit."""
    newest = min(len(state.story), state.shown + rows // 3)
    found: list[tuple[LogLine, str]] = []
    for line in reversed(state.story[:newest]):
        text = clause(state.seats[line.player].name, line.text)
        found = [(line, part) for part in wrap(text, max(8, width - 1), subsequent_indent="  ")] + found
        if len(found) >= rows:
            break
    return found[-rows:]
