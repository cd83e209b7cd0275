"""Minimax bot: alpha-beta with two players, max^n with more, over determinizations of the view.

Depth is counted in turns, that is in changes of the player to move; a value is every player's chance to win. Iterative
deepening: each sweep goes one turn deeper than the last and tries its best replies first. A line does not end where
the player to move has a tactical action, such as a purchase, which is searched too (quiescence).
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
"""The likely play as a linked list: an action and the play after it."""

SAMPLES = 5
"""Determinizations; an action of the root has the mean value over all of them."""
ROOT_WIDTH = 12
"""Most actions of the root that are searched deeper than one turn."""
WIDTH = 7
"""Most actions searched at other nodes, those with the best priors."""
STEP_WIDTH = 2
"""Most actions searched for a further decision of the same turn."""
TACTICAL_WIDTH = 2
"""Most tactical actions searched where a line would end."""
SLACK = 0.05
"""Margin below the best value of a sample within which values stay exact, for the sake of the mean."""
MAX_DEPTH = 24
"""Deepest search, in turns."""
WIN_DELAY_PENALTY = 1e-3
"""Share of its advantage that a win loses for each turn, so that an earlier win is better."""
POLL_NODES = 32
"""Nodes between two checks of the clock."""


class LimitReached(Exception):
    """The search has reached its limit."""


class Search:
    """One search: its game, limit, counters and best replies."""

    def __init__(self, game: Game[Any], view: Any, limit: Limit) -> None:
        self.game, self.evaluator, self.limit = game, evaluator_for(game, view), limit
        self.seats = len(game.score(view))
        self.start, self.nodes, self.depth = perf_counter(), 0, 0
        self.cut_off = False
        """True when the depth has ended a line before the end of the game."""
        self.replies: dict[int, Action] = {}
        """Best action found at a position, by the hash of the line that leads there."""

    def visit(self) -> None:
        """Count a position; raises LimitReached when the limit allows no more."""
        if self.nodes >= self.limit.nodes:
            raise LimitReached
        if self.nodes % POLL_NODES == 0 and (self.limit.stop() or perf_counter() - self.start >= self.limit.seconds):
            raise LimitReached
        self.nodes += 1

    def evaluate(self, s: Any) -> Value:
        """Value of a position at the greatest depth, by the evaluator."""
        self.cut_off = True
        return self.evaluator.win_probabilities(s, self.seats)

    def result(self, s: Any, depth: int) -> Value:
        """Value of a finished game, a little less for a win many turns away."""
        late = WIN_DELAY_PENALTY * (self.depth - depth)
        return tuple([share - late * (share - 1 / self.seats) for share in victory_shares(self.game, s, self.seats)])

    def moves(self, s: Any, width: int, key: int = 0) -> list[Action]:
        """At most `width` legal actions, the most promising first; all where the game has no priors.

        The best reply of an earlier sweep to the line with that key comes first.
        """
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
        """Value of a position and the best play from it; `mover` moved last, and `key` is the hash of the line.

        `floors` are the probabilities that players are sure of elsewhere: a line that gives one of them less is cut.
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
        """Tactical actions to search before the position is evaluated, the most promising first."""
        tactical = self.evaluator.tactical
        return [a for a in self.moves(s, WIDTH) if a[0] in tactical][:TACTICAL_WIDTH] if tactical else []

    def value_after(
        self, s: Any, a: Action, rng: DepthSeededRandom, depth: int, floors: Value, player: int, key: int
    ) -> tuple[Value, Variation]:
        """Value of the position after an action, and the best play from it. Raises LimitReached."""
        self.visit()
        s = s.copy()
        self.game.advance(s, a, rng.at_depth(self.depth - depth))
        return self.value(s, rng, depth, floors, player, hash((key, a)))

    def raise_floor(self, floors: Value, player: int, floor: float) -> Value:
        """The floors with a player's own raised; with more than two players all others drop to 0.

        In max^n only the floor of the parent's player may cut off (shallow pruning, Korf 1991).
        """
        if self.seats == 2:
            return (max(floors[0], floor), floors[1]) if player == 0 else (floors[0], max(floors[1], floor))
        return tuple([floor if seat == player else 0.0 for seat in range(self.seats)])


class Root:
    """The root's actions, best first, and the best choice so far."""

    def __init__(self, search: Search, view: Any, rng: Random) -> None:
        player = search.game.turn(view)
        assert player is not None
        self.search, self.player = search, player
        self.actions = search.moves(view, len(search.game.legal(view)))
        self.samples = sample_states(search.game, view, rng, SAMPLES)
        self.best = Choice(self.actions[0], 1 / search.seats, 0, (self.actions[0],))

    def deepen(self) -> None:
        """Sweep one turn deeper each time, until the limit, MAX_DEPTH or the end of the game in every line."""
        search, depths = self.search, MAX_DEPTH if len(self.actions) > 1 else 1
        with suppress(LimitReached):
            for search.depth in range(1, depths + 1):
                search.cut_off = False
                self.sweep(self.actions if search.depth == 1 else self.actions[:ROOT_WIDTH])
                if not search.cut_off:
                    break

    def sweep(self, actions: list[Action]) -> None:
        """Search the actions to the same depth; the first is the best of the last sweep.

        Raises LimitReached; the best choice so far is kept.
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
        """The player's chance to win after an action of the root in one determinization, and the likely play."""
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
    """Choose the best action of the deepest search that the limit allows."""
    search = Search(game, view, limit)
    root = Root(search, view, rng)
    root.deepen()
    return replace(root.best, nodes=search.nodes, seconds=perf_counter() - search.start)
