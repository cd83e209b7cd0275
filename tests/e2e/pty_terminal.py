"""The real program in a real pseudo-terminal, and what a person would see there."""

from __future__ import annotations

import codecs
import os
import re
import select
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any, ClassVar
from weakref import WeakSet

import pexpect
import pyte
from pyte.screens import Char

ROOT = Path(__file__).parents[2]
"""The project's folder, in which the program starts by default."""
PATIENCE = 40.0
"""Seconds to wait for anything; an idle machine needs a fraction of one, eight workers on a slow one up to twenty."""

ARROWS = {"up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D"}
ENTER, ESCAPE = "\r", "\x1b"

KEPT = ("PATH", "HOME", "TMPDIR", "PIP_INDEX_URL", "PIP_CERT", "SSL_CERT_FILE", "http_proxy", "https_proxy")
"""The variables that the program gets from ours; what tells of our own terminal it does not."""


def environment(**chosen: str) -> dict[str, str]:
    """The variables of the program: a terminal of 256 colours and UTF-8 unless others are chosen, and no compiling."""
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    return {**kept, "TERM": "xterm-256color", "LANG": "C.UTF-8", "TABLETOWN_FAST": "off", **chosen}


def program() -> list[str]:
    """The command that starts the program under test."""
    return [sys.executable, "-m", "tabletown"]


class Ended(AssertionError):
    """The program ended before it showed what was waited for."""


class Screen(pyte.Screen):
    """Ignores numbers that a sequence has too many, as terminals do.

    A server that is killed may leave one unfinished, and the first letter of the client's last words ends it:
    "Connection closed" or "client_loop: send disconnect".
    """

    def cursor_forward(self, count: int | None = None, *_: int) -> None:
        super().cursor_forward(count)

    def report_device_attributes(self, mode: int = 0, *_: int, **kwargs: bool) -> None:
        super().report_device_attributes(mode, **kwargs)


SEQUENCE = re.compile(r"\x1b\[([\d;]*)([mH])")
"""A style or a place of the cursor: most of what a program writes beside text."""


class Stream(pyte.Stream):
    """Reads each frequent sequence as a whole; the parser takes it letter by letter, which is most of its work."""

    def feed(self, data: str) -> None:
        start = 0
        for sequence in SEQUENCE.finditer(data):
            super().feed(data[start : sequence.start()])
            start = sequence.end()
            if self._taking_plain_text:  # not within another sequence
                numbers = [int(number or 0) for number in sequence[1].split(";")]
                getattr(self.listener, self.csi[sequence[2]])(*numbers)
            else:
                super().feed(sequence[0])
        super().feed(data[start:])


class Terminal:
    """A program with a terminal around it; `size` is columns and rows."""

    opened: ClassVar[WeakSet[Terminal]] = WeakSet()

    def __init__(
        self,
        args: Sequence[str],
        env: Mapping[str, str],
        size: tuple[int, int] = (80, 24),
        *,
        command: Sequence[str] = (),
        cwd: Path = ROOT,
        preexec: Callable[[], None] | None = None,
    ) -> None:
        columns, rows = size
        self.screen = Screen(columns, rows)
        self._stream = Stream(self.screen)
        self._rows: list[str] | None = None
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.sent = bytearray()
        """Every byte that the program has written."""
        first, *rest = [*(command or program()), *args]
        self.child: Any = pexpect.spawn(
            first, rest, env=dict(env), dimensions=(rows, columns), cwd=cwd, preexec_fn=preexec
        )
        self.child.delaybeforesend = None
        self.opened.add(self)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the terminal, and end the program if it does not end by itself."""
        self.opened.discard(self)  # the number of its file may soon be another terminal's
        try:
            self.child.close(force=True)
        except pexpect.ExceptionPexpect:  # it is killed, but a busy machine takes longer than pexpect waits
            self.child.wait()
            self.child.close()

    # What is on screen

    @property
    def rows(self) -> list[str]:
        if self._rows is None:
            columns, buffer = range(self.screen.columns), self.screen.buffer
            lines = ("".join([buffer[y][x].data for x in columns]) for y in range(self.screen.lines))
            self._rows = [line.rstrip() for line in lines]
        return self._rows

    @property
    def text(self) -> str:
        return "\n".join(self.rows)

    def cell(self, x: int, y: int) -> Char:
        """A character with fg, bg, bold and so on; colours are names or six hexadecimal digits."""
        return self.screen.buffer[y][x]

    def cells(self) -> list[Char]:
        return [self.cell(x, y) for y in range(self.screen.lines) for x in range(self.screen.columns)]

    def find(self, words: str) -> tuple[int, int]:
        """Column and row of the first character of words."""
        for y, row in enumerate(self.rows):
            if words in row:
                return row.index(words), y
        raise AssertionError(f"{words!r} is not on screen:\n{self.text}")

    # Reading and writing

    def read(self, timeout: float) -> bytes:
        """Output that arrives within `timeout` seconds, as soon as there is some, else nothing. Raises EOFError."""
        return self.show(self.discard(timeout))

    def show(self, data: bytes) -> bytes:
        """Put on the screen what was read."""
        self.sent += data
        self._stream.feed(self._decoder.decode(data))
        self._rows = None
        return data

    def discard(self, timeout: float) -> bytes:
        """Like `read`, but what comes is not shown on the screen."""
        fd = self.child.child_fd
        try:
            if not select.select([fd], [], [], timeout)[0]:
                return b""
            data = os.read(fd, 65536)
        except OSError:  # EIO: the other end is closed
            data = b""
        if not data:
            raise EOFError
        return data

    def keys(self, *keys: str) -> None:
        """Press keys: characters, escape sequences or names of arrows."""
        for key in keys:
            self.child.send(ARROWS.get(key, key))

    def wait_for(self, expected: str | Callable[[], object], what: str = "", patience: float = PATIENCE) -> None:
        """Read until a text is on screen, or until a condition holds."""
        holds = (lambda: expected in self.text) if isinstance(expected, str) else expected
        end = monotonic() + patience
        while not holds():
            left = end - monotonic()
            if left <= 0:
                raise AssertionError(f"waited in vain for {what or expected!r}; on screen:\n{self.text}")
            self.read_others()
            try:
                self.read(min(left, 0.05))
            except EOFError:
                sleep(0.05)  # it has closed its terminal, and is about to end
                if not self.child.isalive() and not holds():
                    raise Ended(f"ended before {what or expected!r}; on screen:\n{self.text}") from None

    def read_others(self) -> None:
        """Read what has come to the other terminals: an SSH client whose terminal is full takes no keys."""
        for other in list(self.opened - {self}):
            if not other.child.closed:
                with suppress(EOFError):
                    other.read(0)

    def settle(self, quiet: float = 0.12) -> None:
        """Read until nothing has come for a while: for texts that must not come. Raises Ended."""
        try:
            while self.read(quiet):
                self.read_others()
        except EOFError:
            raise Ended(f"ended; on screen:\n{self.text}") from None

    def resize(self, columns: int, rows: int) -> None:
        """Change the window's size; the kernel tells the program."""
        self.screen.resize(rows, columns)
        self._rows = None
        self.child.setwinsize(rows, columns)

    # The end

    def kill(self, number: int = signal.SIGKILL) -> None:
        os.kill(self.child.pid, number)

    def hang_up(self) -> None:
        """The terminal goes away, as when a connection is lost."""
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, self.child.child_fd)
        os.close(nothing)

    def drain(self, patience: float = PATIENCE) -> None:
        """Read all that still comes until the program closes its terminal."""
        end = monotonic() + patience
        while monotonic() < end:
            try:
                self.read(0.1)
            except EOFError:
                return
        raise AssertionError(f"still running; on screen:\n{self.text}")

    def exit_code(self) -> int:
        """Wait for the end; a signal that ended it is negative."""
        self.drain()
        self.child.wait()
        code: int | None = self.child.exitstatus
        return -self.child.signalstatus if code is None else code
