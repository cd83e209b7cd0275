"""Lists of cards and tiles in a row of numbers, compiled, and random draws from the decks."""

from __future__ import annotations

from ...splendor.cards import EMPTY
from . import layout as at
from . import tables
from .compiled import part
from .layout import NONE, Row
from .source import random_below


@part
def fill(s: Row, first: int, beyond: int, value: int) -> None:
    """Set the cells from `first` to before `beyond`."""
    for cell in range(first, beyond):
        s[cell] = value


@part
def cut(s: Row, first: int, room: int, i: int) -> None:
    """Remove item i of a list with that much room."""
    for place in range(first + i, first + room - 1):
        s[place] = s[place + 1]
    s[first + room - 1] = NONE


@part
def place_in(s: Row, count: int, value: int) -> int:
    """Place of a value in the list that follows the cell `count`; the length of the list where it has none."""
    n = int(s[count])
    for i in range(n):
        if s[count + 1 + i] == value:
            return i
    return n


@part
def cut_value(s: Row, count: int, room: int, value: int) -> bool:
    """Remove a value from the list that follows the cell `count`; returns False where it has none."""
    i = place_in(s, count, value)
    if i == s[count]:
        return False
    cut(s, count + 1, room, i)
    s[count] -= 1
    return True


@part
def append(s: Row, count: int, first: int, value: int) -> None:
    """Add a value to the list from `first` on, whose length is in the cell `count`."""
    s[first + s[count]] = value
    s[count] += 1


@part
def insert(s: Row, count: int, first: int, value: int) -> None:
    """The same for a list that stays sorted."""
    place = first + s[count]
    while place > first and s[place - 1] > value:
        s[place] = s[place - 1]
        place -= 1
    s[place] = value
    s[count] += 1


@part
def draw(s: Row, deck: int, source: Row) -> int:
    """Remove a random card from a deck and return it."""
    size, first = int(s[at.DECK_SIZE + deck]), tables.POOL_START[deck]
    i = random_below(source, size)
    card = int(s[first + i])
    cut(s, first, size, i)
    s[at.DECK_SIZE + deck] = size - 1
    return card


@part
def refill(s: Row, source: Row) -> None:
    """Reveal a card in every empty slot whose deck is not empty."""
    for slot in range(tables.MARKET_SIZE[s[at.MODULE]]):
        if s[at.MARKET + slot] == EMPTY and s[at.DECK_SIZE + tables.SLOT_DECK[slot]]:
            s[at.MARKET + slot] = draw(s, tables.SLOT_DECK[slot], source)
