"""Your rating in each game and module, from the results of your saved games against bots of known ratings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from pathlib import Path
from textwrap import fill
from typing import Any

from tabletown import rules
from tabletown.rules.bots.level_descriptions import BOTS, LEVELS
from tabletown.rules.bots.matched import (
    MATCHED,
    RATINGS,
    WEAKEST,
    Case,
    bot_label,
    bot_rating,
    case_of,
    even_rating,
    level_ratings,
    matched_name,
)
from tabletown.rules.bots.player_rating import PROVISIONAL, PlayerRating, first_rating
from tabletown.rules.core.match import Match
from tabletown.rules.core.save_file import Record
from tabletown.rules.core.text import join_words, plural

from ..narration.grammar import sentence
from .daily import is_daily
from .files import records_folder
from .results import Result, read_results, streaks, was_played

HELPED, COACHED = "help used", "coach on"
NOT_RECORDED = "use of help unknown"
NO_RATING = "bot without a rating"
PLAYED_BEFORE = "same setup played before"
PRACTICE = "practice of a daily game"
NOT_YET = "not yet"
NEXT_GAME = "Next game"
RATED, UNRATED = "rated", "not rated"
"""Signs of a game in progress."""
RECENT = 8
"""Games in a list of the latest ones."""
NOTHING = "No rating yet. Finish a game against a bot without hints or undo, and it will appear here."

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
        """Change of the rating, in whole points."""
        return round(self.after.mean) - round(self.before.mean)


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
        """The weakest level above every rating you have had and every bot beaten so far, with its rating for two; the
        strongest one as long as it is not beaten; then None.
        """
        best = self.best_win()
        levels = list(level_ratings((*self.kind, "two")).items())
        left = [(level, value) for level, value in levels if best is None or value > best.strength]
        highest = max([game.after.mean for game in self.rated], default=self.rating.mean)
        return next((each for each in left if each[1] > highest), left[-1] if left else None)

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
    if is_daily(result.seed):
        return PRACTICE
    if result.deal in deals:
        return PLAYED_BEFORE
    if result.coached:
        return COACHED
    return {None: NOT_RECORDED, True: HELPED, False: ""}[result.helped]


def could_be_rated(match: Match, record: Record) -> bool:
    """True for a saved match of one person against rated bots, whatever happens in it."""
    bots = [seat.bot for seat in match.seats if seat.bot]
    if len(match.human_seats) != 1 or not bots or record.path.parent != records_folder():
        return False
    case = case_of(match.game, match.states[0])
    return kind_of(case) is not None and all(bot_rating(case, bot) is not None for bot in bots)


def may_be_rated(match: Match, record: Record | None) -> bool:
    """True for such a match without help so far, whose deal is not that of a daily game and was not played before."""
    if record is None or record.helped is not False or is_daily(match.seed):
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


def rating_after(record: Record | None) -> list[str]:
    """A line on what a finished game did to your rating; none for a game that is not among the saved ones."""
    if record is None or record.path.parent != records_folder():
        return []
    games = (game for history in read_histories() for game in history.games)
    return [after_game(game) for game in games if game.result.name == record.path.name]


def rating_of(kind: Kind | None, histories: Sequence[History]) -> PlayerRating:
    """Rating in a kind of game; that of a newcomer if none was played."""
    return next((history.rating for history in histories if history.kind == kind), first_rating())


# In words


def interval(rating: PlayerRating) -> str:
    """A rating with its 95% interval, "1,240 (likely 1,120 to 1,360)", or the games that are needed for one."""
    if rating.is_provisional:
        return figure(rating)
    low, high = max(0, rating.mean - rating.margin), rating.mean + rating.margin
    return f"{rating.mean:,.0f} (likely {low:,.0f} to {high:,.0f})"


def figure(rating: PlayerRating, unit: str = "game") -> str:
    """A rating, or as long as it rests on a few games, when it will be known: "known after 3 more games"."""
    left = plural(PROVISIONAL - rating.games, f"more {unit}")
    return f"known after {left}" if rating.is_provisional else f"{rating.mean:,.0f}"


def opponents(game: RatedGame) -> str:
    """The bots of a game with their ratings: "hard 1,630", "easy 691 and easy 691", "matched 1,240"."""
    ratings = [(bot, bot_rating(game.result.case, bot)) for bot in game.bots]
    return join_words([bot_label(bot) if bot in RATINGS or not n else f"{bot} {n:,.0f}" for bot, n in ratings])


def outcome(game: RatedGame) -> str:
    """Result of a game in one word."""
    if not game.won:
        return "lost"
    return "won" if len(game.result.winners) == 1 else "shared"


def effect(game: RatedGame) -> str:
    """Effect of a game on the rating: "1,240 (+15)", or why it had none."""
    if game.unrated:
        return f"not rated: {game.unrated}"
    if game.after.is_provisional:
        return f"{game.after.games} of {PROVISIONAL} games to a rating"
    if game.before.is_provisional:
        return f"{game.after.mean:,.0f}"
    return f"{game.after.mean:,.0f} ({game.change:+d})"


def after_game(game: RatedGame) -> str:
    """A line on the rating for the end of a game."""
    if game.unrated:
        stays = "" if game.after.is_provisional else f"Your rating stays at {game.after.mean:,.0f}: "
        return sentence(f"{stays}this game is not rated ({game.unrated})")
    if game.after.is_provisional:
        return f"This game is rated. Your rating will be {figure(game.after)}."
    from_games = (
        f"from your first {PROVISIONAL} games" if game.before.is_provisional else f"{game.change:+d} from this game"
    )
    return f"Your rating: {interval(game.after)}, {from_games}."


def facts(history: History) -> list[tuple[str, str]]:
    """Figures of a history with their labels."""
    now, longest = streaks(game.won for game in history.rated)
    wins, rated = history.wins, plural(len(history.rated), "game")
    lines = [
        ("Rating", interval(history.rating)),
        ("Rated", f"{rated}, {len(wins)} won" + (f"; {history.unrated} not rated" if history.unrated else "")),
    ]
    lines += [(NEXT_GAME, next_opponent(history)), ("Next level", next_level(history))]
    if best := history.best_win():
        beaten = f"{BOTS[best.strongest].title.lower()}, {best.strength:,.0f}"
        lines += [
            ("Streak", f"{plural(now, 'win')}; longest {longest}"),
            *([("Highest", f"{max(values):,.0f}")] if (values := history.line[PROVISIONAL:]) else []),
            ("Best win", f"against {beaten}"),
            ("Most points", str(max(game.points for game in history.rated))),
        ]
    return lines


def next_opponent(history: History) -> str:
    """The opponent that is matched to you in a game of two."""
    even = even_rating((*history.kind, "two"), history.rating.mean, 1)
    return f"a matched bot, about {RATINGS[matched_name(even)]:,.0f}"


def next_level(history: History) -> str:
    """The level to beat next, with its rating: "medium, 1,418"."""
    level = history.next_level()
    return f"{BOTS[level[0]].title.lower()}, {level[1]:,.0f}" if level else "none: you have beaten them all"


def newest(histories: Sequence[History]) -> History | None:
    """The history of the game that was played last; None if there is none."""
    return max(histories, key=lambda history: history.games[-1].result.when, default=None)


def in_short(histories: Sequence[History]) -> str:
    """Your rating in the game that you played last, and the level to beat next; empty without one."""
    history = newest([history for history in histories if history.rated])
    if history is None:
        return ""
    level = history.next_level()
    aim = f"; next: beat {BOTS[level[0]].title.lower()}" if level else ""
    mine = history.rating
    so_far = f"{mine.games} of {plural(PROVISIONAL, 'game')}" if mine.is_provisional else figure(mine)
    return f"{history.title}: {so_far}{aim}"


def first_wins(history: History) -> list[tuple[str, str]]:
    """The date of the first win at each level and against a matched bot; NOT_YET where there is none."""
    return [(level.capitalize(), date(game) if game else NOT_YET) for level, game in history.first_wins().items()]


def date(game: RatedGame) -> str:
    """Date of a game: "2026-11-25"."""
    try:
        return f"{datetime.fromtimestamp(game.result.when):%Y-%m-%d}"
    except (ValueError, OverflowError, OSError):
        return "unknown date"


def recent(history: History, most: int = RECENT) -> Iterator[tuple[str, str, str, str]]:
    """The latest games, newest first: date, opponents, result with your points first, effect on the rating."""
    for game in history.games[: -most - 1 : -1]:
        others = [score for seat, score in enumerate(game.result.scores) if seat != game.seat]
        yield date(game), opponents(game), f"{outcome(game)} {':'.join(map(str, [game.points, *others]))}", effect(game)


def summary(histories: Sequence[History]) -> list[tuple[str, str, str]]:
    """For each kind of game its title, the rating and the number of rated games."""
    return [
        (history.title, interval(history.rating), plural(len(history.rated), "rated game"))
        for history in histories
        if history.rated
    ]


def lines(histories: Sequence[History]) -> str:
    """All histories as lines of text."""
    if not histories:
        return NOTHING
    text: list[str] = []
    for history in histories:
        text += [history.title, *(f"{label}: {value}." for label, value in facts(history))]
        text.append("First wins: " + "; ".join(f"{level} {when}" for level, when in first_wins(history)) + ".")
        text += [f"{when}: against {who}, {result}, {effect}." for when, who, result, effect in recent(history)]
        text.append("")
    return "\n".join([*text, *(fill(note, 79) for note in notes())])


def notes() -> list[str]:
    """The meaning of a rating, and the games that do not count."""
    return [
        f"Each game and module has its own rating. The novice bot is rated {WEAKEST}.",
        "A game does not count if you used help (hint, undo or coach), had played the same setup before, played a "
        "daily game again for practice, played a bot without a rating, or deleted the game.",
    ]


def table(histories: Sequence[History]) -> list[dict[str, Any]]:
    """The histories as JSON data for other programs."""
    return [
        {
            "title": history.title,
            "rating": round(history.rating.mean),
            "margin": round(history.rating.margin),
            "rated": len(history.rated),
            "unrated": history.unrated,
            "history": [round(value) for value in history.line],
            "first_wins": {level: game and date(game) for level, game in history.first_wins().items()},
        }
        for history in histories
    ]
