"""Prestige points and victory in Metropolys (rulebook, "End of the game", Family and Expert)."""

from __future__ import annotations

from ..core.game import Score, total_points
from .board import DISTRICT_PLACES, DISTRICTS, NEIGHBOURHOODS, size
from .objectives import EXPERT_AREA, grouping, paid
from .state import ARCHAEOLOGY, SUBWAY, TRENDY, Metropolys, Player
from .turn import build

TOKEN_POINTS = (3, 1, -1)
"""Points of a trendy, a subway and an archaeology token."""
SUBWAY_CARD = 3
ARCHAEOLOGY_CARD = -2
HIGHEST = 5
"""Points for the highest building in a district."""
LEADS = "District leads"
"""Label of the points for these."""
CARDS = ("Map card", "Type card")
"""Labels of the points for the cards that others do not see."""


def score(s: Metropolys) -> tuple[Score, ...]:
    """Prestige points of every player, counted from the pieces; a card that is not known scores nothing."""
    highest = highest_buildings(s) if s.version == "expert" else []
    return tuple(parts(s, seat, p, highest) for seat, p in enumerate(s.players))


def parts(s: Metropolys, seat: int, p: Player, highest: list[tuple[int, ...]]) -> Score:
    common = (
        ("Trendy tokens", TOKEN_POINTS[TRENDY] * p.tokens[TRENDY]),
        ("Subway tokens", TOKEN_POINTS[SUBWAY] * p.tokens[SUBWAY]),
        ("Subway card", SUBWAY_CARD * (s.subway_card == seat)),
        ("Archaeology tokens", TOKEN_POINTS[ARCHAEOLOGY] * p.tokens[ARCHAEOLOGY]),
        ("Archaeology card", ARCHAEOLOGY_CARD * (s.archaeology_card == seat)),
        (CARDS[0], paid(p.cards[0], p.places)),
    )
    if s.version != "expert":
        return common
    return (
        *common,
        (CARDS[1], paid(p.cards[1], p.places)),
        (LEADS, HIGHEST * sum(seat in best for best in highest)),
    )


def skyline(p: Player, district: int) -> tuple[int, int, int]:
    """Numbers of tall, medium and small buildings of a player in a district.

    Of two such tuples the larger one wins: it has the higher building where the skylines first differ, from the
    highest building down (Expert rules, highest buildings).
    """
    small, medium, tall = p.built
    there = DISTRICT_PLACES[district]
    return (tall & there).bit_count(), (medium & there).bit_count(), (small & there).bit_count()


def highest_buildings(s: Metropolys) -> list[tuple[int, ...]]:
    """Players with the highest building in each district: all who tie, none where nothing is built."""
    return [highest_in(s, district) for district in range(len(DISTRICTS))]


def highest_in(s: Metropolys, district: int) -> tuple[int, ...]:
    skylines = [skyline(p, district) for p in s.players]
    best = max(skylines)
    return tuple(seat for seat, heights in enumerate(skylines) if heights == best) if any(best) else ()


def is_brief_lead(s: Metropolys, seat: int, place: int, value: int) -> bool:
    """Return whether a rival could take the lead of the district with a single building, once that one were built."""
    after, district = s.copy(), NEIGHBOURHOODS[place].district
    build(after, seat, place, value)
    lying = sum(1 << where for _, where, _ in s.bids)
    if not (after.free | lying) & ~(1 << place) & DISTRICT_PLACES[district]:
        return False
    own = skyline(after.players[seat], district)
    for who, p in enumerate(after.players):
        top = max([p.hand.bit_length(), *(high for bidder, _, high in s.bids if bidder == who)])
        if who != seat and top:
            theirs = list(skyline(p, district))
            theirs[len(theirs) - 1 - size(top)] += 1
            if tuple(theirs) > own:
                return True
    return False


def winners(s: Metropolys) -> tuple[int, ...]:
    """Winners: most points, then most buildings built; further ties share the win."""
    ranks = [(total_points(points), p.places.bit_count()) for points, p in zip(score(s), s.players, strict=True)]
    best = max(ranks)
    return tuple(seat for seat, rank in enumerate(ranks) if rank == best)


def groups(s: Metropolys, seat: int) -> tuple[int, ...]:
    """Masks of the groups that score for a player's expert map card; none for another or unknown card."""
    p = s.players[seat]
    return grouping(p.cards[0], p.places) if p.cards[0] in EXPERT_AREA else ()


def gains(s: Metropolys, seat: int, place: int, value: int) -> Score:
    """Change of each part of a player's score if that building of the hand were built there now."""
    after = s.copy()
    build(after, seat, place, value)
    return tuple((label, new - old) for (label, old), (_, new) in zip(score(s)[seat], score(after)[seat], strict=True))


def changes(s: Metropolys, seat: int, place: int, value: int) -> tuple[int, ...]:
    """Change of every player's points if that building of a player's hand were built there now."""
    after = s.copy()
    build(after, seat, place, value)
    return tuple(total_points(new) - total_points(old) for old, new in zip(score(s), score(after), strict=True))


def worth(s: Metropolys, seat: int, place: int, value: int) -> int:
    """Points of that building for its owner if it were built now, all that can be lost again among them."""
    return changes(s, seat, place, value)[seat]
