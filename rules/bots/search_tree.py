"""The tree of a search: nodes of information sets, their states in each world, and edges with visits and values.

The best edge to follow is that of PUCT: Rosin, Multi-armed bandits with episode context (2011).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, inf, sqrt
from operator import attrgetter, itemgetter
from typing import Any

from ..core.game import Action
from ..core.search_params import FPU_REDUCTION

PRIOR = attrgetter("prior")


class Edge:
    """An action at a node of the tree, with its visits and the sum of the mover's values."""

    __slots__ = ("action", "node", "prior", "total", "visits")

    def __init__(self, action: Action, prior: float) -> None:
        self.action, self.prior = action, prior
        self.visits, self.total = 0, 0.0
        self.node: Node | None = None

    @property
    def value(self) -> float:
        """The mover's mean probability of winning; 0 without visits."""
        return self.total / self.visits if self.visits else 0.0


class WorldState:
    """A node in one world: the state there, the player to move, and the edges that are legal."""

    __slots__ = ("edges", "player", "s", "values")

    def __init__(self, s: Any, player: int | None) -> None:
        self.s, self.player = s, player
        self.edges: Sequence[Edge] = ()
        """Legal edges by prior, highest first; empty until expanded."""
        self.values: tuple[float, ...] = ()
        """The players' shares of the win if the game is over."""


class Node:
    """An information-set node: all states that the same actions lead to, world by world."""

    __slots__ = (
        "edges",
        "expanded_edges",
        "first_edges",
        "first_legal",
        "max_logit",
        "pruned",
        "total",
        "visits",
        "weight_sum",
        "world_states",
    )

    def __init__(self) -> None:
        self.edges: dict[Action, Edge] = {}
        self.world_states: dict[int, WorldState] = {}
        self.visits, self.total = 0, 0.0
        self.expanded_edges = 0
        self.max_logit, self.weight_sum = 0.0, 0.0
        self.pruned: frozenset[Action] = frozenset()
        """Actions left out because others are likelier."""
        self.first_legal: Sequence[Action] = ()
        self.first_edges: Sequence[Edge] = ()
        """Legal actions and edges of the first world expanded here, which are often those of all worlds."""

    def add_edges(self, actions: list[Action], logits: list[float], max_new: int) -> None:
        """Add edges for the `max_new` likeliest actions and prune the others.

        Priors are the softmax over all actions of the first world expanded here.
        """
        edges = self.edges
        if not edges:
            self.max_logit = max(logits)
        top = self.max_logit
        weights = [exp(x - top) if x < top else 1.0 for x in logits]
        if not edges:
            self.weight_sum = sum(weights)
        weight_sum = self.weight_sum
        if len(actions) > max_new:
            ranked = sorted(zip(logits, weights, actions, strict=True), key=itemgetter(0), reverse=True)
            self.pruned = self.pruned.union([a for _, _, a in ranked[max_new:]])
            weights, actions = [w for _, w, _ in ranked[:max_new]], [a for _, _, a in ranked[:max_new]]
        for a, weight in zip(actions, weights, strict=True):
            edges[a] = Edge(a, weight / weight_sum)


def rank(edge: Edge) -> tuple[int, float, float]:
    """Sort key of edges, higher for better ones: visits, then value, then prior."""
    return edge.visits, edge.value, edge.prior


def select(node: Node, edges: Sequence[Edge], c_puct: float) -> Edge:
    """The edge with the best PUCT score (Rosin 2011), with first-play urgency for unvisited edges."""
    visits, expanded, new = node.visits, node.expanded_edges, True
    c_puct *= sqrt(visits + 1)
    best, top = edges[0], -inf
    for edge in edges:
        if n := edge.visits:
            expanded -= 1
            score = edge.total / n + c_puct * edge.prior / (1 + n)
        elif new:  # edges are sorted by prior, so the first unvisited one is the best of these
            new = False
            score = (node.total / visits - FPU_REDUCTION if visits else 0.5) + c_puct * edge.prior
        elif expanded:
            continue
        else:
            break
        if score > top:
            best, top = edge, score
    return best


def leader_is_safe(edges: list[Edge], remaining: float) -> bool:
    """Return whether the most visited edge stays so after that many further iterations, whatever their result."""
    return is_safe([edge.visits for edge in edges], remaining)


def is_safe(visits: list[int], remaining: float) -> bool:
    """The same for the visits of all edges of the root."""
    first, second = sorted(visits, reverse=True)[:2]
    return first - second > remaining
