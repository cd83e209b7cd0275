"""The result of a daily game as a text to share, with a mark for each part of the game."""

from __future__ import annotations

from tabletown.rules.core.text import final_score, plural

from .daily import AHEAD, BEHIND, EQUAL, MASTER, Try, short_date

COPIED = "Copied, if your terminal allows it. If not, run: tabletown daily --share"
"""Notice after copying, which a terminal need not confirm."""

SHOWN_MARKS = str.maketrans(AHEAD + EQUAL + BEHIND, "●◑○")
"""Marks of a text to share where more than ASCII can be shown: all of them are equally wide in most fonts."""

RESULTS = {
    "won": "I beat a {level} bot {points}",
    "lost": "I lost {points} to a {level} bot",
    "shared the win": "I tied {points} with a {level} bot",
}
"""Sentences on a result by its outcome, in the words of the player."""


def share_text(entry: Try, ascii_only: bool) -> list[str]:
    """Five short lines of a finished try to send to a friend: they say how the game went, nothing of its cards, and how
    to play it.
    """
    assert entry.own
    return [
        f"Tabletown daily, {short_date(entry.day)}",
        entry.title,
        RESULTS[entry.own.outcome].format(points=final_score(entry.own.points), level=entry.level),
        points_row(entry.own.marks, ascii_only),
        f"Try: tabletown daily {entry.day}",
    ]


def more_lines(entry: Try, days: int) -> list[str]:
    """The result of MASTER, if it is known, and the streak."""
    master = [f"{MASTER.capitalize()} bot in your seat: {entry.master}"] * bool(entry.master)
    return [*master, *[f"Streak: {plural(days, 'day')}"] * (days > 0)]


def points_row(marks: str, ascii_only: bool) -> str:
    """The marks of a result, and what they mean to a friend."""
    return shown_marks(f"{marks} ({AHEAD} where I led)", ascii_only)


def shown_marks(text: str, ascii_only: bool) -> str:
    """Text with the marks of a result as signs that can be shown."""
    return text if ascii_only else text.translate(SHOWN_MARKS)


def marks_key(ascii_only: bool) -> str:
    """The meaning of the marks of a result."""
    return shown_marks(f"{AHEAD} you, {BEHIND} Hana, {EQUAL} level", ascii_only)
