"""How good a position and a move of Metropolys look: what the bots for any game ask here."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from operator import mul
from typing import NamedTuple

from ..game import Action
from .board import BUILDINGS, DISTRICTS, NEIGHBOURHOODS, NEIGHBOURS, SIZES, places, size, values
from .outlook import expected, races, rises
from .score import TOKEN_POINTS, score
from .state import ARCHAEOLOGY, NOBODY, SUBWAY, Metropolys
from .turn import award, higher, targets

CHANCE_SCALE = 18.0
"""What `arena.calibrate` finds in 100 games of minimax against itself, both versions: leads are often overturned."""

DISTRICT = [n.district for n in NEIGHBOURHOODS]
SIZE = [0, *map(size, BUILDINGS)]
VALUES = [sum(values(hand)) for hand in range(1 << len(BUILDINGS))]
"""The values in each hand, added up."""
FLAT = [[0.0] * len(SIZES)] * len(DISTRICTS)
"""In the Family version no building counts for its size."""

TRAITS = (
    ("points of tokens", 1.0, 1.0),
    ("subway card", 1.8, 3.0),
    ("archaeology card", -0.9, -2.0),
    ("cards", 1.0, 1.0),
    ("races for the highest buildings", 1.0, 1.0),
    ("buildings built", 1.6, 1.1),
    ("values in hand", 0.13, 0.09),
    ("the move", 0.2, 0.2),
)
"""What an evaluation adds up, with its weight early and late in the game; set by hand, tried by greedy bots."""

EARLY = [early for _, early, _ in TRAITS]
LATE = [late for _, _, late in TRAITS]
WEIGHTS = EARLY + LATE

PRICE = 0.13
"""What a building costs for each point of its value, when it is built."""
BUILT = 1.6
"""What it is worth to have one building less to build."""
CARD = (0.0, 1.2, -0.6)
"""What the special card of a token is worth to its taker, about."""
WISH, DOUBT = 1.2, 0.9
"""A player outbids in half of the cases for so many points, and makes up his mind within so many."""


def traits(s: Metropolys, seat: int) -> tuple[float, ...]:
    """The values that belong to TRAITS, between calls; bids count as buildings in hand."""
    p, open_ = s.players[seat], unbuilt(s)
    hand = p.hand
    for bidder, _, value in s.bids:
        if bidder == seat:
            hand |= 1 << value - 1
    return (
        sum(map(mul, TOKEN_POINTS, p.tokens)),
        s.subway_card == seat,
        s.archaeology_card == seat,
        sum([one.worth for one in expected(s, seat, open_)]),
        races(s, seat, open_) if s.version == "expert" else 0.0,
        p.places.bit_count(),
        VALUES[hand],
        s.player == seat and not s.bids,
    )


def unbuilt(s: Metropolys) -> int:
    """Where one may still build, this call or later."""
    open_ = s.free
    for _, place, _ in s.bids:
        open_ |= 1 << place
    return open_


def stage(s: Metropolys) -> float:
    """From 0 at the beginning to 1 when somebody has built everything."""
    return max([p.places.bit_count() for p in s.players]) / len(BUILDINGS)


def weighed(s: Metropolys, seat: int) -> tuple[float, ...]:
    """The traits twice, as an early and as a late game weighs them."""
    late, found = stage(s), traits(s, seat)
    return (*((1 - late) * x for x in found), *(late * x for x in found))


def features(s: Metropolys, player: int) -> tuple[float, ...]:
    """What WEIGHTS belong to; in a call, between what its award and its failing would leave."""
    if not s.bids:
        return weighed(s, player)
    chance, after = holds(s), s.copy()
    award(after)
    return tuple(
        chance * won + (1 - chance) * lost for won, lost in zip(weighed(after, player), weighed(s, player), strict=True)
    )


def static(s: Metropolys, seat: int) -> float:
    """The evaluation between calls, or as if the current one came to nothing."""
    late, found = stage(s), traits(s, seat)
    value: float = (1 - late) * sum(map(mul, EARLY, found)) + late * sum(map(mul, LATE, found))
    return value


def evaluate(s: Metropolys, player: int) -> float:
    """How well a player stands, in about points."""
    if s.over:
        return float(sum(points for _, points in score(s)[player]))
    if not s.bids:
        return static(s, player)
    chance, after = holds(s), s.copy()
    award(after)
    return chance * evaluate(after, player) + (1 - chance) * static(s, player)


class Taste(NamedTuple):
    """What a player would like to build."""

    appeal: list[float]
    """[neighbourhood], in about points, whatever the building."""
    rises: list[list[float]]
    """[district][size]: more for such a building."""

    def of(self, place: int, value: int) -> float:
        """What it is worth to build that there, the building's own price taken off."""
        return self.appeal[place] + self.rises[DISTRICT[place]][SIZE[value]] - PRICE * value


def taste(s: Metropolys, seat: int) -> Taste:
    """What the tokens, the player's cards and the races make of each neighbourhood."""
    open_ = unbuilt(s)
    appeal = [BUILT + sum(pulls) for pulls in zip(*(one.pull for one in expected(s, seat, open_)), strict=True)]
    for kind, laid in enumerate(s.tokens):
        worth = TOKEN_POINTS[kind] + special(s, seat, kind)
        for place in places(laid):
            appeal[place] += worth
    return Taste(appeal, rises(s, seat, open_) if s.version == "expert" else FLAT)


def special(s: Metropolys, seat: int, kind: int) -> float:
    """What the special card means to one who takes another token of that kind."""
    if kind == SUBWAY and s.subway_card not in (NOBODY, seat):
        short = s.players[s.subway_card].tokens[SUBWAY] - s.players[seat].tokens[SUBWAY]
        return 2 * CARD[SUBWAY] if short <= 0 else CARD[SUBWAY] / (1 + short)
    if kind == ARCHAEOLOGY and s.archaeology_card == seat:
        return 0.0
    return CARD[kind]


def holds(s: Metropolys) -> float:
    """The chance that the latest bid of a call is not outbid."""
    bidder, _, value = s.bids[-1]
    where, chance = places(targets(s)), 1.0
    for seat, p in enumerate(s.players):
        if seat != bidder and not s.passed >> seat & 1 and (above := higher(p.hand, value)):
            lowest, likes = (above & -above).bit_length(), taste(s, seat)
            chance *= 1 - outbids(max([likes.of(place, lowest) for place in where]))
    return chance


def outbids(gain: float) -> float:
    """How likely a player is to outbid for so many points."""
    return 1 / (1 + exp((WISH - gain) / DOUBT))


def priors(s: Metropolys, legal: list[Action]) -> list[float]:
    """For each action how promising it looks, in about points: what it gains where it holds."""
    own, others = taste(s, s.player), rivals(s)
    return [0.0 if a[0] == "pass" else promise(s, a[1], a[2], own, others) for a in legal]


def rivals(s: Metropolys) -> list[tuple[int, Taste]]:
    """The hands and tastes of those who may still outbid the player to move."""
    return [
        (p.hand, taste(s, seat)) for seat, p in enumerate(s.players) if seat != s.player and not s.passed >> seat & 1
    ]


def promise(s: Metropolys, place: int, value: int, own: Taste, others: Sequence[tuple[int, Taste]]) -> float:
    """What a bid gains on average, somebody else's gain taken off when it does not hold."""
    chance, worst = 1.0, 0.0
    near = places(s.free & NEIGHBOURS[place])
    for hand, likes in others:
        above = higher(hand, value)
        if above and near:
            lowest = (above & -above).bit_length()
            gain = max([likes.of(there, lowest) for there in near])
            chance *= 1 - outbids(gain)
            worst = max(worst, gain)
    return chance * own.of(place, value) - (1 - chance) * worst
