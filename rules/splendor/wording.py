"""Moves of Splendor in sentences."""

from __future__ import annotations

from random import Random

from ..core.game import Action
from ..core.text import Perspective, in_perspective, join_words
from .cards import COLOURS, GOLD, LEVELS, NOBLES
from .expansions.cities import Cities, city_requirement
from .expansions.registry import MODULES
from .names import name, tokens
from .state import Splendor
from .turn import advance


def describe(s: Splendor, a: Action, perspective: Perspective = "third") -> str:
    """The action as a sentence without its subject, with the noble or the city that the turn brings without a choice:
    "takes two white, gaining the noble (4 white and 4 blue)".
    """
    return in_perspective(describe_alone(s, a) + gained(s, a), perspective)


def describe_alone(s: Splendor, a: Action) -> str:
    """The action alone, its verb in the base form."""
    return MODULES[s.module].describe(s, a) or describe_base(s, a)


def gained(s: Splendor, a: Action) -> str:
    """The noble who visits at the end of the turn, or the city, where there is no choice; chance does not enter."""
    if a[0] in ("noble", "city"):
        return ""
    after, player = s.copy(), s.player
    advance(after, a, Random(0))
    gains = [
        f", gaining the noble ({tokens(NOBLES[noble].cost)})"
        for noble in after.players[player].nobles
        if noble not in s.players[player].nobles
    ]
    match s.extra, after.extra:
        case Cities(owned=old), Cities(owned=new) if (face := new[player]) is not None and old[player] is None:
            gains.append(f", taking the city ({city_requirement(face)})")
    return "".join(gains)


def describe_base(s: Splendor, a: Action) -> str:
    gold = ", with 1 gold" if s.bank[GOLD] else ""
    match a:
        case ("take", (one, two)) if one == two:
            return f"take two {COLOURS[one]}"
        case ("take", colours):
            return f"take {join_words([COLOURS[c] for c in colours])}"
        case ("reserve", card):
            return f"reserve {name(card)}{gold}"
        case ("reserve_blind", deck):
            return f"reserve the top {'Orient ' * (deck >= len(LEVELS))}card of level {deck % len(LEVELS) + 1}{gold}"
        case ("buy", card, paid):
            return f"buy {name(card)} for {tokens(paid)}"
        case ("return", colour):
            return f"return a {COLOURS[colour]} token"
        case ("noble", noble):
            return f"gain the noble ({tokens(NOBLES[noble].cost)})"
    return "pass (no legal action)"
