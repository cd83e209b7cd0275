"""The tree search itself, compiled: `rules.bots.ismcts` step by step, with the same order of all sums."""

from __future__ import annotations

from math import inf, sqrt

from ...core.search_params import (
    DEPTHS,
    FPU_REDUCTION,
    MAX_CHILDREN,
    NUMBERS_PER_DEPTH,
    ROOT_NOISE,
    SAMPLES,
    VISITS_PER_WORLD,
)
from ..engine import layout as at
from ..engine.action_table import MOST_LEGAL
from ..engine.compiled import compiled, part, row
from ..engine.layout import Row
from ..engine.result import find_winners
from ..engine.source import CELLS, WORDS, Source, twist
from ..engine.turn import advance
from ..engine.view import determinize, observe
from .expand import expand, new_node, place_of
from .keys import number_of
from .tree import (
    CUT,
    DEPTH,
    EDGES,
    EXPANDED,
    FIRST,
    ITERATIONS,
    KEY,
    LEGAL_COUNT,
    LISTS,
    MOST_DEPTH,
    NEXT,
    NODE,
    NODES,
    NONE,
    PRIOR,
    PRUNED,
    ROOT,
    SPARE,
    SPARE_PLACES,
    TABLE,
    TOTAL,
    TRIES,
    VALUE,
    VISITS,
    WORLDS,
    Tree,
)
from .value import win_probabilities
from .weights import Weights

WORDS_OF_NUMBER = 2
TABLE_WORDS = WORDS_OF_NUMBER * NUMBERS_PER_DEPTH * DEPTHS


# Worlds


@part
def fill_source(words: Source, rng: Source) -> None:
    """Take the random numbers of a world from a source; they repeat after the last."""
    for i in range(TABLE_WORDS):
        if rng[WORDS] >= WORDS:
            twist(rng)
        words[i] = rng[rng[WORDS]]
        rng[WORDS] += 1
    for i in range(TABLE_WORDS, CELLS - 1):
        words[i] = words[i - TABLE_WORDS]


@part
def add_world(tree: Tree) -> None:
    """Sample another world, not yet expanded at the root."""
    world = int(tree.counts[WORLDS])
    for cell in range(at.SIZE):
        tree.states[world, cell] = tree.seen[0, cell]
    determinize(row(tree.states, world), row(tree.rng, 0))
    fill_source(row(tree.sources, world), row(tree.rng, 0))
    tree.counts[WORLDS] = world + 1


# Iterations


@part
def select(tree: Tree, node: int, place: int, c_puct: float) -> int:
    """The edge with the best PUCT score, with first-play urgency for unvisited edges."""
    visits, expanded, new = tree.nodes[node, VISITS], tree.nodes[node, EXPANDED], True
    c_puct *= sqrt(visits + 1.0)
    start, count = tree.places[place, 0], tree.places[place, 1]
    best, top = tree.lists[start], -inf
    for i in range(start, start + count):
        edge = tree.lists[i]
        n, prior = tree.edges[edge, TRIES], tree.edge_numbers[edge, PRIOR]
        if n:
            expanded -= 1
            score = tree.edge_numbers[edge, VALUE] / n + c_puct * prior / (1 + n)
        elif new:
            new = False
            urgency = tree.node_numbers[node, TOTAL] / visits - FPU_REDUCTION if visits else 0.5
            score = urgency + c_puct * prior
        elif expanded:
            continue
        else:
            break
        if score > top:
            best, top = edge, score
    return int(best)


@part
def has_room(tree: Tree) -> bool:
    """True where the arrays have room for another iteration."""
    counts = tree.counts
    return bool(
        len(tree.nodes) - counts[NODES] > 1
        and len(tree.edges) - counts[EDGES] > SPARE
        and len(tree.lists) - counts[LISTS] > 2 * SPARE
        and len(tree.pruned) - counts[PRUNED] > SPARE
        and len(tree.states) - counts[WORLDS] > 1
        and len(tree.names) > 2 * counts[TABLE] + SPARE_PLACES
    )


@part
def play(tree: Tree, s: Row, key: int, world: int, depth: int) -> None:
    """Play the action with a key, with a world's random numbers for the depth after it."""
    source = row(tree.sources, world)
    source[WORDS] = WORDS_OF_NUMBER * (NUMBERS_PER_DEPTH * (depth % DEPTHS) + 1)
    advance(s, number_of(s, key), source)


@part
def descend(tree: Tree, weights: Weights, world: int, s: Row) -> int:
    """Go down the tree in a world, playing on `s`, and add a node; returns the number of steps, now in `path`."""
    node, depth, steps, new = int(tree.counts[ROOT]), int(tree.counts[DEPTH]), 0, False
    while not new and not s[at.OVER] and steps < MOST_DEPTH:
        place = place_of(tree.names, node, world)
        if tree.names[place] == NONE:
            expand(tree, weights, node, world, s, MAX_CHILDREN)
        edge = select(tree, node, place, weights.c_puct)
        tree.path[steps, 0], tree.path[steps, 1], tree.path[steps, 2] = node, edge, s[at.PLAYER]
        steps, depth = steps + 1, depth + 1
        new = tree.edges[edge, NODE] == NONE
        if new:
            tree.edges[edge, NODE] = new_node(tree, world)
            tree.nodes[node, EXPANDED] += 1
        node = int(tree.edges[edge, NODE])
        play(tree, s, int(tree.edges[edge, KEY]), world, depth)
    return steps


@part
def evaluate(tree: Tree, weights: Weights, s: Row) -> None:
    """Write each player's probability of winning, or share of the win if the game is over, to `values`."""
    seats, values = int(s[at.SEATS]), tree.values
    if not s[at.OVER]:
        win_probabilities(s, weights, tree.x, values)
        return
    find_winners(s, row(tree.wins, 0))
    number = 0
    for seat in range(seats):
        number += 1 if tree.wins[0, seat] else 0
    for seat in range(seats):
        values[seat] = 1 / number if tree.wins[0, seat] else 0.0


@part
def expand_root(tree: Tree, weights: Weights, world: int) -> None:
    expand(tree, weights, int(tree.counts[ROOT]), world, row(tree.states, world), MOST_LEGAL)


@part
def set_root(tree: Tree, weights: Weights) -> None:
    """Make the node in `counts` the root: an edge for every legal action, and noise in the priors."""
    root, edges = tree.counts[ROOT], 0
    tree.nodes[root, LEGAL_COUNT], tree.nodes[root, CUT] = 0, NONE
    for world in range(tree.counts[WORLDS]):
        expand_root(tree, weights, world)
    edge = tree.nodes[root, FIRST]
    while edge != NONE:
        edges += 1
        edge = tree.edges[edge, NEXT]
    edge = tree.nodes[root, FIRST]
    while edge != NONE:
        tree.edge_numbers[edge, PRIOR] = (1 - ROOT_NOISE) * tree.edge_numbers[edge, PRIOR] + ROOT_NOISE / edges
        edge = tree.edges[edge, NEXT]


@part
def iterate(tree: Tree, weights: Weights) -> None:
    """Go down the tree in the next world, add a node, and back up its values."""
    counts, s = tree.counts, row(tree.s, 0)
    if counts[ITERATIONS] >= VISITS_PER_WORLD * counts[WORLDS]:
        add_world(tree)
        expand_root(tree, weights, int(counts[WORLDS]) - 1)
    world = int(counts[ITERATIONS] % counts[WORLDS])
    counts[ITERATIONS] += 1
    for cell in range(at.SIZE):
        s[cell] = tree.states[world, cell]
    steps = descend(tree, weights, world, s)
    evaluate(tree, weights, s)
    for seat in range(int(s[at.SEATS])):
        tree.totals[seat] += tree.values[seat]
    for step in range(steps):
        node, edge, value = tree.path[step, 0], tree.path[step, 1], tree.values[tree.path[step, 2]]
        tree.edges[edge, TRIES] += 1
        tree.edge_numbers[edge, VALUE] += value
        tree.nodes[node, VISITS] += 1
        tree.node_numbers[node, TOTAL] += value


@part
def iterate_while_room(tree: Tree, weights: Weights, count: int) -> int:
    """Make up to `count` iterations, fewer when there is no more room; returns how many."""
    done = 0
    while done < count and has_room(tree):
        iterate(tree, weights)
        done += 1
    return done


START, MOVED, GO, SEE = range(4)
"""Tasks of `run`: to begin a tree, to set a root whose worlds are there, only to iterate, or to play an action."""


@compiled
def run(tree: Tree, weights: Weights, how: int, count: int) -> int:
    """Make up to `count` iterations, fewer when there is no more room; returns how many.

    To SEE is to play on `s` the action whose key, world and depth are the first of `path`, and to write the view of
    player `count` to its second row. It is here as each compiled function that Python calls takes seconds to compile.
    """
    if how == SEE:
        key, world, depth = int(tree.path[0, 0]), int(tree.path[0, 1]), int(tree.path[0, 2])
        play(tree, row(tree.s, 0), key, world, depth)
        for cell in range(at.SIZE):
            tree.s[1, cell] = tree.s[0, cell]
        observe(row(tree.s, 1), count)
        return 0
    if how == START:
        tree.counts[ROOT] = new_node(tree, 0)
        for _ in range(SAMPLES):
            add_world(tree)
    if how != GO:
        set_root(tree, weights)
    return iterate_while_room(tree, weights, count)
