"""The result of a daily game as a text to share, with a mark for each part of the game."""

from __future__ import annotations

from tabletown.rules.core.text import plural

from .daily import AHEAD, BEHIND, EQUAL, MASTER, Try, long_date

COPIED = "Copied, if your terminal allows it. If not, run: tabletown daily --share"
"""Notice after copying, which a terminal need not confirm."""

SHOWN_MARKS = str.maketrans(AHEAD + BEHIND, "▲▼")
"""Marks of a text to share where more than ASCII can be shown."""


def share_text(entry: Try, days: int, ascii_only: bool) -> list[str]:
    """Lines of a finished try to send to a friend, with the current streak in days."""
    assert entry.own
    marks = shown_marks(entry.own.marks, ascii_only)
    lines = [f"Tabletown daily, {long_date(entry.day)}", f"{entry.title}: {entry.own}", marks]
    if entry.master:
        lines.append(f"{MASTER.capitalize()} bot in your seat: {entry.master}")
    return [*lines, *([f"Streak: {plural(days, 'day')}"] if days > 1 else [])]


def shown_marks(text: str, ascii_only: bool) -> str:
    """Text with the marks of a result as signs that can be shown."""
    return text if ascii_only else text.translate(SHOWN_MARKS)


def marks_key(ascii_only: bool) -> str:
    """The meaning of the marks of a result."""
    return shown_marks(f"{AHEAD} you, {BEHIND} Hana, {EQUAL} level", ascii_only)
