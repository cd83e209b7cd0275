"""The Orient: six decks, and 30 cards with effects of their own.

A payment has a seventh number here: the double gold cards spent. Each decision that a new card asks of its buyer is a
step of its own: ("associate", colour), as only the colour of the card that a bag is attached to matters; ("free", card)
takes a face-up card at no cost; ("reserve_noble", noble); ("discard", card). Decks 3 to 5 are the Orient's, as in
("reserve_blind", 4).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from random import Random
from typing import TypeAlias

from ...core.game import Action
from .. import base_turn
from ..cards import CARDS, EMPTY, GOLD, LEVELS
from ..payment import COST, Payment, missing, need, reach, within_reach
from ..state import ORIENT_SLOTS, POOLS, Player, Splendor, refill

BAGS = ("associate", "associate_take1")
"""Kinds of bag cards, which are attached to another card."""

UNITS = 2
"""Gold tokens that a double gold card stands for."""

DISCARDS = 2
"""Bonuses to discard for a card that costs bonuses."""

REACH = reach(COST)

FREE: Payment = (0,) * (GOLD + 2)

Effect: TypeAlias = "tuple[str, int] | tuple[str, int, int]"
"""Pending effect of a new card: ("associate", bag), ("free", level), ("reserve_noble", card), or ("discard", colour,
bonuses still to discard)."""


@dataclass(slots=True)
class Orient:
    """The expansion's part of the state."""

    bags: list[tuple[tuple[int, int], ...]]
    """Each player's bags with the colour of their bonus: (card, colour)."""
    patrons: list[tuple[int, ...]]
    """Nobles that each player has reserved and that have not visited yet."""
    gone: tuple[int, ...] = ()
    """Cards removed from the game, discarded or spent."""
    effects: tuple[Effect, ...] = ()
    """Pending effects of new cards, in order."""

    def copy(self) -> Orient:
        return Orient(self.bags[:], self.patrons[:], self.gone, self.effects)


def of(s: Splendor) -> Orient:
    """The Orient's part of a state with this expansion."""
    assert isinstance(s.extra, Orient)
    return s.extra


def deal(s: Splendor, rng: Random) -> None:
    """Add three decks, and reveal two of their cards for each level."""
    s.decks += [POOLS[len(LEVELS) + level] for level in LEVELS]
    s.backs = (0,) * len(s.decks)
    s.market += [EMPTY] * (ORIENT_SLOTS * len(LEVELS))
    refill(s, rng)
    s.extra = Orient([()] * len(s.players), [()] * len(s.players))


# Payments


def double_gold(p: Player) -> list[int]:
    """Double gold cards of a player."""
    return [card for card in p.cards if CARDS[card].kind == "double_gold"]


def payments(s: Splendor, player: int, card: int) -> list[Payment]:
    """Every legal payment for a card in tokens and double gold cards, without a double gold card too many.

    The first payment spends the fewest double gold cards, then the least gold. A card that costs discarded bonuses has
    a single payment of nothing, and bags need a bonus to be associated with.
    """
    p = s.players[player]
    return priced(p, card, len(double_gold(p)))


def priced(p: Player, card: int, doubles: int) -> list[Payment]:
    """Every legal payment for a card by a player with that many double gold cards, in the order of `payments`."""
    c = CARDS[card]
    if c.discards is not None:
        return [FREE] if p.bonuses[c.discards] >= DISCARDS else []
    if c.kind in BAGS and not any(p.bonuses):
        return []
    owed, gold = need(p, card), p.tokens[GOLD]
    if not gold and not doubles:
        return [(*owed, 0, 0)] if not sum(missing(p, card)) else []
    least = tuple([n if n < held else held for n, held in zip(owed, p.tokens, strict=False)])
    lacking = sum(owed) - sum(least)
    if lacking > gold + UNITS * doubles:
        return []
    return [
        (*(n - less for n, less in zip(least, swap, strict=True)), coins, cards)
        for swap, coins, cards in ways(least, lacking, gold, doubles)
    ]


@lru_cache(maxsize=1 << 14)
def ways(least: tuple[int, ...], lacking: int, gold: int, doubles: int) -> list[tuple[tuple[int, ...], int, int]]:
    """Ways to replace gem tokens with gold: gems replaced by colour, gold tokens and double gold cards spent.

    The gold covers the gems replaced and those lacking. No double gold card is spent needlessly, so at most one of its
    two units is lost. Sorted by double gold cards, then gold tokens, then the most gems replaced.
    """
    replacements = []
    for swap in product(*(range(n + 1) for n in least)):
        units = lacking + sum(swap)
        for coins in range(min(units, gold) + 1):
            cards = -(-(units - coins) // UNITS)
            if cards <= doubles:
                replacements.append((swap, coins, cards))
    return sorted(replacements, key=lambda way: (way[2], way[1], -sum(way[0])))


def actions(s: Splendor) -> list[Action]:
    """Legal actions: those of the base game with 18 cards, six decks and payments in double gold."""
    p = s.players[s.player]
    doubles = len(double_gold(p))
    mask = within_reach(p, p.tokens[GOLD] + UNITS * doubles, REACH)
    within = [card for card in (*s.market, *p.reserved, *p.blind) if mask >> card & 1]
    buying: list[Action] = [("buy", card, way) for card in within for way in priced(p, card, doubles)]
    return base_turn.with_buying(s, p, buying)


# Effects of cards


def play(s: Splendor, p: Player, a: Action, rng: Random) -> None:
    """Carry out an action of the base game; the effects of a card bought become pending."""
    if a[0] != "buy":
        base_turn.play(s, p, a, rng)
        return
    *paid, cards = a[2]
    base_turn.pay(s, p, tuple(paid))
    for card in double_gold(p)[:cards]:
        remove(s, p, card)
    acquire(s, p, a[1])


def acquire(s: Splendor, p: Player, card: int) -> None:
    """Give a card to the player, with its points and bonuses, and add its effects to the pending ones."""
    base_turn.fetch(s, p, card)
    c = CARDS[card]
    p.cards += (card,)
    p.points += c.points
    if c.bonus < GOLD:
        p.bonuses[c.bonus] += c.bonuses
    of(s).effects += effects(card)


def effects(card: int) -> tuple[Effect, ...]:
    """Effects of a new card, in order."""
    match CARDS[card].kind:
        case "associate":
            return (("associate", card),)
        case "associate_take1":
            return (("associate", card), ("free", 0))
        case "reserve_noble":
            return (("reserve_noble", card),)
        case "take2":
            return (("free", 1),)
        case "discard2":
            colour = CARDS[card].discards
            assert colour is not None
            return (("discard", colour, DISCARDS),)
    return ()


def choices(s: Splendor) -> list[Action]:
    """Legal choices for the first pending effect; none without one."""
    p, orient = s.players[s.player], of(s)
    if not orient.effects:
        return []
    match orient.effects[0]:
        case ("associate", _):
            return [("associate", colour) for colour, n in enumerate(p.bonuses) if n]
        case ("free", level):
            return [("free", card) for card in s.market if card != EMPTY and CARDS[card].level == level]
        case ("discard", colour, owed):
            return [("discard", card) for card in discardable(s, colour, owed)]
    return [("reserve_noble", noble) for noble in s.nobles]


def discardable(s: Splendor, colour: int, owed: int) -> list[int]:
    """Cards that may be discarded for bonuses of a colour: bags of it first, then other cards.

    Where all of them have to be discarded, only the first, so that there is no choice.
    """
    p, bags = s.players[s.player], dict(of(s).bags[s.player])
    fitting = [card for card, bag_colour in bags.items() if bag_colour == colour]
    if fitting:
        return fitting[:1] if len(fitting) <= owed else fitting
    fitting = [card for card in p.cards if CARDS[card].bonus == colour]
    return fitting[:1] if sum(CARDS[card].bonuses for card in fitting) <= owed else fitting


def due(s: Splendor, rng: Random) -> bool:
    """Resolve pending effects with a single choice and skip those with none; return True when the player must choose.

    This comes before any slot is refilled.
    """
    orient, p = of(s), s.players[s.player]
    while orient.effects:
        actions = choices(s)
        if len(actions) > 1:
            return True
        if actions:
            resolve(s, p, actions[0], rng)
        else:
            orient.effects = orient.effects[1:]
    return False


def resolve(s: Splendor, p: Player, a: Action, rng: Random) -> None:
    """Resolve the first pending effect by the choice made; the effects of a free card come after the others."""
    orient, (effect, *rest) = of(s), of(s).effects
    orient.effects = tuple(rest)
    match a:
        case ("associate", colour):
            orient.bags[s.player] += ((effect[1], colour),)
            p.bonuses[colour] += 1
        case ("free", card):
            acquire(s, p, card)
        case ("reserve_noble", noble):
            s.nobles = tuple(n for n in s.nobles if n != noble)
            orient.patrons[s.player] += (noble,)
        case ("discard", card):
            discard(s, p, card, *effect[1:])


def discard(s: Splendor, p: Player, card: int, colour: int, owed: int) -> None:
    """Discard a card; while bonuses are still owed, another discard is pending. A bonus too many is lost."""
    before = p.bonuses[colour]
    remove(s, p, card)
    if (owed := owed - (before - p.bonuses[colour])) > 0:
        of(s).effects = (("discard", colour, owed), *of(s).effects)


def remove(s: Splendor, p: Player, card: int) -> None:
    """Remove a card of the player from the game, with its points and bonuses."""
    orient, c = of(s), CARDS[card]
    bags = dict(orient.bags[s.player])
    if card in bags:
        p.bonuses[bags.pop(card)] -= 1
        orient.bags[s.player] = tuple(bags.items())
    elif c.bonus < GOLD:
        p.bonuses[c.bonus] -= c.bonuses
    p.cards = tuple(c for c in p.cards if c != card)
    p.points -= c.points
    orient.gone += (card,)


# Nobles


def visitors(s: Splendor) -> list[int]:
    """Nobles on the table or reserved by the player whose requirements the player meets."""
    return base_turn.visitors(s.players[s.player], s.nobles + of(s).patrons[s.player])


def visit(s: Splendor, rng: Random) -> bool:
    """Let a single noble visit; return True when the player must choose one of several."""
    coming = visitors(s)
    if len(coming) == 1:
        welcome(s, s.players[s.player], coming[0])
    return len(coming) > 1


def nobles(s: Splendor) -> list[Action]:
    return [("noble", noble) for noble in visitors(s)]


def choose_noble(s: Splendor, p: Player, a: Action, rng: Random) -> None:
    welcome(s, p, a[1])


def welcome(s: Splendor, p: Player, noble: int) -> None:
    base_turn.welcome(s, p, noble)
    patrons = of(s).patrons
    patrons[s.player] = tuple(n for n in patrons[s.player] if n != noble)
