"""A bot that searches: alpha-beta with two players, max^n with more, over samples of what is unseen.

Depth is counted in turns, that is in changes of the player to move; a value is every player's chance to win. Each sweep
goes one turn deeper than the one before and tries the best replies of that first. A line does not end where the player
to move could do something that the game calls loud, such as a purchase: that is looked at too (quiescence).
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
from .determinization import Draws, worlds
from .evaluation import knowledge, shares

Value: TypeAlias = tuple[float, ...]
Line: TypeAlias = "tuple[Action, Line] | None"
"""The play expected: an action and what follows it."""

WORLDS = 5
"""Samples of what is unseen; the root's actions are judged by the mean over all of them."""
ROOT_WIDTH = 12
"""Actions of the root that are searched deeper than one turn."""
WIDTH = 7
"""Actions searched elsewhere, the most promising of those that the game's priors tell apart."""
STEP_WIDTH = 2
"""The same for the further decisions of a turn."""
LOUD_WIDTH = 2
"""Loud actions that are looked at where a line would end."""
SLACK = 0.05
"""How far below the best of its world an action's value is still told exactly, for the sake of the mean."""
MAX_DEPTH = 24
HASTE = 1e-3
"""What each turn takes off a victory: the sooner the better."""
POLL = 32
"""Nodes between two looks at the clock."""


class Spent(Exception):
    """The limit is reached."""


class Search:
    """One search: its budget and what it knows of the game."""

    def __init__(self, game: Game[Any], view: Any, limit: Limit) -> None:
        self.game, self.know, self.limit = game, knowledge(game, view), limit
        self.seats = len(game.score(view))
        self.start, self.nodes, self.depth = perf_counter(), 0, 0
        self.cut = False
        """Did the depth end any line before the game did?"""
        self.replies: dict[int, Action] = {}
        """The best action found at a position, known by the hash of the line that leads there."""

    def visit(self) -> None:
        """Count a position; raises Spent."""
        if self.nodes >= self.limit.nodes:
            raise Spent
        if self.nodes % POLL == 0 and (self.limit.stop() or perf_counter() - self.start >= self.limit.seconds):
            raise Spent
        self.nodes += 1

    def leaf(self, s: Any) -> Value:
        self.cut = True
        return self.know.chances(s, self.seats)

    def end(self, s: Any, depth: int) -> Value:
        """The result, a little less for a victory far away."""
        late = HASTE * (self.depth - depth)
        return tuple([share - late * (share - 1 / self.seats) for share in shares(self.game, s, self.seats)])

    def moves(self, s: Any, width: int, key: int = 0) -> list[Action]:
        """The legal actions worth a look, the most promising first."""
        legal = self.game.legal(s)
        if not self.know.priors or len(legal) == 1:
            return legal
        priors = self.know.priors(s, legal)
        found = [legal[i] for i in sorted(range(len(legal)), key=lambda i: -priors[i])[:width]]
        reply = self.replies.get(key)
        if reply is not None and reply != found[0] and reply in legal:
            found = [reply, *(a for a in found if a != reply)]
        return found

    def value(self, s: Any, draws: Draws, depth: int, floors: Value, mover: int | None, key: int) -> tuple[Value, Line]:
        """What best play leads to, `mover` having moved last, by the line of that key.

        `floors` are chances that players have for certain elsewhere: a line that leaves one of them less is cut off.
        """
        player = self.game.turn(s)
        if player is None:
            return self.end(s, depth), None
        if player != mover:
            depth -= 1
        best: tuple[Value, Line] | None = None
        enough = 1 - max(floors[:player] + floors[player + 1 :])
        if depth < 0:
            best = self.leaf(s), None
            actions = self.loud(s) if depth == -1 else []
            if not actions or best[0][player] >= enough:
                return best
            floors = self.raised(floors, player, max(floors[player], best[0][player]))
        else:
            actions = self.moves(s, STEP_WIDTH if player == mover else WIDTH, key)
        for a in actions:
            found, line = self.after(s, a, draws, depth, floors, player, key)
            if best is None or found[player] > best[0][player]:
                best = found, (a, line)
                floors = self.raised(floors, player, found[player])
                if found[player] >= enough:
                    break
        assert best
        if best[1]:
            self.replies[key] = best[1][0]
        return best

    def loud(self, s: Any) -> list[Action]:
        """The actions without which the position cannot be judged, the most promising first."""
        loud = self.know.loud
        return [a for a in self.moves(s, WIDTH) if a[0] in loud][:LOUD_WIDTH] if loud else []

    def after(
        self, s: Any, a: Action, draws: Draws, depth: int, floors: Value, player: int, key: int
    ) -> tuple[Value, Line]:
        """What an action leads to."""
        self.visit()
        s = s.copy()
        self.game.advance(s, a, draws.at(self.depth - depth))
        return self.value(s, draws, depth, floors, player, hash((key, a)))

    def raised(self, floors: Value, player: int, floor: float) -> Value:
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
        self.worlds = worlds(search.game, view, rng, WORLDS)
        self.best = Choice(self.actions[0], 1 / search.seats, 0, (self.actions[0],))

    def deepen(self) -> None:
        """Search one turn deeper each time, until the limit or the end of the game."""
        search, depths = self.search, MAX_DEPTH if len(self.actions) > 1 else 1
        with suppress(Spent):
            for search.depth in range(1, depths + 1):
                search.cut = False
                self.sweep(self.actions if search.depth == 1 else self.actions[:ROOT_WIDTH])
                if not search.cut:
                    break

    def sweep(self, actions: list[Action]) -> None:
        """Search the actions to the same depth; the first is the best of the sweep before.

        Raises Spent; what was found until then stays.
        """
        floors = [0.0] * WORLDS
        means: dict[Action, float] = {}
        try:
            for a in actions:
                values, lines = zip(*map(self.look, [a] * WORLDS, range(WORLDS), floors), strict=True)
                means[a] = sum(values) / WORLDS
                if means[a] == max(means.values()):
                    floors = [value - SLACK for value in values]
                    self.best = replace(self.best, action=a, value=means[a], line=(a, *unlinked(lines[0])))
        finally:
            if len(means) == len(actions) or not self.best.candidates:
                self.actions.sort(key=lambda a: -means.get(a, -inf))
                found = tuple([Candidate(a, means[a]) for a in self.actions if a in means])
                self.best = replace(self.best, candidates=found)

    def look(self, a: Action, number: int, floor: float) -> tuple[float, Line]:
        """What an action of the root leads to in one world: the player's chance, and the play expected."""
        search, (s, draws) = self.search, self.worlds[number]
        floors = tuple([floor if seat == self.player else 0.0 for seat in range(search.seats)])
        value, line = search.after(s, a, draws, search.depth - 1, floors, self.player, number)
        return value[self.player], line


def unlinked(line: Line) -> Iterator[Action]:
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
