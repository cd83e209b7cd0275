"""What may still become of a position of Metropolys: groups that can be completed, races for the highest buildings."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import exp
from typing import NamedTuple

from .board import DISTRICT_PLACES, LAKES, NEIGHBOURHOODS, SIZES, places
from .objectives import FACE_DOWN, GROUPS, MATCHING, OBJECTIVES, decks, grouping, paid, union
from .score import HIGHEST
from .state import Metropolys, Player

PLACES = range(len(NEIGHBOURHOODS))

PROGRESS = (0.0, 0.45, 0.12)
"""What a group that lacks one or two buildings is worth already, as a part of its points."""
CHOICE = 0.1
"""The same for a second place that would complete a group."""

STRENGTH = (0.04, 0.2, 1.0)
"""How much a building of each size counts for the highest building of its district."""
RACE, ROOM = 0.08, 0.08
"""How undecided a race is: at the end, and more for each free neighbourhood of the district."""


class Prospect(NamedTuple):
    """What a card holds for a player."""

    worth: float
    """Its points, and a part of those of groups begun."""
    pull: tuple[float, ...]
    """For each neighbourhood by how much a building there would raise that, roughly."""


@lru_cache(maxsize=1 << 14)
def prospect(card: int, own: int, open_: int) -> Prospect:
    """What a card holds for one who has built on `own`, where `open_` may still be built on."""
    points, worth = OBJECTIVES[card].points, float(paid(card, own))
    if card in MATCHING:
        return Prospect(worth, tuple([float(points * (MATCHING[card] >> place & 1)) for place in PLACES]))
    pull, completing, least = [0.0] * len(PLACES), 0, len(PROGRESS)
    for need, where in wanted(card, own, open_):
        least = min(least, need)
        completing |= where if need == 1 else 0
        step = points * (1 - PROGRESS[1] if need == 1 else PROGRESS[1] - PROGRESS[2])
        for place in places(where):
            pull[place] = max(pull[place], step)
    part = PROGRESS[least] if least < len(PROGRESS) else 0.0
    return Prospect(worth + points * (part + CHOICE * (completing.bit_count() > 1)), tuple(pull))


def wanted(card: int, own: int, open_: int) -> Iterator[tuple[int, int]]:
    """The groups begun: one or two buildings needed, and where. Complete groups keep their buildings."""
    name, spare = OBJECTIVES[card].name, own & ~union(grouping(card, own))
    if name in AREAS:
        for area in AREAS[name]:
            need = 3 - (area & spare).bit_count()
            if (
                need in (1, 2)
                and (area & open_).bit_count() >= need
                and (name == "lakes" or area & own == area & spare)
            ):
                yield need, area & open_
        return
    blocked = ~(spare | open_)
    for group in GROUPS[name]:
        if group & spare and not group & blocked:
            yield (group & open_).bit_count(), group & open_


AREAS = {"lakes": LAKES, "districts": DISTRICT_PLACES}
"""Cards that pay for three buildings anywhere in one of these, once."""


def expected(s: Metropolys, seat: int, open_: int) -> list[Prospect]:
    """What each of a player's cards holds; where it is not known, on average over those it may be."""
    own, found = s.players[seat].places, []
    for number, deck in enumerate(decks(s.version, len(s.players))):
        card = s.players[seat].cards[number]
        if card != FACE_DOWN:
            found.append(prospect(card, own, open_))
            continue
        seen = [p.cards[number] for p in s.players]
        found.append(mean([prospect(other, own, open_) for other in deck if other not in seen]))
    return found


def mean(found: list[Prospect]) -> Prospect:
    """The average of at least one."""
    count = len(found)
    return Prospect(
        sum(one.worth for one in found) / count,
        tuple([sum(column) / count for column in zip(*(one.pull for one in found), strict=True)]),
    )


def strength(p: Player, district: int) -> float:
    """How high a player has built in a district."""
    there = DISTRICT_PLACES[district]
    return sum([STRENGTH[which] * (built & there).bit_count() for which, built in enumerate(p.built)])


def race(s: Metropolys, district: int, open_: int) -> tuple[float, list[float]]:
    """How undecided the highest building of a district is, and how high everybody has built there."""
    return RACE + ROOM * (DISTRICT_PLACES[district] & open_).bit_count(), [strength(p, district) for p in s.players]


def lead(heights: list[float], seat: int, scale: float) -> float:
    """What the race is worth to a player who has built so high; nothing where nobody has built."""
    own = exp(min(30.0, heights[seat] / scale))
    return HIGHEST * own / sum([exp(min(30.0, height / scale)) for height in heights])


def races(s: Metropolys, seat: int, open_: int) -> float:
    """What all the races are worth to a player."""
    worth = 0.0
    for district, there in enumerate(DISTRICT_PLACES):
        if s.in_use & there:
            scale, heights = race(s, district, open_)
            worth += lead(heights, seat, scale)
    return worth


def rises(s: Metropolys, seat: int, open_: int) -> list[list[float]]:
    """[district][size]: how much more the races are worth to a player with such a building there."""
    found = []
    for district, there in enumerate(DISTRICT_PLACES):
        if not s.in_use & there:
            found.append([0.0] * len(SIZES))
            continue
        scale, heights = race(s, district, open_)
        now, height = lead(heights, seat, scale), heights[seat]
        steps = []
        for more in STRENGTH:
            heights[seat] = height + more
            steps.append(lead(heights, seat, scale) - now)
        found.append(steps)
    return found
