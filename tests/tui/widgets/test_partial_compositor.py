"""Partial updates: all cells of a changed span are sent, from its first to its last, and no others."""

from __future__ import annotations

import io

import pytest
from rich.console import Console
from rich.segment import Segment
from textual.strip import Strip

from tabletown.tui.widgets.partial_compositor import SparingUpdate

ROW = "abcdefghij"


@pytest.mark.parametrize(("first", "last"), [(0, 1), (2, 5), (3, 10), (9, 10), (0, 10)])
@pytest.mark.parametrize("cuts", [(10,), (4, 10), (1, 9, 10)])
def test_a_span_is_sent_whole(first: int, last: int, cuts: tuple[int, ...]) -> None:
    """Also for changes across widgets, which divide the row at the cuts."""
    starts = (0, *cuts[:-1])
    chops = [{begin: Strip([Segment(ROW[begin:end])]) for begin, end in zip(starts, cuts, strict=True)}]
    update = SparingUpdate(chops, [(0, first, last)], [list(cuts)])
    sent = update.render_segments(Console(file=io.StringIO(), color_system=None))
    row, at = ["."] * len(ROW), 0
    for part in sent.split("\x1b[")[1:]:
        move, _, text = part.partition("H")
        at = int(move.split(";")[1]) - 1
        row[at : at + len(text)] = text
    assert "".join(row) == "." * first + ROW[first:last] + "." * (len(ROW) - last)
