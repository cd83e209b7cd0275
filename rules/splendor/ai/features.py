"""Features of a player's position in Splendor, from which its value is learned."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import sqrt
from operator import sub

from ..cards import BACK, BONUS, CARDS, EMPTY, GOLD, NOBLES
from ..cards import POINTS as CARD_POINTS
from ..limits import GOAL
from ..payment import MOST, reach
from ..state import Splendor
from .expansion_features import NOTHING, PIECES

FAR = 40
"""Cost of an unknown or absent card, more gems than any card costs."""
SPAN = FAR + 16
"""Number of entries in tables by missing gems."""


def packed(costs: Sequence[tuple[int, ...]]) -> list[list[int]]:
    """[colour][n]: gems still missing from each cost with n of that colour, for n below MOST.

    Each cost has one byte of a long number, so that five additions give the missing gems of all cards at once.
    """
    all_costs = sum(1 << 8 * i for i in range(len(costs)))
    rows = []
    for c, reached in enumerate(reach(costs, width=8)):
        none = sum(cost[c] << 8 * i for i, cost in enumerate(costs))
        with_one_more = (all_costs - affordable for affordable in reached[:-1])
        rows.append(list(accumulate(with_one_more, sub, initial=none)))
    return rows


CARD_COSTS = [card.cost if card.discards is None else (FAR, 0, 0, 0, 0) for card in CARDS] + [(FAR, 0, 0, 0, 0)] * (
    EMPTY + 1 - BACK
)
CARD_GAPS = packed(CARD_COSTS)
NOBLE_GAPS = packed([noble.cost for noble in NOBLES])

POINTS = [*CARD_POINTS, *[0] * (EMPTY + 1 - BACK)]
"""[card]: points, also of backs and of an empty slot."""
NEAR = [[(1 + points) / (2 + gap) if i < BACK else 0.0 for gap in range(SPAN)] for i, points in enumerate(POINTS)]
"""[card][gems missing]: attraction of a card, see `nearness`."""
RICH = [points >= 3 for points in POINTS]
"""[card]: true for 3 points or more."""
FIT = [[points / (3 + gap) if rich else 0.0 for gap in range(SPAN)] for points, rich in zip(POINTS, RICH, strict=True)]
"""[card][gems missing after bonuses]: fit of the bonuses for a card with many points; 0 for others."""
CLOSENESS = [1 / (1 + gap) for gap in range(SPAN)]
"""[bonuses missing]: progress towards a noble."""
UNCALLED: Sequence[int] = (0,) * (GOLD + 1)
"""Result of `calls` where no colour brings a noble."""
LESS = [bytes([max(0, gap - gold) for gap in range(256)]) for gold in range(MOST)]
"""[gold][gems missing]: gems still missing after so much gold, a table for `bytes.translate`."""
READY = [(1 + points) if i < BACK else 0 for i, points in enumerate(POINTS)]
"""[card]: value of an affordable card, one more than its points."""

FEATURE_NAMES = (
    "points",
    "points, squared",
    "square root of the number of bonuses",
    "white bonuses",
    "blue bonuses",
    "green bonuses",
    "red bonuses",
    "black bonuses",
    "bonus colours",
    "progress towards nobles",
    "progress towards the nearest noble",
    "bonuses that suit high-scoring cards",
    "nearest card",
    "second-nearest card",
    "third-nearest card",
    "how near the reserved cards are",
    "best card within reach",
    "second-best card within reach",
    "nearest high-scoring card",
    "second-nearest high-scoring card",
    "gold",
    "gems",
    "tokens near the limit",
    "cards reserved",
    "points ahead of the others",
    "to move",
    "stage of the game",
    "points (count more later on)",
    "to move (counts more later on)",
    "players still to move this round",
    "players",
)
"""Names of the features before those of a module."""

THREATS = (
    "points after the next card and the noble it attracts",
    "points after the next card, squared",
    "points after the next card, beyond ten",
    "the next card would end the game",
    "the next card would end the game, and it is your turn",
)
"""Names of the features after those of a module."""


def gaps(table: list[list[int]], w: int, u: int, g: int, r: int, k: int) -> bytes:
    """Missing gems of each card or noble of a `packed` table, for a player with that many of each colour."""
    white, blue, green, red, black = table
    return (white[w] + blue[u] + green[g] + red[r] + black[k]).to_bytes(EMPTY + 1, "little")


def calls(nobles: Sequence[int], missing: bytes, bonuses: Sequence[int]) -> Sequence[int]:
    """Points by colour of the noble that one more bonus of it brings, given the missing bonuses of each noble."""
    points_by_colour = UNCALLED
    for noble in nobles:
        if missing[noble] == 1:
            asked, called = NOBLES[noble], [*points_by_colour]
            for colour, n in enumerate(asked.cost):
                if n > bonuses[colour]:
                    called[colour] = asked.points
            points_by_colour = called
    return points_by_colour


def threats(then: int, move: float) -> tuple[float, ...]:
    """Features named in THREATS, for `then` points after the next card; `move` is 1.0 for the player to move."""
    ends = 1.0 if then >= GOAL else 0.0
    return then / GOAL, then * then / (GOAL * GOAL), (then - 10) / 5 if then > 10 else 0.0, ends, ends * move


def features(s: Splendor, player: int) -> tuple[float, ...]:
    """Features of a player's position, each about 0 to 2: FEATURE_NAMES, those of the module, then THREATS."""
    p = s.players[player]
    w, u, g, r, k = p.bonuses
    tw, tu, tg, tr, tk, gold = p.tokens
    short = gaps(CARD_GAPS, w + tw, u + tu, g + tg, r + tr, k + tk).translate(LESS[gold])
    unbonused = gaps(CARD_GAPS, w, u, g, r, k)
    to_nobles = gaps(NOBLE_GAPS, w, u, g, r, k)
    barred, nobles, more = PIECES[s.module](s, player) if s.extra else NOTHING
    hand = p.reserved + p.blind
    cards = [*hand, *s.market]
    if barred:
        cards = [card for card in cards if card not in barred]
    near = [NEAR[card][short[card]] for card in cards]
    reserved = sum(near[: len(hand)])
    near += (0.0, 0.0, 0.0)
    near.sort()
    within = [card for card in cards if not short[card]]
    ready = [READY[card] for card in within]
    ready += (0, 0)
    ready.sort()
    rich = [card for card in cards if RICH[card]]
    dear = [FIT[card][short[card]] for card in rich]
    dear += (0.0, 0.0)
    dear.sort()
    visitors = s.nobles + nobles
    close = [CLOSENESS[to_nobles[noble]] for noble in visitors]
    called = calls(visitors, to_nobles, p.bonuses)
    gems, points = tw + tu + tg + tr + tk, p.points
    then = points + max([POINTS[card] + called[BONUS[card]] for card in within], default=0)
    rivals = [other.points for other in s.players if other is not p]
    most = max(rivals)
    late = (points if points > most else most) / GOAL
    move = 1.0 if s.player == player else 0.0
    return (
        points / GOAL,
        points * points / (GOAL * GOAL),
        sqrt(w + u + g + r + k) / 3,
        w / 4,
        u / 4,
        g / 4,
        r / 4,
        k / 4,
        ((w > 0) + (u > 0) + (g > 0) + (r > 0) + (k > 0)) / 5,
        sum(close),
        max(close, default=0.0),
        sum([FIT[card][unbonused[card]] for card in rich]),
        near[-1],
        near[-2],
        near[-3],
        reserved,
        ready[-1] / 3,
        ready[-2] / 3,
        dear[-1],
        dear[-2],
        gold / 2,
        gems / 5,
        (gems + gold - 7) / 3 if gems + gold > 7 else 0.0,
        len(hand) / 2,
        (points - most) / 5,
        move,
        late,
        late * points / GOAL,
        late * move,
        (len(rivals) - player) / 3,
        (len(rivals) - 1) / 2,
        *more,
        *threats(then, move),
    )
