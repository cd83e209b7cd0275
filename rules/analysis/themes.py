"""Themes of moves: the strongest effect of a move, in one word, by the phrases that explain it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ..core.game import Action, Game
from .explain import terms

PATTERNS: tuple[tuple[str, str], ...] = (
    ("finish", r"wins the game|shares the win|last round|the game ends|the last building"),
    ("deny", r"^keeps |^takes the last|^takes the objective|the subway card from"),
    ("noble", r"\bnoble\b"),
    ("city", r"\bcity\b"),
    ("post", r"\btrading post\b"),
    ("fort", r"^protects|^unblocks|strongholds on"),
    ("objective", r"\bobjective\b|completes a group|fits your|would complete"),
    ("order", r"^acts "),
    ("build", r"^builds on|can then build|building in hand|^takes Best Builder"),
    ("permit", r"\bpermits?\b"),
    ("development", r" card$| card \(|development|rubble token"),
    ("money", r"^earns|^leaves \$"),
    ("bid", r"outbid|cheapest building|costs only|highest building|has a \w+ token"),
    ("points", r"^scores|affordable next turn"),
    ("tempo", r"can then afford|works towards|can still afford|still needs"),
    ("reserve", r"^secures|reserves a card|gold token"),
    ("engine", r"bonus discounts"),
)
"""Themes and the phrases that show them, those that say most first."""
NEARLY = 0.5
"""Share of the heaviest weight from which a phrase counts."""
VERBS = {"pass": "pass", "take": "tempo", "reserve": "reserve", "buy": "engine", "bid": "bid"}
"""Themes of moves that nothing else explains."""
OTHER = "plan"


def theme(game: Game[Any], view: Any, line: Sequence[Action]) -> str:
    """The theme of the first move of a line; a pass is a theme of its own."""
    verb = line[0][0]
    return verb if verb == "pass" else themed(game, view, line)[0] or VERBS.get(verb, OTHER)


def themed(game: Game[Any], view: Any, line: Sequence[Action], names: Sequence[str] = ()) -> tuple[str, str]:
    """The theme that the phrases on a move show, and the phrase that shows it; both empty for none.

    Of the phrases that weigh about as much as the heaviest, the one with the first of the PATTERNS counts.
    """
    weighed = sorted(terms(game, view, tuple(line), names), key=lambda term: -term[0])
    heavy = [phrase for weight, phrase in weighed if weight >= NEARLY * weighed[0][0]]
    for name, pattern in PATTERNS:
        for phrase in heavy:
            if re.search(pattern, phrase):
                return name, phrase
    return "", ""
