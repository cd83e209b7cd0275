"""Points and victory in Splendor (rulebook, "End of the game")."""

from __future__ import annotations

from ..game import Score
from .cards import CARDS, NOBLES
from .state import Splendor


def score(s: Splendor) -> tuple[Score, ...]:
    """Prestige points of every player, counted from the pieces."""
    return tuple(
        (
            ("Level 1 cards", sum(CARDS[c].points for c in p.cards if CARDS[c].level == 0)),
            ("Level 2 cards", sum(CARDS[c].points for c in p.cards if CARDS[c].level == 1)),
            ("Level 3 cards", sum(CARDS[c].points for c in p.cards if CARDS[c].level == 2)),
            ("Nobles", sum(NOBLES[n].points for n in p.nobles)),
        )
        for p in s.players
    )


def winners(s: Splendor) -> tuple[int, ...]:
    """Most points; then fewest development cards bought; then the victory is shared."""
    ranks = [(p.points, -len(p.cards)) for p in s.players]
    return tuple(player for player, rank in enumerate(ranks) if rank == max(ranks))


def stalemate(s: Splendor) -> bool:
    """Did the game end because everybody had to pass?"""
    return s.over and s.passes == len(s.players)
