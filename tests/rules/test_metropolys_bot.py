"""Metropolys: what the bots are told (`rules/metropolys/bot.py`, `outlook.py`)."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from rules import metropolys
from rules.bots.series import Terms, contest
from rules.metropolys.board import NAMES, mask
from rules.metropolys.bot import TRAITS, WEIGHTS, evaluate, features, holds, priors, traits
from rules.metropolys.objectives import EXPERT_AREA, FAMILY_AREA, NEIGHBOURHOOD, paid
from rules.metropolys.outlook import lead, prospect
from rules.metropolys.state import Metropolys
from tests.rules.metropolys_table import call, card, do, erect, hold, points, table
from tests.rules.playing import play

EVERYWHERE = mask(NAMES)
HAND = [name for name, _, _ in TRAITS].index("values in hand")


def positions(version: str, seats: int, memory: str = "on") -> list[Metropolys]:
    return play(metropolys, seats, {"version": version, "memory": memory}, 7).states


@pytest.mark.parametrize("version, seats", product(["family", "expert"], [2, 3, 4]))
def test_positions_and_moves_can_be_judged_from_a_view(version: str, seats: int) -> None:
    """Everybody's position from everybody's seat, and a number for every action."""
    for s in positions(version, seats, "off")[::7]:
        for viewer in (*range(seats), None):
            view = metropolys.observe(s, viewer)
            assert all(abs(evaluate(view, seat)) < 200 for seat in range(seats))
            assert len(priors(view, metropolys.legal(view))) == len(metropolys.legal(view))


def test_judging_changes_nothing() -> None:
    s = positions("expert", 3)[40]
    before = repr(s)
    evaluate(s, 0), priors(s, metropolys.legal(s)), features(s, 1)
    assert repr(s) == before


def test_a_finished_game_is_worth_its_points() -> None:
    s = positions("expert", 3)[-1]
    assert [evaluate(s, seat) for seat in range(3)] == [sum(points(s, seat).values()) for seat in range(3)]


@pytest.mark.parametrize("version", ["family", "expert"])
def test_an_evaluation_is_the_weighted_sum_of_its_features(version: str) -> None:
    """While the game goes on, whatever the call may bring."""
    assert len(WEIGHTS) == 2 * len(TRAITS)
    for s in positions(version, 2)[:40:3]:
        total = sum(weight * x for weight, x in zip(WEIGHTS, features(s, 0), strict=True))
        assert evaluate(s, 0) == pytest.approx(total)


def test_tokens_and_special_cards_are_valued() -> None:
    """Trendy before subway before nothing before archaeology."""
    kinds = ("trendy", "subway", "", "archaeology")
    found = [evaluate(erect(table(2, tokens={"C9": kind} if kind else {}), 0, "1 C9"), 0) for kind in kinds]
    assert found == sorted(found, reverse=True) and len(set(found)) == 4


def test_one_s_own_objective_is_valued() -> None:
    s = table(2)
    s.players[0].cards = (card("family area", "lakes"),)
    assert evaluate(erect(s.copy(), 0, "1 C9"), 0) > evaluate(erect(s.copy(), 0, "1 C1"), 0) + 1


def test_an_unknown_objective_is_valued_by_expectation() -> None:
    """S2 touches bridges and a statue, C12 nothing: it is better for whoever holds any of three cards."""
    better, worse = (metropolys.observe(erect(table(4), 1, f"1 {name}"), 0) for name in ("S2", "C12"))
    assert evaluate(better, 1) > evaluate(worse, 1)


def test_a_low_building_is_the_cheaper_one() -> None:
    """What is built is gone; the size counts only in Expert."""
    assert evaluate(erect(table(2), 0, "1 C9"), 0) > evaluate(erect(table(2), 0, "13 C9"), 0)


def test_bids_that_come_home_are_not_lost() -> None:
    """The bids of a call count as buildings in hand."""
    s = do(table(2, tokens={"C8": "archaeology"}), "bid 3 C8", "bid 4 C9")
    after = call(s.copy())
    assert traits(s, 0)[HAND] == traits(s, 1)[HAND] == 91
    assert evaluate(after, 0) == pytest.approx(evaluate(call(table(2), "bid 3 C8", "bid 4 C9"), 0))
    assert [traits(after, seat)[HAND] for seat in range(2)] == [91, 87]


def test_a_bid_holds_rather_when_it_is_high_and_few_may_answer() -> None:
    s = table(3, use="CNES")
    low, high = do(s, "bid 2 C8"), do(s, "bid 11 C8")
    assert 0 < holds(low) < holds(high) < 1
    assert holds(low) < holds(do(low, "pass"))


def test_a_token_next_door_tempts_to_outbid() -> None:
    quiet, tempting = table(2), table(2, tokens={"C9": "trendy"})
    assert holds(do(quiet, "bid 7 C8")) > holds(do(tempting, "bid 7 C8"))


def test_the_lowest_value_that_holds_comes_first() -> None:
    """In a corner nobody can outbid, any value holds: the lowest is best; the token draws."""
    s = erect(table(2, tokens={"C12": "trendy"}), 1, "7 C11")
    hold(s, 0, 2, 5, 13)
    legal = metropolys.legal(s)
    best = max(zip(priors(s, legal), legal, strict=True))[1]
    assert metropolys.notation(s, best) == "bid 2 C12"


@pytest.mark.parametrize("number", [*EXPERT_AREA, *FAMILY_AREA, *NEIGHBOURHOOD])
def test_pulls_point_where_a_building_pays(number: int) -> None:
    """Exactly where a single building pays; for groups the worth is at least what they pay already."""
    rng = Random(number)
    for _ in range(100):
        own = sum({1 << int(rng.random() * 55) for _ in range(8)})
        open_ = EVERYWHERE & ~own & ~sum({1 << int(rng.random() * 55) for _ in range(15)})
        found = prospect(number, own, open_)
        assert found.worth >= paid(number, own)
        pays = [
            place for place in range(55) if open_ >> place & 1 and paid(number, own | 1 << place) > paid(number, own)
        ]
        if pays and max(found.pull) > 0 and number in (*FAMILY_AREA, *NEIGHBOURHOOD):
            assert {place for place in range(55) if found.pull[place] and open_ >> place & 1} == set(pays)


def test_the_better_skyline_leads_its_race() -> None:
    assert lead([1.0, 0.2], 0, 0.3) > 4 > 1 > lead([1.0, 0.2], 1, 0.3)
    assert lead([0.0, 0.0], 0, 0.3) == 2.5


@pytest.mark.parametrize("version", ["family", "expert"])
def test_greedy_beats_random(version: str) -> None:
    """Six games, seats swapped on the same deals."""
    terms = Terms("metropolys", {"version": version, "memory": "off"}, 2, 1, None, 10**6)
    won = [contest(terms, ("greedy", "random"), number).shares[number % 2] for number in range(6)]
    assert sum(won) >= 5
