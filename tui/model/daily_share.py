"""The result of a daily game as a text to share, with a mark for each part of the game; a friend's result to beat."""

from __future__ import annotations

import re

from tabletown.rules.core.text import final_score, plural

from .daily import AHEAD, BEHIND, EQUAL, MASTER, Score, Try, number

COPIED = "Copied, if your terminal allows it. If not, run: tabletown daily --share"
"""Notice after copying, which a terminal need not confirm."""
WIDTH = 33
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
"""Challenges to a friend, by the outcome, while nothing is known of MASTER."""
TIED = {"shared the win": "tied"}
"""A shorter word for an outcome."""
WHEN = re.compile(r" (?=(?:from|until) )")
"""The place in the words on when a game turned where the marks go."""
MIN_STREAK = 2
"""Least streak in days to tell a friend."""


def share_text(entry: Try, days: int, ascii_only: bool) -> list[str]:
    """Six short lines of a finished try to send to a friend: its number and a streak of several `days`, how the game
    went, nothing of its cards, and a challenge with the command that takes it up.
    """
    assert entry.own
    streak = f", streak {days}" if days >= MIN_STREAK and entry.on_time else ""
    return [
        f"Tabletown daily #{number(entry.day)}{streak}",
        entry.title,
        RESULTS[entry.own.outcome].format(points=final_score(entry.own.points), level=entry.level),
        points_row(entry.own, ascii_only),
        challenge(entry),
        command(entry),
    ]


def challenge(entry: Try) -> str:
    """The question to a friend, after the result of MASTER in the same seat, if it is known."""
    assert entry.own
    if entry.master is None:
        return CHALLENGES[entry.own.outcome]
    outcome, score = TIED.get(entry.master.outcome, entry.master.outcome), final_score(entry.master.points)
    if lead(entry.own.points) > lead(entry.master.points):
        boast = f"Better than {MASTER}'s {score}. You?"
        return boast if len(boast) <= WIDTH else boast.removesuffix(" You?")
    return f"{MASTER.capitalize()} bot {outcome} {score}. And you?"


def command(entry: Try) -> str:
    """The command that plays the game of a try, with the result to beat if there is room for it: "tabletown daily
    2026-11-26 22-36".
    """
    assert entry.own
    start = f"tabletown daily {entry.day}"
    whole = f"{start} {final_score(entry.own.points).replace(' ', '')}"
    return whole if len(whole) <= WIDTH else start


def read_result(text: str) -> tuple[int, int] | None:
    """A friend's result as in a command, "22-36" or "16,-9"; None for any other text."""
    parts = re.fullmatch(r"(-?\d{1,4})[-,](-?\d{1,4})", text)
    return (int(parts[1]), int(parts[2])) if parts else None


def compared(own: Score | None, friend: tuple[int, int]) -> str:
    """A line on a friend's result beside yours, if there is one: the larger lead, or the smaller gap, is better."""
    theirs = final_score(friend)
    if own is None:
        return f"To beat: your friend's {theirs}"
    gain = lead(own.points) - lead(friend)
    if gain > 0:
        return f"You beat your friend's {theirs}"
    return f"Your friend's {theirs} is {'better' if gain else 'as good'}"


def lead(points: tuple[int, int]) -> int:
    """Lead of a result, by which it is better than another one."""
    return points[0] - points[1]


def more_lines(entry: Try, days: int, progress: str) -> list[str]:
    """The result of MASTER, or how far its game is, and the streak."""
    master = f"{entry.master.outcome} {final_score(entry.master.points)}" if entry.master else progress
    what = "in your seat" if entry.master else "plays the same game"
    seat = [f"{MASTER.capitalize()} bot {what}: {master}"] if master else []
    return [*seat, *[f"Streak: {plural(days, 'day')}"] * (days > 0)]


def points_row(own: Score, ascii_only: bool) -> str:
    """The marks of a result in a sentence that says what they mean, "I led ●●○○ until 1909", or of an older result with
    their meaning after them.
    """
    marks = shown_marks(own.marks, ascii_only)
    if not own.turned:
        return f"{marks} " + shown_marks(f"({AHEAD} I led, {EQUAL} level)", ascii_only)
    what, when = WHEN.split(own.turned, maxsplit=1)
    return f"{what[:1].upper()}{what[1:]} {marks} {when}"


def shown_marks(text: str, ascii_only: bool) -> str:
    """Text with the marks of a result as signs that can be shown."""
    return text if ascii_only else text.translate(SHOWN_MARKS)
