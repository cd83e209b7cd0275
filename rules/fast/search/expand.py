"""Expansion of nodes in one world, compiled: `expand` and `add_edges` of `rules.bots.ismcts`, step by step."""

from __future__ import annotations

from math import exp

from ..engine.compiled import compiled, part, row
from ..engine.layout import Row
from ..engine.legal import list_legal
from .keys import key_of, number_of
from .policy import logit, write_context
from .sums import total_of
from .tree import (
    CREATOR,
    CUT,
    EDGES,
    FIRST,
    KEY,
    LAST,
    LEGAL,
    LEGAL_COUNT,
    LISTS,
    NEXT,
    NODE,
    NODES,
    NONE,
    PARENT,
    PRIOR,
    PRUNED,
    SHOWN,
    SHOWN_COUNT,
    TABLE,
    TOP,
    TRIES,
    VALUE,
    WEIGHTS,
    Tree,
)
from .weights import Weights

WORLD_BITS = 24
MIX = 0x9E3779B1

# The edges of a node in one world


@part
def place_of(names: Row, node: int, world: int) -> int:
    """The place of a node in a world in the hash table, or the free place for it."""
    name, mask = node << WORLD_BITS | world, len(names) - 1
    place = (name * MIX >> 16) & mask
    while names[place] != NONE and names[place] != name:
        place = (place + 1) & mask
    return place


@compiled
def copy_places(names: Row, places: Row, new_names: Row, new_places: Row) -> None:
    """Copy a hash table into an empty one of another size."""
    for place in range(len(names)):
        if names[place] != NONE:
            new = place_of(new_names, names[place] >> WORLD_BITS, names[place] & ((1 << WORLD_BITS) - 1))
            new_names[new] = names[place]
            new_places[new, 0], new_places[new, 1] = places[place, 0], places[place, 1]


@part
def set_place(tree: Tree, place: int, node: int, world: int, start: int, count: int) -> None:
    if tree.names[place] == NONE:
        tree.names[place] = node << WORLD_BITS | world
        tree.counts[TABLE] += 1
    tree.places[place, 0], tree.places[place, 1] = start, count


# Expansion


@part
def new_node(tree: Tree, world: int) -> int:
    node = tree.counts[NODES]
    tree.counts[NODES] = node + 1
    for cell in range(CREATOR):
        tree.nodes[node, cell] = 0
    tree.nodes[node, FIRST] = tree.nodes[node, LAST] = tree.nodes[node, CUT] = NONE
    tree.nodes[node, CREATOR] = world
    for cell in range(WEIGHTS + 1):
        tree.node_numbers[node, cell] = 0.0
    return int(node)


@part
def edge_with(tree: Tree, node: int, key: int) -> int:
    """The edge of a node with a key, once `edge_of` has its edges; NONE without one."""
    edge = tree.edge_of[key]
    is_own = edge < tree.counts[EDGES] and tree.edges[edge, KEY] == key and tree.edges[edge, PARENT] == node
    return int(edge) if is_own else NONE


@part
def add_edge(tree: Tree, node: int, key: int, prior: float) -> None:
    edge = tree.counts[EDGES]
    tree.counts[EDGES] = edge + 1
    tree.edges[edge, KEY], tree.edges[edge, PARENT], tree.edges[edge, NEXT] = key, node, NONE
    tree.edges[edge, NODE], tree.edges[edge, TRIES] = NONE, 0
    tree.edge_numbers[edge, PRIOR], tree.edge_numbers[edge, VALUE] = prior, 0.0
    if tree.nodes[node, FIRST] == NONE:
        tree.nodes[node, FIRST] = edge
    else:
        tree.edges[tree.nodes[node, LAST], NEXT] = edge
    tree.nodes[node, LAST] = edge
    tree.edge_of[key] = edge


@part
def is_pruned(tree: Tree, node: int, key: int) -> bool:
    i = tree.nodes[node, CUT]
    while i != NONE:
        if tree.pruned[i, 0] == key:
            return True
        i = tree.pruned[i, 1]
    return False


@part
def prune(tree: Tree, node: int, key: int) -> None:
    i = tree.counts[PRUNED]
    tree.counts[PRUNED] = i + 1
    tree.pruned[i, 0], tree.pruned[i, 1] = key, tree.nodes[node, CUT]
    tree.nodes[node, CUT] = i


@part
def restore_if_all_pruned(tree: Tree, node: int, n: int) -> None:
    """Forget that the legal actions, which are in `legal` as keys, are pruned if this world has no others."""
    for i in range(n):
        if not is_pruned(tree, node, tree.legal[0, i]):
            return
    i, tree.nodes[node, CUT] = tree.nodes[node, CUT], NONE
    while i != NONE:
        following, kept = tree.pruned[i, 1], True
        for j in range(n):
            kept = kept and tree.pruned[i, 0] != tree.legal[0, j]
        if kept:
            tree.pruned[i, 1] = tree.nodes[node, CUT]
            tree.nodes[node, CUT] = i
        i = following


@part
def is_first_legal(tree: Tree, node: int, n: int) -> bool:
    """True when the legal actions are those of the first world expanded at the node."""
    if tree.nodes[node, LEGAL_COUNT] != n:
        return False
    start = tree.nodes[node, LEGAL]
    for i in range(n):
        if tree.lists[start + i] != tree.legal[0, i]:
            return False
    return True


@part
def sort_by_logit(tree: Tree, n: int) -> None:
    """Sort the first n of `fresh` by `logits`, the greatest first; equal ones keep their order."""
    for i in range(1, n):
        key, value, place = tree.fresh[i], tree.logits[i], i
        while place > 0 and tree.logits[place - 1] < value:
            tree.fresh[place], tree.logits[place] = tree.fresh[place - 1], tree.logits[place - 1]
            place -= 1
        tree.fresh[place], tree.logits[place] = key, value


@part
def add_edges(tree: Tree, node: int, n: int, most: int) -> None:
    """Add edges for the `most` likeliest of the actions in `fresh` and prune the others."""
    first = tree.nodes[node, FIRST] == NONE
    if first:
        top = tree.logits[0]
        for i in range(1, n):
            top = max(top, tree.logits[i])
        tree.node_numbers[node, TOP] = top
    top = tree.node_numbers[node, TOP]
    if first:
        tree.node_numbers[node, WEIGHTS] = weight_sum(tree, n, top)
    weights = tree.node_numbers[node, WEIGHTS]
    if n > most:
        sort_by_logit(tree, n)
    for i in range(min(n, most)):
        weight = exp(tree.logits[i] - top) if tree.logits[i] < top else 1.0
        add_edge(tree, node, tree.fresh[i], weight / weights)
    for i in range(most, n):
        prune(tree, node, tree.fresh[i])


@part
def weight_sum(tree: Tree, n: int, top: float) -> float:
    """The sum of e to the power of each logit less the greatest."""
    for i in range(n):
        tree.shares[i] = exp(tree.logits[i] - top) if tree.logits[i] < top else 1.0
    return total_of(tree.shares, n)


@part
def list_edges(tree: Tree, node: int, n: int) -> int:
    """Append the edges of the legal actions, by prior, the highest first, to `lists`; returns their number.

    The priors are sorted along with them in `logits`, which nobody needs any more.
    """
    start, count = tree.counts[LISTS], 0
    for i in range(n):
        edge = tree.legal_edges[i]
        if edge == NONE:
            edge = edge_with(tree, node, tree.legal[0, i])
        if edge != NONE:
            prior, place = tree.edge_numbers[edge, PRIOR], count
            while place > 0 and tree.logits[place - 1] < prior:
                tree.logits[place], tree.lists[start + place] = tree.logits[place - 1], tree.lists[start + place - 1]
                place -= 1
            tree.logits[place], tree.lists[start + place] = prior, edge
            count += 1
    tree.counts[LISTS] = start + count
    return count


@part
def expand(tree: Tree, weights: Weights, node: int, world: int, s: Row, most: int) -> None:
    """Set the edges of the actions legal at a node in a world, adding at most `most` to the node."""
    n, place = list_legal(s, row(tree.legal, 0)), place_of(tree.names, node, world)
    numbers = tree.fresh
    for i in range(n):
        numbers[i] = tree.legal[0, i]
        tree.legal[0, i] = key_of(s, numbers[i])
    if is_first_legal(tree, node, n):
        set_place(tree, place, node, world, tree.nodes[node, SHOWN], tree.nodes[node, SHOWN_COUNT])
        return
    if tree.nodes[node, CUT] != NONE:
        restore_if_all_pruned(tree, node, n)
    edge = tree.nodes[node, FIRST]
    while edge != NONE:
        tree.edge_of[tree.edges[edge, KEY]] = edge
        edge = tree.edges[edge, NEXT]
    fresh = find_fresh(tree, node, n)
    if fresh:
        if n > 1:
            write_context(s, tree.context)
        for i in range(fresh):
            number = number_of(s, tree.fresh[i])
            number_logit = logit(s, number, tree.context, tree.x, weights) if n > 1 else 0.0
            tree.logits[i] = number_logit / weights.prior_temperature
        add_edges(tree, node, fresh, most)
    start = tree.counts[LISTS]
    count = list_edges(tree, node, n)
    set_place(tree, place, node, world, start, count)
    if tree.nodes[node, LEGAL_COUNT] == 0:
        tree.nodes[node, SHOWN], tree.nodes[node, SHOWN_COUNT] = start, count
        tree.nodes[node, LEGAL], tree.nodes[node, LEGAL_COUNT] = tree.counts[LISTS], n
        for i in range(n):
            tree.lists[tree.counts[LISTS] + i] = tree.legal[0, i]
        tree.counts[LISTS] += n


@part
def find_fresh(tree: Tree, node: int, n: int) -> int:
    """Write the edges of the legal actions to `legal_edges`, and to `fresh` the keys of those that are to have one.

    These have none and are not pruned; returns their number.
    """
    first, fresh = tree.nodes[node, FIRST] == NONE, 0
    for i in range(n):
        key = tree.legal[0, i]
        edge = NONE if first else edge_with(tree, node, key)
        tree.legal_edges[i] = edge
        if first or (edge == NONE and not is_pruned(tree, node, key)):
            tree.fresh[fresh] = key
            fresh += 1
    return fresh
