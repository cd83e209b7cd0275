"""Your rating in each game and module, from the results of your saved games against bots of known ratings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from tabletown import rules
from tabletown.rules.bots.level_descriptions import LEVELS
from tabletown.rules.bots.matched import (
    MATCHED,
    RATINGS,
    Case,
    bot_rating,
    case_of,
    level_ratings,
)
from tabletown.rules.bots.player_rating import PlayerRating, first_rating
from tabletown.rules.core.match import Match
from tabletown.rules.core.save_file import Record

from .daily import is_daily
from .files import records_folder
from .results import Result, is_first_try, read_results, was_played

HELPED, COACHED = "help used", "coach on"
NOT_RECORDED = "use of help unknown"
NO_RATING = "bot without a rating"
PLAYED_BEFORE = "same setup played before"
PRACTICE = "practice"
RATED, UNRATED = "rated", "not rated"
"""Signs of a game in progress."""

Kind = tuple[str, str]
"""A game and its version as in the ratings of the levels: what you have one rating for."""


@dataclass(frozen=True)
class RatedGame:
    """A finished game of one person against bots, and their rating before and after it."""

    result: Result
    unrated: str
    """Why the game is not rated, in a few words; empty for a rated game."""
    before: PlayerRating
    after: PlayerRating

    @property
    def seat(self) -> int:
        return self.result.people[0]

    @property
    def won(self) -> bool:
        return self.seat in self.result.winners

    @property
    def points(self) -> int:
        return self.result.scores[self.seat]

    @property
    def bots(self) -> list[str]:
        return [bot for _, bot in self.result.seats if bot]

    @property
    def strongest(self) -> str:
        """Name of the strongest bot in the game."""
        return max(self.bots, key=lambda bot: bot_rating(self.result.case, bot) or 0)

    @property
    def strength(self) -> float:
        """Rating of the strongest bot; 0 where it is not known."""
        return bot_rating(self.result.case, self.strongest) or 0.0

    @property
    def change(self) -> int:
        """Change of the rating, in whole points, between the figures that are shown before and after."""
        return self.after.displayed - self.before.displayed


@dataclass
class History:
    """A person's games of one kind, oldest first."""

    kind: Kind
    title: str
    games: list[RatedGame] = field(default_factory=list)

    @property
    def rating(self) -> PlayerRating:
        return self.games[-1].after if self.games else first_rating()

    @cached_property
    def rated(self) -> list[RatedGame]:
        return [game for game in self.games if not game.unrated]

    @property
    def unrated(self) -> int:
        """Number of games that are not rated."""
        return len(self.games) - len(self.rated)

    @property
    def line(self) -> list[float]:
        """The rating before the first rated game and after each."""
        return [first_rating().mean, *(game.after.mean for game in self.rated)]

    @property
    def wins(self) -> list[RatedGame]:
        return [game for game in self.rated if game.won]

    def first_wins(self) -> dict[str, RatedGame | None]:
        """The first rated win at each level, from weak to strong, then against a matched bot; None where there is none
        yet.
        """
        by_level = {level: next((game for game in self.wins if game.strongest == level), None) for level in LEVELS}
        return {**by_level, MATCHED: next((game for game in self.wins if game.strongest in RATINGS), None)}

    def best_win(self) -> RatedGame | None:
        """The rated win against the strongest opponent; None without a win."""
        return max(self.wins, key=lambda game: game.strength, default=None)

    def next_level(self) -> tuple[str, float] | None:
        """The weakest level above every bot beaten so far, with its rating for two; None once all are beaten."""
        best = self.best_win()
        levels = level_ratings((*self.kind, "two")).items()
        return next(((level, value) for level, value in levels if best is None or value > best.strength), None)

    def add(self, result: Result, unrated: str) -> None:
        """Add the next game; an unrated one leaves the rating as it was."""
        before, case = self.rating, result.case
        ratings = [bot_rating(case, bot) or 0.0 for _, bot in result.seats if bot]
        seat = result.people[0]
        share = 1 / len(result.winners) if seat in result.winners else 0.0
        after = before if unrated else before.after(ratings, share)
        self.games.append(RatedGame(result, unrated, before, after))


def histories(results: Iterable[Result]) -> list[History]:
    """A history for each kind of game that has been played, by game and module, from results, oldest first.

    Only finished games of one person against bots count. A deal is rated once: the next time you know its cards.
    """
    by_kind: dict[Kind, History] = {}
    deals = set[tuple[Any, ...]]()
    for result in results:
        kind = kind_of(result.case)
        if kind is None or not result.scores or len(result.people) != 1 or len(result.seats) < 2:
            continue
        history = by_kind.setdefault(kind, History(kind, result.title))
        history.add(result, why_unrated(result, deals))
        deals.add(result.deal)
    order = list(rules.GAMES)
    return sorted(by_kind.values(), key=lambda history: (order.index(history.kind[0]), history.title))


def kind_of(case: Case | None) -> Kind | None:
    """The kind of a case; None where the levels have no ratings."""
    return case[:2] if case and level_ratings(case) else None


def why_unrated(result: Result, deals: set[tuple[Any, ...]]) -> str:
    """Why a finished game is not rated, in a few words, given the deals played before it; empty if it is."""
    unknown = [bot for _, bot in result.seats if bot and bot_rating(result.case, bot) is None]
    if unknown:
        return NO_RATING
    if result.is_practice:
        return PRACTICE
    if result.deal in deals:
        return PLAYED_BEFORE
    if result.coached:
        return COACHED
    return {None: NOT_RECORDED, True: HELPED, False: ""}[result.helped]


def could_be_rated(match: Match, record: Record) -> bool:
    """True for a saved match of one person against rated bots, whatever happens in it."""
    bots = [seat.bot for seat in match.seats if seat.bot]
    saved = record.path.parent == records_folder() or is_first_try(record.path)
    if len(match.human_seats) != 1 or not bots or not saved:
        return False
    case = case_of(match.game, match.states[0])
    return kind_of(case) is not None and all(bot_rating(case, bot) is not None for bot in bots)


def may_be_rated(match: Match, record: Record | None) -> bool:
    """True for such a match without help so far, whose deal was not played before; of a daily game, the first try."""
    if record is None or record.helped is not False or (is_daily(match.seed) and not is_first_try(record.path)):
        return False
    return could_be_rated(match, record) and not was_played(match)


def standing(match: Match, record: Record | None) -> str:
    """RATED or UNRATED, as a match in progress is now; empty where ratings play no part."""
    if record is None or not could_be_rated(match, record):
        return ""
    return RATED if may_be_rated(match, record) else UNRATED


def read_histories(folder: Path | None = None) -> list[History]:
    """Histories from all saved games that can be read."""
    return histories(read_results(folder)[0])


def rating_of(kind: Kind | None, histories: Sequence[History]) -> PlayerRating:
    """Rating in a kind of game; that of a newcomer if none was played."""
    return next((history.rating for history in histories if history.kind == kind), first_rating())
