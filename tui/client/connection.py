"""The connection to the server: messages in order, and reconnection when it is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from msgspec import MsgspecError
from msgspec.structs import replace

from ..protocol.client_messages import Hello, Message, line
from ..protocol.message_limits import SERVER_LINE
from ..protocol.server_messages import Bye, FromServer, from_server

FIRST, LONGEST = 0.5, 10.0
"""Seconds before the first attempt to reconnect, and their maximum; they double with each attempt."""
GARBLED = "Server and client versions differ; install the same version of both."


@dataclass(frozen=True)
class Lost:
    """The connection is lost; the next attempt follows after `wait` seconds."""

    wait: float


Incoming: TypeAlias = FromServer | Lost


class Connection(Protocol):
    """A connection to a server, as the app needs it."""

    async def run(self, receive: Callable[[Incoming], Awaitable[None]]) -> None:
        """Connect, and pass messages to `receive` until the server sends Bye."""

    def send(self, message: Message) -> None:
        """Send a message; without a connection it is lost."""

    def set_return_table(self, code: str, watch: bool) -> None:
        """Set the table to return to after a lost connection; empty for the lobby."""


class Link:
    """A connection through a Unix socket."""

    def __init__(self, path: str, hello: Hello) -> None:
        self.path, self.hello = path, hello
        self._writer: asyncio.StreamWriter | None = None

    async def run(self, receive: Callable[[Incoming], Awaitable[None]]) -> None:
        wait = FIRST
        while True:
            with suppress(OSError):
                reader, self._writer = await asyncio.open_unix_connection(self.path, limit=SERVER_LINE)
                try:
                    self.send(self.hello)
                    while message := await read_message(reader):
                        wait = FIRST
                        await receive(message)
                        if isinstance(message, Bye):
                            return
                finally:
                    self._writer.close()
                    self._writer = None
            await receive(Lost(wait))
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST)

    def send(self, message: Message) -> None:
        if self._writer is not None:
            self._writer.write(line(message))

    def set_return_table(self, code: str, watch: bool) -> None:
        self.hello = replace(self.hello, join=code, watch=watch)


async def read_message(reader: asyncio.StreamReader) -> FromServer | None:
    """The next message; None when the connection is lost, and Bye for anything that is not a message."""
    try:
        data = await reader.readline()
        return from_server(data) if data.endswith(b"\n") else None
    except (ValueError, MsgspecError):
        return Bye(GARBLED, "refused")
