"""Matched opponents: bots of any rating between the weakest and the strongest level.

Such a bot plays each of its moves like one of the two levels around its rating, more often like the nearer one. The
ratings of the levels are those of the ladder; `python -m tabletown.rules.arena ratings` writes them to `ratings.toml`.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import pairwise
from math import log10
from random import Random
from typing import Any

from ..core.game import Game
from ..core.text import join_words
from .player_rating import SPREAD

SEVERAL = ("", "", "two", "three", "four", "five")
"""Numbers of bots in words."""
MATCHED = "matched"
"""Name of a matched opponent before its rating is known, in menus and on command lines."""
WEAKEST = 500
"""Rating of the weakest level in every game; the ladder has it at 0."""
STEP, HIGHEST = 10, 3000
"""Matched opponents have ratings in these steps, from WEAKEST."""

Case = tuple[str, str, str]
"""Game, version as in `difficulty.toml`, and "two" or "more" players."""


def matched_name(rating: float) -> str:
    """Name of the matched opponent whose rating is nearest: "matched-1240"."""
    return f"{MATCHED}-{max(WEAKEST, min(HIGHEST, round(rating / STEP) * STEP))}"


RATINGS = {matched_name(rating): float(rating) for rating in range(WEAKEST, HIGHEST + 1, STEP)}
"""Ratings of matched opponents by their names."""


def bot_label(bot: str) -> str:
    """A bot in words: its name, or "matched 1,240"."""
    return f"{MATCHED} {RATINGS[bot]:,.0f}" if bot in RATINGS else bot


def bots_in_words(bots: Sequence[str]) -> str:
    """The bots of a game in words, those of one level together: "easy", "two easy bots", "two easy bots and hard"."""
    counts = Counter(map(bot_label, bots))
    return join_words([f"{SEVERAL[n]} {label} bots" if n > 1 else label for label, n in counts.items()])


@cache
def ratings_table() -> Mapping[str, Any]:
    """`ratings.toml`: game, version, "two" or "more" players, then the rating of each level, the weakest at 0."""
    return tomllib.loads(files(__package__).joinpath("ratings.toml").read_text(encoding="utf-8"))


def case_of(game: Game[Any], s: Any) -> Case | None:
    """The case of a position or view; None for a game whose bots have learned nothing. Three players count as four."""
    from .evaluation import game_ai

    ai = game_ai(game.NAME)
    return (game.NAME, ai.version(s), "two" if len(game.score(s)) == 2 else "more") if ai else None


def level_ratings(case: Case | None) -> dict[str, float]:
    """Rating of each level in a case, from weak to strong; empty where the ladder has none."""
    if case is None:
        return {}
    game, version, seats = case
    levels = ratings_table().get(game, {}).get(version, {}).get(seats, {})
    return {level: WEAKEST + float(rating) for level, rating in levels.items()}


def bot_rating(case: Case | None, bot: str) -> float | None:
    """Rating of a level or matched opponent in a case; None where it is not known."""
    levels = level_ratings(case)
    return levels.get(bot, RATINGS.get(bot)) if levels else None


def even_rating(case: Case | None, person: float, opponents: int) -> float:
    """Rating of each of several equal opponents that together win half of their games against a person.

    It is never below the weakest level, nor above the strongest.
    """
    levels = level_ratings(case).values()
    return max(min(levels), min(max(levels), person - SPREAD * log10(opponents))) if levels else person


def played_level(game: Game[Any], view: Any, bot: str, seed: str) -> str:
    """The level like which a bot plays a move: its own, or one of the two around the rating of a matched opponent."""
    if bot not in RATINGS:
        return bot
    levels = list(level_ratings(case_of(game, view)).items())
    return mixed(levels, RATINGS[bot], Random(f"{seed}/level").random()) if levels else NO_LADDER


NO_LADDER = "medium"
"""Level of a matched opponent in a game without a ladder."""


def mixed(levels: Sequence[tuple[str, float]], rating: float, chance: float) -> str:
    """One of the two levels around a rating, by a random number from 0 to 1."""
    for (low, below), (high, above) in pairwise(levels):
        if rating < above:
            return high if chance < (rating - below) / (above - below) else low
    return levels[-1][0]
