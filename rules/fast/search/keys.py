"""Keys of actions in the search tree, compiled: unlike a number of `action_table`, a key names a card, not its place.

So an action has the same key in every world that a view allows.
"""

from __future__ import annotations

from ...splendor.state import BASE_MARKET
from ..engine import action_table as actions
from ..engine import layout as at
from ..engine import tables
from ..engine.compiled import part
from ..engine.effects import nth_discard
from ..engine.layout import BLOCK, ORIENT, PLAYERS, Row
from ..engine.legal import hand_card, slot_with

RESERVE = actions.BUYS
"""Actions that name no card keep their number, which is below this."""
PLACE, REMOVE, FREE, DISCARD, MOVE = range(RESERVE + at.CARD_NUMBER, RESERVE + 6 * at.CARD_NUMBER, at.CARD_NUMBER)
"""[card]; a move has [from, to]."""
BUY = MOVE + at.CARD_NUMBER * at.CARD_NUMBER
"""[card, payment]."""
KEYS = BUY + at.CARD_NUMBER * actions.ORIENT_WAYS
FIRST_KEYS = (
    (actions.RESERVES, actions.BLIND_RESERVES, RESERVE),
    (actions.FORT_PLACES, actions.MOVES, PLACE),
    (actions.REMOVALS, actions.CONQUESTS, REMOVE),
    (actions.FREE_CARDS, actions.PATRONS, FREE),
)
"""Numbers of actions by slot, from one to before the next, and the key for the first card."""


@part
def mover_cells(s: Row) -> int:
    """First cell of the player to move."""
    return int(PLAYERS + s[at.PLAYER] * BLOCK)


@part
def ways_in(s: Row) -> int:
    """Room for the payments of a purchase."""
    return actions.ORIENT_WAYS if s[at.MODULE] == ORIENT else actions.WAYS


@part
def card_at(s: Row, place: int) -> int:
    """The card at a place that the player to move may buy from."""
    if place < actions.HAND_PLACES:
        return int(s[at.MARKET + place])
    return hand_card(s, mover_cells(s), place - actions.HAND_PLACES)


@part
def discarded(s: Row, number: int) -> int:
    """The card of a number of a discard."""
    return nth_discard(s, mover_cells(s), int(s[at.EXTRA + 2]), number - actions.DISCARDS)


@part
def key_of(s: Row, number: int) -> int:
    """Key of a legal action with a number in a state."""
    if number >= actions.BUYS:
        place, way = (number - actions.BUYS) // ways_in(s), (number - actions.BUYS) % ways_in(s)
        return BUY + card_at(s, place) * actions.ORIENT_WAYS + way
    if actions.MOVES <= number < actions.REMOVALS:
        source, slot = (number - actions.MOVES) // BASE_MARKET, (number - actions.MOVES) % BASE_MARKET
        return int(MOVE + s[at.MARKET + source] * at.CARD_NUMBER + s[at.MARKET + slot])
    if number >= actions.DISCARDS:
        return DISCARD + discarded(s, number)
    for first, beyond, key in FIRST_KEYS:
        if first <= number < beyond:
            return key + int(s[at.MARKET + number - first])
    return number


@part
def place_with(s: Row, card: int) -> int:
    """Place of a card that the player to move may buy."""
    slot = slot_with(s, card)
    if slot < tables.MARKET_SIZE[s[at.MODULE]]:
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
    if key >= BUY:
        card, way = (key - BUY) // actions.ORIENT_WAYS, (key - BUY) % actions.ORIENT_WAYS
        return actions.BUYS + place_with(s, card) * ways_in(s) + way
    if key >= MOVE:
        source, card = (key - MOVE) // at.CARD_NUMBER, (key - MOVE) % at.CARD_NUMBER
        return actions.MOVES + slot_with(s, source) * BASE_MARKET + slot_with(s, card)
    if key >= DISCARD:
        number = actions.DISCARDS
        while DISCARD + discarded(s, number) != key:
            number += 1
        return number
    for first, _, first_key in FIRST_KEYS:
        if first_key <= key < first_key + at.CARD_NUMBER:
            return first + slot_with(s, key - first_key)
    return key
