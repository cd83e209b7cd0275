"""The log as boards draw it: wrapped sentences, the line that led to the position shown marked."""

from __future__ import annotations

from textwrap import wrap
from typing import NamedTuple

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
    if not state.story:
        canvas.write(1, 1, "No moves yet.", palette.style("faint"))
    for y, row in enumerate(log_rows(state, canvas.width, canvas.height - 1), 1):
        marked = row.line.ply == state.ply - 1 and state.ply < len(state.story)
        x = canvas.write(0, y, palette["here"] if marked else " ", palette.style("cursor", bold=True))
        x = canvas.write(x, y, row.text[: row.name], palette.style(f"seat-{row.line.player + 1}"))
        canvas.write(x, y, row.text[row.name :], palette.style("ink" if marked else "muted", bold=marked))


class Row(NamedTuple):
    """A row of the log."""

    line: LogLine
    text: str
    name: int
    """Number of characters of the player's name at the start of a line's first row; 0 in later rows."""


def log_rows(state: BoardState, width: int, rows: int) -> list[Row]:
    """The rows of a log of that size in cells: whole lines, as many as fit, up to a few after the position shown."""
    later: list[Row] = []
    for line in state.story[state.ply :][: rows // 3]:
        more = line_rows(state, line, width)
        if len(later) + len(more) > rows // 3:
            break
        later += more
    log: list[Row] = []
    for line in reversed(state.story[: state.ply]):
        more = line_rows(state, line, width)
        if log and len(more) + len(log) + len(later) > rows:
            break
        log = [*more, *log]
    return [*log, *later][:rows]


def line_rows(state: BoardState, line: LogLine, width: int) -> list[Row]:
    """The rows of one line of the log, wrapped."""
    name = state.seats[line.player].name
    first, *others = wrap(clause(name, line.text), max(8, width - 1), subsequent_indent="  ")
    return [Row(line, first, min(len(name), len(first))), *(Row(line, text, 0) for text in others)]
