"""Daily games and puzzles in the server's database: what was dealt on each day, first tries, answers, and places.

Days are dates in ISO format. A row of a first try is written with its table, and its result with the last action.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple

import sqlalchemy as sql

from tabletown.rules.core.match import Match

from ..model import daily
from ..model.titles import title
from ..narration.summary import period_starts
from .databases import add
from .moderation import GUEST
from .schema import LARGE, keys, meta, players
from .store import Also, Store
from .stored_table import StoredTable, save_table

deals = sql.Table(
    "daily_deals",
    meta,
    sql.Column("day", sql.String, primary_key=True),
    sql.Column("seed", LARGE, nullable=False),
    sql.Column("puzzles", sql.String, nullable=False),
)
"""The seed of each day's game, and the names of its puzzles, separated by spaces."""
tries = sql.Table(
    "daily_tries",
    meta,
    sql.Column("day", sql.String, primary_key=True),
    sql.Column("player", sql.ForeignKey("players.id"), primary_key=True),
    sql.Column("code", sql.String, nullable=False),
    sql.Column("begun", sql.Float, nullable=False),
    sql.Column("record", sql.Integer, nullable=True),
    sql.Column("title", sql.String, nullable=True),
    sql.Column("result", sql.String, nullable=True),
    sql.Column("rank", sql.Integer, nullable=True),
    sql.Column("own", sql.Integer, nullable=True),
    sql.Column("other", sql.Integer, nullable=True),
    sql.Column("length", sql.Integer, nullable=True),
)
"""First tries with the code of their table. What follows `begun` is null until the game is finished."""
repeats = sql.Table(
    "daily_repeats",
    meta,
    sql.Column("record", sql.Integer, primary_key=True),
    sql.Column("day", sql.String, nullable=False),
    sql.Column("player", sql.ForeignKey("players.id"), nullable=False),
)
"""Records of games of a day that were played again, for practice."""
answers = sql.Table(
    "puzzle_answers",
    meta,
    sql.Column("day", sql.String, primary_key=True),
    sql.Column("puzzle", sql.Integer, primary_key=True),
    sql.Column("player", sql.ForeignKey("players.id"), primary_key=True),
    sql.Column("solved", sql.Boolean, nullable=False),
)
"""The first answer of each player to the puzzles of a day, which are numbered from 1."""

RANKS = {"won": 2, "shared the win": 1, "lost": 0}
"""Outcomes in the order of places."""
LONGEST_STREAK = 400
"""Days that are looked back on for a streak."""
BEST_FIRST = (tries.c.rank.desc(), (tries.c.own - tries.c.other).desc(), tries.c.own.desc(), tries.c.length)
"""The order of places: outcome, margin, points, then the shorter game."""


class Drawn(NamedTuple):
    """Seed of the game and names of the puzzles that the server has drawn for a day."""

    seed: int
    puzzles: Sequence[str]


@dataclass(frozen=True, slots=True)
class FirstTry:
    """A player's first try at a daily game."""

    code: str
    """Code of its table."""
    title: str
    """Title of the game; empty while it is unfinished."""
    result: str
    """Outcome in words; empty while it is unfinished."""


class Place(NamedTuple):
    """A line of a leaderboard; players with equal results share a place."""

    place: int
    name: str
    result: str
    player: int


class BestOfDay(NamedTuple):
    """The best result of a day, which several players may share."""

    day: str
    title: str
    names: list[str]
    result: str


def finished(table_day: str, player: int | None, match: Match) -> Also | None:
    """Writes the result of a finished first try with the number of its record.

    None when its time was over.
    """
    day = date.fromisoformat(table_day)
    seat = next(seat for seat, (_, bot) in enumerate(match.seats) if not bot)
    score = daily.score(match, seat)
    if score is None or player is None or not open_on(day, daily.today()):
        return None
    own, other = score.points
    values = {
        "title": title(match),
        "result": str(score),
        "rank": RANKS[score.outcome],
        "own": own,
        "other": other,
        "length": len(period_starts(match)) or len(match.log),
    }
    mine = (tries.c.day == table_day) & (tries.c.player == player) & tries.c.result.is_(None)

    def write(base: sql.Connection, record: int | None) -> None:
        base.execute(tries.update().where(mine).values(record=record, **values))

    return write


def repeated(table_day: str, player: int | None) -> Also:
    """Writes that the record is that of a daily game played again."""

    def write(base: sql.Connection, record: int | None) -> None:
        base.execute(repeats.insert().values(record=record, day=table_day, player=player))

    return write


def open_on(day: date, current: date) -> bool:
    """True while a game begun on its day can be finished: to the end of the next day."""
    return day <= current <= day + timedelta(1)


def hidden_records(current: date, viewer: int | None) -> sql.CompoundSelect[tuple[int]]:
    """Records of daily games that somebody may still have to play, without those of that player."""
    since = (current - timedelta(1)).isoformat()
    first, again = (
        sql.select(games.c.record).where(games.c.day >= since, games.c.player.is_distinct_from(viewer))
        for games in (tries, repeats)
    )
    return sql.union_all(first.where(tries.c.record.is_not(None)), again)


class DailyResults:
    """The daily games and puzzles of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # What was dealt

    def drawn(self, day: date, draw: Callable[[set[str]], Drawn], recent: int) -> Drawn:
        """Seed and puzzles of a day; on its first use, `draw` draws it, given the puzzles of the recent days."""
        this_day = deals.select().where(deals.c.day == day.isoformat())
        with self._store.engine.begin() as base:
            row = base.execute(this_day).first()
            if row is None:
                since = (day - timedelta(recent)).isoformat()
                used = base.execute(sql.select(deals.c.puzzles).where(deals.c.day >= since)).scalars()
                new = draw({name for names in used for name in names.split()})
                values = {"day": day.isoformat(), "seed": new.seed, "puzzles": " ".join(new.puzzles)}
                add(base, deals, values)
                row = base.execute(this_day).one()
        return Drawn(row.seed, row.puzzles.split())

    # Games

    def begin(self, table: StoredTable, day: date, player: int, now: float) -> None:
        """Write a first try with its table; raises Unsaved, also for a second try."""
        values = {"day": day.isoformat(), "player": player, "code": table.code, "begun": now}
        with self._store.engine.begin() as base:
            save_table(base, table)
            base.execute(tries.insert().values(**values))

    def try_of(self, day: date, player: int) -> FirstTry | None:
        mine = (tries.c.day == day.isoformat()) & (tries.c.player == player)
        with self._store.engine.begin() as base:
            row = base.execute(tries.select().where(mine)).first()
        return FirstTry(row.code, row.title or "", row.result or "") if row else None

    def board(self, day: date, player: int, most: int) -> tuple[list[Place], int]:
        """The first places of a day with that of a player, and the number of players who have finished."""
        place = sql.func.rank().over(order_by=BEST_FIRST).label("place")
        ranked = (
            sql.select(place, players.c.name, tries.c.result.label("result"), tries.c.player)
            .join(players, players.c.id == tries.c.player)
            .where(tries.c.day == day.isoformat(), tries.c.result.is_not(None), listed())
            .subquery()
        )
        return self._places(ranked, player, most)

    def winners(self, since: date, until: date) -> list[BestOfDay]:
        """The winners of some days, the latest first."""
        place = sql.func.rank().over(partition_by=tries.c.day, order_by=BEST_FIRST).label("place")
        ranked = (
            sql.select(place, tries.c.day, tries.c.title, players.c.name, tries.c.result.label("result"))
            .join(players, players.c.id == tries.c.player)
            .where(tries.c.day.between(since.isoformat(), until.isoformat()), tries.c.result.is_not(None), listed())
            .subquery()
        )
        best = sql.select(ranked).where(ranked.c.place == 1).order_by(ranked.c.day.desc(), ranked.c.name)
        with self._store.engine.begin() as base:
            rows = base.execute(best).all()
        winners: dict[str, BestOfDay] = {}
        for row in rows:
            winners.setdefault(row.day, BestOfDay(row.day, row.title, [], row.result)).names.append(row.name)
        return [*winners.values()]

    def streak(self, player: int, day: date) -> int:
        """Days in a row, up to a day or the one before, whose game the player has started then and finished."""
        since = (day - timedelta(LONGEST_STREAK)).isoformat()
        mine = (tries.c.player == player) & (tries.c.day >= since) & tries.c.result.is_not(None)
        with self._store.engine.begin() as base:
            finished = set(base.execute(sql.select(tries.c.day).where(mine)).scalars())
        return daily.days_in_a_row(lambda other: other.isoformat() in finished, day)

    def is_listed(self, player: int) -> bool:
        """False for a guest, who has no place."""
        with self._store.engine.begin() as base:
            row = base.execute(sql.select(players.c.id).where(players.c.id == player, listed())).first()
        return row is not None

    # Puzzles

    def answer(self, day: date, number: int, player: int, right: bool) -> bool:
        """Keep a first answer; False when there is one already."""
        values = {"day": day.isoformat(), "puzzle": number, "player": player, "solved": right}
        with self._store.engine.begin() as base:
            return add(base, answers, values)

    def answers_of(self, day: date, player: int) -> dict[int, bool]:
        """By number of a puzzle, True when the first answer was right."""
        mine = (answers.c.day == day.isoformat()) & (answers.c.player == player)
        with self._store.engine.begin() as base:
            return {row.puzzle: bool(row.solved) for row in base.execute(answers.select().where(mine))}

    def puzzle_board(self, day: date, player: int, most: int) -> tuple[list[Place], int]:
        """The same as `board` for puzzles, with the sum of the numbers of those solved as the points."""
        points = sql.func.sum(sql.case((answers.c.solved, answers.c.puzzle), else_=0))
        place = sql.func.rank().over(order_by=points.desc()).label("place")
        ranked = (
            sql.select(place, players.c.name, points.label("result"), answers.c.player)
            .join(players, players.c.id == answers.c.player)
            .where(answers.c.day == day.isoformat(), listed())
            .group_by(answers.c.player, players.c.name)
            .subquery()
        )
        return self._places(ranked, player, most)

    def _places(self, ranked: sql.Subquery, player: int, most: int) -> tuple[list[Place], int]:
        """The first rows of a leaderboard, with that of a player, and the number of all rows."""
        ordered = sql.select(ranked).order_by(ranked.c.place, ranked.c.name)
        with self._store.engine.begin() as base:
            first = base.execute(ordered.limit(most)).all()
            own = base.execute(sql.select(ranked).where(ranked.c.player == player)).first()
            count = base.execute(sql.select(sql.func.count()).select_from(ranked)).scalar_one()
        rows = first if own is None or own in first else [*first[: most - 1], own]
        return [Place(row.place, row.name, str(row.result), row.player) for row in rows], count


def listed() -> sql.ColumnElement[bool]:
    """The condition on a player who has places: one with an SSH key. A guest could come back under another name."""
    return players.c.id.in_(sql.select(keys.c.player).where(keys.c.identity.not_like(f"{GUEST}:%")))
