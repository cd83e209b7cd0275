"""Splendor with Trading Posts: gold worth two (rules, section 4 and ruling T3)."""

from __future__ import annotations

from itertools import product

import pytest

from tabletown.rules import splendor
from tabletown.rules.splendor.cards import CARDS
from tabletown.rules.splendor.expansions.trading_posts import doubled
from tabletown.rules.splendor.payment import need
from tabletown.rules.splendor.state import Player, Splendor
from tests.rules.splendor.positions import (
    DOUBLE,
    able,
    bonuses,
    can,
    do,
    find,
    give,
    lay,
    posts,
)

# Gold worth two


def every_doubled(p: Player, card: int) -> set[tuple[int, ...]]:
    """T3 by trial: each gold pays for two of one colour, and no token is paid that could be left out."""
    owed = [max(0, cost - bonus) for cost, bonus in zip(CARDS[card].cost, p.bonuses, strict=True)]

    def covers(paid: tuple[int, ...]) -> bool:
        lacking = [max(0, n - t) for n, t in zip(owed, paid, strict=False)]
        return sum((n + 1) // 2 for n in lacking) <= paid[5]

    payments = set()
    for paid in product(*(range(min(n, held) + 1) for n, held in zip((*owed, 9), p.tokens, strict=True))):
        less = [tuple(n - (i == j) for j, n in enumerate(paid)) for i in range(6) if paid[i]]
        if covers(paid) and not any(map(covers, less)):
            payments.add(paid)
    return payments


def ways(s: Splendor, card: int) -> list[str]:
    return ["".join("wugrb*"[c] * n for c, n in enumerate(paid)) for which, paid in able(s, "buy") if which == card]


RED_AND_WHITE = find(cost="wwrr")


def gilded(tokens: str, bonus: str = "", card: int = RED_AND_WHITE, post: tuple[int, ...] = (DOUBLE,)) -> Splendor:
    s = posts(*post)
    lay(s, 4 * CARDS[card].level, card)
    bonuses(s, 0, bonus)
    give(s, 0, tokens)
    return s


def test_gold_stands_for_two_of_one_colour() -> None:
    """4, slot 3: two gold for two white and two red; the payment is the number of tokens given."""
    s = gilded("**")
    assert ways(s, RED_AND_WHITE) == ["**"]
    after = do(s, "buy 1-1")
    assert after.players[0].tokens == [0] * 6 and after.bank[5] == 5
    assert ways(gilded("**", post=()), RED_AND_WHITE) == []


def test_gold_is_not_split_over_two_colours() -> None:
    """4, slot 3: one white and one red missing are two gold."""
    assert ways(gilded("wr*"), RED_AND_WHITE) == []
    assert ways(gilded("wr**"), RED_AND_WHITE) == ["**"]


def test_t3_the_second_half_may_be_lost_and_gold_may_count_as_one() -> None:
    """T3: an odd remainder wastes half a gold."""
    s = gilded("wrr*")
    assert ways(s, RED_AND_WHITE) == ["rr*"]
    assert ways(gilded("wr*", "w"), RED_AND_WHITE) == ["w*"]
    assert ways(gilded("rr*", "w"), RED_AND_WHITE) == ["rr*"]
    assert do(gilded("rr*", "w"), "buy 1-1").players[0].tokens == [0] * 6


def test_the_usual_payment_spends_the_least_gold() -> None:
    """4, slot 3: every payment is offered, the least gold first."""
    s = gilded("wwrr**")
    assert ways(s, RED_AND_WHITE)[0] == "wwrr"
    assert set(ways(s, RED_AND_WHITE)) == {"wwrr", "ww*", "rr*", "**"}
    assert {"buy 1-1", "buy 1-1 ww*", "buy 1-1 rr*", "buy 1-1 **"} <= set(can(s))


def test_gold_still_counts_one_towards_the_limit() -> None:
    """4, slot 3."""
    s = posts(DOUBLE)
    give(s, 0, "wwuu*****")
    assert splendor.turn(do(s, "reserve 1-1")) == 1
    assert {a[0] for a in splendor.legal(do(s, "take ugr"))} == {"return"}


def test_cards_within_reach_are_not_overlooked() -> None:
    """4, slot 3: the test for what is affordable is the formula of the rule."""
    s = posts(DOUBLE)
    give(s, 0, "wug***")
    p = s.players[0]
    for card in s.market:
        lack = sum((max(0, n - t) + 1) // 2 for n, t in zip(need(p, card), p.tokens, strict=False))
        assert (card in [c for c, _ in able(s, "buy")]) is (lack <= 3)


@pytest.mark.parametrize("tokens", ["", "*", "wugrb***", "wwuurr***", "*****", "wuugrr**"])
@pytest.mark.parametrize("bonus", ["", "w", "wugrb", "uuurr"])
def test_doubled_payments_are_those_of_the_rule(tokens: str, bonus: str) -> None:
    """T3: for all 90 cards, each once."""
    s = posts(DOUBLE)
    bonuses(s, 0, bonus)
    give(s, 0, tokens)
    p = s.players[0]
    for card in range(90):
        offered = doubled(p, card)
        assert set(offered) == every_doubled(p, card) and len(set(offered)) == len(offered)


def test_what_cannot_be_paid_is_refused_in_words() -> None:
    s = gilded("wr*")
    why = splendor.refusal(s, ("buy", RED_AND_WHITE, (1, 0, 0, 1, 0, 1)))
    assert why.startswith("You need 1 more even with your gold: ")
    s = gilded("wwrr**")
    assert splendor.refusal(s, ("buy", RED_AND_WHITE, (1, 0, 0, 1, 0, 2))) == "That payment does not match the cost."
