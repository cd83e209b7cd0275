"""Lists of cards and tiles in a row of numbers, compiled, and random draws from the decks."""

from __future__ import annotations

from ...splendor.cards import EMPTY
from ...splendor.state import BASE_MARKET, SLOTS
from . import layout as at
from . import tables
from .compiled import compiled
from .layout import NONE, Row
from .source import Source, random_below


@compiled
def fill(s: Row, first: int, beyond: int, value: int) -> None:
    """Set the cells from `first` to before `beyond`."""
    for cell in range(first, beyond):
        s[cell] = value


@compiled
def cut(s: Row, first: int, room: int, i: int) -> None:
    """Remove item i of a list with that much room."""
    for place in range(first + i, first + room - 1):
        s[place] = s[place + 1]
    s[first + room - 1] = NONE


@compiled
def cut_value(s: Row, count: int, first: int, room: int, value: int) -> bool:
    """Remove a value from a list, whose length is in the cell `count`; returns False where it has none."""
    for i in range(int(s[count])):
        if s[first + i] == value:
            cut(s, first, room, i)
            s[count] -= 1
            return True
    return False


@compiled
def append(s: Row, count: int, first: int, value: int) -> None:
    s[first + s[count]] = value
    s[count] += 1


@compiled
def draw(s: Row, deck: int, source: Source) -> int:
    """Remove a random card from a deck and return it."""
    size, first = int(s[at.DECK_SIZE + deck]), tables.POOL_START[deck]
    i = random_below(source, size)
    card = int(s[first + i])
    cut(s, first, tables.POOL_SIZE[deck], i)
    s[at.DECK_SIZE + deck] = size - 1
    return card


@compiled
def refill(s: Row, source: Source) -> None:
    """Reveal a card in every empty slot whose deck is not empty."""
    for slot in range(BASE_MARKET):
        if s[at.MARKET + slot] == EMPTY and s[at.DECK_SIZE + slot // SLOTS]:
            s[at.MARKET + slot] = draw(s, slot // SLOTS, source)
