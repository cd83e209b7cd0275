"""The best of several moves that win almost surely: the quickest, or where the length is given the best margin."""

from __future__ import annotations

from typing import Any

from ..bots.bot import Choice, Limit
from ..bots.quickest_win import WON, quickest_win
from ..core.game import Game
from .margin import as_sure, by_margin, margin_counts

SECONDS = 5.0
"""Time limit of a search of which a comparison takes a share."""


def can_finish(game: Game[Any], choice: Choice) -> bool:
    """Return whether several moves win almost surely, so that it matters how the game is won."""
    return margin_counts(game, choice) or (choice.value >= WON and len(as_sure(choice)) > 1)


def finish(game: Game[Any], view: Any, choice: Choice, seed: str) -> Choice:
    """The choice, or a move that wins about as surely and better."""
    if margin_counts(game, choice):
        return by_margin(game, view, choice)
    return quickest_win(game, view, choice, seed, Limit(SECONDS))
