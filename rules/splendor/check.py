"""Conservation in Splendor: every token, card and noble is somewhere, once, and what is counted agrees."""

from __future__ import annotations

from .cards import CARDS, EMPTY, GOLD, LEVELS, NOBLES
from .state import GOLD_TOKENS, TOKENS, Player, Splendor

ALL_CARDS = list(range(len(CARDS)))


def conserved(s: Splendor) -> str:
    """What is wrong with a full state, for people; empty when nothing is."""
    if lost := tokens_lost(s):
        return lost
    if cards(s) != ALL_CARDS:
        return "a development card is missing or double"
    nobles = [*s.nobles, *(n for p in s.players for n in p.nobles)]
    if len(nobles) != len(s.players) + 1 or len(set(nobles)) != len(nobles):
        return "a noble is missing or double"
    return next(filter(None, map(miscounted, s.players)), "")


def tokens_lost(s: Splendor) -> str:
    gems = TOKENS[len(s.players)]
    held = [s.bank, *(p.tokens for p in s.players)]
    if list(map(sum, zip(*held, strict=True))) != [gems] * GOLD + [GOLD_TOKENS]:
        return "tokens were made or lost"
    return "a pile of tokens is below zero" if min(map(min, held)) < 0 else ""


def cards(s: Splendor) -> list[int]:
    """All the cards there are, sorted."""
    found = [card for card in s.market if card != EMPTY]
    for level in LEVELS:
        found += s.decks[level]
    for p in s.players:
        found += p.cards + p.reserved + p.blind
    return sorted(found)


def miscounted(p: Player) -> str:
    bonuses = [0] * GOLD
    for card in p.cards:
        bonuses[CARDS[card].bonus] += 1
    if p.bonuses != bonuses:
        return "bonuses differ from the cards bought"
    points = sum(CARDS[card].points for card in p.cards) + sum(NOBLES[noble].points for noble in p.nobles)
    return "points differ from cards and nobles" if p.points != points else ""
