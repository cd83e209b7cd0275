"""A demo in text mode: bots play a game to its end, move by move in sentences."""

from __future__ import annotations

from tabletown.rules.bots.levels import choose
from tabletown.rules.core.match import Match

from ..narration import narrator
from .console import Page

UNHURRIED = 1e9
"""Positions that a bot may search: a node limit instead of a clock gives the same game for the same seed."""


def narrate(match: Match, page: Page) -> None:
    """Let bots play a game to its end, and print the moves."""
    page.say(*narrator.opening(match))
    while match.player is not None:
        view, bot = match.game.observe(match.state, match.player), match.seats[match.player].bot
        choice = choose(match.name, view, bot, match.seed_for(len(match.log), "bot"), nodes=UNHURRIED)
        match.act(choice.action)
        page.say(*(event.text for event in narrator.narrate(match, len(match.log) - 1, None)))
    page.say(*narrator.ending(match))
