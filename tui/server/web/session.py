"""One session in a browser: connects a program in a pseudo-terminal with a WebSocket, within limits.

The page sends keys as binary messages and the size of its window as text, "COLUMNS ROWS", first of all; it receives the
program's output as binary messages. At the end the reason is in the closing message, as a sentence.
"""

from __future__ import annotations

import asyncio
import logging
import re
import signal
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic

from aiohttp import WSCloseCode, WSMessage, WSMsgType
from aiohttp.web import WebSocketResponse

from ..limits import Bucket
from ..ssh.admission import NotAdmitted, admitted
from ..ssh.protocols import Bounds, ListenerProtocol
from ..ssh.pty_process import EXIT_GRACE, PtyProcess, environment, passed, within
from ..ssh.session import ENOUGH, FED
from ..ssh.window_size import WindowSize

log = logging.getLogger("tabletown.web")

TERM = {"COLORTERM": "truecolor", "LANG": "C.UTF-8"}
"""Variables that say what the terminal of the page can do."""
LONGEST = 1 << 14
"""Maximum bytes of a message from a page."""
REASON = 120
"""Maximum bytes of the sentence in a closing message; the protocol allows 123."""
IDLE = "Disconnected because of inactivity. Your seat is kept."
UNEXPECTED = "The session ended unexpectedly. Nothing has been lost."
_SIZE = re.compile(r"([0-9]{1,4}) ([0-9]{1,4})\Z")


class NotReading(Exception):
    """The page takes no output."""


class WebSession:
    """One program for one person in a browser."""

    def __init__(self, listener: ListenerProtocol, identity: str, origin: str, socket: WebSocketResponse) -> None:
        self.identity, self.origin = identity, origin
        self._listener, self._socket = listener, socket
        self._window = WindowSize(self._resize)
        self._process: PtyProcess | None = None
        self._ended = asyncio.Event()
        """Set when the program's output has ended."""
        self._pending = bytearray()
        self._more = asyncio.Event()
        """Set when there is something to send, and at the end."""
        self._sentence = ""
        self._input = monotonic()
        bounds = listener.bounds
        self._bytes = Bucket(bounds.rate, bounds.burst, self._input)

    def __str__(self) -> str:
        """Origin and identity, for the log."""
        return f"{self.origin} {self.identity[:20]}"

    async def run(self, args: Sequence[str]) -> None:
        """Run the program until it or the page ends, and close the connection with the reason."""
        began = monotonic()
        try:
            await self._play(args)
        except NotAdmitted as refused:
            self._sentence = str(refused)
        except NotReading:
            log.warning("%s: dropped, the page takes no output", self)
        except OSError as error:
            log.error("cannot start a session: %s", error.strerror)
            self._sentence = "The server cannot start a session right now; try again later."
        finally:
            self._window.close()
            with suppress(ConnectionError):
                await self._socket.close(code=WSCloseCode.OK, message=short(self._sentence))
        log.info("%s: ended after %d s", self, monotonic() - began)

    async def _play(self, args: Sequence[str]) -> None:
        """Raises NotAdmitted, NotReading and OSError."""
        if not await self._first_size():
            return
        async with admitted(self._listener, self.identity, self.origin) as (ticket, folder):
            env = environment(ticket, folder) | passed(TERM, "xterm-256color")
            size = self._window.apply()
            self._process = PtyProcess(self._listener.start, args, env, folder, size, self._show, self._finish)
            log.info("%s: began", self)
            try:
                await self._until_the_end()
                code = await self._process.wait()
                if code < 0 and not self._sentence and self._ended.is_set():
                    self._sentence = UNEXPECTED
            finally:
                self._process.close()

    async def _first_size(self) -> bool:
        """Wait for the size of the window; False if the page sends something else, or nothing."""
        with suppress(TimeoutError, TypeError):
            async with asyncio.timeout(self._listener.bounds.grace):
                message = await self._socket.receive()
                if message.type is WSMsgType.TEXT and (size := size_in(message.data)):
                    self._window.size = size
                    return True
        return False

    async def _until_the_end(self) -> None:
        """Pass keys and output on until the program ends or the page goes. Raises NotReading."""
        assert self._process
        reading = asyncio.create_task(self._read())
        sending = asyncio.create_task(self._send())
        try:
            await asyncio.wait({reading, sending}, return_when=asyncio.FIRST_COMPLETED)
            for task in (reading, sending):
                if task.done():
                    task.result()
        finally:
            reading.cancel()
            sending.cancel()
            if not self._ended.is_set():
                self._process.close()

    # From the page

    async def _read(self) -> None:
        """Pass on keys until the page goes. It waits when it sends too much, or more than its program reads."""
        assert self._process
        message: WSMessage
        async for message in self._socket:
            self._input = monotonic()
            data = message.data if message.type is WSMsgType.BINARY else str(message.data).encode()
            await asyncio.sleep(self._bytes.take(self._input, len(data)))
            if message.type is WSMsgType.BINARY:
                self._process.feed(data)
                while not self._process.hungry:
                    await asyncio.sleep(FED)
            elif size := size_in(data.decode()):
                self._window.change(size)

    def _resize(self, size: tuple[int, int], changed: bool) -> None:
        if self._process and not changed:
            self._process.signal(signal.SIGWINCH)  # the page may have lost what was outside it meanwhile
        elif self._process:
            self._process.resize(*size)

    # To the page

    def _show(self, data: bytes) -> None:
        self._pending += data
        self._more.set()
        if len(self._pending) > ENOUGH and self._process:
            self._process.hold(True)

    def _finish(self) -> None:
        self._ended.set()
        self._more.set()

    async def _send(self) -> None:
        """Send output until there is no more. Raises NotReading."""
        while self._pending or not self._ended.is_set():
            await self._more.wait()
            self._more.clear()
            data, self._pending = bytes(self._pending), bytearray()
            await self._transmit(data)
            if self._process:
                self._process.hold(False)

    async def _transmit(self, data: bytes) -> None:
        try:
            async with asyncio.timeout(self._listener.bounds.stall):
                await self._socket.send_bytes(data)
        except (TimeoutError, ConnectionError):
            raise NotReading from None

    # Limits

    def end(self, sentence: str) -> None:
        """End the program, and close the connection with this sentence."""
        self._sentence = self._sentence or sentence
        if self._process and self._process.ended() is None:
            self._process.signal(signal.SIGTERM)
            asyncio.get_running_loop().call_later(EXIT_GRACE, self._process.signal, signal.SIGKILL)

    def look_after(self, now: float) -> None:
        """Check idleness and the program's CPU time; called every second or so."""
        bounds: Bounds = self._listener.bounds
        if now - self._input > bounds.idle and not self._sentence:
            self.end(IDLE)
        elif self._process:
            self._process.look_after(now)


def size_in(text: str) -> tuple[int, int] | None:
    """The size of a window in a message, clamped to what can be drawn; None for anything else."""
    match = _SIZE.match(text)
    return within(int(match[1]), int(match[2])) if match else None


def short(sentence: str) -> bytes:
    """A sentence that fits into a closing message."""
    return sentence.encode()[:REASON].decode(errors="ignore").encode()
