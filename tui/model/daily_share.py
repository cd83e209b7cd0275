"""The result of a daily game as a text to share, with a mark for each round; a friend's result to beat."""

from __future__ import annotations

import re

from tabletown.rules.core.text import final_score, plural

from . import invitation
from .daily import AHEAD, BEHIND, EQUAL, MASTER, Score, Try, deal
from .daily_words import of_kind

COPIED = "Copied, if your terminal allows it. If not, run: tabletown daily --share"
"""Notice after copying, which a terminal need not confirm."""
WIDTH = invitation.WIDTH
"""Most columns of a text to share: it stands beside the calendar, and beside the figures of a result."""

SHOWN_MARKS = str.maketrans(AHEAD + EQUAL + BEHIND, "●◑○")
"""Marks of a text to share where more than ASCII can be shown: all of them are equally wide in most fonts."""
MEANINGS = {AHEAD: ("I led", "me"), BEHIND: ("bot led", "bot"), EQUAL: ("level", "level")}
"""Meanings of the marks, the most important first; each also in short, for a row that has all of them."""

RESULTS = {
    "won": "I beat the bot {points}",
    "lost": "I lost to the bot {points}",
    "shared the win": "I tied with the bot, {points}",
}
"""Sentences on a result by its outcome, in the words of the player, whose points come first as in the command."""

CHALLENGES = {
    "won": "Can you beat {points}?",
    "lost": "Can you do better?",
    "shared the win": "Can you beat the bot?",
}
"""Challenges to a friend, by the outcome; the command that takes them up follows."""
WHERE = "In a terminal:", "Try:"
"""Words before the command, the first that have room."""
ASK = "Ask me, or try:", "Ask me or try:", "Ask me, or:", "Try:"
"""The same where no invitation follows: somebody without the program learns where to ask."""
BOAST = f"Even {MASTER} did worse. Beat {{points}}:"
"""The challenge after a better result than that of MASTER in the same seat."""
KINDS = {
    "splendor": "a race to 15 points in gem cards",
    "cities": "a race for a city in gem cards",
    "metropolys": "auctions for places in a city",
    "sf1906": "a city rebuilt in six years",
}
"""The game in a few words, by module or else by game, for a friend who does not know it."""
MIN_STREAK = 2
"""Least streak in days to tell a friend."""


def share_text(entry: Try, days: int, ascii_only: bool, friend: tuple[int, int] | None = None) -> list[str]:
    """Short lines of a finished try to send to a friend: what is played, how it went, also beside the result of the
    `friend`, with a streak of several `days`, nothing of its cards, a challenge with the command that takes it up, and
    the invitation; without one the challenge says whom to ask.
    """
    assert entry.own
    line = invitation.current(ascii_only)
    return [
        "Tabletown, a terminal game",
        entry.title,
        of_kind(KINDS, deal(entry.day)) if friend is None else answer(entry.own, friend),
        result(entry.own),
        *course(entry.own, days if entry.on_time else 0, ascii_only),
        challenge(entry, asks=not line),
        command(entry),
        *filter(None, [line]),
    ]


def result(own: Score) -> str:
    """The sentence on a result, with its length if there is room: "I beat the bot 15-6 in 49 rounds"."""
    brief = RESULTS[own.outcome].format(points=final_score(own.points))
    whole = f"{brief} in {own.length}"
    return whole if len(whole) <= WIDTH else brief


def course(own: Score, days: int, ascii_only: bool) -> list[str]:
    """Lines on who led in each round, and on a streak: "I led from round 4, streak 7", and the marks with their key.

    Marks that need a line for themselves tell by themselves how the lead changed: "(● I led, ○ bot led), streak 7".
    """
    streak = f"streak {days}" if days >= MIN_STREAK else ""
    row, key = shown_marks(own.marks, ascii_only), shown_marks(marks_key(own.marks), ascii_only)
    if len(f"{row} {key}") > WIDTH:
        return [row, joined(key, streak) or key]
    led = lead_taken(own, "I", "The bot")
    line = joined(led, streak) or joined(streak or led)
    return [*([line[:1].upper() + line[1:]] if line else []), f"{row} {key}"]


def lead_taken(own: Score, you: str, rival: str) -> str:
    """The round from which the winner led, "Hana led from round 14 on", where the marks show that the lead was taken
    once and kept; empty for any other course, and where a mark is not a round.
    """
    (count, unit), last = own.length, own.marks[-1:]
    before = own.marks.rstrip(last)
    if last == EQUAL or last in before or count != len(own.marks):
        return ""
    if not before:
        when = "led from the start"
    elif len(before) == len(own.marks) - 1:
        when = f"took the lead in the last {unit}"
    else:
        when = f"led from {unit} {len(before) + 1} on"
    return f"{you if last == AHEAD else rival} {when}"


def joined(*parts: str) -> str:
    """Parts that are not empty as a line; empty where there is no room for all."""
    line = ", ".join(filter(None, parts))
    return line if len(line) <= WIDTH else ""


def marks_note(own: Score, ascii_only: bool) -> str:
    """The meaning of one mark in the text of a result: "a dot for each auction"."""
    number, unit = own.length
    return f"a {'sign' if ascii_only else 'dot'} for each {unit if number == len(own.marks) else 'part of the game'}"


def copied() -> str:
    """The notice after copying a text, with what is wrong with the invitation."""
    problem = invitation.problem()
    return f"Copied, but {problem}" if problem else COPIED


def challenge(entry: Try, asks: bool = True) -> str:
    """The question to a friend, proud of a better result than that of MASTER in the same seat; if it `asks`, a friend
    learns whom to ask.
    """
    assert entry.own
    if entry.master and lead(entry.own.points) > lead(entry.master.points):
        return BOAST.format(points=final_score(entry.own.points))
    question = CHALLENGES[entry.own.outcome].format(points=final_score(entry.own.points))
    return next(way for where in (ASK if asks else WHERE) if len(way := f"{question} {where}") <= WIDTH)


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


def answer(own: Score, friend: tuple[int, int]) -> str:
    """A line to a friend on your result beside theirs."""
    theirs, gain = final_score(friend), lead(own.points) - lead(friend)
    if gain > 0:
        return f"I did better than your {theirs}"
    return f"Your {theirs} is better" if gain else f"As good as your {theirs}"


def lead(points: tuple[int, int]) -> int:
    """Lead of a result, by which it is better than another one."""
    return points[0] - points[1]


def more_lines(entry: Try, days: int, moves: int | None, usual: int) -> list[str]:
    """The course of the game and the streak in a line, and the result of MASTER in the same seat, or after how many of
    its `usual` moves it is.
    """
    assert entry.own
    led = lead_taken(entry.own, "You", "Hana")
    streak = f"Streak: {plural(days, 'day')}." * (days > 0 and entry.on_time)
    lines = " ".join(filter(None, [led and f"{led}.", streak])), beside_master(entry, moves, usual)
    return [line for line in lines if line]


def beside_master(entry: Try, moves: int | None, usual: int) -> str:
    """A sentence on the game of MASTER in the same seat; empty as long as it is not even asked."""
    if entry.own and (master := entry.master):
        gain = lead(entry.own.points) - lead(master.points)
        which = "you did better" if gain > 0 else "it did better" if gain else "just as good as you"
        return f"In your seat, the {MASTER} bot {master.outcome} {final_score(master.points)}: {which}."
    if moves is None:
        return ""
    return f"The {MASTER} bot now plays your seat, to compare: move {moves + 1} of about {max(usual, moves + 1)}."


def marks_key(marks: str) -> str:
    """The meanings of the marks of a result: "(+ I led, - bot led)"."""
    kinds = [mark for mark in MEANINGS if mark in marks]
    return f"({', '.join([f'{mark} {MEANINGS[mark][len(kinds) == len(MEANINGS)]}' for mark in kinds])})"


def shown_marks(text: str, ascii_only: bool) -> str:
    """Text with the marks of a result as signs that can be shown."""
    return text if ascii_only else text.translate(SHOWN_MARKS)
