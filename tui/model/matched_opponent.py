"""The opponent matched to your rating, at which you win about half of your games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from tabletown import rules
from tabletown.rules.bots.level_descriptions import LEVELS
from tabletown.rules.bots.matched import (
    MATCHED,
    NO_LADDER,
    RATINGS,
    Case,
    bot_rating,
    case_of,
    even_rating,
    level_ratings,
    matched_name,
)
from tabletown.rules.core.game import defaults
from tabletown.rules.core.match import Match, Seat

from . import files
from .rating import History, Kind, kind_of, rating_of, read_histories
from .rating_words import figure
from .titles import title

BEST_KNOWN = "splendor"
"""The game that most people know, whose bots have ratings."""
DESCRIPTION = "Finds the strength at which you win about half your games."
NO_RATINGS = f"The bots in this game have no ratings; your opponent plays at {NO_LADDER} level."


def case_for(game: str, options: Mapping[str, str], seats: int) -> Case | None:
    """The case of a new game."""
    module = rules.load(game)
    return case_of(module, module.setup(seats, options, Random(0)))


def options_of(kind: Kind) -> dict[str, str]:
    """Options of a new game of a kind: the defaults but for the first, which decides the module or edition."""
    game = rules.load(kind[0])
    usual = defaults(game)
    if not game.OPTIONS:
        return usual
    first = game.OPTIONS[0]
    ways = ({**usual, first.key: value} for value, _ in first.choices)
    return next((options for options in ways if kind_of(case_for(game.NAME, options, 2)) == kind), usual)


def first_kind() -> Kind:
    """The kind of game for a first rating: the game that was chosen last, if its bots have ratings."""
    last = files.remembered("last-game").get("game")
    names = [last] if last in rules.GAMES else []
    kinds = (kind_of(case_for(name, defaults(rules.load(name)), 2)) for name in (*names, BEST_KNOWN))
    return next(kind for kind in kinds if kind)


def title_of(kind: Kind) -> str:
    """Title of a kind of game."""
    return title(Match(kind[0], [Seat("You"), Seat("Hana", NO_LADDER)], options_of(kind), 0))


def unrated(game: str, options: Mapping[str, str], bots: Sequence[str]) -> str:
    """Why a new game will not be rated, in a few words, given the bot of each seat, empty for a person; empty if it
    may be.
    """
    case = case_for(game, options, len(bots))
    if bots.count("") != 1 or len(bots) < 2:
        return "ratings are for one person against bots"
    if kind_of(case) is None or any(bot != MATCHED and bot_rating(case, bot) is None for bot in bots if bot):
        return "the bots in this game have no ratings"
    return ""


def matched_bot(case: Case | None, seats: int, histories: Sequence[History]) -> str:
    """Name of the bot that is matched to you now; that of a level in a game without ratings."""
    if not level_ratings(case):
        return NO_LADDER
    return matched_name(even_rating(case, rating_of(kind_of(case), histories).mean, seats - 1))


def with_matched(game: str, options: Mapping[str, str], seats: Sequence[Seat]) -> list[Seat]:
    """Seats of a new game, in which each opponent that is to be matched has your strength as it is now."""
    if all(seat.bot != MATCHED for seat in seats):
        return list(seats)
    bot = matched_bot(case_for(game, options, len(seats)), len(seats), read_histories())
    return [seat._replace(bot=bot) if seat.bot == MATCHED else seat for seat in seats]


def to_match_again(seats: Sequence[Seat]) -> list[Seat]:
    """Seats of a rematch, in which matched opponents are to be matched again."""
    return [seat._replace(bot=MATCHED) if seat.bot in RATINGS else seat for seat in seats]


def introduction(match: Match) -> str:
    """Sentence on the matched opponents of a match; empty if there are none."""
    matched = [seat.bot for seat in match.seats if seat.bot in RATINGS]
    if not matched:
        return ""
    rating = f"{RATINGS[matched[0]]:,.0f}"
    if len(matched) > 1:
        return f"Your opponents are each rated about {rating}, matched to you."
    return f"Your opponent is rated about {rating}, matched to you."


def preview(game: str, options: Mapping[str, str], seats: int, histories: Sequence[History] | None) -> list[str]:
    """Lines on a matched opponent in a menu; without histories, before they are read, not its strength."""
    case = case_for(game, options, seats)
    if not level_ratings(case):
        return [DESCRIPTION, NO_RATINGS]
    if histories is None:
        return [DESCRIPTION, "Reading your games ..."]
    bot, rating = matched_bot(case, seats, histories), rating_of(kind_of(case), histories)
    yours = f"your rating is {figure(rating)}" if rating.games else "you have no rating in this game yet"
    return [
        DESCRIPTION,
        f"Your opponent is rated about {RATINGS[bot]:,.0f}, matched to you; {yours}.",
        levels_line(case),
    ]


def levels_line(case: Case | None) -> str:
    """The levels with their ratings in one line."""
    ratings = level_ratings(case)
    return "Levels: " + ", ".join(f"{level} {ratings[level]:,.0f}" for level in LEVELS) + "."
