"""Servers that are killed at one of their transactions, in tests that start another one on the same database."""

from __future__ import annotations

import sqlalchemy as sql

from tabletown.tui.server.store import Store


class Killed(BaseException):
    """The process is gone."""


class Kills:
    """Kills a server at its n-th transaction that writes, before it is committed or after; reading ones lie between."""

    def __init__(self, moment: int, after: bool) -> None:
        self.left, self.after, self.done = moment, after, False

    def watch(self, store: Store) -> None:
        @sql.event.listens_for(store.engine, "begin")
        def beginning(connection: sql.Connection) -> None:
            connection.info["writes"] = False

        @sql.event.listens_for(store.engine, "after_execute")
        def executed(connection: sql.Connection, statement: sql.Executable, *_: object) -> None:
            connection.info["writes"] |= not isinstance(statement, sql.Select)

        @sql.event.listens_for(store.engine, "commit")
        def committing(connection: sql.Connection) -> None:
            self.left -= connection.info["writes"]
            if connection.info["writes"] and self.left == 0:
                self.done = True
                if self.after:
                    assert connection.connection.dbapi_connection
                    connection.connection.dbapi_connection.commit()
                raise Killed
