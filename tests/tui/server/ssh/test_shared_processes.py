"""Several sessions in one process: each ends alone, and a process that ends takes only its own with it."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tabletown.tui.server.ssh import shared_launcher
from tabletown.tui.server.ssh.pty_process import PtyProcess, environment
from tabletown.tui.server.ssh.shared_launcher import SharedLauncher
from tests.tui.server.ssh.ssh_clients import PATIENCE

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are shared on Linux only")

ENTRY = "tests.tui.server.ssh.shared_talker:Talker"
SCRIPT = """
import socket, sys
from pkgutil import resolve_name
from tabletown.tui.server.ssh import cpu_allowance, session_process
cpu_allowance.CPU_FIRST = float(sys.argv[2])
session_process.BEAT = 0.05
session_process.run(socket.socket(fileno=0), resolve_name(sys.argv[1]))
"""


class Forks:
    """Starts processes as a zygote does, but without what a zygote loads."""

    def __init__(self, cpu: float = 30) -> None:
        self.started: list[subprocess.Popen[bytes]] = []
        self._cpu = cpu

    def fork(self, file: int, *, sessions: int, entry: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-c", SCRIPT, entry, str(self._cpu)]
        env = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "PYTHONDONTWRITEBYTECODE": "1"}
        process = subprocess.Popen(command, stdin=file, env=env)
        self.started.append(process)
        return process

    def close(self) -> None:
        for process in self.started:
            process.kill()
            process.wait()


class Person:
    """A session, and its person."""

    def __init__(self, start: Any, folder: Path, ticket: str, *args: str, size: tuple[int, int] = (80, 24)) -> None:
        self.heard, self.closed = bytearray(), asyncio.Event()
        env = environment(ticket, folder)
        self.process = PtyProcess(start, args, env, folder, size, self.heard.extend, self.closed.set)

    async def until(self, text: str) -> str:
        """The output up to that text, which is forgotten."""
        async with asyncio.timeout(PATIENCE):
            while text.encode() not in self.heard:
                await asyncio.sleep(0.005)
        before, _, rest = self.heard.partition(text.encode())
        self.heard[:] = rest
        return before.decode()

    async def ask(self, key: str) -> str:
        self.process.feed(key.encode())
        await self.until("<")
        return await self.until(">")

    async def end(self) -> int:
        """The exit code, once the output has ended."""
        await asyncio.wait_for(self.closed.wait(), PATIENCE)
        return await self.process.wait()


@asynccontextmanager
async def people(folder: Path, count: int, cpu: float = 30) -> AsyncIterator[tuple[list[Person], Forks]]:
    """People whose sessions have started, every other one in the same process."""
    forks = Forks(cpu)
    start = SharedLauncher(forks, ["first"], 8, ENTRY)  # type: ignore[arg-type]
    try:
        persons = [Person(start, folder, f"ticket {n}") for n in range(count)]
        for person in persons:
            await person.until("<ready>")
        yield persons, forks
    finally:
        start.close()


async def test_sessions_share_a_process_and_nothing_else(tmp_path: Path) -> None:
    async with people(tmp_path, 4) as (persons, forks):
        pids = [await person.ask("p") for person in persons]
        assert pids[0] == pids[2] != pids[1] == pids[3], "friends who come together are apart"
        seen = [json.loads(await person.ask("e")) for person in persons]
        assert [report["env"]["TABLETOWN_TICKET"] for report in seen] == [f"ticket {n}" for n in range(4)]
        assert all(report["args"] == ["first"] and "TABLETOWN_TICKET" not in report["own"] for report in seen)
        persons[2].process.resize(100, 30)
        await persons[2].until("<100 by 30>")
        persons[2].process.signal(signal.SIGWINCH)
        await persons[2].until("<100 by 30>")
        assert not persons[0].heard.strip() and not persons[1].heard.strip()
        persons[0].process.feed(b"r")
        assert await persons[0].end() == 1
        assert "ValueError: a planted fault\r\n" in persons[0].heard.decode()
        assert await persons[2].ask("x") == "still here"
        assert await persons[2].ask("a") == "key a"
        persons[1].process.signal(signal.SIGTERM)
        persons[3].process.feed(b"q")
        assert (await persons[1].end(), await persons[3].end()) == (7, 7)
        assert forks.started[1].wait(PATIENCE) == 0, "an empty process ends"
        persons[2].process.close()
        assert await persons[2].process.wait(PATIENCE) == 7


async def test_a_session_that_does_not_end_is_cut_off_alone(tmp_path: Path) -> None:
    async with people(tmp_path, 3) as (persons, _):
        assert await persons[0].ask("d") == "deaf"
        persons[0].process.signal(signal.SIGTERM)
        assert await persons[2].ask("a") == "key a"
        persons[0].process.signal(signal.SIGKILL)
        assert await persons[0].end() == -signal.SIGKILL
        assert b"cancelled" not in persons[0].heard
        assert await persons[2].ask("a") == "key a"


async def test_a_session_that_computes_without_end_is_ended_alone(tmp_path: Path) -> None:
    async with people(tmp_path, 3, cpu=0.05) as (persons, _):
        persons[0].process.feed(b"c")
        assert await persons[0].end() == -signal.SIGXCPU
        assert await persons[2].ask("a") == "key a"


async def test_a_process_that_hangs_or_dies_ends_its_own_sessions_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(shared_launcher, "LOOK", 0.02)
    async with people(tmp_path, 4) as (persons, _):
        monkeypatch.setattr(shared_launcher, "SILENT", 0.4)
        persons[1].process.feed(b"k")
        assert (await persons[1].end(), await persons[3].end()) == (-signal.SIGKILL, -signal.SIGKILL)
        persons[0].process.feed(b"h")
        assert (await persons[0].end(), await persons[2].end()) == (-signal.SIGKILL, -signal.SIGKILL)
        assert "a process of 2 sessions did not respond" in caplog.text
