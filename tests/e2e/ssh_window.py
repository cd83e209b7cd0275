"""A window over SSH whose keys are timed."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from threading import Thread
from time import perf_counter
from typing import Any

import asyncssh

from tests.e2e.pty_terminal import PATIENCE
from tests.tui.server.bench import QUIET, SETTLED, Seat


class Window(Seat):
    """A window of which the text is kept."""

    def __init__(self) -> None:
        super().__init__()
        self.text = bytearray()

    def data_received(self, data: bytes, datatype: int | None) -> None:
        self.text += data
        super().data_received(data, datatype)


class SshWindow:
    """The form for a new table over SSH, in a thread of its own, as Playwright keeps the main one."""

    def __init__(self, port: int, size: tuple[int, int]) -> None:
        self._loop = asyncio.new_event_loop()
        self._seat = Window()
        Thread(target=self._loop.run_forever, daemon=True).start()
        self._run(self._open(port, size))

    def __enter__(self) -> SshWindow:
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._connection.abort)
        self._loop.call_soon_threadsafe(self._loop.stop)

    def _run(self, work: Coroutine[Any, Any, float]) -> float:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(3 * PATIENCE)

    async def _open(self, port: int, size: tuple[int, int]) -> float:
        key = asyncssh.generate_private_key("ssh-ed25519")
        options: dict[str, Any] = {"known_hosts": None, "client_keys": [key], "agent_path": None, "config": None}
        self._connection = await asyncssh.connect("127.0.0.1", port, username="x", **options)
        asked: dict[str, Any] = {"term_type": "xterm-256color", "term_size": size, "encoding": None}
        self._channel, _ = await self._connection.create_session(
            lambda: self._seat, env={"COLORTERM": "truecolor"}, **asked
        )
        for words, keys in (("call you?", "Ben\r"), ("You are Ben", "n"), ("New table", "")):
            while words not in self._seat.text.decode(errors="ignore"):
                await self._seat.paint(QUIET)
                self._seat.painted.clear()
            self._channel.write(keys.encode())
        return await self._seat.paint(SETTLED)

    async def _answer(self, key: str) -> float:
        """Milliseconds until the last byte of the paint."""
        self._seat.painted.clear()
        began = perf_counter()
        self._channel.write(key.encode())
        return (await self._seat.paint(QUIET) - began) * 1000

    def press(self, key: str) -> float:
        """Milliseconds from a key to the last byte of its paint."""
        return self._run(self._answer(key))
