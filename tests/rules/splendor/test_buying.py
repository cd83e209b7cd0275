"""Splendor: buying development cards and paying for them (rule 1.2 D)."""

from __future__ import annotations

from itertools import product

import pytest

from tabletown.rules import splendor
from tabletown.rules.core.game import total_points
from tabletown.rules.splendor.cards import CARDS, EMPTY, LETTERS
from tabletown.rules.splendor.payment import need, payments
from tabletown.rules.splendor.state import Player, Splendor
from tests.rules.splendor.positions import LEVEL_1, able, bonuses, can, counts, do, find, give, hold, lay, table


def every_payment(p: Player, card: int) -> set[tuple[int, ...]]:
    """The formula of rule 1.2 D, tried on every vector of tokens that the player holds."""
    owed = [max(0, cost - bonus) for cost, bonus in zip(CARDS[card].cost, p.bonuses, strict=True)]
    ways = product(*(range(held + 1) for held in p.tokens))
    return {
        (*paid, gold)
        for *paid, gold in ways
        if all(t <= n for t, n in zip(paid, owed, strict=True)) and gold == sum(owed) - sum(paid)
    }


def buying(tokens: str, bonus: str, card: int) -> Splendor:
    """A table where the first player has tokens and bonuses, and the card is on the first slot of its level."""
    s = table()
    lay(s, 4 * CARDS[card].level, card)
    bonuses(s, 0, bonus)
    give(s, 0, tokens)
    return s


def ways(s: Splendor, card: int) -> list[str]:
    """All payments for a card as letters."""
    return ["".join(LETTERS[c] * n for c, n in enumerate(paid)) for which, paid in able(s, "buy") if which == card]


WHITE_OR_RED = find(cost="wwrr")


def test_buy_a_card_from_the_table() -> None:
    """1.2 D: tokens go to the bank, the card to the player; the slot is refilled at once from the same deck."""
    s = buying("wwrru", "", WHITE_OR_RED)
    deck = set(s.decks[LEVEL_1])
    after = do(s, "buy 1-1")
    p = after.players[0]
    assert p.cards == (WHITE_OR_RED,) and p.bonuses == counts("r")[:5]
    assert p.tokens == counts("u") and after.bank == [4, 3, 4, 4, 4, 5]
    assert after.market[0] in deck and after.market[0] not in after.decks[LEVEL_1]
    assert splendor.turn(after) == 1


def test_points_come_with_the_card() -> None:
    """1.2 D and 1.4."""
    card = find(cost="rrrr", points=1)
    after = do(buying("rrrr", "", card), "buy 1-1")
    assert total_points(splendor.score(after)[0]) == after.players[0].points == 1


def test_a_card_too_dear_cannot_be_bought() -> None:
    """1.2 D."""
    s = buying("wwr", "", WHITE_OR_RED)
    assert ways(s, WHITE_OR_RED) == []
    assert "You need 1 more" in splendor.refusal(s, ("buy", WHITE_OR_RED, (2, 0, 0, 2, 0, 0)))


def test_bonuses_are_a_discount() -> None:
    """1.2 D: need = cost - bonuses."""
    s = buying("wr", "wr", WHITE_OR_RED)
    assert ways(s, WHITE_OR_RED) == ["wr"]
    assert need(s.players[0], WHITE_OR_RED) == (1, 0, 0, 1, 0)


def test_bonuses_stay_after_buying() -> None:
    """1.2 D: they are not spent."""
    after = do(buying("wr", "wr", WHITE_OR_RED), "buy 1-1")
    assert after.players[0].bonuses == counts("wrr")[:5]


def test_gold_pays_for_a_missing_token() -> None:
    """1.2 D: one gold per token; it goes to the bank too."""
    s = buying("wr**", "", WHITE_OR_RED)
    assert ways(s, WHITE_OR_RED) == ["wr**"]
    after = do(s, "buy 1-1")
    assert after.players[0].tokens == [0] * 6 and after.bank[5] == 5


def test_gold_pays_for_several_colours_at_once() -> None:
    """1.2 D."""
    assert ways(buying("****", "", WHITE_OR_RED), WHITE_OR_RED) == ["****"]
    assert ways(buying("***", "", WHITE_OR_RED), WHITE_OR_RED) == []


def test_gold_may_take_the_place_of_a_token_one_holds() -> None:
    """1.2 D: the player chooses, and the usual payment, colours first, is the one without letters."""
    s = buying("wwrr**", "", WHITE_OR_RED)
    assert set(ways(s, WHITE_OR_RED)) == {"wwrr", "wwr*", "wrr*", "ww**", "wr**", "rr**"}
    assert "buy 1-1 rr**" in can(s) and "buy 1-1 wwrr" not in can(s)
    after = do(s, "buy 1-1 rr**")
    assert after.players[0].tokens == counts("ww") and after.bank == [2, 4, 4, 4, 4, 5]
    assert do(s, "buy 1-1").players[0].tokens == counts("**")


def test_the_first_payment_spends_the_least_gold() -> None:
    """1.2 D: the usual choice is to spend coloured tokens first."""
    s = buying("wrr***", "", WHITE_OR_RED)
    payments = ways(s, WHITE_OR_RED)
    assert payments[0] == "wrr*"
    assert [text.count("*") for text in payments] == sorted(text.count("*") for text in payments)


def test_nobody_overpays() -> None:
    """1.2 D: no more tokens than needed, no change."""
    s = buying("wwwrrrr*", "w", WHITE_OR_RED)
    assert set(ways(s, WHITE_OR_RED)) == {"wrr", "rr*", "wr*"}
    for paid in ((2, 0, 0, 2, 0, 0), (1, 0, 0, 2, 0, 1), (1, 0, 0, 3, 0, 0), (0, 1, 0, 2, 0, 0)):
        assert splendor.refusal(s, ("buy", WHITE_OR_RED, paid))


def test_surplus_bonuses_give_no_token() -> None:
    """1.2 D."""
    s = buying("", "wwwrrr", WHITE_OR_RED)
    after = do(s, "buy 1-1")
    assert after.players[0].tokens == [0] * 6 and after.bank == s.bank


def test_a_fully_discounted_card_is_free() -> None:
    """1.2 D: nothing is paid, not even gold in hand."""
    s = buying("wr**", "wwrr", WHITE_OR_RED)
    assert ways(s, WHITE_OR_RED) == [""]
    assert do(s, "buy 1-1").players[0].tokens == counts("wr**")


def test_the_own_bonus_does_not_pay() -> None:
    """1.2 D: a red card that costs red is not cheaper for being red."""
    card = find(bonus="r", cost="wwrr")
    assert ways(buying("wwr", "", card), card) == []
    assert ways(buying("wwrr", "", card), card) == ["wwrr"]


def test_cards_in_hand_give_no_discount() -> None:
    """1.2 C."""
    s = buying("wwr", "", WHITE_OR_RED)
    hold(s, 0, find(bonus="r", level=2))
    assert ways(s, WHITE_OR_RED) == []


@pytest.mark.parametrize("blind", [False, True])
def test_buy_a_card_from_the_hand(blind: bool) -> None:
    """1.2 D: the table is not touched; the hand has room again."""
    s = table()
    other, card = find(level=2, points=3), find(cost="bbb")
    hold(s, 0, other, card, blind=blind)
    give(s, 0, "bbb")
    after = do(s, "buy r2")
    p = after.players[0]
    assert p.hand == (other,) and p.cards == (card,) and p.bonuses == counts("u")[:5]
    assert after.market == s.market and after.decks == s.decks and after.bank == [4, 4, 4, 4, 4, 5]


def test_an_empty_deck_leaves_the_slot_of_a_bought_card_empty() -> None:
    """1.2 D."""
    s = buying("wwrr", "", WHITE_OR_RED)
    s.decks[LEVEL_1] = ()
    after = do(s, "buy 1-1")
    assert after.market[0] == EMPTY
    assert EMPTY not in [card for card, _ in able(after, "buy")]


@pytest.mark.parametrize("tokens", ["", "wugrb", "wwuurr***", "wwwgggbb*", "uuuurrr**", "*****", "wuugrr**"])
@pytest.mark.parametrize("bonus", ["", "w", "wugrb", "uuurr"])
def test_payments_are_exactly_those_of_the_rule(tokens: str, bonus: str) -> None:
    """1.2 D: all vectors that satisfy the formula, each once, for all 90 cards."""
    s = table()
    bonuses(s, 0, bonus)
    give(s, 0, tokens)
    p = s.players[0]
    for card in range(90):
        offered = payments(p, card)
        assert set(offered) == every_payment(p, card) and len(set(offered)) == len(offered)


@pytest.mark.parametrize("tokens", ["", "wwuuggrrbb", "wwuurr***", "*****"])
def test_legal_has_every_payment_for_every_card_in_reach(tokens: str) -> None:
    """1.2 D: the cards on the table and in the own hand."""
    s = table()
    hold(s, 0, find(cost="bbb"))
    hold(s, 0, find(cost="rrr"), blind=True)
    bonuses(s, 0, "wwuggrbb")
    give(s, 0, tokens)
    p = s.players[0]
    expected = {(card, paid) for card in (*s.market, *p.hand) for paid in every_payment(p, card)}
    assert {tuple(args) for args in able(s, "buy")} == expected
