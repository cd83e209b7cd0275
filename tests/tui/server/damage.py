"""Damage a server's database in many ways: `python -m tests.tui.server.damage --ways 200 [--seed 1]`.

Bytes are overwritten, pages emptied, the file is cut off, the side files are damaged, and rows, columns and tables are
changed by SQL. The check must say in sentences what is wrong; the server must start, or refuse in one sentence that
names what to do; no game that can be read may be lost; and players who look at everything must not meet an error.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import shutil
import sqlite3
import tempfile
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from tabletown import rules
from tabletown.tui.protocol.client_messages import FetchGame, Join, Leave, ListGames, Message
from tabletown.tui.protocol.player_messages import FetchKeys, FetchLeaders, FetchProfile, ListPlayers
from tabletown.tui.protocol.server_messages import Bye, GameFile, Problem
from tabletown.tui.protocol.tournament_messages import ListTournaments, ShowTournament
from tabletown.tui.server import bot_queue, repair
from tabletown.tui.server.gateway import BadStore, Gateway
from tabletown.tui.server.main import ServerError, check_database
from tests.tui.server.nursery import QUICK_DISK, InstantPool, Nursery
from tests.tui.server.raw_client import Client, serving
from tests.tui.server.restless import Player

PLAYERS, NUMBERS = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn"), 6
"""Players of the original, and how many games, tournaments and profiles are looked at."""
LONGEST = 60.0
"""Seconds in which the players do everything, at most."""
NONSENSE: list[Any] = [
    None, -1, 0, 7, 2**62, 1e300, "", "x", "nonsense", b"\xff\x00\xfe", "[]", "{}", "null", '{"game": "spl', "[1, 2",
    "[" * 3000, '{"game": 7}', "\ud83d", "é" * 5000, "waiting", "playing", "over", "running", "finished",
]  # fmt: skip


def stored_tables(path: Path) -> dict[str, tuple[Any, ...]]:
    """The tables by code, each with its actions, of those that SQLite reads without a fault."""
    readable: dict[str, tuple[Any, ...]] = {}
    columns = "code, version, stage, touched, kept"
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as base, suppress(*repair.DAMAGE):
        for (code,) in base.execute("SELECT code FROM tables").fetchall():
            row = base.execute(f"SELECT {columns} FROM tables WHERE code = ?", [code]).fetchone()
            readable[code] = (row, *base.execute("SELECT ply, action FROM actions WHERE code = ? ORDER BY ply", [code]))
    return readable


def finished_games(path: Path) -> dict[int, tuple[Any, ...]]:
    """The finished games by number, likewise."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as base, suppress(*repair.DAMAGE):
        return {row[0]: row for row in base.execute("SELECT id, game, ended, lines FROM records").fetchall()}
    return {}


def games(path: Path) -> dict[object, tuple[Any, ...]]:
    """All games that SQLite reads without a fault."""
    return {**stored_tables(path), **finished_games(path)}


def bytes_damage(rng: Random, path: Path) -> str:
    """Damage the file, or one of those beside it."""
    kind = rng.choice(["bytes", "page", "noise", "cut", "header", "beside"])
    size = path.stat().st_size
    place = rng.randrange(0 if kind == "header" else 100, 100 if kind == "header" else size)
    if kind == "beside":
        side = path.with_name(path.name + rng.choice(["-wal", "-shm", "-journal", ".ready", ".part"]))
        side.write_bytes(rng.randbytes(rng.choice([0, 40, 5000])))
        return f"{kind} {side.name}"
    if kind == "page":
        place = place // 4096 * 4096
    with path.open("r+b") as file:
        if kind == "cut":
            file.truncate(place)
        else:
            length = {"page": 4096, "noise": 700}.get(kind, rng.randrange(1, 9))
            file.seek(place)
            file.write((bytes(length) if kind == "page" else rng.randbytes(length))[: size - place])
    return f"{kind} at {place}"


def sql_damage(rng: Random, path: Path) -> str:
    """Damage rows, columns, tables or the schema by statements that SQLite accepts."""
    with closing(sqlite3.connect(path)) as base:
        names = [name for (name,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        filled = [name for name in names if base.execute(f"SELECT COUNT(*) FROM {name}").fetchone()[0]]
        name = rng.choice(filled)
        column = rng.choice(base.execute(f"PRAGMA table_info({name})").fetchall())[1]
        some = f"rowid IN (SELECT rowid FROM {name} ORDER BY random() LIMIT {rng.choice([1, 1, 3, 1000])})"
        kind = rng.choice(["value", "value", "value", "value", "delete", "drop", "version", "column", "schema"])
        values: list[Any] = []
        match kind:
            case "value":
                values = [rng.choice(NONSENSE)]
                statement = f'UPDATE OR IGNORE {name} SET "{column}" = ? WHERE {some}'
            case "delete":
                statement = f"DELETE FROM {name} WHERE {some}"
            case "drop":
                statement = f"DROP TABLE {rng.choice(names)}"
            case "version":
                statement = f"PRAGMA user_version = {rng.choice([0, 1, 2, 3, 99, -5])}"
            case "column":
                statement = f'ALTER TABLE {name} RENAME COLUMN "{column}" TO lost'
            case _:
                base.execute("PRAGMA writable_schema = ON")
                statement = f"UPDATE sqlite_master SET sql = 'nonsense' WHERE name = '{name}'"
        with suppress(sqlite3.Error, UnicodeError):
            base.execute(statement, values)
            base.commit()
    return f"{statement.partition(' WHERE ')[0]} {values}"[:120]


def damage(rng: Random, path: Path) -> str:
    """Damage a database once; return what was done."""
    return sql_damage(rng, path) if rng.random() < 0.5 else bytes_damage(rng, path)


@dataclass
class Outcome:
    """What became of the damaged databases."""

    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def report(self) -> dict[str, object]:
        return {"ways": sum(self.counts.values()), **self.counts, "faults": self.faults}


class Errors(logging.Handler):
    """Collects tracebacks, and errors of the server itself."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info or "raceback" in record.getMessage():
            self.texts.append(f"{record.getMessage()[:100]} {(record.exc_info or ('',))[1]!r}"[:300])


async def look_at_everything(gateway: Gateway, readable: dict[object, tuple[Any, ...]]) -> list[object]:
    """Ask for everything as a player; return the readable games that are lost."""
    kept = {*gateway.service.tables, *gateway.service.unloaded}
    lost = [code for code in readable if isinstance(code, str) and code not in kept]
    try:
        client = await Client.enter(gateway, "Wim")
    except AssertionError as refused:
        return [*lost, f"the lobby, as {refused}"]
    numbers = range(1, NUMBERS)
    requests: list[Message] = [ListGames(), ListTournaments(), ListPlayers(), FetchKeys()]
    requests += [FetchLeaders(game) for game in rules.GAMES]
    requests += [wish(number) for number in numbers for wish in (FetchGame, ShowTournament, FetchProfile)]
    requests += [wish for code in gateway.service.tables for wish in (Join(code, watch=True), Leave())]
    got: list[Any] = []
    for wish in requests:
        client.send(wish)
    client.send(FetchGame(0))  # there is none, so this answer is the last
    while not (got and isinstance(got[-1], Problem | Bye) and "no finished game 0" in got[-1].text.lower()):
        got.append(await client.receive())
    fetched = {message.number for message in got if isinstance(message, GameFile)}
    client.close()
    return [*lost, *(number for number in numbers if number in readable and number not in fetched)]


async def examine(folder: Path, whole: dict[object, tuple[Any, ...]], what: str, outcome: Outcome) -> None:
    """Check, start and look at a damaged database."""
    path, errors = folder / "data" / repair.DATABASE, Errors()
    readable = {code: rows for code, rows in games(path).items() if whole.get(code) == rows}
    logging.getLogger().addHandler(errors)
    try:
        with suppress(ServerError):
            sentences = check_database(folder / "data")
            outcome.faults += [f"{what}: {sentence!r}" for sentence in sentences if "\n" in sentence]
        async with serving(folder) as gateway:
            lost = await look_at_everything(gateway, readable)
        outcome.counts["repaired" if [*(folder / "data").glob("former-*")] else "used as it was"] += 1
        outcome.faults += [f"{what}: lost {lost}"] if lost else []
    except BadStore as bad:
        outcome.counts["refused"] += 1
        if "\n" in str(bad) or not ("--restore COPY" in str(bad) or "has schema" in str(bad)):
            outcome.faults.append(f"{what}: refused with {str(bad)!r}")
        if readable and "has schema" not in str(bad):
            outcome.faults.append(f"{what}: refused, with {len(readable)} readable games")
    except Exception as error:  # what an operator would see as a traceback
        place = traceback.extract_tb(error.__traceback__)[-1]
        outcome.faults.append(f"{what}: {error!r} at {place.filename.rpartition('/')[2]}:{place.lineno}"[:300])
    finally:
        logging.getLogger().removeHandler(errors)
    outcome.faults += [f"{what}: {text}" for text in errors.texts]


async def damaged(original: Path, folder: Path, seeds: Iterator[int] | range) -> Outcome:
    """Damage copies of a data folder, in one way for each seed."""
    outcome, whole = Outcome(), games(original / repair.DATABASE)
    for seed in seeds:
        place = folder / f"way {seed}"
        shutil.copytree(original, place / "data", ignore=shutil.ignore_patterns("lock", "former-*"))
        what = f"way {seed}, {damage(Random(seed), place / 'data' / repair.DATABASE)}"
        await examine(place, whole, what, outcome)
        shutil.rmtree(place)
    return outcome


async def lived_in(folder: Path) -> Path:
    """The data folder of a server at which players have done everything for a while."""
    async with Nursery(folder) as nursery:
        pid = await nursery.bear(1.0)
        await nursery.listening()
        players = [Player(name, name) for name in PLAYERS]
        living = [asyncio.create_task(player.live(folder / "s")) for player in players]
        end = monotonic() + LONGEST
        while not enough(folder / "data" / repair.DATABASE) and monotonic() < end:
            await asyncio.sleep(0.1)
        nursery.kill(pid)
        await asyncio.gather(*living)
    with closing(sqlite3.connect(folder / "data" / repair.DATABASE)) as base:
        base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return folder / "data"


def enough(path: Path) -> bool:
    """True when there is something of everything."""
    with closing(sqlite3.connect(path)) as base:
        counts = [
            base.execute(f"SELECT COUNT(*) FROM {name}").fetchone()[0]
            for name in ("records", "closed", "ratings", "round_games", "tables")
        ]
    return min(counts) >= 3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ways", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1, help="of the first way; the next ones follow")
    chosen = parser.parse_args()
    bot_queue.BotPool = InstantPool  # type: ignore[assignment,misc]
    logging.getLogger("tabletown").setLevel(logging.ERROR)
    with tempfile.TemporaryDirectory(dir=QUICK_DISK) as name:
        folder = Path(name)
        ways = range(chosen.seed, chosen.seed + chosen.ways)
        original = asyncio.run(lived_in(folder))
        print(json.dumps(asyncio.run(damaged(original, folder, ways)).report(), indent=2))


if __name__ == "__main__":
    main()
