"""Estimates for positions of Metropolys: prospects of objective cards, races for the highest buildings, hands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from math import exp
from typing import NamedTuple

from ..board import (
    BRIDGES,
    BUILDINGS,
    DISTRICT_PLACES,
    LAKES,
    NEIGHBOURHOODS,
    NEIGHBOURS,
    STATUES,
    places,
    size,
    values,
)
from ..objectives import FACE_DOWN, MATCHING, OBJECTIVES, decks, grouping, paid, union
from ..score import HIGHEST, TOKEN_POINTS
from ..state import ARCHAEOLOGY, NOBODY, SUBWAY, Metropolys

DISTRICT = [n.district for n in NEIGHBOURHOODS]
SIZE = [0, *map(size, BUILDINGS)]
"""[value]: index of the building's size; there is no building of value 0."""
VALUES = [sum(values(hand)) for hand in range(1 << len(BUILDINGS))]
"""[hand]: sum of the values."""

LAST, FIRST = 0.6, 0.3
"""Shares of a group's points for the building that completes it, and for the one before."""
CARD = (0.0, 1.2, -0.6)
"""Approximate worth in points of the special card that a token of each kind may bring."""
BUILT, PRICE = 1.6, 0.13
"""Worth in points of having one building fewer to build, and price in points of each unit of its value."""

STEP = (1, 6, 30)
"""Height that a building of each size adds to a skyline; no number of smaller ones equals a larger one."""
TOP = 180
"""More than the height of any skyline, even with one more building."""
RACE, ROOM = 0.08, 0.08
"""Uncertainty of a race at its end, and its increase for each neighbourhood of the district left to build on."""
CHANCE = [
    [1 / (1 + exp(-lead / STEP[-1] / (RACE + ROOM * room))) for lead in range(-TOP, TOP)]
    for room in range(1 + max([there.bit_count() for there in DISTRICT_PLACES]))
]
"""[places left in the district][TOP + lead of the skyline]: chance to end with the highest building."""

OUTBID_MIDDLE, OUTBID_SCALE = 1.2, 0.9
"""Gain in points for which a player outbids half of the time, and scale of the logistic function around it."""
GRAIN, LEAST = 8, -10
OUTBIDS = [1 / (1 + exp((OUTBID_MIDDLE - (LEAST + step / GRAIN)) / OUTBID_SCALE)) for step in range(40 * GRAIN)]
"""Probability that a player outbids, by the gain in points in steps of 1 / GRAIN from LEAST."""


class Prospect(NamedTuple):
    """Points of an objective card for a player, now and next."""

    points: int
    """Points that it scores already."""
    scoring: int
    """Mask of neighbourhoods where one building scores."""
    preparing: int
    """Mask of neighbourhoods where a building leaves a group one short of scoring."""


@lru_cache(maxsize=1 << 16)
def prospect(card: int, own: int, open_: int) -> Prospect:
    """Prospect of a card for a player with buildings on the mask `own`, when `open_` may still be built on.

    Complete groups keep their buildings, which are not counted for others.
    """
    points = paid(card, own)
    if card in MATCHING:
        return Prospect(points, MATCHING[card] & open_, 0)
    name, spare = OBJECTIVES[card].name, own & ~union(grouping(card, own))
    scoring, preparing = NEXT[name](spare, open_, own)
    return Prospect(points, scoring, preparing & ~scoring)


def next_of_areas(areas: Sequence[int], spare: int, open_: int, own: int) -> tuple[int, int]:
    """Masks of a Prospect for three buildings anywhere in one of these areas, once in each."""
    scoring = preparing = 0
    for area in areas:
        if area & own & ~spare:
            continue
        count = (area & spare).bit_count()
        if count == 2:
            scoring |= area & open_
        elif count == 1 and (area & open_).bit_count() > 1:
            preparing |= area & open_
    return scoring, preparing


def next_of_groups(groups: Sequence[int], spare: int, open_: int, own: int) -> tuple[int, int]:
    """Masks of a Prospect for buildings on all neighbourhoods of one of these groups."""
    scoring = preparing = 0
    may = spare | open_
    for group in groups:
        if group & spare and group & may == group:
            lacking = group & open_
            count = lacking.bit_count()
            if count == 1:
                scoring |= lacking
            elif count == 2:
                preparing |= lacking
    return scoring, preparing


def next_of_chains(spare: int, open_: int, own: int) -> tuple[int, int]:
    """Masks `one` and `two` of a Prospect for three connected buildings."""
    once = twice = paired = 0
    for place in places(spare):
        near = NEIGHBOURS[place]
        twice |= once & near
        once |= near
        if near & spare:
            paired |= near
    return (twice | paired) & open_, once & open_


NEXT = {
    "bridges": lambda spare, open_, own: next_of_groups(BRIDGES, spare, open_, own),
    "statues": lambda spare, open_, own: next_of_groups(STATUES, spare, open_, own),
    "lakes": lambda spare, open_, own: next_of_areas(LAKES, spare, open_, own),
    "districts": lambda spare, open_, own: next_of_areas(DISTRICT_PLACES, spare, open_, own),
    "chains": next_of_chains,
}
"""Function for the masks `one` and `two` of a Prospect, by the name of each card that pays for groups."""


def holdings(s: Metropolys, seat: int) -> list[tuple[int, ...]]:
    """Possible identities of each card of a player: itself, or if face down all of its deck that are not seen."""
    cards = s.players[seat].cards
    if FACE_DOWN not in cards:
        return [(card,) for card in cards]
    identities = []
    for number, deck in enumerate(decks(s.version, len(s.players))):
        seen = [p.cards[number] for p in s.players]
        identities.append((cards[number],) if cards[number] != FACE_DOWN else tuple([c for c in deck if c not in seen]))
    return identities


def unbuilt(s: Metropolys) -> int:
    """Mask of neighbourhoods without a building, which may still be built on in this auction or later."""
    open_ = s.free
    for _, place, _ in s.bids:
        open_ |= 1 << place
    return open_


def stage(s: Metropolys) -> float:
    """Progress of the game, from 0 at the start to 1 when a player has built everything."""
    return max([p.places.bit_count() for p in s.players]) / len(BUILDINGS)


Attractions = list[tuple[int, float]]
"""Masks of neighbourhoods, each with the approximate worth in points of a building on any of them."""


def token_attractions(s: Metropolys, seat: int) -> Attractions:
    """Worth to a player of building on tokens, with the special cards that they may bring."""
    return [(laid, TOKEN_POINTS[kind] + special(s, seat, kind)) for kind, laid in enumerate(s.tokens)]


def card_attractions(s: Metropolys, seat: int, open_: int) -> Attractions:
    """Worth of neighbourhoods for the objective cards of a player, averaged over what face-down cards may be."""
    own, attractions = s.players[seat].places, []
    for cards in holdings(s, seat):
        for card in cards:
            _, scoring, preparing = prospect(card, own, open_)
            points = OBJECTIVES[card].points / len(cards)
            if card in MATCHING:
                attractions.append((scoring, points))
            else:
                attractions += [(scoring, LAST * points), (preparing, FIRST * points)]
    return attractions


def special(s: Metropolys, seat: int, kind: int) -> float:
    """Approximate worth in points of the special card to a player who takes one more token of that kind."""
    if kind == SUBWAY and s.subway_card not in (NOBODY, seat):
        short = s.players[s.subway_card].tokens[SUBWAY] - s.players[seat].tokens[SUBWAY]
        return 2 * CARD[SUBWAY] if short <= 0 else CARD[SUBWAY] / (1 + short)
    if kind == ARCHAEOLOGY and s.archaeology_card == seat:
        return 0.0
    return CARD[kind]


def attraction_at(attractions: Attractions, place: int) -> float:
    """Approximate worth in points of a building on a neighbourhood."""
    return sum([value for mask, value in attractions if mask >> place & 1])


def spread(attractions: Attractions, start: float) -> list[float]:
    """[neighbourhood]: worth of a building there, added to `start`."""
    values = [start] * len(NEIGHBOURHOODS)
    for mask, value in attractions:
        for place in places(mask):
            values[place] += value
    return values


@lru_cache(maxsize=1 << 14)
def skyline(small: int, medium: int, tall: int) -> tuple[int, ...]:
    """[district]: height of a skyline, given the masks of small, medium and tall buildings."""
    return tuple(
        [
            STEP[0] * (small & there).bit_count()
            + STEP[1] * (medium & there).bit_count()
            + STEP[2] * (tall & there).bit_count()
            for there in DISTRICT_PLACES
        ]
    )


def leads(s: Metropolys, seat: int) -> list[int]:
    """[district]: lead of a player's skyline over the best of the others; may be negative."""
    own = skyline(*s.players[seat].built)
    others = [skyline(*p.built) for number, p in enumerate(s.players) if number != seat]
    best = others[0] if len(others) == 1 else map(max, *others)
    return [height - most for height, most in zip(own, best, strict=True)]


def rise(lead: int, room: int, which: int) -> float:
    """Approximate gain in points from one more building of that size in the race for the highest building."""
    now = CHANCE[room]
    return HIGHEST * (CHANCE[room - 1][lead + STEP[which] + TOP] - now[lead + TOP])


FLAT = [[0.0] * len(STEP)] * len(DISTRICT_PLACES)
"""Result of `rises` in the Family edition, where the size of a building does not count."""


def rises(s: Metropolys, seat: int, open_: int) -> list[list[float]]:
    """[district][size]: gain from one more building in each race; 0 where nothing can be built."""
    if s.version != "expert":
        return FLAT
    return [
        [rise(lead, room, which) for which in range(len(STEP))] if (room := (there & open_).bit_count()) else FLAT[0]
        for lead, there in zip(leads(s, seat), DISTRICT_PLACES, strict=True)
    ]


NEVER = -100.0
"""Gain of a player who cannot outbid."""


def gains(s: Metropolys, seat: int, where: Sequence[int], value: int, open_: int) -> list[float]:
    """Approximate worth in points of building `value` on each of these neighbourhoods."""
    attractions, base = token_attractions(s, seat) + card_attractions(s, seat, open_), BUILT - PRICE * value
    worths = [base + attraction_at(attractions, place) for place in where]
    if s.version == "expert":
        ahead, which = leads(s, seat), SIZE[value]
        for i, place in enumerate(where):
            district = DISTRICT[place]
            worths[i] += rise(ahead[district], (DISTRICT_PLACES[district] & open_).bit_count(), which)
    return worths


def outbids(gain: float) -> float:
    """Probability that a player outbids for a gain in points."""
    step = int((gain - LEAST) * GRAIN)
    return OUTBIDS[0 if step < 0 else step if step < len(OUTBIDS) else -1]


@cache
def lowest(hand: int, value: int) -> int:
    """Lowest building of a hand that exceeds a value; 0 if none does."""
    above = hand >> value << value
    return (above & -above).bit_length()


@lru_cache(maxsize=1 << 14)
def dominance(hand: int, other: int) -> tuple[float, float]:
    """Number of buildings in a hand that are higher than all of `other`, and the mean share of `other` that a building
    tops, 0.5 if either hand is empty.
    """
    theirs, tops = values(other), 0
    for value in values(hand):
        tops += (other & ((1 << value - 1) - 1)).bit_count()
    return (hand >> other.bit_length()).bit_count(), tops / (len(theirs) * hand.bit_count()) if hand and other else 0.5
