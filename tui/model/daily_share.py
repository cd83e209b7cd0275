"""The result of a daily game as a text to share, with a mark for each part of the game."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from tabletown.rules.bots.level_descriptions import BOTS
from tabletown.rules.core.save_file import BadRecord, Record
from tabletown.rules.core.text import plural

from ..narration.grammar import sentence
from ..narration.summary import period_starts
from .daily import AHEAD, BEHIND, EQUAL, MASTER, Try, long_date
from .daily_files import game_path
from .reviews import ReviewProgress

COPIED = "Copied, if your terminal allows it. If not, run: tabletown daily --share"
"""Notice after copying, which a terminal need not confirm."""

SHOWN_MARKS = str.maketrans(AHEAD + BEHIND, "▲▼")
"""Marks of a text to share where more than ASCII can be shown."""

MOST_MARKS = 24
"""Most marks in a row: more would wrap on a phone."""
BARS, DIGITS = "▁▂▃▄▅▆▇█", "0123456789"
"""Marks of winning chances from low to high; the digits stand for tenths."""


def share_text(entry: Try, days: int, ascii_only: bool, chances: Sequence[float] = ()) -> list[str]:
    """Short lines of a finished try to send to a friend, with the current streak in days. They read as the player would
    tell it.

    The row of marks shows the winning chances from start to finish, where they are known, and otherwise who was ahead.
    """
    assert entry.own
    return [
        f"Tabletown daily, {long_date(entry.day)}",
        f"{entry.title}, against a {entry.level} bot",
        *(chances_rows(chances, ascii_only) if chances else points_rows(entry.own.marks, ascii_only)),
        sentence(f"I {entry.own}"),
        *[sentence(f"A {MASTER} bot in my seat {entry.master}")] * bool(entry.master),
        f"{f'{days} days in a row. ' if days > 1 else ''}Can you beat me? (tabletown daily)",
    ]


def more_lines(entry: Try, days: int) -> list[str]:
    """The result of MASTER, if it is known, and the streak."""
    master = [f"{MASTER.capitalize()} bot in your seat: {entry.master}"] * bool(entry.master)
    return [*master, *[f"Streak: {plural(days, 'day')}"] * (days > 0)]


def chances_rows(chances: Sequence[float], ascii_only: bool) -> tuple[str, str]:
    """A mark for each chance, from 0 to 1, or in a long game for some of them, and what the marks mean."""
    marks = DIGITS if ascii_only else BARS
    row = "".join(marks[min(int(chance * len(marks)), len(marks) - 1)] for chance in spread(chances, MOST_MARKS))
    return row, "my chances in tenths, start to finish" if ascii_only else "my chances, start to finish"


def spread(chances: Sequence[float], most: int) -> list[float]:
    """At most so many of the chances, evenly spread, with the first and the last."""
    if len(chances) <= most:
        return list(chances)
    return [chances[round(n * (len(chances) - 1) / (most - 1))] for n in range(most)]


def points_rows(marks: str, ascii_only: bool) -> tuple[str, str]:
    """The marks of a result, and what they mean to a friend."""
    key = f"{AHEAD} I am ahead, {BEHIND} behind, {EQUAL} level"
    return shown_marks(marks, ascii_only), shown_marks(key, ascii_only)


def chances_by_round(review: ReviewProgress) -> list[float]:
    """Your winning chances at the end of each round, from 0 to 1: estimates, until the review has searched them."""
    match = review.match
    own = review.winning_chances[match.human_seats[0]]
    return [own[ply] for ply in (*(start for start, _ in period_starts(match)[1:]), len(match.log))]


def saved_chances(day: date) -> list[float]:
    """Your winning chances in the first try of a day, from its saved review; empty without one."""
    try:
        return chances_by_round(ReviewProgress(Record.load(game_path(day), BOTS)[0]))
    except (BadRecord, OSError):
        return []


def shown_marks(text: str, ascii_only: bool) -> str:
    """Text with the marks of a result as signs that can be shown."""
    return text if ascii_only else text.translate(SHOWN_MARKS)


def marks_key(ascii_only: bool) -> str:
    """The meaning of the marks of a result."""
    return shown_marks(f"{AHEAD} you, {BEHIND} Hana, {EQUAL} level", ascii_only)
