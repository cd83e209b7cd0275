"""A view of Splendor in numbers. Colours are white, blue, green, red, black and gold."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from ...core.encoding import Segment, bits, clockwise, joined, marks, one_hot
from ..cards import BACK, BASE_CARDS, CARDS, EMPTY, GOLD, NOBLES, deck_of
from ..expansions import cities, orient, strongholds, trading_posts
from ..limits import HAND_LIMIT
from ..state import Player, Splendor, deck_size
from ..turn import ORDER

KINDS = tuple(dict.fromkeys(card.kind for card in CARDS))
BAGS = tuple(card for card, c in enumerate(CARDS) if c.kind in orient.BAGS)
EFFECTS = ("associate", "free", "reserve_noble", "discard")
MOST_EFFECTS = 4
"""Pending effects of the Orient that are shown, the next one first."""
EFFECT = len(EFFECTS) + 1 + GOLD + 1
"""Numbers of an effect: its kind, the level of a free card, the colour and the number of bonuses to discard."""


class Extra(NamedTuple):
    """Segments that a module adds to an observation, and their numbers."""

    segments: Callable[[int], tuple[Segment, ...]]
    """Segments by number of players."""
    numbers: Callable[[Splendor, list[int]], dict[str, list[int]]]
    """Numbers of a view, given the order of seats."""


def card_size(module: str) -> int:
    """Numbers that describe a card."""
    return 1 + 1 + GOLD + GOLD + (len(KINDS) + GOLD if module == "orient" else 0)


@cache
def card_numbers(card: int, module: str) -> list[int]:
    """A face-up card: 1, points, bonuses by colour, cost by colour; in The Orient kind and colour to discard too.

    All 0 for an empty slot or a back.
    """
    if card >= BACK:
        return [0] * card_size(module)
    c = CARDS[card]
    bonuses = [c.bonuses * (c.bonus == colour) for colour in range(GOLD)]
    plain = [1, c.points, *bonuses, *c.cost]
    return plain + one_hot(KINDS.index(c.kind), len(KINDS)) + one_hot(c.discards, GOLD) if module == "orient" else plain


def hand_numbers(s: Splendor, p: Player) -> list[int]:
    """The reserved cards: each as on the market, then its deck, which is known of a back too."""
    decks, module = len(s.decks), s.module
    hand = (*p.hand, *[EMPTY] * (HAND_LIMIT - len(p.hand)))
    return joined(
        [card_numbers(card, module) + one_hot(deck_of(card) if card < EMPTY else None, decks) for card in hand]
    )


def segments(s: Splendor) -> tuple[Segment, ...]:
    seats, decks, card = len(s.players), len(s.decks), card_size(s.module)
    return (
        Segment("step", (len(ORDER[s.module]),), 1, "step of the turn that waits for a decision"),
        Segment("to_move", (seats,), 1, "the player to move"),
        Segment("seat", (seats,), 1, "your own seat; seat 0 starts"),
        Segment("last_round", (1,), 1, "it is the last round"),
        Segment("passes", (1,), seats, "passes in a row"),
        Segment("bank", (GOLD + 1,), 7, "tokens left by colour"),
        Segment("deck_sizes", (decks,), 40, "cards left in each deck"),
        Segment("market", (len(s.market), card), 7, "each slot: card there, points, bonuses, cost (see card_numbers)"),
        Segment("unseen", (cards_in(s),), 1, "cards that may be in a deck or face down in another hand, by number"),
        Segment("nobles", (len(NOBLES),), 1, "nobles on the table by number"),
        Segment("tokens", (seats, GOLD + 1), 13, "tokens of each player"),
        Segment("bonuses", (seats, GOLD), 40, "bonuses of each player"),
        Segment("points", (seats,), 60, "prestige points of each player"),
        Segment("cards", (seats, cards_in(s)), 1, "cards of each player by number"),
        Segment("hands", (seats, HAND_LIMIT, card + decks), 7, "reserved cards: as on the market, then the deck"),
        Segment("visits", (seats, len(NOBLES)), 1, "nobles of each player by number"),
        *(EXTRAS[s.module].segments(seats) if s.module in EXTRAS else ()),
    )


def cards_in(s: Splendor) -> int:
    """Number of cards in the game."""
    return len(CARDS) if s.module == "orient" else len(BASE_CARDS)


def numbers(view: Splendor, player: int) -> dict[str, list[int]]:
    seats = clockwise(len(view.players), player)
    players, size = [view.players[seat] for seat in seats], cards_in(view)
    extra = EXTRAS[view.module].numbers(view, seats) if view.module in EXTRAS else {}
    return {
        "step": one_hot(view.step, len(ORDER[view.module])),
        "to_move": one_hot(None if view.over else seats.index(view.player), len(seats)),
        "seat": one_hot(player, len(seats)),
        "last_round": [int(view.last_round)],
        "passes": [view.passes],
        "bank": view.bank,
        "deck_sizes": [deck_size(view, deck) for deck in range(len(view.decks))],
        "market": joined([card_numbers(card, view.module) for card in view.market]),
        "unseen": marks(joined(view.decks), size),
        "nobles": marks(view.nobles, len(NOBLES)),
        "tokens": joined([p.tokens for p in players]),
        "bonuses": joined([p.bonuses for p in players]),
        "points": [p.points for p in players],
        "cards": joined([marks(p.cards, size) for p in players]),
        "hands": joined([hand_numbers(view, p) for p in players]),
        "visits": joined([marks(p.nobles, len(NOBLES)) for p in players]),
        **extra,
    }


def city_segments(seats: int) -> tuple[Segment, ...]:
    faces = len(cities.FACES)
    return (
        Segment("city_table", (faces,), 1, "city faces on the table by number"),
        Segment("cities", (seats, faces), 1, "city of each player by number"),
    )


def city_numbers(view: Splendor, seats: list[int]) -> dict[str, list[int]]:
    at, faces = cities.of(view), len(cities.FACES)
    return {
        "city_table": marks(at.table, faces),
        "cities": joined([one_hot(at.owned[seat], faces) for seat in seats]),
    }


def post_segments(seats: int) -> tuple[Segment, ...]:
    return (
        Segment("coats", (seats, len(trading_posts.POSTS)), 1, "posts with a coat of arms of each player"),
        Segment("barred", (GOLD + 1,), 1, "colour that a pending extra gem may not have; gold for none barred"),
    )


def post_numbers(view: Splendor, seats: list[int]) -> dict[str, list[int]]:
    posts = trading_posts.of(view)
    return {
        "coats": joined([marks(posts.coats[seat], len(trading_posts.POSTS)) for seat in seats]),
        "barred": one_hot(posts.barred, GOLD + 1),
    }


def orient_segments(seats: int) -> tuple[Segment, ...]:
    return (
        Segment("bags", (seats, len(BAGS), GOLD), 1, "colour of each bag card of each player"),
        Segment("patrons", (seats, len(NOBLES)), 1, "nobles reserved by each player"),
        Segment("effects", (MOST_EFFECTS, EFFECT), 2, "pending effects: kind, level, colour and number to discard"),
    )


def orient_numbers(view: Splendor, seats: list[int]) -> dict[str, list[int]]:
    at = orient.of(view)
    bags = [dict(at.bags[seat]) for seat in seats]
    effects = [effect_numbers(effect) for effect in at.effects[:MOST_EFFECTS]]
    return {
        "bags": joined([one_hot(own.get(card), GOLD) for own in bags for card in BAGS]),
        "patrons": joined([marks(at.patrons[seat], len(NOBLES)) for seat in seats]),
        "effects": joined(effects + [[0] * EFFECT] * (MOST_EFFECTS - len(effects))),
    }


def effect_numbers(effect: orient.Effect) -> list[int]:
    """A pending effect: its kind, then the level of a free card, or the colour and number of bonuses to discard."""
    kind, argument, *owed = effect
    discard = kind == "discard"
    return [
        *one_hot(EFFECTS.index(kind), len(EFFECTS)),
        argument if kind == "free" else 0,
        *one_hot(argument if discard else None, GOLD),
        *(owed or [0]),
    ]


def stronghold_segments(seats: int) -> tuple[Segment, ...]:
    return (
        Segment("strongholds", (seats, 12), strongholds.EACH, "strongholds of each player by slot of the market"),
        Segment("bought", (1,), 1, "a stronghold must be placed, moved or removed"),
    )


def stronghold_numbers(view: Splendor, seats: list[int]) -> dict[str, list[int]]:
    forts = strongholds.of(view)
    return {
        "strongholds": joined([[forts.placed[seat].count(card) for card in view.market] for seat in seats]),
        "bought": bits(forts.bought, 1),
    }


EXTRAS = {
    "cities": Extra(city_segments, city_numbers),
    "trading_posts": Extra(post_segments, post_numbers),
    "orient": Extra(orient_segments, orient_numbers),
    "strongholds": Extra(stronghold_segments, stronghold_numbers),
}
