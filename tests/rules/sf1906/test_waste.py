"""Plain waste in 1906 San Francisco, and the actions that the level easy leaves out."""

from __future__ import annotations

from dataclasses import replace

from tabletown.rules import sf1906
from tabletown.rules.analysis.sensible import without_waste
from tabletown.rules.bots.bot import Candidate, Choice
from tabletown.rules.bots.difficulty import without_foolish
from tabletown.rules.sf1906.ai.waste import foolish, waste
from tabletown.rules.sf1906.components.model import CLEAR_UP, EARN, MATERIALS, URBAN, Space
from tabletown.rules.sf1906.state import ACT, BONUS, SPACE
from tabletown.rules.sf1906.turn import card_spaces
from tests.rules.sf1906.positions import CARDS, table


def spaces(name: str, kind: str) -> list[tuple[int, Space]]:
    """The spaces of a kind on a card, with their numbers."""
    return [(k, space) for k, space in enumerate(card_spaces(table(card=name))) if space.kind == kind]


def test_earnings_that_cost_as_much_as_collecting_brings_are_plain_waste_and_left_out() -> None:
    name, k, dollars = next((name, k, space.dollars) for name in CARDS for k, space in spaces(name, EARN) if k > 1)
    s, paid, free = table(card=name), ("act", k), ("collect",)
    s.step = ACT
    for way in (0, 1, 2):
        s.tokens[0] = k - way
        assert bool(waste(s, [paid])) == foolish(s, paid) == (way > 0 and dollars - 2 * way <= 1)
    assert waste(s, [paid]) == f"you pay $4 to earn ${dollars}, and to collect $1 costs nothing"
    assert not waste(s, [free]) and not foolish(s, free)
    weighed = Choice(paid, 0.6, line=(paid,), candidates=(Candidate(paid, 0.6), Candidate(free, 0.5)))
    left = without_foolish(sf1906, s, weighed)
    assert (left.action, left.value, left.line, left.candidates) == (free, 0.5, (free,), weighed.candidates[1:])
    alone = replace(weighed, candidates=weighed.candidates[:1])
    assert without_foolish(sf1906, s, alone) is alone


def test_another_building_is_foolish_with_many_in_hand() -> None:
    name, k = next((name, k) for name in CARDS for k, _ in spaces(name, MATERIALS))
    s = table(card=name)
    s.step = ACT
    for token, enough in ((k, 4), (k + 1, 2)):
        s.tokens[0] = token
        for hand in range(6):
            s.players[0].hand = hand
            assert foolish(s, ("act", k)) == (hand >= enough)


def test_a_step_on_from_the_top_right_corner_is_plain_waste_unless_it_takes_rubble() -> None:
    for kind in (URBAN, CLEAR_UP):
        name, k = next((name, k) for name in CARDS for k, _ in spaces(name, kind))
        s = table(card=name)
        s.step, s.tokens[0], s.players[0].money = ACT, k, 9
        assert not waste(s, [("act", k)])
        s.players[0].row, s.players[0].column = len(s.city.kit.grid) - 1, len(s.city.kit.grid[0]) - 1
        assert bool(waste(s, [("act", k)])) == (kind == URBAN), "clearing up takes rubble"
        s.rubble = 0
        assert waste(s, [("act", k)]) == "you pay $2 to move nowhere and get $1 back, and to collect $1 costs nothing"
        planned = Choice(("space", k), 1.0, line=(("space", k), ("act", k), ("clear_up",)))
        s.step = SPACE
        assert without_waste(sf1906, s, planned).line[:2] != planned.line[:2]
        s.step = ACT
        weighed = Choice(("act", k), 1.0, candidates=(Candidate(("act", k), 1.0, 9), Candidate(("collect",), 0.99, 8)))
        assert without_waste(sf1906, s, weighed).action == ("collect",)


def test_an_objective_in_the_last_year_is_waste_where_money_is_worth_more() -> None:
    s = table(seats=2)
    s.year, s.step = len(s.city.kit.years) - 2, BONUS
    p = s.players[s.order[s.acted]]
    p.money, p.built = 2, 0
    objective = ("bonus", "objective")
    assert not waste(s, [objective])
    for plot in range(6):
        p.built |= 1 << plot
    s.objective_row = ()
    text = waste(s, [objective])
    assert text.startswith("an objective brings about ") and text.endswith("and the $6 in its place score 3")
    assert not foolish(s, objective) and not waste(s, [("bonus", "money")])
    s.year -= 1
    assert not waste(s, [objective])
