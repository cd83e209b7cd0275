"""An SSH server that admits every client, and its clients, all in one loop."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncssh

from tabletown.tui.protocol.server_messages import Printed
from tabletown.tui.server.ssh.keys import Allowed, host_key
from tabletown.tui.server.ssh.launchers import ExecLauncher
from tabletown.tui.server.ssh.listener import SshListener
from tabletown.tui.server.ssh.protocols import Bounds
from tabletown.tui.server.ssh.pty_process import Folders

TALKER = [sys.executable, "-m", "tests.tui.server.ssh.echo_program"]
PATIENCE = 20.0
KEY = asyncssh.generate_private_key("ssh-ed25519")


@dataclass
class AdmissionDesk:
    """Admits as many as there are seats."""

    seats: int = 100
    present: dict[str, str] = field(default_factory=dict)
    """Identities by ticket."""
    admitted: list[str] = field(default_factory=list)
    """All identities so far."""
    refused: list[str] = field(default_factory=list)
    """Reasons why connections were refused."""

    def admit(self, identity: str, address: str) -> str:
        if len(self.present) >= self.seats:
            raise ValueError("All seats are taken.")
        self.admitted.append(identity)
        ticket = f"ticket{len(self.admitted)}"
        self.present[ticket] = identity
        return ticket

    def release(self, ticket: str) -> None:
        del self.present[ticket]

    def printed(self, identity: str, address: str, command: str) -> Printed:
        return Printed(f"{command}\nfor {identity[:6]}\n", "No more." if command == "game 7" else "", len(command) - 5)

    def turned_away(self, reason: str) -> None:
        self.refused.append(reason)


@dataclass
class RunningServer:
    """A listener at work."""

    listener: SshListener
    desk: AdmissionDesk
    port: int

    async def connect(self, key: Any = KEY, **options: Any) -> asyncssh.SSHClientConnection:
        return await asyncssh.connect(
            "127.0.0.1",
            self.port,
            **{
                "known_hosts": None,
                "username": "ada",
                "client_keys": [key] if key else None,
                "agent_path": None,
                "config": None,
                "login_timeout": PATIENCE,
                **options,
            },
        )

    @asynccontextmanager
    async def session(self, command: str | None = None, **options: Any) -> AsyncIterator[Session]:
        """A session at a terminal, of a connection of its own."""
        asked = {"term_type": "xterm-256color", "term_size": (80, 24), **options.pop("asked", {})}
        async with await self.connect(**options) as conn:
            yield Session(await conn.create_process(command, encoding=None, **asked))


class Session:
    """A talker at the other end."""

    def __init__(self, process: asyncssh.SSHClientProcess[bytes]) -> None:
        self.process = process

    async def until(self, text: str) -> str:
        """Output of the program up to that text."""
        received = await asyncio.wait_for(self.process.stdout.readuntil(text.encode()), PATIENCE)
        return received.decode()

    async def ask(self, key: str) -> Any:
        """The program's answer to a key."""
        self.process.stdin.write(key.encode())
        return (await self.until(">")).partition("<")[2][:-1]

    async def ask_json(self, key: str) -> Any:
        return json.loads(await self.ask(key))

    async def last_words(self) -> tuple[str, int | None]:
        """The remaining output, and the exit code."""
        done = await asyncio.wait_for(self.process.wait(), PATIENCE)
        return bytes(done.stdout or b"").decode() + bytes(done.stderr or b"").decode(), done.exit_status


@asynccontextmanager
async def opened(
    folder: Path, bounds: Bounds | None = None, seats: int = 100, **chosen: Any
) -> AsyncIterator[RunningServer]:
    """A listener on a free port; `allow` is a file of keys."""
    if allow := chosen.pop("allow", None):
        chosen["allowed"] = Allowed(allow)
    desk, start = AdmissionDesk(seats), ExecLauncher(chosen.pop("command", TALKER))
    listener = SshListener(desk, host_key(folder), start, Folders(folder / "sessions"), bounds=bounds, **chosen)
    try:
        yield RunningServer(listener, desk, await listener.listen("127.0.0.1", 0))
    finally:
        await listener.stop("The server is stopping.")
