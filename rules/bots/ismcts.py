"""A bot that samples: Monte Carlo tree search over what its seat can see (information-set MCTS).

Every iteration plays through the tree in one of a few worlds that agree with the view, takes the most promising
branch by PUCT, and ends at a new node, which the game's evaluation judges; the chances to win of every player flow
back along the path (max^n). The tree is keyed by actions alone, so nothing that is hidden can steer it.

Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree Search (2012); Rosin: Multi-armed bandits with episode
context (2011), for PUCT.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from math import exp, inf, sqrt
from operator import attrgetter, itemgetter
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from ..core.game import Action, Game
from .bot import Candidate, Choice, Limit
from .determinization import worlds
from .evaluation import knowledge, shares

WORLDS = 8
"""Samples of what is unseen at first, each met again and again."""
AGAIN = 64
"""A search meets each of them so often before it takes more."""
CURIOSITY = 0.1
"""The part of the priors that is shared out evenly at the root, so that no move is overlooked."""
BROAD = 40
"""Below the root only so many of a position's actions are looked at, the likeliest."""
DOUBT = 0.1
"""How much less than its siblings, in chance to win, a branch counts before it is visited."""
POLL = 16
"""Iterations between two looks at the clock."""

PRIOR = attrgetter("prior")
"""What branches are sorted by."""


class Edge:
    """A decision in the tree."""

    __slots__ = ("action", "node", "prior", "total", "visits")

    def __init__(self, action: Action, prior: float) -> None:
        self.action, self.prior = action, prior
        self.visits, self.total = 0, 0.0
        self.node: Node | None = None

    @property
    def value(self) -> float:
        """The mover's chance to win."""
        return self.total / self.visits if self.visits else 0.0


class Scene:
    """What a node is in one world."""

    __slots__ = ("edges", "player", "s", "values")

    def __init__(self, s: Any, player: int | None) -> None:
        self.s, self.player = s, player
        self.edges: Sequence[Edge] = ()
        """The likeliest first."""
        self.values: tuple[float, ...] = ()
        """The result of a game that is over."""


class Node:
    """A position as far as the decisions that led to it tell."""

    __slots__ = ("edges", "legal", "likings", "passed_over", "scenes", "shared", "top", "total", "tried", "visits")

    def __init__(self) -> None:
        self.edges: dict[Action, Edge] = {}
        self.scenes: dict[int, Scene] = {}
        self.visits, self.total = 0, 0.0
        self.tried = 0
        """Edges that were visited."""
        self.top, self.likings = 0.0, 0.0
        self.passed_over: frozenset[Action] = frozenset()
        """Actions that are not looked at."""
        self.legal: Sequence[Action] = ()
        self.shared: Sequence[Edge] = ()
        """What is legal in the first world that went on from here, and its edges: often the same in all."""

    def add(self, actions: list[Action], liking: list[float], room: int) -> None:
        """Edges for the likeliest actions: priors are the softmax over all those of the first world met here."""
        edges = self.edges
        if not edges:
            self.top = max(liking)
        top = self.top
        weights = [exp(x - top) if x < top else 1.0 for x in liking]
        if not edges:
            self.likings = sum(weights)
        likings = self.likings
        if len(actions) > room:
            ranked = sorted(zip(liking, weights, actions, strict=True), key=itemgetter(0), reverse=True)
            self.passed_over = self.passed_over.union([a for _, _, a in ranked[room:]])
            weights, actions = [w for _, w, _ in ranked[:room]], [a for _, _, a in ranked[:room]]
        for a, weight in zip(actions, weights, strict=True):
            edges[a] = Edge(a, weight / likings)


class Search:
    """One search from a view."""

    def __init__(self, game: Game[Any], view: Any, rng: Random) -> None:
        self.game, self.know, self.view, self.rng = game, knowledge(game, view), view, rng
        self.explore, self.temper = self.know.manner
        self.seats, self.player = len(game.score(view)), game.turn(view)
        self.worlds = worlds(game, view, rng, WORLDS)
        self.depth, self.iterations, self.totals = 0, 0, [0.0] * self.seats
        root = Node()
        for number, (s, _) in enumerate(self.worlds):
            root.scenes[number] = self.scene(s)
        self.begin(root)

    def begin(self, root: Node) -> None:
        """Make a node the root: no move of it is overlooked."""
        self.root, root.legal, root.passed_over = root, (), frozenset()
        for scene in root.scenes.values():
            self.expand(root, scene, sys.maxsize)
        share = CURIOSITY / len(root.edges)
        for edge in root.edges.values():
            edge.prior = (1 - CURIOSITY) * edge.prior + share

    def goes_on(self, action: Action, view: Any) -> bool:
        """Go on from what an action of the root led to, if that is the view in every world: if chance had no part.

        Never for another player: these worlds hold what the first one knows.
        """
        edge, player = self.root.edges.get(action), self.player
        node = edge.node if edge else None
        if node is None or self.game.turn(view) != player:
            return False
        for number in range(len(self.worlds)):
            scene = self.reach(node, self.root.scenes[number], action, number, self.depth + 1)
            if scene.player != player or self.game.observe(scene.s, player) != view:
                return False
        self.view, self.depth, self.iterations, self.totals = view, self.depth + 1, 0, [0.0] * self.seats
        self.begin(node)
        return True

    def reach(self, node: Node, before: Scene, action: Action, number: int, depth: int) -> Scene:
        """What a node is in that world, coming from the node before."""
        scene = node.scenes.get(number)
        if scene is None:
            s = before.s.copy()
            self.game.advance(s, action, self.worlds[number][1].at(depth))
            scene = node.scenes[number] = self.scene(s)
        return scene

    def scene(self, s: Any) -> Scene:
        """What a node is in another world; its edges are not looked for before a search goes beyond it."""
        scene = Scene(s, self.game.turn(s))
        if scene.player is None:
            scene.values = shares(self.game, s, self.seats)
        return scene

    def expand(self, node: Node, scene: Scene, room: int = BROAD) -> None:
        """The edges of the actions that are legal there, of new ones as many as there is room for."""
        legal, known, over = self.game.legal(scene.s), node.edges, node.passed_over
        if legal == node.legal:
            scene.edges = node.shared
            return
        if over and over.issuperset(legal):
            over = node.passed_over = over.difference(legal)  # in this world there is nothing else
        if new := [a for a in legal if a not in known and a not in over] if known else legal:
            liking = self.know.liking(scene.s, new) if len(legal) > 1 else [0.0]
            node.add(new, [x / self.temper for x in liking], room)
        scene.edges = sorted([known[a] for a in legal if a in known], key=PRIOR, reverse=True)
        if not node.legal:
            node.legal, node.shared = legal, scene.edges

    def widen(self) -> None:
        """Take another sample of what is unseen."""
        number = len(self.worlds)
        self.worlds += worlds(self.game, self.view, self.rng, 1)
        scene = self.root.scenes[number] = self.scene(self.worlds[number][0])
        self.expand(self.root, scene, sys.maxsize)

    def iterate(self) -> None:
        """Go down the tree in the next world, add a node, and let its value flow back."""
        if self.iterations >= AGAIN * len(self.worlds):
            self.widen()
        number = self.iterations % len(self.worlds)
        self.iterations += 1
        node, depth = self.root, self.depth
        path: list[tuple[Node, Edge, int]] = []
        scene = node.scenes[number]
        while scene.player is not None:
            if not scene.edges:
                self.expand(node, scene)
            edge = select(node, scene.edges, self.explore)
            path.append((node, edge, scene.player))
            depth += 1
            if new := edge.node is None:
                edge.node = Node()
                node.tried += 1
            node = edge.node
            scene = self.reach(node, scene, edge.action, number, depth)
            if new:
                break
        values = scene.values or self.know.chances(scene.s, self.seats)
        for seat, value in enumerate(values):
            self.totals[seat] += value
        for node, edge, player in path:
            value = values[player]
            edge.visits += 1
            edge.total += value
            node.visits += 1
            node.total += value

    def run(self, limit: Limit, thorough: bool = False) -> None:
        """Iterate until the limit, or, unless thorough, until no other move can overtake the best."""
        start, edges = perf_counter(), list(self.root.edges.values())
        begun = self.iterations
        if len(edges) == 1:
            limit = replace(limit, nodes=min(limit.nodes, 1))
        with uncollected():
            while (done := self.iterations - begun) < limit.nodes:
                if done % POLL == 0:
                    spent = perf_counter() - start
                    if (done and spent >= limit.seconds) or limit.stop():
                        break
                    if done and done % (8 * POLL) == 0 and not thorough:
                        left = min(limit.nodes - done, (limit.seconds / spent - 1) * done)
                        if decided(edges, left):
                            break
                self.iterate()

    def chances(self) -> tuple[float, ...]:
        """Every player's chance to win, on average over all iterations."""
        return tuple([total / self.iterations for total in self.totals])

    def line(self) -> Iterator[Action]:
        """The play expected."""
        node: Node | None = self.root
        while node and node.visits:
            best = max(node.edges.values(), key=rank)
            yield best.action
            node = best.node


@contextmanager
def uncollected() -> Iterator[None]:
    """Look for no garbage in cycles, neither meanwhile nor later among what there is then: a tree has none, and to go
    through it again and again as it grows takes a seventh of the time with 2,000 positions, near a third with 8,000.
    PyPy would free nothing at all meanwhile.
    """
    if not gc.isenabled() or sys.implementation.name != "cpython":
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def rank(edge: Edge) -> tuple[int, float, float]:
    """The better, the higher."""
    return edge.visits, edge.value, edge.prior


def select(node: Node, edges: Sequence[Edge], explore: float) -> Edge:
    """The branch with the best mixture of value, prior and novelty."""
    visits, left, new = node.visits, node.tried, True
    explore *= sqrt(visits + 1)
    best, top = edges[0], -inf
    for edge in edges:
        if n := edge.visits:
            left -= 1
            score = edge.total / n + explore * edge.prior / (1 + n)
        elif new:  # of those not visited the likeliest is the best
            new = False
            score = (node.total / visits - DOUBT if visits else 0.5) + explore * edge.prior
        elif left:
            continue
        else:
            break
        if score > top:
            best, top = edge, score
    return best


def decided(edges: list[Edge], left: float) -> bool:
    """Is the most visited branch sure to stay the most visited?"""
    first, second = sorted([edge.visits for edge in edges], reverse=True)[:2]
    return first - second > left


class Memory(NamedTuple):
    """The latest search, for the next decision of the same turn."""

    game: str
    action: Action
    search: Search


_memory: Memory | None = None


def forget() -> None:
    """Begin the next search anew: the same question then has the same answer, whatever was asked before."""
    global _memory
    _memory = None


def ismcts(game: Game[Any], view: Any, rng: Random, limit: Limit) -> Choice:
    """The action that was visited most. Where it leads straight to another decision, the tree is kept for that."""
    global _memory
    start, last = perf_counter(), _memory
    if last and last.game == game.NAME and last.search.goes_on(last.action, view):
        search = last.search
    else:
        search = Search(game, view, rng)
    search.run(replace(limit, nodes=limit.nodes - search.root.visits))
    edges = sorted(search.root.edges.values(), key=rank, reverse=True)
    found = tuple([Candidate(edge.action, edge.value, edge.visits) for edge in edges])
    line = tuple(search.line()) or (found[0].action,)
    _memory = Memory(game.NAME, found[0].action, search)
    return Choice(found[0].action, found[0].value, search.root.visits, line, perf_counter() - start, found)
