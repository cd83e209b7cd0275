"""Recap of the moves of others since a player's last move, in one line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from rich.cells import cell_len

from tabletown.rules.core.match import LogLine, Seat
from tabletown.rules.core.text import join_words

from .grammar import by_turn, clause

CUT = "..."
"""Mark before the newest moves where not all fit; the log has the rest."""


def since(story: Sequence[LogLine], viewer: int) -> list[LogLine]:
    """The log lines after the viewer's last move."""
    own = next((n for n in range(len(story), 0, -1) if story[n - 1].player == viewer), 0)
    return list(story[own:])


def news(moves: Sequence[LogLine], seats: Sequence[Seat], width: int) -> str:
    """Moves in at most `width` cells: as sentences if all fit, else in short words.

    Where neither fits, as few of the oldest moves as possible are left out.
    """
    return " ".join(text for _, text in news_by_player(moves, seats, width))


def news_by_player(moves: Sequence[LogLine], seats: Sequence[Seat], width: int) -> list[tuple[int | None, str]]:
    """The same, each sentence with its player; None for the mark before the newest moves."""
    for cut in range(len(moves)):
        for way in (in_full, in_short):
            sentences = marked(cut > 0, by_player(moves[cut:], seats, way))
            if sum(cell_len(text) + 1 for _, text in sentences) - 1 <= width:
                return sentences
    return marked(len(moves) > 1, by_player(moves[-1:], seats, in_full))


def marked(cut: bool, sentences: list[tuple[int, str]]) -> list[tuple[int | None, str]]:
    """Sentences with their players, after a mark if some were left out."""
    return [*([(None, CUT)] if cut else []), *sentences]


def by_player(
    moves: Sequence[LogLine], seats: Sequence[Seat], way: Callable[[str, list[LogLine]], str]
) -> list[tuple[int, str]]:
    """A sentence for each run of moves by one player, with the player."""
    turns = groupby(moves, lambda line: line.player)
    return [(player, way(seats[player].name, list(lines))) for player, lines in turns]


def in_full(name: str, moves: list[LogLine]) -> str:
    """A player's moves in a sentence: "Hana takes white."."""
    return f"{clause(name, *[line.text for line in moves])}."


def in_short(name: str, moves: list[LogLine]) -> str:
    """A player's moves in the short words of their notation: "Hana took W and gained a noble."."""
    return f"{name} {', '.join(map(join_words, by_turn([line.notation for line in moves])))}."
