"""Moves of Splendor in sentences."""

from __future__ import annotations

from random import Random

from ..core.game import Action
from ..core.text import Perspective, in_perspective, join_words
from .cards import COLOURS, GOLD, LEVELS, NOBLES
from .expansions.cities import Cities, city_requirement
from .expansions.registry import MODULES
from .names import name, price, tokens
from .state import Splendor
from .turn import advance


def describe(s: Splendor, a: Action, perspective: Perspective = "third", brief: bool = False) -> str:
    """The action as a sentence without its subject, with a noble or city that the turn brings without a choice: "takes
    two white, gaining the noble (4 white and 4 blue)"; `brief` leaves out all consequences.
    """
    move, *effects = phrases(s, a)
    return in_perspective(move if brief else ", ".join([move, *effects, *gained(s, a)]), perspective)


def phrases(s: Splendor, a: Action) -> tuple[str, ...]:
    """The action with its verb in the base form, then its immediate consequences: "buy a red card", "discarding 2 black
    bonuses".
    """
    return MODULES[s.module].phrases(s, a) or base_phrases(s, a)


def gained(s: Splendor, a: Action) -> list[str]:
    """Phrases for a noble or city gained at the end of the turn without a choice, which no chance can change."""
    if a[0] in ("noble", "city"):
        return []
    after, player = s.copy(), s.player
    advance(after, a, Random(0))
    gains = [
        f"gaining the noble ({tokens(NOBLES[noble].cost)})"
        for noble in after.players[player].nobles
        if noble not in s.players[player].nobles
    ]
    match s.extra, after.extra:
        case Cities(owned=old), Cities(owned=new) if (face := new[player]) is not None and old[player] is None:
            gains.append(f"taking the city ({city_requirement(face)})")
    return gains


def base_phrases(s: Splendor, a: Action) -> tuple[str, ...]:
    gold = ("taking 1 gold",) if s.bank[GOLD] else ()
    match a:
        case ("take", (colour, two)) if colour == two:
            return (f"take two {COLOURS[colour]}",)
        case ("take", colours):
            return (f"take {join_words([COLOURS[c] for c in colours])}",)
        case ("reserve", card):
            return (f"reserve {name(card)}", *gold)
        case ("reserve_blind", deck):
            title = f"level {deck % len(LEVELS) + 1} {'Orient ' * (deck >= len(LEVELS))}deck"
            return (f"reserve the top card of the {title}", *gold)
        case ("buy", card, paid):
            return (f"buy {name(card)} {price(paid)}",)
        case ("return", colour):
            return (f"return a {COLOURS[colour]} token",)
        case ("noble", noble):
            return (f"gain the noble ({tokens(NOBLES[noble].cost)})",)
    return ("pass (no legal action)",)
