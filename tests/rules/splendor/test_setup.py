"""Splendor: setup, taking tokens and reserving (rules 1.1 and 1.2 A to C)."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from tabletown.rules import splendor
from tabletown.rules.splendor.cards import CARDS, EMPTY
from tests.rules.splendor.positions import LEVEL_1, able, can, clear, counts, do, find, give, hold, lay, leave, table


@pytest.mark.parametrize("seats, gems, nobles", [(2, 4, 3), (3, 5, 4), (4, 7, 5)])
def test_setup_by_number_of_players(seats: int, gems: int, nobles: int) -> None:
    """1.1: gem tokens and nobles depend on the players; gold does not."""
    s = splendor.setup(seats, {"module": "base"}, Random(1))
    assert s.bank == [gems] * 5 + [5]
    assert len(set(s.nobles)) == len(s.nobles) == nobles
    assert len(s.players) == seats


def test_the_game_is_for_two_to_four() -> None:
    """1.1."""
    assert list(splendor.SEATS) == [2, 3, 4]


def test_four_cards_of_each_level_are_revealed() -> None:
    """1.1, step 1: decks of 40, 30 and 20."""
    s = table()
    assert [CARDS[card].level for card in s.market] == [0] * 4 + [1] * 4 + [2] * 4
    assert [len(deck) for deck in s.decks] == [36, 26, 16]
    assert sorted([*s.market, *s.decks[0], *s.decks[1], *s.decks[2]]) == list(range(90))


def test_everyone_starts_with_nothing_and_the_first_seat_begins() -> None:
    """1.1, steps 3 and 4."""
    s = table(4)
    for p in s.players:
        assert p.tokens == [0] * 6 and p.bonuses == [0] * 5 and p.points == 0
        assert p.cards == p.hand == p.nobles == ()
    assert splendor.turn(s) == 0 and not s.last_round


def test_setup_is_by_chance() -> None:
    """1.1: shuffled cards and nobles; over many games each is seen on the table."""
    games = [splendor.setup(4, {"module": "base"}, Random(seed)) for seed in range(150)]
    assert {card for s in games for card in s.market} == set(range(90))
    assert {noble for s in games for noble in s.nobles} == set(range(10))


def test_play_is_clockwise() -> None:
    """1.1, step 3."""
    s, order = table(3), []
    for _ in range(4):
        order.append(splendor.turn(s))
        s = do(s, can(s)[0])
    assert order == [0, 1, 2, 0]


# A. Take different colours


def test_take_three_different_colours() -> None:
    """1.2 A: one token from each of three piles, any three."""
    s = table()
    taken = [c for c in able(s, "take") if len(c) == 3]
    assert sorted(taken) == list(combinations(range(5), 3))
    after = do(s, "take wgb")
    assert after.players[0].tokens == counts("wgb")
    assert after.bank == [3, 4, 3, 4, 3, 5]
    assert splendor.turn(after) == 1


def test_gold_is_never_taken() -> None:
    """1.2 A and B."""
    s = table()
    assert not [c for c in able(s, "take") if 5 in c]
    assert splendor.refusal(s, ("take", (0, 1, 5)))
    assert splendor.refusal(s, ("take", (5, 5)))


@pytest.mark.parametrize(
    "bank, takes",
    [
        ("wugrb", 10),
        ("wugr", 4),
        ("wug", ["take wug"]),
        ("wwwuuug", ["take wug"]),
        ("ub", ["take ub"]),
        ("uub", ["take ub"]),
        ("r", ["take r"]),
        ("rrr*****", ["take r"]),
        ("", []),
        ("*****", []),
    ],
)
def test_fewer_than_three_only_when_colours_run_out(bank: str, takes: int | list[str]) -> None:
    """1.2 A: with three piles or more exactly three; else one of each pile; with none the action is unavailable."""
    s = table()
    leave(s, bank)
    token_takes = [text for text in can(s) if text.startswith("take")]
    assert (len(token_takes) if isinstance(takes, int) else token_takes) == takes


def test_taking_two_colours_takes_both() -> None:
    """1.2 A."""
    s = table()
    leave(s, "ub")
    after = do(s, "take ub")
    assert after.bank == [0] * 6 and after.players[0].tokens == counts("ub")


# B. Take two of one colour


@pytest.mark.parametrize("pile, legal", [(2, False), (3, False), (4, True)])
def test_two_of_one_colour_need_a_pile_of_four_before_taking(pile: int, legal: bool) -> None:
    """1.2 B."""
    s = table()
    leave(s, "w" * pile + "uu")
    assert ("take ww" in can(s)) is legal
    assert "take uu" not in can(s)


def test_two_of_one_colour_are_taken() -> None:
    """1.2 B."""
    after = do(table(), "take gg")
    assert after.players[0].tokens == counts("gg") and after.bank == [4, 4, 2, 4, 4, 5]
    assert "take gg" not in can(after) and "take uu" in can(after)


def test_a_pair_may_be_taken_when_it_is_the_only_pile() -> None:
    """1.2 B: a single pile of four gives one token or two."""
    s = table()
    leave(s, "rrrr")
    assert [text for text in can(s) if text.startswith("take")] == ["take r", "take rr"]


def test_the_limit_never_shrinks_the_take() -> None:
    """1.2 A: with nine or ten tokens the takes are the same, and the excess is returned afterwards."""
    poor, rich = table(4), table(4)
    give(rich, 0, "wwuuggrrbb")
    give(poor, 1, "wwuuggrrbb")
    assert able(rich, "take") == able(poor, "take")
    after = do(rich, "take wug")
    assert sum(after.players[0].tokens) == 13 and splendor.turn(after) == 0


# C. Reserve


def test_reserve_a_card_from_the_table() -> None:
    """1.2 C: the card comes to the hand with one gold, and the slot is refilled at once from the same deck."""
    s = table()
    card, deck = s.market[5], set(s.decks[1])
    after = do(s, "reserve 2-2")
    p = after.players[0]
    assert p.reserved == (card,) and p.blind == ()
    assert p.tokens == counts("*") and after.bank[5] == 4
    assert after.market[5] in deck and len(after.decks[1]) == 25
    assert after.market[:5] + after.market[6:] == s.market[:5] + s.market[6:]


def test_reserve_from_a_deck_unseen() -> None:
    """1.2 C: the top card of a deck; the table stays as it is."""
    s = table()
    after = do(s, "reserve 3")
    p = after.players[0]
    assert p.reserved == () and len(p.blind) == 1
    assert p.blind[0] in s.decks[2] and p.blind[0] not in after.decks[2]
    assert p.tokens == counts("*") and after.market == s.market


def test_a_blind_reserve_is_by_chance() -> None:
    """1.2 C: every card of the deck can be the one on top."""
    s = table()
    drawn = {do(s, "reserve 3", seed=seed).players[0].blind[0] for seed in range(300)}
    assert drawn == set(s.decks[2])


def test_reserving_without_gold_is_legal_and_gives_nothing() -> None:
    """1.2 C."""
    s = table()
    leave(s, "wwwwuuuuggggrrrrbbbb")
    for text in ("reserve 1-1", "reserve 1"):
        after = do(s, text)
        assert after.players[0].tokens == [0] * 6 and after.bank[5] == 0
        assert len(after.players[0].hand) == 1


def test_reserving_with_ten_tokens_is_legal() -> None:
    """1.2 C and 1.3: the gold comes, then one token goes back."""
    s = table(4)
    give(s, 0, "wwuuggrrbb")
    after = do(s, "reserve 1-1")
    assert sum(after.players[0].tokens) == 11
    assert set(able(after, "return")) == set(range(6)) and splendor.turn(after) == 0


@pytest.mark.parametrize("face_up, blind", [(0, 0), (2, 0), (1, 1), (0, 2), (3, 0), (2, 1), (1, 2), (0, 3)])
def test_at_most_two_in_hand_to_reserve(face_up: int, blind: int) -> None:
    """1.2 C: three is the limit, however the cards came."""
    s = table()
    hold(s, 0, *s.decks[0][:face_up])
    hold(s, 0, *s.decks[1][:blind], blind=True)
    if face_up + blind < 3:
        assert able(s, "reserve") == s.market and able(s, "reserve_blind") == [0, 1, 2]
    else:
        assert not able(s, "reserve") and not able(s, "reserve_blind")
        assert "3 reserved" in splendor.refusal(s, ("reserve", s.market[0]))
        assert "3 reserved" in splendor.refusal(s, ("reserve_blind", 0))


def test_an_empty_deck_leaves_the_slot_empty() -> None:
    """1.2 C and D: without a deck nothing refills, and nothing can be drawn from it."""
    s = table()
    s.decks[LEVEL_1] = ()
    assert able(s, "reserve_blind") == [1, 2]
    assert "empty" in splendor.refusal(s, ("reserve_blind", 0))
    after = do(s, "reserve 1-3")
    assert after.market[2] == EMPTY
    assert EMPTY not in able(after, "reserve") and len(able(after, "reserve")) == 11
    later = do(after, "take wug", "take wug")
    assert later.market[2] == EMPTY


def test_the_last_card_of_a_deck_still_refills() -> None:
    """1.2 C."""
    s = table()
    s.decks[LEVEL_1] = s.decks[LEVEL_1][:1]
    after = do(s, "reserve 1-1")
    assert after.market[0] == s.decks[LEVEL_1][0] and after.decks[LEVEL_1] == ()


def test_only_the_holder_can_buy_a_reserved_card() -> None:
    """1.2 C."""
    s = table()
    card = find(cost="bbb")
    hold(s, 1, card)
    give(s, 0, "bbb")
    assert card not in [c for c, _ in able(s, "buy")]
    assert splendor.refusal(s, ("buy", card, (0, 0, 0, 0, 3, 0)))
    s.player, s.turns = 1, 1
    give(s, 1, "b***")
    assert card in [c for c, _ in able(s, "buy")]


def test_a_reserved_card_gives_nothing_and_cannot_be_discarded() -> None:
    """1.2 C: no points, no bonus; it leaves the hand by being bought."""
    s = table()
    hold(s, 0, find(level=2, points=5), find(level=1, points=3))
    assert splendor.score(s)[0] == splendor.score(s)[1]
    assert s.players[0].bonuses == [0] * 5
    assert {a[0] for a in splendor.legal(s)} == {"take", "reserve", "reserve_blind"}


def test_a_card_is_never_bought_on_the_turn_it_is_reserved() -> None:
    """1.2 D: reserving ends the turn."""
    s = table()
    lay(s, 0, find(cost="bbb"))
    give(s, 0, "bbb")
    after = do(s, "reserve 1-1")
    assert splendor.turn(after) == 1
    assert "buy r1" in can(do(after, "reserve 2"))


def test_everything_gone_leaves_only_tokens() -> None:
    """1.2: without cards there is nothing to reserve."""
    s = table()
    clear(s)
    assert {a[0] for a in splendor.legal(s)} == {"take"}
