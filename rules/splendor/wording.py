"""Moves of Splendor in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ..core.game import Action
from ..core.text import Perspective, in_perspective, join_words
from .cards import COLOURS, GOLD, LEVELS, NOBLES
from .expansions import strongholds
from .expansions.registry import MODULES
from .gains import Gain, gains
from .names import placed, price, tokens
from .state import Splendor
from .turn import advance


def describe(s: Splendor, a: Action, perspective: Perspective = "third", brief: bool = False) -> str:
    """The action as a sentence without its subject, with nobles, a city and posts that come without a choice: "takes
    two white, gaining the noble (4 white and 4 blue)"; `brief` leaves out requirements and all other consequences.
    """
    move, *effects = phrases(s, a)
    rest = [gain.brief for gain in automatic(s, a)] if brief else [*effects, *(g.phrase for g in automatic(s, a))]
    return in_perspective(", ".join([move, *rest]), perspective)


def describe_named(s: Splendor, a: Action, names: Sequence[str]) -> str:
    """The action in the second person, with the name of the player who gets a stronghold back."""
    owner = strongholds.occupier(s, a[1]) if a[0] == "remove" else None
    if owner is None:
        return describe(s, a, "second")
    return ", ".join([phrases(s, a)[0], f"returning it to {names[owner]}", *(gain.phrase for gain in automatic(s, a))])


def phrases(s: Splendor, a: Action) -> tuple[str, ...]:
    """The action with its verb in the base form, then its immediate consequences: "buy a red card", "discarding 2 black
    bonuses".
    """
    return MODULES[s.module].phrases(s, a) or base_phrases(s, a)


def automatic(s: Splendor, a: Action) -> list[Gain]:
    """Gains at the end of the turn that the player does not choose, and which no chance can change."""
    after = s.copy()
    advance(after, a, Random(0))
    return [gain for gain in gains(s, after, s.player) if gain.kind != a[0]]


def base_phrases(s: Splendor, a: Action) -> tuple[str, ...]:
    gold = ("taking 1 gold",) if s.bank[GOLD] else ()
    match a:
        case ("take", (colour, two)) if colour == two:
            return (f"take two {COLOURS[colour]}",)
        case ("take", colours):
            return (f"take {join_words([COLOURS[c] for c in colours])}",)
        case ("reserve", card):
            return (f"reserve {placed(s, card)}", *gold)
        case ("reserve_blind", deck):
            title = f"level {deck % len(LEVELS) + 1} {'Orient ' * (deck >= len(LEVELS))}deck"
            return (f"reserve the top card of the {title}", *gold)
        case ("buy", card, paid):
            return (f"buy {placed(s, card)} {price(paid)}",)
        case ("return", colour):
            return (f"return a {COLOURS[colour]} token",)
        case ("noble", noble):
            return (f"gain the noble ({tokens(NOBLES[noble].cost)})",)
    return ("pass (no legal action)",)
