"""The Cities: no nobles; the first city tile taken makes the round the last, and only owners of a city can win.

A tile is known by its face, an index into FACES. A player who qualifies for several plays ("city", face).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from random import Random
from typing import NamedTuple

from ...core.csv_tables import read_csv
from ...core.game import Action
from ...core.text import join_words
from .. import base_turn
from ..cards import COLOURS, GOLD, gems
from ..names import brief, tokens
from ..state import Player, Splendor, pick

TILES = 3
"""Tiles on the table, whatever the number of players."""
PER_CARD = 1.5
"""Points that a card brings on the way to a city, in the measure of how near it is."""


class Face(NamedTuple):
    """One side of a tile, and its requirement."""

    tile: int
    points: int
    cost: tuple[int, ...]
    """Bonuses required of each colour."""
    alike: int
    """Bonuses required of any one colour."""
    alike_not: int | None
    """Colour that does not count for `alike`."""


FACES = tuple(
    Face(
        int(row["tile"]) - 1,
        int(row["prestige"]),
        gems(row),
        int(row["alike"]),
        COLOURS.index(row["alike_not"]) if row["alike_not"] else None,
    )
    for row in read_csv("tabletown.rules.splendor", "cities.csv")
)
"""Both faces of the seven tiles."""


@dataclass(slots=True)
class Cities:
    """The expansion's part of the state."""

    table: tuple[int, ...]
    """Faces that nobody has taken."""
    owned: list[int | None]
    """Face that each player has taken, if any."""

    def copy(self) -> Cities:
        return Cities(self.table, self.owned[:])


def of(s: Splendor) -> Cities:
    """The cities of a state with this expansion."""
    assert isinstance(s.extra, Cities)
    return s.extra


def deal(s: Splendor, rng: Random) -> None:
    """Draw three of the seven tiles, either side up, and remove the nobles."""
    tiles = list(range(len(FACES) // 2))
    faces = sorted(2 * pick(tiles, rng) + int(rng.random() * 2) for _ in range(TILES))
    s.nobles, s.extra = (), Cities(tuple(faces), [None] * len(s.players))


def all_faces(s: Splendor) -> list[int]:
    """All three faces of the game, taken or not."""
    return sorted((*of(s).table, *(face for face in of(s).owned if face is not None)))


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

    @property
    def cards(self) -> int:
        """Further cards needed, each of which gives a bonus and about PER_CARD points."""
        return max(sum(self.all_bonuses), ceil(self.points / PER_CARD))

    @property
    def total(self) -> int:
        """Points and bonuses still needed."""
        return sum(self.all_bonuses) + self.points

    def __bool__(self) -> bool:
        return bool(self.points or any(self.bonuses) or self.alike)


def lack(p: Player, face: int) -> Lack:
    """The points and bonuses that a player still needs for a city."""
    asked = FACES[face]
    colours = [colour for colour in range(GOLD) if colour != asked.alike_not]
    nearest = max(colours, key=lambda colour: p.bonuses[colour])
    return Lack(
        max(0, asked.points - p.points),
        [max(0, n - have) for n, have in zip(asked.cost, p.bonuses, strict=True)],
        max(0, asked.alike - p.bonuses[nearest]),
        nearest,
    )


def nearest(s: Splendor, player: int) -> int:
    """The player's city, else the free one that needs the fewest further cards, then the fewest points and bonuses."""
    owned = of(s).owned[player]
    if owned is not None:
        return owned
    needs = {face: lack(s.players[player], face) for face in of(s).table or all_faces(s)}
    return min(needs, key=lambda face: (needs[face].cards, needs[face].total, face))


def met(p: Player, face: int) -> bool:
    """Return whether a player meets the requirement of a face."""
    asked = FACES[face]
    alike = [n for colour, n in enumerate(p.bonuses) if colour != asked.alike_not]
    return (
        p.points >= asked.points
        and all(n >= cost for n, cost in zip(p.bonuses, asked.cost, strict=True))
        and max(alike) >= asked.alike
    )


def reached(s: Splendor) -> list[int]:
    """Faces that the player to move qualifies for; none for one who already has a city."""
    cities = of(s)
    if cities.owned[s.player] is not None:
        return []
    return [face for face in cities.table if met(s.players[s.player], face)]


def claim(s: Splendor, rng: Random) -> bool:
    """Give the player a single city; return True when they must choose one of several."""
    faces = reached(s)
    if len(faces) == 1:
        own(s, faces[0])
    return len(faces) > 1


def candidates(s: Splendor) -> list[Action]:
    return [("city", face) for face in reached(s)]


def choose(s: Splendor, p: Player, a: Action, rng: Random) -> None:
    own(s, a[1])


def own(s: Splendor, face: int) -> None:
    """Move a tile from the table to the player."""
    cities = of(s)
    cities.table = tuple(f for f in cities.table if f != face)
    cities.owned[s.player] = face


def end(s: Splendor, rng: Random) -> bool:
    """End the turn; a city makes the round the last, whatever the points."""
    return base_turn.finish(s, of(s).owned[s.player] is not None)


def contenders(s: Splendor) -> list[int]:
    """Players who may win: the owners of a city, or everybody when the game ended without one."""
    owners = [player for player, face in enumerate(of(s).owned) if face is not None]
    return owners or list(range(len(s.players)))


def city_requirement(face: int, short: bool = False) -> str:
    """Requirement of a face in words: "13 points with 4 red and 3 black bonuses", in short "... R4 B3 bonuses"."""
    asked = FACES[face]
    bonuses = [f"{brief(asked.cost) if short else tokens(asked.cost)} bonuses"] if any(asked.cost) else []
    if asked.alike:
        bonuses.append(f"{asked.alike} of one other colour" if bonuses else f"{asked.alike} bonuses of one colour")
    return " with ".join([f"{asked.points} points", *filter(None, [join_words(bonuses)])])


def notation(s: Splendor, a: Action) -> str:
    """Notation of taking a city: "city 2" is the second on the table."""
    return f"city {of(s).table.index(a[1]) + 1}"


def phrases(s: Splendor, a: Action) -> tuple[str, ...]:
    return (f"take the city ({city_requirement(a[1])})", "making this the last round") if a[0] == "city" else ()


def refusal(s: Splendor, a: Action) -> str:
    """Reason why a city cannot be taken now, as a sentence; empty for actions of other kinds."""
    match a:
        case ("city", int(face)) if face in of(s).table:
            if of(s).owned[s.player] is not None:
                return "You already have a city; each player can have only one."
            if face not in reached(s):
                return f"That city needs {city_requirement(face, short=True)}."
            return "You take that city at the end of your turn."
        case ("city", _):
            return "That city is not on the table."
    return ""
