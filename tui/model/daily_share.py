"""The result of a daily game as a text to share, with a mark for each part of the game."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from tabletown.rules.bots.level_descriptions import BOTS
from tabletown.rules.core.save_file import BadRecord, Record
from tabletown.rules.core.text import final_score, plural

from ..narration.summary import period_starts
from .daily import AHEAD, BEHIND, EQUAL, MASTER, Try, short_date
from .daily_files import game_path
from .reviews import ReviewProgress

COPIED = "Copied, if your terminal allows it. If not, run: tabletown daily --share"
"""Notice after copying, which a terminal need not confirm."""

SHOWN_MARKS = str.maketrans(AHEAD + EQUAL + BEHIND, "●◑○")
"""Marks of a text to share where more than ASCII can be shown: all of them are equally wide in most fonts."""

MOST_MARKS = 20
"""Most marks in a row: with its caption it then fits beside the calendar, and on a phone."""
PIES, DIGITS = "○◔◑◕●", "0123456789"
"""Marks of winning chances from low to high; the digits stand for tenths."""
RESULTS = {
    "won": "I beat a {level} bot {points}",
    "lost": "I lost {points} to a {level} bot",
    "shared the win": "I tied {points} with a {level} bot",
}
"""Sentences on a result by its outcome, in the words of the player."""


def share_text(entry: Try, ascii_only: bool, chances: Sequence[float] = ()) -> list[str]:
    """Five short lines of a finished try to send to a friend: they say how the game went, nothing of its cards, and how
    to play it.

    The row of marks shows the winning chances from start to finish, where they are known, and otherwise who was ahead.
    """
    assert entry.own
    return [
        f"Tabletown daily, {short_date(entry.day)}",
        entry.title,
        RESULTS[entry.own.outcome].format(points=final_score(entry.own.points), level=entry.level),
        chances_row(chances, ascii_only) if chances else points_row(entry.own.marks, ascii_only),
        f"Try: tabletown daily {entry.day}",
    ]


def more_lines(entry: Try, days: int) -> list[str]:
    """The result of MASTER, if it is known, and the streak."""
    master = [f"{MASTER.capitalize()} bot in your seat: {entry.master}"] * bool(entry.master)
    return [*master, *[f"Streak: {plural(days, 'day')}"] * (days > 0)]


def chances_row(chances: Sequence[float], ascii_only: bool) -> str:
    """A mark for each chance, from 0 to 1, or in a long game for some of them, and what the marks mean."""
    marks = DIGITS if ascii_only else PIES
    row = "".join(marks[min(int(chance * len(marks)), len(marks) - 1)] for chance in spread(chances, MOST_MARKS))
    return f"{row} my chances"


def spread(chances: Sequence[float], most: int) -> list[float]:
    """At most so many of the chances, evenly spread, with the first and the last."""
    if len(chances) <= most:
        return list(chances)
    return [chances[round(n * (len(chances) - 1) / (most - 1))] for n in range(most)]


def points_row(marks: str, ascii_only: bool) -> str:
    """The marks of a result, and what they mean to a friend."""
    return shown_marks(f"{marks} ({AHEAD} where I led)", ascii_only)


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
