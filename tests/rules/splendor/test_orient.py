"""Splendor with The Orient: decks, effects, nobles, the end (rules, section 6 and rulings O5 to O7)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tabletown.rules import splendor
from tabletown.rules.splendor.cards import BASE_CARDS, CARDS, DECK, EMPTY, GOLD, ORIENT_CARDS, deck_of, level_of
from tabletown.rules.splendor.expansions.orient import BAGS, double_gold, of
from tabletown.rules.splendor.state import SLOT_DECKS, Splendor, deck_size
from tests.rules.splendor.orient_positions import (
    BAG,
    BAG_AND_CARD,
    DISCARD,
    DOUBLE_GOLD,
    PATRON,
    PRICE,
    TAKE,
    TWO,
    buy,
    buying,
    conserved_cards,
    discarding,
    east,
    rich,
    settled,
    verbs,
)
from tests.rules.splendor.positions import (
    LEVEL_1,
    LEVEL_2,
    LEVEL_3,
    able,
    bonuses,
    can,
    counts,
    do,
    every,
    find,
    give,
    hold,
    lay,
    noble,
    own,
    spare,
)

# Section 9 and 6.1: cards, decks, slots


def test_thirty_cards() -> None:
    """9 and the table of 6.2: ten a level, the numbers of each kind, and what they cost in all."""
    assert Counter(c.level for c in ORIENT_CARDS) == {0: 10, 1: 10, 2: 10}
    kinds = {"double_gold": 5, "associate": 5, "double_bonus": 5, "reserve_noble": 3, "associate_take1": 2}
    assert Counter(c.kind for c in ORIENT_CARDS) == {**kinds, "take2": 5, "discard2": 5}
    assert [sum(c.cost[colour] for c in ORIENT_CARDS) for colour in range(5)] == [33, 34, 33, 32, 33]
    assert len(CARDS) == 120 and CARDS[:90] == BASE_CARDS and {c.kind for c in BASE_CARDS} == {"base"}
    assert sum(c.points for c in ORIENT_CARDS) == 3 * 1 + 5 * 3


def test_each_discard_asks_for_another_colour() -> None:
    """6.7: the bonus it gives cannot be one of those that pay for it."""
    cards = [CARDS[card] for card in DISCARD]
    assert {c.discards for c in cards} == set(range(5)) == {c.bonus for c in cards}
    assert all(c.discards != c.bonus and sum(c.cost) == 0 for c in cards)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_six_decks_and_eighteen_cards(seats: int) -> None:
    """6.1: four and two of each level; eight stay in each deck of the Orient; nobles as in the base game."""
    s = splendor.setup(seats, {"module": "orient"}, Random(1))
    assert [len(deck) for deck in s.decks] == [36, 26, 16, 8, 8, 8] and len(s.nobles) == seats + 1
    assert [level_of(card) for card in s.market] == [0] * 4 + [1] * 4 + [2] * 4 + [0, 0, 1, 1, 2, 2]
    assert [card >= 90 for card in s.market] == [False] * 12 + [True] * 6


@pytest.mark.parametrize("text", ["reserve 1-1", "reserve 2-4", "reserve 3-5", "reserve 1-6"])
def test_a_slot_is_refilled_from_its_own_deck(text: str) -> None:
    """6.1."""
    s = east()
    slot = next(slot for slot, card in enumerate(s.market) if splendor.notation(s, ("reserve", card)) == text)
    old = s.market[slot]
    after = do(s, text)
    assert after.market[slot] in s.decks[SLOT_DECKS[slot]] and deck_of(after.market[slot]) == deck_of(old)


def test_an_empty_deck_of_the_orient_leaves_its_slot_empty() -> None:
    """6.1: the base deck of that level does not help out."""
    s = east()
    s.decks[3] = ()
    assert do(s, "reserve 1-5").market[12] == EMPTY
    assert "reserve o1" not in can(s) and "empty" in splendor.refusal(s, ("reserve_blind", 3))


def test_reserve_from_any_of_six_decks() -> None:
    """6.1: the hand limit is common, and others see the back of the right deck."""
    s = do(east(), "reserve o2")
    assert DECK[s.players[0].blind[0]] == 4 and s.players[0].tokens[GOLD] == 1
    view = splendor.observe(s, 1)
    assert deck_of(view.players[0].blind[0]) == 4 and level_of(view.players[0].blind[0]) == LEVEL_2
    assert deck_size(view, 4) == len(s.decks[4]) == 7
    s = do(s, "take wug", "reserve 1", "take wug", "reserve 3-5")
    s.player, s.turns = 0, 0
    assert not able(s, "reserve") and not able(s, "reserve_blind")


def test_a_reserved_card_of_the_orient_is_bought_from_the_hand() -> None:
    """6.1: its effect comes with it then."""
    s = rich(east())
    hold(s, 0, BAG[0])
    bonuses(s, 0, "wu")
    s = buy(s, BAG[0])
    assert can(s) == ["associate w", "associate u"]


# 6.4: associate


def test_a_bag_is_associated_before_the_refill() -> None:
    """6.4: it counts as one bonus of the colour for good."""
    s = buy(buying(BAG[0], bonus="wr"), BAG[0])
    assert s.market[12] == EMPTY and can(s) == ["associate w", "associate r"]
    assert "First associate" in splendor.refusal(s, ("take", (0, 1, 2)))
    assert splendor.describe(s, ("associate", 3)) == "copies a red bonus"
    s = settled(do(s, "associate r"))
    assert s.players[0].bonuses == counts("wrr")[:5] and of(s).bags[0] == ((BAG[0], 3),)
    assert s.market[12] != EMPTY and splendor.turn(s) == 1


def test_a_single_colour_is_chosen_by_itself() -> None:
    """6.4."""
    s = settled(buy(buying(BAG[0], bonus="gg"), BAG[0]))
    assert s.players[0].bonuses == counts("ggg")[:5] and splendor.turn(s) == 1


@pytest.mark.parametrize("card", [BAG[0], BAG_AND_CARD[0]])
def test_a_bag_needs_a_card_with_a_bonus(card: int) -> None:
    """6.4: to be bought, not to be reserved; double gold is no such card."""
    s = buying(card, bonus="")
    own(s, 0, DOUBLE_GOLD[3])
    assert card not in [c for c, _ in able(s, "buy")] and card in able(s, "reserve")
    assert "a card with a bonus for this card to copy" in splendor.refusal(s, ("buy", card, (0,) * 7))


@pytest.mark.parametrize("target", [TWO[2], PATRON[1], TAKE[2], DISCARD[2]])
def test_a_bag_is_worth_one_bonus_whatever_its_target(target: int) -> None:
    """6.4: even beside a card of two bonuses."""
    s = buying(BAG[0], bonus="")
    own(s, 0, target)
    before = s.players[0].bonuses[2]
    s = settled(buy(s, BAG[0]))
    assert s.players[0].bonuses == [0, 0, before + 1, 0, 0]


def test_a_bag_may_follow_a_bag() -> None:
    """6.4: an associated bag is a card with a bonus, and there is no limit to bags of one colour."""
    s = buying(BAG[0], bonus="u")
    s = settled(buy(s, BAG[0]))
    s.player = s.turns = 0
    hold(s, 0, BAG[1])
    s = settled(buy(rich(s), BAG[1]))
    assert s.players[0].bonuses == counts("uuu")[:5] and [colour for _, colour in of(s).bags[0]] == [1, 1]


# 6.5: free takes and chains


def test_take_a_level_2_card_for_nothing() -> None:
    """6.5: any face up, base or Orient; refilled when all is done."""
    s = buy(buying(TAKE[0]), TAKE[0])
    assert able(s, "free") == [*s.market[4:8], *s.market[14:16]] and s.market[16] == EMPTY
    card = s.market[6]
    tokens = s.players[0].tokens[:]
    assert "at no cost" in splendor.describe(s, ("free", card))
    s = do(s, "free 2-3")
    assert card in s.players[0].cards and s.players[0].tokens == tokens
    assert s.players[0].points == CARDS[card].points and EMPTY not in s.market


def test_associate_then_take_a_level_1_card() -> None:
    """6.5: in this order."""
    s = buy(buying(BAG_AND_CARD[0], bonus="wu"), BAG_AND_CARD[0])
    assert verbs(s) == {"associate"}
    s = do(s, "associate u")
    assert able(s, "free") == [*s.market[:4], *s.market[12:14]] and s.market[14] == EMPTY
    card = s.market[12]
    s = settled(do(s, "free 1-5"))
    assert card in s.players[0].cards and splendor.turn(s) == 1 and double_gold(s.players[0]) == [card]


def test_o5_a_free_card_has_its_effect() -> None:
    """O5: take2, then a bag that takes, then a bag: a chain of three."""
    s = buying(TAKE[3], bonus="w")
    lay(s, 14, BAG_AND_CARD[0])
    lay(s, 12, BAG[2])
    s = buy(s, TAKE[3])
    s = do(s, "free 2-5")
    assert can(s) == ["associate w", "associate r"], "the card just bought may be the target"
    s = do(s, "associate r", "free 1-5")
    assert can(s) == ["associate w", "associate r"]
    s = do(s, "associate r")
    s = settled(s)
    assert s.players[0].bonuses == counts("wrrr")[:5] and splendor.turn(s) == 1
    assert of(s).bags[0] == ((BAG_AND_CARD[0], 3), (BAG[2], 3)) and conserved_cards(s)


def test_o7_nothing_is_refilled_within_a_chain() -> None:
    """O7: all slots at the end of it, each from its own deck."""
    s = buying(TAKE[3], bonus="w")
    lay(s, 14, BAG_AND_CARD[0])
    s = buy(s, TAKE[3])
    s = do(s, "free 2-5")
    assert [slot for slot, card in enumerate(s.market) if card == EMPTY] == [14, 16]
    s = do(s, "associate w")
    assert [slot for slot, card in enumerate(s.market) if card == EMPTY] == [14, 16]
    s = do(s, "free 1-1")
    assert EMPTY not in s.market and [DECK[card] for card in s.market] == list(SLOT_DECKS)


def test_take2_may_bring_a_noble() -> None:
    """6.5: the immediate effect of the taken card is resolved next."""
    s = buying(TAKE[0])
    s.nobles = (noble("wwwuuuggg"), noble("wwwwuuuu"))
    lay(s, 14, PATRON[0])
    s = do(buy(s, TAKE[0]), "free 2-5")
    assert able(s, "reserve_noble") == list(s.nobles)


def test_no_card_to_take_no_step() -> None:
    """6.5: mandatory if there is a card, else skipped; a single one is taken automatically."""
    s = buying(TAKE[0])
    for slot in (4, 5, 6, 7, 14, 15):
        s.market[slot] = EMPTY
    s.decks[1] = s.decks[4] = ()
    assert splendor.turn(settled(buy(s, TAKE[0]))) == 1
    s = buying(TAKE[0])
    for slot in (4, 5, 6, 14, 15):
        s.market[slot] = EMPTY
    s.decks[1] = s.decks[4] = ()
    card = s.market[7]
    after = settled(buy(s, TAKE[0]))
    assert card in after.players[0].cards and splendor.turn(after) == 1


def test_the_hand_and_the_decks_are_not_taken_from() -> None:
    """6.5: face up on the table."""
    s = buying(TAKE[0])
    hold(s, 0, *spare(s, level=LEVEL_2))
    assert set(able(buy(s, TAKE[0]), "free")) == {card for card in s.market if level_of(card) == LEVEL_2}


def test_a_free_card_counts_in_a_tie() -> None:
    """6.5: it is a development card of the tableau."""
    s = do(buy(buying(TAKE[0]), TAKE[0]), "free 2-3")
    assert len(s.players[0].cards) == 3


# 6.6: reserved nobles


def patron() -> Splendor:
    """The first player has just bought a card that reserves a noble."""
    s = buying(PATRON[0])
    s.nobles = (noble("wwwuuuggg"), noble("wwwwuuuu"))
    return buy(s, PATRON[0])


def test_reserve_a_noble() -> None:
    """6.6: of the player's choice, without gold; it leaves the table and does not score yet."""
    s = patron()
    assert can(s) == ["reserve noble 1", "reserve noble 2"] and s.market[14] == EMPTY
    assert splendor.describe(s, splendor.legal(s)[1]).startswith("reserves the noble (4 white and 4 ")
    s = settled(do(s, "reserve noble 2"))
    assert of(s).patrons == [(noble("wwwwuuuu"),), ()] and s.nobles == (noble("wwwuuuggg"),)
    assert s.players[0].tokens[GOLD] == 0 and s.players[0].points == 1 and s.players[0].nobles == ()


def test_a_reserved_noble_visits_only_its_player() -> None:
    """6.6: the other one meets the requirement in vain."""
    s = settled(do(patron(), "reserve noble 2"))
    bonuses(s, 1, "wwwwuuuu")
    s = settled(do(s, next(text for text in can(s) if text.startswith("reserve"))))
    assert s.players[1].nobles == () and of(s).patrons[0] == (noble("wwwwuuuu"),)
    bonuses(s, 0, "www")
    s.players[0].bonuses[1] = 4
    s = do(s, next(text for text in can(s) if text.startswith("reserve")))
    gains = {splendor.describe(s, a).partition(", gaining ")[2] for a in splendor.legal(s)}
    assert verbs(s) == {"return"} and gains == {"the noble (4 white and 4 blue)"}
    s = settled(s)
    assert s.players[0].nobles == (noble("wwwwuuuu"),) and of(s).patrons == [(), ()]


def test_a_reserved_noble_may_visit_on_the_same_turn() -> None:
    """6.6: the normal rule at the end of the turn."""
    s = buying(PATRON[0], bonus="wwwuuuugggg")
    s.nobles = (noble("wwwwuuuu"), noble("uuuugggg"))
    s = settled(do(buy(s, PATRON[0]), "reserve noble 1"))
    assert verbs(s) == {"noble"} and sorted(can(s)) == ["noble 1", "noble r1"], "one noble a turn, of both kinds"
    s = do(s, "noble r1")
    assert s.players[0].nobles == (noble("wwwwuuuu"),) and of(s).patrons[0] == () and splendor.turn(s) == 1
    assert s.players[0].points == 1 + 3 + sum(CARDS[c].points for c in s.players[0].cards) - 1


def test_a_single_noble_is_reserved_by_itself_and_none_skips() -> None:
    """6.6."""
    s = buying(PATRON[0])
    s.nobles = (noble("wwwwuuuu"),)
    s = settled(buy(s, PATRON[0]))
    assert of(s).patrons[0] == (noble("wwwwuuuu"),) and s.nobles == () and splendor.turn(s) == 1
    assert splendor.turn(settled(buy(buying(PATRON[1]), PATRON[1]))) == 1


def test_there_is_no_limit_to_reserved_nobles() -> None:
    """6.6: three from three cards."""
    s = buying(PATRON[0])
    s.nobles = tuple(range(3))
    of(s).patrons[0] = (5, 6)
    s = settled(do(buy(s, PATRON[0]), "reserve noble 1"))
    assert of(s).patrons[0] == (5, 6, 0)


def test_a_reserved_noble_that_never_comes_is_worth_nothing() -> None:
    """6.6; and all players know which noble it is."""
    s = settled(do(patron(), "reserve noble 2"))
    assert dict(splendor.score(s)[0])["Nobles"] == 0
    assert all(splendor.observe(s, viewer).extra == s.extra for viewer in (None, 0, 1))


# 6.8: the end


def test_o6_discarded_and_spent_cards_do_not_count_in_a_tie() -> None:
    """O6: the cards in the tableau at the end."""
    s = discarding("bb", DOUBLE_GOLD[3])
    s = do(s, "buy 3-5")
    own(s, 1, *[card for card in every(points=3, level=LEVEL_2) if card not in s.market][:1])
    assert len(s.players[0].cards) == 2 and splendor.winners(s) == (1,)
    lay(s, 0, PRICE)
    s.player = s.turns = 0
    give(s, 0, "wr")
    s.players[0].bonuses = counts("w")[:5]
    s = do(s, "buy 1-1")
    assert DOUBLE_GOLD[3] not in s.players[0].cards


def test_fifteen_points_end_the_game_as_in_the_base_game() -> None:
    """6.8: points of cards taken free count at once."""
    s = buying(TAKE[0])
    dear = lay(s, 4, find(level=LEVEL_2, points=3))
    s.players[0].points = 12
    s = settled(do(buy(s, TAKE[0]), "free 2-1"))
    assert dear in s.players[0].cards and s.last_round


def test_level_3_discards_are_never_free() -> None:
    """6.5: take2 brings level 2 only."""
    s = buy(buying(TAKE[0]), TAKE[0])
    assert all(CARDS[card].level == LEVEL_2 for card in able(s, "free"))
    assert all(CARDS[card].level == LEVEL_3 for card in DISCARD) and LEVEL_1 == 0
    assert all(CARDS[card].kind in BAGS for card in (*BAG, *BAG_AND_CARD))
