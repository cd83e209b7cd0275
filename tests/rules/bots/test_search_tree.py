"""The tree of a search: which edges a node gets, and which of them is followed."""

from __future__ import annotations

from random import Random

import pytest

from tabletown.rules.bots.search_tree import PRIOR, Edge, Node, leader_is_safe, select
from tabletown.rules.core.search_params import FPU_REDUCTION


def test_a_node_gets_its_likeliest_edges() -> None:
    node, actions = Node(), [("go", n) for n in range(60)]
    node.add_edges(actions, [float(-abs(n - 30)) for n in range(60)], 40)
    assert sorted(node.edges) == actions[10:50] and node.pruned == {*actions[:10], *actions[50:]}
    assert node.edges["go", 30].prior == pytest.approx(max(edge.prior for edge in node.edges.values()))


@pytest.mark.parametrize("seed", range(120))
def test_the_branch_that_is_chosen_has_the_highest_score(seed: int) -> None:
    """PUCT, also for branches never visited, which are taken for a little worse than their siblings."""
    rng, node = Random(seed), Node()
    edges = [Edge(("go", n), rng.random() / 9) for n in range(9)]
    for edge in edges[: seed % 10]:
        edge.visits = int(rng.random() * 4)
        edge.total = edge.visits * rng.random()
    edges.sort(key=PRIOR, reverse=True)
    node.expanded_edges = len([edge for edge in edges if edge.visits]) + seed % 3
    node.visits, node.total = sum(edge.visits for edge in edges), sum(edge.total for edge in edges)
    average = node.total / node.visits if node.visits else 0.5 + FPU_REDUCTION

    def score(edge: Edge) -> float:
        value = edge.value if edge.visits else average - FPU_REDUCTION
        return value + 0.8 * (node.visits + 1) ** 0.5 * edge.prior / (1 + edge.visits)

    assert select(node, edges, 0.8) is max(edges, key=score)


@pytest.mark.parametrize(("leader", "second", "remaining", "safe"), [
    (60, 40, 19, True), (60, 40, 20, False), (60, 40, 21, False), (50, 50, 0, False), (1, 0, 0, True),
])  # fmt: skip
def test_a_leader_is_safe_when_all_that_remains_cannot_make_up_its_lead(
    leader: int, second: int, remaining: int, safe: bool
) -> None:
    edges = [Edge(("go", n), 0.3) for n in range(3)]
    for edge, count in zip(edges, (second, leader, 0), strict=True):
        edge.visits = count
    assert leader_is_safe(edges, remaining) is safe
