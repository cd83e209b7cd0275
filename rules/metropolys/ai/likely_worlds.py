"""Determinizations for advice, where late in a Family game map cards are likelier that a player's buildings speak for.

Bots play by those of `observation`, where every card is as likely as any other.
"""

from __future__ import annotations

from itertools import permutations
from math import prod
from random import Random

from .. import observation
from ..board import BUILDINGS
from ..objectives import FACE_DOWN, decks
from ..state import Metropolys
from .suspicions import likelihood

TELLING = len(BUILDINGS) // 2 + 1
"""Buildings of a player from which they tell enough about the map card."""


def determinize(view: Metropolys, rng: Random) -> Metropolys:
    """A full state that agrees with the view."""
    if view.version == "family" and any(p.places.bit_count() >= TELLING for p in view.players):
        view = view.copy()
        deal_map_cards(view, rng)
    return observation.determinize(view, rng)


def deal_map_cards(s: Metropolys, rng: Random) -> None:
    """Deal the hidden map cards, each deal as often as the buildings of all players make it likely."""
    seats = [seat for seat, p in enumerate(s.players) if p.cards[0] == FACE_DOWN]
    visible = {p.cards[0] for p in s.players}
    pool = [card for card in decks(s.version, len(s.players))[0] if card not in visible]
    deals = [*permutations(pool, len(seats))]
    weights = [prod([likelihood(s, seat, card) for seat, card in zip(seats, deal, strict=True)]) for deal in deals]
    [deal] = rng.choices(deals, weights)
    for seat, card in zip(seats, deal, strict=True):
        s.players[seat].cards = (card,)
