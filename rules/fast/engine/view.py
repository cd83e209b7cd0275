"""Views, compiled: everything but the decks and the other players' face-down reserved cards."""

from __future__ import annotations

from ...splendor.cards import BACK
from . import layout as at
from . import tables
from .compiled import compiled
from .layout import BLOCK, PLAYERS, Row
from .pieces import draw
from .source import Source

SPECTATOR = -1
CARD_NUMBER = at.CARD_NUMBER


@compiled
def put_back(s: Row, card: int) -> None:
    """Put a card into its deck, which stays sorted."""
    deck = tables.LEVEL[card]
    first = tables.POOL_START[deck]
    place = first + s[at.DECK_SIZE + deck]
    while place > first and s[place - 1] > card:
        s[place] = s[place - 1]
        place -= 1
    s[place] = card
    s[at.DECK_SIZE + deck] += 1


@compiled
def observe(s: Row, seat: int) -> None:
    """Turn a state into the view of a seat or of a SPECTATOR: hidden cards are backs, and are put into their deck."""
    for player in range(int(s[at.SEATS])):
        p = PLAYERS + player * BLOCK
        if player != seat:
            for i in range(int(s[p + at.BLIND])):
                card = int(s[p + at.BLIND_HAND + i])
                if card < CARD_NUMBER:
                    deck = tables.LEVEL[card]
                    put_back(s, card)
                    s[at.BACKS + deck] += 1
                    s[p + at.BLIND_HAND + i] = BACK + deck


@compiled
def determinize(s: Row, source: Source) -> None:
    """Turn a view into a full state that agrees with it: every back becomes a random card of its deck."""
    for player in range(int(s[at.SEATS])):
        p = PLAYERS + player * BLOCK
        for i in range(int(s[p + at.BLIND])):
            card = int(s[p + at.BLIND_HAND + i])
            if card >= CARD_NUMBER:
                s[p + at.BLIND_HAND + i] = draw(s, card - BACK, source)
    for cell in range(at.BACKS, at.DECKS):
        s[cell] = 0
