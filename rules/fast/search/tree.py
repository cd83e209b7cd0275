"""A search tree as arrays, and its growth.

A node, an edge and a world are numbers. Edges belong to an information-set node and have keys of actions; the edges
that are legal at a node in one world are a part of `lists`, found through a hash table of `places`. No states are kept
but those of the root in each world: an iteration plays its way down from there.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..engine import layout as at
from ..engine.action_table import MOST_LEGAL
from ..engine.source import CELLS
from .keys import KEYS
from .policy import CONTEXT
from .value import FEATURES

Ints = npt.NDArray[np.int64]
Small = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]
NONE = -1

NODES, EDGES, LISTS, PRUNED, TABLE, WORLDS, ITERATIONS, ROOT, DEPTH = range(9)
"""Cells of `counts`: sizes in use, iterations since the root was set, the root and its depth."""
VISITS, EXPANDED, FIRST, LAST, LEGAL, LEGAL_COUNT, SHOWN, SHOWN_COUNT, CUT, CREATOR = range(10)
"""Cells of a node: visits, edges with a node, first and last edge; legal actions and edges of the first world expanded
here, which are parts of `lists`; the last of its pruned actions; the world that it was created in.
"""
TOTAL, TOP, WEIGHTS = range(3)
"""Numbers of a node: the sum of the movers' values, the greatest logit, the sum of the weights of the priors."""
KEY, PARENT, NEXT, NODE, TRIES = range(5)
"""Cells of an edge: action, node it starts from, next edge of that node, node it leads to, visits."""
PRIOR, VALUE = range(2)
"""Numbers of an edge: prior, and the sum of the mover's values."""
MOST_DEPTH = 2048
SPARE = 8 * MOST_LEGAL
"""Edges that an iteration adds at most."""
SPARE_PLACES = 1024
"""Edges at a node in one world that an iteration finds at most."""


class Tree(NamedTuple):
    """The arrays; the first few are those that grow."""

    nodes: Small
    """[node, cell]."""
    node_numbers: Floats
    edges: Small
    """[edge, cell]."""
    edge_numbers: Floats
    lists: Small
    """Keys of actions and numbers of edges, in parts that nodes and `places` refer to."""
    pruned: Small
    """[i]: key of a pruned action, and the next one of its node."""
    names: Ints
    """[place]: node and world, or NONE."""
    places: Small
    """[place]: start and length of the part of `lists` with the edges of that node in that world."""
    states: npt.NDArray[np.int8]
    """[world, cell]: the root."""
    sources: npt.NDArray[np.uint32]
    """[world, word]: random numbers for chance to come, those of each depth from their own cell on."""
    counts: Ints
    totals: Floats
    """[seat]: sum of the values."""
    rng: npt.NDArray[np.uint32]
    """[0, word]: source for the next worlds."""
    seen: npt.NDArray[np.int8]
    """[0, cell]: the view."""
    edge_of: Small
    """[key]: the latest edge that had it; right only if that is an edge of the node in question."""
    s: npt.NDArray[np.int8]
    """[i, cell]: a state to play on, and a view of it. From here on there is room for one iteration."""
    legal: Ints
    """[0, i]."""
    legal_edges: Small
    """[i]: edge of the legal action, or NONE."""
    fresh: Ints
    logits: Floats
    shares: Floats
    context: Floats
    x: Floats
    values: Floats
    wins: npt.NDArray[np.int8]
    """[0, seat]."""
    path: Small
    """[step]: node, edge and player to move."""


GROWING = {
    **{name: NODES for name in ("nodes", "node_numbers")},
    **{name: EDGES for name in ("edges", "edge_numbers")},
    "lists": LISTS,
    "pruned": PRUNED,
    **{name: WORLDS for name in ("states", "sources")},
}
"""Arrays that grow, and the cell of `counts` with their size in use."""
ROOM = {NODES: 2, EDGES: SPARE, LISTS: 2 * SPARE, PRUNED: SPARE, WORLDS: 2}
"""Room that an iteration needs at most, by that cell."""


def new_tree(view: npt.NDArray[np.int8], rng: npt.NDArray[np.uint32]) -> Tree:
    """An empty tree."""
    return Tree(
        nodes=np.zeros((1 << 11, 10), dtype=np.int32),
        node_numbers=np.zeros((1 << 11, 3)),
        edges=np.zeros((1 << 16, 5), dtype=np.int32),
        edge_numbers=np.zeros((1 << 16, 2)),
        lists=np.zeros(1 << 18, dtype=np.int32),
        pruned=np.zeros((1 << 16, 2), dtype=np.int32),
        names=np.full(1 << 13, NONE, dtype=np.int64),
        places=np.zeros((1 << 13, 2), dtype=np.int32),
        states=np.zeros((1 << 6, at.SIZE), dtype=view.dtype),
        sources=np.zeros((1 << 6, CELLS), dtype=np.uint32),
        counts=np.zeros(9, dtype=np.int64),
        totals=np.zeros(at.MOST_SEATS),
        rng=rng.reshape(1, -1),
        seen=view.reshape(1, -1),
        edge_of=np.zeros(KEYS, dtype=np.int32),
        s=np.zeros((2, at.SIZE), dtype=view.dtype),
        legal=np.zeros((1, MOST_LEGAL), dtype=np.int64),
        legal_edges=np.zeros(MOST_LEGAL, dtype=np.int32),
        fresh=np.zeros(MOST_LEGAL, dtype=np.int64),
        logits=np.zeros(MOST_LEGAL),
        shares=np.zeros(MOST_LEGAL),
        context=np.zeros(CONTEXT),
        x=np.zeros(FEATURES),
        values=np.zeros(at.MOST_SEATS),
        wins=np.zeros((1, at.MOST_SEATS), dtype=np.int8),
        path=np.zeros((MOST_DEPTH, 3), dtype=np.int32),
    )


def grow(tree: Tree) -> Tree:
    """The same tree with room for more, twice as much where it is short."""
    arrays = tree._asdict()
    for name, cell in GROWING.items():
        used = int(tree.counts[cell])
        if len(arrays[name]) - used < 2 * ROOM[cell]:
            old = arrays[name]
            arrays[name] = np.zeros((2 * len(old), *old.shape[1:]), dtype=old.dtype)
            arrays[name][:used] = old[:used]
    if 3 * tree.counts[TABLE] > len(tree.names):
        arrays["names"] = np.full(4 * len(tree.names), NONE, dtype=np.int64)
        arrays["places"] = np.zeros((4 * len(tree.names), 2), dtype=np.int32)
    return Tree(**arrays)
