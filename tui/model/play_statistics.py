"""Statistics of finished games: wins, scores, streaks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tabletown import rules
from tabletown.rules.bots.level_descriptions import ALGORITHMS, BOTS, LEVELS
from tabletown.rules.bots.matched import MATCHED, RATINGS

from ..narration.summary import load_summary
from . import daily, daily_files, rating_words
from .rating import History, histories
from .results import Result, read_results, streaks

UNAIDED = "No hints, no undo"
"""Title of the tally of games without either."""
FIRST_TRIES = "First tries"
"""Title of the tally of daily games; practice is no part of it."""


@dataclass
class Tally:
    """Totals of games with something in common."""

    title: str
    games: int = 0
    won: int = 0
    best: int | None = None
    total: int = 0

    def add(self, won: bool, score: int) -> None:
        self.games += 1
        self.won += won
        self.total += score
        self.best = score if self.best is None else max(self.best, score)

    @property
    def share(self) -> float:
        """Fraction of games won, from 0 to 1."""
        return self.won / self.games if self.games else 0.0

    @property
    def average(self) -> float:
        return self.total / self.games if self.games else 0.0


@dataclass
class GameTally:
    """Totals of a player's games of one kind."""

    title: str
    period: str
    """Name of the rounds of this game: "round", "auction", "year"."""
    games: int = 0
    rounds: int = 0
    sources: dict[str, int] = field(default_factory=dict)
    """Points from all games, by source."""
    scored: dict[str, int] = field(default_factory=dict)
    """Number of games that had a source of points: a module or edition may lack it."""
    total: int = 0
    """Points from all games."""
    levels: dict[str, Tally] = field(default_factory=dict)
    """Tallies by module or version and level of the strongest opponent."""
    unaided: Tally = field(default_factory=lambda: Tally(UNAIDED))

    def add(self, result: Result, seat: int, level: str) -> None:
        self.games += 1
        self.rounds += result.rounds
        for label, points in result.sources[seat] if result.sources else ():
            self.sources[label] = self.sources.get(label, 0) + points
            self.scored[label] = self.scored.get(label, 0) + 1
            self.total += points
        title = f"{result.variant}, {level}" if result.variant else level
        tally = self.levels.setdefault(title, Tally(title))
        tally.add(seat in result.winners, result.scores[seat])
        if result.helped is False:
            self.unaided.add(seat in result.winners, result.scores[seat])

    def averages(self) -> list[tuple[str, float]]:
        """Average points by source, for each of the games that have it."""
        return [(label, points / self.scored[label]) for label, points in self.sources.items()]


@dataclass
class Statistics:
    """Statistics of one person against bots; games between people are counted separately, by name."""

    alone: Tally = field(default_factory=lambda: Tally("All games"))
    unaided: Tally = field(default_factory=lambda: Tally(UNAIDED))
    """Games in which neither hints nor undo were used, as far as that was recorded."""
    dailies: Tally = field(default_factory=lambda: Tally(FIRST_TRIES))
    games: list[Tally] = field(default_factory=list)
    kinds: list[GameTally] = field(default_factory=list)
    """Details of each game: rounds, points by source, results by module and level."""
    variants: list[Tally] = field(default_factory=list)
    levels: list[Tally] = field(default_factory=list)
    players: list[Tally] = field(default_factory=list)
    streak: int = 0
    """Current number of wins in a row."""
    longest: int = 0
    played: list[Result] = field(default_factory=list)
    """The counted games against bots, oldest first."""
    practice: int = 0
    """Number of daily games that were played again as practice, which are not counted."""
    daily_streak: int = 0
    """Days in a row with a finished daily game, up to today or yesterday."""
    longest_daily: int = 0
    together: int = 0
    """Number of games between people."""
    people: list[Tally] = field(default_factory=list)
    broken: int = 0
    """Number of records that could not be read."""
    ratings: list[History] = field(default_factory=list)
    """Your games by game and module, with your rating."""

    def sections(self) -> list[tuple[str, list[Tally], bool]]:
        """Title and tallies of each section, and True where scores can be compared within a tally."""
        titled = [
            ("By game", [tally for game in self.games for tally in self.with_variants(game)], True),
            ("Daily games", [self.dailies] if self.dailies.games else [], False),
            ("Without help", [self.unaided] if 0 < self.unaided.games < self.alone.games else [], False),
            ("By strongest opponent", self.levels, False),
            ("By number of players", self.players if len(self.players) > 1 else [], False),
            (f"Local games ({self.together})", self.people, False),
        ]
        return [section for section in titled if section[1]]

    def with_variants(self, game: Tally) -> list[Tally]:
        """The tally of a game with those of its modules or editions; the only one of these stands for the game."""
        own = [tally for tally in self.variants if tally.title.startswith(f"{game.title}, ")]
        if len(own) == 1 and own[0].games == game.games:
            return own
        return [replace(game, title=f"{game.title}, all") if own else game, *own]


def statistics(results: Sequence[Result], broken: int = 0) -> Statistics:
    """Count the finished games among results, which are ordered oldest first."""
    counts, won = Statistics(broken=broken, ratings=histories(results)), list[bool]()
    tallies: dict[tuple[str, str], Tally] = {}
    kinds: dict[str, GameTally] = {}

    def tally(kind: str, title: str) -> Tally:
        return tallies.setdefault((kind, title), Tally(title))

    for result in results:
        people = result.people
        if not result.scores or not people:
            continue
        if len(people) > 1:
            counts.together += 1
            for seat in people:
                tally("people", result.seats[seat][0]).add(seat in result.winners, result.scores[seat])
            continue
        if result.is_practice:
            counts.practice += 1
            continue
        counts.played.append(result)
        mine = people[0] in result.winners, result.scores[people[0]]
        won.append(mine[0])
        title = rules.load(result.game).TITLE
        level = strongest(result)
        counts.alone.add(*mine)
        if result.helped is False:
            counts.unaided.add(*mine)
        if result.first_try:
            counts.dailies.add(*mine)
        game = kinds.setdefault(title, GameTally(title, load_summary(result.game).PERIOD))
        game.add(result, people[0], BOTS[level].title)
        tally("games", title).add(*mine)
        if result.variant:
            tally("variants", f"{title}, {result.variant}").add(*mine)
        tally("levels", BOTS[level].title).add(*mine)
        tally("players", str(len(result.seats))).add(*mine)
    counts.streak, counts.longest = streaks(won)
    titles, levels = (
        [rules.load(name).TITLE for name in rules.GAMES],
        [*(level.title for level in (ALGORITHMS | LEVELS).values()), MATCHED.capitalize()],
    )
    counts.kinds = sorted(kinds.values(), key=lambda game: titles.index(game.title))
    order: dict[str, Callable[[Tally], Any]] = {
        "games": lambda t: titles.index(t.title),
        "variants": lambda t: t.title,
        "levels": lambda t: levels.index(t.title),
        "players": lambda t: t.title,
        "people": lambda t: (-t.games, t.title),
    }
    for kind, key in order.items():
        setattr(counts, kind, sorted((t for (k, _), t in tallies.items() if k == kind), key=key))
    return counts


def strongest(result: Result) -> str:
    """Name of the strongest bot in a game."""
    return max((bot for _, bot in result.seats if bot), key=strength)


def strength(bot: str) -> int:
    """Rank of a bot among the levels; -1 for the plain algorithms, above all for a matched opponent."""
    return list(LEVELS).index(bot) if bot in LEVELS else len(LEVELS) if bot in RATINGS else -1


def collect(folder: Path | None = None) -> Statistics:
    """Statistics of all saved games."""
    counts, tries = statistics(*read_results(folder)), daily_files.read()[0] or {}
    counts.daily_streak, counts.longest_daily = daily.streak(tries, daily.today()), daily.longest_streak(tries)
    return counts


# As data


def table(statistics: Statistics) -> dict[str, Any]:
    """The statistics as JSON data for other programs."""

    def row(t: Tally) -> dict[str, Any]:
        return {"title": t.title, "games": t.games, "won": t.won, "best": t.best, "average": round(t.average, 2)}

    return {
        "ratings": rating_words.table(statistics.ratings),
        "unaided": row(statistics.unaided),
        "dailies": row(statistics.dailies),
        "alone": row(statistics.alone),
        **{
            kind: [row(t) for t in getattr(statistics, kind)]
            for kind in ("games", "variants", "levels", "players", "people")
        },
        **{
            key: getattr(statistics, key)
            for key in ("streak", "longest", "practice", "daily_streak", "longest_daily", "together", "broken")
        },
    }
