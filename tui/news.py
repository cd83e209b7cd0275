"""What others have done since a player's last move, in a line."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rich.cells import cell_len

from rules.match import Line, Seat

from .words import joined, said

CUT = "... "
"""Before the newest sentences, where there is no room for all; the log has the rest."""


def news(story: Sequence[Line], seats: Sequence[Seat], viewer: int, width: int, noted: bool = True) -> str:
    """In the sentences of the log, where all of them fit; else in notation, if that tells enough; else what each player
    did last, as far as there is room."""
    own = next((n for n in range(len(story), 0, -1) if story[n - 1].player == viewer), 0)
    turns = [(seats[player].name, list(lines)) for player, lines in groupby(story[own:], lambda line: line.player)]
    told = [f"{said(name, joined([line.text for line in lines]))}." for name, lines in turns]
    if noted and not fits(told, width):
        told = [f"{name}: {', '.join(line.short for line in lines)}." for name, lines in turns]
    if not fits(told, width):
        told = [f"{said(name, lines[-1].text)}." for name, lines in turns]
    cut = 0
    while cut < len(told) - 1 and not fits(told[cut:], width - len(CUT) * (cut > 0)):
        cut += 1
    return CUT * (cut > 0) + " ".join(told[cut:])


def fits(told: Sequence[str], width: int) -> bool:
    return cell_len(" ".join(told)) <= width
