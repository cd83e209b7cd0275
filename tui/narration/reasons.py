"""The reasons for a suggested move, as a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tabletown.rules.analysis.explain import joined, named, strongest
from tabletown.rules.bots.bot import Choice
from tabletown.rules.core.game import Game
from tabletown.rules.core.match import Seat

from .grammar import sentence

UNNAMED = "no single gain stands out; the search finds most in what follows it"
"""The reason for a move that has none in words."""


def reasons(game: Game[Any], seats: Sequence[Seat], view: Any, choice: Choice) -> str:
    """The strongest reasons for the move, those that everyone sees last, or that none can be named."""
    names, player = [seat.name for seat in seats], game.turn(view)
    best = sorted(strongest(game, view, choice, names), key=lambda term: term.obvious)
    if player is not None and seats[player].bot:
        best = [named(term, names[player]) for term in best]
    return sentence(joined(best) or UNNAMED)
