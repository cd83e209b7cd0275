"""Keys of actions in the search tree, compiled: unlike a number of `action_table`, a key names a card, not its place.

So an action has the same key in every world that a view allows.
"""

from __future__ import annotations

from ...splendor.state import BASE_MARKET
from ..engine import action_table as actions
from ..engine import layout as at
from ..engine.compiled import part
from ..engine.layout import BLOCK, PLAYERS, Row
from ..engine.legal import hand_card

RESERVE = actions.BUYS
"""Actions that name no card keep their number, which is below this."""
BUY = RESERVE + at.CARD_NUMBER
"""[card, payment]."""
KEYS = BUY + at.CARD_NUMBER * actions.WAYS


@part
def mover_cells(s: Row) -> int:
    """First cell of the player to move."""
    return int(PLAYERS + s[at.PLAYER] * BLOCK)


@part
def card_at(s: Row, place: int) -> int:
    """The card at a place that the player to move may buy from."""
    if place < actions.HAND_PLACES:
        return int(s[at.MARKET + place])
    return hand_card(s, mover_cells(s), place - actions.HAND_PLACES)


@part
def key_of(s: Row, number: int) -> int:
    """Key of a legal action with a number in a state."""
    if actions.RESERVES <= number < actions.BLIND_RESERVES:
        return RESERVE + int(s[at.MARKET + number - actions.RESERVES])
    if number >= actions.BUYS:
        place, way = (number - actions.BUYS) // actions.WAYS, (number - actions.BUYS) % actions.WAYS
        return BUY + card_at(s, place) * actions.WAYS + way
    return number


@part
def place_with(s: Row, card: int) -> int:
    """Place of a card that the player to move may reserve or buy."""
    slot = 0
    while slot < BASE_MARKET and s[at.MARKET + slot] != card:
        slot += 1
    if slot < BASE_MARKET:
        return slot
    p, i = mover_cells(s), 0
    while i < 2 and hand_card(s, p, i) != card:
        i += 1
    return actions.HAND_PLACES + i


@part
def number_of(s: Row, key: int) -> int:
    """Number of the action with a key, which must be legal in the state."""
    if key < RESERVE:
        return key
    if key < BUY:
        return actions.RESERVES + place_with(s, key - RESERVE)
    card, way = (key - BUY) // actions.WAYS, (key - BUY) % actions.WAYS
    return actions.BUYS + place_with(s, card) * actions.WAYS + way
