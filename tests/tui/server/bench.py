"""Capacity of a server in sessions: `python -m tests.tui.server.bench [--json] [--sessions 50,100,150] [--seconds 40]`.

A server of its own on loopback, sessions through SSH at tables of Splendor in windows of 120 by 36 cells, a key every
two seconds in each: the time from a key to the last byte of its paint, its bytes, and the memory. Then the same while
bots think at many tables. The clients run on the same machine and take their part of it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import asyncssh

from tabletown.tui.protocol.client_messages import PROTOCOL, Act, Hello, Message, Name, Open, Start, line
from tabletown.tui.protocol.message_limits import SERVER_LINE
from tabletown.tui.protocol.server_messages import Begun, Moved, Room, Welcome, from_server

PATH = [f"\x1b[{way}".encode() for way in "CCBDBCADAD"]
"""Keys that move over the cards and back to the start."""
PACE = 2.0
"""Seconds between two keys of a session."""
QUIET = 0.04
"""Seconds without a byte after which a paint is taken to be complete."""
SETTLED = 0.5
"""The same for the first one, which comes in steps."""
IDLE, TABLES, LEVEL = 10, 20, "hard"
"""Sessions while bots think, the tables at which they do, and their level."""
MOST = ["--sessions", "200", "--per-address", "200", "--tables-per-address", "200"]


class Seat(asyncssh.SSHClientSession[bytes]):
    """A window of a person who presses keys."""

    def __init__(self) -> None:
        self.last = 0.0
        self.received = 0
        """Bytes so far."""
        self.painted = asyncio.Event()

    def data_received(self, data: bytes, datatype: int | None) -> None:
        self.last = perf_counter()
        self.received += len(data)
        self.painted.set()

    async def paint(self, quiet: float) -> float:
        """Arrival time of the last byte of the current paint, by `perf_counter`, after `quiet` seconds without any."""
        await asyncio.wait_for(self.painted.wait(), 30)
        while (left := self.last + quiet - perf_counter()) > 0:
            await asyncio.sleep(left)
        return self.last


class ChatPanel:
    """A player at a table without a screen."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    def send(self, *messages: Message) -> None:
        for message in messages:
            self._writer.write(line(message))

    async def hear(self, *kinds: type[Message]) -> Message:
        """The next message of one of these kinds; TimeoutError if none comes, as the server may have refused."""
        async with asyncio.timeout(60):
            while not isinstance(heard := from_server(await self._reader.readline()), kinds):
                pass
        return heard

    def close(self) -> None:
        self._writer.close()


async def greeted(socket: Path, key: str, name: str) -> ChatPanel:
    """A new person in the lobby."""
    talk = ChatPanel(*await asyncio.open_unix_connection(str(socket), limit=SERVER_LINE))
    talk.send(Hello(PROTOCOL, key=key))
    await talk.hear(Welcome)
    talk.send(Name(name))
    await talk.hear(Welcome)
    return talk


async def opened(socket: Path, key: str, name: str, bot: str) -> ChatPanel:
    """A person at a new table with a bot, in a game that has started."""
    talk = await greeted(socket, key, name)
    talk.send(Open("splendor", {}, ["", bot]))
    await talk.hear(Room)
    talk.send(Start())
    return talk


async def against(talk: ChatPanel) -> None:
    """Play random moves at once, so that the bot must think, to the end of the game and in the next one again."""
    chance = random.Random(7)
    heard = await talk.hear(Begun, Moved)
    while isinstance(heard, Begun | Moved) and heard.player is not None:
        if heard.legal:
            talk.send(Act(heard.ply, chance.choice(heard.legal)))
        heard = await talk.hear(Begun, Moved)


@asynccontextmanager
async def server(
    options: Sequence[str], first: Callable[[], None] | None = None
) -> AsyncIterator[tuple[Process, Path, int]]:
    """A server, its socket and its port; its process does something `first`."""
    with TemporaryDirectory() as folder:
        serve = ["-m", "tabletown", "serve", "--listen", "127.0.0.1:0", "--data", folder, "--local", *MOST, *options]
        process = await asyncio.create_subprocess_exec(
            sys.executable, *serve, stdout=PIPE, stderr=asyncio.subprocess.DEVNULL, preexec_fn=first
        )
        try:
            assert process.stdout
            announcement = (await asyncio.wait_for(process.stdout.readline(), 30)).decode()
            yield process, Path(folder, "socket"), int(announcement.split("-p ")[1].split()[0])
        finally:
            with suppress(ProcessLookupError):
                process.terminate()
            await process.wait()


async def sit(stack: AsyncExitStack, socket: Path, port: int, number: int) -> tuple[Seat, Any, float]:
    """A session at a table of its own, and the seconds until it was painted."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    (await opened(socket, key.get_fingerprint(), f"Player {number}", "novice")).close()
    return await connected(stack, key, port)


async def connected(stack: AsyncExitStack, key: asyncssh.SSHKey, port: int) -> tuple[Seat, Any, float]:
    """A session of a person who has a name already, and the seconds until it was painted."""
    began = perf_counter()
    options: dict[str, Any] = {"known_hosts": None, "client_keys": [key], "agent_path": None, "config": None}
    conn = await stack.enter_async_context(asyncssh.connect("127.0.0.1", port, username="x", **options))
    env = {"COLORTERM": "truecolor", "LANG": "C.UTF-8"}
    asked: dict[str, Any] = {"term_type": "xterm-256color", "term_size": (120, 36), "encoding": None, "env": env}
    seat = Seat()
    channel, _ = await conn.create_session(lambda: seat, **asked)
    return seat, channel, await seat.paint(SETTLED) - began


async def press(seat: Seat, channel: Any, seconds: float) -> list[tuple[float, int]]:
    """Milliseconds from keys to the last bytes of their paints, and the number of bytes."""
    answers = []
    await asyncio.sleep(random.random() * PACE)
    end = perf_counter() + seconds
    for n in range(10_000):
        began, before = perf_counter(), seat.received
        if began > end:
            break
        seat.painted.clear()
        channel.write(PATH[n % len(PATH)])
        answers.append(((await seat.paint(QUIET) - began) * 1000, seat.received - before))
        await asyncio.sleep(max(0.0, began + PACE - perf_counter()))
    return answers[len(PATH) :] or answers


async def sessions(count: int, seconds: float, options: Sequence[str], tables: int = 0) -> dict[str, float]:
    """Figures with that number of sessions, and bots that think at that number of other tables."""
    async with server(options) as (process, socket, port), AsyncExitStack() as stack:
        held = [await sit(stack, socket, port, number) for number in range(count)]
        playing = []
        for number in range(tables):
            talk = await opened(socket, f"SHA256:{number:043}", f"Other {number}", LEVEL)
            playing.append(asyncio.create_task(against(talk)))
        pressed = await asyncio.gather(*(press(seat, channel, seconds) for seat, channel, _ in held))
        times, sizes = zip(*(answer for part in pressed for answer in part), strict=True)
        memory = sum(map(proportional, family(process.pid)))
        server_own = proportional(process.pid)
        each = sum(map(proportional, programs(process.pid))) / count
        for task in playing:
            task.cancel()
    return {
        "sessions": count,
        "tables": tables,
        "keys": len(times),
        "median": median(times),
        "p95": quantiles(times, n=20)[-1],
        "bytes": median(sizes),
        "start": median(start for _, _, start in held) * 1000,
        "server MB": server_own,
        "session MB": each,
        "all MB": memory,
    }


def programs(pid: int) -> list[int]:
    """Process ids of the sessions' programs, one or several in each, which the zygote of a server has forked."""
    return [
        program
        for child in children(pid)
        if b"tabletown.tui.server.ssh.zygote" in command(child)
        for program in children(child)
    ]


def command(pid: int) -> bytes:
    return Path(f"/proc/{pid}/cmdline").read_bytes()


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def family(pid: int) -> list[int]:
    """A process, and all that it has started."""
    return [pid, *(descendant for child in children(pid) for descendant in family(child))]


def proportional(pid: int) -> float:
    """Megabytes of a process; what several share counts in parts."""
    for row in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if row.startswith("Pss:"):
            return int(row.split()[1]) / 1024
    return 0.0


def table(figures: Sequence[dict[str, float]]) -> str:
    """The table of figures for the README."""
    rows = [
        "| sessions | median response | 95th percentile | bytes per key | start | memory per session | total memory |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for figure in figures:
        what = f"{figure['sessions']:.0f}"
        if figure["tables"]:
            what += f", plus {figure['tables']:.0f} tables with `{LEVEL}` thinking"
        memory = f"{figure['session MB']:.0f} MB | {figure['all MB']:.0f} MB"
        rows.append(
            f"| {what} | {figure['median']:.0f} ms | {figure['p95']:.0f} ms | {figure['bytes']:.0f} | "
            f"{figure['start']:.0f} ms | {memory} |"
        )
    return "\n".join(rows)


async def measure(counts: Sequence[int], seconds: float, options: Sequence[str]) -> list[dict[str, float]]:
    plain = [await sessions(count, seconds, options) for count in counts]
    return [*plain, await sessions(IDLE, seconds, options, TABLES)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--sessions", default="50,100,150", help="how many at a time (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=40, help="of pressing keys (default: %(default)s)")
    parser.add_argument(
        "--sessions-per-process", metavar="N", help="sessions that share a process (default: the server's)"
    )
    chosen = parser.parse_args()
    options = ["--sessions-per-process", chosen.sessions_per_process] if chosen.sessions_per_process else []
    figures = asyncio.run(measure([int(count) for count in chosen.sessions.split(",")], chosen.seconds, options))
    print(json.dumps(figures) if chosen.json else table(figures))


if __name__ == "__main__":
    main()
