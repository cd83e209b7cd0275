"""Invariants of Splendor: every piece exists exactly once, and all counts agree with the pieces."""

from __future__ import annotations

from collections.abc import Callable

from ..core.game import total_points
from .cards import BASE_CARDS, CARDS, EMPTY, GOLD
from .expansions import cities, orient, strongholds, trading_posts
from .score import score
from .state import GOLD_TOKENS, TOKENS, Player, Splendor


def conserved(s: Splendor) -> str:
    """First fault of a full state, in words; empty when there is none."""
    return next(filter(None, (check(s) for check in CHECKS[s.module])), "")


def tokens(s: Splendor) -> str:
    gems = TOKENS[len(s.players)]
    held = [s.bank, *(p.tokens for p in s.players)]
    if list(map(sum, zip(*held, strict=True))) != [gems] * GOLD + [GOLD_TOKENS]:
        return "tokens were created or lost"
    return "a pile of tokens is below zero" if min(map(min, held)) < 0 else ""


def cards(s: Splendor) -> list[int]:
    """All cards in decks, market, tableaus and hands."""
    all_cards = [card for card in s.market if card != EMPTY] + [card for deck in s.decks for card in deck]
    for p in s.players:
        all_cards += p.cards + p.reserved + p.blind
    return all_cards


def base_cards(s: Splendor) -> str:
    return "" if sorted(cards(s)) == list(range(len(BASE_CARDS))) else "a development card is missing or duplicated"


def orient_cards(s: Splendor) -> str:
    used = [*cards(s), *orient.of(s).gone]
    return "" if sorted(used) == list(range(len(CARDS))) else "a development card is missing or duplicated"


def nobles(s: Splendor) -> str:
    return astray(s, [*s.nobles, *(n for p in s.players for n in p.nobles)])


def orient_nobles(s: Splendor) -> str:
    reserved = [n for patrons in orient.of(s).patrons for n in patrons]
    return astray(s, [*s.nobles, *(n for p in s.players for n in p.nobles), *reserved])


def astray(s: Splendor, nobles: list[int]) -> str:
    whole = len(nobles) == len(set(nobles)) == len(s.players) + 1
    return "" if whole else "a noble is missing or duplicated"


def tiles(s: Splendor) -> str:
    """Check for three different city tiles and no nobles; return the fault, if any."""
    at = cities.of(s)
    faces = [*at.table, *(face for face in at.owned if face is not None)]
    if s.nobles or any(p.nobles for p in s.players):
        return "a noble is in a game without nobles"
    whole = len(faces) == len({cities.FACES[face].tile for face in faces}) == cities.TILES
    return "" if whole else "a city is missing or duplicated"


def coats(s: Splendor) -> str:
    """Check that a player's coats of arms are on different posts whose requirements are met; return the fault."""
    for p, placed in zip(s.players, trading_posts.of(s).coats, strict=True):
        if len(set(placed)) != len(placed) or not all(trading_posts.met(p, post) for post in placed):
            return "a coat of arms is where it should not be"
    return ""


def forts(s: Splendor) -> str:
    """Check for at most three strongholds a player, on market cards with one owner each; return the fault, if any."""
    placed = strongholds.of(s).placed
    cards = [card for mine in placed for card in set(mine)]
    if any(len(mine) > strongholds.EACH for mine in placed):
        return "there are too many strongholds"
    if not set(cards) <= {card for card in s.market if card != EMPTY}:
        return "a stronghold is not on any card on the table"
    return "strongholds of two players are on one card" if len(set(cards)) != len(cards) else ""


def base_bonuses(s: Splendor) -> str:
    return next(filter(None, (miscounted(p, ()) for p in s.players)), "")


def orient_bonuses(s: Splendor) -> str:
    at = orient.of(s)
    due = [effect[1] for effect in at.effects if effect[0] == "associate"]
    for player, p in enumerate(s.players):
        held = [card for card in p.cards if CARDS[card].kind in orient.BAGS]
        if sorted(held) != sorted([card for card, _ in at.bags[player]] + due * (player == s.player)):
            return "a bag is not associated with a colour"
    each = zip(s.players, at.bags, strict=True)
    return next(filter(None, (miscounted(p, tuple(colour for _, colour in bags)) for p, bags in each)), "")


def miscounted(p: Player, bags: tuple[int, ...]) -> str:
    bonuses = [bags.count(colour) for colour in range(GOLD)]
    for card in p.cards:
        if CARDS[card].bonus < GOLD:
            bonuses[CARDS[card].bonus] += CARDS[card].bonuses
    return "bonuses do not match the cards bought" if p.bonuses != bonuses else ""


def points(s: Splendor) -> str:
    """Compare the points that players keep with a recount of their pieces; return the fault, if any."""
    totals = [total_points(parts) for parts in score(s)]
    return "points do not match the cards and nobles" if totals != [p.points for p in s.players] else ""


CHECKS: dict[str, tuple[Callable[[Splendor], str], ...]] = {
    "base": (tokens, base_cards, nobles, base_bonuses, points),
    "cities": (tokens, base_cards, tiles, base_bonuses, points),
    "trading_posts": (tokens, base_cards, nobles, base_bonuses, points, coats),
    "orient": (tokens, orient_cards, orient_nobles, orient_bonuses, points),
    "strongholds": (tokens, base_cards, nobles, base_bonuses, points, forts),
}
"""Checks of each module."""
