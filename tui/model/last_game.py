"""The game that was finished last, for the home screen: its result, and how many of its mistakes are left to try."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tabletown.rules.bots.matched import bot_label
from tabletown.rules.core.match import Match
from tabletown.rules.core.text import final_score, join_words, plural

from .daily import deal_of, today
from .retry import load_answers, to_retry
from .reviews import ReviewProgress
from .saved_games import Entry


class LastGame(NamedTuple):
    """A finished game of one person against bots."""

    path: Path
    text: str
    """Its result: "Splendor, won 15-4 against easy"."""
    to_retry: int
    """Number of its biggest mistakes that the player has neither solved nor been shown the better move of."""

    def __str__(self) -> str:
        moves = f"{plural(self.to_retry, 'move')} to try again"
        return f"{moves}: {self.text}" if self.to_retry else self.text


def last_game(entries: Sequence[Entry]) -> LastGame | None:
    """The newest finished game of one person against bots among these, in any order; None if there is none."""
    finished = (entry for entry in entries if entry.finished and len(entry.match.human_seats) == 1)
    against_bots = (entry for entry in finished if len(entry.match.seats) > 1)
    entry = max(against_bots, key=lambda entry: entry.changed, default=None)
    if entry is None:
        return None
    result = f"{entry.result} {final_score([points for _, points in entry.table])}"
    if deal_of(entry.match, today()):
        text = f"{entry.name}, {result}"
    else:
        rivals = join_words([bot_label(seat.bot) for seat, _ in entry.table if seat.bot])
        text = f"{entry.title}, {result} against {rivals}"
    return LastGame(entry.path, text, left_to_retry(entry.match))


def left_to_retry(match: Match) -> int:
    """Number of the biggest mistakes that can be tried again now and whose better move is unknown."""
    (seat,), answers = match.human_seats, load_answers(match)
    return sum(mistake.ply not in answers for mistake in to_retry(ReviewProgress(match), seat))
