"""Splendor with The Orient: double gold and discards (rules, 6.3 and 6.7, and rulings O1 to O4)."""

from __future__ import annotations

from itertools import product

import pytest

from tabletown.rules import splendor
from tabletown.rules.splendor.cards import CARDS, COLOURS, DECK, EMPTY, GOLD, LETTERS
from tabletown.rules.splendor.expansions.orient import discardable, double_gold, of, payments
from tabletown.rules.splendor.state import SLOT_DECKS, Player, Splendor
from tests.rules.splendor.orient_positions import (
    BAG,
    BLACKS,
    DISCARD,
    DOUBLE_GOLD,
    PRICE,
    TWO,
    buy,
    buying,
    conserved_cards,
    discarding,
    east,
    settled,
)
from tests.rules.splendor.positions import able, bonuses, can, counts, do, find, give, hold, lay, noble, own, spare

# 6.3: double gold


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
    """6.3: the usual payment spends the fewest cards, then the least gold; none is more than needed."""
    s = golden("wwrr**", 2)
    payments = ways(s, PRICE)
    assert payments[0] == "wwrr" and len(set(payments)) == len(payments)
    assert {"wwr*", "ww**", "wwd", "wrd", "rrd", "wr**", "w*d", "r*d", "**d", "dd"} <= set(payments)
    assert {"wwrd", "wdd"} <= set(payments), "one or three left open: a unit is lost"
    assert not {"wwr*d", "wrdd", "wwrr*"} & set(payments)
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
    payments = set()
    for paid in product(*(range(n + 1) for n in (*most, p.tokens[5], len(double_gold(p))))):
        open_ = sum(owed) - sum(paid[:6])
        if 0 <= open_ <= 2 * paid[6] < open_ + 2:
            payments.add(paid)
    return payments


@pytest.mark.parametrize("tokens", ["", "wugrb*", "wwuurr***", "wuugrr**"])
@pytest.mark.parametrize("bonus", ["w", "uuurr"])
@pytest.mark.parametrize("doubles", [0, 1, 3])
def test_payments_are_those_of_the_rule(tokens: str, bonus: str, doubles: int) -> None:
    """6.3: each once, for every card that costs tokens."""
    s = golden(tokens, doubles, bonus=bonus)
    for card in set(range(120)) - set(DISCARD):
        offered = payments(s, 0, card)
        assert set(offered) == tried_out(s.players[0], card) and len(set(offered)) == len(offered)


# 6.7: discards


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
