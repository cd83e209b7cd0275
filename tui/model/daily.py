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

from ..narration.chosen_options import added
from ..narration.summary import load_summary, period_starts, period_title
from .saved_games import title

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
TENTHS = 10
"""Most marks of a result."""
AHEAD, EQUAL, BEHIND = "+", "=", "-"
GOALS = {
    "splendor": "15 points. Take gems, buy cards with them, and gain nobles with cards.",
    "cities": "a city. Take gems, and buy the cards that a city requires.",
    "metropolys": "most points. Win places in auctions until someone has built all 13.",
    "sf1906": "most points after six years, or once someone has built all 8 buildings.",
}
"""The aim of a player, by module or else by game."""
TIMES = {"splendor": "10 min", "strongholds": "15 min", "metropolys": "10 min", "sf1906": "20 min"}
"""Length of a game in time, by module or else by game: moves of the easy bot at 20 seconds each, those of 1906 at
10.
"""
LENGTHS = {
    "splendor": "30 moves each",
    "strongholds": "25 turns each",
    "metropolys": "30 moves each",
    "sf1906": "six years",
}
"""Length of a game in its own measure, likewise."""
NO_HELP = "A first try has no undo, no hints and no coach. Practice has them all."
FINISH_FIRST = "Finish your first try before you practise this game."


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


def goal(of_day: Deal) -> str:
    """A line on what wins the game of a deal."""
    return f"Goal: {of_kind(GOALS, of_day)}"


def offers_lesson(of_day: Deal) -> str:
    """The lesson that the game of a deal has, for a player who does not know it, and what explains its module."""
    name, whole = rules.load(of_day.game).TITLE, title(of_day.match())
    module = whole.removeprefix(f"{name}, ")
    if of_day.options.get("module", "base") == "base":
        return "New to you? {daily.learn} teaches it in a few minutes. {daily.play} starts the try that counts."
    rest = f"in the game, {{game.help}} explains {module}"
    return f"New to you? {{daily.learn}} teaches {name}; {rest}. {{daily.play}} starts the try that counts."


def of_kind(table: Mapping[str, str], of_day: Deal) -> str:
    """The entry for the module of a deal, or else for its game."""
    return table.get(of_day.options.get("module", "")) or table[of_day.game]


def length(of_day: Deal) -> str:
    """The usual length of a deal: "about 10 min (30 moves each)"."""
    return f"about {of_kind(TIMES, of_day)} ({of_kind(LENGTHS, of_day)})"


def number(day: date) -> int:
    """The number of a day's deal: 1 for the first one."""
    return (day - FIRST).days + 1


def seed(day: date) -> int:
    """Seed of a day's deal: the first six bytes of the hash of its date as text."""
    return int.from_bytes(sha256(day.isoformat().encode()).digest()[:6], "big")


@cache
def seeds() -> frozenset[int]:
    """Seeds of the deals of many years, also of days to come: a clock may be wrong."""
    return frozenset(seed(FIRST + timedelta(n)) for n in range(YEARS * 366))


def is_daily(number: int) -> bool:
    """True for the seed of a day's deal."""
    return number in seeds()


def has_deal(day: date, current: date) -> bool:
    """True for a day whose deal can be played: none before the first one, and none of the future."""
    return FIRST <= day <= current


def deal_of(match: Match, until: date) -> Deal | None:
    """The deal that a match plays, of any day so far; None for any other match."""
    days = (FIRST + timedelta(n) for n in range((until - FIRST).days + 1))
    day = next((day for day in days if seed(day) == match.seed), None)
    of_day = deal(day) if day else None
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


class Score(NamedTuple):
    """Result of a finished game of a deal, by you or by the bot in your seat."""

    points: tuple[int, int]
    """Yours, then the opponent's."""
    outcome: str
    """ "won", "lost" or "shared the win"."""
    length: str
    """Length in words: "24 rounds"."""
    marks: str
    """A mark for each period, or each tenth of a game with many: "+" for you, "-" for the opponent, "=" for neither."""
    turned: str = ""
    """The last change of the lead: "I led until round 14"; empty for a shared win and for older results."""

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
    length = plural(len(starts), load_summary(match.name).PERIOD) if starts else plural(len(match.log), "move")
    tenths = [len(match.log) * tenth // TENTHS for tenth in range(1, TENTHS)]
    plies = [ply for ply, _ in starts[1:]] if 1 < len(starts) <= TENTHS else tenths
    marks = "".join(mark(*points(match, ply, seat)) for ply in plies)
    last = {"won": AHEAD, "lost": BEHIND}.get(outcome, EQUAL)
    return Score(points(match, len(match.log), seat), outcome, length, marks + last, turned(match, seat, marks + last))


def turned(match: Match, seat: int, marks: str) -> str:
    """The period in which a finished match turned to its result, in the words of the player in a seat; empty for a
    shared win. `marks` are those of the result.
    """
    last = marks[-1]
    if last == EQUAL:
        return ""
    leads = [mark(*points(match, ply, seat)) for ply in range(len(match.log))]
    latest = {lead: ply for ply, lead in enumerate(leads) if lead != last}
    if last == AHEAD:
        return f"I led from {period_title(match, max(latest.values(), default=0))}"
    lead = AHEAD if AHEAD in marks else EQUAL
    return f"{'I led' if lead == AHEAD else 'level'} until {period_title(match, latest.get(lead, 0))}"


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


def streak_line(days: int) -> str:
    """A streak in days, in words."""
    return f"streak {plural(days, 'day')}" if days else "no streak yet"


def progress(entry: Try | None) -> str:
    """The state of a try, for a list: its result, "unfinished", or empty before it is started."""
    return "" if entry is None else str(entry.own or "unfinished")


def summary(tries: Tries, time: datetime, width: int = 1000) -> str:
    """Game of the day, how far its try is, the streak, and after a finished try when the next game comes, in one line;
    the game's name is left out where it does not fit.
    """
    day = time.date()
    entry, days = tries.get(day), streak(tries, day)
    own, of_day = entry.own if entry else None, deal(day)
    run = f"streak {plural(days, 'day')}" if days > (own is None) else ""
    what = f"{own.outcome} {final_score(own.points)}" if own else progress(entry) or f"about {of_kind(TIMES, of_day)}"
    then = f"next in {time_left(time)}" if own else ""
    line = ", ".join(filter(None, [title(of_day.match()), what, run, then]))
    return line if len(line) <= width or not own else ", ".join(filter(None, [what, run, then]))


def is_done(tries: Tries, day: date) -> bool:
    """True once the first try of a day is finished."""
    return day in tries and tries[day].own is not None


def about(day: date, entry: Try | None) -> list[str]:
    """The deal of a day: game, opponent, who starts, without a try yet also what its module adds and its length, and
    whether the try does not count for the streak.
    """
    of_day = deal(day)
    game = entry.title if entry else title(of_day.match())
    starts = "You start" if of_day.seat == 0 else "Hana starts"
    late = entry is not None and entry.begun != entry.day
    return [
        game,
        *(added(of_day.game, of_day.options) if entry is None else []),
        f"against Hana ({entry.level if entry else LEVEL} bot)",
        starts,
        *([length(of_day)] if entry is None else []),
        *(["does not count towards the streak"] * late),
    ]


def advice(day: date, entry: Try | None, current: date) -> str:
    """A line on what a player can do with the deal of a day."""
    if day < FIRST:
        return f"No daily games before {long_date(FIRST)}. Is this computer's date right?"
    if day > current:
        return f"This game opens on {long_date(day)} at 00:00 UTC."
    if entry and entry.own:
        return "Your result is kept. Replay shows your mistakes; Practise allows hints."
    if entry:
        return "Your first try is saved. Continue it now or another day; it still counts."
    if day < current:
        return "A past game is rated, but does not count towards your streak. No help."
    return "Your first try counts and is rated: no undo or hints. Then you can practise."


def master_progress(moves: int) -> str:
    return f"{MASTER.capitalize()} bot is playing the same game in your seat: move {moves + 1}"


# As data
