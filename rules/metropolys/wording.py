"""Moves of Metropolys in sentences."""

from __future__ import annotations

from random import Random

from ..core.game import Action
from ..core.text import Perspective, in_perspective, join_words
from .board import DISTRICTS, NAMES
from .score import highest_in
from .state import TOKENS, Metropolys
from .turn import advance


def describe(s: Metropolys, a: Action, perspective: Perspective = "third", brief: bool = False) -> str:
    """The action as a sentence without its subject: "opens with 7 on C9"; `brief` has no consequences to leave out."""
    match a:
        case ("bid", place, value):
            words = f"{'bid' if s.bids else 'open with'} {value} on {NAMES[place]}"
        case _:
            words = "pass"
    return in_perspective(words, perspective)


def automatic_effects(s: Metropolys, a: Action) -> str:
    """Gains of the winner of the auction that the action ends, if it ends one: "taking the subway card"."""
    after = s.copy()
    advance(after, a, Random(0))
    if after.bids:
        return ""
    seat = after.player
    taken = [
        f"the {kind} token"
        for kind, old, new in zip(TOKENS, s.players[seat].tokens, after.players[seat].tokens, strict=True)
        if new > old
    ]
    taken += ["the subway card"] * (s.subway_card != after.subway_card)
    taken += ["the archaeology card"] * (s.archaeology_card != after.archaeology_card)
    for n, district in enumerate(DISTRICTS if s.version == "expert" else ()):
        leaders = highest_in(after, n)
        if seat in leaders and seat not in highest_in(s, n):
            taken.append(f"{'the lead' if len(leaders) == 1 else 'a share of the lead'} in the {district}")
    return f"taking {join_words(taken)}" if taken else ""
