"""How good a position and a move of Splendor look: what the bots for any game ask here."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from operator import mul

from ..game import Action
from .cards import BACK, CARDS, EMPTY, GOLD, NOBLES
from .old_worth import WORTH, hope
from .payment import MOST
from .state import SLOTS, Player, Splendor
from .steps import GOAL

CHANCE_SCALE = 2.4
"""Of `python -m rules.bots.arena splendor minimax minimax --games 80 --nodes 300 --seed 3 --calibrate`."""

FAR = 40
"""More gems than any card costs: what an unknown or absent card lacks."""


def packed(costs: Sequence[tuple[int, ...]]) -> list[list[int]]:
    """[colour][n]: what n of that colour leave open of each cost, a byte each in one number, for n below MOST.

    So five additions add up what is missing for all cards at once.
    """
    return [
        [sum(max(0, cost[c] - n) << 8 * i for i, cost in enumerate(costs)) for n in range(MOST)] for c in range(GOLD)
    ]


CARD_COSTS = [card.cost if card.discards is None else (FAR, 0, 0, 0, 0) for card in CARDS] + [(FAR, 0, 0, 0, 0)] * (
    EMPTY + 1 - BACK
)
CARD_GAPS = packed(CARD_COSTS)
NOBLE_GAPS = packed([noble.cost for noble in NOBLES])

POINTS = [card.points for card in CARDS] + [0] * (EMPTY + 1 - BACK)
SPAN = FAR + 16
NEAR = [[(1 + points) / (2 + gap) if i < BACK else 0.0 for gap in range(SPAN)] for i, points in enumerate(POINTS)]
"""[card][gems missing]: how much it draws a player on."""
FIT = [[points / (3 + gap) if points >= 3 else 0.0 for gap in range(SPAN)] for points in POINTS]
"""[card][gems missing after bonuses]: how well bonuses suit a card of many points."""
CLOSENESS = [1 / (1 + gap) for gap in range(SPAN)]
"""[bonuses missing]: progress towards a noble."""


def gaps(table: list[list[int]], w: int, u: int, g: int, r: int, k: int) -> bytes:
    """For each card or noble of the table how many gems are missing to one who has so many of each colour."""
    white, blue, green, red, black = table
    return (white[w] + blue[u] + green[g] + red[r] + black[k]).to_bytes(EMPTY + 1, "little")


TRAITS = (
    ("points", 0.96, 1.23),
    ("points squared, in goals", -0.35, 0.52),
    ("root of the number of bonuses", 1.90, 6.34),
    ("progress towards nobles", 23.18, -0.16),
    ("bonuses fit cards of many points", -1.22, -1.33),
    ("nearest card", 0.76, 2.58),
    ("second nearest", -0.48, 0.33),
    ("third nearest", 1.58, 1.93),
    ("gold", -0.15, -0.21),
    ("gems", 0.26, 0.17),
    ("colours of bonuses", 1.26, -0.91),
    ("the move", 0.51, 1.51),
    ("nearness of reserved cards", 0.02, 0.08),
)
"""What an evaluation adds up, with its weight early and late in the game.

Fitted by `python -m rules.bots.fit splendor --games 250 --seed 2 --nodes 400` (15,554 positions), which began from the
weights that 680 games between bots with weights set by hand had given.
"""

EARLY = [early for _, early, _ in TRAITS]
LATE = [late for _, _, late in TRAITS]
WEIGHTS = EARLY + LATE

TAKE, BUY, BONUS, GOLD_SPENT = 0.35, 1.5, 0.6, 0.6
RESERVE, HELD, BLIND = 0.6, 0.3, 0.3
GOLD_WANTED = 0.5
"""Weights of `promise`, set by hand: they order the search and decide nothing else."""


def traits(s: Splendor, player: int) -> tuple[float, ...]:
    """The values that belong to TRAITS."""
    p = s.players[player]
    w, u, g, r, k = p.bonuses
    tw, tu, tg, tr, tk, gold = p.tokens
    lacking = gaps(CARD_GAPS, w + tw, u + tu, g + tg, r + tr, k + tk)
    unbonused = gaps(CARD_GAPS, w, u, g, r, k)
    to_nobles = gaps(NOBLE_GAPS, w, u, g, r, k)
    hand = p.reserved + p.blind
    near = [NEAR[card][lacking[card] - gold if lacking[card] > gold else 0] for card in (*hand, *s.market)]
    reserved = sum(near[: len(hand)])
    near.sort()
    return (
        p.points,
        p.points * p.points / GOAL,
        sqrt(w + u + g + r + k),
        sum([CLOSENESS[to_nobles[noble]] for noble in s.nobles]),
        sum([FIT[card][unbonused[card]] for card in (*hand, *s.market[SLOTS:])]),
        near[-1],
        near[-2],
        near[-3],
        gold,
        tw + tu + tg + tr + tk,
        (w > 0) + (u > 0) + (g > 0) + (r > 0) + (k > 0),
        s.player == player,
        reserved,
    )


def stage(s: Splendor) -> float:
    """From 0 at the beginning to 1 when somebody has reached the goal."""
    return min(1.0, max([p.points for p in s.players]) / GOAL)


def features(s: Splendor, player: int) -> tuple[float, ...]:
    """The traits twice, as an early and as a late game weighs them: what WEIGHTS are fitted to."""
    late, found = stage(s), traits(s, player)
    return (*((1 - late) * x for x in found), *(late * x for x in found))


def evaluate(s: Splendor, player: int) -> float:
    """How well a player stands, in about points: the sum of the features by weight, and what a module adds."""
    late, found = stage(s), traits(s, player)
    value: float = (1 - late) * sum(map(mul, EARLY, found)) + late * sum(map(mul, LATE, found))
    return value + WORTH[s.module](s, player) if s.extra else value


def priors(s: Splendor, legal: list[Action]) -> list[float]:
    """For each action how promising it looks, in about points."""
    wanted = demand(s, s.players[s.player])
    return [promise(s, a, wanted) for a in legal]


def demand(s: Splendor, p: Player) -> list[float]:
    """How much a player wants one more token of each colour, gold last: all near cards that lack one ask for it."""
    have = [n + bonus for n, bonus in zip(p.tokens, p.bonuses, strict=False)]
    lacking, gold = gaps(CARD_GAPS, *have), p.tokens[GOLD]
    wanted = [0.0] * GOLD + [GOLD_WANTED]
    for card in (*s.market, *p.reserved, *p.blind):
        if card < BACK and (gap := lacking[card]) > gold:
            for colour, n in enumerate(CARD_COSTS[card]):
                if n > have[colour]:
                    wanted[colour] += NEAR[card][gap - gold]
    return wanted


def promise(s: Splendor, a: Action, wanted: list[float]) -> float:
    """How promising an action looks to one who wants tokens and bonuses of each colour so much."""
    match a:
        case ("take", tuple(colours)):
            return TAKE * sum([wanted[colour] for colour in colours], start=0.0)
        case ("buy", int(card), (_, _, _, _, _, int(gold), *_)):
            return BUY + POINTS[card] + BONUS * wanted[CARDS[card].bonus] - GOLD_SPENT * gold
        case ("reserve", int(card)):
            return RESERVE + HELD * POINTS[card]
        case ("reserve_blind", _):
            return BLIND
        case ("return", int(colour)):
            return -wanted[colour]
    return hope(s, a, wanted)
