"""A game in numbers, and one episode of it: what the environments share."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from random import Random
from typing import Any, cast

import numpy as np
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray

from tabletown.rules.bots.evaluation import victory_shares
from tabletown.rules.core.encoding import ActionTable, Encoding, Place, Segment, row
from tabletown.rules.core.game import Action, Game, chosen, totals
from tabletown.rules.core.match import Match, Seat
from tabletown.rules.core.registry import game_module, games, load

MOST_DECISIONS = 1500
"""Decisions after which an episode is truncated: random players may take and return tokens for ever."""

Numbers = NDArray[np.float32]
Mask = NDArray[np.int8]


class EncodedGame:
    """A game with its options and number of players, its actions and observations as numbers."""

    def __init__(self, name: str, seats: int, options: Mapping[str, str]) -> None:
        if name not in games() or not game_module(name, "encoding"):
            raise ValueError(f"there is no environment for the game {name!r}; choose from {', '.join(encoded_games())}")
        if seats not in load(name).SEATS:
            raise ValueError(f"{load(name).TITLE} is not for {seats} players")
        if unknown := set(options) - {option.key for option in load(name).OPTIONS}:
            raise ValueError(f"{load(name).TITLE} has no option {', '.join(sorted(unknown))}")
        self.name, self.seats = name, seats
        self.options = chosen(self.rules, options)
        start = self.rules.setup(seats, self.options, Random(0))
        self.table = ActionTable(self.encoding.action_groups(start))
        self.segments: tuple[Segment, ...] = self.encoding.segments(start)

    @property
    def rules(self) -> Game[Any]:
        return load(self.name)

    @property
    def encoding(self) -> Encoding:
        return cast(Encoding, game_module(self.name, "encoding"))

    @cached_property
    def slices(self) -> dict[str, slice]:
        """Part of an observation that each segment takes, by its name."""
        ends = np.cumsum([segment.size for segment in self.segments]).tolist()
        starts = [0, *ends]
        return {
            segment.name: slice(start, end) for segment, start, end in zip(self.segments, starts, ends, strict=False)
        }

    def segment(self, observation: Numbers, name: str) -> Numbers:
        """A segment of an observation, in its own shape."""
        shape = next(segment.shape for segment in self.segments if segment.name == name)
        return observation[self.slices[name]].reshape(shape)

    def action_space(self) -> Discrete[np.int64]:
        return Discrete(self.table.size)

    def observation_space(self) -> Box:
        sizes = [segment.size for segment in self.segments]
        low = np.repeat(np.array([segment.low for segment in self.segments], np.float32), sizes)
        high = np.repeat(np.array([segment.high for segment in self.segments], np.float32), sizes)
        return Box(low, high, dtype=np.float32)

    def mask_space(self) -> Box:
        return Box(0, 1, (self.table.size,), np.int8)


def encoded_games() -> list[str]:
    """Names of the games that have a module `encoding`."""
    return [name for name in games() if game_module(name, "encoding")]


class Episode:
    """One game in progress. The same seed and actions give the same game as `rules.core.match.Match`."""

    def __init__(self, coded: EncodedGame, seed: int) -> None:
        self.coded, self.seed = coded, seed
        self.state: Any = coded.rules.setup(coded.seats, coded.options, Random(f"{seed}/setup"))
        self.log: list[Action] = []
        self._legal: dict[int, Action] | None = None
        self._views: dict[int, Any] = {}

    @property
    def player(self) -> int | None:
        """The player to move; None when the game is over."""
        return self.coded.rules.turn(self.state)

    def view(self, seat: int) -> Any:
        """The observation of the rules for a seat: all that it may see."""
        if seat not in self._views:
            self._views[seat] = self.coded.rules.observe(self.state, seat)
        return self._views[seat]

    def legal(self) -> dict[int, Action]:
        """The legal actions by their numbers, in the rules' own order; none when the game is over."""
        if self._legal is None:
            player = self.player
            view = self.state if player is None else self.view(player)
            self._legal = self.coded.table.numbered(self.coded.encoding, view, self.coded.rules.legal(view))
        return self._legal

    def place(self, number: int) -> Place:
        """Group and arguments of an action, as in ("reserve", (3,))."""
        return self.coded.table.place(number)

    def mask(self, seat: int) -> Mask:
        """1 for each action that a seat may play now; all 0 when another is to move."""
        mask = np.zeros(self.coded.table.size, np.int8)
        if seat == self.player:
            mask[list(self.legal())] = 1
        return mask

    def observation(self, seat: int) -> Numbers:
        """All that a seat may see, in numbers: the segments in a row."""
        return np.array(row(self.coded.segments, self.coded.encoding.numbers(self.view(seat), seat)), np.float32)

    def play(self, number: int) -> None:
        """Play a legal action by its number; raises KeyError for another one."""
        self.advance(self.legal()[number])

    def advance(self, action: Action) -> None:
        """Play a legal action of the rules."""
        self.coded.rules.advance(self.state, action, Random(f"{self.seed}/{len(self.log)}"))
        self.log.append(action)
        self._legal = None
        self._views.clear()

    def points(self) -> list[int]:
        """Each seat's points now."""
        return totals(self.coded.rules, self.state)

    def results(self) -> list[float]:
        """Each seat's reward if the game ends now: 1 for a win, -1 for a loss; 2/n - 1 for a win that n share."""
        return [2 * share - 1 for share in victory_shares(self.coded.rules, self.state, self.coded.seats)]

    def match(self, bots: Mapping[int, str] | None = None) -> Match:
        """The game as a match, which can be saved, shown and reviewed; `bots` are names of bots by seat."""
        seats = [Seat(f"Player {n + 1}", (bots or {}).get(n, "")) for n in range(self.coded.seats)]
        match = Match(self.coded.name, seats, self.coded.options, self.seed)
        for action in self.log:
            match.act(action)
        return match
