"""The daily game in words: its goal, its length, what can be done with it, and how it went."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, timedelta

from tabletown import rules
from tabletown.rules.core.text import final_score, plural

from ..narration.chosen_options import added
from .daily import (
    FIRST,
    LEVEL,
    MASTER,
    Deal,
    Tries,
    Try,
    deal,
    has_deal,
    is_done,
    long_date,
    longest_streak,
    short_date,
    streak,
    time_left,
)
from .titles import title

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
NAMES = {
    "splendor": "Gems",
    "cities": "Cities",
    "trading_posts": "Posts",
    "orient": "Orient",
    "strongholds": "Forts",
    "metropolys": "Metro",
    "sf1906": "1906",
}
"""Names of at most six letters for a day of the calendar, likewise; those of modules alone have six."""
NO_HELP = "A first try has no undo, no hints and no coach. Practice has them all."
FINISH_FIRST = "Finish your first try at this game first; practice comes after it."
PRACTICE_SAVED = "Your practice is saved; Continue on the home screen opens it again."
PRACTICE, FIRST_TRY = "Practice", "Daily game"
"""Kinds of games with the deal of a day, before its date."""


def dated(what: str, day: date, current: date) -> str:
    """The kind of a game, with the day of its deal: "Practice of 25 Nov"."""
    return f"{what} of {short_date(day, current)}"


def practice_opening(day: date) -> str:
    """A sentence for the start of practice."""
    return f"Practice of {long_date(day)}: undo and hints are free, and your result stands."


def goal(of_day: Deal) -> str:
    """A line on what wins the game of a deal."""
    return f"Goal: {of_kind(GOALS, of_day)}"


def lesson_offer(of_day: Deal) -> str:
    """For a player who does not know the game of a deal: the lesson, and in Splendor what explains its module."""
    name, whole = rules.load(of_day.game).TITLE, title(of_day.match())
    lesson, module = "{daily.learn} teaches it", whole.removeprefix(f"{name}, ")
    if of_day.options.get("module", "base") != "base":
        lesson = f"{{daily.learn}} teaches {name}, {{daily.rules}} explains {module}"
    return f"New to you? {lesson}."


def gain(tries: Tries, day: date, current: date) -> str:
    """A line on what a finished game today does for the streak; empty for another day, or once it is finished."""
    if day != current or is_done(tries, day):
        return ""
    days = streak(tries, day) + 1
    if days == 1:
        return "Finish it today to start a streak."
    best = ", your longest yet" * (days > longest_streak(tries))
    return f"Finish it today: a streak of {days} days{best}."


def tally(tries: Tries, month: date) -> str:
    """A month with the number of its games that you have finished and won: "November 2026: 20 played, 15 won"."""
    own = [
        entry.own for day, entry in tries.items() if entry.own and (day.year, day.month) == (month.year, month.month)
    ]
    won = sum(score.outcome == "won" for score in own)
    return f"{month:%B %Y}{f': {len(own)} played, {won} won' * bool(own)}"


def of_kind(table: Mapping[str, str], of_day: Deal) -> str:
    """The entry for the module of a deal, or else for its game."""
    return table.get(of_day.options.get("module", "")) or table[of_day.game]


def length(of_day: Deal) -> str:
    """The usual length of a deal: "about 10 min (30 moves each)"."""
    return f"about {of_kind(TIMES, of_day)} ({of_kind(LENGTHS, of_day)})"


def streak_line(tries: Tries, time: datetime) -> str:
    """The streak, and the time that is left today, or once today's game is finished until the next one."""
    days = streak(tries, time.date())
    run = f"streak {plural(days, 'day')}" if days else "no streak yet"
    left = time_left(time)
    return f"{run}, {f'next game in {left}' if is_done(tries, time.date()) else f'{left} left today'}"


def day_name(day: date) -> str:
    """The game of a day in a calendar."""
    return of_kind(NAMES, deal(day))


def progress(entry: Try | None) -> str:
    """The state of a try, for a list: its result, "unfinished", or empty before it is started."""
    return "" if entry is None else str(entry.own or "unfinished")


def summary(tries: Tries, time: datetime, width: int = 1000) -> str:
    """Game of the day, how far its try is, and the streak, in one line; after a finished try also when the next game
    comes, and whether yesterday's is not played yet. The game's name is left out where it does not fit, then when the
    next game comes.
    """
    day = time.date()
    entry, days = tries.get(day), streak(tries, day)
    own, of_day = entry.own if entry else None, deal(day)
    run = f"streak {plural(days, 'day')}" if days > (own is None) else ""
    name, yesterday = title(of_day.match()), day - timedelta(1)
    if own is None:
        how = progress(entry) or f"about {of_kind(TIMES, of_day)}"
        return ", ".join(filter(None, [name, how, run]))
    what, then = f"{own.outcome} {final_score(own.points)}", f"next in {time_left(time)}"
    is_open = yesterday not in tries and has_deal(yesterday, day)
    more = "; yesterday's game is still open" * is_open
    ways = [[name, what, run, then], [what, run, then], [what, run], [what]]
    lines = [f"{', '.join(filter(None, way))}{more}" for way in ways]
    return next((line for line in lines if len(line) <= width), lines[-1])


def about(day: date, entry: Try | None) -> list[str]:
    """The deal of a day: game, without a try yet also what its module adds, and its particulars."""
    return [game_of(day, entry), *added_by(day, entry), *particulars(day, entry)]


def game_of(day: date, entry: Try | None) -> str:
    """Title of the game of a day, as it was when it was played."""
    return entry.title if entry else title(deal(day).match())


def added_by(day: date, entry: Try | None) -> list[str]:
    """Sentences on what the module of a deal adds, before it is played."""
    return added(deal(day).game, deal(day).options) if entry is None else []


def particulars(day: date, entry: Try | None) -> list[str]:
    """Opponent, who starts, without a try yet also the length, and whether the try does not count for the streak."""
    of_day = deal(day)
    starts = "you start" if of_day.seat == 0 else "Hana starts"
    late = entry is not None and entry.begun != entry.day
    return [
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
        return "Your result is kept. Replay shows your mistakes; practice allows hints."
    if entry:
        streak = ", also for your streak" if entry.begun == entry.day else ""
        return f"Your first try is saved. Continue it on any day: it counts{streak}."
    if day < current:
        return "Rated, without undo or hints; a past game does not count for your streak."
    return "Your first try counts and is rated: no undo or hints. Practice comes after."


def master_progress(moves: int) -> str:
    return f"{MASTER.capitalize()} bot is playing the same game in your seat: move {moves + 1}"
