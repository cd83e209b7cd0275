"""What the pieces of the expansions are worth to a player, in about points: what `bot` adds to the base game's view.

All weights were set by hand, and held against none at all in 120 games of `greedy` a module.
"""

from __future__ import annotations

from collections.abc import Callable

from ..game import Action
from . import cities, orient, strongholds, trading_posts
from .cards import CARDS, GOLD, NOBLES
from .payment import missing
from .state import Player, Splendor


def lacking(p: Player, cost: tuple[int, ...]) -> int:
    """Bonuses that a player lacks."""
    return sum([n - held for n, held in zip(cost, p.bonuses, strict=True) if n > held])


def nearness(p: Player, card: int) -> float:
    """How much a card draws a player: its points and how few gems are missing."""
    return (1 + CARDS[card].points) / (2 + max(0, sum(missing(p, card)) - p.tokens[GOLD]))


# The Cities

CITY, CITY_NEAR = 20.0, 12.0
POINT = 0.5
"""A point missing, in bonuses missing."""


def city_gap(p: Player, face: int) -> float:
    """What a player lacks for a city, in bonuses."""
    asked = cities.FACES[face]
    alike = max(n for colour, n in enumerate(p.bonuses) if colour != asked.alike_not)
    return lacking(p, asked.cost) + max(0, asked.alike - alike) + POINT * max(0, asked.points - p.points)


def of_cities(s: Splendor, player: int) -> float:
    """A city of one's own, or the way to the nearest: without one nobody wins."""
    at = cities.of(s)
    if at.owned[player] is not None:
        return CITY
    return max([CITY_NEAR / (2 + city_gap(s.players[player], face)) for face in at.table], default=0.0)


# Trading Posts

POWERS = (4.0, 2.0, 3.0, 0.0, 0.0)
"""What the power of each post is worth beyond its points."""
PROSPECTS = (4.0, 2.0, 2.5, 5.0, 2.5)
"""What it is worth to need nothing more for a post."""
NOBLE_GAP = 3
"""A noble missing, in bonuses missing."""


def of_posts(s: Splendor, player: int) -> float:
    """The powers one has, and how near the others are."""
    p, coats = s.players[player], trading_posts.of(s).coats[player]
    value = 0.0
    for post, asked in enumerate(trading_posts.POSTS):
        if post in coats:
            value += POWERS[post]
        else:
            gap = lacking(p, asked.cost) + NOBLE_GAP * (len(p.nobles) < asked.nobles)
            value += PROSPECTS[post] / (1 + gap)
    return value


# The Orient

DOUBLE_GOLD, PATRON = 1.6, 2.0


def of_orient(s: Splendor, player: int) -> float:
    """Double gold in hand, and how near the nobles are whom nobody else can have."""
    p = s.players[player]
    patrons = orient.of(s).patrons[player]
    near = sum([PATRON / (1 + lacking(p, NOBLES[noble].cost)) for noble in patrons])
    return DOUBLE_GOLD * len(orient.double_gold(p)) + near


# The Strongholds

GUARDED, BARRED, STORMED = 0.3, 0.6, 0.6


def of_strongholds(s: Splendor, player: int) -> float:
    """Cards kept for oneself, less those that others keep; more for one that could be conquered."""
    p, placed = s.players[player], strongholds.of(s).placed
    mine = placed[player]
    value = sum([GUARDED * nearness(p, card) for card in set(mine)])
    if len(mine) == strongholds.EACH and mine[0] == mine[-1]:
        value += STORMED * nearness(p, mine[0])
    others = {card for seat, cards in enumerate(placed) if seat != player for card in cards}
    return value - sum([BARRED * nearness(p, card) for card in others])


WORTH: dict[str, Callable[[Splendor, int], float]] = {
    "cities": of_cities,
    "trading_posts": of_posts,
    "orient": of_orient,
    "strongholds": of_strongholds,
}
"""What a player's pieces of a module are worth."""


# Decisions that only expansions have

CONQUEST, SURPLUS = 2.0, 0.3


def hope(s: Splendor, a: Action, wanted: list[float]) -> float:
    """How promising one of those is to a player who wants bonuses and tokens of each colour so much."""
    p = s.players[s.player]
    match a:
        case ("token" | "associate", int(colour)):
            return wanted[colour]
        case ("conquer", int(card), (*_, int(gold))):
            return CONQUEST + CARDS[card].points - SURPLUS * gold
        case ("place", int(card)):
            return guard(s, p, card)
        case ("move", int(one), int(other)):
            return guard(s, p, other) - guard(s, p, one)
        case ("remove", int(card)):
            return nearness(p, card)
        case ("free", int(card)):
            return gift(card, wanted)
        case ("discard", int(card)):
            return -gift(card, wanted)
        case ("reserve_noble", int(noble)):
            return -lacking(p, NOBLES[noble].cost)
    return 0.0


def guard(s: Splendor, p: Player, card: int) -> float:
    """What a stronghold on a card is worth: to keep it, and to keep it from others."""
    return nearness(p, card) + max([nearness(other, card) for other in s.players if other is not p])


def gift(card: int, wanted: list[float]) -> float:
    """What it is worth to have a card."""
    c = CARDS[card]
    return c.points + (c.bonuses * (SURPLUS + wanted[c.bonus]) if c.bonus < GOLD else 2 * SURPLUS)
