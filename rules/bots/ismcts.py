"""Information-set Monte Carlo tree search (ISMCTS): a bot that searches over everything its seat can see.

Each iteration goes down the tree in one of a few worlds (determinizations of the view), follows the best edge by PUCT,
and ends at a new node, which the evaluator evaluates; each player's probability of winning is backed up along the path
(max^n). The tree is keyed by actions alone, so hidden cards cannot affect it.

Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree Search (2012); Rosin: Multi-armed bandits with episode
context (2011), for PUCT.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator, Sequence, Set
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from time import perf_counter
from typing import Any, Protocol, TypeAlias

from ..core.game import Action, Game
from ..core.search_params import MAX_CHILDREN, ROOT_NOISE, SAMPLES, VISITS_PER_WORLD
from .bot import Candidate, Choice, Limit
from .determinization import sample_states
from .evaluation import evaluator_for, victory_shares
from .search_tree import PRIOR, Edge, Node, WorldState, leader_is_safe, rank, select

FORCED_NODES = 64
"""Iterations for the only legal action: enough to estimate the chance of winning."""
POLL_ITERATIONS = 16
"""Iterations between two checks of the clock."""


class Search:
    """One search from a view."""

    informed = False
    """Do the worlds heed what the moves of rivals suggest of their cards?"""

    def __init__(self, game: Game[Any], view: Any, rng: Random) -> None:
        self.game, self.evaluator, self.view, self.rng = game, evaluator_for(game, view), view, rng
        self.c_puct, self.prior_temperature = self.evaluator.params
        self.seats, self.player = len(game.score(view)), game.turn(view)
        self.samples = sample_states(game, view, rng, SAMPLES, self.informed)
        self.depth, self.iterations, self.totals = 0, 0, [0.0] * self.seats
        root = Node()
        for number, (s, _) in enumerate(self.samples):
            root.world_states[number] = self.world_state(s)
        self.set_root(root)

    def set_root(self, root: Node) -> None:
        """Make a node the root, with an edge for every legal action and noise in the priors."""
        self.root, root.first_legal, root.pruned = root, (), frozenset()
        for world in root.world_states.values():
            self.expand(root, world, sys.maxsize)
        share = ROOT_NOISE / len(root.edges)
        for edge in root.edges.values():
            edge.prior = (1 - ROOT_NOISE) * edge.prior + share

    def advance_root(self, action: Action, view: Any) -> bool:
        """Make the node after an action the root; return False if the action was not searched or involved chance.

        It must lead to this view in every world, for the same player, whose knowledge the worlds agree with.
        """
        edge, player = self.root.edges.get(action), self.player
        node = edge.node if edge else None
        if node is None or self.game.turn(view) != player:
            return False
        for number in range(len(self.samples)):
            world = self.reach(node, self.root.world_states[number], action, number, self.depth + 1)
            if world.player != player or self.game.observe(world.s, player) != view:
                return False
        self.view, self.depth, self.iterations, self.totals = view, self.depth + 1, 0, [0.0] * self.seats
        self.set_root(node)
        return True

    def restrict(self, actions: Set[Action]) -> None:
        """Keep only these actions at the root, so that all further iterations go to them."""
        root = self.root
        root.pruned = root.pruned.union(root.edges.keys() - actions)
        root.edges = {action: edge for action, edge in root.edges.items() if action in actions}
        root.first_edges = [edge for edge in root.first_edges if edge.action in actions]
        for world in root.world_states.values():
            world.edges = [edge for edge in world.edges if edge.action in actions]

    def reach(self, node: Node, parent: WorldState, action: Action, number: int, depth: int) -> WorldState:
        """The node in world `number`, reached if necessary by an action from its parent."""
        world = node.world_states.get(number)
        if world is None:
            s = parent.s.copy()
            self.game.advance(s, action, self.samples[number][1].at_depth(depth))
            world = node.world_states[number] = self.world_state(s)
        return world

    def world_state(self, s: Any) -> WorldState:
        """A node's state in one world, without edges until a search goes beyond it."""
        world = WorldState(s, self.game.turn(s))
        if world.player is None:
            world.values = victory_shares(self.game, s, self.seats)
        return world

    def expand(self, node: Node, world: WorldState, max_new: int = MAX_CHILDREN) -> None:
        """Set the edges of the actions legal in that world, adding at most `max_new` to the node."""
        legal, edges, pruned = self.game.legal(world.s), node.edges, node.pruned
        if legal == node.first_legal:
            world.edges = node.first_edges
            return
        if pruned and pruned.issuperset(legal):
            pruned = node.pruned = pruned.difference(legal)  # this world has no other actions
        if new := [a for a in legal if a not in edges and a not in pruned] if edges else legal:
            logits = self.evaluator.logits(world.s, new) if len(legal) > 1 else [0.0]
            node.add_edges(new, [x / self.prior_temperature for x in logits], max_new)
        world.edges = sorted([edges[a] for a in legal if a in edges], key=PRIOR, reverse=True)
        if not node.first_legal:
            node.first_legal, node.first_edges = legal, world.edges

    def add_world(self) -> None:
        """Sample another world and expand the root in it."""
        number = len(self.samples)
        self.samples += sample_states(self.game, self.view, self.rng, 1, self.informed)
        world = self.root.world_states[number] = self.world_state(self.samples[number][0])
        self.expand(self.root, world, sys.maxsize)

    def iterate(self, first: Edge | None = None) -> None:
        """Go down the tree in the next world, add a node, and back up its values. `first` is an edge of the root."""
        if self.iterations >= VISITS_PER_WORLD * len(self.samples):
            self.add_world()
        number = self.iterations % len(self.samples)
        self.iterations += 1
        node, depth = self.root, self.depth
        path: list[tuple[Node, Edge, int]] = []
        world = node.world_states[number]
        while world.player is not None:
            if not world.edges:
                self.expand(node, world)
            edge = first or select(node, world.edges, self.c_puct)
            first = None
            path.append((node, edge, world.player))
            depth += 1
            if new := edge.node is None:
                edge.node = Node()
                node.expanded_edges += 1
            node = edge.node
            world = self.reach(node, world, edge.action, number, depth)
            if new:
                break
        values = self.utilities(world, path)
        for seat, value in enumerate(values):
            self.totals[seat] += value
        for node, edge, player in path:
            value = values[player]
            edge.visits += 1
            edge.total += value
            node.visits += 1
            node.total += value

    def utilities(self, world: WorldState, path: Sequence[tuple[Node, Edge, int]]) -> tuple[float, ...]:
        """Each player's utility of the end of a path: the probability of winning."""
        return world.values or self.evaluator.win_probabilities(world.s, self.seats)

    def run(self, limit: Limit, thorough: bool = False) -> None:
        """Iterate until the limit or, unless thorough, until no other action can overtake the most visited one."""
        start, edges = perf_counter(), list(self.root.edges.values())
        earlier = self.iterations
        if len(self.root.first_legal) == 1:
            limit = replace(limit, nodes=min(limit.nodes, FORCED_NODES))
        with collector_paused():
            while (done := self.iterations - earlier) < limit.nodes:
                if done % POLL_ITERATIONS == 0:
                    spent = perf_counter() - start
                    if (done and spent >= limit.seconds) or limit.stop():
                        break
                    if done and done % (8 * POLL_ITERATIONS) == 0 and not thorough:
                        remaining = min(limit.nodes - done, (limit.seconds / spent - 1) * done)
                        if leader_is_safe(edges, remaining):
                            break
                self.iterate()

    @property
    def visits(self) -> int:
        """Visits to the root, also those before it was the root."""
        return self.root.visits

    def candidates(self) -> tuple[Candidate, ...]:
        """The legal actions, the most visited first."""
        edges = sorted(self.root.edges.values(), key=rank, reverse=True)
        return tuple([Candidate(edge.action, edge.value, edge.visits) for edge in edges])

    def win_probabilities(self) -> tuple[float, ...]:
        """Each player's probability of winning, averaged over all iterations."""
        return tuple([total / self.iterations for total in self.totals])

    def principal_variation(self) -> Iterator[Action]:
        """The likely play: the most visited edge at each node."""
        node: Node | None = self.root
        while node and node.visits:
            best = max(node.edges.values(), key=rank)
            yield best.action
            node = best.node


class InformedSearch(Search):
    """A search for advice: hints, reviews and the coach. Bots search without, so that their strength is the same."""

    informed = True


@contextmanager
def collector_paused() -> Iterator[None]:
    """Pause the garbage collector of CPython, and exempt all live objects from it afterwards.

    A tree has no cycles, and scanning it repeatedly as it grows takes a seventh of the time with 2,000 positions and
    nearly a third with 8,000. PyPy frees memory only by its collector, so there it stays on.
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


class TreeSearch(Protocol):
    """A search as a choice needs it, plain or compiled."""

    @property
    def visits(self) -> int: ...

    def run(self, limit: Limit) -> None: ...

    def advance_root(self, action: Action, view: Any) -> bool: ...

    def candidates(self) -> tuple[Candidate, ...]: ...

    def principal_variation(self) -> Iterator[Action]: ...


Begin: TypeAlias = Callable[[Game[Any], Any, Random], TreeSearch]
"""A function that begins a search from a view."""


class SearchTreeCache:
    """The latest search and its action, for the next decision of the same turn. Each caller of bots owns one."""

    def __init__(self) -> None:
        self.latest: tuple[str, Action, TreeSearch] | None = None

    def search(self, game: Game[Any], view: Any, rng: Random, begin: Begin = Search) -> TreeSearch:
        """The latest search, continued if its action leads straight to this view; otherwise a new one."""
        if self.latest:
            name, action, search = self.latest
            if name == game.NAME and search.advance_root(action, view):
                return search
        return begin(game, view, rng)

    def keep(self, game: Game[Any], action: Action, search: TreeSearch) -> None:
        self.latest = game.NAME, action, search


def value_of(game: Game[Any], view: Any, action: Action, seed: str, limit: Limit) -> float:
    """The mover's probability of winning after an action, by an informed search of that action alone.

    The same seed searches every action in the same worlds.
    """
    search = InformedSearch(game, view, Random(seed))
    search.restrict({action})
    search.run(limit, thorough=True)
    return search.root.edges[action].value


def ismcts(
    game: Game[Any], view: Any, rng: Random, limit: Limit, trees: SearchTreeCache | None = None, begin: Begin = Search
) -> Choice:
    """Choose the most visited action. With `trees`, reuse the tree of the same turn's last decision if it applies."""
    start = perf_counter()
    search = trees.search(game, view, rng, begin) if trees else begin(game, view, rng)
    search.run(replace(limit, nodes=limit.nodes - search.visits))
    candidates = search.candidates()
    best = candidates[0]
    line = tuple(search.principal_variation()) or (best.action,)
    if trees:
        trees.keep(game, best.action, search)
    return Choice(best.action, best.value, search.visits, line, perf_counter() - start, candidates)
