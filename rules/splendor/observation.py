"""Views of Splendor: everything but the decks and the other players' face-down reserved cards."""

from __future__ import annotations

from random import Random

from .cards import BACK, DECK
from .state import Splendor, draw


def observe(s: Splendor, player: int | None) -> Splendor:
    """The view of a player (None: a spectator): hidden cards are backs, and are put into the pool they came from."""
    v = s.copy()
    backs = list(v.backs)
    for seat, p in enumerate(v.players):
        if seat == player:
            continue
        for card in p.blind:
            if card < BACK:
                backs[DECK[card]] += 1
                v.decks[DECK[card]] += (card,)
        p.blind = tuple(card if card >= BACK else BACK + DECK[card] for card in p.blind)
    v.decks = [tuple(sorted(deck)) for deck in v.decks]
    v.backs = tuple(backs)
    return v


def determinize(view: Splendor, rng: Random) -> Splendor:
    """A full state that agrees with the view: every back becomes a random card of its deck."""
    s = view.copy()
    for p in s.players:
        if p.blind:
            p.blind = tuple(draw(s, card - BACK, rng) if card >= BACK else card for card in p.blind)
    s.backs = (0,) * len(s.decks)
    return s
