"""The result of a daily game as a text to share, with a mark for each part of the game."""

from __future__ import annotations

from tabletown.rules.core.text import final_score, plural

from .daily import AHEAD, BEHIND, EQUAL, MASTER, Try, short_date

COPIED = "Copied, if your terminal allows it. If not, run: tabletown daily --share"
"""Notice after copying, which a terminal need not confirm."""
WIDTH = 31
"""Most columns of a text to share: it stands beside the calendar, and beside the figures of a result."""

SHOWN_MARKS = str.maketrans(AHEAD + EQUAL + BEHIND, "●◑○")
"""Marks of a text to share where more than ASCII can be shown: all of them are equally wide in most fonts."""

RESULTS = {
    "won": "I beat a {level} bot {points}",
    "lost": "I lost {points} to a {level} bot",
    "shared the win": "I tied {points} with a {level} bot",
}
"""Sentences on a result by its outcome, in the words of the player."""

CHALLENGES = {"won": "Can you win by more?", "lost": "Can you do better?", "shared the win": "Can you do better?"}
"""Challenges to a friend, by the outcome."""


def share_text(entry: Try, ascii_only: bool) -> list[str]:
    """Six short lines of a finished try to send to a friend: how the game went, nothing of its cards, and how to play
    it.
    """
    assert entry.own
    return [
        f"Tabletown daily, {short_date(entry.day)}",
        entry.title,
        RESULTS[entry.own.outcome].format(points=final_score(entry.own.points), level=entry.level),
        points_row(entry.own.marks, ascii_only),
        CHALLENGES[entry.own.outcome],
        f"Try: tabletown daily {entry.day}",
    ]


def more_lines(entry: Try, days: int) -> list[str]:
    """The result of MASTER, if it is known, and the streak."""
    score = entry.master
    master = [f"{MASTER.capitalize()} bot in your seat: {score.outcome} {final_score(score.points)}"] if score else []
    return [*master, *[f"Streak: {plural(days, 'day')}"] * (days > 0)]


def points_row(marks: str, ascii_only: bool) -> str:
    """The marks of a result, and what they mean to a friend."""
    return shown_marks(f"{marks} ({AHEAD} I led, {EQUAL} level)", ascii_only)


def shown_marks(text: str, ascii_only: bool) -> str:
    """Text with the marks of a result as signs that can be shown."""
    return text if ascii_only else text.translate(SHOWN_MARKS)
