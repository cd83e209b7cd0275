"""Views of Metropolys: without the others' objectives and, if building values are hidden, without the values built."""

from __future__ import annotations

from random import Random

from .board import BUILDINGS, places, size
from .objectives import FACE_DOWN, decks
from .state import UNSEEN, Metropolys, draw


def observe(s: Metropolys, player: int | None) -> Metropolys:
    """The view of a player (None: a spectator). Objectives are revealed at the end, hidden building values never."""
    v = s.copy()
    if not v.over:
        for seat, p in enumerate(v.players):
            if seat != player:
                p.cards = (FACE_DOWN,) * len(p.cards)
    if v.memory == "off":
        v.values = [value and UNSEEN for value in v.values]
    return v


def determinize(view: Metropolys, rng: Random) -> Metropolys:
    """A full state that agrees with the view: hidden objectives and values are dealt at random from those possible."""
    s = view.copy()
    deal_cards(s, rng)
    if s.memory == "off":
        for seat in range(len(s.players)):
            deal_values(s, seat, rng)
    return s


def deal_cards(s: Metropolys, rng: Random) -> None:
    """Deal a card of the right deck in place of every face-down one."""
    pools = [list(deck) for deck in decks(s.version, len(s.players))]
    for p in s.players:
        for pool, card in zip(pools, p.cards, strict=True):
            if card != FACE_DOWN:
                pool.remove(card)
    for p in s.players:
        if FACE_DOWN in p.cards:
            p.cards = tuple(
                draw(pool, rng) if card == FACE_DOWN else card for pool, card in zip(pools, p.cards, strict=True)
            )


def deal_values(s: Metropolys, seat: int, rng: Random) -> None:
    """Deal values to a player's buildings of unknown value, by size, from those in neither hand nor bids."""
    p = s.players[seat]
    seen = [s.values[place] for place in places(p.places)]
    lying = [value for bidder, _, value in s.bids if bidder == seat]
    missing = [v for v in BUILDINGS if not p.hand >> v - 1 & 1 and v not in seen and v not in lying]
    for which, built in enumerate(p.built):
        pool = [value for value in missing if size(value) == which]
        for place in places(built):
            if s.values[place] == UNSEEN:
                s.values[place] = draw(pool, rng)
