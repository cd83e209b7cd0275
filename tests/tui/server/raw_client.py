"""A client as the tests use it: lines of JSON over the server's socket, every byte kept."""

from __future__ import annotations

import asyncio
import hashlib
from base64 import b64encode
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, Self, TypeVar

from tabletown.tui.protocol.client_messages import PROTOCOL, Act, Hello, Message, Name, line
from tabletown.tui.protocol.message_limits import SERVER_LINE
from tabletown.tui.protocol.server_messages import (
    Begun,
    Bye,
    FromServer,
    Moved,
    Over,
    Problem,
    Room,
    Undone,
    Welcome,
    from_server,
)
from tabletown.tui.server.gateway import Gateway
from tabletown.tui.server.limits import Limits
from tests.rules.random_play import random_action

M = TypeVar("M", bound=Message)

PATIENCE = 20.0
"""Seconds to wait for a message before the test fails."""
QUICK = Limits(
    rate=1e6, burst=1e6, slow_rate=1e6, slow_burst=1e6, per_address=1000, per_key=1000, tables_per_address=1000
)
"""Limits under which no client of a test must wait."""


def key(name: str) -> str:
    """The fingerprint of a person's key."""
    return "SHA256:" + b64encode(hashlib.sha256(name.encode()).digest()).decode().rstrip("=")


@asynccontextmanager
async def serving(folder: Path, **options: Any) -> AsyncIterator[Gateway]:
    """A server in this process that never lets anybody wait."""
    async with Gateway(folder / "data", folder / "s", **{"limits": QUICK, "pace": 0.0, **options}) as gateway:
        yield gateway


class Client:
    """A player's client without a screen."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.raw: list[bytes] = []
        """Every line received."""
        self.unread: deque[FromServer] = deque()
        self.name = ""
        self.room: Room | None = None
        self.begun: Begun | None = None
        self.now: Begun | Moved | Undone | None = None
        """The newest position of the game."""
        self.record: list[str] = []
        self.by_verb = False
        """Does it play rare actions as often as common ones?"""

    @classmethod
    async def connect(cls, path: Path) -> Self:
        return cls(*await asyncio.open_unix_connection(str(path), limit=SERVER_LINE))

    @classmethod
    async def enter(cls, gateway: Gateway, name: str, **hello: Any) -> Self:
        """A person of that name with a separate key."""
        return await cls.greet(gateway.path, name, ticket=gateway.admit(key(name), "test"), **hello)

    @classmethod
    async def greet(cls, path: Path, name: str, **hello: Any) -> Self:
        """Say hello, and the name if that is wanted."""
        client = await cls.connect(path)
        client.name = name
        client.send(Hello(PROTOCOL, **hello))
        if (await client.expect(Welcome)).new:
            client.send(Name(name))
            await client.expect(Welcome)
        return client

    def send(self, message: Message) -> None:
        self.writer.write(line(message))

    async def receive(self) -> FromServer:
        """The next message; raises EOFError when the server has closed."""
        if not self.unread:
            async with asyncio.timeout(PATIENCE):
                got = await self.reader.readline()
            if not got.endswith(b"\n"):
                raise EOFError
            self.raw.append(got)
            message = from_server(got)
            self.note(message)
            return message
        return self.unread.popleft()

    def note(self, message: FromServer) -> None:
        match message:
            case Room():
                self.room = message
            case Begun():
                self.begun = self.now = message
                self.record = []
            case Moved() | Undone():
                self.now = message
            case Over():
                self.record += message.lines

    async def expect(self, kind: type[M], fits: Callable[[M], object] = lambda _: True) -> M:
        """Read on to a message of that kind; what comes before it is left aside. A Bye or Problem fails the test."""
        while True:
            message = await self.receive()
            if isinstance(message, kind) and fits(message):
                return message
            assert not isinstance(message, Bye | Problem), message

    async def refused(self, message: Message) -> Problem:
        """Send something, and read on to the problem that it is."""
        self.send(message)
        while not isinstance(got := await self.receive(), Problem):
            assert not isinstance(got, Bye), got
        return got

    async def farewell(self) -> Bye:
        """Read on to the end."""
        while not isinstance(got := await self.receive(), Bye):
            pass
        return got

    def close(self) -> None:
        self.writer.transport.abort()

    def act(self, rng: Random) -> None:
        """Play one of the legal actions."""
        assert self.now and self.now.legal
        self.send(Act(self.now.ply, random_action(rng, self.now.legal, by_verb=self.by_verb)))

    async def play(self, rng: Random, plies: int = 10**6) -> None:
        """Play random moves whenever it is this client's turn, to the end of the game or that ply."""
        while self.now is None or (self.now.player is not None and self.now.ply < plies):
            if self.now and self.now.legal:
                self.act(rng)
            ply = self.now.ply if self.now else -1
            while self.now is None or self.now.ply == ply:
                await self.receive()
