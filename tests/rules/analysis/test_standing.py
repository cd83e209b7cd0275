"""Reasons for chances that are far from even, and moves that score at once."""

from __future__ import annotations

from tabletown import rules
from tabletown.rules.analysis.explain import advantage
from tabletown.rules.analysis.standing import scoring_moves, standing
from tabletown.rules.bots.bot import Choice
from tests.rules.sf1906 import positions as sf1906_positions
from tests.rules.splendor.positions import clear, find, give, hold, lay, table

NAMES = ("You", "Hana", "Bruno")


def test_chances_far_from_even_rest_on_what_a_player_has_more_of() -> None:
    s, game = table(3), rules.load("splendor")
    s.players[0].bonuses, s.players[0].points = [2, 2, 2, 1, 1], 4
    s.players[1].bonuses, s.players[1].points = [2, 1, 1, 0, 0], 9
    choice = Choice(game.legal(s)[0], 0.6)
    assert standing(game, s, choice, NAMES) == "behind in points, 4 to Hana's 9, but ahead: 8 bonuses to Hana's 4"
    assert standing(game, s, Choice(choice.action, 0.1), NAMES) == "behind: 4 points to Hana's 9"
    assert not standing(game, s, Choice(choice.action, 0.4), NAMES), "near a third"


def test_tokens_are_no_reason_for_chances_far_from_even() -> None:
    s, game = table(3), rules.load("splendor")
    give(s, 0, "wwuuggr")
    assert not standing(game, s, Choice(game.legal(s)[0], 0.9), NAMES)


def test_chances_against_the_points_have_their_reason() -> None:
    """Behind with the most points: what the others have more of, secret objectives too."""
    s, game = sf1906_positions.table(seats=2), rules.load("sf1906")
    sf1906_positions.give(s, 0, money=0)
    sf1906_positions.give(s, 1, money=3, hand=3, permits=("red 3", "green 5"))
    s.players[0].row, s.players[0].column = 5, 5
    text = standing(game, s, Choice(game.legal(s)[0], 0.2), NAMES[:2])
    assert text.startswith("ahead in points, ") and ", but behind: " in text
    assert "0 buildings in hand to Hana's 3" in text


def test_a_reserved_card_can_wait() -> None:
    s, game = table(), rules.load("splendor")
    clear(s)
    lay(s, 0, find(level=0, cost="uuu"))
    hold(s, 0, find(level=1, points=2, cost="rrrrr"))
    give(s, 0, "rrrr*")
    [buy] = scoring_moves(game, s)
    assert buy[:2] == ("buy", s.players[0].hand[0])
    take = next(a for a in game.legal(s) if game.notation(s, a) == "take wug")
    assert advantage(game, s, buy, Choice(take), NAMES) == "your r1 (2 points) is reserved and can wait"


def test_of_two_cards_that_can_be_bought_in_one_order_only_the_first_one_is_named() -> None:
    s, game = table(), rules.load("splendor")
    clear(s)
    lay(s, 0, find(level=0, bonus="w", cost="wwwub"))
    lay(s, 1, find(level=0, bonus="r", cost="www"))
    give(s, 0, "wwww*ub")
    first, second = (next(a for a in game.legal(s) if game.notation(s, a) == move) for move in ("buy 1-1", "buy 1-2"))
    order = "after 1-1, 1-2 is affordable next turn; after 1-2, 1-1 is not"
    assert advantage(game, s, second, Choice(first), NAMES) == order
    give(s, 0, "**")
    assert advantage(game, s, second, Choice(first), NAMES) != order, "both can be bought in any order"
