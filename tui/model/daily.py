"""The daily game: one game a day, the same for everyone, derived from the date alone; results, streak and calendar."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache
from hashlib import sha256
from typing import Any, NamedTuple, TypedDict

from tabletown import rules
from tabletown.rules.core.game import defaults, totals
from tabletown.rules.core.match import Match, Seat
from tabletown.rules.core.text import final_score, plural

from ..narration.summary import load_summary, period_starts
from .titles import title

FIRST = date(2026, 1, 1)
"""Day of the first deal."""
YEARS = 20
"""Years whose deals are known by their seeds alone."""
LEVEL, MASTER = "medium", "master"
"""Level of the opponent; level that plays the deal in your seat for comparison."""
NODES = {LEVEL: 1000, MASTER: 2000}
"""Most positions that a bot searches for a move: a count, not a clock, gives the same reply on every machine."""
FINISHES_FROM = date(2026, 12, 1)
"""First day whose MASTER ends a won game as soon as it can; on earlier days it plays as it did then."""
SEARCH_ALONE = "ismcts"
"""Bot that plays as MASTER did on earlier days."""
MODULES = ("cities", "trading_posts", "orient", "strongholds")
WEEK: tuple[tuple[str, dict[str, str] | None], ...] = (
    ("splendor", {}),
    ("metropolys", {"version": "family"}),
    ("splendor", None),
    ("sf1906", {}),
    ("splendor", None),
    ("metropolys", {"version": "expert"}),
    ("splendor", None),
)
"""Game of each day from Monday, with its options; None for the next module of Splendor."""
MOST_MARKS = 34
"""Most marks of a result, as many as fit in a line of the text to share."""
AHEAD, EQUAL, BEHIND = "+", "=", "-"


def now() -> datetime:
    """The time in UTC: the day changes for everyone at the same moment."""
    return datetime.now(UTC)


def today() -> date:
    return now().date()


def time_left(time: datetime) -> str:
    """Time until the next deal: "5 h 12 min", or in its last hour "59 min"."""
    hours, minutes = divmod(24 * 60 - (time.hour * 60 + time.minute), 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"


# Deals


@dataclass(frozen=True)
class Deal:
    """The deal of a day, for two players."""

    day: date
    game: str
    options: dict[str, str]
    seed: int
    seat: int
    """Your seat: who starts alternates by date."""

    def match(self) -> Match:
        """A new match of the deal."""
        seats = [Seat("You"), Seat("Hana", LEVEL)]
        return Match(self.game, seats[:: 1 - 2 * self.seat], self.options, self.seed)


def deal(day: date) -> Deal:
    """The deal of a day."""
    game, options = WEEK[day.weekday()]
    if options is None:
        before = sum(chosen is None for _, chosen in WEEK[: day.weekday()])
        each = sum(chosen is None for _, chosen in WEEK)
        options = {"module": MODULES[((day.toordinal() - 1) // 7 * each + before) % len(MODULES)]}
    return Deal(day, game, {**defaults(rules.load(game)), **options}, seed(day), day.toordinal() % 2)


def seed(day: date) -> int:
    """Seed of a day's deal: the first six bytes of the hash of its date as text."""
    return int.from_bytes(sha256(day.isoformat().encode()).digest()[:6], "big")


@cache
def days_by_seed() -> Mapping[int, date]:
    """Days by the seeds of their deals for many years, also of days to come: a clock may be wrong."""
    return {seed(day): day for n in range(YEARS * 366) for day in [FIRST + timedelta(n)]}


def is_daily(number: int) -> bool:
    """True for the seed of a day's deal."""
    return number in days_by_seed()


def has_deal(day: date, current: date) -> bool:
    """True for a day whose deal can be played: none before the first one, and none of the future."""
    return FIRST <= day <= current


def has_begun(match: Match) -> bool:
    """True once a person has moved: moves of the bot alone begin no try."""
    return any(match.game.turn(s) in match.human_seats for s in match.states[:-1])


def deal_of(match: Match, until: date) -> Deal | None:
    """The deal that a match plays, of any day so far; None for any other match."""
    day = days_by_seed().get(match.seed)
    of_day = deal(day) if day and has_deal(day, until) else None
    if of_day is None or (of_day.game, of_day.options) != (match.name, match.options):
        return None
    return of_day if match.seats == of_day.match().seats else None


class BotArguments(TypedDict):
    """Arguments of a bot's choice that depend on the match alone, not on the machine."""

    game: str
    view: Any
    level: str
    seed: str
    nodes: float
    """Most positions to search: those of the level, but never endless."""


def bot_arguments(match: Match, day: date = FINISHES_FROM) -> BotArguments:
    """Arguments for the choice of the bot to move in the deal of a day."""
    from tabletown.rules.bots.levels import limits

    assert match.player is not None
    view, level = match.game.observe(match.state, match.player), match.seats[match.player].bot
    nodes = min(NODES[level], limits(match.game, view, level, None, None, None)[1])
    if level == MASTER and day < FINISHES_FROM:
        level = SEARCH_ALONE
    seed = match.seed_for(len(match.log), "bot")
    return {"game": match.name, "view": view, "level": level, "seed": seed, "nodes": nodes}


# Results


class Length(NamedTuple):
    """Length of a game in periods, such as rounds, or in moves."""

    number: int
    unit: str

    def __str__(self) -> str:
        return plural(self.number, self.unit)


class Score(NamedTuple):
    """Result of a finished game of a deal, by you or by the bot in your seat."""

    points: tuple[int, int]
    """Yours, then the opponent's."""
    outcome: str
    """ "won", "lost" or "shared the win"."""
    length: Length
    marks: str
    """A mark for each period, or for equal parts of a game with too many: "+" for you, "-" for the opponent, "=" for
    neither.
    """

    def __str__(self) -> str:
        return f"{self.outcome} {final_score(self.points)} in {self.length}"


@dataclass(frozen=True)
class Try:
    """The first try at a deal. It keeps its own result, so that no later version of the rules changes it."""

    day: date
    begun: date
    """Day of the first move."""
    title: str
    level: str
    version: int
    """Version of the game's rules."""
    own: Score | None = None
    """Your result; None while the game is unfinished."""
    master: Score | None = None
    """Result of MASTER with the same deal; None until it is known."""

    @property
    def on_time(self) -> bool:
        """True for a finished try that was begun on its own day: only these count for the streak."""
        return self.own is not None and self.begun == self.day


def begin(match: Match, day: date, begun: date) -> Try:
    """The try of a match whose first move was played on that day."""
    return Try(day, begun, title(match), LEVEL, match.game.VERSION)


def score(match: Match, seat: int) -> Score | None:
    """Result of a match as the player in a seat sees it; None while it is unfinished."""
    if match.player is not None:
        return None
    winners, starts = match.game.winners(match.state), period_starts(match)
    outcome = "lost" if seat not in winners else "won" if len(winners) == 1 else "shared the win"
    length = Length(len(starts), load_summary(match.name).PERIOD) if starts else Length(len(match.log), "move")
    parts = [len(match.log) * part // MOST_MARKS for part in range(1, MOST_MARKS)]
    plies = [ply for ply, _ in starts[1:]] if 1 < len(starts) <= MOST_MARKS else parts
    marks = "".join(mark(*points(match, ply, seat)) for ply in plies)
    last = {"won": AHEAD, "lost": BEHIND}.get(outcome, EQUAL)
    return Score(points(match, len(match.log), seat), outcome, length, marks + last)


def points(match: Match, ply: int, seat: int) -> tuple[int, int]:
    """Points at a position: those of a seat, then the opponent's."""
    both = totals(match.game, match.states[ply])
    return both[seat], both[1 - seat]


def mark(own: int, other: int) -> str:
    return AHEAD if own > other else BEHIND if own < other else EQUAL


Tries = Mapping[date, Try]


def streak(tries: Tries, day: date) -> int:
    """Number of days in a row, up to a day or the one before, with a first try begun on its day and finished."""
    return days_in_a_row(lambda other: counts(tries, other), day)


def longest_streak(tries: Tries) -> int:
    """The longest streak so far, in days."""
    return max((streak(tries, day) for day in tries if counts(tries, day)), default=0)


def days_in_a_row(holds: Callable[[date], bool], day: date) -> int:
    """Number of days in a row, up to a day or the one before, of which something holds."""
    days = 0
    if not holds(day):
        day -= timedelta(1)
    while holds(day):
        day, days = day - timedelta(1), days + 1
    return days


def counts(tries: Tries, day: date) -> bool:
    return day in tries and tries[day].on_time


def state(tries: Tries, day: date, current: date) -> str:
    """A day in one word of a calendar: won, lost, begun, today, missed or future; empty before you began your first
    try, as long as it is not played.
    """
    entry = tries.get(day)
    if entry and entry.own:
        return "lost" if entry.own.outcome == "lost" else "won"
    if entry:
        return "begun"
    if day >= current:
        return "today" if day == current else "future"
    return "missed" if day > min((entry.begun for entry in tries.values()), default=current) else ""


def weeks(month: date) -> list[list[date]]:
    """The weeks of a month from Monday, each of seven days; the first and the last may reach into other months."""
    first = month.replace(day=1)
    start = first - timedelta(first.weekday())
    last = next_month(first) - timedelta(1)
    return [[start + timedelta(7 * week + n) for n in range(7)] for week in range((last - start).days // 7 + 1)]


def next_month(month: date, step: int = 1) -> date:
    """The first day of the month that is `step` months later."""
    number = month.year * 12 + month.month - 1 + step
    return date(number // 12, number % 12 + 1, 1)


def long_date(day: date) -> str:
    return f"{day.day} {day:%B %Y}"


def short_date(day: date, current: date) -> str:
    """A date with its year only if that is not the current one: "25 Nov"."""
    return f"{day.day} {day:%b}{f' {day.year}' * (day.year != current.year)}"


def is_done(tries: Tries, day: date) -> bool:
    """True once the first try of a day is finished."""
    return day in tries and tries[day].own is not None


# As data
