"""What others have done since a player's last move, in a line."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rich.cells import cell_len

from tabletown.rules.core.match import LogLine, Seat

from .grammar import clause

CUT = "... "
"""Before the newest moves, where there is no room for all; the log has the rest."""


def since(story: Sequence[LogLine], viewer: int) -> list[LogLine]:
    """The lines after the viewer's last one."""
    own = next((n for n in range(len(story), 0, -1) if story[n - 1].player == viewer), 0)
    return list(story[own:])


def news(moves: Sequence[LogLine], seats: Sequence[Seat], width: int, noted: bool = True) -> str:
    """In the sentences of the log, where all of them fit, else in notation, if that tells enough; where neither has
    room, without the oldest moves, as few of them as need be."""
    ways = [in_sentences, in_notation] if noted else [in_sentences]
    for cut in range(len(moves)):
        for way in ways:
            if cell_len(text := CUT * (cut > 0) + way(moves[cut:], seats)) <= width:
                return text
    return CUT * (len(moves) > 1) + in_sentences(moves[-1:], seats)


def in_sentences(moves: Sequence[LogLine], seats: Sequence[Seat]) -> str:
    """ "Hana takes white. Otto passes."."""
    turns = groupby(moves, lambda line: line.player)
    return " ".join(f"{clause(seats[player].name, *[line.text for line in lines])}." for player, lines in turns)


def in_notation(moves: Sequence[LogLine], seats: Sequence[Seat]) -> str:
    """ "Hana: take w. Otto: pass."."""
    turns = groupby(moves, lambda line: line.player)
    return " ".join(f"{seats[player].name}: {', '.join(line.notation for line in lines)}." for player, lines in turns)
