"""The program of a session in a pseudo-terminal."""

from __future__ import annotations

import asyncio
import fcntl
import os
import re
import shutil
import signal
import struct
import sys
import termios
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import mkdtemp
from time import monotonic

from .cpu_allowance import CpuAllowance
from .launchers import Starter

MAX_CHUNK = 1 << 14
"""Maximum bytes read from a program at a time, so that the keys of others come in between."""
PENDING = 1 << 12
"""Bytes that may wait for a program before its client is paused."""
COLUMNS, ROWS = range(20, 401), range(5, 151)
"""Accepted sizes of windows; others are clamped to them."""
EXIT_GRACE = 3.0
"""Seconds that a program has to end."""

_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9+._@-]{0,63}\Z")
_PASSED = re.compile(r"(LANG|LC_[A-Z]{1,20}|COLORTERM)\Z")


def passed(sent: Mapping[str, str], term: str) -> dict[str, str]:
    """The client's variables about its terminal; all others are dropped."""
    good = {name: value for name, value in sent.items() if _PASSED.match(name) and _WORD.match(value)}
    variables = dict(sorted(good.items())[:20])
    if not any(name in variables for name in ("LANG", "LC_ALL", "LC_CTYPE")):
        variables["LANG"] = "C.UTF-8"
    return variables | {"TERM": term if _WORD.match(term) else "xterm"}


def environment(ticket: str, folder: Path, connection: str = "") -> dict[str, str]:
    """The other variables of a program, with a private folder as home; `connection` as in SSH_CONNECTION."""
    return {
        "TABLETOWN_TICKET": ticket,
        "TABLETOWN_DATA": str(folder / "data"),
        "TABLETOWN_CONFIG": str(folder / "config"),
        "HOME": str(folder),
        "TMPDIR": str(folder),
        "PATH": os.defpath,
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "PYTHONDONTWRITEBYTECODE": "1",
        "SSH_CONNECTION": connection,
    }


def within(columns: int, rows: int) -> tuple[int, int]:
    """A window size clamped to what can be drawn; unknown sizes are 80x24."""
    columns, rows = columns or 80, rows or 24
    return min(max(columns, COLUMNS[0]), COLUMNS[-1]), min(max(rows, ROWS[0]), ROWS[-1])


class PtyProcess:
    """A running program. It passes output to `output`, and calls `closed` at the end of the output."""

    def __init__(
        self,
        start: Starter,
        args: Sequence[str],
        env: Mapping[str, str],
        folder: Path,
        size: tuple[int, int],
        output: Callable[[bytes], None],
        closed: Callable[[], None],
    ) -> None:
        """Raises OSError."""
        self._loop = asyncio.get_running_loop()
        self._output, self._closed = output, closed
        self._pending = b""
        self._held = False
        self._allowance = CpuAllowance(monotonic())
        self._shared = start.shared
        self._master, slave = os.openpty()
        try:
            quiet(slave)
            set_size(self._master, *size)
            os.set_blocking(self._master, False)
            self._program = start(args, env, folder, slave)
        except BaseException:
            os.close(self._master)
            raise
        finally:
            os.close(slave)
        self._loop.add_reader(self._master, self._read)

    @property
    def pid(self) -> int:
        return self._program.pid

    # Its output

    def hold(self, held: bool) -> None:
        """Stop or resume reading its output; the program blocks when its terminal is full."""
        if self._master < 0 or held == self._held:
            return
        self._held = held
        if held:
            self._loop.remove_reader(self._master)
        else:
            self._loop.add_reader(self._master, self._read)

    def _read(self) -> None:
        data = b""
        while len(data) < MAX_CHUNK:
            try:
                more = os.read(self._master, MAX_CHUNK)
            except BlockingIOError:
                break
            except OSError:  # EIO: no process has the terminal open any more
                more = b""
            if not more:
                self.close()
                break
            data += more
        if data:
            self._output(data)
        if self._master < 0:
            self._closed()

    # Its input

    def feed(self, data: bytes) -> None:
        """Write input for the program, buffered if necessary."""
        if self._master >= 0:
            self._pending += data
            self._write()

    def _write(self) -> None:
        self._loop.remove_writer(self._master)
        try:
            while self._pending:
                self._pending = self._pending[os.write(self._master, self._pending) :]
        except BlockingIOError:
            self._loop.add_writer(self._master, self._write)
        except OSError:
            self._pending = b""

    @property
    def hungry(self) -> bool:
        """True while there is room for more input."""
        return len(self._pending) <= PENDING

    def resize(self, columns: int, rows: int) -> None:
        """Change its window size; the kernel sends it SIGWINCH, unless it shares a process."""
        if self._master >= 0:
            set_size(self._master, columns, rows)
            if self._shared:
                self._program.send_signal(signal.SIGWINCH)

    # Its end

    def close(self) -> None:
        """Close the terminal, which ends the program."""
        if self._master >= 0:
            self._loop.remove_reader(self._master)
            self._loop.remove_writer(self._master)
            os.close(self._master)
            self._master = -1

    def signal(self, number: int) -> None:
        self._program.send_signal(number)

    def ended(self) -> int | None:
        """Exit code, negative for a signal; None while it runs."""
        return self._program.poll()

    async def wait(self, patience: float = EXIT_GRACE) -> int:
        """Wait for the exit code; kill the program if it takes too long."""
        end = self._loop.time() + patience
        while (code := self.ended()) is None:
            if self._loop.time() > end:
                self._program.send_signal(signal.SIGKILL)
            await asyncio.sleep(0.02)
        return code

    def look_after(self, now: float) -> None:
        """Extend its CPU time every now and then, unless its launcher does; called every second or so."""
        if not self._shared:
            self._allowance.look_after(self.pid, now)

    def extend(self, seconds: float) -> None:
        """Raise its CPU limit by the share for `seconds` more and the time saved."""
        self._allowance.extend(self.pid, seconds)


def set_size(terminal: int, columns: int, rows: int) -> None:
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def quiet(terminal: int) -> None:
    """Turn echo off, so that early keys are not shown."""
    mode = termios.tcgetattr(terminal)
    mode[3] &= ~(termios.ECHO | termios.ECHONL)
    termios.tcsetattr(terminal, termios.TCSANOW, mode)


class Folders:
    """A private empty folder for every session."""

    def __init__(self, within: Path) -> None:
        """Remove leftovers of a killed server. Raises OSError."""
        self._within = within
        shutil.rmtree(within, ignore_errors=True)
        within.mkdir(mode=0o700, parents=True)

    def make(self) -> Path:
        return Path(mkdtemp(dir=self._within))

    def remove(self, folder: Path) -> None:
        shutil.rmtree(folder, ignore_errors=True)
