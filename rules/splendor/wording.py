"""Moves of Splendor in sentences."""

from __future__ import annotations

from random import Random

from ..core.game import Action
from ..core.text import join_words
from .cards import COLOURS, GOLD, LEVELS, NOBLES
from .expansions.cities import Cities, asks
from .expansions.registry import MODULES
from .names import name, tokens
from .state import Splendor
from .turn import advance


def describe(s: Splendor, a: Action) -> str:
    """The action as a sentence without its subject, and the noble or the city that it brings without a choice."""
    return describe_alone(s, a) + brought(s, a)


def describe_alone(s: Splendor, a: Action) -> str:
    """The action without what it brings by itself."""
    return MODULES[s.module].describe(s, a) or describe_base(s, a)


def brought(s: Splendor, a: Action) -> str:
    """The noble who comes by itself at the end of the turn, or the city; what chance deals does not enter."""
    if a[0] in ("noble", "city"):
        return ""
    after, player = s.copy(), s.player
    advance(after, a, Random(0))
    told = [
        f", welcoming the noble of {tokens(NOBLES[noble].cost)}"
        for noble in after.players[player].nobles
        if noble not in s.players[player].nobles
    ]
    match s.extra, after.extra:
        case Cities(owned=old), Cities(owned=new) if (face := new[player]) is not None and old[player] is None:
            told.append(f", taking the city of {asks(face)}")
    return "".join(told)


def describe_base(s: Splendor, a: Action) -> str:
    gold = ", with 1 gold" if s.bank[GOLD] else ""
    match a:
        case ("take", (one, two)) if one == two:
            return f"takes two {COLOURS[one]}"
        case ("take", colours):
            return f"takes {join_words([COLOURS[c] for c in colours])}"
        case ("reserve", card):
            return f"reserves {name(card)}{gold}"
        case ("reserve_blind", deck):
            return f"reserves the top {'Orient ' * (deck >= len(LEVELS))}card of level {deck % len(LEVELS) + 1}{gold}"
        case ("buy", card, paid):
            return f"buys {name(card)} for {tokens(paid)}"
        case ("return", colour):
            return f"returns a {COLOURS[colour]} token"
        case ("noble", noble):
            return f"is visited by the noble of {tokens(NOBLES[noble].cost)}"
    return "passes, for nothing else is possible"
