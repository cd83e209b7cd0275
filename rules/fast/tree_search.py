"""A compiled search from a view of the plain rules, and its results as plain actions."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import numpy as np

from ..core.game import Action
from ..splendor import observe, setup
from ..splendor.expansions.orient import choices
from ..splendor.state import BASE_MARKET, Splendor
from .convert import from_plain, to_plain
from .engine.action_table import BUYS, DISCARDS, MOVES, ORIENT_WAYS, place_of, ways_of
from .engine.action_table import action as plain_action
from .engine.layout import CARD_NUMBER
from .search.expand import copy_places
from .search.iterate import GO, MOVED, SEE, START, run
from .search.keys import BUY, DISCARD, FIRST_KEYS, MOVE, RESERVE
from .search.tree import (
    CREATOR,
    DEPTH,
    FIRST,
    ITERATIONS,
    LEGAL_COUNT,
    NODES,
    NONE,
    PRIOR,
    ROOT,
    TRIES,
    VALUE,
    VISITS,
    WORLDS,
    grow,
    new_tree,
)
from .search.weights import Weights, pack


class Branch(NamedTuple):
    """An edge of the tree."""

    number: int
    key: int
    visits: int
    value: float
    """The mover's mean probability of winning; 0 without visits."""
    prior: float
    node: int
    """The node after it, or NONE."""


def branch_rank(branch: Branch) -> tuple[int, float, float]:
    """Sort key of branches, higher for better ones: visits, then value, then prior."""
    return branch.visits, branch.value, branch.prior


class CompiledSearch:
    """One search from a view of Splendor; its worlds and results are those of the plain search."""

    def __init__(self, view: Splendor, rng: Random, weights: Weights) -> None:
        self.view, self.rng, self.weights = view, rng, weights
        self.tree = new_tree(from_plain(view), np.array(rng.getstate()[1], dtype=np.uint32))
        self.player, self.seats = view.player, len(view.players)
        self.begin(START)

    def begin(self, how: int) -> None:
        """Set the root, without an iteration."""
        run(self.tree, self.weights, how, 0)
        self.root_edges = [branch.number for branch in self.branches(int(self.tree.counts[ROOT]))]

    def iterate(self, count: int) -> None:
        """Make that many iterations."""
        while count := count - run(self.tree, self.weights, GO, count):
            self.make_room()

    def make_room(self) -> None:
        """Let the arrays grow."""
        old, self.tree = self.tree, grow(self.tree)
        if len(old.names) < len(self.tree.names):
            copy_places(old.names, old.places, self.tree.names, self.tree.places)

    def hand_back_numbers(self) -> None:
        """Leave the generator of random numbers where the plain search would leave it."""
        version, _, gauss = self.rng.getstate()
        self.rng.setstate((version, tuple(self.tree.rng[0].tolist()), gauss))

    @property
    def iterations(self) -> int:
        """Iterations since the root was set."""
        return int(self.tree.counts[ITERATIONS])

    @property
    def nodes(self) -> int:
        """Nodes of the tree."""
        return int(self.tree.counts[NODES])

    @property
    def visits(self) -> int:
        """Visits to the root, also those before it was the root."""
        return int(self.tree.nodes[self.tree.counts[ROOT], VISITS])

    @property
    def is_forced(self) -> bool:
        """True when the root has one legal action."""
        return bool(self.tree.nodes[self.tree.counts[ROOT], LEGAL_COUNT] == 1)

    def root_visits(self) -> list[int]:
        """Visits to each edge of the root."""
        visits: list[int] = self.tree.edges[self.root_edges, TRIES].tolist()
        return visits

    def win_probabilities(self) -> tuple[float, ...]:
        """Each player's probability of winning, averaged over all iterations."""
        return tuple([total / self.iterations for total in self.tree.totals[: self.seats].tolist()])

    def branches(self, node: int) -> Iterator[Branch]:
        """The edges of a node in the order in which they were added."""
        edge = int(self.tree.nodes[node, FIRST])
        while edge != NONE:
            key, _, following, after, visits = self.tree.edges[edge, : TRIES + 1].tolist()
            prior, total = self.tree.edge_numbers[edge, [PRIOR, VALUE]].tolist()
            yield Branch(edge, key, visits, total / visits if visits else 0.0, prior, after)
            edge = following

    def root_branches(self) -> list[tuple[Action, Branch]]:
        """The legal actions, the most visited first."""
        ranked = sorted(self.branches(int(self.tree.counts[ROOT])), key=branch_rank, reverse=True)
        return [(plain_action(self.view, key_number(self.view, branch.key)), branch) for branch in ranked]

    def principal_variation(self) -> list[Action]:
        """The likely play: the most visited edge at each node."""
        node, keys, last = int(self.tree.counts[ROOT]), list[int](), NONE
        while node != NONE and self.tree.nodes[node, VISITS]:
            best = max(self.branches(node), key=branch_rank)
            keys.append(best.key)
            node = best.node
            last = node if node != NONE else last
        return self.replay(keys, int(self.tree.nodes[last, CREATOR])) if last != NONE else []

    def replay(self, keys: list[int], world: int) -> list[Action]:
        """The actions with these keys, played one after the other in a world."""
        tree, line = self.tree, list[Action]()
        tree.s[0] = tree.states[world]
        for step, key in enumerate(keys):
            s = to_plain(tree.s[0])
            line.append(plain_action(s, key_number(s, key)))
            self.play(key, world, int(tree.counts[DEPTH]) + 1 + step)
        return line

    def play(self, key: int, world: int, depth: int, viewer: int = NONE) -> None:
        """Play an action on the tree's own state, in a world at a depth, and write the view of a viewer."""
        self.tree.path[0] = key, world, depth
        run(self.tree, self.weights, SEE, viewer)

    def advance_root(self, action: Action, view: Splendor) -> bool:
        """Make the node after an action the root; return False if the action was not searched or involved chance.

        It must lead to this view in every world, for the same player, whose knowledge the worlds agree with.
        """
        tree, actions = self.tree, dict(self.root_branches())
        node = actions[action].node if action in actions else NONE
        if node == NONE or view.over or view.player != self.player:
            return False
        expected, depth = from_plain(view), int(tree.counts[DEPTH]) + 1
        after = tree.states[: tree.counts[WORLDS]].copy()
        for world, s in enumerate(after):
            tree.s[0] = s
            self.play(actions[action].key, world, depth, self.player)
            s[:] = tree.s[0]
            if not np.array_equal(tree.s[1], expected):
                return False
        tree.states[: len(after)] = after
        tree.seen[0] = expected
        tree.totals[:] = 0.0
        tree.counts[ROOT], tree.counts[DEPTH], tree.counts[ITERATIONS] = node, depth, 0
        self.view = view
        self.begin(MOVED)
        return True


def key_number(s: Splendor, key: int) -> int:
    """Number of the action with a key, which must be legal in the state."""
    if key < RESERVE:
        return key
    if key >= BUY:
        card, way = divmod(key - BUY, ORIENT_WAYS)
        return BUYS + place_of(s, card) * ways_of(s.module) + way
    if key >= MOVE:
        source, slot = map(s.market.index, divmod(key - MOVE, CARD_NUMBER))
        return MOVES + source * BASE_MARKET + slot
    if DISCARD <= key < DISCARD + CARD_NUMBER:
        return DISCARDS + choices(s).index(("discard", key - DISCARD))
    first, first_key = next((first, k) for first, _, k in FIRST_KEYS if k <= key < k + CARD_NUMBER)
    return first + s.market.index(key - first_key)


def warm_up() -> None:
    """Search a little with weights that are all 0, which compiles everything that a search needs or loads it."""
    view = observe(setup(2, {"module": "base"}, Random(0)), 0)
    search = CompiledSearch(view, Random(0), pack([0.0] * 48, [[0.0] * 49], [0.0], {}, 1.0, 1.0))
    search.iterate(100)
    names, places = search.tree.names, search.tree.places
    copy_places(names, places, np.full_like(names, NONE), places.copy())
