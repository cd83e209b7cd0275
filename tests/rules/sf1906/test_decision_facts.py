"""1906 San Francisco: what a choice costs, what can be reached, and who is next (`rules/sf1906/decision_facts.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest

from tabletown.rules import sf1906
from tabletown.rules.core.game import apply
from tabletown.rules.sf1906.decision_facts import acts_from, cost, estimate, order_after, place_after, reachable, ways
from tabletown.rules.sf1906.state import ACT, NOBODY, SPACE, STRIP, Sf1906
from tabletown.rules.sf1906.turn import card_spaces
from tests.rules.random_play import play_random
from tests.rules.sf1906.positions import (
    OPTIONS,
    brute_sites,
    do,
    give,
    hold,
    on_strip,
    points,
    stand,
    table,
    urban,
)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_an_action_costs_is_what_is_paid(seats: int) -> None:
    """6 to 9: the cost stated before each choice is the money that its turn costs, without gains."""
    seen = set()
    for seed in range(4):
        run = play_random(sf1906, seats, OPTIONS, seed)
        for s, a in zip(run.undecided, run.actions, strict=True):
            seat = sf1906.turn(s)
            stated, before = cost(s, a), s.players[seat]
            assert 0 <= stated.total <= before.money
            after = apply(sf1906, s, a, Random(0))
            paid = before.money - after.players[seat].money
            corner = before.column == 6 and before.row == 5
            if a[0] in ("clear", "clear_up", "urban", "no_urban") and not corner:
                assert paid == stated.total
                seen.add(a[0])
            if a[0] == "plot" and after.step == SPACE and not corner and s.year < 6:
                assert paid in (stated.total, stated.total + 1)
                seen.add(a[0])
            if a[0] == "act" and (after.acted, after.stop) == (s.acted, s.stop):
                assert paid == stated.distance
                seen.add(a[0])
    assert seen >= {"clear", "plot", "act"}


def test_the_cost_of_a_build_whose_only_plot_has_rubble() -> None:
    s = give(table(3, 1909), 0, hand=1, money=9, permits=["red 3"])
    n = next(n for n in range(30) if (s.city.colours[n], s.city.numbers[n]) == (1, 3))
    s.rubble |= 1 << n
    for plot in range(30):
        if (s.city.colours[plot], s.city.numbers[plot]) == (1, 3) and plot != n:
            s.free &= ~(1 << plot)
    s = stand(s, 0)
    assert cost(s, ("act", 1))._asdict() == {"distance": 2, "action": 0, "year": 2, "rubble": 3, "cable_car": 0}
    assert cost(s, ("act", 1)).total == 7
    assert cost(s, ("collect",)).total == 0


def test_what_can_be_done_from_a_space() -> None:
    """6: the same that is legal once the token is there, with its cost; nothing from a pass space."""
    checked = 0
    for seats in (2, 3, 4):
        for s in play_random(sf1906, seats, OPTIONS, 3).undecided:
            if s.step == SPACE and s.stop != STRIP:
                for a in sf1906.legal(s):
                    after = apply(sf1906, s, a, Random(0))
                    acts = acts_from(s, a[1])
                    if after.step == ACT:
                        assert [act for act, _ in acts] == sf1906.legal(after)[:-1]
                        assert all(stated == cost(after, act) for act, stated in acts)
                        checked += 1
                    else:
                        assert acts == []
    assert checked > 100


def test_the_order_to_come() -> None:
    """5: known tokens by place, and the places that another player can still take."""
    s = do(table(4), "space 4", "collect")
    assert order_after(s, 1) == (None, 0, None, 1, None) and place_after(s, 1) == (2, 3)
    assert order_after(s, 4) == (1, 0, None, None, None) and place_after(s, 4) == (0, 0)
    s = do(s, "space 2", "collect", "space 1", "collect")
    assert order_after(s, 2) == (0, 3, 1, 2) and place_after(s, 2) == (1, 1)
    assert order_after(s, 4) == (3, 0, 1, 2)
    strip = on_strip(table(2), 1907)
    assert order_after(strip, 0) == (None, None, None, 0) and place_after(strip, 0) == (1, 1), "Hana must go below"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_order_told_comes_true(seats: int) -> None:
    for s in play_random(sf1906, seats, OPTIONS, 5).undecided:
        if s.step == SPACE and s.acted == seats - 1:
            for a in sf1906.legal(s):
                after = apply(sf1906, s, a, Random(1))
                while (after.year, after.stop) == (s.year, s.stop) and not after.over:
                    after = apply(sf1906, after, sf1906.legal(after)[0], Random(1))
                assert after.over or after.order == order_after(s, a[1])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_places_told_are_those_that_can_come_true(seats: int) -> None:
    """5: whoever is still to come must take another space, which may only be above or only below."""
    for s in [s for s in play_random(sf1906, seats, OPTIONS, 5).undecided if s.step == SPACE][::9]:
        mover, later = s.order[s.acted], len(s.order) - s.acted - 1
        for _, k in sf1906.legal(s):
            taken = {s.tokens[seat] for seat in s.order[: s.acted]}
            free = [n for n in range(len(order_spaces(s))) if n not in taken | {k}]
            below = sum(space > k for space in taken)
            places = {below + sum(n > k for n in chosen) for chosen in combinations(free, later)}
            assert place_after(s, k) == (min(places), max(places)), (s.tokens, mover, k)


def order_spaces(s: Sf1906) -> Sequence[object]:
    """The spaces of the current stop."""
    return s.city.kit.earnings if s.stop == STRIP else card_spaces(s)


def test_reach_and_ways() -> None:
    """9: which plots permits reach, and which permits reach a plot, with the symbols that they share."""
    s = give(table(3), 0, hand=1)
    red, green = hold(s, 0, "red 3"), hold(s, 0, "green 5")
    for n in range(30):
        fitting_ways = dict(ways(s, 0, n, False))
        assert bool(fitting_ways) == bool(reachable(s, 0, False) >> n & 1)
        assert all(n in brute_sites(s, 0, permits, False) for permits in fitting_ways)
    crossed = next(n for n in range(30) if (s.city.colours[n], s.city.numbers[n]) == (0, 3))
    assert ways(s, 0, crossed, False) == [((red, green), [0])]


def test_the_estimate_is_the_score_by_source() -> None:
    """11: each objective separately; the owner's view knows all of it."""
    for seats in (2, 3, 4):
        for s in play_random(sf1906, seats, OPTIONS, 2).states[::9]:
            for seat in range(seats):
                view = sf1906.observe(s, seat)
                parts = estimate(view, seat)
                assert sum(n for _, n in parts) == sum(points(s, seat).values())
                assert len(parts) == 3 + len(s.players[seat].open) + len(s.players[seat].secret) + 4


def test_nobody_has_best_builder_before_the_eighth() -> None:
    s = table(2)
    assert s.best_builder == NOBODY
    urban(s, 0, "cable_car", "hydrant", "park")
    assert points(s, 0)["Urban cards"] == 3 + 2 + 5 and points(s, 0)["Best Builder"] == 0
