"""Action table of Splendor: cards by where they lie, payments by their place among the legal ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from ...core.encoding import ActionGroup, Place
from ...core.game import Action
from ..cards import CARDS, GOLD, NOBLES
from ..expansions.cities import FACES
from ..limits import HAND_LIMIT
from ..state import Splendor

TAKES = tuple([colours for n in (3, 2, 1) for colours in combinations(range(GOLD), n)] + [(c, c) for c in range(GOLD)])
"""Gems that can be taken in one action."""

WAYS = {"base": 31, "cities": 31, "trading_posts": 31, "orient": 243, "strongholds": 31}
"""Most legal payments for one card, by module."""
CONQUEST_WAYS = 66
"""Most legal payments for a conquest, which comes after the action, when a player may hold 13 tokens."""


def action_groups(s: Splendor) -> tuple[ActionGroup, ...]:
    market, ways = len(s.market), WAYS[s.module]
    return (
        ActionGroup("take", (len(TAKES),), "gems: three colours, two, one, or a pair; see TAKES"),
        ActionGroup("reserve", (market,), "the card of a slot of the market"),
        ActionGroup("reserve_blind", (len(s.decks),), "the top card of a deck"),
        ActionGroup("buy", (market + HAND_LIMIT, ways), "a slot of the market or, after them, a card in hand; payment"),
        ActionGroup("return", (GOLD + 1,), "a token of a colour"),
        ActionGroup("pass", (), "no action is possible"),
        *(() if s.module == "cities" else (ActionGroup("noble", (len(NOBLES),), "a noble by its number"),)),
        *MODULE_GROUPS.get(s.module, ()),
    )


MODULE_GROUPS: dict[str, tuple[ActionGroup, ...]] = {
    "cities": (ActionGroup("city", (len(FACES),), "a face of a tile by its number"),),
    "trading_posts": (ActionGroup("token", (GOLD,), "the extra gem of a post, by colour"),),
    "orient": (
        ActionGroup("associate", (GOLD,), "the colour that a bag is attached to"),
        ActionGroup("free", (18,), "the free card in a slot of the market"),
        ActionGroup("reserve_noble", (len(NOBLES),), "a noble by its number"),
        ActionGroup("discard", (len(CARDS),), "a card of your own by its number"),
    ),
    "strongholds": (
        ActionGroup("place", (12,), "a stronghold onto a slot of the market"),
        ActionGroup("move", (12, 12), "a stronghold from a slot to another"),
        ActionGroup("remove", (12,), "another player's stronghold from a slot"),
        ActionGroup("conquer", (CONQUEST_WAYS,), "the card under your three strongholds; payment"),
        ActionGroup("decline", (), "the conquest"),
    ),
}
"""Groups that only a module has."""


def places(s: Splendor, legal: Sequence[Action]) -> list[Place]:
    """The place of each legal action. Payments for a card are numbered as `legal` lists them, the usual one 0."""
    slots = {card: slot for slot, card in enumerate(s.market)}
    spots = slots | {card: len(s.market) + n for n, card in enumerate(s.players[s.player].hand)}
    ways: Counter[int] = Counter()
    numbered: list[Place] = []
    for a in legal:
        match a:
            case ("take", colours):
                numbered.append(("take", (TAKES.index(colours),)))
            case ("buy", card, _):
                numbered.append(("buy", (spots[card], ways[card])))
                ways[card] += 1
            case ("conquer", card, _):
                numbered.append(("conquer", (ways[card],)))
                ways[card] += 1
            case ("reserve" | "free" | "place" | "move" | "remove" as verb, *cards):
                numbered.append((verb, tuple([slots[card] for card in cards])))
            case (verb, *numbers):
                numbered.append((verb, tuple(numbers)))
    return numbered
