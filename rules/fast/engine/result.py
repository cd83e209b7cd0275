"""Points and winners, compiled, counted from the pieces."""

from __future__ import annotations

from ...splendor.cards import LEVELS
from . import layout as at
from . import tables
from .compiled import part
from .layout import BLOCK, CITIES, NONE, PLAYERS, POSTS, Row
from .turn import post_points

NOBLE_PART, POST_PART = len(LEVELS), len(LEVELS) + 1
PARTS = POST_PART + 1
"""Parts of a player's points: cards of each level, nobles, trading posts."""


@part
def count_points(s: Row, points: Row) -> None:
    """Count every player's points: PARTS of them follow each other for each player."""
    for player in range(int(s[at.SEATS])):
        p = PLAYERS + player * BLOCK
        for i in range(PARTS):
            points[player * PARTS + i] = 0
        for i in range(int(s[p + at.BOUGHT])):
            card = s[p + at.CARDS + i]
            points[player * PARTS + tables.LEVEL[card]] += tables.CARD_POINTS[card]
        for i in range(int(s[p + at.VISITED])):
            points[player * PARTS + NOBLE_PART] += tables.NOBLE_POINTS[s[p + at.VISITORS + i]]
        if s[at.MODULE] == POSTS:
            points[player * PARTS + POST_PART] = post_points(s, player)


@part
def contends(s: Row, player: int) -> bool:
    """True for a player who may win: in The Cities an owner of a city, unless nobody has one."""
    if s[at.MODULE] != CITIES or s[at.OWNED + player] != NONE:
        return True
    for other in range(int(s[at.SEATS])):
        if s[at.OWNED + other] != NONE:
            return False
    return True


@part
def find_winners(s: Row, wins: Row) -> None:
    """Mark the winners: `wins` has a cell for each player, 1 for a winner and else 0."""
    best = -1
    for player in range(int(s[at.SEATS])):
        p = PLAYERS + player * BLOCK
        rank = s[p + at.POINTS] * 128 + 127 - s[p + at.BOUGHT]
        if contends(s, player) and rank > best:
            best = rank
    for player in range(int(s[at.SEATS])):
        p = PLAYERS + player * BLOCK
        rank = s[p + at.POINTS] * 128 + 127 - s[p + at.BOUGHT]
        wins[player] = 1 if contends(s, player) and rank == best else 0
