"""Views, compiled: everything but the decks and the other players' face-down reserved cards."""

from __future__ import annotations

from ...splendor.cards import BACK
from . import layout as at
from . import tables
from .compiled import part
from .layout import BLOCK, PLAYERS, Row
from .pieces import draw, insert

SPECTATOR = -1


@part
def put_back(s: Row, card: int) -> None:
    """Put a card into its deck, which stays sorted."""
    deck = tables.DECK[card]
    insert(s, at.DECK_SIZE + deck, tables.POOL_START[deck], card)


@part
def observe(s: Row, seat: int) -> None:
    """Turn a state into the view of a seat or of a SPECTATOR: hidden cards are backs, and are put into their deck."""
    for player in range(int(s[at.SEATS])):
        p = PLAYERS + player * BLOCK
        if player != seat:
            for i in range(int(s[p + at.BLIND])):
                card = int(s[p + at.BLIND_HAND + i])
                if card < BACK:
                    deck = tables.DECK[card]
                    put_back(s, card)
                    s[at.BACKS + deck] += 1
                    s[p + at.BLIND_HAND + i] = BACK + deck


@part
def determinize(s: Row, source: Row) -> None:
    """Turn a view into a full state that agrees with it: every back becomes a random card of its deck."""
    for player in range(int(s[at.SEATS])):
        p = PLAYERS + player * BLOCK
        for i in range(int(s[p + at.BLIND])):
            card = int(s[p + at.BLIND_HAND + i])
            if card >= BACK:
                s[p + at.BLIND_HAND + i] = draw(s, card - BACK, source)
    for cell in range(at.BACKS, at.DECKS):
        s[cell] = 0
