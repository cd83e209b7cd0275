"""What a move of 1906 San Francisco gives up and the best one does not."""

from __future__ import annotations

from tabletown.rules import sf1906 as game
from tabletown.rules.analysis.explain import fault
from tabletown.rules.sf1906.ai.waste import waste
from tabletown.rules.sf1906.components.model import URBAN
from tabletown.rules.sf1906.state import ACT
from tabletown.rules.sf1906.turn import card_spaces
from tests.rules.sf1906.positions import CARDS, can, give, table

NAMES = ("You", "Hana")


def test_points_that_another_choice_would_score_this_turn() -> None:
    s = table(seats=2)
    give(s, 0, money=9, hand=1, permits=("red 3", "green 5"))
    s.players[0].secret, s.players[0].open = (), ()
    s.step, s.grant = 5, True
    named = {game.notation(s, action): action for action in game.legal(s)}
    faults = {(a, b): fault(game, s, named[a], named[b], NAMES) for a in can(s) for b in can(s)}
    assert all(not text for (a, b), text in faults.items() if a == b)
    worse = [text for text in faults.values() if text]
    assert worse and all(" this turn, and could score " in text for text in worse)
    assert all(not faults[b, a] for (a, b), text in faults.items() if text), "the best move has no such fault"


def test_plain_waste_is_a_fault() -> None:
    cards = ((name, card_spaces(table(card=name))) for name in CARDS)
    name, k = next((name, k) for name, spaces in cards for k, space in enumerate(spaces) if space.kind == URBAN)
    s = table(card=name)
    s.step, s.tokens[0], s.players[0].money = ACT, k, 9
    s.players[0].row, s.players[0].column = len(s.city.kit.grid) - 1, len(s.city.kit.grid[0]) - 1
    wasted = waste(s, [("act", k)])
    assert wasted and fault(game, s, ("act", k), ("collect",), NAMES) == wasted
