"""Splendor, every module: the payment is exactly the price, after any play."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tabletown.rules import splendor
from tabletown.rules.core.game import Action, apply
from tabletown.rules.splendor.cards import CARDS, EMPTY
from tabletown.rules.splendor.state import Splendor
from tests.rules.recounts import conserved, splendor_bonuses
from tests.rules.splendor.positions import LEVEL_1, orient, own, spare

MODULES = [value for value, _ in splendor.OPTIONS[0].choices]
PURCHASES = ("buy", "conquer")


def owed(s: Splendor, card: int) -> list[int]:
    """Gems of each colour that the player to move owes, counted from their cards."""
    held = splendor_bonuses(s, s.player)
    return [max(0, cost - bonus) for cost, bonus in zip(CARDS[card].cost, held, strict=True)]


def exact(s: Splendor, card: int, paid: tuple[int, ...]) -> bool:
    """Enough, and not enough with any token less; cards worth two gold fill what that leaves, none without need."""
    lacking = [n - t for n, t in zip(owed(s, card), paid, strict=False)]
    extra: Any = s.extra
    if min(lacking) < 0:
        return False
    if s.module == "trading_posts" and 2 in extra.coats[s.player]:
        halves = [n % 2 and t > 0 for n, t in zip(lacking, paid, strict=False)]  # a token to no use
        return not any(halves) and sum((n + 1) // 2 for n in lacking) == paid[5]
    left = sum(lacking) - paid[5]
    return 0 <= left <= 2 * sum(paid[6:]) < left + 2


def check_purchase(s: Splendor, a: Action, after: Splendor) -> None:
    """The card came to the player, and what left them is the payment."""
    _, card, paid = a
    before, p = s.players[s.player], after.players[s.player]
    assert exact(s, card, paid), "not what was owed"
    assert card in p.cards and card not in before.cards
    change = [had - has - n for had, has, n in zip(before.tokens, p.tokens, paid, strict=False)]
    returned = [has - had - n for had, has, n in zip(s.bank, after.bank, paid, strict=False)]
    bonus = sum(change)  # of a trading post that leaves no choice of colour
    assert change == [-n for n in returned] or change == returned
    assert bonus == 0 or (s.module == "trading_posts" and bonus == -1 and change[5] == 0 and min(change) == -1)
    spent = set(before.cards) - set(p.cards)
    if CARDS[card].discards is None:
        assert len(spent) == sum(paid[6:]) and all(CARDS[c].kind == "double_gold" for c in spent)


def discarded(s: Splendor, a: Action, after: Splendor) -> int:
    """Bonuses of the asked colour that a purchase has cost so far."""
    colour = CARDS[a[1]].discards
    assert colour is not None
    return splendor_bonuses(s, s.player)[colour] - splendor_bonuses(after, s.player)[colour]


def some_cards(s: Splendor, n: int) -> None:
    """Any four cards of level 1, for what their bonuses save."""
    own(s, s.player, *spare(s, level=LEVEL_1, bonus="wugrb"[n % 5], number=4))


def third_post(s: Splendor, n: int) -> None:
    """Cards that bring the post of double gold at the end of the turn."""
    own(s, s.player, *spare(s, bonus="u", number=3), *spare(s, bonus="b"))


def double_gold(s: Splendor, n: int) -> None:
    """Up to three cards worth two gold."""
    own(s, s.player, *[card for card in orient("double_gold") if card in s.decks[3]][: n % 4])


def siege(s: Splendor, n: int) -> None:
    """Put all strongholds of the player on one card, and remove the others from it."""
    placed: list[tuple[int, ...]] = s.extra.placed  # type: ignore[union-attr]
    card = [card for card in s.market if card != EMPTY][n % (12 - s.market.count(EMPTY))]
    placed[:] = [tuple(c for c in mine if c != card) for mine in placed]
    placed[s.player] = (card,) * 3


ADVANTAGES: dict[str, Callable[[Splendor, int], None]] = {
    "base": some_cards,
    "cities": some_cards,
    "trading_posts": third_post,
    "orient": double_gold,
    "strongholds": siege,
}
"""Functions by module that make its special purchases more likely."""


class Purchases(RuleBasedStateMachine):
    """A game in which players are given tokens and buy what they can."""

    module = ""

    @initialize(seats=st.integers(2, 4), seed=st.integers(0, 10**6))
    def begin(self, seats: int, seed: int) -> None:
        self.rng = Random(seed)
        self.s = splendor.setup(seats, {"module": self.module}, self.rng)

    def act(self, a: Action) -> None:
        self.s = apply(splendor, self.s, a, self.rng)

    def on(self) -> bool:
        return splendor.turn(self.s) is not None

    def purchases(self) -> list[Action]:
        return [a for a in splendor.legal(self.s) if a[0] in PURCHASES]

    @precondition(lambda self: not self.on())
    @rule(seats=st.integers(2, 4))
    def begin_again(self, seats: int) -> None:
        self.s = splendor.setup(seats, {"module": self.module}, self.rng)

    @precondition(lambda self: self.on())
    @rule(choices=st.lists(st.integers(0, 10**6), min_size=1, max_size=6))
    def wander(self, choices: list[int]) -> None:
        for n in choices:
            if self.on():
                legal = splendor.legal(self.s)
                self.act(legal[n % len(legal)])

    @precondition(lambda self: self.on() and self.s.step == 0)
    @rule(share=st.lists(st.integers(0, 4), min_size=6, max_size=6))
    def endow(self, share: list[int]) -> None:
        """Tokens from the bank to the player, more than ten at times."""
        self.s = self.s.copy()
        p = self.s.players[self.s.player]
        for colour, n in enumerate(share):
            moved = min(n, self.s.bank[colour])
            self.s.bank[colour] -= moved
            p.tokens[colour] += moved

    @precondition(lambda self: self.on() and self.s.step == 0 and EMPTY not in self.s.market)
    @rule(n=st.integers(0, 10**6))
    def favour(self, n: int) -> None:
        self.s = self.s.copy()
        ADVANTAGES[self.module](self.s, n)

    @precondition(lambda self: self.on() and self.purchases())
    @rule(n=st.integers(0, 10**6))
    def purchase(self, n: int) -> None:
        bought = self.purchases()
        s, a = self.s, bought[n % len(bought)]
        self.act(a)
        check_purchase(s, a, self.s)
        if CARDS[a[1]].discards is not None:
            while self.on() and splendor.legal(self.s)[0][0] == "discard":
                assert discarded(s, a, self.s) < 2
                legal = splendor.legal(self.s)
                self.act(legal[n % len(legal)])
            assert discarded(s, a, self.s) in (2, 3)

    @invariant()
    def nothing_is_lost(self) -> None:
        assert conserved("splendor", self.s) == ""


def machine(module: str) -> Any:
    case = type(f"Purchases_{module}", (Purchases,), {"module": module}).TestCase
    case.settings = settings(max_examples=60, stateful_step_count=50, deadline=None)
    return case


TestBase, TestCities, TestTradingPosts, TestOrient, TestStrongholds = map(machine, MODULES)


@pytest.mark.parametrize("module", MODULES)
def test_every_payment_offered_is_exact(module: str) -> None:
    """In random games, with tokens and bonuses as they come: none too much, none too little, none twice."""
    for seed in range(3):
        rng = Random(seed)
        s = splendor.setup(2, {"module": module}, rng)
        while splendor.turn(s) is not None:
            legal = splendor.legal(s)
            assert all(exact(s, a[1], a[2]) for a in legal if a[0] in PURCHASES)
            splendor.advance(s, legal[int(rng.random() * len(legal))], rng)


def test_the_check_sees_a_payment_too_high_or_too_low() -> None:
    """The control."""
    s = splendor.setup(2, {"module": "base"}, Random(1))
    card = next(c for c in s.market if max(CARDS[c].cost) >= 2)
    price = (*CARDS[card].cost, 0)
    assert exact(s, card, price)
    assert not exact(s, card, (*price[:5], 1)) and not exact(s, card, (0,) * 6)
