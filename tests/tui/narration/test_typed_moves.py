"""Moves as they are typed: names that mean the same move are understood."""

from __future__ import annotations

from tabletown.rules import sf1906
from tabletown.rules.core.game import Action
from tabletown.rules.sf1906.state import SPEND
from tabletown.tui import games
from tabletown.tui.narration.typed_moves import blank, find, form, match, named
from tests.rules.sf1906.positions import give, hold, spend, table


def test_two_permits_are_understood_in_either_order() -> None:
    s = give(table(), 0, hand=1, money=9)
    s.step = SPEND
    first, second = hold(s, 0, "red 3"), hold(s, 0, "green 4")
    view = sf1906.observe(s, 0)
    moves, others = named(sf1906, view), list(games.load("sf1906").narrator.all_named_moves(view))
    for text in (spend(s, first, second), spend(s, second, first)):
        move = find(text, moves, others)
        assert move == spend(s, first, second) and moves[move] == ("spend", first, second)
    assert find("spend", moves, others) is None and find(spend(s, first, first), moves, others) is None


def test_blanks_between_the_letters_of_gems_are_understood() -> None:
    moves = ["take wug", "take uu", "buy 1-2", "pass"]
    typed = {
        "take w u g": "take wug",
        "Take G  U W": "take wug",
        "take u u": "take uu",
        "take w u b": None,
        "b u y": None,
    }
    assert {text: match(text, moves) for text in typed} == typed


def test_the_form_of_a_move_is_shown_by_moves_that_are_not_legal() -> None:
    named: list[tuple[str, Action]] = [
        (name, (name,)) for name in ("buy r1", "buy 1-1", "buy 1-2", "take w", "take wug")
    ]
    assert form("buy r3", ["buy 1-2"], named) == "Moves are typed like this: buy 1-1."
    assert form("sell 3", ["buy 1-2", "take wub"], named) == "Moves are typed like this: buy 1-1, take wug."
    assert form("buy", ["buy 1-1", "buy 1-2"], named) == "A move begins with buy."
    assert form("", ["pass", "buy 1-1", "buy 1-2"], named) == "A move begins with pass or buy."


def test_a_move_with_numbers_alone_shows_its_form_and_no_numbers() -> None:
    assert [blank(name) for name in ("move 1-2 3-4", "place 2-3", "take wug", "pass")] == [
        "move ?-? ?-?",
        "place ?-?",
        "take",
        "pass",
    ]
