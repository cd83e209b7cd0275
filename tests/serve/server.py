"""A server as a program of its own, for tests that kill it: `python -m tests.serve.server FOLDER` serves until then."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.serve.client import QUICK
from tui.serve.hub import Hub


async def serve(hub: Hub) -> None:
    async with hub:
        print("ready", flush=True)
        await asyncio.Event().wait()


def begin(folder: Path) -> subprocess.Popen[bytes]:
    """Start it, and wait until it listens."""
    command = [sys.executable, "-m", "tests.serve.server", str(folder)]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert program.stdout and program.stdout.readline() == b"ready\n"
    return program


def kill(program: subprocess.Popen[bytes]) -> None:
    """As a crash or a power cut does it."""
    os.kill(program.pid, signal.SIGKILL)
    program.wait()
    assert program.stdout
    program.stdout.close()


if __name__ == "__main__":
    place = Path(sys.argv[1])
    asyncio.run(serve(Hub(place / "data", place / "s", local=True, limits=QUICK, pace=0.0)))
