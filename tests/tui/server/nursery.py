"""Servers that start within milliseconds, to be killed: `python -m tests.tui.server.nursery FOLDER`.

It has loaded everything and forks a server for each line of its input: the number of seconds that pass for the tables
in one second. Bots play random moves at once. It prints a server's process id, and again once that server listens.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path
from time import monotonic
from typing import Any

from tabletown.rules.bots.bot import Choice
from tabletown.rules.bots.levels import choose
from tabletown.tui.model.bot_pool import NoAnswer
from tabletown.tui.server import bot_queue, gateway
from tabletown.tui.server.limits import Times
from tabletown.tui.server.log_format import TEXT, set_up_logging
from tabletown.tui.server.tables import service
from tests.tui.server.raw_client import QUICK

TIMES = Times(waiting=1.0, over=0.5, unplayed=5.0, unfinished=10.0, round_break=0.1, late=0.3, answer=20.0)
"""Ages at which tables close, the breaks of tournaments, which do not follow the time of the tables, and the time for
an answer, since a bot does not move while a player asks to undo."""
QUICK_DISK = "/dev/shm" if Path("/dev/shm").is_dir() else None
"""Where databases are written at once: what a killed process has written is there without waiting for a disk."""
PATIENCE = 120.0
"""Seconds to wait for a server; the first one comes once everything is loaded."""
ROOT = Path(__file__).parents[3]


class InstantPool:
    """Bots that play random moves in the server's own process."""

    def __init__(self, *_: object) -> None:
        pass

    async def choose(self, game: str, view: Any, level: str, seed: str, *_: object, **__: object) -> Choice:
        return choose(game, view, "random", seed)

    async def judge(self, *_: object) -> None:
        raise NoAnswer("nobody judges here")

    follow = judge

    def close(self) -> None:
        pass


def serve(folder: Path, speed: float) -> None:
    """The life of a server, which ends at the latest when nobody is left to kill it."""
    began, real, parent = monotonic(), gateway.TableService, os.getppid()

    def faster(store: Any, post: Any, think: Any, _now: Any, *rest: Any) -> Any:
        return real(store, post, think, lambda: 1000.0 + (monotonic() - began) * speed, *rest)

    async def run() -> None:
        server = gateway.Gateway(folder / "data", folder / "s", local=True, limits=QUICK, times=TIMES, pace=0.0)
        async with server:
            print(f"ready {os.getpid()}", flush=True)
            while os.getppid() == parent:
                await asyncio.sleep(0.5)

    gateway.TableService = faster  # type: ignore[assignment,misc]
    gateway.BREATH = 0.05
    service.ALIVE_EVERY = service.TIMED_EVERY = 0.1
    bot_queue.BotPool = InstantPool  # type: ignore[assignment,misc]
    asyncio.run(run())


class Nursery:
    """`async with Nursery(folder)` keeps the process that forks the servers."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = folder / "log"

    async def __aenter__(self) -> Nursery:
        with self.log.open("ab") as log:
            command = [sys.executable, "-m", "tests.tui.server.nursery", str(self.folder)]
            self.process: Process = await asyncio.create_subprocess_exec(
                *command, stdin=PIPE, stdout=PIPE, stderr=log, cwd=ROOT
            )
        return self

    async def __aexit__(self, *_: object) -> None:
        self.process.kill()
        await self.process.wait()

    async def bear(self, speed: float) -> int:
        """Start a server; return its process id at once."""
        assert self.process.stdin
        self.process.stdin.write(f"{speed}\n".encode())
        return await self._line("born")

    async def listening(self) -> None:
        """Wait until the server listens."""
        await self._line("ready")

    async def _line(self, word: str) -> int:
        assert self.process.stdout
        while True:
            got = (await asyncio.wait_for(self.process.stdout.readline(), PATIENCE)).decode().split()
            assert got, self.log.read_text()[-2000:]
            if got[0] == word:
                return int(got[1])

    def kill(self, pid: int) -> None:
        """Kill a server without warning, like a crash or a power cut."""
        os.kill(pid, signal.SIGKILL)
        while Path(f"/proc/{pid}").exists():
            pass


def main() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    set_up_logging(TEXT)
    for text in sys.stdin:
        sys.stdout.flush()
        if pid := os.fork():
            print(f"born {pid}", flush=True)
        else:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            serve(Path(sys.argv[1]), float(text))


if __name__ == "__main__":
    main()
