"""A bot that searches: alpha-beta with two players, max^n with more, over samples of what is unseen.

Depth is counted in turns, that is in changes of the player to move; a value is every player's chance to win. Each sweep
goes one turn deeper than the one before and tries the best replies of that first. A line does not end where the player
to move could do something that the game calls tactical, such as a purchase: that is looked at too (quiescence).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from math import inf
from random import Random
from time import perf_counter
from typing import Any, TypeAlias

from ..core.game import Action, Game
from .bot import Candidate, Choice, Limit
from .determinization import DepthSeededRandom, sample_states
from .evaluation import evaluator_for, victory_shares

Value: TypeAlias = tuple[float, ...]
"""Each player's probability of winning."""
Variation: TypeAlias = "tuple[Action, Variation] | None"
"""The likely play: an action and what follows it."""

SAMPLES = 5
"""Determinizations; the root's actions are judged by the mean over all of them."""
ROOT_WIDTH = 12
"""Actions of the root that are searched deeper than one turn."""
WIDTH = 7
"""Actions searched elsewhere, the most promising of those that the game's priors tell apart."""
STEP_WIDTH = 2
"""The same for the further decisions of a turn."""
TACTICAL_WIDTH = 2
"""Tactical actions searched where a line would end."""
SLACK = 0.05
"""How far below the best of its sample an action's value is still told exactly, for the sake of the mean."""
MAX_DEPTH = 24
WIN_DELAY_PENALTY = 1e-3
"""Taken off a win for each turn: the sooner the better."""
POLL_NODES = 32
"""Nodes between two looks at the clock."""


class LimitReached(Exception):
    """The limit is reached."""


class Search:
    """One search: its budget and what it knows of the game."""

    def __init__(self, game: Game[Any], view: Any, limit: Limit) -> None:
        self.game, self.evaluator, self.limit = game, evaluator_for(game, view), limit
        self.seats = len(game.score(view))
        self.start, self.nodes, self.depth = perf_counter(), 0, 0
        self.cut_off = False
        """Did the depth end any line before the game did?"""
        self.replies: dict[int, Action] = {}
        """The best action found at a position, known by the hash of the line that leads there."""

    def visit(self) -> None:
        """Count a position; raises LimitReached."""
        if self.nodes >= self.limit.nodes:
            raise LimitReached
        if self.nodes % POLL_NODES == 0 and (self.limit.stop() or perf_counter() - self.start >= self.limit.seconds):
            raise LimitReached
        self.nodes += 1

    def evaluate(self, s: Any) -> Value:
        """Value of a position at the end of the depth."""
        self.cut_off = True
        return self.evaluator.win_probabilities(s, self.seats)

    def result(self, s: Any, depth: int) -> Value:
        """Value of a finished game, a little less for a win far away."""
        late = WIN_DELAY_PENALTY * (self.depth - depth)
        return tuple([share - late * (share - 1 / self.seats) for share in victory_shares(self.game, s, self.seats)])

    def moves(self, s: Any, width: int, key: int = 0) -> list[Action]:
        """The legal actions worth a look, the most promising first."""
        legal = self.game.legal(s)
        if not self.evaluator.priors or len(legal) == 1:
            return legal
        priors = self.evaluator.priors(s, legal)
        ranked = [legal[i] for i in sorted(range(len(legal)), key=lambda i: -priors[i])[:width]]
        reply = self.replies.get(key)
        if reply is not None and reply != ranked[0] and reply in legal:
            ranked = [reply, *(a for a in ranked if a != reply)]
        return ranked

    def value(
        self, s: Any, rng: DepthSeededRandom, depth: int, floors: Value, mover: int | None, key: int
    ) -> tuple[Value, Variation]:
        """Value and play after best play, `mover` having moved last, at the line with that key.

        `floors` are probabilities that players have for certain elsewhere: a line that leaves one of them less is cut
        off.
        """
        player = self.game.turn(s)
        if player is None:
            return self.result(s, depth), None
        if player != mover:
            depth -= 1
        best: tuple[Value, Variation] | None = None
        enough = 1 - max(floors[:player] + floors[player + 1 :])
        if depth < 0:
            best = self.evaluate(s), None
            actions = self.tactical(s) if depth == -1 else []
            if not actions or best[0][player] >= enough:
                return best
            floors = self.raise_floor(floors, player, max(floors[player], best[0][player]))
        else:
            actions = self.moves(s, STEP_WIDTH if player == mover else WIDTH, key)
        for a in actions:
            value, line = self.value_after(s, a, rng, depth, floors, player, key)
            if best is None or value[player] > best[0][player]:
                best = value, (a, line)
                floors = self.raise_floor(floors, player, value[player])
                if value[player] >= enough:
                    break
        assert best
        if best[1]:
            self.replies[key] = best[1][0]
        return best

    def tactical(self, s: Any) -> list[Action]:
        """The actions without which the position cannot be judged, the most promising first."""
        tactical = self.evaluator.tactical
        return [a for a in self.moves(s, WIDTH) if a[0] in tactical][:TACTICAL_WIDTH] if tactical else []

    def value_after(
        self, s: Any, a: Action, rng: DepthSeededRandom, depth: int, floors: Value, player: int, key: int
    ) -> tuple[Value, Variation]:
        """What an action leads to."""
        self.visit()
        s = s.copy()
        self.game.advance(s, a, rng.at_depth(self.depth - depth))
        return self.value(s, rng, depth, floors, player, hash((key, a)))

    def raise_floor(self, floors: Value, player: int, floor: float) -> Value:
        """The floors with a player's own raised; with more than two players only a parent's floor may cut."""
        if self.seats == 2:
            return (max(floors[0], floor), floors[1]) if player == 0 else (floors[0], max(floors[1], floor))
        return tuple([floor if seat == player else 0.0 for seat in range(self.seats)])


class Root:
    """The actions of the root, the best first, and the best that the search has found so far."""

    def __init__(self, search: Search, view: Any, rng: Random) -> None:
        player = search.game.turn(view)
        assert player is not None
        self.search, self.player = search, player
        self.actions = search.moves(view, len(search.game.legal(view)))
        self.samples = sample_states(search.game, view, rng, SAMPLES)
        self.best = Choice(self.actions[0], 1 / search.seats, 0, (self.actions[0],))

    def deepen(self) -> None:
        """Search one turn deeper each time, until the limit or the end of the game."""
        search, depths = self.search, MAX_DEPTH if len(self.actions) > 1 else 1
        with suppress(LimitReached):
            for search.depth in range(1, depths + 1):
                search.cut_off = False
                self.sweep(self.actions if search.depth == 1 else self.actions[:ROOT_WIDTH])
                if not search.cut_off:
                    break

    def sweep(self, actions: list[Action]) -> None:
        """Search the actions to the same depth; the first is the best of the sweep before.

        Raises LimitReached; what was found until then stays.
        """
        floors = [0.0] * SAMPLES
        means: dict[Action, float] = {}
        try:
            for a in actions:
                values, lines = zip(*map(self.search_action, [a] * SAMPLES, range(SAMPLES), floors), strict=True)
                means[a] = sum(values) / SAMPLES
                if means[a] == max(means.values()):
                    floors = [value - SLACK for value in values]
                    self.best = replace(self.best, action=a, value=means[a], line=(a, *actions_of(lines[0])))
        finally:
            if len(means) == len(actions) or not self.best.candidates:
                self.actions.sort(key=lambda a: -means.get(a, -inf))
                candidates = tuple([Candidate(a, means[a]) for a in self.actions if a in means])
                self.best = replace(self.best, candidates=candidates)

    def search_action(self, a: Action, number: int, floor: float) -> tuple[float, Variation]:
        """What an action of the root leads to in one sample: the player's chance, and the play expected."""
        search, (s, rng) = self.search, self.samples[number]
        floors = tuple([floor if seat == self.player else 0.0 for seat in range(search.seats)])
        value, line = search.value_after(s, a, rng, search.depth - 1, floors, self.player, number)
        return value[self.player], line


def actions_of(line: Variation) -> Iterator[Action]:
    """The actions of a line."""
    while line:
        a, line = line
        yield a


def minimax(game: Game[Any], view: Any, rng: Random, limit: Limit) -> Choice:
    """The best action of the deepest search that the limit allows."""
    search = Search(game, view, limit)
    root = Root(search, view, rng)
    root.deepen()
    return replace(root.best, nodes=search.nodes, seconds=perf_counter() - search.start)
