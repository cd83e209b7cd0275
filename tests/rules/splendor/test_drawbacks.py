"""What speaks against a move of Splendor, and plain waste."""

from __future__ import annotations

from random import Random

import pytest

from tabletown.rules import splendor as game
from tabletown.rules.splendor.ai.drawbacks import drawback
from tabletown.rules.splendor.ai.waste import waste
from tests.rules.splendor.positions import every, give, hold, leave, near_and_distant


@pytest.mark.parametrize(
    ("tokens", "move", "against"),
    [
        ("", "reserve 3-1", "you still need 13 gems for it"),
        ("uuugggrrr", "reserve 3-1", ""),
        ("", "reserve 1-1", ""),
        ("uuu", "reserve 1-1", "you can buy it now"),
        ("wwwuuuggg", "take wug", "you already hold 9 tokens, and must return 2"),
        ("wwwuuug", "take wug", ""),
        ("u**", "buy 1-1", "you spend 2 gold on a card without points"),
        ("uuu", "buy 1-1", ""),
        ("wwwuuuggrrb", "return u", "without that blue you cannot buy 1-1"),
        ("wwwuuuggrrb", "return w", ""),
    ],
)
def test_what_speaks_against_a_move(tokens: str, move: str, against: str) -> None:
    s = near_and_distant(tokens, bool(move.startswith("return")))
    [action] = [a for a in game.legal(s) if game.notation(s, a) == move]
    assert drawback(s, action) == against


def test_a_reserve_that_brings_no_gold_or_fills_the_last_place_says_so() -> None:
    s = near_and_distant("")
    hold(s, 0, *every(level=1)[:2])
    leave(s, "wwuuggrrbb")
    texts = {a: drawback(s, a) for a in game.legal(s) if a[0].startswith("reserve")}
    last = "there is no gold left to take with it and you can then reserve no further card"
    assert texts["reserve_blind", 0] == last
    assert texts["reserve", s.market[8]].startswith("you still need 14 gems for it, there is no gold")


@pytest.mark.parametrize(
    ("tokens", "turn", "wasted"),
    [
        ("u***", ["buy 1-1"], ""),
        ("***", ["buy 1-1"], "you spend 3 gold on a card without points"),
        ("wwwuuugggr", ["take b", "return b"], "this turn changes nothing: you return what you have taken"),
        ("wwwuuugggr", ["take b", "return r"], ""),
        ("", ["take b"], ""),
    ],
)
def test_plain_waste_is_named(tokens: str, turn: list[str], wasted: str) -> None:
    s, actions = near_and_distant(tokens), []
    leave(s, "b")
    for n, move in enumerate(turn, 1):
        actions += [a for a in game.legal(s) if game.notation(s, a) == move]
        assert waste(s, actions) == wasted * (n == len(turn))
        game.advance(s, actions[-1], Random(0))


def test_filling_the_last_place_is_waste_unless_a_reserved_card_is_affordable() -> None:
    s = near_and_distant("")
    hold(s, 0, *every(level=2)[:2])
    distant = ("reserve", s.market[8])
    assert waste(s, [distant]).endswith("gems for it; you then hold 3 reserved cards and can buy none of them yet")
    hold(s, 0, s.market[0], every(level=2)[0])
    give(s, 0, "uuu")
    assert not waste(s, [distant])
