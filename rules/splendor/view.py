"""What each player may know in Splendor: everything but the decks and other players' blind reserves."""

from __future__ import annotations

from random import Random

from .cards import BACK, CARDS, LEVELS
from .state import Splendor, draw


def observe(s: Splendor, player: int | None) -> Splendor:
    """The table as that player sees it: unknown cards are backs, and go into the pool that they came from."""
    v = s.copy()
    backs = list(v.backs)
    for seat, p in enumerate(v.players):
        if seat == player:
            continue
        for card in p.blind:
            if card < BACK:
                backs[CARDS[card].level] += 1
                v.decks[CARDS[card].level].append(card)
        p.blind = tuple(card if card >= BACK else BACK + CARDS[card].level for card in p.blind)
    for level in LEVELS:
        v.decks[level].sort()
    v.backs = tuple(backs)
    return v


def determinize(view: Splendor, rng: Random) -> Splendor:
    """A full table that agrees with the view: every back becomes a card of its level."""
    s = view.copy()
    for p in s.players:
        if p.blind:
            p.blind = tuple(draw(s.decks[card - BACK], rng) if card >= BACK else card for card in p.blind)
    s.backs = (0, 0, 0)
    return s
