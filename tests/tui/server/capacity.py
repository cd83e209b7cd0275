"""How many sessions one, two and three hosts carry on one PostgreSQL: `python -m tests.tui.server.capacity`.

Each host, with all its sessions, may use the same part of a core. People sit in pairs at tables of Splendor, the two of
a pair at different hosts if there are several; each presses a key every two seconds, and types a move every ten keys
when it is their turn. More come until the median from a key to the last byte of its paint is longer than 30 ms.
The clients run on the same machine, without a limit. It takes five to eight minutes, and needs root for the limits:
without them, it says so and ends each run at the number of sessions given by --most.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack, nullcontext
from dataclasses import dataclass, field
from itertools import count, pairwise
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, process_time
from typing import Any

import psycopg

from tabletown.rules.core.game import freeze
from tabletown.rules.core.match import Match, Seat
from tabletown.tui.protocol.client_messages import Join, Message, Open, Start
from tabletown.tui.protocol.server_messages import Begun, Problem, Room
from tests.tui.server import bench
from tests.tui.server.cpu_group import CpuGroup
from tests.tui.server.postgres import Postgres

TARGET = 30.0
"""Milliseconds that the median may take."""
MOVE_EVERY = 10
"""Keys between two looks of a person whether it is their turn."""
OPENED = 0.5
"""Seconds until the line for typing a move is there."""
SLOW = 1.0
"""Seconds after which the first byte of a paint is no longer waited for: the key counts as one of that time."""
SETTLING = 5.0
"""Seconds between the last start and a measurement."""
SETTINGS = {
    "listen_addresses": "",
    "shared_buffers": "128MB",
    "shared_preload_libraries": "pg_stat_statements",
    "pg_stat_statements.track": "all",
}
"""PostgreSQL as it is installed, which waits for the disk, but counts statements."""
COUNTED = """
SELECT sum(calls) FILTER (WHERE toplevel), sum(calls) FILTER (WHERE NOT toplevel AND query LIKE '%pg_notify%'),
    pg_current_wal_insert_lsn() - '0/0', (SELECT count(*) FROM actions),
    (SELECT count(*) FROM pg_stat_activity WHERE usename = 'town' AND datname = current_database())
FROM pg_stat_statements JOIN pg_roles ON userid = pg_roles.oid
WHERE rolname = 'town' AND dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
LIMITS = ["--sessions", "900", "--per-address", "900", "--tables", "900", "--tables-per-address", "900"]
TICKS = 100
"""Units of the CPU times in /proc for each second."""


@dataclass
class Table:
    """A game of two, as the database has it."""

    code: str
    match: Match
    base: psycopg.AsyncConnection

    async def move(self, place: int) -> str | None:
        """Notation of a legal move; None if it is not that player's turn."""
        query = "SELECT action FROM actions WHERE code = %s AND ply >= %s ORDER BY ply"
        for (action,) in await (await self.base.execute(query, (self.code, len(self.match.log)))).fetchall():
            self.match.act(freeze(json.loads(action)))
        if self.match.player != place:
            return None
        return self.match.game.notation(self.match.state, random.choice(self.match.game.legal(self.match.state)))


@dataclass
class Person:
    seat: bench.Seat
    channel: Any
    table: Table
    place: int


@dataclass
class Counts:
    """What has been counted up to a moment."""

    at: float
    hosts: float
    """Seconds of CPU of all hosts, with their sessions."""
    servers: float
    """The same of the processes alone that own the tables and the connections."""
    database: float
    clients: float
    queries: int
    notifications: int
    wal: int
    """Bytes that PostgreSQL has written to its log."""
    moves: int
    connections: int


@dataclass
class Town:
    """The hosts of a run, and the people at them."""

    postgres: Postgres
    cores: float
    stack: AsyncExitStack
    hosts: list[tuple[Any, Path, int]] = field(default_factory=list)
    """Process, socket and port of each."""
    people: list[Person] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    """Milliseconds from keys to the last bytes of their paints."""
    pressing: list[asyncio.Task[None]] = field(default_factory=list)

    async def begin(self, hosts: int) -> None:
        url = self.postgres.new()
        name = url.partition("@/")[2].partition("?")[0]
        info = self.postgres.info(name).replace("user=town", "user=observer")
        connect = psycopg.AsyncConnection.connect(info, autocommit=True)
        self.base = await self.stack.enter_async_context(await connect)
        await self.base.execute("CREATE EXTENSION pg_stat_statements")
        for number in range(hosts):
            group = self.stack.enter_context(
                CpuGroup(f"tabletown-{number}", self.cores) if self.cores else nullcontext()
            )
            options = ["--database", url, *LIMITS]
            server = bench.server(options, group.join if group else None)
            self.hosts.append(await self.stack.enter_async_context(server))

    async def seat_pair(self, number: int) -> None:
        """Two people at a table of their own, who press keys from now on."""
        keys = [bench.asyncssh.generate_private_key("ssh-ed25519") for _ in range(2)]
        hosts = [self.hosts[(number + place) % len(self.hosts)] for place in range(2)]
        talks = [
            await bench.greeted(socket, key.get_fingerprint(), f"Player {2 * number + place}")
            for place, (key, (_, socket, _)) in enumerate(zip(keys, hosts, strict=True))
        ]
        talks[0].send(Open("splendor", {}, ["", ""]))
        room = await heard_room(talks[0])
        while isinstance(await asked(talks[1], Join(room.code)), Problem):
            await asyncio.sleep(0.2)  # until the other host knows the table
        while room.seats[1].name == "" or room.seats[1].away:
            room = await heard_room(talks[0])
        talks[0].send(Start())
        await talks[1].hear(Begun)
        for talk in talks:
            talk.close()
        row = await (await self.base.execute("SELECT kept FROM tables WHERE code = %s", (room.code,))).fetchone()
        assert row
        data = json.loads(row[0])
        seats = [Seat(seat["name"], None) for seat in data["chairs"]]
        table = Table(room.code, Match(data["game"], seats, data["options"], data["seed"]), self.base)
        arriving = (bench.connected(self.stack, key, port) for key, (_, _, port) in zip(keys, hosts, strict=True))
        for place, (seat, channel, _) in enumerate(await asyncio.gather(*arriving)):
            person = Person(seat, channel, table, place)
            self.people.append(person)
            self.pressing.append(asyncio.create_task(self.play(person)))

    async def play(self, person: Person) -> None:
        """Press keys, and now and then make a move."""
        await asyncio.sleep(random.random() * bench.PACE)
        phase = random.randrange(MOVE_EVERY)
        for n in count():
            began = perf_counter()
            if n % MOVE_EVERY == phase and (move := await person.table.move(person.place)):
                person.channel.write(b":")
                await asyncio.sleep(OPENED)
                person.channel.write(f"{move}\r".encode())
            else:
                await self.press(person, bench.PATH[n % len(bench.PATH)])
            await asyncio.sleep(max(0.0, began + bench.PACE - perf_counter()))

    async def press(self, person: Person, key: bytes) -> None:
        person.seat.painted.clear()
        began = perf_counter()
        person.channel.write(key)
        try:
            async with asyncio.timeout(SLOW):
                await person.seat.painted.wait()
        except TimeoutError:
            return self.answers.append(SLOW * 1000)
        return self.answers.append((await person.seat.paint(bench.QUIET) - began) * 1000)

    async def counts(self) -> Counts:
        row = await (await self.base.execute(COUNTED)).fetchone()
        assert row
        hosts = sum(cpu_seconds(process.pid) for process, _, _ in self.hosts)
        servers = sum(own_seconds(process.pid, 2) for process, _, _ in self.hosts)
        database = cpu_seconds(self.postgres.process.pid)
        return Counts(perf_counter(), hosts, servers, database, process_time(), *(int(value or 0) for value in row))

    async def measure(self, seconds: float) -> dict[str, float]:
        """Figures of the next so many seconds."""
        self.answers, before = [], await self.counts()
        await asyncio.sleep(seconds)
        for task in self.pressing:
            if task.done():
                task.result()
        after = await self.counts()
        times = self.answers if len(self.answers) > 1 else [0.0, 0.0]  # nobody presses a key with a long --pace
        took = after.at - before.at
        each = [sum(map(bench.proportional, bench.programs(process.pid))) for process, _, _ in self.hosts]
        rates = {
            name: (getattr(after, name) - getattr(before, name)) / took
            for name in ("hosts", "servers", "database", "clients", "queries", "notifications", "wal", "moves")
        }
        return {
            "number": len(self.hosts),
            "sessions": len(self.people),
            "median": median(times),
            "p95": quantiles(times, n=20)[-1],
            "keys": len(self.answers) / took,
            "session MB": sum(each) / len(self.people),
            "connections": after.connections / len(self.hosts),
            **rates,
        }


async def heard_room(talk: bench.ChatPanel) -> Room:
    room = await talk.hear(Room)
    assert isinstance(room, Room)
    return room


async def asked(talk: bench.ChatPanel, message: Message) -> Message:
    """The answer to a request about a table."""
    talk.send(message)
    return await talk.hear(Room, Problem)


def cpu_seconds(pid: int) -> float:
    """Seconds of CPU of a process and all that it has started, those that have ended included."""
    return sum(own_seconds(process, 4) for process in bench.family(pid))


def own_seconds(pid: int, kinds: int) -> float:
    """Seconds of a process: its own (2 kinds), or also those of its children that have ended (4)."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    except FileNotFoundError:
        return 0.0
    return sum(map(int, fields[11 : 11 + kinds])) / TICKS


async def run(postgres: Postgres, hosts: int, chosen: argparse.Namespace) -> list[dict[str, float]]:
    """Figures with more and more sessions at so many hosts, up to the first that is too slow."""
    figures: list[dict[str, float]] = []
    async with AsyncExitStack() as stack:
        town = Town(postgres, chosen.cores, stack)
        await town.begin(hosts)
        end = perf_counter() + 60 * chosen.minutes
        for more in (chosen.first, *[chosen.step] * 1000):
            seated, pairs = len(town.people) // 2, more * hosts // 2
            for lane in range(0, pairs, hosts):
                starting = range(seated + lane, min(seated + lane + hosts, seated + pairs))
                await asyncio.gather(*map(town.seat_pair, starting))
            await asyncio.sleep(SETTLING)
            figures.append(await town.measure(chosen.seconds))
            print(line(figures[-1]), file=sys.stderr)
            if figures[-1]["median"] > TARGET or len(town.people) >= chosen.most * hosts or perf_counter() > end:
                break
        for task in town.pressing:
            task.cancel()
    return figures


COLUMNS = {
    "hosts": ("number", "{:.0f}"),
    "sessions": ("sessions", "{:.0f}"),
    "median": ("median", "{:.0f} ms"),
    "95th percentile": ("p95", "{:.0f} ms"),
    "CPU of the hosts": ("hosts", "{:.2f}"),
    "of that their servers": ("servers", "{:.2f}"),
    "CPU of PostgreSQL": ("database", "{:.3f}"),
    "CPU of the clients": ("clients", "{:.2f}"),
    "memory per session": ("session MB", "{:.1f} MB"),
    "keys/s": ("keys", "{:.0f}"),
    "moves/s": ("moves", "{:.1f}"),
    "statements/s": ("queries", "{:.0f}"),
    "notifications/s": ("notifications", "{:.1f}"),
    "log/s": ("wal", "{:.0f} bytes"),
    "connections per host": ("connections", "{:.0f}"),
}


def line(figure: dict[str, float]) -> str:
    return f"| {' | '.join(form.format(figure[name]) for name, form in COLUMNS.values())} |"


def held(figures: Sequence[dict[str, float]]) -> float:
    """Sessions at which the median is at the limit, between the last measurement below it and the first above it."""
    for below, above in pairwise(figures):
        if above["median"] > TARGET:
            part = (TARGET - below["median"]) / (above["median"] - below["median"])
            return below["sessions"] + part * (above["sessions"] - below["sessions"])
    return figures[-1]["sessions"]


def verdict(runs: Sequence[Sequence[dict[str, float]]], cores: float) -> list[str]:
    """What the figures say, in sentences."""
    first = held(runs[0])
    sentences = [f"Each host had {cores} of a core." if cores else "The hosts had no limit: control groups need root."]
    for figures in runs:
        last = figures[-1]
        share = last["database"] / (last["database"] + last["hosts"])
        bound = "at least " if last["median"] <= TARGET else "fewer than " if len(figures) == 1 else ""
        sentences.append(
            f"{last['number']:.0f} host(s): {bound}{held(figures):.0f} sessions at a median of {TARGET:.0f} ms, "
            f"{held(figures) / first:.2f} times those of the first run; PostgreSQL took {share:.1%} of the CPU of both."
        )
    return sentences


async def measure(chosen: argparse.Namespace) -> list[list[dict[str, float]]]:
    postgres = Postgres(SETTINGS)
    try:
        postgres.base.execute("CREATE ROLE observer SUPERUSER LOGIN")
        return [await run(postgres, int(hosts), chosen) for hosts in chosen.hosts.split(",")]
    finally:
        postgres.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hosts", default="1,2,3", help="hosts of each run (default: %(default)s)")
    parser.add_argument("--cores", type=float, default=0.5, help="CPU of each host; 0 for no limit")
    parser.add_argument("--first", type=int, default=8, help="sessions to start with, for each host")
    parser.add_argument("--step", type=int, default=4, help="sessions that are added at a time, for each host")
    parser.add_argument("--most", type=int, default=150, help="sessions at which a run ends, for each host")
    parser.add_argument("--seconds", type=float, default=12, help="of each measurement")
    parser.add_argument("--pace", type=float, default=bench.PACE, help="seconds between two keys of a session")
    parser.add_argument("--minutes", type=float, default=2.1, help="after which a run takes no more sessions")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    chosen = parser.parse_args()
    bench.PACE = chosen.pace
    if not CpuGroup.possible():
        chosen.cores = 0.0
    runs = asyncio.run(measure(chosen))
    if chosen.json:
        return print(json.dumps(runs))
    print(f"| {' | '.join(COLUMNS)} |", f"|{' --- |' * len(COLUMNS)}", sep="\n")
    print(*(line(figure) for figures in runs for figure in figures), "", *verdict(runs, chosen.cores), sep="\n")


if __name__ == "__main__":
    main()
