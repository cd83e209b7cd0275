"""Effects of the Orient's cards, compiled."""

from __future__ import annotations

from ...splendor.cards import EMPTY, GOLD
from . import action_table as actions
from . import layout as at
from . import tables
from .compiled import part
from .layout import EFFECT_CELLS, Row
from .pieces import append, cut, cut_value, place_in

FIRST = at.EXTRA + 1
"""First cell of the first effect."""


@part
def own(s: Row) -> int:
    """First cell of the bags and reserved nobles of the player to move."""
    return int(at.OWN + s[at.PLAYER] * at.OWN_BLOCK)


@part
def add_effects(s: Row, card: int) -> None:
    """Add the effects of a new card to those pending."""
    for i in range(tables.EFFECT_COUNT[card]):
        first = FIRST + s[at.EXTRA] * EFFECT_CELLS
        for cell in range(EFFECT_CELLS):
            s[first + cell] = tables.EFFECT_TABLE[card, i, cell]
        s[at.EXTRA] += 1


@part
def drop_effect(s: Row) -> None:
    """Remove the first pending effect."""
    for _ in range(EFFECT_CELLS):
        cut(s, FIRST, at.EFFECTS * EFFECT_CELLS, 0)
    s[at.EXTRA] -= 1


@part
def bags_of(s: Row, colour: int) -> int:
    """Number of bags of the player to move that are attached to a colour."""
    mine, count = own(s), 0
    for i in range(int(s[mine])):
        count += s[mine + 1 + at.BAGS + i] == colour
    return count


@part
def discard_count(s: Row, p: int, colour: int, owed: int) -> int:
    """Number of cards of which one may be discarded for bonuses of a colour, 1 where there is no choice."""
    bags = bags_of(s, colour)
    if bags:
        return 1 if bags <= owed else bags
    cards, bonuses = 0, 0
    for i in range(int(s[p + at.BOUGHT])):
        card = s[p + at.CARDS + i]
        if tables.BONUS[card] == colour:
            cards += 1
            bonuses += tables.BONUSES[card]
    return 1 if cards and bonuses <= owed else cards


@part
def nth_discard(s: Row, p: int, colour: int, n: int) -> int:
    """The card of that number among those that may be discarded."""
    mine = own(s)
    bags = bags_of(s, colour)
    for i in range(int(s[mine]) if bags else int(s[p + at.BOUGHT])):
        card = int(s[mine + 1 + i] if bags else s[p + at.CARDS + i])
        if (s[mine + 1 + at.BAGS + i] if bags else tables.BONUS[card]) == colour:
            if n == 0:
                return card
            n -= 1
    return EMPTY


@part
def effect_choices(s: Row, p: int) -> int:
    """Legal choices for the first pending effect, as bits: colours, slots, nobles or cards; none without one."""
    bits = 0
    if s[at.EXTRA] == 0:
        return bits
    kind, number = int(s[FIRST]), int(s[FIRST + 1])
    if kind == tables.ASSOCIATE:
        for colour in range(GOLD):
            bits |= (1 if s[p + at.BONUSES + colour] else 0) << colour
    elif kind == tables.FREE:
        for slot in range(at.MOST_SLOTS):
            card = int(s[at.MARKET + slot])
            bits |= (1 if card != EMPTY and tables.LEVEL[card] == number else 0) << slot
    elif kind == tables.RESERVE_NOBLE:
        for i in range(int(s[at.NOBLES_LEFT])):
            bits |= 1 << int(s[at.NOBLES + i])
    else:
        bits = (1 << discard_count(s, p, number, int(s[FIRST + 2]))) - 1
    return bits


@part
def first_effect_number(s: Row) -> int:
    """Number of the action for bit 0 of `effect_choices`."""
    kind = s[FIRST]
    if kind == tables.ASSOCIATE:
        return actions.ASSOCIATIONS
    if kind == tables.FREE:
        return actions.FREE_CARDS
    return actions.PATRONS if kind == tables.RESERVE_NOBLE else actions.DISCARDS


@part
def acquire(s: Row, p: int, card: int) -> None:
    """Add a card to those of the player, with its points, bonuses and effects."""
    append(s, p + at.BOUGHT, p + at.CARDS, card)
    s[p + at.POINTS] += tables.CARD_POINTS[card]
    if tables.BONUS[card] < GOLD:
        s[p + at.BONUSES + tables.BONUS[card]] += tables.BONUSES[card]
    add_effects(s, card)


@part
def resolve(s: Row, p: int, choice: int) -> None:
    """Resolve the first pending effect by a choice."""
    kind, number, mine = int(s[FIRST]), int(s[FIRST + 1]), own(s)
    if kind == tables.DISCARD:
        discard(s, p, number, choice)
        return
    drop_effect(s)
    if kind == tables.ASSOCIATE:
        s[mine + 1 + at.BAGS + s[mine]] = choice
        append(s, mine, mine + 1, number)
        s[p + at.BONUSES + choice] += 1
    elif kind == tables.FREE:
        card = int(s[at.MARKET + choice])
        s[at.MARKET + choice] = EMPTY
        acquire(s, p, card)
    else:
        cut_value(s, at.NOBLES_LEFT, at.TILES, choice)
        append(s, mine + at.OWN_PATRONS, mine + at.OWN_PATRONS + 1, choice)


@part
def discard(s: Row, p: int, colour: int, choice: int) -> None:
    """Discard a card; the effect stays while bonuses are still owed."""
    before = s[p + at.BONUSES + colour]
    remove(s, p, nth_discard(s, p, colour, choice))
    owed = s[FIRST + 2] - before + s[p + at.BONUSES + colour]
    if owed > 0:
        s[FIRST + 2] = owed
    else:
        drop_effect(s)


@part
def remove(s: Row, p: int, card: int) -> None:
    """Remove a card of the player from the game, with its points and bonuses."""
    mine = own(s)
    bag = place_in(s, mine, card)
    if bag < s[mine]:
        s[p + at.BONUSES + s[mine + 1 + at.BAGS + bag]] -= 1
        cut(s, mine + 1 + at.BAGS, at.BAGS, bag)
        cut(s, mine + 1, at.BAGS, bag)
        s[mine] -= 1
    elif tables.BONUS[card] < GOLD:
        s[p + at.BONUSES + tables.BONUS[card]] -= tables.BONUSES[card]
    for i in range(int(s[p + at.BOUGHT])):
        if s[p + at.CARDS + i] == card:
            cut(s, p + at.CARDS, at.CARD_NUMBER, i)
            s[p + at.BOUGHT] -= 1
            break
    s[p + at.POINTS] -= tables.CARD_POINTS[card]
    append(s, at.GONE, at.GONE + 1, card)


@part
def spend_double_gold(s: Row, p: int, cards: int) -> None:
    """Remove the player's first double gold cards from the game."""
    i = 0
    while cards:
        card = int(s[p + at.CARDS + i])
        if tables.IS_DOUBLE_GOLD[card]:
            remove(s, p, card)
            cards -= 1
        else:
            i += 1


@part
def start_effects(s: Row, seats: int) -> None:
    """Set up the effects, and the bags and nobles of so many players."""
    s[at.EXTRA] = 0
    s[at.GONE] = 0
    for player in range(seats):
        s[at.OWN + player * at.OWN_BLOCK] = 0
        s[at.OWN + player * at.OWN_BLOCK + at.OWN_PATRONS] = 0
