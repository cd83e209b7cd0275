"""What each player may know in 1906 San Francisco: everything but the decks and others' secret objectives."""

from __future__ import annotations

from random import Random

from .state import FACE_DOWN, Sf1906, draw


def observe(s: Sf1906, player: int | None) -> Sf1906:
    """The table as that player sees it: others' secret objectives lie face down, and in the pool of the deck.

    At the end all are revealed.
    """
    v = s.copy()
    if not v.over:
        for seat, p in enumerate(v.players):
            if seat != player:
                v.objective_deck += [card for card in p.secret if card != FACE_DOWN]
                p.secret = (FACE_DOWN,) * len(p.secret)
    v.objective_deck.sort()
    v.permit_deck.sort()
    return v


def determinize(view: Sf1906, rng: Random) -> Sf1906:
    """A full table that agrees with the view: an objective of the pool for every one that lies face down."""
    s = view.copy()
    for p in s.players:
        if FACE_DOWN in p.secret:
            p.secret = tuple([draw(s.objective_deck, rng) if card == FACE_DOWN else card for card in p.secret])
    return s
