"""Themes of moves: the strongest effect of a move, in one word, by the reasons that explain it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..core.game import Action, Game
from ..core.reason import THEMES, Reason
from .explain import terms

NEARLY = 0.5
"""Share of the heaviest weight from which a reason counts."""
VERBS = {"pass": "pass", "take": "tempo", "reserve": "reserve", "buy": "engine", "bid": "bid"}
"""Themes of moves that nothing else explains."""
OTHER = "plan"


def theme(game: Game[Any], view: Any, line: Sequence[Action]) -> str:
    """The theme of the first move of a line; a pass is a theme of its own."""
    verb = line[0][0]
    main = None if verb == "pass" else main_reason(game, view, line)
    return main.theme if main and main.theme else VERBS.get(verb, OTHER)


def main_reason(game: Game[Any], view: Any, line: Sequence[Action], names: Sequence[str] = ()) -> Reason | None:
    """The reason that gives the first move of a line its theme; None if no reason has one.

    Of the reasons that weigh about as much as the heaviest, it is the one with the first of the THEMES.
    """
    weighed = sorted(terms(game, view, tuple(line), names), key=lambda reason: -reason.weight)
    heavy = [reason for reason in weighed if reason.weight >= NEARLY * weighed[0].weight]
    themed = [reason for reason in heavy if reason.theme in THEMES]
    return min(themed, key=lambda reason: THEMES.index(reason.theme), default=None)
