"""Ways to pay for a card, compiled.

Numbers of the five colours are packed into one, see `tables.packed`; none is above 127. The gold spent on each colour
ranges from what is missing to the whole price; `worth` tokens of a colour go for a gold token. Payments are numbered:
those with less gold come first, then those with less of it on white, and so on. In The Orient double gold cards pay
too: payments with fewer of them come first, then those with less gold, then those with more gems replaced.
"""

from __future__ import annotations

from ...splendor.cards import GOLD
from ...splendor.expansions.orient import DISCARDS, UNITS
from ...splendor.expansions.trading_posts import DOUBLE_GOLD
from . import layout as at
from . import tables
from .compiled import part
from .layout import BANK, BONUSES, POSTS, TOKENS, Row
from .tables import COST

ONES, HIGHS = 0x0101010101, 0x8080808080
LAST_BITS = 0xFF
MOST = 5
"""The highest power of a polynomial; its coefficient i takes eight bits at 8 * i, and none is above 126."""
POWERS = 0x010101010101


@part
def packed_cells(s: Row, first: int) -> int:
    """Five cells, packed."""
    total = int(s[first])
    for colour in range(1, GOLD):
        total |= int(s[first + colour]) << 8 * colour
    return total


@part
def less(some: int, others: int) -> int:
    """Packed numbers minus others, 0 where that is negative."""
    rest = (some | HIGHS) - others
    high = rest & HIGHS
    return rest & (high - (high >> 7))


@part
def sum_of(some: int) -> int:
    """The sum of packed numbers."""
    return ((some * ONES) >> 32) & LAST_BITS


@part
def in_gold(some: int, worth: int) -> int:
    """Packed numbers of gold tokens that stand for so many of each colour."""
    return some if worth == 1 else ((some + ONES) >> 1) & ~HIGHS


@part
def polynomial(rooms: int, most: int) -> int:
    """The product of 1 + x + ... + x ** room for each packed room, up to x ** most: numbers of ways to share a sum."""
    ways = 1
    for colour in range(GOLD):
        room = (rooms >> 8 * colour) & LAST_BITS
        factor = ((1 << (8 * (room if room < MOST else MOST) + 8)) - 1) & POWERS
        ways = (ways * factor) & ((1 << (8 * most + 8)) - 1)
    return ways


@part
def shares(rooms: int, total: int) -> int:
    """Number of ways to share a total out, up to 10, to the packed rooms."""
    all_rooms = sum_of(rooms)
    if total < 0 or total > all_rooms:
        return 0
    few = total if 2 * total <= all_rooms else all_rooms - total
    return 1 if few == 0 else (polynomial(rooms, few) >> 8 * few) & LAST_BITS


@part
def nth_share(rooms: int, total: int, number: int) -> int:
    """The way of that number to share a total out, packed: those with less for white come first, and so on."""
    way = 0
    for colour in range(GOLD):
        room, given = (rooms >> 8 * colour) & LAST_BITS, 0
        rooms &= ~(LAST_BITS << 8 * colour)
        these = shares(rooms, total)
        while number >= these and given < room:
            number -= these
            given += 1
            these = shares(rooms, total - given)
        way |= given << 8 * colour
        total -= given
    return way


@part
def double_gold(s: Row, p: int) -> int:
    """Number of double gold cards of the player with cells at `p`."""
    count = 0
    for i in range(int(s[p + at.BOUGHT])):
        count += tables.IS_DOUBLE_GOLD[s[p + at.CARDS + i]]
    return count


@part
def payment_count(prices: int, tokens: int, gold: int, worth: int) -> int:
    """Number of legal payments for packed prices after bonuses, with packed tokens and gold."""
    lacking = less(prices, tokens)
    least = in_gold(lacking, worth)
    spare = gold - sum_of(least)
    if spare < 0:
        return 0
    if spare == 0:
        return 1
    ways = polynomial(in_gold(prices, worth) - least, spare)
    return ((ways * POWERS) >> 8 * MOST) & LAST_BITS


@part
def units_replaced(lacking: int, coins: int, cards: int, lost: int) -> int:
    """Gems that gold tokens and double gold cards replace beside those lacking, when so many units are lost."""
    return coins + UNITS * cards - lost - lacking


@part
def orient_payment_count(s: Row, p: int, card: int, prices: int, tokens: int, doubles: int) -> int:
    """Number of legal payments for a card in The Orient."""
    if tables.DISCARDS[card] >= 0:
        return 1 if s[p + BONUSES + tables.DISCARDS[card]] >= DISCARDS else 0
    if tables.IS_BAG[card] and packed_cells(s, p + BONUSES) == 0:
        return 0
    lacking, gold = sum_of(less(prices, tokens)), int(s[p + TOKENS + GOLD])
    if lacking > gold + UNITS * doubles:
        return 0
    rooms, count = prices - less(prices, tokens), 0
    for cards in range(doubles + 1):
        for coins in range(gold + 1):
            for lost in range(2 if cards else 1):
                count += shares(rooms, units_replaced(lacking, coins, cards, lost))
    return count


@part
def gold_worth(s: Row) -> int:
    """Tokens of one colour that a gold token of the player to move stands for."""
    return 2 if s[at.MODULE] == POSTS and has_coat(s, int(s[at.PLAYER]), DOUBLE_GOLD) else 1


@part
def has_coat(s: Row, player: int, post: int) -> bool:
    """True when a player has a coat of arms on a trading post."""
    first = at.COATS + player * at.COAT_BLOCK
    for i in range(int(s[first])):
        if s[first + 1 + i] == post:
            return True
    return False


@part
def hand_over(s: Row, p: int, paid: int, coins: int) -> None:
    """Give packed tokens and gold to the bank."""
    for colour in range(GOLD):
        tokens = (paid >> 8 * colour) & LAST_BITS
        s[p + TOKENS + colour] -= tokens
        s[BANK + colour] += tokens
    s[p + TOKENS + GOLD] -= coins
    s[BANK + GOLD] += coins


@part
def pay(s: Row, p: int, card: int, number: int) -> None:
    """Pay for a card by the payment of that number, not in The Orient."""
    worth = gold_worth(s)
    prices = less(COST[card], packed_cells(s, p + BONUSES))
    least = in_gold(less(prices, packed_cells(s, p + TOKENS)), worth)
    if number:
        rooms, extra = in_gold(prices, worth) - least, 0
        these = 1
        while number >= these:
            number -= these
            extra += 1
            these = shares(rooms, extra)
        least += nth_share(rooms, extra, number)
    hand_over(s, p, less(prices, least * worth), sum_of(least))


@part
def orient_pay(s: Row, p: int, card: int, number: int) -> int:
    """The same in The Orient; returns the number of double gold cards to spend."""
    prices = less(COST[card], packed_cells(s, p + BONUSES))
    missing = less(prices, packed_cells(s, p + TOKENS))
    rooms, lacking, gold = prices - missing, sum_of(missing), int(s[p + TOKENS + GOLD])
    for cards in range(double_gold(s, p) + 1):
        for coins in range(gold + 1):
            for lost in range(2 if cards else 1):
                replaced = units_replaced(lacking, coins, cards, lost)
                these = shares(rooms, replaced)
                if number < these:
                    hand_over(s, p, rooms - nth_share(rooms, replaced, number), coins)
                    return cards
                number -= these
    return 0
