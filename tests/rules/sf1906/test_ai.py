"""Features and heuristics of 1906 San Francisco (`rules/sf1906/ai`)."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from math import isfinite
from pathlib import Path
from random import Random

import pytest

from tabletown.rules import sf1906
from tabletown.rules.arena.series import SeriesTerms, play_one
from tabletown.rules.bots.evaluation import evaluator_for
from tabletown.rules.bots.levels import choose
from tabletown.rules.bots.networks import load_weights
from tabletown.rules.core.game import Action, Options, apply
from tabletown.rules.sf1906.ai import action_features, features, version
from tabletown.rules.sf1906.ai.features import FEATURE_NAMES, stage
from tabletown.rules.sf1906.ai.objective_values import OBJECTIVE_VALUES, ObjectiveValues
from tabletown.rules.sf1906.components.model import KINDS
from tabletown.rules.sf1906.components.registry import named
from tabletown.rules.sf1906.state import SPACE, Sf1906
from tests.rules.random_play import play_random
from tests.rules.sf1906.positions import (
    OPTIONS,
    TABLES,
    deal,
    do,
    erect,
    give,
    hold,
    on_strip,
    plot,
    spend,
    stand,
    table,
    urban,
)

MOST = 8.0
"""No input or aspect is larger."""


def positions(seats: int, options: Options = OPTIONS) -> list[Sf1906]:
    return play_random(sf1906, seats, options, 7).states


def decisions(seats: int) -> Iterator[tuple[Sf1906, list[Action]]]:
    return ((s, legal) for s in positions(seats) if (legal := sf1906.legal(s)))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_positions_and_moves_are_put_into_numbers_from_every_view(seats: int) -> None:
    """All players' features from every seat, and of every action, are finite and not large."""
    for s in positions(seats)[::5]:
        for viewer in (*range(seats), None):
            view = sf1906.observe(s, viewer)
            rows = [features(view, seat) for seat in range(seats)]
            assert {len(row) for row in rows} == {len(FEATURE_NAMES)}
            rows += [numbers for _, numbers in action_features(view, sf1906.legal(view))] if not s.over else []
            assert all(isfinite(x) and abs(x) < MOST for row in rows for x in row)


def test_putting_into_numbers_changes_nothing() -> None:
    for s in positions(3)[::3]:
        before = repr(s)
        for seat in range(3):
            features(s, seat)
        if not s.over:
            action_features(s, sf1906.legal(s))
        assert repr(s) == before


def test_every_kind_of_action_is_always_described_alike() -> None:
    sizes: dict[str, set[int]] = {}
    for seats in (2, 3, 4):
        for s, legal in decisions(seats):
            rows = action_features(s, legal)
            assert len(rows) == len(legal)
            for kind, numbers in rows:
                sizes.setdefault(kind, set()).add(len(numbers))
                assert numbers[0] == 1.0
    assert all(len(counts) == 1 for counts in sizes.values()) and len(sizes) > 20


def test_every_kind_of_objective_is_wanted_for_something() -> None:
    assert set(OBJECTIVE_VALUES) == set(KINDS) - {"best_builder"}
    s = table(3)
    for card in range(len(s.city.kit.objectives)):
        w = ObjectiveValues(s, 0, (card,))
        assert w.sites or any([w.building, w.dollar, w.right, w.token, w.up, *w.urban])


def test_own_numbers_are_the_same_in_the_view_and_in_truth() -> None:
    """Other players' face-down cards affect neither the features nor the moves."""
    for s in positions(3)[:-1:7]:
        for seat in range(3):
            view = sf1906.observe(s, seat)
            assert features(view, seat) == features(s, seat)
            if sf1906.turn(s) == seat:
                assert action_features(view, sf1906.legal(view)) == action_features(s, sf1906.legal(s))


def test_an_objective_that_is_not_known_counts_about_the_average() -> None:
    """From another seat only what objectives pay and promise is different."""
    s = deal(table(3), 1)
    blank = features(s, 1)
    s.players[1].secret = (0,)
    seen = features(sf1906.observe(s, 0), 1)
    different = {FEATURE_NAMES[n] for n, (before, after) in enumerate(zip(blank, seen, strict=True)) if before != after}
    assert different and different <= {
        "points from personal objectives",
        "points (count more later on)",
        "points at the very end",
        "personal objectives",
    }


def test_the_stage_goes_from_nothing_to_one() -> None:
    states = positions(2)
    assert stage(states[0]) == 0 and stage(states[-1]) == 1
    assert all(0 <= stage(s) <= 1 for s in states)


# Another set of components


@pytest.fixture
def others(tmp_path: Path) -> Options:
    """A set with other boards, cards and years."""
    folder = Path(shutil.copytree(TABLES, tmp_path / "mine"))
    for name, old, new in (
        ("actions.csv", "AC4,materials permit urban,", "AC4,earn9 build objective,"),
        ("actions.csv", "build permit urban clear_up pass", "earn7 build urban clear_up pass"),
        ("objectives.csv", "OB_MAJ_GREEN,initial,majority_colour,green", "OB_MAJ_GREEN,initial,majority_colour,red"),
        ("money.csv", "15,5", "15,12"),
        ("lights.csv", "5,15", "5,21"),
        ("years.csv", "1909,2,one,permit right", "1909,2,one,money_3 right"),
    ):
        path = folder / name
        text = path.read_text(encoding="utf-8")
        assert old in text, (name, old)
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return {"components": named(str(folder))}


@pytest.mark.parametrize("seats", [2, 4])
def test_another_set_of_components_can_be_judged(others: Options, seats: int) -> None:
    for s in positions(seats, others):
        assert all(len(features(s, seat)) == len(FEATURE_NAMES) for seat in range(seats))
        know = evaluator_for(sf1906, s)
        assert all(isfinite(know.evaluate(s, seat)) for seat in range(seats))
        if legal := sf1906.legal(s):
            assert all(map(isfinite, know.logits(s, legal)))


# What was learned


def test_the_weights_fit_the_numbers_and_know_every_kind() -> None:
    w = load_weights("sf1906", version(table(2)))
    assert w and w.rounds
    assert len(w.value.direct) == len(FEATURE_NAMES) and all(
        len(row) == len(FEATURE_NAMES) + 1 for row in w.value.hidden
    )
    for seats in (2, 3, 4):
        for s, legal in decisions(seats):
            assert all(len(w.policy[kind]) == len(numbers) for kind, numbers in action_features(s, legal))
    assert set(OBJECTIVE_VALUES) <= set(w.policy)


def value(s: Sf1906, seat: int) -> float:
    return evaluator_for(sf1906, s).evaluate(s, seat)


def late() -> Sf1906:
    """The last year, with a few buildings for each player."""
    s = give(table(2, 1911), 0, hand=1, money=6, permits=["red 3"])
    s = give(s, 1, hand=1, money=6, permits=["red 5"])
    return deal(deal(s, 0, "COUNT"), 1, "COUNT")


@pytest.mark.parametrize("what", [{"row": 4}, {"column": 4}, {"money": 12}])
def test_more_of_what_pays_is_worth_more(what: dict[str, int]) -> None:
    assert value(give(late(), 0, **what), 0) > value(late(), 0)


def test_buildings_and_urban_cards_are_worth_having() -> None:
    assert value(erect(late(), 0, "A1", "A2"), 0) > value(late(), 0)
    assert value(urban(late(), 0, "light", "light", "light"), 0) > value(late(), 0)


def best(s: Sf1906) -> str:
    legal = sf1906.legal(s)
    priors = evaluator_for(sf1906, s).logits(s, legal)
    return sf1906.notation(s, legal[max(range(len(legal)), key=priors.__getitem__)])


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


def test_a_permit_that_reaches_plots_is_preferred() -> None:
    """No player has anything; a grant fits every plot."""
    s = give(table(3, card="AC3"), 0, money=9)
    grant = next(n for n, permit in enumerate(s.city.kit.permits) if permit.colour is None)
    s.permit_deck = [n for n in s.permit_deck if n != grant]
    s.permit_row = (*s.permit_row[:2], grant)
    assert best(do(stand(s, 1), "act 2")).startswith("permit *")


def test_a_better_paid_space_of_the_strip_is_weighed_against_its_place() -> None:
    s = on_strip(table(3), 1908)
    priors = evaluator_for(sf1906, s).logits(s, sf1906.legal(s))
    assert len(set(priors)) == 4 and max(priors) == priors[0]


# Bots


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


@pytest.mark.slow
@pytest.mark.parametrize("level", ["greedy", "easy", "minimax", "ismcts"])
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


@pytest.mark.slow
def test_greedy_beats_random() -> None:
    """Ten games, seats swapped on the same deals."""
    terms = SeriesTerms("sf1906", OPTIONS, 2, 1, None, 10**6)
    won = [play_one(terms, ("greedy", "random"), number).victory_shares[number % 2] for number in range(10)]
    assert sum(won) >= 9
