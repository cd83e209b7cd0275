"""Views of 1906 San Francisco: everything but the decks and the others' secret objectives."""

from __future__ import annotations

from random import Random

from .state import FACE_DOWN, Sf1906, draw


def observe(s: Sf1906, player: int | None) -> Sf1906:
    """The view of a player (None: a spectator): the others' secret objectives are face down, and put into the deck.

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
    """A full state that agrees with the view: every face-down objective becomes a random one of the deck."""
    s = view.copy()
    for p in s.players:
        if FACE_DOWN in p.secret:
            p.secret = tuple([draw(s.objective_deck, rng) if card == FACE_DOWN else card for card in p.secret])
    return s
