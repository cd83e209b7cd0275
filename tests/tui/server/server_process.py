"""A server process for tests that kill it: `python -m tests.tui.server.server_process FOLDER [URL]`."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

from tabletown.tui.server.gateway import Gateway
from tests.tui.server.raw_client import QUICK


async def serve(gateway: Gateway) -> None:
    async with gateway:
        print("ready", flush=True)
        await asyncio.Event().wait()


def begin(folder: Path, database: str = "") -> subprocess.Popen[bytes]:
    """Start it, and wait until it listens."""
    command = [sys.executable, "-m", "tests.tui.server.server_process", str(folder), database]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert program.stdout and program.stdout.readline() == b"ready\n"
    return program


def kill(program: subprocess.Popen[bytes]) -> None:
    """Kill the server without warning, like a crash or a power cut."""
    os.kill(program.pid, signal.SIGKILL)
    program.wait()
    assert program.stdout
    program.stdout.close()


if __name__ == "__main__":
    place, url = Path(sys.argv[1]), "".join(sys.argv[2:])
    asyncio.run(serve(Gateway(place / "data", place / "s", database=url, local=True, limits=QUICK, pace=0.0)))
