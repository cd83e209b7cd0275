"""The daily game in words: its goal, its length, what can be done with it, and how it went."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime

from tabletown import rules
from tabletown.rules.core.text import final_score, plural

from ..narration.chosen_options import added
from .daily import FIRST, LEVEL, MASTER, Deal, Tries, Try, deal, long_date, streak, time_left
from .saved_games import title

GOALS = {
    "splendor": "15 points. Take gems, buy cards with them, and gain nobles with cards.",
    "cities": "a city. Take gems, and buy the cards that a city requires.",
    "metropolys": "most points. Win places in auctions until someone has built all 13.",
    "sf1906": "most points after six years, or once someone has built all 8 buildings.",
}
"""The aim of a player, by module or else by game."""
TIMES = {"splendor": "10 min", "strongholds": "15 min", "metropolys": "10 min", "sf1906": "20 min"}
"""Length of a game in time, by module or else by game: moves of the easy bot at 20 seconds each, those of 1906 at
10.
"""
LENGTHS = {
    "splendor": "30 moves each",
    "strongholds": "25 turns each",
    "metropolys": "30 moves each",
    "sf1906": "six years",
}
"""Length of a game in its own measure, likewise."""
NO_HELP = "A first try has no undo, no hints and no coach. Practice has them all."
FINISH_FIRST = "Finish your first try before you practise this game."


def goal(of_day: Deal) -> str:
    """A line on what wins the game of a deal."""
    return f"Goal: {of_kind(GOALS, of_day)}"


def lesson_offer(of_day: Deal) -> str:
    """For a player who does not know the game of a deal: the lesson, and in Splendor what explains its module."""
    name, whole = rules.load(of_day.game).TITLE, title(of_day.match())
    lesson, module = "{daily.learn} teaches it in a few minutes", whole.removeprefix(f"{name}, ")
    if of_day.options.get("module", "base") != "base":
        lesson = f"{{daily.learn}} teaches {name}; in the game, {{game.help}} explains {module}"
    return f"New to you? {lesson}. {{daily.play}} starts the try that counts."


def of_kind(table: Mapping[str, str], of_day: Deal) -> str:
    """The entry for the module of a deal, or else for its game."""
    return table.get(of_day.options.get("module", "")) or table[of_day.game]


def length(of_day: Deal) -> str:
    """The usual length of a deal: "about 10 min (30 moves each)"."""
    return f"about {of_kind(TIMES, of_day)} ({of_kind(LENGTHS, of_day)})"


def streak_line(days: int) -> str:
    """A streak in days, in words."""
    return f"streak {plural(days, 'day')}" if days else "no streak yet"


def progress(entry: Try | None) -> str:
    """The state of a try, for a list: its result, "unfinished", or empty before it is started."""
    return "" if entry is None else str(entry.own or "unfinished")


def summary(tries: Tries, time: datetime, width: int = 1000) -> str:
    """Game of the day, how far its try is, the streak, and after a finished try when the next game comes, in one line;
    the game's name is left out where it does not fit.
    """
    day = time.date()
    entry, days = tries.get(day), streak(tries, day)
    own, of_day = entry.own if entry else None, deal(day)
    run = f"streak {plural(days, 'day')}" if days > (own is None) else ""
    what = f"{own.outcome} {final_score(own.points)}" if own else progress(entry) or f"about {of_kind(TIMES, of_day)}"
    then = f"next in {time_left(time)}" if own else ""
    line = ", ".join(filter(None, [title(of_day.match()), what, run, then]))
    return line if len(line) <= width or not own else ", ".join(filter(None, [what, run, then]))


def about(day: date, entry: Try | None) -> list[str]:
    """The deal of a day: game, opponent, who starts, without a try yet also what its module adds and its length, and
    whether the try does not count for the streak.
    """
    of_day = deal(day)
    game = entry.title if entry else title(of_day.match())
    starts = "You start" if of_day.seat == 0 else "Hana starts"
    late = entry is not None and entry.begun != entry.day
    return [
        game,
        *(added(of_day.game, of_day.options) if entry is None else []),
        f"against Hana ({entry.level if entry else LEVEL} bot)",
        starts,
        *([length(of_day)] if entry is None else []),
        *(["does not count towards the streak"] * late),
    ]


def advice(day: date, entry: Try | None, current: date) -> str:
    """A line on what a player can do with the deal of a day."""
    if day < FIRST:
        return f"No daily games before {long_date(FIRST)}. Is this computer's date right?"
    if day > current:
        return f"This game opens on {long_date(day)} at 00:00 UTC."
    if entry and entry.own:
        return "Your result is kept. Replay shows your mistakes; Practise allows hints."
    if entry:
        return "Your first try is saved. Continue it now or another day; it still counts."
    if day < current:
        return "Rated, without undo or hints; a past game does not count for your streak."
    return "Your first try counts and is rated: no undo or hints. Then you can practise."


def master_progress(moves: int) -> str:
    return f"{MASTER.capitalize()} bot is playing the same game in your seat: move {moves + 1}"
