"""The module or edition of a game in a sentence."""

from __future__ import annotations

from tabletown import rules
from tabletown.rules.core.game import Options, defaults

from . import game_ui


def added(game: str, options: Options) -> list[str]:
    """A sentence on each option that is not the usual one, such as a module; none for the plain game."""
    usual, choices = defaults(rules.load(game)), game_ui.load(game).choices
    chosen = [(key, value) for key, value in options.items() if value != usual[key]]
    return [choices[key][value] for key, value in chosen if value in choices.get(key, {})]
