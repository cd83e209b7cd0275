"""The game that was finished last, for the home screen: its result, and how many of its mistakes are left to try."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tabletown.rules.bots.matched import bots_in_words
from tabletown.rules.core.match import Match
from tabletown.rules.core.text import final_score, plural

from .daily import deal_of, today
from .retry import load_answers, to_retry
from .reviews import ReviewProgress
from .saved_games import Entry


class LastGame(NamedTuple):
    """A finished game of one person against bots."""

    path: Path
    texts: Sequence[str]
    """Its result, "Splendor, won 15-4 against easy"; with a name also in shorter forms, which keep the result."""
    to_retry: int
    """Number of its biggest mistakes that the player has neither solved nor been shown the better move of."""

    def fitting(self, width: int) -> str:
        """The mistakes to try again, and the longest form of the result that fits, or else the shortest."""
        moves = f"{plural(self.to_retry, 'move')} to try again: " if self.to_retry else ""
        ways = [moves + text for text in self.texts]
        return next((way for way in ways if len(way) <= width), ways[-1])


def last_game(entries: Sequence[Entry]) -> LastGame | None:
    """The newest finished game of one person against bots among these, in any order; None if there is none."""
    finished = (entry for entry in entries if entry.finished and len(entry.match.human_seats) == 1)
    against_bots = (entry for entry in finished if len(entry.match.seats) > 1)
    entry = max(against_bots, key=lambda entry: entry.changed, default=None)
    if entry is None:
        return None
    result = f"{entry.result} {final_score([points for _, points in entry.table])}"
    if deal_of(entry.match, today()):
        texts = [f"{name}, {result}" for name in entry.names]
    else:
        bots = bots_in_words([seat.bot for seat, _ in entry.table if seat.bot])
        texts = [f"{entry.title}, {result} against {bots}"]
    return LastGame(entry.path, texts, left_to_retry(entry.match))


def left_to_retry(match: Match) -> int:
    """Number of the biggest mistakes that can be tried again now and whose better move is unknown."""
    (seat,), answers = match.human_seats, load_answers(match)
    return sum(mistake.ply not in answers for mistake in to_retry(ReviewProgress(match), seat))
