"""Reasons for moves of 1906 San Francisco, each when it is true and not when it is not."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tabletown.rules import sf1906 as game
from tabletown.rules.core.game import Action
from tabletown.rules.sf1906.ai import explain
from tabletown.rules.sf1906.ai.changes import change
from tabletown.rules.sf1906.ai.explain import later
from tabletown.rules.sf1906.ai.plan import Plan
from tabletown.rules.sf1906.ai.turn_words import purpose_of_distance
from tabletown.rules.sf1906.city import fitting
from tests.rules.analysis.explained_moves import contrast, phrases, reasons
from tests.rules.sf1906 import positions as sf1906_positions


def sf1906(s: Any, *line: str) -> list[str]:
    return phrases(s, "sf1906", *line)


def test_who_goes_furthest_right_acts_first() -> None:
    s = sf1906_positions.table(seats=2)
    last = len(s.city.sides[s.ring[0]]) - 1
    first = [text for text in sf1906(s, f"space {last + 1}") if "act first" in text]
    assert first == ["you act first on the next card, with every space free"]
    assert "you act first on the next card unless overtaken" in sf1906(s, f"space {last}")


def test_no_turn_order_is_a_reason_where_only_the_last_bonus_follows() -> None:
    s = sf1906_positions.table(seats=2)
    s.year, s.stop = len(s.city.kit.years) - 2, len(s.ring)
    last = len(s.city.sides[s.ring[-1]]) - 1
    assert not any("act first" in text for text in sf1906(s, f"space {last + 1}"))


def test_a_building_and_the_objective_that_it_fits() -> None:
    s = sf1906_positions.table(seats=2)
    sf1906_positions.give(s, 0, money=9, hand=1, permits=("red 3",))
    colour = s.city.kit.colours.index("red")
    card = next(n for n, o in enumerate(s.city.kit.objectives) if o.kind == "per_building_of_colour" and o.of == colour)
    s.players[0].secret, s.players[0].open = (card,), ()
    s.step, s.grant = 5, False
    spend = sf1906_positions.can(s)[0]
    plot = sf1906_positions.can(sf1906_positions.do(s, spend))[0]
    points = s.city.kit.objectives[card].points
    phrases = sf1906(s, spend, plot)
    building = next(text for text in phrases if text.startswith("you score "))
    total, parts = building.split(f" points on {plot.split()[1]}: ")
    assert f'+{points} "Built on red"' in parts.split(", ")
    assert sum(int(part.split()[0]) for part in parts.split(", ")) == int(total.removeprefix("you score "))


def test_a_permit_that_opens_plots_and_a_building_in_hand() -> None:
    s = sf1906_positions.table(seats=2)
    sf1906_positions.give(s, 0, money=9)
    s.step = 2
    names = [text for text in sf1906_positions.can(s) if "*" not in text]
    after = sf1906_positions.do(s, names[0])
    reach = bin(
        s.city.permit_colour[after.players[0].permits[0]] & s.city.permit_number[after.players[0].permits[0]] & s.free
    ).count("1")
    plots = f"your permits then fit {reach} more plot{'s' * (reach != 1)}"
    assert (plots in sf1906(s, names[0])) == (reach > 0)


def test_a_symbol_that_two_permits_share_is_about_permits() -> None:
    s = sf1906_positions.table(seats=2)
    sf1906_positions.give(s, 0, money=9, permits=("red 3",))
    s.step = 2
    shared = [
        term
        for text in sf1906_positions.can(s)
        for term in reasons(s, "sf1906", text)
        if " and red 3 to get " in term.phrase
    ]
    assert {term.theme for term in shared} == {"permit"}


def test_a_better_space_is_earlier_on_the_next_card() -> None:
    s = sf1906_positions.table(seats=2)
    sf1906_positions.give(s, 0, money=0)
    last = len(s.city.sides[s.ring[0]]) - 1
    text = contrast(s, "sf1906", "space 1", f"space {last + 1}")
    assert "you act first on the next card instead of second" in text or "act first" in text
    assert "instead of 0" not in text


def test_a_later_building_names_the_grant_that_its_permits_need() -> None:
    phrase_by_grant = dict[bool, str]()
    for seed in range(400):
        s = sf1906_positions.table(seats=2)
        sf1906_positions.give(s, 0, money=15, hand=2, permits=("red 3", "green 5"))
        world, rng, line = game.determinize(s, Random(0)), Random(0), list[Action]()
        choose = Random(seed)
        while not line or line[-1][0] != "plot":
            options = game.legal(world)
            line.append(choose.choice([a for a in options if a[0] in ("spend", "plot")] or options))
            game.advance(world, line[-1], rng)
        plan = Plan(s, tuple(line), ("you", "Hana"), lambda s, options: options[0], 0)
        if plan.following:
            plot, _, permits, *_ = plan.following
            (phrase_by_grant[not fitting(s.city, permits, False) >> plot & 1],) = (term.phrase for term in later(plan))
        if len(phrase_by_grant) > 1:
            break
    assert ", by Grant, for about" in phrase_by_grant[True] and "Grant" not in phrase_by_grant[False]


def test_money_that_a_plot_is_named_for_has_no_second_purpose() -> None:
    """Nobody can spend the same dollars twice."""
    s = sf1906_positions.table(seats=2)
    sf1906_positions.give(s, 0, money=0, hand=1, permits=("red 3", "red 4"))
    texts = sf1906(s, "space 1")
    assert any(text.startswith("you can then build on ") for text in texts)
    assert not [text for text in texts if text.startswith("you earn ")]


def test_a_permit_that_opens_nothing_is_said_to_show_its_symbols() -> None:
    s = sf1906_positions.table(seats=2)
    s.free, s.step = 0, 2
    phrases_by_move = [sf1906(s, text) for text in sf1906_positions.can(s) if "*" not in text]
    assert phrases_by_move and all(
        any(text.startswith("you get a permit that shows a ") for text in texts) for texts in phrases_by_move
    )


def test_a_change_of_plan_has_its_cause() -> None:
    then, names = sf1906_positions.table(seats=2), ("you", "Hana")
    permit = then.permit_row[0]
    colour, number = then.city.kit.permits[permit].colour, then.city.kit.permits[permit].number
    assert colour is not None
    title = f"the {then.city.kit.colours[colour]} {number} permit"
    aims, new = [("plot", 0), ("permit", permit)], [("plot", 7)]
    view = then.copy()
    better = f"{view.city.names[7]} is now the better plot to build on next, not {view.city.names[0]}"
    assert change(then, view, aims, new, names) == better
    assert change(then, view, aims, [], names) == ""
    view.players[1].permits, view.permit_row = (permit,), then.permit_row[1:]
    assert change(then, view, aims, new, names) == f"Hana took {title}"
    assert change(view, then, [], [("permit", permit)], names) == f"{title} is new on offer"
    view = then.copy()
    view.players[1].built, view.free = 1, then.free & ~1
    assert change(then, view, aims, new, names) == f"Hana built on {view.city.names[0]}"


def test_money_paid_for_the_distance_has_a_reason() -> None:
    s = sf1906_positions.table(seats=2)
    s.order, s.acted, s.tokens = (1, 0), 1, [2, 0]
    assert purpose_of_distance(s, 0) == ", as that space is taken"
    assert purpose_of_distance(s, 1) == " and earlier on the next card"
    s.tokens = [1, 0]
    assert purpose_of_distance(s, 2) == ""


def test_all_the_points_of_a_building_are_named() -> None:
    plan = SimpleNamespace()
    points = {"Urban cards": 2, "Development": 2, "Most red": 2, "Steps up": 1, "Every $3": 1, "Money": -1}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(explain, "brought", lambda plan: points)
        named = explain.sources(cast(Plan, plan)).split(", ")
    assert sum(int(part.split()[0]) for part in named) == 7 and len(named) == len(points)


def test_a_step_on_the_development_board_is_told_with_the_points_of_its_money() -> None:
    s = sf1906_positions.give(sf1906_positions.table(seats=2), 0, money=3)
    for money, price in ((3, ""), (1, ", less 2 points for the money")):
        after = s.copy().players[0]
        after.row, after.money = after.row - 1, money
        plan = cast(Plan, SimpleNamespace(view=s, building_on=None, before=s.players[0], after=after))
        more = explain.level(plan, after) - explain.level(plan, s.players[0])
        phrase = f"you gain {more} point{'s' * (more > 1)} on the development board"
        assert [reason.phrase for reason in explain.development(plan)] == [phrase + price]
