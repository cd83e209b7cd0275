"""Recap of the moves of others since a player's last move, in one line."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rich.cells import cell_len

from tabletown.rules.core.match import LogLine, Seat
from tabletown.rules.core.text import join_words

from .grammar import clause

CUT = "... "
"""Mark before the newest moves where not all fit; the log has the rest."""


def since(story: Sequence[LogLine], viewer: int) -> list[LogLine]:
    """The log lines after the viewer's last move."""
    own = next((n for n in range(len(story), 0, -1) if story[n - 1].player == viewer), 0)
    return list(story[own:])


def news(moves: Sequence[LogLine], seats: Sequence[Seat], width: int) -> str:
    """Moves in at most `width` cells: as sentences if all fit, else in short words.

    Where neither fits, as few of the oldest moves as possible are left out.
    """
    for cut in range(len(moves)):
        for way in (in_sentences, in_short):
            if cell_len(text := CUT * (cut > 0) + way(moves[cut:], seats)) <= width:
                return text
    return CUT * (len(moves) > 1) + in_sentences(moves[-1:], seats)


def in_sentences(moves: Sequence[LogLine], seats: Sequence[Seat]) -> str:
    """Moves as sentences: "Hana takes white. Otto passes."."""
    turns = groupby(moves, lambda line: line.player)
    return " ".join(f"{clause(seats[player].name, *[line.text for line in lines])}." for player, lines in turns)


def in_short(moves: Sequence[LogLine], seats: Sequence[Seat]) -> str:
    """Moves in the short words of their notation: "Hana took W and gained a noble. Otto passed."."""
    turns = groupby(moves, lambda line: line.player)
    return " ".join(f"{seats[player].name} {join_words([line.notation for line in lines])}." for player, lines in turns)
