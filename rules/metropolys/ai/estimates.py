"""What may still become of a position of Metropolys: what cards pay for next, races, hands."""

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
"""[value]; there is no building of value 0."""
VALUES = [sum(values(hand)) for hand in range(1 << len(BUILDINGS))]
"""The values in each hand, added up."""

LAST, FIRST = 0.6, 0.3
"""What part of its points the building that completes a group is worth, and the one before it."""
CARD = (0.0, 1.2, -0.6)
"""What the special card of a token is worth to its taker, about."""
BUILT, PRICE = 1.6, 0.13
"""What it is worth to have one building less to build, and what a building costs for each point of its value."""

STEP = (1, 6, 30)
"""What a building of each size adds to a skyline: no number of smaller ones makes up for a larger."""
TOP = 180
"""More than any skyline, even with one building more."""
RACE, ROOM = 0.08, 0.08
"""How undecided a race is: at the end, and more for each neighbourhood of the district left to build on."""
CHANCE = [
    [1 / (1 + exp(-lead / STEP[-1] / (RACE + ROOM * room))) for lead in range(-TOP, TOP)]
    for room in range(1 + max([there.bit_count() for there in DISTRICT_PLACES]))
]
"""[places left in the district][TOP + lead of the skyline]: the chance to end with the highest building."""

WISH, DOUBT = 1.2, 0.9
"""A player outbids in half of the cases for so many points, and makes up his mind within so many."""
GRAIN, LEAST = 8, -10
OUTBIDS = [1 / (1 + exp((WISH - (LEAST + step / GRAIN)) / DOUBT)) for step in range(40 * GRAIN)]
"""How likely a player is to outbid, by what there is to gain in steps of 1 / GRAIN from LEAST."""


class Prospect(NamedTuple):
    """A card's points for a player, now and in prospect."""

    points: int
    """Points that it pays already."""
    one: int
    """Where one building pays; a mask."""
    two: int
    """Where a building would be one short of paying; a mask."""


@lru_cache(maxsize=1 << 16)
def prospect(card: int, own: int, open_: int) -> Prospect:
    """What a card holds for one who has built on `own`, where `open_` may still be built on.

    Complete groups keep their buildings.
    """
    points = paid(card, own)
    if card in MATCHING:
        return Prospect(points, MATCHING[card] & open_, 0)
    name, spare = OBJECTIVES[card].name, own & ~union(grouping(card, own))
    one, two = NEXT[name](spare, open_, own)
    return Prospect(points, one, two & ~one)


def next_of_areas(areas: Sequence[int], spare: int, open_: int, own: int) -> tuple[int, int]:
    """Three buildings anywhere in one of these, once."""
    one = two = 0
    for area in areas:
        if area & own & ~spare:
            continue
        count = (area & spare).bit_count()
        if count == 2:
            one |= area & open_
        elif count == 1 and (area & open_).bit_count() > 1:
            two |= area & open_
    return one, two


def next_of_groups(groups: Sequence[int], spare: int, open_: int, own: int) -> tuple[int, int]:
    """Buildings on all places of one of these."""
    one = two = 0
    may = spare | open_
    for group in groups:
        if group & spare and group & may == group:
            lacking = group & open_
            count = lacking.bit_count()
            if count == 1:
                one |= lacking
            elif count == 2:
                two |= lacking
    return one, two


def next_of_chains(spare: int, open_: int, own: int) -> tuple[int, int]:
    """Three connected buildings."""
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
"""For each card that pays for groups: where a building completes one, and where one more is then needed."""


def holdings(s: Metropolys, seat: int) -> list[tuple[int, ...]]:
    """For each card of a player what it may be: itself, or all that are not seen elsewhere."""
    cards = s.players[seat].cards
    if FACE_DOWN not in cards:
        return [(card,) for card in cards]
    found = []
    for number, deck in enumerate(decks(s.version, len(s.players))):
        seen = [p.cards[number] for p in s.players]
        found.append((cards[number],) if cards[number] != FACE_DOWN else tuple([c for c in deck if c not in seen]))
    return found


def unbuilt(s: Metropolys) -> int:
    """Where one may still build, this call or later."""
    open_ = s.free
    for _, place, _ in s.bids:
        open_ |= 1 << place
    return open_


def stage(s: Metropolys) -> float:
    """From 0 at the beginning to 1 when somebody has built everything."""
    return max([p.places.bit_count() for p in s.players]) / len(BUILDINGS)


Attractions = list[tuple[int, float]]
"""Masks, and what a building on any of their places brings in about points."""


def token_attractions(s: Metropolys, seat: int) -> Attractions:
    """What the tokens and their special cards are worth to a player."""
    return [(laid, TOKEN_POINTS[kind] + special(s, seat, kind)) for kind, laid in enumerate(s.tokens)]


def card_attractions(s: Metropolys, seat: int, open_: int) -> Attractions:
    """What the objective cards of a player make of places."""
    own, found = s.players[seat].places, []
    for cards in holdings(s, seat):
        for card in cards:
            _, one, two = prospect(card, own, open_)
            points = OBJECTIVES[card].points / len(cards)
            if card in MATCHING:
                found.append((one, points))
            else:
                found += [(one, LAST * points), (two, FIRST * points)]
    return found


def special(s: Metropolys, seat: int, kind: int) -> float:
    """What the special card means to one who takes another token of that kind."""
    if kind == SUBWAY and s.subway_card not in (NOBODY, seat):
        short = s.players[s.subway_card].tokens[SUBWAY] - s.players[seat].tokens[SUBWAY]
        return 2 * CARD[SUBWAY] if short <= 0 else CARD[SUBWAY] / (1 + short)
    if kind == ARCHAEOLOGY and s.archaeology_card == seat:
        return 0.0
    return CARD[kind]


def attraction_at(attractions: Attractions, place: int) -> float:
    """Value of a building there."""
    return sum([value for mask, value in attractions if mask >> place & 1])


def spread(attractions: Attractions, start: float) -> list[float]:
    """[neighbourhood]: what a building there brings, and this more."""
    found = [start] * len(NEIGHBOURHOODS)
    for mask, value in attractions:
        for place in places(mask):
            found[place] += value
    return found


@lru_cache(maxsize=1 << 14)
def skyline(small: int, medium: int, tall: int) -> tuple[int, ...]:
    """[district]: how high one has built there."""
    return tuple(
        [
            STEP[0] * (small & there).bit_count()
            + STEP[1] * (medium & there).bit_count()
            + STEP[2] * (tall & there).bit_count()
            for there in DISTRICT_PLACES
        ]
    )


def leads(s: Metropolys, seat: int) -> list[int]:
    """[district]: by how much a player's skyline is ahead of the best of the others."""
    own = skyline(*s.players[seat].built)
    others = [skyline(*p.built) for number, p in enumerate(s.players) if number != seat]
    best = others[0] if len(others) == 1 else map(max, *others)
    return [height - most for height, most in zip(own, best, strict=True)]


def rise(lead: int, room: int, which: int) -> float:
    """How much more a race is worth with another building of that size, in points."""
    now = CHANCE[room]
    return HIGHEST * (CHANCE[room - 1][lead + STEP[which] + TOP] - now[lead + TOP])


FLAT = [[0.0] * len(STEP)] * len(DISTRICT_PLACES)
"""In the Family version no building counts for its size."""


def rises(s: Metropolys, seat: int, open_: int) -> list[list[float]]:
    """[district][size]: the same for every race that a player may enter."""
    if s.version != "expert":
        return FLAT
    return [
        [rise(lead, room, which) for which in range(len(STEP))] if (room := (there & open_).bit_count()) else FLAT[0]
        for lead, there in zip(leads(s, seat), DISTRICT_PLACES, strict=True)
    ]


NEVER = -100.0
"""What there is to gain for one who cannot outbid."""


def gains(s: Metropolys, seat: int, where: Sequence[int], value: int, open_: int) -> list[float]:
    """What it is worth to a player to build that at each of these places, in about points."""
    attractions, base = token_attractions(s, seat) + card_attractions(s, seat, open_), BUILT - PRICE * value
    found = [base + attraction_at(attractions, place) for place in where]
    if s.version == "expert":
        ahead, which = leads(s, seat), SIZE[value]
        for i, place in enumerate(where):
            district = DISTRICT[place]
            found[i] += rise(ahead[district], (DISTRICT_PLACES[district] & open_).bit_count(), which)
    return found


def outbids(gain: float) -> float:
    """Probability that a player outbids for so many points."""
    step = int((gain - LEAST) * GRAIN)
    return OUTBIDS[0 if step < 0 else step if step < len(OUTBIDS) else -1]


@cache
def lowest(hand: int, value: int) -> int:
    """The lowest building of a hand that exceeds a value; 0 if none does."""
    above = hand >> value << value
    return (above & -above).bit_length()


@lru_cache(maxsize=1 << 14)
def dominance(hand: int, other: int) -> tuple[float, float]:
    """How many buildings of a hand are higher than all of another; and of the others how many it tops on average."""
    theirs, tops = values(other), 0
    for value in values(hand):
        tops += (other & ((1 << value - 1) - 1)).bit_count()
    return (hand >> other.bit_length()).bit_count(), tops / (len(theirs) * hand.bit_count()) if hand and other else 0.5
