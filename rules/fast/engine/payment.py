"""Ways to pay for a card, compiled.

For each colour the gold spent on it ranges from what is missing to the whole price; `worth` tokens of a colour go for
a gold token. Payments are numbered: those with less gold come first, then those with less of it on white, and so on.
"""

from __future__ import annotations

from ...splendor.cards import GOLD
from .compiled import compiled
from .layout import BANK, BONUSES, TOKENS, Row
from .tables import COST

BITS = 8
"""Bits for each coefficient of a polynomial; no coefficient is above 126."""
LAST_BITS = (1 << BITS) - 1


@compiled
def price(s: Row, p: int, card: int, colour: int) -> int:
    """Tokens of a colour that the player must pay after bonuses."""
    return max(0, COST[card, colour] - s[p + BONUSES + colour])


@compiled
def least_gold(s: Row, p: int, card: int, colour: int, worth: int) -> int:
    """Gold tokens without which the player cannot pay for a colour."""
    missing = price(s, p, card, colour) - s[p + TOKENS + colour]
    return (missing + worth - 1) // worth if missing > 0 else 0


@compiled
def spare_gold(s: Row, p: int, card: int, worth: int) -> int:
    """Gold tokens left after a purchase with the least gold; negative where the card is not affordable."""
    gold = s[p + TOKENS + GOLD]
    for colour in range(GOLD):
        gold -= least_gold(s, p, card, colour, worth)
        if gold < 0:
            return gold
    return gold


@compiled
def more_gold(s: Row, p: int, card: int, colour: int, worth: int) -> int:
    """Gold tokens that the player may spend on a colour beyond the least."""
    return (price(s, p, card, colour) + worth - 1) // worth - least_gold(s, p, card, colour, worth)


@compiled
def times_up_to(ways: int, n: int, spare: int) -> int:
    """Multiply a polynomial by 1 + x + ... + x ** n, up to x ** spare; coefficient i takes BITS bits at BITS * i."""
    total = ways
    for i in range(1, min(n, spare) + 1):
        total += ways << BITS * i
    return total & ((1 << BITS * (spare + 1)) - 1)


@compiled
def ways_with(s: Row, p: int, card: int, worth: int, first: int, extra: int) -> int:
    """Number of ways to spend exactly `extra` gold tokens beyond the least on the colours from `first` on."""
    ways = 1
    for colour in range(first, GOLD):
        ways = times_up_to(ways, more_gold(s, p, card, colour, worth), extra)
    return ways >> BITS * extra & LAST_BITS


@compiled
def payment_count(s: Row, p: int, card: int, worth: int) -> int:
    """Number of legal payments of the player with cells at `p` for a card."""
    spare = spare_gold(s, p, card, worth)
    if spare < 0:
        return 0
    if spare == 0:
        return 1
    ways = 1
    for colour in range(GOLD):
        ways = times_up_to(ways, more_gold(s, p, card, colour, worth), spare)
    count = 0
    for extra in range(spare + 1):
        count += ways >> BITS * extra & LAST_BITS
    return count


@compiled
def pay(s: Row, p: int, card: int, worth: int, number: int) -> None:
    """Pay for a card by the payment of that number."""
    extra, spent, these = 0, 0, 1
    while number >= these:
        number -= these
        extra += 1
        these = ways_with(s, p, card, worth, 0, extra)
    for colour in range(GOLD):
        more = 0
        if extra:
            these = ways_with(s, p, card, worth, colour + 1, extra)
            while number >= these:
                number -= these
                more += 1
                these = ways_with(s, p, card, worth, colour + 1, extra - more)
        extra -= more
        gold = least_gold(s, p, card, colour, worth) + more
        paid = max(0, price(s, p, card, colour) - worth * gold)
        s[p + TOKENS + colour] -= paid
        s[BANK + colour] += paid
        spent += gold
    s[p + TOKENS + GOLD] -= spent
    s[BANK + GOLD] += spent
