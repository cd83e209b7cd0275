"""Requirements of cities and trading posts, for the board and the narrator: owners, shortages, powers."""

from __future__ import annotations

from typing import NamedTuple

from tabletown.rules.splendor.cards import GOLD
from tabletown.rules.splendor.expansions.cities import FACES, of
from tabletown.rules.splendor.expansions.trading_posts import POSTS
from tabletown.rules.splendor.state import Player, Splendor


class Power(NamedTuple):
    """The effect of a post for its owners."""

    rows: tuple[tuple[str, ...], ...]
    """Wordings on the tile, in rows, the longest first."""
    sentence: str
    """In a sentence."""


POWERS = (
    Power(
        (("a gem with every", "card you buy"), ("a gem with", "each purchase"), ("a gem per", "purchase")),
        "a gem with every card you buy",
    ),
    Power(
        (("a third gem with", "every pair"), ("a third gem", "with a pair"), ("3rd gem", "per pair")),
        "a third gem with every pair you take",
    ),
    Power(
        (("one gold pays", "2 of a colour"), ("one gold", "pays two")),
        "gold pays for two of one colour",
    ),
    Power((("you score", "5 points"), ("5 points",)), "5 points"),
    Power(
        (("1 point for each", "post you own"), ("1 point for", "each post"), ("1 point", "per post")),
        "1 point for each post you own",
    ),
)
"""The power of each post."""


def all_faces(view: Splendor) -> list[int]:
    """All three faces of the game, taken or not."""
    return sorted((*of(view).table, *(face for face in of(view).owned if face is not None)))


def owner(view: Splendor, face: int) -> int | None:
    owned = of(view).owned
    return owned.index(face) if face in owned else None


class Lack(NamedTuple):
    """Points and bonuses that a player still needs for a city; false if the player qualifies."""

    points: int
    bonuses: list[int]
    alike: int
    nearest: int
    """The player's best colour for the requirement of `alike` bonuses of one colour."""

    @property
    def all_bonuses(self) -> list[int]:
        """The bonuses still needed of each colour, counting those of any one colour as the nearest."""
        return [n + self.alike * (colour == self.nearest) for colour, n in enumerate(self.bonuses)]

    def __bool__(self) -> bool:
        return bool(self.points or any(self.bonuses) or self.alike)


def lack_for_city(p: Player, face: int) -> Lack:
    asked = FACES[face]
    colours = [colour for colour in range(GOLD) if colour != asked.alike_not]
    nearest = max(colours, key=lambda colour: p.bonuses[colour])
    return Lack(
        max(0, asked.points - p.points),
        [max(0, n - have) for n, have in zip(asked.cost, p.bonuses, strict=True)],
        max(0, asked.alike - p.bonuses[nearest]),
        nearest,
    )


def chased(view: Splendor, seat: int) -> int:
    """The player's city, else the free one that they need the least for: points or bonuses, whichever are more, as a
    card can give both.
    """
    cities = of(view)
    owned = cities.owned[seat]
    if owned is not None:
        return owned
    lacks = [(lack_for_city(view.players[seat], face), face) for face in cities.table or all_faces(view)]
    needs = [((lack.points, sum(lack.all_bonuses)), face) for lack, face in lacks]
    return min((max(need), sum(need), face) for need, face in needs)[-1]


def lack_for_post(p: Player, post: int) -> tuple[list[int], int]:
    """Bonuses of each colour, and nobles, that a player still needs for a post."""
    asked = POSTS[post]
    return [max(0, n - have) for n, have in zip(asked.cost, p.bonuses, strict=True)], max(
        0, asked.nobles - len(p.nobles)
    )
