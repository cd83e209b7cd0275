"""What the pieces of the expansions are to a player, in numbers: what `sight` adds to the base game's view."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from ..cards import CARDS, GOLD, NOBLES
from ..expansions import cities, orient, strongholds, trading_posts
from ..payment import missing
from ..state import Player, Splendor


class Pieces(NamedTuple):
    """What a module changes about how a player stands."""

    barred: Collection[int] = ()
    """Cards that the player cannot get."""
    nobles: tuple[int, ...] = ()
    """Nobles beside those on the table that may still visit the player."""
    numbers: tuple[float, ...] = ()


NOTHING = Pieces()


def lacking(p: Player, cost: tuple[int, ...]) -> int:
    """Bonuses that a player lacks."""
    return sum([n - held for n, held in zip(cost, p.bonuses, strict=True) if n > held])


def nearness(p: Player, card: int) -> float:
    """How much a card draws a player: its points and how few gems are missing."""
    return (1 + CARDS[card].points) / (2 + max(0, sum(missing(p, card)) - p.tokens[GOLD]))


# The Cities

POINT = 0.5
"""A point missing, in bonuses missing."""


def city_gap(p: Player, face: int) -> float:
    """What a player lacks for a city, in bonuses."""
    asked = cities.FACES[face]
    alike = max(n for colour, n in enumerate(p.bonuses) if colour != asked.alike_not)
    return lacking(p, asked.cost) + max(0, asked.alike - alike) + POINT * max(0, asked.points - p.points)


def of_cities(s: Splendor, player: int) -> Pieces:
    """A city of one's own, and the way to the others, the nearest first."""
    at, p = cities.of(s), s.players[player]
    gaps = sorted([city_gap(p, face) for face in at.table]) + [FAR] * cities.TILES
    first, second, third = [3 / (2 + gap) for gap in gaps[: cities.TILES]]
    owner = at.owned[player] is not None
    return Pieces(numbers=(float(owner), first, second, third, first * first, min(gaps[0], 12.0) / 6))


FAR = 20.0
"""A city that is not there."""


# Trading Posts

NOBLE_GAP = 3
"""A noble missing, in bonuses missing."""


def of_posts(s: Splendor, player: int) -> Pieces:
    """For each post whether the player has its power, and how near it is."""
    p, coats = s.players[player], trading_posts.of(s).coats[player]
    numbers: list[float] = []
    for post, asked in enumerate(trading_posts.POSTS):
        gap = lacking(p, asked.cost) + NOBLE_GAP * (len(p.nobles) < asked.nobles)
        numbers += (1.0, 0.0) if post in coats else (0.0, 1 / (1 + gap))
    return Pieces(numbers=tuple(numbers))


# The Orient


def of_orient(s: Splendor, player: int) -> Pieces:
    """Double gold in hand, and the nobles whom nobody else can have."""
    patrons = orient.of(s).patrons[player]
    near = [1 / (1 + lacking(s.players[player], NOBLES[noble].cost)) for noble in patrons]
    return Pieces(
        nobles=patrons,
        numbers=(len(orient.double_gold(s.players[player])) / 2, sum(near), max(near, default=0.0), float(len(near))),
    )


# The Strongholds


def of_strongholds(s: Splendor, player: int) -> Pieces:
    """Cards kept for oneself and those that others keep; one that could be conquered."""
    p, placed = s.players[player], strongholds.of(s).placed
    mine = placed[player]
    others = {card for seat, cards in enumerate(placed) if seat != player for card in cards}
    stormed = nearness(p, mine[0]) if len(mine) == strongholds.EACH and mine[0] == mine[-1] else 0.0
    kept = [nearness(p, card) for card in set(mine)]
    lost = [nearness(p, card) for card in others]
    massed = max([mine.count(card) for card in mine], default=0)
    return Pieces(
        barred=others,
        numbers=(
            sum(kept),
            max(kept, default=0.0),
            sum(lost),
            max(lost, default=0.0),
            stormed,
            massed / 3,
            len(mine) / 3,
        ),
    )


PIECES: dict[str, Callable[[Splendor, int], Pieces]] = {
    "cities": of_cities,
    "trading_posts": of_posts,
    "orient": of_orient,
    "strongholds": of_strongholds,
}
"""What a player's pieces of a module are."""
