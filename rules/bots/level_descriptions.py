"""Levels and other bots by name, with the words that describe them in menus and on command lines."""

from __future__ import annotations

from typing import NamedTuple

from .matched import RATINGS, bot_label


class Level(NamedTuple):
    """A bot to play against."""

    title: str
    description: str
    parallel: bool = False
    """True when several processes search a move independently (root parallelisation)."""
    finishes: bool = False
    """True when the bot ends a game that it has won as soon as it can."""
    sensible: bool = False
    """True when the bot leaves out actions that look foolish, although it misjudges others."""


LEVELS = {
    "novice": Level("Novice", "Plays the first move that looks good, and is often wrong."),
    "easy": Level("Easy", "Plans its own next turn and ignores everyone else.", sensible=True),
    "medium": Level("Medium", "Weighs up what each move does for every player."),
    "hard": Level("Hard", "Searches likely continuations before it moves.", finishes=True),
    "master": Level("Master", "Searches at full strength, up to five seconds a move.", parallel=True, finishes=True),
}
"""Levels for players, from weak to strong."""

ALGORITHMS = {
    "random": Level("Random", "Plays a random legal move."),
    "greedy": Level("Greedy", "Picks the move that leaves it best placed after its turn."),
    "minimax": Level("Minimax", "Searches several turns ahead."),
    "ismcts": Level("Tree search", "Tree search over samples of the hidden cards."),
}
"""Algorithms without handicaps, for experiments and comparisons."""

NAMED = LEVELS | ALGORITHMS
"""Every bot that can be chosen by its own name."""

BOTS = NAMED | {
    name: Level("Matched", f"Plays at a rating of about {rating:,.0f}.") for name, rating in RATINGS.items()
}
"""Every bot that a saved game may name: also matched opponents, whose moves are those of levels."""


def bot_kind(bot: str) -> str:
    """A kind of bot in words: "easy bot", "matched 1,240 bot"; "bot" for an algorithm, which no menu offers."""
    return "bot" if bot in ALGORITHMS else f"{bot_label(bot)} bot"


def find_level(name: str) -> Level:
    """The bot of that name; raises ValueError, whose message lists the choices."""
    if name not in BOTS:
        raise ValueError(f"unknown bot {name!r}; choose from {', '.join(NAMED)}")
    return BOTS[name]
