"""Encodings that a game may offer to programs that learn: actions as numbers, and what a seat sees as numbers.

A game's package has them in its module `encoding`. Both depend only on a view, so they cannot reveal what it hides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain
from math import prod
from typing import Any, NamedTuple, Protocol, TypeAlias

from .game import Action


class ActionGroup(NamedTuple):
    """Actions of one kind in a game's action table."""

    name: str
    shape: tuple[int, ...]
    """Number of values of each argument; () for a single action. The last argument varies fastest."""
    meaning: str

    @property
    def size(self) -> int:
        return prod(self.shape)


class Segment(NamedTuple):
    """Numbers of one kind in an observation; a high of 1 with no other range is a mark: 1 for yes."""

    name: str
    shape: tuple[int, ...]
    high: int
    meaning: str
    low: int = 0

    @property
    def size(self) -> int:
        return prod(self.shape)


Place: TypeAlias = tuple[str, tuple[int, ...]]
"""Place of an action in the table: its group, and its arguments there."""

Numbers: TypeAlias = Mapping[str, Sequence[int]]
"""Numbers of each segment of an observation, in a row: the last dimension varies fastest."""


class Encoding(Protocol):
    """The module `encoding` of a game. Groups and segments are the same throughout a game.

    They depend on the options and the number of players alone, which any state of the game tells.
    """

    def action_groups(self, s: Any) -> tuple[ActionGroup, ...]: ...

    def places(self, s: Any, legal: Sequence[Action]) -> list[Place]:
        """The place of each legal action, in the same order; no two have the same. Takes views too."""

    def segments(self, s: Any) -> tuple[Segment, ...]: ...

    def numbers(self, view: Any, player: int) -> Numbers:
        """The view of a player in numbers. The player comes first wherever all players have a row, then clockwise."""


@dataclass(frozen=True)
class ActionTable:
    """All actions of a game, numbered from 0 in the order of their groups."""

    groups: tuple[ActionGroup, ...]

    @cached_property
    def starts(self) -> dict[str, int]:
        """Number of the first action of each group."""
        sizes = accumulate((group.size for group in self.groups), initial=0)
        return {group.name: start for group, start in zip(self.groups, sizes, strict=False)}

    @cached_property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        return {group.name: group.shape for group in self.groups}

    @property
    def size(self) -> int:
        return sum(group.size for group in self.groups)

    def number(self, place: Place) -> int:
        """The number of the action at a place; raises ValueError where the table has no such place."""
        name, args = place
        within = 0
        for n, arg in zip(self.shapes[name], args, strict=True):
            if not 0 <= arg < n:
                raise ValueError(f"{name} has no place {args}")
            within = within * n + arg
        return self.starts[name] + within

    def place(self, number: int) -> Place:
        """The place of the action with a number from 0; the opposite of `number`."""
        if not 0 <= number < self.size:
            raise ValueError(f"no action {number}")
        group = next(group for group in reversed(self.groups) if self.starts[group.name] <= number)
        within, args = number - self.starts[group.name], []
        for n in reversed(group.shape):
            within, arg = divmod(within, n)
            args.append(arg)
        return group.name, tuple(reversed(args))

    def numbered(self, encoding: Encoding, s: Any, legal: Sequence[Action]) -> dict[int, Action]:
        """The legal actions of a state or view by their numbers, in their own order."""
        return dict(zip(map(self.number, encoding.places(s, legal)), legal, strict=True))


def row(segments: Sequence[Segment], numbers: Numbers) -> list[int]:
    """All numbers of an observation in a row, in the order of the segments."""
    return list(chain.from_iterable(numbers[segment.name] for segment in segments))


def one_hot(value: int | None, size: int) -> list[int]:
    """A list with 1 at a place and 0 elsewhere; all 0 for None or a value outside."""
    return marks(() if value is None else (value,), size)


def marks(values: Sequence[int], size: int) -> list[int]:
    """A list with 1 at each of these places and 0 elsewhere; values outside are left out."""
    marked = [0] * size
    for value in values:
        if 0 <= value < size:
            marked[value] = 1
    return marked


def bits(mask: int, size: int) -> list[int]:
    """The lowest bits of a mask, bit 0 first."""
    return [mask >> n & 1 for n in range(size)]


def clockwise(seats: int, player: int) -> list[int]:
    """All seats, from a player on."""
    return [(player + n) % seats for n in range(seats)]


def joined(rows: Sequence[Sequence[int]]) -> list[int]:
    """Rows one after the other."""
    return list(chain.from_iterable(rows))
