"""Word from other hosts on the same PostgreSQL, and to them, by its LISTEN and NOTIFY.

Triggers of the database tell all hosts what has changed, but not how: whoever shows it reads it from the database. Only
sentences that are stored nowhere, such as chat, are sent themselves, to the host of the player who gets them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from time import monotonic

import psycopg

from .databases import CONNECTION, PAUSE, TIMEKEEPER

log = logging.getLogger("tabletown.serve")

CHANNEL = "tabletown"
"""The channel of the triggers; that of a host has a hyphen and its name behind it."""
LONGEST = 7900
"""Most bytes of a message that PostgreSQL passes on, with some to spare."""
HANGS = 10
"""Seconds after which PostgreSQL takes a host for one that hangs, and lets another one keep the time."""
ASK_EVERY = 1.0
"""Seconds between two tries to become the timekeeper."""


class HostNotifications:
    """A host's connections: one on which it listens, and one on which it speaks."""

    def __init__(self, url: str, host: str, heard: Callable[[str], None], connected: Callable[[], None]) -> None:
        self.url, self.host, self.heard, self.connected = url, host, heard, connected
        """`connected` is called when it listens again: what was said before is unknown."""
        self.outbox: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
        self.is_timekeeper = False
        """True while this is the one host that applies timeouts: PostgreSQL's lock ends with the connection."""
        self.listening = asyncio.Event()

    def send(self, host: str, text: str) -> None:
        """Send a text to a host. It never waits; a text that is too long, or that finds no connection, is dropped."""
        if len(text.encode()) <= LONGEST:
            self.outbox.put_nowait((f"{CHANNEL}-{host}", text))

    async def listen(self) -> None:
        """Pass on what is said, until it is cancelled."""
        while True:
            try:
                async with await self._connect() as base:
                    for channel in (CHANNEL, f"{CHANNEL}-{self.host}"):
                        await base.execute(f'LISTEN "{channel}"'.encode())
                    self.connected()
                    self.listening.set()
                    async for notice in base.notifies():
                        self.heard(notice.payload)
            except psycopg.Error as error:
                log.warning("no word from other hosts: %s", " ".join(str(error).split()))
            await asyncio.sleep(PAUSE)

    async def speak(self) -> None:
        """Send what is to be sent, and become the timekeeper when there is none, until it is cancelled."""
        while True:
            try:
                async with await self._connect() as base:
                    await base.execute(f"SET idle_session_timeout = '{HANGS}s'".encode())
                    while True:
                        await self._keep_time(base)
                        await self._say(base, monotonic() + ASK_EVERY)
            except psycopg.Error:
                self.is_timekeeper = False
                await asyncio.sleep(PAUSE)

    async def _keep_time(self, base: psycopg.AsyncConnection) -> None:
        """Become the timekeeper if there is none, and notice when the connection is lost."""
        query = "SELECT true" if self.is_timekeeper else f"SELECT pg_try_advisory_lock({TIMEKEEPER})"
        row = await (await base.execute(query.encode())).fetchone()
        self.is_timekeeper = bool(row and row[0])

    async def _say(self, base: psycopg.AsyncConnection, until: float) -> None:
        """Send everything that comes until then."""
        while (left := until - monotonic()) > 0:
            with suppress(TimeoutError):
                words = await asyncio.wait_for(self.outbox.get(), left)
                await base.execute("SELECT pg_notify(%s, %s)", words)

    async def _connect(self) -> psycopg.AsyncConnection:
        return await psycopg.AsyncConnection.connect(self.url, autocommit=True, **CONNECTION)
