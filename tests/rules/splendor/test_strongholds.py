"""Splendor with The Strongholds (rules, section 5 and rulings S1 to S5)."""

from __future__ import annotations

from random import Random

import pytest

from tabletown.rules import splendor
from tabletown.rules.core.match import Match, Seat
from tabletown.rules.splendor.cards import EMPTY
from tabletown.rules.splendor.expansions.strongholds import Strongholds, occupier, of, supply
from tabletown.rules.splendor.state import Splendor
from tabletown.rules.splendor.wording import describe_named
from tests.rules.splendor.positions import (
    LEVEL_1,
    able,
    bonuses,
    can,
    clear,
    counts,
    do,
    find,
    give,
    hold,
    lay,
    noble,
    table,
)

THREE_BLACK, THREE_RED = find(cost="bbb"), find(cost="rrr")


def forts(*placed: str, seats: int = 2) -> Splendor:
    """A table where players have strongholds on these slots ("1-1 1-1 2-3"); slot 1-4 costs the first three black."""
    s = table(seats, module="strongholds")
    lay(s, 3, THREE_BLACK)
    cards = [tuple(sorted(slot(s, text) for text in texts.split())) for texts in placed]
    s.extra = Strongholds([*cards, *[()] * (seats - len(cards))])
    return s


def slot(s: Splendor, text: str) -> int:
    """The card on a slot."""
    level, column = text.split("-")
    return s.market[4 * int(level) + int(column) - 5]


def buys(*placed: str, seats: int = 2) -> Splendor:
    """The first player has just bought the card of slot 1-4."""
    s = forts(*placed, seats=seats)
    give(s, 0, "bbb")
    return do(s, "buy 1-4")


def verbs(s: Splendor) -> set[str]:
    return {a[0] for a in splendor.legal(s)}


# Setup and occupation


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_three_strongholds_each(seats: int) -> None:
    """5, setup: all in front of their player; nobles as in the base game."""
    s = table(seats, module="strongholds")
    assert [supply(s, player) for player in range(seats)] == [3] * seats
    assert len(splendor.setup(seats, {"module": "strongholds"}, Random(1)).nobles) == seats + 1


def test_a_card_under_anothers_stronghold_is_barred() -> None:
    """5, occupation: neither bought nor reserved; other cards are free."""
    s = forts("", "1-4")
    give(s, 0, "bbb")
    assert "buy 1-4" not in can(s) and "reserve 1-4" not in can(s) and "reserve 1-3" in can(s)
    for a in (("buy", THREE_BLACK, (0, 0, 0, 0, 3, 0)), ("reserve", THREE_BLACK)):
        assert "stronghold" in splendor.refusal(s, a)


def test_reserving_from_a_deck_is_not_affected() -> None:
    """5, occupation."""
    s = forts("", "1-1 1-2 1-3")
    assert able(s, "reserve_blind") == [0, 1, 2]


def test_the_owner_buys_and_takes_all_strongholds_back() -> None:
    """5, occupation: in both instances, before the step that follows."""
    s = forts("1-4 1-4 2-1")
    give(s, 0, "bbb")
    s = do(s, "buy 1-4")
    assert of(s).placed[0] == (slot(s, "2-1"),) and supply(s, 0) == 2


def test_the_owner_reserves_and_takes_all_strongholds_back() -> None:
    """5, occupation: reserving gives no further step."""
    s = do(forts("1-4 1-4 2-1"), "reserve 1-4")
    assert of(s).placed[0] == (slot(s, "2-1"),) and splendor.turn(s) == 1


def test_strongholds_stay_where_a_card_stays() -> None:
    """5: the refill of another slot moves nothing."""
    s = forts("1-1", "2-2 3-3")
    before = of(s).placed[:]
    after = do(s, "reserve 1-2", "take wug")
    assert of(after).placed == before


# After a purchase


def test_place_move_or_remove() -> None:
    """5: exactly one of the three, before the slot is refilled."""
    s = buys("1-1", "2-2 2-2")
    assert s.market[3] == EMPTY and splendor.turn(s) == 0
    others = [card for card in s.market if card not in (EMPTY, slot(s, "2-2"))]
    assert able(s, "place") == others
    assert able(s, "move") == [(slot(s, "1-1"), card) for card in others if card != slot(s, "1-1")]
    assert able(s, "remove") == [slot(s, "2-2")]
    assert "place, move or remove" in splendor.refusal(s, ("take", (0, 1, 2)))


def test_place_one_from_the_supply() -> None:
    """5: the turn continues with the refill."""
    s = do(buys(), "place 2-3")
    assert of(s).placed == [(slot(s, "2-3"),), ()] and s.market[3] != EMPTY and splendor.turn(s) == 1


def test_place_beside_own_ones() -> None:
    """5: one or two of the player's own do not block the card."""
    s = do(buys("2-3 2-3"), "place 2-3")
    assert of(s).placed[0] == (slot(s, "2-3"),) * 3


def test_strongholds_of_two_players_never_share_a_card() -> None:
    """5, invariant: neither placed nor moved there."""
    s = buys("1-1", "2-2")
    for a in (("place", slot(s, "2-2")), ("move", slot(s, "1-1"), slot(s, "2-2"))):
        assert a not in splendor.legal(s) and splendor.refusal(s, a) == "A card can hold only one player's strongholds."


def test_move_one_to_another_card() -> None:
    """5: one piece, to a different card."""
    s = do(buys("1-1 1-1"), "move 1-1 3-1")
    assert sorted(of(s).placed[0]) == sorted([slot(s, "1-1"), slot(s, "3-1")])


def test_s3_remove_takes_one_piece() -> None:
    """S3: a stronghold, not all; it returns to its owner."""
    s = do(buys("", "2-2 2-2"), "remove 2-2")
    assert of(s).placed[1] == (slot(s, "2-2"),) and supply(s, 1) == 2 and supply(s, 0) == 3


def test_the_log_names_the_player_who_gets_a_stronghold_back() -> None:
    """By "you", if it is you."""
    s = buys("", "2-2 2-2", "1-1", seats=3)
    words = {card: describe_named(s, ("remove", card), ["Hana", "you", "Bo"]) for card in able(s, "remove")}
    assert words[slot(s, "2-2")].endswith(", returning it to you")
    assert words[slot(s, "1-1")].endswith(", returning it to Bo")
    match = Match("splendor", [Seat("Hana"), Seat("You"), Seat("Bo")], {"module": "strongholds"}, 1)
    match.states, match.log = [s], [("remove", slot(s, "2-2"))]
    assert match.line(0).text.endswith(", returning it to you")


def test_own_strongholds_are_not_removed() -> None:
    """5: of another player."""
    assert not able(buys("2-2"), "remove")


def test_of_three_players_each_others() -> None:
    """5: any other player's can be removed, and each blocks the card for all others."""
    s = forts("", "1-1", "1-2", seats=3)
    assert not {slot(s, "1-1"), slot(s, "1-2")} & set(able(s, "reserve"))
    give(s, 0, "bbb")
    s = do(s, "buy 1-4")
    assert able(s, "remove") == [slot(s, "1-1"), slot(s, "1-2")]
    assert occupier(do(s, "remove 1-2"), slot(s, "1-2")) is None


def test_not_onto_the_emptied_slot_or_a_card_in_hand() -> None:
    """5: there is no card yet, and hands are not the table."""
    s = forts()
    give(s, 0, "bbb")
    hold(s, 0, find(level=2, points=5))
    hold(s, 1, find(level=2, points=4))
    s = do(s, "buy 1-4")
    assert sorted(able(s, "place")) == sorted(card for card in s.market if card != EMPTY)
    assert len(able(s, "place")) == 11


def test_a_purchase_from_the_hand_gives_the_step_too() -> None:
    """5: market or hand."""
    s = forts()
    hold(s, 0, THREE_RED)
    give(s, 0, "rrr")
    s = do(s, "buy r1")
    assert verbs(s) == {"place"} and len(able(s, "place")) == 12


@pytest.mark.parametrize("text", ["take wug", "take ww", "reserve 1-1", "reserve 2"])
def test_other_actions_give_no_step(text: str) -> None:
    """5: only purchases."""
    s = forts("1-2", "2-2")
    assert splendor.turn(do(s, text)) == 1


def test_s1_the_step_is_mandatory() -> None:
    """S1: one of the options must be taken; with all three on one card and none to remove, one must move off."""
    s = buys("2-3 2-3 2-3")
    assert verbs(s) == {"move"} and {source for source, _ in able(s, "move")} == {slot(s, "2-3")}
    assert slot(s, "2-3") not in [other for _, other in able(s, "move")]
    assert "are placed" in splendor.refusal(s, ("place", slot(s, "1-1")))
    assert "decline" not in verbs(s) and "pass" not in verbs(s)


def test_s1_the_step_is_skipped_where_nothing_is_possible() -> None:
    """S1 and 5: there is no other card on the table."""
    s = forts()
    clear(s)
    s.market[3] = THREE_BLACK
    give(s, 0, "bbb")
    s = do(s, "buy 1-4")
    assert splendor.turn(s) == 1 and not of(s).bought


def test_s5_the_purchase_comes_first() -> None:
    """S5: the card is bought and its bonus counts before the stronghold is placed, and the slot is still empty."""
    s = buys()
    assert s.players[0].cards == (THREE_BLACK,) and sum(s.players[0].bonuses) == 1
    assert s.market[3] == EMPTY and verbs(s) == {"place"}


# Conquest


TARGET = find(level=LEVEL_1, bonus="g", cost="rrr")


def siege(tokens: str, placed: str = "1-1 1-1 1-1", other: str = "") -> Splendor:
    """A table with the first player's strongholds on a green card for three red on slot 1-1."""
    s = table(module="strongholds")
    lay(s, 0, TARGET)
    lay(s, 3, THREE_BLACK)
    s.extra = Strongholds([tuple(sorted(slot(s, text) for text in texts.split())) for texts in (placed, other)])
    give(s, 0, tokens)
    return s


def test_conquest_after_taking_tokens() -> None:
    """5, conquest: an extra purchase at the normal price; the strongholds come back, then one is placed."""
    s = do(siege("rr"), "take ugr")
    assert splendor.turn(s) == 0 and can(s) == ["conquer 1-1", "decline"]
    assert "or decline" in splendor.refusal(s, ("take", (0, 1, 2)))
    assert "taking the three strongholds back" in splendor.describe(s, splendor.legal(s)[0])
    s = do(s, "conquer 1-1")
    assert s.players[0].cards == (TARGET,) and s.players[0].tokens == counts("ug")
    assert supply(s, 0) == 3 and s.market[0] == EMPTY and verbs(s) == {"place"}
    s = do(s, "place 3-1")
    assert s.market[0] != EMPTY and of(s).placed[0] == (slot(s, "3-1"),) and splendor.turn(s) == 1


def test_conquest_after_reserving() -> None:
    """5, conquest: any action; the gold that came with the card can pay."""
    s = do(siege("rr"), "reserve 2-1")
    assert can(s) == ["conquer 1-1", "decline"]
    assert do(s, "conquer 1-1", "place 1-4").players[0].tokens == [0] * 6


def test_every_payment_is_offered() -> None:
    """5, conquest: the normal price, gold included."""
    s = do(siege("rrr*"), "take wug")
    assert can(s) == ["conquer 1-1", "conquer 1-1 rr*", "decline"]


def test_conquest_is_optional() -> None:
    """5: the strongholds stay where they are."""
    s = do(siege("rrr"), "take wug", "decline")
    assert s.players[0].cards == () and of(s).placed[0] == (TARGET,) * 3 and splendor.turn(s) == 1


@pytest.mark.parametrize("placed", ["1-1 1-1", "1-1 1-1 1-2", ""])
def test_all_three_are_needed(placed: str) -> None:
    """5, conquest: on one card."""
    s = do(siege("rrr", placed), "take wug")
    assert splendor.turn(s) == 1
    assert "you need all 3 strongholds on it; you have" in splendor.refusal(
        siege("rrr", placed), ("conquer", TARGET, (0, 0, 0, 3, 0, 0))
    )


def test_a_card_too_dear_is_not_conquered() -> None:
    """5, conquest: the player must pay."""
    assert splendor.turn(do(siege("r"), "take ugr")) == 1


def test_another_players_three_conquer_nothing_for_me() -> None:
    """5, conquest: the player's own three."""
    assert splendor.turn(do(siege("rrr", "", "1-1 1-1 1-1"), "take wug")) == 1


def test_after_a_conquest_there_is_nothing_to_move() -> None:
    """5: place or remove."""
    s = do(siege("rrr", other="2-2"), "take wug", "conquer 1-1")
    assert verbs(s) == {"place", "remove"}
    assert of(do(s, "remove 2-2")).placed == [(), ()]


def test_one_conquest_a_turn() -> None:
    """5: after it at most one own stronghold is out."""
    s = do(siege("rrr"), "take wug", "conquer 1-1", "place 1-4")
    assert len(of(s).placed[0]) == 1 and splendor.turn(s) == 1


def test_s2_conquest_comes_before_the_token_limit() -> None:
    """S2: tokens above ten can be spent."""
    s = siege("wwwuuuggrr")
    s = do(s, "take grb")
    assert sum(s.players[0].tokens) == 13 and "conquer 1-1" in can(s)
    s = do(s, "conquer 1-1", "place 1-4")
    assert sum(s.players[0].tokens) == 10 and splendor.turn(s) == 1
    s = do(siege("wwwuuuggrr"), "take grb", "decline")
    assert verbs(s) == {"return"}


def test_s2_conquest_comes_before_the_noble() -> None:
    """S2: the bonus of the conquered card counts for this turn's noble."""
    s = siege("rrr")
    s.nobles = (noble("wwwuuuggg"),)
    bonuses(s, 0, "wwwuuugg")
    s = do(s, "take wug", "conquer 1-1", "place 1-4")
    assert s.players[0].nobles == (noble("wwwuuuggg"),) and s.nobles == ()


def test_one_noble_a_turn_even_after_two_purchases() -> None:
    """5: the choice comes once, after both."""
    s = siege("rrrbbb", "1-1 1-1")
    s.nobles = (noble("wwwuuuggg"), noble("wwwwuuuu"))
    bonuses(s, 0, "wwwwuuuugg")
    s = do(s, "buy 1-4", "place 1-1", "conquer 1-1")
    assert s.players[0].nobles == ()
    s = do(s, "place 1-2")
    assert verbs(s) == {"noble"}
    assert splendor.turn(do(s, "noble 1")) == 1


def test_s4_the_third_stronghold_may_come_this_very_turn() -> None:
    """S4: placed in the step of the first purchase; and a move does it too."""
    s = do(siege("rrrbbb", "1-1 1-1"), "buy 1-4", "place 1-1")
    assert "conquer 1-1" in can(s)
    s = do(siege("rrrbbb", "1-1 1-1 2-1"), "buy 1-4", "move 2-1 1-1")
    assert "conquer 1-1" in can(s)


def test_a_turn_in_six_pictures() -> None:
    """The rulebook's example: buy a; the third stronghold joins two, b; a is replaced, c; conquer d, take three back
    and place one, e, on the card that was turned up; d is replaced, f.
    """
    s = siege("rrrbbb", "1-1 1-1")
    a, d = THREE_BLACK, TARGET
    s = do(s, "buy 1-4")
    assert s.players[0].cards == (a,) and s.market[3] == EMPTY
    s = do(s, "place 1-1")
    c = s.market[3]
    assert of(s).placed[0] == (d, d, d) and c not in (EMPTY, a)
    s = do(s, "conquer 1-1")
    assert s.players[0].cards == (a, d) and supply(s, 0) == 3 and s.market[0] == EMPTY
    assert s.players[0].tokens == [0] * 6 and c in able(s, "place")
    s = do(s, "place 1-4")
    f = s.market[0]
    assert of(s).placed == [(c,), ()] and f not in (EMPTY, a, c, d) and splendor.turn(s) == 1


def test_a_conquest_can_bring_the_fifteen() -> None:
    """5 and 7: the end check comes last."""
    s = siege("rrr")
    dear = find(level=2, points=5, bonus="w")
    lay(s, 8, dear)
    s.extra = Strongholds([(dear,) * 3, ()])
    s.players[0].bonuses, s.players[0].points = [7, 7, 7, 7, 7], 10
    s = do(s, "take wug", "conquer 3-1", "place 1-2")
    assert s.players[0].points == 15 and s.last_round


def test_everybody_sees_the_strongholds() -> None:
    s = forts("1-1", "2-2 2-2")
    assert all(splendor.observe(s, viewer).extra == s.extra for viewer in (None, 0, 1))
