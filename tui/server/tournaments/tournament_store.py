"""Tournaments in the server's database. Each statement is one transaction, so that a kill leaves no half of it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import sqlalchemy as sql

from ..databases import add
from ..schema import LARGE, meta, players
from ..store import Also, Store, notify
from ..stored_table import StoredTable, save_table
from .model import CANCELLED, COMING, FINISHED, RUNNING, BadTournament, Entrant, RoundGame, Tournament

tournaments = sql.Table(
    "tournaments",
    meta,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("name", sql.String, nullable=False),
    sql.Column("game", sql.String, nullable=False),
    sql.Column("options", sql.String, nullable=False),
    sql.Column("system", sql.String, nullable=False),
    sql.Column("rounds", sql.Integer, nullable=False),
    sql.Column("clock", sql.String, nullable=False),
    sql.Column("most", sql.Integer, nullable=False),
    sql.Column("creator", sql.ForeignKey("players.id"), nullable=False),
    sql.Column("starts", sql.Float, nullable=False),
    sql.Column("stage", sql.String, nullable=False),
    sql.Column("seed", LARGE, nullable=False),
    sql.Column("due", sql.Float, nullable=True),
    sql.Column("ended", sql.Float, nullable=True),
    sql.Column("winners", sql.String, nullable=False, default="[]"),
)
entrants = sql.Table(
    "entrants",
    meta,
    sql.Column("tournament", sql.ForeignKey("tournaments.id"), primary_key=True),
    sql.Column("player", sql.ForeignKey("players.id"), primary_key=True),
    sql.Column("joined", sql.Integer, nullable=False),
    sql.Column("place", sql.Integer, nullable=False),
    sql.Column("withdrawn", sql.Boolean, nullable=False),
)
"""The players of tournaments, in the order in which they joined."""
round_games = sql.Table(
    "round_games",
    meta,
    sql.Column("tournament", sql.ForeignKey("tournaments.id"), primary_key=True),
    sql.Column("round", sql.Integer, primary_key=True),
    sql.Column("board", sql.Integer, primary_key=True),
    sql.Column("first", sql.ForeignKey("players.id"), nullable=False),
    sql.Column("second", sql.ForeignKey("players.id"), nullable=True),
    sql.Column("code", sql.String, nullable=False),
    sql.Column("first_score", sql.Float, nullable=True),
    sql.Column("second_score", sql.Float, nullable=True),
    sql.Column("first_points", sql.Integer, nullable=False),
    sql.Column("second_points", sql.Integer, nullable=False),
    sql.Column("how", sql.String, nullable=False),
    sql.Column("record", sql.ForeignKey("records.id"), nullable=True),
)
"""Pairings and their results; a round is written as a whole, and each result once."""


def result_of(code: str, number: int, scores: tuple[float, float], points: tuple[int, int], how: str) -> Also:
    """Write the result of the game at a table, unless it has one."""

    def write(base: sql.Connection, record: int | None) -> None:
        game = (round_games.c.tournament == number) & (round_games.c.code == code)
        values = {
            "first_score": scores[0],
            "second_score": scores[1],
            "first_points": points[0],
            "second_points": points[1],
            "how": how,
            "record": record,
        }
        base.execute(round_games.update().where(game & round_games.c.first_score.is_(None)).values(**values))

    return write


def withdrawal_of(number: int, player: int, withdrawn: bool = True) -> Also:
    """Note that a player has withdrawn, or is back."""

    def write(base: sql.Connection, _record: int | None) -> None:
        row = (entrants.c.tournament == number) & (entrants.c.player == player)
        base.execute(entrants.update().where(row).values(withdrawn=withdrawn))

    return write


class TournamentStore:
    """The tournaments of a store. Raises Unsaved when it cannot write, and has written nothing then."""

    def __init__(self, store: Store) -> None:
        self.engine = store.engine

    # Reading

    def load(self, number: int) -> Tournament | None:
        """A tournament, if there is one of that number. Raises BadTournament."""
        with self.engine.begin() as base:
            row = base.execute(tournaments.select().where(tournaments.c.id == number)).first()
            return loaded(base, row) if row else None

    def unfinished(self) -> tuple[list[Tournament], list[str]]:
        """The tournaments that are not over, and a sentence for each one that cannot be used."""
        good, faults = [], []
        with self.engine.begin() as base:
            for row in base.execute(tournaments.select().where(tournaments.c.stage.in_((COMING, RUNNING)))).all():
                try:
                    good.append(loaded(base, row))
                except BadTournament as bad:
                    faults.append(f"tournament {row.id} {bad}; left unchanged")
        return good, faults

    def over(self, most: int, skip: int) -> list[Tournament]:
        """Tournaments that are over, the newest first, without their games; damaged ones are left out."""
        listing = tournaments.select().where(tournaments.c.stage.in_((FINISHED, CANCELLED)))
        good = []
        with self.engine.begin() as base:
            rows = base.execute(listing.order_by(tournaments.c.ended.desc()).limit(most).offset(skip)).all()
            for row in rows:
                try:
                    good.append(read(base, row))
                except BadTournament:
                    continue
        return good

    def count_over(self) -> int:
        counting = sql.select(sql.func.count()).select_from(tournaments)
        with self.engine.begin() as base:
            return int(base.execute(counting.where(tournaments.c.stage.in_((FINISHED, CANCELLED)))).scalar_one())

    # Before the start

    def create(self, player: int, **values: Any) -> int:
        """Add a tournament with its creator as the first player; return its number."""
        row = {**values, "options": json.dumps(values["options"]), "creator": player, "stage": COMING}
        with self.engine.begin() as base:
            made = base.execute(tournaments.insert().values(**row))
            number = int(made.inserted_primary_key[0])  # type: ignore[index]
            join(base, number, player)
        return number

    def join(self, number: int, player: int) -> None:
        with self.engine.begin() as base:
            join(base, number, player)

    def leave(self, number: int, player: int) -> None:
        row = (entrants.c.tournament == number) & (entrants.c.player == player)
        with self.engine.begin() as base:
            base.execute(entrants.delete().where(row))

    def postpone(self, number: int, starts: float) -> None:
        with self.engine.begin() as base:
            self._change(base, number, starts=starts)

    # From the start on

    def add_round(
        self, tournament: Tournament, games: Iterable[RoundGame], tables: Iterable[StoredTable], rounds: int
    ) -> None:
        """Write a round with its tables, and the players' pairing numbers. Raises Unsaved if the round exists."""
        number = tournament.number
        with self.engine.begin() as base:
            for game in games:
                base.execute(round_games.insert().values(tournament=number, **values_of(game)))
            for entrant in tournament.entrants:
                row = (entrants.c.tournament == number) & (entrants.c.player == entrant.number)
                base.execute(entrants.update().where(row).values(place=entrant.place))
            for table in tables:
                save_table(base, table)
            self._change(base, number, stage=RUNNING, rounds=rounds, due=None)

    def set_due(self, number: int, due: float) -> None:
        """Note when the next round starts."""
        with self.engine.begin() as base:
            self._change(base, number, due=due)

    def write(self, also: Also) -> None:
        """Write a result or a withdrawal by itself."""
        with self.engine.begin() as base:
            also(base, None)

    def end(self, number: int, stage: str, ended: float, texts: dict[int, str], winners: Sequence[str] = ()) -> None:
        """Note that a tournament is FINISHED or CANCELLED, and leave its players a notice each."""
        with self.engine.begin() as base:
            self._change(base, number, stage=stage, ended=ended, winners=json.dumps([*winners]))
            notify(base, texts)

    def _change(self, base: sql.Connection, number: int, **values: object) -> None:
        base.execute(tournaments.update().where(tournaments.c.id == number).values(**values))


def join(base: sql.Connection, number: int, player: int) -> None:
    """Add a player, once."""
    last = sql.select(sql.func.coalesce(sql.func.max(entrants.c.joined), 0)).where(entrants.c.tournament == number)
    joined = base.execute(last).scalar_one() + 1
    add(base, entrants, {"tournament": number, "player": player, "joined": joined, "place": 0, "withdrawn": False})


def values_of(game: RoundGame) -> dict[str, object]:
    """The columns of a game."""
    first_score, second_score = game.scores or (None, None)
    return {
        "round": game.round,
        "board": game.board,
        "first": game.first,
        "second": game.second,
        "code": game.code,
        "first_score": first_score,
        "second_score": second_score,
        "first_points": game.points[0],
        "second_points": game.points[1],
        "how": game.how,
    }


def loaded(base: sql.Connection, row: Any) -> Tournament:
    """A tournament from its rows. Raises BadTournament."""
    games = round_games.select().where(round_games.c.tournament == row.id)
    lines = base.execute(games.order_by(round_games.c.round, round_games.c.board))
    tournament = replace(read(base, row), games=[game_of(line) for line in lines])
    tournament.check()
    return tournament


def read(base: sql.Connection, row: Any) -> Tournament:
    """A tournament without its games. Raises BadTournament."""
    try:
        options, winners = json.loads(row.options), json.loads(row.winners)
    except (ValueError, RecursionError):
        raise BadTournament("is damaged") from None
    people = (
        sql.select(entrants, players.c.name)
        .join(players, players.c.id == entrants.c.player)
        .where(entrants.c.tournament == row.id)
        .order_by(entrants.c.place, entrants.c.joined)
    )
    return Tournament(
        number=row.id,
        options=options,
        **{name: getattr(row, name) for name in ("name", "game", "system", "rounds", "clock", "most", "creator")},
        **{name: getattr(row, name) for name in ("starts", "stage", "seed", "due", "ended")},
        winners=winners,
        entrants=[Entrant(line.player, line.name, line.place, line.withdrawn) for line in base.execute(people)],
    )


def game_of(row: Any) -> RoundGame:
    scores = None if row.first_score is None else (row.first_score, row.second_score or 0.0)
    points = (row.first_points, row.second_points)
    return RoundGame(row.round, row.board, row.first, row.second, row.code, scores, points, row.how, row.record)
