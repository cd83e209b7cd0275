"""The server's database: players, tables and their actions, saved games, results, ratings.

Each method writes to disk before it returns, so that a crash loses nothing.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import time
from typing import TypeAlias

import sqlalchemy as sql

from tabletown.rules.core.game import Action, freeze

from .databases import (
    PREFIX,
    begin_changing_tables,
    name_of,
    note_schema,
    opened,
    put,
    reason,
    schema_of,
    wait_for_locks,
)
from .ratings import Rating
from .schema import (
    REUSED,
    SCHEMA,
    actions,
    closed,
    complete,
    former_names,
    keys,
    notices,
    players,
    rating_changes,
    ratings,
    records,
    results,
    state,
    tables,
)
from .stored_table import Outdated, StoredTable, Unsaved, must_change, save_table, stored, unchanged

RESERVED = 30 * 86400.0
"""Seconds for which a former name is reserved."""

ALIVE, RAN = "alive", "ran"
"""Keys of the last time at which the server is known to have run, and of the seconds for which it has run in all."""

Also: TypeAlias = Callable[[sql.Connection, int | None], None]
"""Writes what belongs to a change in the same transaction; gets a finished game's number in the archive, if any."""


class BadStore(ValueError):
    """The database is not one of this program; the message says why."""


def unusable(name: str, error: Unsaved) -> BadStore:
    """The exception for a database, by its path or URL, that cannot be read or written at the start."""
    return BadStore(f"cannot use {name} as a database: {reason(error)}")


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a seat."""

    player: int | None
    name: str
    bot: str
    points: int
    won: bool


@dataclass(frozen=True, slots=True)
class Ended:
    """The stored result of a finished game."""

    game: str
    lines: Sequence[str]
    results: Sequence[Result]
    ratings: dict[int, Rating]
    """New ratings by player."""
    texts: dict[int, str] = field(default_factory=dict)
    """Notices to players who are not at the table."""
    also: Also | None = None


class Store:
    """The database, in a file or at a URL. Raises BadStore when it cannot be used."""

    def __init__(self, address: Path | str) -> None:
        name = address if isinstance(address, Path) else PREFIX
        try:
            self.engine = opened(address)
            name = name_of(self.engine)
            with self.engine.begin() as base:
                begin_changing_tables(base)
                if (schema := schema_of(base)) not in range(SCHEMA + 1):
                    raise BadStore(f"{name} has schema {schema}; this version needs {SCHEMA}")
                if schema != SCHEMA:
                    from .migrations import migrate

                    migrate(base)
                    complete(base, time())
                    note_schema(base, SCHEMA)
        except Unsaved as error:
            raise unusable(str(name), error) from None

    def close(self) -> None:
        self.engine.dispose()

    # Players

    def player(self, identity: str) -> tuple[int, str] | None:
        """Number and name of the player with that key."""
        with self.engine.begin() as base:
            row = base.execute(
                sql.select(players.c.id, players.c.name).join(keys).where(keys.c.identity == identity)
            ).first()
        return (row.id, row.name) if row else None

    def name_player(self, identity: str, name: str, folded: str) -> int | None:
        """Create a player with that key and return the number; None when others have or had that name.

        A player who has that key already keeps the name.
        """
        now = time()
        with self.engine.begin() as base:
            owner: int | None = base.execute(
                sql.select(players.c.id).join(keys).where(keys.c.identity == identity)
            ).scalar()
            if owner is not None:
                return owner
            if _is_taken(base, 0, folded, now):
                return None
            first = base.execute(players.select().where(players.c.identity == identity)).first() is None
            unique = identity if first else f"{identity}{REUSED}{secrets.token_hex(8)}"
            made = base.execute(players.insert().values(identity=unique, name=name, folded=folded))
            number: int = made.inserted_primary_key[0]  # type: ignore[index]
            base.execute(keys.insert().values(identity=identity, player=number, added=now, used=now))
        return number

    def rename_player(self, number: int, name: str, folded: str, *, by_operator: bool = False) -> bool:
        """Rename a player; False when others have or had that name.

        The former name is reserved for RESERVED seconds: for the player, or for nobody if the operator has changed it.
        """
        now = time()
        with self.engine.begin() as base:
            if _is_taken(base, number, folded, now, by_operator):
                return False
            old = base.execute(players.select().where(players.c.id == number)).one()
            if old.name != name:
                former = {"player": number, "name": old.name, "folded": old.folded}
                base.execute(former_names.insert().values(**former, changed=now, by_operator=by_operator))
            base.execute(players.update().where(players.c.id == number).values(name=name, folded=folded))
        return True

    def refold(self, fold: Callable[[str], str]) -> None:
        """Compare the stored names by `fold` from now on; of names that became alike, the first keeps its form."""
        with self.engine.begin() as base:
            rows = base.execute(sql.select(players.c.id, players.c.name, players.c.folded).order_by(players.c.id)).all()
            taken = {row.folded for row in rows}
            for row in rows:
                new = fold(row.name)
                if new != row.folded and new not in taken:
                    base.execute(players.update().where(players.c.id == row.id).values(folded=new))
                    taken.add(new)
            for row in base.execute(former_names.select()).all():
                base.execute(former_names.update().where(former_names.c.id == row.id).values(folded=fold(row.name)))

    def names(self, numbers: Sequence[int]) -> dict[int, str]:
        with self.engine.begin() as base:
            rows = base.execute(sql.select(players.c.id, players.c.name).where(players.c.id.in_(numbers)))
            return {row.id: row.name for row in rows}

    def ratings(self, game: str, numbers: Sequence[int]) -> dict[int, Rating]:
        """Ratings in that game, for the players who have one."""
        with self.engine.begin() as base:
            matching = (ratings.c.game == game) & ratings.c.player.in_(numbers)
            return {row.player: Rating(row.rating, row.games) for row in base.execute(ratings.select().where(matching))}

    def ratings_of(self, number: int) -> dict[str, int]:
        """A player's ratings by game, rounded."""
        with self.engine.begin() as base:
            rows = base.execute(ratings.select().where(ratings.c.player == number))
            return {row.game: round(row.rating) for row in rows}

    # Tables

    def save(self, table: StoredTable, also: Also | None = None) -> None:
        """Write a table without its actions."""
        with self.engine.begin() as base:
            save_table(base, table)
            if also:
                also(base, None)

    def remove(self, table: StoredTable, successor: StoredTable | None = None) -> None:
        """Delete a table, and write the one that takes its place."""
        with self.engine.begin() as base:
            if successor:
                save_table(base, successor)
            must_change(base.execute(tables.delete().where(unchanged(table))), table)

    def load(self) -> list[StoredTable]:
        """All tables, the least recently changed first."""
        with self.engine.begin() as base:
            return [*map(stored, base.execute(tables.select().order_by(tables.c.touched)))]

    def table(self, code: str) -> StoredTable | None:
        return self.some_tables([code]).get(code)

    def some_tables(self, codes: Collection[str]) -> dict[str, StoredTable]:
        """Those of these tables that there are, by their codes."""
        with self.engine.begin() as base:
            rows = base.execute(tables.select().where(tables.c.code.in_(codes)))
            return {row.code: stored(row) for row in rows}

    def revisions(self) -> dict[str, int]:
        """The revision of each table by its code."""
        with self.engine.begin() as base:
            return {row.code: row.revision for row in base.execute(sql.select(tables.c.code, tables.c.revision))}

    def log(self, code: str) -> list[Action]:
        """The actions at a table, in order."""
        with self.engine.begin() as base:
            rows = base.execute(sql.select(actions.c.action).where(actions.c.code == code).order_by(actions.c.ply))
            return [freeze(json.loads(row.action)) for row in rows]

    def played(
        self, table: StoredTable, ply: int, action: Action, ended: Ended | None = None, also: Also | None = None
    ) -> None:
        """Write an action, and the result if it ended the game."""
        with self.engine.begin() as base:
            save_table(base, table)
            base.execute(actions.insert().values(code=table.code, ply=ply, action=json.dumps(action)))
            if ended:
                _end(base, table, ended)
            if also:
                also(base, None)

    def resigned(self, table: StoredTable, game: str, changed: dict[int, Rating], texts: dict[int, str]) -> None:
        """Write a table at which a bot got a seat, the ratings that this changed, and notices."""
        with self.engine.begin() as base:
            save_table(base, table)
            _rate(base, table, game, changed)
            notify(base, texts)

    def close_table(
        self,
        table: StoredTable,
        reason: str,
        texts: dict[int, str],
        changed: dict[int, Rating] | None = None,
        also: Also | None = None,
    ) -> None:
        """Move an unfinished table to the closed ones; write notices, and the ratings that this changed."""
        log = [list(action) for action in self.log(table.code)]
        values = {"code": table.code, "version": table.version, "touched": table.touched, "closed": time()}
        with self.engine.begin() as base:
            base.execute(
                closed.insert().values(**values, reason=reason, data=json.dumps(table.data), log=json.dumps(log))
            )
            must_change(base.execute(tables.delete().where(unchanged(table))), table)
            _rate(base, table, table.data["game"], changed or {})
            notify(base, texts)
            if also:
                also(base, None)

    def notices(self, player: int) -> dict[int, str]:
        """The notices that a player has not seen by number, the oldest first."""
        with self.engine.begin() as base:
            mine = sql.select(notices.c.id, notices.c.text).where(notices.c.player == player).order_by(notices.c.id)
            return {row.id: row.text for row in base.execute(mine)}

    def seen(self, numbers: Collection[int]) -> None:
        """Delete notices that have been sent. A crash just before it has them sent again."""
        if numbers:
            with self.engine.begin() as base:
                base.execute(notices.delete().where(notices.c.id.in_(numbers)))

    def alive(self, now: float, ran: float | None = None) -> None:
        """Note that the server runs, and for how many seconds it has run in all."""
        with self.engine.begin() as base:
            for key, value in ((ALIVE, now), (RAN, ran)):
                if value is not None:
                    _note(base, key, value)

    def ran(self) -> float:
        """Seconds for which the server is known to have run in all."""
        with self.engine.begin() as base:
            return base.execute(sql.select(state.c.value).where(state.c.key == RAN)).scalar() or 0.0

    def resume(self, now: float) -> float:
        """Leave the time during which the server was off out of the age of tables, once; return its seconds."""
        with self.engine.begin() as base:
            wait_for_locks(base)
            last = base.execute(sql.select(state.c.value).where(state.c.key == ALIVE).with_for_update()).scalar()
            if last is None:  # written by a version that did not note it
                last = base.execute(sql.select(sql.func.max(tables.c.touched))).scalar()
            off = max(0.0, now - last) if last is not None else 0.0
            base.execute(tables.update().values(touched=tables.c.touched + off))
            _note(base, ALIVE, now)
        return off

    def undone(self, table: StoredTable, ply: int) -> None:
        """Delete the actions from that ply on."""
        with self.engine.begin() as base:
            save_table(base, table)
            base.execute(actions.delete().where((actions.c.code == table.code) & (actions.c.ply >= ply)))


def _is_taken(base: sql.Connection, number: int, folded: str, now: float, by_operator: bool = False) -> bool:
    """True when a player other than that one has the name, or had it until a short time ago."""
    other = players.select().where((players.c.folded == folded) & (players.c.id != number))
    blocking = sql.case((former_names.c.by_operator, not by_operator), else_=former_names.c.player != number)
    recent = (former_names.c.folded == folded) & (former_names.c.changed > now - RESERVED)
    return any(base.execute(query).first() for query in (other, former_names.select().where(recent & blocking)))


def _end(base: sql.Connection, table: StoredTable, ended: Ended) -> None:
    made = base.execute(records.insert().values(game=ended.game, ended=time(), lines="\n".join([*ended.lines, ""])))
    number = made.inserted_primary_key[0]  # type: ignore[index]
    for seat, result in enumerate(ended.results):
        values = {
            "player": result.player,
            "name": result.name,
            "bot": result.bot,
            "points": result.points,
            "won": result.won,
        }
        base.execute(results.insert().values(record=number, seat=seat, **values))
    _rate(base, table, ended.game, ended.ratings)
    notify(base, ended.texts)
    if ended.also:
        ended.also(base, number)


def _note(base: sql.Connection, key: str, value: float) -> None:
    put(base, state, {"key": key}, {"value": value})


def _rate(base: sql.Connection, table: StoredTable, game: str, changed: dict[int, Rating]) -> None:
    """Write ratings, in an order in which no two transactions wait for each other.

    Raises Outdated when another game of a player has been rated since the rating before was read.
    """
    for player, rating in sorted(changed.items()):
        key, value = {"player": player, "game": game}, {"rating": rating.value, "games": rating.games}
        if not put(base, ratings, key, value, where=ratings.c.games == rating.games - 1):
            raise Outdated(table.code)
        base.execute(rating_changes.insert().values(player=player, game=game, time=time(), rating=rating.value))


def notify(base: sql.Connection, texts: dict[int, str]) -> None:
    """Leave players a notice each."""
    for player, text in texts.items():
        base.execute(notices.insert().values(player=player, text=text))
