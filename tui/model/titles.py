"""Titles of matches: the game, with the options that differ from their defaults."""

from __future__ import annotations

from tabletown import rules
from tabletown.rules.core.match import Match


def title(match: Match) -> str:
    """Title of the game, with the options that differ from their defaults."""
    return ", ".join([match.game.TITLE, *variants(match)])


def title_with(game: str, variant: str) -> str:
    """Title of a game with its module or edition, unless that is the default one, which needs no name."""
    rules_of = rules.load(game)
    usual = rules_of.OPTIONS[0].choices[0][1] if rules_of.OPTIONS else ""
    return rules_of.TITLE if variant in ("", usual) else f"{rules_of.TITLE}, {variant}"


def variants(match: Match) -> list[str]:
    """Titles of the options that differ from their defaults."""
    choices = [dict(option.choices).get(match.options[option.key], "") for option in match.game.OPTIONS]
    return [
        title
        for title, option in zip(choices, match.game.OPTIONS, strict=True)
        if title and title != option.choices[0][1]
    ]
