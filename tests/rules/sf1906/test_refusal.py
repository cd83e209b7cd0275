"""Refusals of 1906 San Francisco say what is wrong in dollars and permits, and recommend nothing that is illegal."""

from __future__ import annotations

from tabletown.rules import sf1906
from tabletown.rules.sf1906.building import build_cost
from tabletown.rules.sf1906.city import fitting, places
from tabletown.rules.sf1906.components import model as c
from tabletown.rules.sf1906.costs import RUBBLE_COST
from tabletown.rules.sf1906.state import ACT, CLEAR, OBJECTIVE, PLOT, SPEND, Sf1906
from tests.rules.sf1906.positions import KIT, can, do, give, hold, spend, table


def at_action(kind: str, money: int, away: int = 0, **what: object) -> tuple[Sf1906, int]:
    """A table whose first player's token is that many spaces from an action of a kind; and the number of its space."""
    for number in range(len(KIT.action_cards)):
        s = table()
        s.ring = (number, *(n for n in range(len(KIT.action_cards)) if n != number))
        spaces = s.city.sides[number]
        for k, space in enumerate(spaces):
            if space.kind == kind and k >= away:
                s.step, s.tokens[0] = ACT, k - away
                return give(s, 0, money=money, **what), k
    raise ValueError(kind)


def test_building_names_its_cost_and_the_money_left() -> None:
    s, k = at_action(c.BUILD, 0, hand=1, permits=("red 3",))
    assert sf1906.refusal(s, ("act", k)) == f"Building costs ${build_cost(s)} this year; you have $0."
    s, k = at_action(c.BUILD, 2, away=1, hand=1, permits=("red 3",))
    assert sf1906.refusal(s, ("act", k)) == "Building costs $1 this year; you have $0 after paying to act 1 space away."
    s, k = at_action(c.BUILD_GRANT, 0, hand=1, permits=("red 3",))
    assert sf1906.refusal(s, ("act", k)) == f"Building costs ${build_cost(s)} this year with a grant; you have $0."


def test_the_distance_names_its_cost() -> None:
    s, k = at_action(c.BUILD, 1, away=1)
    assert sf1906.refusal(s, ("act", k)) == "Taking an action that far from your space costs $2; you have $1."


def test_urban_development_and_clearing_up_name_their_cost() -> None:
    for kind, name in ((c.URBAN, "Developing"), (c.CLEAR_UP, "Clearing up")):
        s, k = at_action(kind, 1)
        assert sf1906.refusal(s, ("act", k)) == f"{name} costs $2; you have $1."


def test_clearing_rubble_names_its_cost_and_the_money_left() -> None:
    s = give(table(), 0, money=2)
    s.step = CLEAR
    assert sf1906.refusal(s, ("clear", places(s.rubble)[0])) == "Clearing rubble costs $3; you have $2."


def test_building_without_a_building_or_a_permit_says_which() -> None:
    s, k = at_action(c.BUILD, 9)
    assert sf1906.refusal(s, ("act", k)) == "You need a building in hand to build; you have none."
    s, k = at_action(c.BUILD, 9, hand=1)
    assert sf1906.refusal(s, ("act", k)) == "You need a permit to build; you have none."


def test_rubble_names_the_whole_cost() -> None:
    """The permit fits plots with rubble and others; on the first there is not enough money."""
    s = give(table(), 0, hand=1, money=build_cost(table()))
    s.step = SPEND
    for permit in range(len(KIT.permits)):
        sites = fitting(s.city, (permit,), False) & s.free
        if sites & s.rubble and sites & ~s.rubble:
            break
    s.players[0].permits = (permit,)
    s = do(s, spend(s, permit))
    assert s.step == PLOT
    plot = places(sites & s.rubble)[0]
    cost, money = build_cost(s) + RUBBLE_COST, s.players[0].money
    assert sf1906.refusal(s, ("plot", plot)).startswith("That plot has rubble, so building there costs ")
    assert sf1906.refusal(s, ("plot", plot)).endswith(f" costs ${cost}; you have ${money}.")
    other = places(s.free & ~sites)[0]
    assert sf1906.refusal(s, ("plot", other)) == "Your permits do not fit that plot."
    assert "rubble" not in sf1906.refusal(s, ("plot", other))


def test_no_deck_is_recommended_that_is_empty() -> None:
    s = table()
    s.step = OBJECTIVE
    assert sf1906.refusal(s, ("space", 0)) == "First take one of the objectives on offer, or draw one from the deck."
    s.objective_deck = []
    assert sf1906.refusal(s, ("space", 0)) == "First take one of the objectives on offer."


def test_permits_named_the_other_way_round_are_told_their_order() -> None:
    s = give(table(), 0, hand=1, money=9)
    s.step = SPEND
    first, second = hold(s, 0, "red 3"), hold(s, 0, "green 4")
    assert spend(s, first, second) in can(s)
    why = sf1906.refusal(s, ("spend", second, first))
    assert why == f"List those permits in the order you hold them: {spend(s, first, second)}."
