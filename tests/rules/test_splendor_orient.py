"""Splendor with The Orient (rules, section 6 and rulings O1 to O7)."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest

from rules import splendor
from rules.game import apply
from rules.splendor.cards import BASE_CARDS, CARDS, COLOURS, DECK, EMPTY, GOLD, LETTERS, ORIENT_CARDS, deck_of, level_of
from rules.splendor.orient import BAGS, discardable, double_gold, of, payments
from rules.splendor.state import SLOT_DECKS, Player, Splendor, deck_size
from tests.rules.splendor_table import (
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
    orient,
    own,
    spare,
    table,
)

DOUBLE_GOLD, BAG, BAG_AND_CARD = orient("double_gold"), orient("associate"), orient("associate_take1")
TWO, PATRON, TAKE = orient("double_bonus"), orient("reserve_noble"), orient("take2")
DISCARD = orient("discard2")


def east() -> Splendor:
    """A table without nobles; its Orient slots hold double gold, bonuses of two and discards, which do nothing more."""
    s = table(module="orient")
    for slot, card in zip(range(12, 18), (*DOUBLE_GOLD[:2], *TWO[:2], *DISCARD[:2]), strict=True):
        lay(s, slot, card)
    return s


def rich(s: Splendor, player: int = 0) -> Splendor:
    """The player can pay for anything with tokens, and more came into the game for it."""
    s.players[player].tokens = [7] * 5 + [0]
    return s


def buying(card: int, slot: int | None = None, bonus: str = "w") -> Splendor:
    """A rich player before a card of the Orient on its first slot."""
    s = east()
    lay(s, slot if slot is not None else SLOT_DECKS.index(DECK[card]), card)
    bonuses(s, 0, bonus)
    return rich(s)


def buy(s: Splendor, card: int) -> Splendor:
    """Buy a card in the usual way."""
    return apply(splendor, s, next(a for a in splendor.legal(s) if a[:2] == ("buy", card)), Random(0))


def verbs(s: Splendor) -> set[str]:
    return {a[0] for a in splendor.legal(s)}


def settled(s: Splendor) -> Splendor:
    """After the tokens above the limit are returned."""
    while verbs(s) == {"return"}:
        s = do(s, can(s)[0])
    return s


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
    s.decks[3] = []
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


# 6.3: double gold


PRICE = find(cost="wwrr")


def golden(tokens: str, doubles: int, card: int = PRICE, bonus: str = "") -> Splendor:
    """A player with tokens, cards of double gold and bonuses before a card on the first slot of its level."""
    s = east()
    lay(s, SLOT_DECKS.index(DECK[card]), card)
    own(s, 0, *DOUBLE_GOLD[2 : 2 + doubles])
    bonuses(s, 0, bonus)
    give(s, 0, tokens)
    return s


def ways(s: Splendor, card: int) -> list[str]:
    letters = LETTERS + "d"
    return ["".join(letters[c] * n for c, n in enumerate(paid)) for which, paid in able(s, "buy") if which == card]


def test_double_gold_is_no_token_and_no_bonus() -> None:
    """6.3: nothing from the bank, nothing towards the limit, no discount."""
    s = buying(DOUBLE_GOLD[2])
    bank = s.bank[GOLD]
    s = settled(buy(s, DOUBLE_GOLD[2]))
    p = s.players[0]
    assert double_gold(p) == [DOUBLE_GOLD[2]] and p.tokens[GOLD] == 0 and s.bank[GOLD] == bank
    assert sum(p.bonuses) == 1
    s = golden("wwwuuuuggg", 2)
    assert splendor.turn(do(s, "reserve 2-1", "return *")) == 1


def test_o1_the_two_units_may_go_to_different_colours() -> None:
    """O1: one white and one red."""
    assert ways(golden("wr", 1), PRICE) == ["wrd"]


def test_o2_several_in_one_purchase() -> None:
    """O2: any number of them."""
    s = golden("", 2)
    assert ways(s, PRICE) == ["dd"]
    after = do(s, "buy 1-1")
    assert double_gold(after.players[0]) == [] and of(after).gone == tuple(DOUBLE_GOLD[2:4])
    assert after.players[0].cards == (PRICE,) and after.bank == s.bank


def test_a_card_spent_leaves_the_game() -> None:
    """6.3: once, and not to the bank."""
    s = do(golden("wr", 2), "buy 1-1")
    assert len(double_gold(s.players[0])) == 1 and len(of(s).gone) == 1 and s.bank[GOLD] == 5
    assert conserved_cards(s)


def test_with_gold_tokens_and_gems_every_mixture() -> None:
    """6.3: the usual one spends the fewest cards, then the least gold; nobody pays more than is needed."""
    s = golden("wwrr**", 2)
    found = ways(s, PRICE)
    assert found[0] == "wwrr" and len(set(found)) == len(found)
    assert {"wwr*", "ww**", "wwd", "wrd", "rrd", "wr**", "w*d", "r*d", "**d", "dd"} <= set(found)
    assert {"wwrd", "wdd"} <= set(found), "one or three left open: a unit is lost"
    assert not {"wwr*d", "wrdd", "wwrr*"} & set(found)
    assert "buy 1-1 dd" in can(s) and "2 double gold cards" in splendor.describe(s, ("buy", PRICE, (0,) * 6 + (2,)))


def test_an_unused_unit_is_lost() -> None:
    """6.3: where an odd number is left open."""
    odd = find(cost="bbb")
    assert ways(golden("", 2, odd), odd) == ["dd"]
    assert ways(golden("b", 2, odd), odd) == ["bd", "dd"]


def test_double_gold_does_not_pay_for_itself() -> None:
    """6.3."""
    s = east()
    give(s, 0, "w")
    card = next(c for c in DOUBLE_GOLD if CARDS[c].cost[0] == 3)
    lay(s, 12, card)
    assert ways(s, card) == []


def test_double_gold_pays_for_another_one() -> None:
    """6.3: a purchase like any other."""
    card = next(c for c in DOUBLE_GOLD[:2] if CARDS[c].cost[0] == 3)
    s = golden("w", 1, card)
    assert ways(s, card) == ["wd"]


def tried_out(p: Player, card: int) -> set[tuple[int, ...]]:
    """6.3 tried out: tokens of which none is too many, and no more double gold cards than the rest asks for."""
    owed = [max(0, cost - bonus) for cost, bonus in zip(CARDS[card].cost, p.bonuses, strict=True)]
    most = [min(n, held) for n, held in zip(owed, p.tokens, strict=False)]
    found = set()
    for paid in product(*(range(n + 1) for n in (*most, p.tokens[5], len(double_gold(p))))):
        open_ = sum(owed) - sum(paid[:6])
        if 0 <= open_ <= 2 * paid[6] < open_ + 2:
            found.add(paid)
    return found


@pytest.mark.parametrize("tokens", ["", "wugrb*", "wwuurr***", "wuugrr**"])
@pytest.mark.parametrize("bonus", ["w", "uuurr"])
@pytest.mark.parametrize("doubles", [0, 1, 3])
def test_payments_are_those_of_the_rule(tokens: str, bonus: str, doubles: int) -> None:
    """6.3: each once, for every card that costs tokens."""
    s = golden(tokens, doubles, bonus=bonus)
    for card in set(range(120)) - set(DISCARD):
        found = payments(s, 0, card)
        assert set(found) == tried_out(s.players[0], card) and len(set(found)) == len(found)


# 6.4: associate


def test_a_bag_is_associated_before_the_refill() -> None:
    """6.4: it counts as one bonus of the colour for good."""
    s = buy(buying(BAG[0], bonus="wr"), BAG[0])
    assert s.market[12] == EMPTY and can(s) == ["associate w", "associate r"]
    assert "First associate" in splendor.refusal(s, ("take", (0, 1, 2)))
    assert "red bonus" in splendor.describe(s, ("associate", 3))
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
    assert "associated" in splendor.refusal(s, ("buy", card, (0,) * 7))


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
    assert "for nothing" in splendor.describe(s, ("free", card))
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


def conserved_cards(s: Splendor) -> bool:
    found = [*(c for deck in s.decks for c in deck), *s.market, *of(s).gone]
    found += [c for p in s.players for c in (*p.cards, *p.reserved, *p.blind)]
    return sorted(found) == list(range(120))


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
    """6.5: mandatory if any lies there, else skipped; a single one is taken by itself."""
    s = buying(TAKE[0])
    for slot in (4, 5, 6, 7, 14, 15):
        s.market[slot] = EMPTY
    s.decks[1] = s.decks[4] = []
    assert splendor.turn(settled(buy(s, TAKE[0]))) == 1
    s = buying(TAKE[0])
    for slot in (4, 5, 6, 14, 15):
        s.market[slot] = EMPTY
    s.decks[1] = s.decks[4] = []
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
    """6.6: of one's choice, without gold; it leaves the table and counts nothing yet."""
    s = patron()
    assert can(s) == ["reserve noble 1", "reserve noble 2"] and s.market[14] == EMPTY
    assert "nobody else" in splendor.describe(s, splendor.legal(s)[1])
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
    s = settled(do(s, next(text for text in can(s) if text.startswith("reserve"))))
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
    """6.6; and everybody knows who it is."""
    s = settled(do(patron(), "reserve noble 2"))
    assert dict(splendor.score(s)[0])["Nobles"] == 0
    assert all(splendor.observe(s, viewer).extra == s.extra for viewer in (None, 0, 1))


# 6.7: discards


BLACKS = DISCARD[0]
"""The white card that asks for two black bonuses."""


def discarding(bonus: str = "", *cards: int, bags: str = "") -> Splendor:
    """A player with these bonuses, cards of the Orient and bags of those colours before the card on slot 3-5."""
    s = east()
    lay(s, 16, BLACKS)
    bonuses(s, 0, bonus)
    own(s, 0, *cards)
    for card, letter in zip((*BAG, *BAG_AND_CARD), bags, strict=False):
        own(s, 0, card)
        of(s).bags[0] += ((card, LETTERS.index(letter)),)
        s.players[0].bonuses[LETTERS.index(letter)] += 1
    return s


def test_two_bonuses_pay() -> None:
    """6.7: of the asked colour, in cards; with more than two the player chooses; points and bonuses go."""
    s = discarding("bbb")
    give(s, 0, "wug")
    assert CARDS[BLACKS].discards == COLOURS.index("black")
    owned = s.players[0].cards
    s = do(s, "buy 3-5")
    assert able(s, "discard") == list(owned) and s.market[16] == EMPTY
    assert "First discard" in splendor.refusal(s, ("take", (0, 1, 2)))
    s = do(s, "discard 2", "discard 2")
    p = s.players[0]
    assert p.cards == (owned[0], BLACKS) and p.bonuses == counts("wb")[:5] and p.tokens == counts("wug")
    assert of(s).gone == owned[1:] and p.points == 3 + CARDS[owned[0]].points and splendor.turn(s) == 1


def test_exactly_two_go_by_themselves() -> None:
    """6.7: where there is no choice there is no step."""
    s = do(discarding("bb"), "buy 3-5")
    assert s.players[0].cards == (BLACKS,) and s.players[0].bonuses == counts("w")[:5] and splendor.turn(s) == 1


@pytest.mark.parametrize("bonus", ["", "b", "wwuugrr"])
def test_too_few_bonuses_buy_nothing(bonus: str) -> None:
    """6.7: tokens, gold and double gold do not help, and the hand does not count."""
    s = discarding(bonus, *DOUBLE_GOLD[3:5])
    hold(s, 0, *spare(s, bonus="b", number=2))
    give(s, 0, "bbbb**")
    assert BLACKS not in [card for card, _ in able(s, "buy")]
    assert "costs 2 black bonuses" in splendor.refusal(s, ("buy", BLACKS, (0,) * 7))


def test_the_only_payment_is_nothing() -> None:
    """6.7: no tokens, no gold, no discount involved."""
    s = discarding("bb")
    give(s, 0, "b*")
    assert [paid for card, paid in able(s, "buy") if card == BLACKS] == [(0,) * 7]
    assert "discarding 2 black" in splendor.describe(s, ("buy", BLACKS, (0,) * 7))


def test_o3_bags_of_the_colour_go_first() -> None:
    """O3: one bag, then one more bonus; bags of other colours stay."""
    s = do(discarding("bb", bags="bw"), "buy 3-5")
    assert of(s).gone == (BAG[0],) and able(s, "discard") == [c for c in s.players[0].cards if CARDS[c].bonus == 4]
    s = do(s, "discard 1")
    assert s.players[0].bonuses == counts("wwb")[:5] and of(s).bags[0] == ((BAG[1], 0),)


def test_o3_two_bags_pay_all() -> None:
    """O3: exactly two; with three the player chooses which."""
    s = do(discarding("bb", bags="bb"), "buy 3-5")
    assert of(s).gone == (BAG[0], BAG[1]) and s.players[0].bonuses == counts("wbb")[:5]
    s = do(discarding("bb", bags="bbb"), "buy 3-5")
    assert able(s, "discard") == list(BAG[:3])
    s = do(s, "discard 3", "discard 1")
    assert of(s).gone == (BAG[2], BAG[0]) and s.players[0].bonuses == counts("wbbb")[:5]


def test_o4_a_card_of_two_bonuses_pays_alone() -> None:
    """O4: both bonuses count for discarding."""
    black = next(card for card in TWO if CARDS[card].bonus == 4)
    s = do(discarding("", black), "buy 3-5")
    assert of(s).gone == (black,) and s.players[0].bonuses == counts("w")[:5] and splendor.turn(s) == 1
    s = do(discarding("bb", black), "buy 3-5")
    s = do(s, f"discard {able(s, 'discard').index(black) + 1}")
    assert s.players[0].bonuses == counts("wbb")[:5] and splendor.turn(s) == 1


def test_o4_a_surplus_is_lost() -> None:
    """O4: a bag and then a card of two, or a single card and then a card of two."""
    black = next(card for card in TWO if CARDS[card].bonus == 4)
    s = do(discarding("", black, bags="b"), "buy 3-5")
    assert of(s).gone == (BAG[0], black) and s.players[0].bonuses == counts("w")[:5]
    s = do(discarding("b", black), "buy 3-5")
    s = do(s, "discard 1")
    assert s.players[0].bonuses == counts("w")[:5] and len(of(s).gone) == 2


def test_double_gold_is_never_discarded() -> None:
    """6.3 and 6.7."""
    s = discarding("bbb", *DOUBLE_GOLD[3:5])
    assert not set(discardable(s, 4, 2)) & set(DOUBLE_GOLD)


def test_nobles_already_received_stay() -> None:
    """6.7; and the next ones are checked with the bonuses that remain."""
    s = discarding("bbbwww")
    s.players[0].nobles, s.players[0].points = (noble("wwwrrrbbb"),), s.players[0].points + 3
    s.nobles = (noble("wwwwbbbb"),)
    bonuses(s, 0, "b")
    s = do(s, "buy 3-5", "discard 1", "discard 1")
    assert s.players[0].nobles == (noble("wwwrrrbbb"),) and s.nobles == (noble("wwwwbbbb"),)


def test_the_new_card_brings_a_noble() -> None:
    """6.7: its own bonus counts at the end of the turn."""
    s = discarding("bbwwwuuuu")
    s.nobles = (noble("wwwwuuuu"),)
    assert do(s, "buy 3-5").players[0].nobles == (noble("wwwwuuuu"),)


def test_a_bag_is_never_orphaned() -> None:
    """6.7: the bags of a colour leave before the last card of it."""
    s = do(discarding("b", bags="b"), "buy 3-5")
    assert of(s).bags[0] == () and s.players[0].bonuses == counts("w")[:5]


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
