"""Levels: parallel searches are merged rightly."""

from __future__ import annotations

import pytest

from tabletown.rules.bots.bot import Candidate, Choice
from tabletown.rules.bots.levels import merge_parallel_searches


def searched(*candidates: tuple[str, float, int], seconds: float = 1.0) -> Choice:
    """A search of these actions, values and visits, the best first."""
    ranked = tuple(Candidate((name,), value, visits) for name, value, visits in candidates)
    return Choice(
        ranked[0].action, ranked[0].value, sum(c.visits for c in ranked), (ranked[0].action,), seconds, ranked
    )


def test_visits_are_added_and_values_weighed_by_them() -> None:
    first = searched(("a", 0.6, 60), ("b", 0.5, 40), seconds=1.5)
    second = searched(("b", 0.7, 90), ("a", 0.2, 10))
    merged = merge_parallel_searches([first, second])
    assert {c.action: c.visits for c in merged.candidates} == {("a",): 70, ("b",): 130}
    assert merged.action == ("b",) and merged.candidates[0].action == ("b",)
    assert merged.value == pytest.approx((0.5 * 40 + 0.7 * 90) / 130)
    assert dict((c.action, c.value) for c in merged.candidates)[("a",)] == pytest.approx((0.6 * 60 + 0.2 * 10) / 70)
    assert (merged.nodes, merged.seconds, merged.line) == (200, 1.5, (("b",),))


def test_the_most_visited_wins_not_the_best_value_nor_the_most_searches() -> None:
    searches = [searched(("a", 0.9, 51), ("b", 0.8, 49)), searched(("a", 0.9, 51), ("b", 0.8, 49))]
    searches.append(searched(("b", 0.4, 95), ("a", 0.3, 5)))
    assert merge_parallel_searches(searches).action == ("b",)


def test_one_search_is_taken_as_it_is() -> None:
    only = searched(("a", 0.6, 60), ("b", 0.5, 40))
    assert merge_parallel_searches([only]) is only
