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
BRIEF_GOALS = {
    "splendor": "15 points before Hana",
    "cities": "a city before Hana",
    "metropolys": "most points once all 13 are built",
    "sf1906": "most points after six years",
}
"""The same in a few words, likewise."""
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
NAMES_EXPLAINED = (
    "In the calendar, Gems is Splendor without a module, Cities, Posts, Orient and Forts are its modules The Cities, "
    "Trading Posts, The Orient and The Strongholds, Metro is Metropolys, and 1906 is 1906 San Francisco."
)
"""The games behind these names."""
RULE = "A day counts for your streak if you start its game on that day; you may finish it later."
"""The rule that says which days count for the streak."""
FIRST_TRY_TERMS = "First try: rated, no undo or hints"
"""The terms of a first try, in a line of the calendar."""
FIRST_TRY_SIGNS = "First try, rated: no undo or hints", "First try, rated", "First try"
"""Signs of a first try at its table, the first that has room."""
AFTERWARDS = "Afterwards: your mistakes, the master bot's result, a text for a friend."
"""The things that come after a first try, in a line."""
NO_HELP = "A first try has no undo, no hints and no coach. Practice has them all."
FINISH_FIRST = "Finish your first try at this game first; practice comes after it."
PRACTICE_SAVED = "Your practice is saved; Continue on the home screen opens it again."
PRACTICE_GOES_ON = "Your result is kept. Practice continues where you left it."
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


def first_try_opening(of_day: Deal) -> str:
    """A sentence for the start of a first try: its terms and its goal."""
    return f"{FIRST_TRY_TERMS}. Goal: {of_kind(BRIEF_GOALS, of_day)}."


def lesson_offer(of_day: Deal) -> str:
    """For a player who does not know the game of a deal: the lesson, and in Splendor what explains its module."""
    name, whole = rules.load(of_day.game).TITLE, title(of_day.match())
    lesson, module = "{daily.learn} teaches it", whole.removeprefix(f"{name}, ")
    if of_day.options.get("module", "base") != "base":
        lesson = f"{{daily.learn}} teaches {name}, {{daily.rules}} explains {module}"
    return f"New to you? {lesson}."


def gain(tries: Tries, day: date, current: date) -> str:
    """A line on what the game of a day does for the streak; empty for a day to come, or once it is finished, and for a
    past day that was begun, whose advice says it.
    """
    is_begun = day in tries
    if not has_deal(day, current) or is_done(tries, day) or (day != current and is_begun):
        return ""
    if day != current:
        return "It no longer counts for your streak."
    days, do = streak(tries, day) + 1, "Finish it" if is_begun else "Start it today"
    best = ", your longest yet" * (1 < days > longest_streak(tries))
    return f"{do}: day {days} of {'your' if days > 1 else 'a'} streak{best}."


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
    more = "; yesterday's is still open" * is_open
    run = "" if is_open else run  # the streak does not wait for yesterday's game
    ways = [[name, what, run, then], [what, run, then], [what, run], [what]]
    lines = [f"{', '.join(filter(None, way))}{more}" for way in ways]
    return next((line for line in lines if len(line) <= width), lines[-1])


def about(day: date, entry: Try | None) -> list[str]:
    """The deal of a day: game, without a finished try also what its module adds, and its particulars."""
    return [titled_day(day, entry), *added_by(day, entry), *particulars(day, entry)]


def titled_day(day: date, entry: Try | None) -> str:
    """Title of the game of a day, after its name in the calendar if that is no part of it: "Gems: Splendor"."""
    name, whole = day_name(day), game_of(day, entry)
    return whole if name in whole else f"{name}: {whole}"


def game_of(day: date, entry: Try | None) -> str:
    """Title of the game of a day, as it was when it was played."""
    return entry.title if entry else title(deal(day).match())


def added_by(day: date, entry: Try | None) -> list[str]:
    """Sentences on what the module of a deal adds, until its first try is finished."""
    return [] if entry and entry.own else added(deal(day).game, deal(day).options)


def particulars(day: date, entry: Try | None) -> list[str]:
    """Opponent, without a try yet also the length, and whether a finished try does not count for the streak."""
    late = entry is not None and entry.own is not None and not entry.on_time
    return [
        f"against Hana ({entry.level if entry else LEVEL} bot)",
        *([length(deal(day))] if entry is None else []),
        *(["does not count for your streak"] * late),
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
        streak = "also for your streak" if entry.begun == entry.day else "but not for your streak"
        return f"Your first try is saved. It counts on any day, {streak}."
    return AFTERWARDS


def master_progress(moves: int) -> str:
    return f"{MASTER.capitalize()} bot is playing the same game in your seat: move {moves + 1}"
