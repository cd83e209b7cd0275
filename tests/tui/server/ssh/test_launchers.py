"""The two ways to start the program of a session."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tabletown.tui.server.ssh.launchers import ENTRY, ExecLauncher, Starter, Zygote
from tabletown.tui.server.ssh.pty_process import PtyProcess, environment
from tabletown.tui.server.ssh.sandbox import CPU_FIRST
from tabletown.tui.server.ssh.zygote import next_order
from tests.tui.server.ssh.ssh_clients import PATIENCE

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes divide like that on Linux")


TALKER = ExecLauncher([sys.executable, "-m", "tests.tui.server.ssh.echo_program"])


async def until(holds: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.01)


async def output(start: Starter, folder: Path, *args: str) -> tuple[str, int]:
    """Output of a program until it ends, and its exit code."""
    heard, closed = bytearray(), asyncio.Event()
    child = PtyProcess(start, args, environment("ticket", folder), folder, (80, 24), heard.extend, closed.set)
    await asyncio.wait_for(closed.wait(), PATIENCE)
    return heard.decode(), await child.wait()


@pytest.mark.parametrize(
    "make", [Zygote, lambda: ExecLauncher([sys.executable, "-m", "tabletown.tui.server.ssh.sandbox", ENTRY])]
)
async def test_a_program_says_what_it_has_to_say_and_ends(tmp_path: Path, make: Callable[[], Any]) -> None:
    start = make()
    heard, code = await output(start, tmp_path, "--version")
    assert heard.startswith("tabletown, version ") and code == 0
    heard, code = await output(start, tmp_path, "play", "chess")
    assert heard.startswith("tabletown: unknown game 'chess'") and code == 2


@pytest.mark.slow
async def test_a_zygote_that_dies_takes_its_programs_with_it_and_is_replaced(tmp_path: Path) -> None:
    start = Zygote(["demo"])
    closed = asyncio.Event()
    child = PtyProcess(start, [], environment("t", tmp_path) | {"TERM": "xterm"}, tmp_path, (80, 24), bytes, closed.set)
    await until(lambda: child.pid)
    pid, program = start.pid, child.pid
    os.kill(pid, signal.SIGKILL)
    await asyncio.wait_for(closed.wait(), PATIENCE)
    assert await child.wait() == -signal.SIGKILL
    await until(lambda: not Path(f"/proc/{program}").exists())
    heard, code = await output(start, tmp_path, "--help")
    assert "demo [OPTIONS]" in heard and code == 0
    assert start.pid != pid
    start.close()


async def test_a_program_is_told_that_it_must_end_and_then_made_to(tmp_path: Path) -> None:
    start = Zygote(["demo"])
    closed = asyncio.Event()
    heard = bytearray()
    env = environment("t", tmp_path) | {"TERM": "xterm-256color", "LANG": "C.UTF-8"}
    child = PtyProcess(start, [], env, tmp_path, (80, 24), heard.extend, closed.set)
    await until(lambda: b"Splendor" in heard or len(heard) > 2000)
    child.signal(signal.SIGTERM)
    assert await child.wait(PATIENCE) == 0
    assert b"\x1b[?1049l" in heard
    start.close()


async def test_a_program_that_will_not_end_is_killed(tmp_path: Path) -> None:
    heard = bytearray()
    child = PtyProcess(TALKER, [], environment("t", tmp_path), tmp_path, (80, 24), heard.extend, bytes)
    await until(lambda: b"ready" in heard)
    child.feed(b"hc")
    await until(lambda: b"deaf" in heard)
    child.signal(signal.SIGTERM)
    child.close()
    assert await child.wait(0.1) == -signal.SIGKILL


def test_what_was_loaded_before_does_not_decide_colours_and_pace() -> None:
    """As in a program that was divided from a zygote: Textual is there before its terminal is known."""
    tell = "print(constants.COLOR_SYSTEM, constants.MAX_FPS)"
    script = (
        f"from textual import constants; from tabletown.tui.cli.launch import prepare; {tell}; prepare('16'); {tell}"
    )
    env = {name: value for name, value in os.environ.items() if not name.startswith("TEXTUAL")}
    done = subprocess.run([sys.executable, "-c", script], env=env, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["auto", "60", "standard", "250"]


async def test_a_program_that_computes_without_end_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabletown.tui.server.ssh.cpu_allowance.CPU_FIRST", 1)
    heard, closed = bytearray(), asyncio.Event()
    child = PtyProcess(TALKER, [], environment("t", tmp_path), tmp_path, (80, 24), heard.extend, closed.set)
    await until(lambda: b"ready" in heard)
    child.extend(0)
    child.feed(b"c")
    await asyncio.wait_for(closed.wait(), PATIENCE)
    assert await child.wait() == -signal.SIGXCPU


async def test_computing_that_was_not_used_is_saved_for_a_busy_time(tmp_path: Path) -> None:
    """Drawing a quick game on a busy machine takes more than is allowed for long."""
    heard, closed = bytearray(), asyncio.Event()
    child = PtyProcess(TALKER, [], environment("t", tmp_path), tmp_path, (80, 24), heard.extend, closed.set)
    await until(lambda: b"ready" in heard)

    def allowed() -> int:
        return resource.prlimit(child.pid, resource.RLIMIT_CPU)[0]

    child.extend(20)
    assert allowed() >= CPU_FIRST  # no less than before
    child.extend(3600)
    assert allowed() < 2 * CPU_FIRST  # nor what would let it compute on for an hour
    child.close()
    await child.wait()


def test_a_zygote_whose_server_was_killed_is_told_that_it_ended() -> None:
    """A killed server has not read all reports, so that its socket is reset rather than closed."""
    server, zygote = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with zygote:
        zygote.send(b"a report")
        server.close()
        assert next_order(zygote) == (b"", ())
