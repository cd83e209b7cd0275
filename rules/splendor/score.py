"""Points and victory in Splendor (rulebook, "End of the game")."""

from __future__ import annotations

from ..core.game import Score
from .cards import CARDS, NOBLES
from .expansions.registry import MODULES
from .state import Splendor


def score(s: Splendor) -> tuple[Score, ...]:
    """Prestige points of every player, counted from the pieces."""
    return tuple(
        (
            ("Level 1 cards", sum(CARDS[c].points for c in p.cards if CARDS[c].level == 0)),
            ("Level 2 cards", sum(CARDS[c].points for c in p.cards if CARDS[c].level == 1)),
            ("Level 3 cards", sum(CARDS[c].points for c in p.cards if CARDS[c].level == 2)),
            *([("Nobles", sum(NOBLES[n].points for n in p.nobles))] if MODULES[s.module].nobles else []),
            *MODULES[s.module].parts(s, player),
        )
        for player, p in enumerate(s.players)
    )


def winners(s: Splendor) -> tuple[int, ...]:
    """Winners among the contenders: most prestige points, then fewest development cards; further ties share the win."""
    ranks = {player: (p.points, -len(p.cards)) for player, p in enumerate(s.players)}
    best = max(ranks[player] for player in MODULES[s.module].contenders(s))
    return tuple(player for player in MODULES[s.module].contenders(s) if ranks[player] == best)


def stalemate(s: Splendor) -> bool:
    """Return whether the game ended because everybody had to pass."""
    return s.over and s.passes == len(s.players)
