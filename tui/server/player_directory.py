"""Profiles, leaderboards, friends and blocked players, invitations and visits in the server's database."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import sqlalchemy as sql

from ..model import daily
from ..protocol.player_messages import BLOCKED, FRIEND, NOBODY, GameFigures, Leader
from .daily_results import hidden_records
from .databases import add
from .schema import former_names, keys, meta, players, rating_changes, ratings, records, results
from .store import Store

RANKED = 5
"""Rated games that a player needs for a place on the leaderboard."""
RECENT = 20
"""Recent opponents that are listed."""
HISTORY = 60
"""Ratings of a game that a profile shows."""
FORMER = 3
"""Former names that a profile shows."""

relations = sql.Table(
    "relations",
    meta,
    sql.Column("player", sql.ForeignKey("players.id"), primary_key=True),
    sql.Column("other", sql.ForeignKey("players.id"), primary_key=True),
    sql.Column("relation", sql.String, nullable=False),
)
"""The friends of each player, and those whom they have blocked."""
invitations = sql.Table(
    "invitations",
    meta,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("code", sql.ForeignKey("tables.code", ondelete="CASCADE"), nullable=False),
    sql.Column("player", sql.ForeignKey("players.id"), nullable=False),
    sql.Column("guest", sql.ForeignKey("players.id"), nullable=False),
    sql.Column("closed", sql.Boolean, nullable=False),
    sql.UniqueConstraint("code", "guest"),
)
"""Invitations by a player; they are gone with their table."""
visits = sql.Table(
    "visits",
    meta,
    sql.Column("player", sql.ForeignKey("players.id"), primary_key=True),
    sql.Column("first", sql.Float, nullable=False),
    sql.Column("last", sql.Float, nullable=False),
)


@dataclass(frozen=True, slots=True)
class Invited:
    """An invitation as it is stored."""

    code: str
    by: int
    guest: int
    closed: bool = False


class Visits(NamedTuple):
    """The first and the last visit of a player, in seconds since 1970; 0 when unknown."""

    first: float = 0.0
    last: float = 0.0


class PlayerDirectory:
    """The players of a store. Relations and invitations are kept in memory, too."""

    def __init__(self, store: Store) -> None:
        self.engine = store.engine
        self._blocked: dict[int, set[int]] = {}
        self._invited: list[Invited] = []
        with self.engine.begin() as base:
            for row in base.execute(relations.select().where(relations.c.relation == BLOCKED)):
                self._blocked.setdefault(row.player, set()).add(row.other)
        self._read_invitations()

    # Names

    def number_of(self, folded: str) -> int | None:
        """The player whose folded name that is."""
        with self.engine.begin() as base:
            return base.execute(sql.select(players.c.id).where(players.c.folded == folded)).scalar()

    def former_names(self, number: int) -> list[str]:
        """The newest former names that the player has changed, the newest first."""
        own = (former_names.c.player == number) & former_names.c.by_operator.is_(False)
        newest = sql.select(former_names.c.name).where(own).order_by(former_names.c.id.desc())
        with self.engine.begin() as base:
            names = dict.fromkeys(base.execute(newest).scalars())
            names.pop(base.execute(sql.select(players.c.name).where(players.c.id == number)).scalar_one(), None)
        return [*names][:FORMER]

    def renamed_at(self, number: int) -> float:
        """The time at which the player last changed their name; 0 for never."""
        own = (former_names.c.player == number) & former_names.c.by_operator.is_(False)
        with self.engine.begin() as base:
            return base.execute(sql.select(sql.func.max(former_names.c.changed)).where(own)).scalar() or 0.0

    # Visits

    def visit(self, number: int, identity: str, now: float) -> None:
        """Note that a player is here with that key; it may be empty for no key in particular."""
        with self.engine.begin() as base:
            if not add(base, visits, {"player": number, "first": now, "last": now}):
                base.execute(visits.update().where(visits.c.player == number).values(last=now))
            if identity:
                base.execute(keys.update().where(keys.c.identity == identity).values(used=now))

    def visits(self, number: int) -> Visits:
        """The first and last visits; a finished game counts as one."""
        games = sql.select(sql.func.min(records.c.ended)).join(results).where(results.c.player == number)
        with self.engine.begin() as base:
            row = base.execute(visits.select().where(visits.c.player == number)).first()
            times = [time for time in (row and row.first, base.execute(games).scalar()) if time]
        return Visits(min(times, default=0.0), row.last if row else 0.0)

    # Figures

    def figures(self, number: int, viewer: int | None = None) -> list[GameFigures]:
        """The figures of each game that a player has finished or has a rating in, as another one may know them."""
        visible = records.c.id.not_in(hidden_records(daily.today(), viewer))
        counting = sql.select(
            records.c.game, sql.func.count(), sql.func.sum(sql.cast(results.c.won, sql.Integer))
        ).join(results)
        changes = sql.select(rating_changes.c.game, rating_changes.c.rating).where(rating_changes.c.player == number)
        with self.engine.begin() as base:
            rated = {row.game: row for row in base.execute(ratings.select().where(ratings.c.player == number))}
            finished = {
                game: (count, won)
                for game, count, won in base.execute(
                    counting.where(visible, results.c.player == number).group_by(records.c.game)
                )
            }
            history: dict[str, list[int]] = {}
            for game, rating in base.execute(changes.order_by(rating_changes.c.id)):
                history.setdefault(game, []).append(round(rating))
        return [
            GameFigures(
                game,
                round(rated[game].rating) if game in rated else None,
                rated[game].games if game in rated else 0,
                *finished.get(game, (0, 0)),
                history.get(game, [])[-HISTORY:],
            )
            for game in sorted(rated.keys() | finished.keys())
        ]

    def leaders(self, game: str, most: int, skip: int) -> tuple[list[Leader], int]:
        """A page of the leaderboard of a game, and the number of ranked players."""
        places = _places(game)
        with self.engine.begin() as base:
            page = base.execute(places.limit(most).offset(skip)).all()
            total = base.execute(sql.select(sql.func.count()).select_from(places.subquery())).scalar_one()
        return [_leader(row) for row in page], total

    def place(self, game: str, number: int) -> Leader | None:
        """A player's line of the leaderboard, with rank 0 for one with too few rated games."""
        places = _places(game).subquery()
        own = sql.select(players.c.name, ratings.c.rating, ratings.c.games).join(ratings)
        with self.engine.begin() as base:
            ranked = base.execute(sql.select(places).where(places.c.id == number)).first()
            row = base.execute(own.where((players.c.id == number) & (ratings.c.game == game))).first()
        if ranked:
            return _leader(ranked)
        return Leader(0, number, row.name, round(row.rating), row.games) if row else None

    # Friends and blocked players

    def relate(self, number: int, other: int, relation: str) -> None:
        """Set the relation of a player to another one."""
        with self.engine.begin() as base:
            base.execute(relations.delete().where((relations.c.player == number) & (relations.c.other == other)))
            if relation != NOBODY:
                base.execute(relations.insert().values(player=number, other=other, relation=relation))
        blocked = self._blocked.setdefault(number, set())
        blocked.add(other) if relation == BLOCKED else blocked.discard(other)

    def related(self, number: int) -> dict[int, str]:
        """Friends and blocked players, with the relation to each."""
        with self.engine.begin() as base:
            rows = base.execute(relations.select().where(relations.c.player == number))
            return {row.other: row.relation for row in rows if row.relation in (FRIEND, BLOCKED)}

    def blocks(self, number: int, other: int) -> bool:
        """True when the first player has blocked the second one."""
        return other in self._blocked.get(number, ())

    def opponents(self, number: int) -> list[int]:
        """The people in a player's newest finished games, the newest first."""
        others = results.alias()
        same = (others.c.record == results.c.record) & others.c.player.is_not(None) & (others.c.player != number)
        newest = (
            sql.select(others.c.player)
            .select_from(results.join(others, same))
            .where(results.c.player == number)
            .group_by(others.c.player)
            .order_by(sql.func.max(others.c.record).desc())
            .limit(RECENT)
        )
        with self.engine.begin() as base:
            return [*base.execute(newest).scalars()]

    # Invitations

    def _read_invitations(self) -> None:
        with self.engine.begin() as base:
            rows = base.execute(invitations.select().order_by(invitations.c.id.desc())).all()
        self._invited = [Invited(row.code, row.player, row.guest, bool(row.closed)) for row in rows]

    def invite(self, code: str, by: int, guest: int) -> None:
        """Note an invitation to a table."""
        with self.engine.begin() as base:
            base.execute(invitations.insert().values(code=code, player=by, guest=guest, closed=False))
        self._read_invitations()

    def close_invitation(self, code: str, guest: int) -> None:
        """Note that a player has accepted or declined an invitation; it is not shown again."""
        own = (invitations.c.code == code) & (invitations.c.guest == guest)
        with self.engine.begin() as base:
            base.execute(invitations.update().where(own).values(closed=True))
        self._read_invitations()

    def invited_to(self, code: str) -> list[Invited]:
        """The invitations to a table, accepted and declined ones too."""
        return [invited for invited in self._invited if invited.code == code]

    def invited(self, guest: int) -> list[Invited]:
        """The open invitations of a player, the newest first; the tables of some may be gone."""
        return [
            invited
            for invited in self._invited
            if invited.guest == guest and not invited.closed and not self.blocks(guest, invited.by)
        ]

    def is_invited(self, guest: int, code: str) -> bool:
        return any(invited.code == code for invited in self.invited(guest))


def _leader(row: sql.Row[Any]) -> Leader:
    return Leader(row.rank, row.id, row.name, row.rating, row.games)


def _places(game: str) -> sql.Select[tuple[int, int, str, int, int]]:
    """The ranked players of a game: rank, number, name, rating and rated games."""
    rating = sql.cast(sql.func.round(ratings.c.rating), sql.Integer)
    rank = sql.func.rank().over(order_by=rating.desc())
    return (
        sql.select(rank.label("rank"), players.c.id, players.c.name, rating.label("rating"), ratings.c.games)
        .join(ratings)
        .where((ratings.c.game == game) & (ratings.c.games >= RANKED))
        .order_by(rating.desc(), players.c.name)
    )
