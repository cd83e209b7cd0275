"""Notation of moves of Splendor, for typing and for the log."""

from __future__ import annotations

from ..core.game import Action
from .cards import LETTERS, LEVELS
from .expansions.orient import Orient
from .expansions.registry import MODULES
from .names import slot_label, unusual
from .state import Splendor


def deck_name(deck: int) -> str:
    """Name of a deck: "1" for level 1, "o1" for the Orient's."""
    return f"{'o' * (deck >= len(LEVELS))}{deck % len(LEVELS) + 1}"


def noble_name(s: Splendor, noble: int) -> str:
    """Name of a noble: "1" for the first on the table, "r1" for the first reserved by the player to move."""
    if noble in s.nobles:
        return f"{s.nobles.index(noble) + 1}"
    assert isinstance(s.extra, Orient)
    return f"r{s.extra.patrons[s.player].index(noble) + 1}"


def notation(s: Splendor, a: Action) -> str:
    """Notation: "take wug", "reserve 2-3", "reserve 2" (face down; "reserve o2" from the Orient), "buy r1", "buy 1-4
    w*" (with an unusual payment), "return r", "noble 1" ("noble r1": reserved), "pass", and those of the module.
    """
    match a:
        case ("take", colours):
            return "take " + "".join(LETTERS[c] for c in colours)
        case ("reserve", card):
            return f"reserve {slot_label(s, card)}"
        case ("reserve_blind", deck):
            return f"reserve {deck_name(deck)}"
        case ("buy", card, paid):
            return f"buy {slot_label(s, card)}{unusual(paid, MODULES[s.module].payments(s, s.player, card))}"
        case ("return", colour):
            return f"return {LETTERS[colour]}"
        case ("noble", noble):
            return f"noble {noble_name(s, noble)}"
        case ("pass",):
            return "pass"
    return MODULES[s.module].notation(s, a)
