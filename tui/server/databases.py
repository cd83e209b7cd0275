"""Differences between kinds of databases: how they are opened, and statements that each writes in its own way."""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from typing import Any

import sqlalchemy as sql
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement

BUSY = 1.0
"""Seconds to wait while another process, such as a backup, holds the database."""
PAUSE = 1.0
"""Seconds after a failed connection until the next try: until then statements fail at once."""
SIDE_FILES = ("", "-wal", "-shm")
"""Endings of the files of an SQLite database."""
PREFIX = "postgresql://"
"""Start of the URL of a PostgreSQL database."""
KEEPALIVES: dict[str, Any] = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3}
USER_TIMEOUT: dict[str, Any] = {"tcp_user_timeout": 10000}
SESSION = {
    "lock_timeout": int(1000 * BUSY),
    "statement_timeout": 10000,
    "idle_in_transaction_session_timeout": 5000,
    **{f"tcp_{name}": value for name, value in KEEPALIVES.items()},
    **USER_TIMEOUT,
}
"""Settings of PostgreSQL for each connection: a host that hangs, or whose machine has vanished, loses its locks."""
CONNECTION: dict[str, Any] = {
    "connect_timeout": 3,
    "options": " ".join(f"-c {name}={value}" for name, value in SESSION.items()),
    **KEEPALIVES,
    **USER_TIMEOUT,
}
"""Times after which the server takes a connection to PostgreSQL for lost, in seconds or milliseconds."""


def opened(address: Path | str) -> sql.Engine:
    """The engine of a database: an SQLite file, which need not exist yet, or a PostgreSQL URL.

    Raises sqlalchemy.exc.ArgumentError for another URL.
    """
    if isinstance(address, Path):
        engine = sql.create_engine(f"sqlite:///{address}", connect_args={"timeout": BUSY})
        sql.event.listen(engine, "connect", _prepare)
        return engine
    url = sql.make_url(address).set(drivername="postgresql+psycopg")
    engine = sql.create_engine(url, pool_pre_ping=True, max_overflow=-1, connect_args=CONNECTION)
    sql.event.listen(engine, "do_connect", Connector())
    return engine


def _prepare(connection: Any, _record: Any) -> None:
    """Make each commit durable, and let readers not wait for writers."""
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")


class Connector:
    """Connects to PostgreSQL. While it cannot be reached, one statement at a time tries, and others need not wait."""

    def __init__(self) -> None:
        self.error: Exception | None = None
        """The error of the last try; None while the database can be reached."""
        self.failed = 0.0
        self.trying = False

    def __call__(self, dialect: Any, _record: Any, arguments: Any, options: Any) -> Any:
        if self.error and (self.trying or monotonic() - self.failed < PAUSE):
            raise self.error.with_traceback(None)
        self.trying = True
        try:
            connection = dialect.loaded_dbapi.connect(*arguments, **options)
        except dialect.loaded_dbapi.Error as error:
            self.error, self.failed = error, monotonic()
            raise
        finally:
            self.trying = False
        self.error = None
        return connection


def is_file(engine: sql.Engine) -> bool:
    """True for SQLite, whose database is a file in the data folder."""
    return engine.dialect.name == "sqlite"


def name_of(engine: sql.Engine) -> str:
    """The path or the URL of a database, without a password."""
    return str(engine.url.database if is_file(engine) else engine.url.set(drivername="postgresql"))


def reason(error: sql.exc.SQLAlchemyError) -> str:
    """The message of the database itself about an error, in one line."""
    return " ".join(str(getattr(error, "orig", None) or error).split())


def size_of(engine: sql.Engine) -> int:
    """Bytes of a database, with the files beside it."""
    if is_file(engine):
        paths = [Path(name_of(engine) + ending) for ending in SIDE_FILES]
        return sum(path.stat().st_size for path in paths if path.exists())
    with engine.begin() as base:
        return int(base.execute(sql.select(sql.func.pg_database_size(sql.func.current_database()))).scalar_one())


# Statements


def _insert(base: sql.Connection, table: sql.Table) -> sqlite.Insert | postgresql.Insert:
    return sqlite.insert(table) if is_file(base.engine) else postgresql.insert(table)


def put(
    base: sql.Connection,
    table: sql.Table,
    key: dict[str, Any],
    values: dict[str, Any],
    where: sql.ColumnElement[bool] | None = None,
) -> bool:
    """Write the row with that key, which may be there already; False when it is there and `where` does not hold."""
    new = _insert(base, table).values(**key, **values)
    statement = new.on_conflict_do_update(index_elements=[*key], set_=values, where=where)
    return base.execute(statement, execution_options={"preserve_rowcount": True}).rowcount > 0


def add(base: sql.Connection, table: sql.Table, values: dict[str, Any]) -> bool:
    """Write a row; False when its key is there already."""
    new = _insert(base, table).values(**values).on_conflict_do_nothing()
    return base.execute(new, execution_options={"preserve_rowcount": True}).rowcount > 0


class place_of(FunctionElement[int]):
    """The place of a text within another one, from 1; 0 when it is not there."""

    type = sql.Integer()
    inherit_cache = True


@compiles(place_of)
def _place_of(element: place_of, compiler: Any, **options: Any) -> str:
    return f"instr({compiler.process(element.clauses, **options)})"


@compiles(place_of, "postgresql")
def _strpos(element: place_of, compiler: Any, **options: Any) -> str:
    return f"strpos({compiler.process(element.clauses, **options)})"


# The schema

VERSIONS = sql.table("alembic_version", sql.column("version_num"))
"""The number of the schema of a PostgreSQL database, which Alembic keeps there."""
CHANGING = 0x7461626C65
"""Number of the lock of a PostgreSQL database whose tables are being changed."""
TIMEKEEPER = CHANGING + 1
"""Number of the lock of the one host that applies timeouts and goes on with tournaments."""


def begin_changing_tables(base: sql.Connection) -> None:
    """Let no other server change the tables at the same time, and make the change whole or not at all."""
    if is_file(base.engine):
        base.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        base.exec_driver_sql("SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0")
        base.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")
        base.execute(sql.select(sql.func.pg_advisory_xact_lock(CHANGING)))


def wait_for_locks(base: sql.Connection) -> None:
    """Wait for the locks of other hosts as long as a statement may take: nobody waits for a host that starts."""
    if not is_file(base.engine):
        base.exec_driver_sql("SET LOCAL lock_timeout = 0")


def schema_of(base: sql.Connection) -> int:
    """The number of a database's schema; 0 for an empty one, and -1 for one of another program."""
    if is_file(base.engine):
        return int(base.exec_driver_sql("PRAGMA user_version").scalar_one())
    if not sql.inspect(base).has_table(VERSIONS.name):
        return 0
    number = str(base.execute(sql.select(VERSIONS.c.version_num)).scalar())
    return int(number) if number.isdecimal() else -1


def note_schema(base: sql.Connection, schema: int) -> None:
    """Note the number of the schema in a file, where earlier versions look for it too."""
    if is_file(base.engine):
        base.exec_driver_sql(f"PRAGMA user_version = {schema}")


# What the server leaves to PostgreSQL's own tools

BACKUP = "To back up PostgreSQL, run pg_dump --format=custom --file=COPY {name}"
RESTORE = "To restore a backup, stop the server, then run pg_restore --clean --if-exists --dbname={name} COPY"
CHECK = "To check PostgreSQL's files, run pg_amcheck --install-missing {name}"
