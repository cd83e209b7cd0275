"""Features of the expansions' pieces, which `features` adds to those of the base game."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from ..cards import CARDS, GOLD, NOBLES
from ..expansions import cities, orient, strongholds, trading_posts
from ..payment import missing
from ..state import Player, Splendor


class Pieces(NamedTuple):
    """A module's additions to the features of a player's position."""

    barred: Collection[int] = ()
    """Cards that the player can neither buy nor reserve now."""
    nobles: tuple[int, ...] = ()
    """Nobles that may still visit the player, besides those on the table."""
    numbers: tuple[float, ...] = ()
    """Further features."""


NOTHING = Pieces()


def lacking(p: Player, cost: tuple[int, ...]) -> int:
    """Number of bonuses that a player still needs for a cost in bonuses."""
    return sum([n - held for n, held in zip(cost, p.bonuses, strict=True) if n > held])


def nearness(p: Player, card: int) -> float:
    """Attraction of a card for a player: its points plus 1, divided by the gems still missing plus 2."""
    return (1 + CARDS[card].points) / (2 + max(0, sum(missing(p, card)) - p.tokens[GOLD]))


# The Cities

POINT = 0.5
"""Weight of a missing point, in missing bonuses."""


def city_gap(p: Player, face: int) -> float:
    """Distance of a player from a city, in missing bonuses."""
    asked = cities.FACES[face]
    alike = max(n for colour, n in enumerate(p.bonuses) if colour != asked.alike_not)
    return lacking(p, asked.cost) + max(0, asked.alike - alike) + POINT * max(0, asked.points - p.points)


def of_cities(s: Splendor, player: int) -> Pieces:
    """Features of The Cities: having a city, and the closeness of those on the table, the nearest first."""
    at, p = cities.of(s), s.players[player]
    gaps = sorted([city_gap(p, face) for face in at.table]) + [FAR] * cities.TILES
    first, second, third = [3 / (2 + gap) for gap in gaps[: cities.TILES]]
    owner = at.owned[player] is not None
    return Pieces(numbers=(float(owner), first, second, third, first * first, min(gaps[0], 12.0) / 6))


FAR = 20.0
"""Distance of a city that is no longer on the table."""


# Trading Posts

NOBLE_GAP = 3
"""Weight of a missing noble, in missing bonuses."""


def of_posts(s: Splendor, player: int) -> Pieces:
    """Features of the Trading Posts, two for each post: 1 if the player has claimed it; its closeness if not."""
    p, coats = s.players[player], trading_posts.of(s).coats[player]
    numbers: list[float] = []
    for post, asked in enumerate(trading_posts.POSTS):
        gap = lacking(p, asked.cost) + NOBLE_GAP * (len(p.nobles) < asked.nobles)
        numbers += (1.0, 0.0) if post in coats else (0.0, 1 / (1 + gap))
    return Pieces(numbers=tuple(numbers))


# The Orient


def of_orient(s: Splendor, player: int) -> Pieces:
    """Features of The Orient: double gold cards, and nobles that the player has reserved, by their closeness."""
    patrons = orient.of(s).patrons[player]
    near = [1 / (1 + lacking(s.players[player], NOBLES[noble].cost)) for noble in patrons]
    return Pieces(
        nobles=patrons,
        numbers=(len(orient.double_gold(s.players[player])) / 2, sum(near), max(near, default=0.0), float(len(near))),
    )


# The Strongholds


def of_strongholds(s: Splendor, player: int) -> Pieces:
    """Features of The Strongholds: cards that the player or others occupy, a possible conquest, strongholds placed."""
    p, placed = s.players[player], strongholds.of(s).placed
    mine = placed[player]
    others = {card for seat, cards in enumerate(placed) if seat != player for card in cards}
    stormed = nearness(p, mine[0]) if len(mine) == strongholds.EACH and mine[0] == mine[-1] else 0.0
    kept = [nearness(p, card) for card in sorted(set(mine))]
    taken = [nearness(p, card) for card in sorted(others)]
    massed = max([mine.count(card) for card in mine], default=0)
    return Pieces(
        barred=others,
        numbers=(
            sum(kept),
            max(kept, default=0.0),
            sum(taken),
            max(taken, default=0.0),
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
"""Function for the additional features of each module."""
