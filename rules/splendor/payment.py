"""Costs of cards and every way to pay them (rulebook, "Buy a development card")."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import accumulate, product
from operator import itemgetter, or_
from typing import TypeAlias

from ..core.game import Action
from .cards import BASE_CARDS, CARDS, EMPTY, GOLD
from .state import Player

Payment: TypeAlias = tuple[int, ...]
COST = [card.cost for card in CARDS]
MOST = 64
"""More than a player's tokens and bonuses of one colour and gold together."""
DEAREST = max(map(max, COST))
AFTER = [tuple([max(0, n - bonuses) for n in range(DEAREST + 1)]) for bonuses in range(MOST)]
"""[bonuses][n]: tokens of a colour to pay for n of it."""


def reach(costs: Sequence[tuple[int, ...]], width: int = 1) -> list[list[int]]:
    """[colour][n]: mask of the costs with at most n of that colour, for n below MOST; bit `width * i` is the i-th's."""
    rows = []
    for c in range(GOLD):
        exactly = [0] * MOST
        for i, cost in enumerate(costs):
            exactly[cost[c]] |= 1 << width * i
        rows.append(list(accumulate(exactly, or_)))
    return rows


BASE_REACH = reach(COST[: len(BASE_CARDS)])
"""Masks of the base game's cards alone, as longer numbers are slower."""
BIT = [1 << card for card in range(EMPTY + 1)]
"""Bit of each card in a mask; none has those of backs and of an empty slot."""


def need(p: Player, card: int) -> Payment:
    """Tokens of each gem colour to pay for a card after bonuses."""
    w, u, g, r, k = COST[card]
    white, blue, green, red, black = p.bonuses
    return AFTER[white][w], AFTER[blue][u], AFTER[green][g], AFTER[red][r], AFTER[black][k]


def missing(p: Player, card: int) -> list[int]:
    """Gems of each colour that a player lacks after bonuses and tokens, for gold to cover."""
    return [n - held if n > held else 0 for n, held in zip(need(p, card), p.tokens, strict=False)]


def within_reach(p: Player, gold: int, masks: list[list[int]] = BASE_REACH) -> int:
    """Bit mask of cards of which a player can pay each colour by itself, `gold` being worth that many tokens.

    Exact for no gold; with gold the sum of all missing gems decides, see `payments`.
    """
    t, b = p.tokens, p.bonuses
    white, blue, green, red, black = masks
    return (
        white[t[0] + b[0] + gold]
        & blue[t[1] + b[1] + gold]
        & green[t[2] + b[2] + gold]
        & red[t[3] + b[3] + gold]
        & black[t[4] + b[4] + gold]
    )


def payments(p: Player, card: int) -> list[Payment]:
    """Every legal payment (white, blue, green, red, black, gold); empty when the card is not affordable.

    Gold may replace a token that the player holds. The first payment spends the least gold.
    """
    return list(ways(p, *need(p, card)))


def ways(p: Player, w: int, u: int, g: int, r: int, k: int) -> Sequence[Payment]:
    """Every payment of a player who owes these gems, as in `payments`."""
    tw, tu, tg, tr, tk, held = p.tokens
    least = (
        w if w < tw else tw,
        u if u < tu else tu,
        g if g < tg else tg,
        r if r < tr else tr,
        k if k < tk else tk,
    )
    gold = w + u + g + r + k - sum(least)
    if gold > held:
        return ()
    return swapped(least, gold, held - gold)


@cache
def swapped(least: tuple[int, ...], gold: int, spare: int) -> tuple[Payment, ...]:
    """A payment, and all others that replace gems of it with up to `spare` gold, the fewest first."""
    kept = product(*(range(n, max(0, n - spare) - 1, -1) for n in least))
    total = sum(least) + gold
    paid = ((*gems, total - sum(gems)) for gems in kept)
    return tuple(sorted((way for way in paid if way[GOLD] <= gold + spare), key=itemgetter(GOLD)))


def purchases(p: Player, cards: Iterable[int]) -> list[Action]:
    """Every legal purchase of the given cards, all of the base game, as `payments` has them.

    Random games spend most of their time here, so `within_reach` and `ways` are written out.
    """
    tw, tu, tg, tr, tk, held = p.tokens
    bw, bu, bg, br, bk = p.bonuses
    reach_w, reach_u, reach_g, reach_r, reach_k = BASE_REACH
    mask = (
        reach_w[tw + bw + held]
        & reach_u[tu + bu + held]
        & reach_g[tg + bg + held]
        & reach_r[tr + br + held]
        & reach_k[tk + bk + held]
    )
    after_w, after_u, after_g, after_r, after_k = AFTER[bw], AFTER[bu], AFTER[bg], AFTER[br], AFTER[bk]
    if not held:
        return [
            ("buy", card, (after_w[w], after_u[u], after_g[g], after_r[r], after_k[k], 0))
            for card in cards
            if mask & BIT[card]
            for w, u, g, r, k in (COST[card],)
        ]
    buying: list[Action] = []
    for card in cards:
        if mask & BIT[card]:
            w, u, g, r, k = COST[card]
            w, u, g, r, k = after_w[w], after_u[u], after_g[g], after_r[r], after_k[k]
            lw = w if w < tw else tw
            lu = u if u < tu else tu
            lg = g if g < tg else tg
            lr = r if r < tr else tr
            lk = k if k < tk else tk
            gold = w + u + g + r + k - lw - lu - lg - lr - lk
            if gold <= held:
                for way in swapped((lw, lu, lg, lr, lk), gold, held - gold):
                    buying.append(("buy", card, way))
    return buying
