"""What a move of Splendor gives up and the best one does not."""

from __future__ import annotations

from typing import Any

from tabletown.rules import splendor as game
from tabletown.rules.analysis.explain import fault
from tabletown.rules.splendor.cards import CARDS, NOBLES
from tests.rules.splendor.positions import bonuses, clear, find, give, lay, noble, table


def two_cards(tokens: str, rival: str = "") -> Any:
    """A card with a point for 4 blue and one without for 3, these tokens, and the bonuses of a rival."""
    s = table()
    bonuses(s, 1, rival)
    deck = s.decks[0]
    clear(s)
    s.decks[0] = deck
    lay(s, 0, find(level=0, cost="uuuu"))
    lay(s, 1, find(level=0, cost="uuu"))
    give(s, 0, tokens)
    return s


def gives_up(s: Any, move: str, best: str) -> str:
    """The fault of a move in notation."""
    named = {game.notation(s, action): action for action in game.legal(s)}
    return fault(game, s, named[move], named[best], ("You", "Hana"))


def test_a_card_that_a_rival_can_then_buy() -> None:
    s, left = two_cards("uuuu", "uuuu"), "Hana can then buy 1-1 (1 point), which you can buy now"
    assert gives_up(s, "take wgr", "buy 1-1") == gives_up(s, "buy 1-2", "buy 1-1") == left
    assert gives_up(s, "take wgr", "buy 1-2") == "", "the best move leaves it as well"
    assert gives_up(two_cards("", "uuuu"), "take wgr", "take wur") == "", "you cannot buy it either"


def test_a_card_that_is_no_longer_affordable() -> None:
    lost = "you can then no longer afford 1-1 (1 point)"
    assert gives_up(two_cards("uuuu"), "buy 1-2", "take wgr") == lost
    assert gives_up(two_cards("uuuu"), "buy 1-2", "buy 1-2") == ""
    assert gives_up(two_cards("uuuu"), "buy 1-1", "take wgr") == "", "the card that is lost has fewer points"
    with_noble = two_cards("uuuu")
    with_noble.nobles, with_noble.players[0].bonuses = (noble("wwwwbbbb"),), [3, 0, 0, 0, 4]
    assert gives_up(with_noble, "buy 1-2", "take wgr") == "", "or less than the noble"


def test_the_points_that_end_the_game() -> None:
    s = two_cards("", "uuuu")
    s.players[1].points = 14
    assert gives_up(s, "take wgr", "reserve 1-1") == "Hana can then reach 15 points with 1-1"
    s.players[1].points = 13
    assert gives_up(s, "take wgr", "reserve 1-1") == ""
    colour = CARDS[s.market[0]].bonus
    s.nobles = tuple(n for n, tile in enumerate(NOBLES) if tile.cost[colour])[:1]
    s.players[1].bonuses = [asked - (n == colour) for n, asked in enumerate(NOBLES[s.nobles[0]].cost)]
    s.players[1].tokens[1] = 4
    assert gives_up(s, "take wgr", "reserve 1-1") == "Hana can then reach 15 points with 1-1 and a noble"


def test_a_noble_that_a_rival_can_then_gain() -> None:
    s = two_cards("uuu")
    s.nobles = (noble("wwwwuuuu"),)
    for seat in (0, 1):
        s.players[seat].bonuses = [3, 4, 0, 0, 0]
    s.market[1] = find(level=0, bonus="w", points=0)
    left = "Hana can then gain the noble (4 white and 4 blue), which you can gain now"
    assert gives_up(s, "take wgr", "buy 1-2") == left
    s.players[1].bonuses = [2, 4, 0, 0, 0]
    assert gives_up(s, "take wgr", "buy 1-2") == ""


def test_what_speaks_against_a_move_unless_it_speaks_against_the_best_one_too() -> None:
    s = two_cards("")
    lay(s, 8, find(level=2, cost="uuugggrrrrrbbb"))
    assert gives_up(s, "reserve 3-1", "take wgr") == "you still need 13 gems for it"
    assert gives_up(s, "reserve 3-1", "reserve 3-1") == ""
