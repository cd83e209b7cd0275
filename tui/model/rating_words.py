"""Ratings in words: on a screen, at the end of a game, in lines of text, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import fill
from typing import Any, NamedTuple

from tabletown.rules.bots.level_descriptions import BOTS
from tabletown.rules.bots.matched import (
    RATINGS,
    WEAKEST,
    bot_label,
    bot_rating,
    even_rating,
    level_ratings,
    matched_name,
)
from tabletown.rules.bots.player_rating import FIRST_MEAN, PROVISIONAL, PlayerRating
from tabletown.rules.core.save_file import Record
from tabletown.rules.core.text import final_score, join_words, plural

from ..narration.grammar import sentence
from .files import records_folder
from .rating import History, RatedGame, read_histories
from .results import is_first_try, name_of, streaks

NOT_YET = "not yet"
RATING, EVEN_GAME, NEXT_LEVEL, HISTORY = "Rating", "Even game", "Next to beat", "So far"
CERTAINTY = "Certainty"
"""Label of a figure that has none beside the ladder, where it stands below the rating."""
YOU, AIM = "You", "next to beat"
"""Your name among the levels, and the word for the level to beat next."""
RECENT = 8
"""Games in a list of the latest ones."""
NOTHING = (
    "No rating yet. Your first rated game gives a rough one, and each more makes it surer. It appears here with its "
    "line, your best win and your games. A game against bots is rated as long as you use no hints, no undo and no "
    "coach, who warns of costly moves."
)
GUESS, ROUGH, FAIR = 400, 200, 120
"""Margins above which a rating is a first guess, still rough, and quite sure."""


def rating_after(record: Record | None) -> list[str]:
    """A line on what a finished game did to your rating; none for a game that is not among the saved ones."""
    if record is None or (record.path.parent != records_folder() and not is_first_try(record.path)):
        return []
    games = (game for history in read_histories() for game in history.games)
    return [after_game(game) for game in games if game.result.name == name_of(record.path)]


def interval(rating: PlayerRating) -> str:
    """A rating with its 95% interval, "1,240 (likely 1,120 to 1,360)", or that it needs a game."""
    if rating.is_unknown:
        return figure(rating)
    low, high = max(0, rating.mean - rating.margin), rating.mean + rating.margin
    return f"{figure(rating)} (likely {rounded(low)} to {rounded(high)})"


def rounded(value: float) -> str:
    """A rating that is not exact, to the nearest ten: "1,240"."""
    return f"{round(value, -1):,.0f}"


def figure(rating: PlayerRating) -> str:
    """A rating, "about 870" as long as it rests on a few games, or before the first one when it will be known."""
    if rating.is_unknown:
        return "known after one rated game"
    return f"{'about ' * rating.is_provisional}{rating.displayed:,}"


def opponents(game: RatedGame) -> str:
    """The bots of a game with their ratings: "hard 1,630", "easy 691 and easy 691", "matched 1,240", and whether it was
    the game of a day: "medium 1,418, daily".
    """
    return met(game) + ", daily" * game.result.first_try


def met(game: RatedGame) -> str:
    """The bots of a game with their ratings."""
    ratings = [(bot, bot_rating(game.result.case, bot)) for bot in game.bots]
    return join_words([bot_label(bot) if bot in RATINGS or not n else f"{bot} {n:,.0f}" for bot, n in ratings])


def outcome(game: RatedGame) -> str:
    """Result of a game in one word."""
    if not game.won:
        return "lost"
    return "won" if len(game.result.winners) == 1 else "shared"


def effect(game: RatedGame) -> str:
    """Effect of a game on the rating: "1,240 (+15)", or why it had none."""
    if game.unrated:
        return f"not rated: {game.unrated}"
    return figure(game.after) if game.before.is_unknown else f"{figure(game.after)} ({game.change:+d})"


def after_game(game: RatedGame) -> str:
    """A line on the rating for the end of a game."""
    if game.unrated:
        stays = "" if game.after.is_unknown else f"Your rating stays at {figure(game.after)}: "
        return sentence(f"{stays}this game is not rated ({game.unrated})")
    if game.before.is_unknown:
        return f"Your first rating in {game.result.title}: {figure(game.after)}; everybody starts at {FIRST_MEAN:.0f}."
    rating = figure(game.after) if game.after.is_provisional else interval(game.after)
    return f"Your rating: {rating}, {game.change:+d} from this game."


def facts(history: History) -> list[tuple[str, str]]:
    """Figures of a history with their labels."""
    now, longest = streaks(game.won for game in history.rated)
    highest = [f"rating {max(values):,.0f}"] if (values := history.line[PROVISIONAL:]) else []
    played = f"{len(history.rated)} rated, {len(history.wins)} won"
    lines = [
        (RATING, interval(history.rating)),
        *([] if history.rating.is_unknown else [("", certainty(history.rating))]),
        ("Games", played + (f"; {history.unrated} not rated" if history.unrated else "")),
    ]
    if len(history.rated) > 1 and history.rating.is_provisional:
        lines.append((HISTORY, ", ".join(map(rounded, history.line[1:]))))
    lines += [(NEXT_LEVEL, next_level(history)), (EVEN_GAME, next_opponent(history))]
    if best := history.best_win():
        beaten = f"{BOTS[best.strongest].title.lower()}, {best.strength:,.0f}"
        lines += [
            ("Streak", f"{plural(now, 'win')}; longest {longest}"),
            ("Best win", f"against {beaten}"),
            ("Highest", ", ".join([*highest, f"{max(game.points for game in history.rated)} points"])),
        ]
    return lines


def certainty(rating: PlayerRating) -> str:
    """Certainty of a rating in words: "give or take 210: still rough"."""
    words = {GUESS: "a first guess", ROUGH: "still rough", FAIR: "quite sure", 0: "sure"}
    return f"give or take {rounded(rating.margin)}: {next(words[least] for least in words if rating.margin > least)}"


def next_opponent(history: History) -> str:
    """The opponent that is matched to you in a game of two, with its rating once you have one."""
    if history.rating.is_unknown:
        return "against a matched bot"
    even = even_rating((*history.kind, "two"), history.rating.mean, 1)
    return f"matched bot, about {rounded(RATINGS[matched_name(even)])}"


def next_level(history: History) -> str:
    """The level to beat next, with its rating: "medium, 1,418"."""
    level = history.next_level()
    return f"{BOTS[level[0]].title.lower()}, {level[1]:,.0f}" if level else "none: you have beaten them all"


def newest(histories: Sequence[History]) -> History | None:
    """The history of the game that was played last; None if there is none."""
    return max(histories, key=lambda history: history.games[-1].result.when, default=None)


def in_short(histories: Sequence[History]) -> str:
    """Your rating in the game that you played last, and what a win against the next level would make of it, or that it
    needs a rated game; empty before the first game.
    """
    history = newest([history for history in histories if history.rated] or histories)
    if history is None:
        return ""
    mine, level = history.rating, history.next_level()
    if mine.is_unknown:
        return f"{history.title}: {figure(mine)}"
    then = f"; beating {level[0]} makes it about {rounded(mine.after([level[1]], 1).mean)}" if level else ""
    return f"{history.title}{':' * mine.is_provisional} {figure(mine)}{then}"


def first_wins(history: History) -> list[tuple[str, str]]:
    """The date of the first win at each level and against a matched bot; NOT_YET where there is none."""
    return [(level.capitalize(), date(game) if game else NOT_YET) for level, game in history.first_wins().items()]


class Rung(NamedTuple):
    """A level on the ladder, or you."""

    value: float
    name: str
    rating: str
    note: str = ""
    """The date of the first win against a level, or AIM."""


def ladder(history: History) -> list[Rung]:
    """The levels from strong to weak, with you among them once you have a rating."""
    mine, wins, aim = history.rating, history.first_wins(), history.next_level()
    rungs = [] if mine.is_unknown else [Rung(mine.mean, YOU, figure(mine).removeprefix("about "))]
    for level, value in level_ratings((*history.kind, "two")).items():
        win = wins[level]
        note = AIM if aim and level == aim[0] else date(win) if win else ""
        rungs.append(Rung(value, level.capitalize(), f"{value:,.0f}", note))
    return sorted(rungs, reverse=True)


def date(game: RatedGame) -> str:
    """Date of a game: "2026-11-25"."""
    return f"{game.result.day}" if game.result.day else "unknown date"


def recent(history: History, most: int = RECENT) -> Iterator[tuple[str, str, str, str]]:
    """The latest games, newest first: date, opponents, result with your points first, effect on the rating."""
    for game in history.games[: -most - 1 : -1]:
        others = [score for seat, score in enumerate(game.result.scores) if seat != game.seat]
        yield date(game), opponents(game), f"{outcome(game)} {final_score([game.points, *others])}", effect(game)


def summary(histories: Sequence[History]) -> list[tuple[str, str, str]]:
    """For each kind of game its title, the rating and the number of games."""
    return [
        (history.title, interval(history.rating), plural(len(history.rated), "game"))
        for history in histories
        if history.rated
    ]


def lines(histories: Sequence[History]) -> str:
    """All histories as lines of text."""
    if not histories:
        return NOTHING
    text: list[str] = []
    for history in histories:
        text += [history.title, *(f"{label or CERTAINTY}: {value}." for label, value in facts(history))]
        text.append("First wins: " + "; ".join(f"{level} {when}" for level, when in first_wins(history)) + ".")
        text += [f"{when}: against {who}, {result}, {effect}." for when, who, result, effect in recent(history)]
        text.append("")
    return "\n".join([*text, *(fill(note, 79) for note in notes())])


def notes() -> list[str]:
    """The meaning of a rating, and the games that count."""
    return [
        f"Each game and each module (an expansion) has its own rating, surer with each game. "
        f"The novice bot is rated {WEAKEST}.",
        "A finished game counts if you had no hints, no undo and no coach, who warns of costly moves, and had not "
        "played its setup before. Deleted games no longer count.",
    ]


def table(histories: Sequence[History]) -> list[dict[str, Any]]:
    """The histories as JSON data for other programs."""
    return [
        {
            "title": history.title,
            "rating": round(history.rating.mean),
            "margin": round(history.rating.margin),
            "rated": len(history.rated),
            "unrated": history.unrated,
            "history": [round(value) for value in history.line],
            "first_wins": {level: game and date(game) for level, game in history.first_wins().items()},
        }
        for history in histories
    ]
