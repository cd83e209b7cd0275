"""Features of a player's position in Metropolys, from which its value is learned."""

from __future__ import annotations

from ..board import BUILDINGS, DISTRICT_PLACES, NEIGHBOURS, places
from ..objectives import EXPERT_AREA, OBJECTIVES
from ..score import ARCHAEOLOGY_CARD, HIGHEST, SUBWAY_CARD, TOKEN_POINTS
from ..state import ARCHAEOLOGY, SUBWAY, TRENDY, Metropolys
from .estimates import (
    CHANCE,
    NEVER,
    TOP,
    VALUES,
    dominance,
    gains,
    holdings,
    leads,
    lowest,
    outbids,
    prospect,
    skyline,
    stage,
    unbuilt,
)

COMMON = (
    "points",
    "points (count more later on)",
    "points at the very end",
    "trendy tokens",
    "subway tokens",
    "archaeology tokens",
    "subway card",
    "subway card (weighted by tokens left)",
    "lead in subway tokens",
    "archaeology card",
    "archaeology card (weighted by tokens left)",
    "buildings built",
    "buildings built (count more later on)",
    "values in hand",
    "values in hand (count more later on)",
    "tall buildings in hand",
    "medium buildings in hand",
    "buildings higher than any rival's",
    "share of rivals' buildings that can be beaten",
    "lead in buildings built",
    "to move",
    "to move (counts more later on)",
    "has the highest bid",
    "the bid's value",
    "what it gains",
    "how likely it is to stand",
    "what it gains, weighted by how likely it is to stand",
    "the bid's value, weighted by how likely it is to stand",
    "can outbid",
    "what that would gain",
    "to move and able to outbid",
    "what that would gain immediately",
    "stage of the game",
    "players",
)
MATCHING_CARD = (
    "points from single buildings",
    "places that would score for one",
    "the same places (count less later on)",
)
FAMILY = (*COMMON, *MATCHING_CARD)
EXPERT = (
    *FAMILY,
    "points from groups",
    "groups one building short",
    "places that complete one",
    "groups two buildings short",
    *(f"{OBJECTIVES[card].name} (counts more early on)" for card in EXPERT_AREA),
    "highest buildings",
    "highest buildings (count more later on)",
    "races for the highest buildings",
    "races still open",
)
FEATURE_NAMES = {"family": FAMILY, "expert": EXPERT}
"""[version]: names of the features."""

HIGH, MIDDLE = 0b1111 << 9, 0b1111 << 5
"""Masks of the tall and of the medium buildings in a hand."""


def features(s: Metropolys, player: int) -> tuple[float, ...]:
    """Features of a player's position, each about 0 to 2, in the order of FEATURE_NAMES; takes views too."""
    p, open_, late, seats = s.players[player], unbuilt(s), stage(s), len(s.players)
    own, hand = p.places, p.hand
    trendy, subway, archaeology = p.tokens
    subway_card, archaeology_card = s.subway_card == player, s.archaeology_card == player
    points: float = (
        TOKEN_POINTS[TRENDY] * trendy
        + TOKEN_POINTS[SUBWAY] * subway
        + TOKEN_POINTS[ARCHAEOLOGY] * archaeology
        + SUBWAY_CARD * subway_card
        + ARCHAEOLOGY_CARD * archaeology_card
    )
    theirs = subways = most = 0
    for seat, other in enumerate(s.players):
        if seat != player:
            theirs |= other.hand
            subways = max(subways, other.tokens[SUBWAY])
            most = max(most, other.places.bit_count())
    for bidder, _, value in s.bids:
        if bidder == player:
            hand |= 1 << value - 1
        else:
            theirs |= 1 << value - 1
    *parts, of_cards = single(s, player, own, open_, late)
    points += of_cards
    if s.version == "expert":
        *more, of_more = grouped(s, player, own, open_, late)
        points += of_more
        parts += more
    over, tops = dominance(hand, theirs)
    built, total, move = own.bit_count(), VALUES[hand] / 91, 1.0 if s.player == player and not s.bids else 0.0
    return (
        points / 30,
        late * points / 30,
        late**4 * points / 30,
        trendy / 3,
        subway / 3,
        archaeology / 3,
        float(subway_card),
        s.tokens[SUBWAY].bit_count() / 5 if subway_card else 0.0,
        (subway - subways) / 3,
        float(archaeology_card),
        s.tokens[ARCHAEOLOGY].bit_count() / 5 if archaeology_card else 0.0,
        built / len(BUILDINGS),
        late * built / len(BUILDINGS),
        total,
        late * total,
        (hand & HIGH).bit_count() / 4,
        (hand & MIDDLE).bit_count() / 4,
        over / 3,
        tops,
        (built - most) / 4,
        move,
        late * move,
        *(called(s, player, open_) if s.bids else QUIET),
        late,
        (seats - 2) / 2,
        *parts,
    )


QUIET = (0.0,) * 10
"""Result of `called` without an auction, or for a player who can no longer outbid."""


def called(s: Metropolys, player: int, open_: int) -> tuple[float, ...]:
    """Features of the auction for a player: the holder's bid and its prospects, or the gain from outbidding it."""
    bidder, place, value = s.bids[-1]
    if bidder == player:
        [brings] = gains(s, player, (place,), value, open_)
        chance = 1.0
        for seat in range(len(s.players)):
            if seat != player:
                chance *= 1 - outbids(answer(s, seat, open_))
        return 1.0, value / 13, brings / 5, chance, chance * brings / 5, chance * value / 13, 0.0, 0.0, 0.0, 0.0
    gain = answer(s, player, open_)
    if gain == NEVER:
        return QUIET
    turn = s.player == player
    return 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, gain / 5, float(turn), gain / 5 if turn else 0.0


def answer(s: Metropolys, seat: int, open_: int) -> float:
    """Greatest gain of a player in points by outbidding with the lowest sufficient building; NEVER if impossible."""
    _, place, value = s.bids[-1]
    enough = lowest(s.players[seat].hand, value)
    if not enough or s.passed >> seat & 1:
        return NEVER
    return max(gains(s, seat, places(s.free & NEIGHBOURS[place]), enough, open_))


def single(s: Metropolys, player: int, own: int, open_: int, late: float) -> tuple[float, ...]:
    """Features of the card that pays for single buildings, and as the last number its points so far."""
    points = left = 0.0
    cards = holdings(s, player)[-1]
    for card in cards:
        paid, scoring, _ = prospect(card, own, open_)
        points += paid
        left += scoring.bit_count()
    points, left = points / len(cards), left / len(cards) / 10
    return points / 10, left, (1 - late) * left, points


def grouped(s: Metropolys, player: int, own: int, open_: int, late: float) -> tuple[float, ...]:
    """Features of the card that pays for groups and of the highest buildings, and last the points of both so far."""
    cards = holdings(s, player)[0]
    points = near = width = begun = 0.0
    kinds = [0.0] * len(EXPERT_AREA)
    for card in cards:
        paid, scoring, preparing = prospect(card, own, open_)
        value = OBJECTIVES[card].points
        points += paid
        near += value * (scoring != 0)
        width += value * min(scoring.bit_count(), 5)
        begun += value * (preparing != 0)
        kinds[card - EXPERT_AREA[0]] = (1 - late) / len(cards)
    n = len(cards)
    points /= n
    highest = chance = undecided = 0.0
    for lead, height, there in zip(leads(s, player), skyline(*s.players[player].built), DISTRICT_PLACES, strict=True):
        if s.in_use & there:
            room = (open_ & there).bit_count()
            now = CHANCE[room][lead + TOP]
            chance += now
            undecided += now * (1 - now)
            if height and lead >= 0:
                highest += HIGHEST
    return (
        points / 10,
        near / n / 5,
        width / n / 20,
        begun / n / 5,
        *kinds,
        highest / 10,
        late * highest / 10,
        chance / 2,
        undecided,
        points + highest,
    )
