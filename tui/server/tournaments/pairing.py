"""The pairs of a round, and their seats. All chance comes in as the order of the players.

Round robin: the Berger tables of the FIDE Handbook (C.05, annex 1). Swiss: the Dutch system of the FIDE Handbook
(C.04.3), simplified. Each of its rules is a cost of a pair, the more important one always the dearer, and the pairs of
the lowest total cost are a minimum-weight matching, which networkx finds:

1. Nobody meets the same opponent twice or has a second bye while that can be avoided.
2. Nobody has one of the two seats three times more often than the other.
3. The bye goes to the lowest player.
4. Opponents have the same points, or nearly the same.
5. Seats alternate, and are balanced.
6. Nobody meets an opponent with more points, or with fewer, in two rounds in a row.
7. Of players with the same points, the upper half meets the lower half.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

import networkx

FOLD, FLOAT, SEATS, POINTS, BYE, LOPSIDED, REPEAT = 1, 1 << 12, 1 << 20, 1 << 32, 1 << 50, 1 << 58, 1 << 66
"""Costs of breaking the rules 7 to 1 once; all of a tournament's pairs together cannot reach the next one."""
MAX_BALANCE = 2
"""Rule 2: the highest difference between first and second seats."""
NEAR = 12
"""Opponents per player that are tried at first, as few pairs are quick to search."""
NOBODY = -1
"""The opponent of a player with a bye, in the search."""


class Meeting(NamedTuple):
    """A pair of players, in the order of their seats; the second is None for a bye."""

    first: int
    second: int | None


@dataclass(slots=True)
class Contender:
    """A player of a Swiss tournament as its next round has to know."""

    number: int
    points: float = 0.0
    opponents: list[int] = field(default_factory=list)
    balance: int = 0
    """First seats less second seats so far."""
    last: int = 0
    """The seat in the last game: 1 for the first, -1 for the second, 0 for none."""
    byes: int = 0
    floated: int = 0
    """The opponent in the last round had more points: 1, fewer: -1, or the same: 0. A bye counts as -1."""


def round_robin(players: Sequence[int], number: int) -> list[Meeting]:
    """The pairs of a round, from 1 on: everyone meets everyone else once, and an odd player has a bye."""
    last = len(players) + len(players) % 2
    everyone: list[int | None] = [*players, *[None] * (last - len(players))]
    met = []
    for low in range(1, last):
        high = (number + 1 - low) % (last - 1)
        high = high or last - 1
        if high == low:
            met.append((low, last) if low <= last // 2 else (last, low))
        elif low < high:
            met.append((low, high) if (low + high) % 2 else (high, low))
    pairs = [(everyone[first - 1], everyone[second - 1]) for first, second in met]
    games = [Meeting(first, second) for first, second in pairs if first is not None and second is not None]
    byes = [first if first is not None else second for first, second in pairs if first is None or second is None]
    return games + [Meeting(player, None) for player in byes if player is not None]


def rounds_of_round_robin(players: int) -> int:
    return players - 1 + players % 2


def swiss(contenders: Sequence[Contender]) -> list[Meeting]:
    """The pairs of the next round for players in the order of their standing; games come first, in that order."""
    costs = Costs(contenders)
    bye = [costs.lowest()] if len(contenders) % 2 else []
    near = {pair for rank in range(len(contenders)) for pair in costs.cheapest(rank)}
    matched = matching({pair: costs.of(*pair) for pair in near} | {(NOBODY, rank): costs.bye(rank) for rank in bye})
    complete = 2 * len(matched) == len(contenders) + len(bye)
    if not complete or sum(costs.of_any(*pair) for pair in matched) >= LOPSIDED:
        everyone = range(len(contenders))
        byes = {(NOBODY, rank): costs.bye(rank) for rank in everyone} if bye else {}
        matched = matching({pair: costs.of(*pair) for pair in combinations(everyone, 2)} | byes)
    games = [seated(contenders, *pair) for pair in sorted(matched) if pair[0] != NOBODY]
    return games + [Meeting(contenders[rank].number, None) for other, rank in matched if other == NOBODY]


def matching(costs: dict[tuple[int, int], int]) -> list[tuple[int, int]]:
    """The pairs of the lowest total cost, as many as there can be; the lower one of each pair comes first."""
    graph = networkx.Graph()
    graph.add_weighted_edges_from(((low, high, cost) for (low, high), cost in sorted(costs.items())), "cost")
    return [(min(pair), max(pair)) for pair in networkx.min_weight_matching(graph, "cost")]


class Costs:
    """The costs of pairing players, by their ranks from 0 on."""

    def __init__(self, contenders: Sequence[Contender]) -> None:
        self.contenders = contenders
        groups: dict[float, list[int]] = {}
        for rank, contender in enumerate(contenders):
            groups.setdefault(contender.points, []).append(rank)
        self.place = {rank: place for group in groups.values() for place, rank in enumerate(group)}
        """Places of the players among those with the same points."""
        self.size = {points: len(group) for points, group in groups.items()}

    def of(self, high: int, low: int) -> int:
        """The cost of a pair, the player with the higher standing first."""
        upper, lower = self.contenders[high], self.contenders[low]
        apart = upper.points - lower.points
        cost = REPEAT * upper.opponents.count(lower.number) + POINTS * round(4 * apart * apart)
        difference = abs(upper.balance - lower.balance)
        cost += SEATS * (2 * max(0, 8 - difference) + (upper.last == lower.last != 0))
        if not difference and abs(upper.balance) >= MAX_BALANCE:
            cost += LOPSIDED
        if apart:
            cost += FLOAT * ((upper.floated < 0) + (lower.floated > 0))
            return cost + FOLD * (self.size[upper.points] - 1 - self.place[high] + self.place[low])
        return cost + FOLD * abs(self.place[low] - self.place[high] - self.size[upper.points] // 2)

    def bye(self, rank: int) -> int:
        """The cost of a bye."""
        contender = self.contenders[rank]
        higher = len(self.contenders) - 1 - rank
        return REPEAT * contender.byes + BYE * higher + FLOAT * (contender.floated < 0)

    def of_any(self, low: int, high: int) -> int:
        return self.bye(high) if low == NOBODY else self.of(low, high)

    def lowest(self) -> int:
        """The player to whom a bye costs least."""
        return min(range(len(self.contenders)), key=self.bye)

    def cheapest(self, rank: int) -> list[tuple[int, int]]:
        """The pairs of a player that cost least."""
        others = (other for other in range(len(self.contenders)) if other != rank)
        pairs = [(min(rank, other), max(rank, other)) for other in others]
        return sorted(pairs, key=lambda pair: self.of(*pair))[:NEAR]


def seated(contenders: Sequence[Contender], high: int, low: int) -> Meeting:
    """Two players in seats: the first one for the player who has had it less often, or not had it last."""
    upper, lower = contenders[high], contenders[low]
    claims = (upper.balance, upper.last), (lower.balance, lower.last)
    starts = claims[0] < claims[1] if claims[0] != claims[1] else high % 2 == 0
    return Meeting(upper.number, lower.number) if starts else Meeting(lower.number, upper.number)
