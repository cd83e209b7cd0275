"""The log as boards draw it: wrapped sentences, the entry that led to the position shown marked."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import NamedTuple

from ..model.palette import Palette
from ..model.selection import Part
from ..narration.grammar import clause
from .board_state import BoardState
from .canvas import Canvas

LOG: Part = ("log",)
"""The part of a tile that shows the log; a click on a line goes to its position."""
RECENT: Part = ("recent",)
"""The part of a tile that shows the last turns in a small window."""


class Entry(NamedTuple):
    """An entry of the log: one move, or several of one player that a game tells together."""

    first: int
    """Ply of the first move."""
    ply: int
    """Ply of the last move."""
    player: int
    predicates: tuple[str, ...]
    """Sentences without their subject, their verbs in the base form."""


def entries(state: BoardState) -> list[Entry]:
    """The log with an entry for each move."""
    return [Entry(line.ply, line.ply, line.player, (line.text,)) for line in state.story]


def draw_log(canvas: Canvas, palette: Palette, state: BoardState, log: Sequence[Entry] | None = None) -> None:
    """Draw the log, by default with an entry for each move."""
    canvas.write(0, 0, palette["rule"] * canvas.width, palette.style("faint"))
    canvas.write(1, 0, " Log ", palette.style("muted"))
    rows = log_rows(state, canvas.width, canvas.height - 1, log)
    if not rows:
        canvas.write(1, 1, "No moves yet.", palette.style("faint"))
    for y, row in enumerate(rows, 1):
        marked = row.entry.first < state.ply <= row.entry.ply + 1 and state.ply < len(state.story)
        x = canvas.write(0, y, palette["here"] if marked else " ", palette.style("cursor", bold=True))
        x = canvas.write(x, y, row.text[: row.name], palette.style(f"seat-{row.entry.player + 1}"))
        canvas.write(x, y, row.text[row.name :], palette.style("ink" if marked else "muted", bold=marked))


class Row(NamedTuple):
    """A row of the log."""

    entry: Entry
    text: str
    name: int
    """Number of characters of the player's name at the start of an entry's first row; 0 in later rows."""


def log_rows(state: BoardState, width: int, rows: int, log: Sequence[Entry] | None = None) -> list[Row]:
    """The rows of a log of that size in cells: whole entries, as many as fit, up to a few after the position shown;
    none at the start of a game.
    """
    log = entries(state) if log is None else log
    if not state.ply:
        return []
    later: list[Row] = []
    for entry in [entry for entry in log if entry.first >= state.ply][: rows // 3]:
        more = entry_rows(state, entry, width)
        if len(later) + len(more) > rows // 3:
            break
        later += more
    earlier: list[Row] = []
    for entry in reversed([entry for entry in log if entry.first < state.ply]):
        more = entry_rows(state, entry, width)
        if earlier and len(more) + len(earlier) + len(later) > rows:
            break
        earlier = [*more, *earlier]
    return [*earlier, *later][:rows]


def entry_rows(state: BoardState, entry: Entry, width: int) -> list[Row]:
    """The rows of one entry of the log, wrapped."""
    name = state.seats[entry.player].name
    first, *others = wrap(clause(name, *entry.predicates), max(8, width - 1), subsequent_indent="  ")
    return [Row(entry, first, min(len(name), len(first))), *(Row(entry, text, 0) for text in others)]
