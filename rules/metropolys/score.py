"""Prestige points and victory in Metropolys (rulebook, "End of the game", Family and Expert)."""

from __future__ import annotations

from ..core.game import Score, total_points
from .board import DISTRICT_PLACES, DISTRICTS
from .objectives import EXPERT_AREA, grouping, paid
from .state import ARCHAEOLOGY, SUBWAY, TRENDY, Metropolys, Player
from .turn import build

TOKEN_POINTS = (3, 1, -1)
"""For a trendy, a subway and an archaeology token."""
SUBWAY_CARD = 3
ARCHAEOLOGY_CARD = -2
HIGHEST = 5
"""For the highest building of a district."""


def score(s: Metropolys) -> tuple[Score, ...]:
    """Prestige points of every player, counted from the pieces; a card that is not known counts nothing."""
    highest = highest_buildings(s) if s.version == "expert" else []
    return tuple(parts(s, seat, p, highest) for seat, p in enumerate(s.players))


def parts(s: Metropolys, seat: int, p: Player, highest: list[tuple[int, ...]]) -> Score:
    common = (
        ("Trendy tokens", TOKEN_POINTS[TRENDY] * p.tokens[TRENDY]),
        ("Subway tokens", TOKEN_POINTS[SUBWAY] * p.tokens[SUBWAY]),
        ("Subway card", SUBWAY_CARD * (s.subway_card == seat)),
        ("Archaeology tokens", TOKEN_POINTS[ARCHAEOLOGY] * p.tokens[ARCHAEOLOGY]),
        ("Archaeology card", ARCHAEOLOGY_CARD * (s.archaeology_card == seat)),
        ("Area card", paid(p.cards[0], p.places)),
    )
    if s.version != "expert":
        return common
    return (
        *common,
        ("Neighbourhood card", paid(p.cards[1], p.places)),
        ("Highest buildings", HIGHEST * sum(seat in best for best in highest)),
    )


def skyline(p: Player, district: int) -> tuple[int, int, int]:
    """How many tall, medium and small buildings a player has in a district.

    The larger of two skylines has the higher building where they first differ: the highest, second highest and so on.
    """
    small, medium, tall = p.built
    there = DISTRICT_PLACES[district]
    return (tall & there).bit_count(), (medium & there).bit_count(), (small & there).bit_count()


def highest_buildings(s: Metropolys) -> list[tuple[int, ...]]:
    """For each district who has the highest building, all of them on a tie, nobody where nothing is built."""
    return [highest_in(s, district) for district in range(len(DISTRICTS))]


def highest_in(s: Metropolys, district: int) -> tuple[int, ...]:
    skylines = [skyline(p, district) for p in s.players]
    best = max(skylines)
    return tuple(seat for seat, found in enumerate(skylines) if found == best) if any(best) else ()


def winners(s: Metropolys) -> tuple[int, ...]:
    """Most points; then most buildings built; then the victory is shared."""
    ranks = [(total_points(found), p.places.bit_count()) for found, p in zip(score(s), s.players, strict=True)]
    best = max(ranks)
    return tuple(seat for seat, rank in enumerate(ranks) if rank == best)


def groups(s: Metropolys, seat: int) -> tuple[int, ...]:
    """The groups that pay for a player's expert area card, as masks; none if the card is another or not known."""
    p = s.players[seat]
    return grouping(p.cards[0], p.places) if p.cards[0] in EXPERT_AREA else ()


def gains(s: Metropolys, seat: int, place: int, value: int) -> Score:
    """By what each part of a player's score changes if that building of the hand is built there now."""
    after = s.copy()
    build(after, seat, place, value)
    return tuple((label, new - old) for (label, old), (_, new) in zip(score(s)[seat], score(after)[seat], strict=True))
