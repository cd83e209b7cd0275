"""1906 San Francisco: what the bots are told (`rules/sf1906/bot.py`)."""

from __future__ import annotations

from random import Random

import pytest

from rules import sf1906
from rules.bots.arena import Terms, contest
from rules.bots.levels import choose
from rules.game import apply
from rules.sf1906.bot import TRAITS, WEIGHTS, evaluate, features, priors, stage
from rules.sf1906.state import SPACE, STRIP, Sf1906
from tests.rules.playing import play
from tests.rules.sf1906_table import OPTIONS, deal, do, give, hold, on_strip, plot, spend, stand, table


def positions(seats: int) -> list[Sf1906]:
    return play(sf1906, seats, OPTIONS, 7).states


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_positions_and_moves_can_be_judged_from_a_view(seats: int) -> None:
    """Everybody's position from everybody's seat, and a number for every action."""
    for s in positions(seats)[::5]:
        for viewer in (*range(seats), None):
            view = sf1906.observe(s, viewer)
            assert all(abs(evaluate(view, seat)) < 200 for seat in range(seats))
            assert s.over or len(priors(view, sf1906.legal(view))) == len(sf1906.legal(view))


def test_judging_changes_nothing() -> None:
    for s in positions(3)[::3]:
        before = repr(s)
        for seat in range(3):
            evaluate(s, seat)
        if not s.over:
            priors(s, sf1906.legal(s))
        assert repr(s) == before


def test_features_and_weights_make_the_evaluation() -> None:
    for s in positions(2)[:-1:9]:
        for seat in range(2):
            found = features(s, seat)
            assert len(found) == len(WEIGHTS) == 2 * len(TRAITS)
            assert evaluate(s, seat) == pytest.approx(sum(w * x for w, x in zip(WEIGHTS, found, strict=True)))


def test_the_end_is_worth_its_points() -> None:
    s = positions(3)[-1]
    assert [evaluate(s, seat) for seat in range(3)] == [sum(n for _, n in parts) for parts in sf1906.score(s)]


def test_the_stage_goes_from_nothing_to_one() -> None:
    states = positions(2)
    assert stage(states[0]) == 0 and stage(states[-1]) == 1
    assert all(0 <= stage(s) <= 1 for s in states)


def best(s: Sf1906) -> str:
    legal = sf1906.legal(s)
    told = priors(s, legal)
    return sf1906.notation(s, legal[told.index(max(told))])


def test_a_plot_that_objectives_pay_for_is_preferred() -> None:
    s = give(table(3), 0, hand=1, money=9)
    s.rubble, s.common = 0, ()
    deal(s, 0, "COLOUR_GREEN")
    cards = [hold(s, 0, "red 3"), hold(s, 0, "green 5")]
    s = do(stand(s, 1), "act 2", spend(s, *cards))
    assert best(s) in {f"plot {s.city.names[n]}" for n in range(30) if s.city.colours[n] == 0}


def test_the_fifth_light_is_preferred_to_a_hydrant() -> None:
    s = give(table(4), 0, hand=1, money=9)
    s.rubble = 0
    s.players[0].urban, s.piles[0] = (0, 1, 2, 3), 1
    cards = [hold(s, 0, "green 2 light hydrant"), hold(s, 0, "red 1 light hydrant")]
    s = do(stand(s, 1), "act 2", spend(s, *cards))
    s = do(s, f"plot {s.city.names[plot(s, 'green 2')]}")
    assert best(s) == "urban light"


def test_what_cannot_be_seen_does_not_move_greedy() -> None:
    """Two worlds that a seat cannot tell apart get the same move."""
    for s in positions(3)[4:-1:23]:
        seat = sf1906.turn(s)
        view = sf1906.observe(s, seat)
        moves = {
            choose("sf1906", sf1906.observe(sf1906.determinize(view, Random(n)), seat), "greedy", "x", nodes=500).action
            for n in range(3)
        }
        assert len(moves) == 1


@pytest.mark.parametrize("level", ["greedy", "easy", "minimax"])
def test_bots_play_legal_moves(level: str) -> None:
    """Whole games, at every kind of decision."""
    rng, seen = Random(2), set()
    s = sf1906.setup(3, OPTIONS, rng)
    while (seat := sf1906.turn(s)) is not None:
        a = choose("sf1906", sf1906.observe(s, seat), level, str(s.stop), nodes=20).action
        assert a in sf1906.legal(s)
        seen.add(s.step)
        s = apply(sf1906, s, a, rng)
    assert seen >= {SPACE} and len(seen) >= 7


def test_greedy_beats_random() -> None:
    """Ten games, seats swapped on the same deals."""
    terms = Terms("sf1906", OPTIONS, 2, 1, None, 10**6)
    won = [contest(terms, ("greedy", "random"), number).shares[number % 2] for number in range(10)]
    assert sum(won) >= 9


def test_a_better_paid_space_of_the_strip_is_weighed_against_its_place() -> None:
    s = on_strip(table(3), 1908)
    told = priors(s, sf1906.legal(s))
    assert s.stop == STRIP and len(set(told)) == 4 and max(told) == told[0]
