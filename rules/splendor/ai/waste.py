"""Plain waste in Splendor, in words: see `tabletown.rules.analysis.explain`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ...core.game import Action
from ...core.text import join_words
from ..cards import CARDS, GOLD
from ..limits import HAND_LIMIT
from ..state import Splendor
from .drawbacks import distance, drawback, no_gold
from .plan import payable

DEAR = 3
"""Fewest gold tokens that are wasted on a card without points."""


def waste(s: Splendor, turn: Sequence[Action]) -> str:
    """The plain waste by the last of a turn's actions so far, before which the position is `s`; empty if there is none.
    The player who moves is "you".
    """
    p = s.players[s.player]
    match turn:
        case [("take", colours), *returned] if returned and Counter(colours) == Counter(a[1] for a in returned):
            return "this turn changes nothing: you return what you have taken"
        case [("buy", int(card), paid)] if paid[GOLD] >= DEAR and not CARDS[card].points:
            return drawback(s, turn[-1])
        case [("reserve", int(card))] if len(p.hand) + 1 == HAND_LIMIT and not any_payable(s, card):
            full = f"you then hold {HAND_LIMIT} reserved cards and can buy none of them yet"
            return "; ".join(filter(None, [join_words([*distance(s, p, card), *no_gold(s)]), full]))
    return ""


def any_payable(s: Splendor, card: int) -> bool:
    """True when the player to move could buy a reserved card, or this one, once it is reserved."""
    after = s.copy()
    after.players[s.player].tokens[GOLD] += bool(s.bank[GOLD])
    return any(payable(after, s.player, each) for each in (card, *s.players[s.player].reserved))
