"""One SSH session: connects a program in a pseudo-terminal with an SSH channel, within limits."""

from __future__ import annotations

import asyncio
import logging
import re
import signal
from time import monotonic

import asyncssh

from .. import games_command
from .admission import NotAdmitted, admitted
from .protocols import ConnectionProtocol
from .pty_process import EXIT_GRACE, PtyProcess, environment, passed, within
from .window_size import WindowSize

log = logging.getLogger("tabletown.ssh")

ENOUGH = 1 << 16
"""Bytes that may wait for a client before its program is paused."""
FED = 0.05
"""Seconds until a program that has much to read is fed again."""
RESTORED = (
    "\x1b[0m\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?2004l\x1b[?2048l\x1b[?1004l\x1b[<u\x1b[?1049l\x1b[?25h"
)
"""Sequences that restore a terminal after a program that could not do it itself."""
BAD_INPUT, NO_TERMINAL, FULL = 2, 3, 75
"""Exit codes: unknown command, no terminal, server full."""

_COMMAND = re.compile(r"(join|watch) ([A-Za-z]{6})\Z")


class SessionDenied(Exception):
    """A refused session: a sentence for the person, and the exit code."""

    def __init__(self, sentence: str, code: int) -> None:
        super().__init__(sentence)
        self.code = code


class SshSession(asyncssh.SSHServerSession[bytes]):
    """One program for one person."""

    def __init__(self, connection: ConnectionProtocol) -> None:
        self.task: asyncio.Task[None] | None = None
        self._connection, self._listener = connection, connection.listener
        self._term = ""
        self._window = WindowSize(self._resize)
        self._command = ""
        self._process: PtyProcess | None = None
        self._closed = asyncio.Event()
        """Set when the program's output has ended or the person has disconnected."""
        self._sentence = ""
        self._held: set[str] = set()
        self._stalled: asyncio.TimerHandle | None = None
        self._hungry: asyncio.TimerHandle | None = None
        self._input = monotonic()

    # Requests of the client

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._chan = chan
        chan.set_write_buffer_limits(ENOUGH)
        self._connection.opened(self)

    def pty_requested(self, term_type: str, term_size: tuple[int, int, int, int], term_modes: object) -> bool:
        self._term = term_type or "xterm"
        self._window.size = within(*term_size[:2])
        return True

    def shell_requested(self) -> bool:
        return True

    def exec_requested(self, command: str) -> bool:
        self._command = command
        return True

    def session_started(self) -> None:
        self.task = asyncio.create_task(self._run())

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self._window.change(within(width, height))

    def _resize(self, size: tuple[int, int], changed: bool) -> None:
        if self._process and not changed:
            self._process.signal(signal.SIGWINCH)  # the terminal may have lost what was outside it meanwhile
        elif self._process:
            self._process.resize(*size)

    def data_received(self, data: bytes, datatype: int | None) -> None:
        self._input = monotonic()
        if self._process:
            self._process.feed(data)
            if not self._process.hungry:
                self._chan.pause_reading()
                self._hungry = asyncio.get_running_loop().call_later(FED, self._read_on)

    def _read_on(self) -> None:
        if self._process and not self._process.hungry:
            self._hungry = asyncio.get_running_loop().call_later(FED, self._read_on)
        else:
            self._chan.resume_reading()

    def eof_received(self) -> bool:
        self.end("")
        return True

    def break_received(self, msec: int) -> bool:
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        self._window.close()
        for timer in (self._stalled, self._hungry):
            if timer:
                timer.cancel()
        self._connection.closed(self)
        if self._process:
            self._process.close()
        self._closed.set()

    # A client that does not read

    def pause_writing(self) -> None:
        self.hold("channel", True)

    def resume_writing(self) -> None:
        self.hold("channel", False)

    def hold(self, where: str, held: bool) -> None:
        """Pause the program while a buffer for the client is full; drop the client if that lasts too long."""
        (self._held.add if held else self._held.discard)(where)
        if self._process:
            self._process.hold(bool(self._held))
        if self._stalled and not self._held:
            self._stalled.cancel()
            self._stalled = None
        elif self._held and not self._stalled:
            loop = asyncio.get_running_loop()
            self._stalled = loop.call_later(
                self._listener.bounds.stall, self._connection.drop, "the client is not reading its output"
            )

    # The program

    async def _run(self) -> None:
        code = 1
        try:
            code = await self._play()
        except SessionDenied as refused:
            code = refused.code
            self._say(str(refused))
        except OSError as error:
            log.error("cannot start a session: %s", error.strerror)
            code = FULL
            self._say("The server cannot start a session right now; try again later.")
        finally:
            if not self._chan.is_closing():
                self._chan.exit(code)

    async def _play(self) -> int:
        """Run the program or a command; return its exit code. Raises SessionDenied and OSError."""
        if games_command.is_command(self._command):
            return self._print()
        where = parsed(self._command)
        if not self._term:
            asked = " ".join(("ssh -t HOST", *where))
            raise SessionDenied(f"No terminal: add -t, as in {asked}", NO_TERMINAL)
        if self._closed.is_set():
            return 1
        connection, listener = self._connection, self._listener
        began = monotonic()
        try:
            async with admitted(listener, connection.identity, connection.origin) as (ticket, folder):
                env = environment(ticket, folder, connection.ends) | passed(self._chan.get_environment(), self._term)
                args = [f"--{where[0]}={where[1]}"] if where else []
                size = self._window.apply()
                self._process = PtyProcess(listener.start, args, env, folder, size, self._show, self._closed.set)
                try:
                    self._process.hold(bool(self._held))
                    log.info("%s: began", connection, extra=connection.fields)
                    await self._closed.wait()
                    code = await self._process.wait()
                finally:
                    self._process.close()
        except NotAdmitted as full:
            raise SessionDenied(str(full), FULL) from None
        seconds = monotonic() - began
        fields = {**connection.fields, "seconds": round(seconds), "code": code}
        log.info("%s: ended after %d s with exit code %d", connection, seconds, code, extra=fields)
        return self._farewell(code)

    def _print(self) -> int:
        """Print finished games; return the exit code."""
        connection = self._connection
        printed = self._listener.desk.printed(connection.identity, connection.origin, self._command)
        text = printed.text.replace("\n", "\r\n") if self._term else printed.text
        self._show(text.encode())
        if printed.error:
            self._say(printed.error)
        return printed.code

    def _farewell(self, code: int) -> int:
        """Write the reason for an abnormal end; return the exit code for the client."""
        if code < 0 or self._sentence:
            self._say(
                RESTORED + (self._sentence or "The session ended unexpectedly. Reconnect; nothing has been lost.")
            )
        return code if code >= 0 else 1

    def _show(self, data: bytes) -> None:
        if not self._chan.is_closing():
            self._chan.write(data)

    def _say(self, sentence: str) -> None:
        if not self._chan.is_closing():
            self._chan.write_stderr((sentence + ("\r\n" if self._term else "\n")).encode())

    def end(self, sentence: str) -> None:
        """End the program, and write a sentence for its person."""
        self._sentence = self._sentence or sentence
        if self._process and self._process.ended() is None:
            self._process.signal(signal.SIGTERM)
            asyncio.get_running_loop().call_later(EXIT_GRACE, self._process.signal, signal.SIGKILL)

    def look_after(self, now: float) -> None:
        """Check limits and idleness; called every second or so."""
        bounds = self._listener.bounds
        if len(self._chan.get_environment_bytes()) > bounds.variables:
            self._connection.drop("the client sent too many environment variables")
        elif now - self._input > bounds.idle and not self._sentence:
            self.end("Disconnected because of inactivity. Your seat is kept; reconnect any time.")
        elif self._process:
            self._process.look_after(now)


def parsed(command: str) -> tuple[str, ...]:
    """ "join CODE" or "watch CODE", the code in capitals; nothing when there is no command. Raises SessionDenied."""
    if not command:
        return ()
    match = _COMMAND.match(command)
    if not match:
        raise SessionDenied(
            "Commands: join CODE, watch CODE (six letters), games, games --all, game NUMBER.", BAD_INPUT
        )
    return match[1], match[2].upper()
