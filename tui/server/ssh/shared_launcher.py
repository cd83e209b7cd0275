"""A launcher that runs several sessions in each process, which needs less memory than a process for each."""

from __future__ import annotations

import asyncio
import json
import logging
import signal
import socket
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic

from .cpu_allowance import CpuAllowance, used_by
from .launchers import Program, Zygote

log = logging.getLogger("tabletown.ssh")

SHARED_ENTRY = "tabletown.tui.cli.shared_session:SharedSession"
"""The entry point of a session's program in a shared process."""
REPORT = 1 << 12
"""Maximum bytes of a report."""
LOOK = 1.0
"""Seconds between looks at the processes."""
BUSY, SILENT = 3.0, 30.0
"""CPU seconds, and seconds, without a sign of life after which a process is killed."""
MEASURE = 20.0
"""Seconds between looks at its memory."""
OLD = 12 * 3600.0
"""Seconds after which a process takes no more sessions."""
GROWN = 48, 8
"""Megabytes of its own, and for each of its sessions, from which on a process takes no more sessions."""


class SharedProgram:
    """The program of one session."""

    def __init__(self, process: SharedProcess, number: int, args: Sequence[str]) -> None:
        self.args = args
        self.code: int | None = None
        self._process, self._number = process, number

    @property
    def pid(self) -> int:
        return self._process.pid

    def poll(self) -> int | None:
        return self.code

    def send_signal(self, number: int) -> None:
        """Order the process to do what the signal means."""
        if self.code is None:
            self._process.order(self._number, number)


class SharedProcess:
    """A process of several sessions, as its server sees it (`session_process`)."""

    def __init__(self, zygote: Zygote, capacity: int, entry: str) -> None:
        """Raises OSError."""
        self.programs: dict[int, SharedProgram] = {}
        self.began = self._heard = self._measured = monotonic()
        self.retired = False
        """True when it takes no more sessions."""
        self.ended = False
        self._capacity, self._number = capacity, 0
        self._used, self._allowance = 0.0, CpuAllowance(self.began)
        self._allowance.seconds *= capacity
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = zygote.fork(theirs.fileno(), sessions=capacity, entry=entry)
        self._socket.setblocking(False)
        asyncio.get_running_loop().add_reader(self._socket, self._hear)

    @property
    def pid(self) -> int:
        return self._process.pid

    def takes(self, args: Sequence[str]) -> bool:
        """True when it has room; never for two people who come to the same table."""
        if self.retired or self.ended or monotonic() - self._heard > BUSY:
            return False
        with_them = args and any(program.args == args for program in self.programs.values())
        return not with_them and len(self.programs) < self._capacity

    def start(self, before: Sequence[str], args: Sequence[str], env: Mapping[str, str], terminal: int) -> SharedProgram:
        """Start a session with these arguments, of which `before` are the same for all. Raises OSError."""
        self._number += 1
        order = {"session": self._number, "args": [*before, *args], "env": dict(env)}
        socket.send_fds(self._socket, [json.dumps(order).encode()], [terminal])
        program = self.programs[self._number] = SharedProgram(self, self._number, args)
        return program

    def order(self, number: int, signal_number: int) -> None:
        with suppress(OSError):
            self._socket.send(json.dumps({"session": number, "signal": int(signal_number)}).encode())

    def _hear(self) -> None:
        try:
            news = self._socket.recv(REPORT)
        except OSError:
            news = b""
        if not news:
            return self._lost()
        self._heard = monotonic()
        with suppress(OSError):
            self._used = used_by(self.pid)
        report = json.loads(news)
        if program := self.programs.pop(report.get("session", 0), None):
            program.code = report["code"]
        if not self.programs and self._number:
            self._lost()
        return None

    def _lost(self) -> None:
        """Close the socket, which ends the process; sessions that it still has are as if they had been killed."""
        if not self.ended:
            self.ended = True
            asyncio.get_running_loop().remove_reader(self._socket)
            self._socket.close()
            for program in self.programs.values():
                program.code = -int(signal.SIGKILL)
            self.programs.clear()

    def look_after(self, now: float) -> None:
        """Extend its CPU time, retire it when it is old or has grown, and kill it when it no longer responds."""
        self._allowance.look_after(self.pid, now, max(1, len(self.programs)))
        if now - self._measured > MEASURE:
            self._measured = now
            grown = own_megabytes(self.pid) > GROWN[0] + GROWN[1] * len(self.programs)
            self.retired = self.retired or grown or now - self.began > OLD
        silent = now - self._heard
        with suppress(OSError):
            computed = used_by(self.pid) - self._used
            if silent > SILENT or (silent > BUSY and computed > BUSY):
                log.error("a process of %d sessions did not respond, and is killed", len(self.programs))
                self._process.send_signal(signal.SIGKILL)


class SharedLauncher:
    """Starts each program in a process with room.

    Two that start in succession are never in the same process, since friends often come together: what one process
    shows to opponents should not depend on the care of its program alone.
    """

    shared = True

    def __init__(self, zygote: Zygote, args: Sequence[str], capacity: int, entry: str = SHARED_ENTRY) -> None:
        """`args` precede the arguments of each program; `capacity` is the most sessions of a process."""
        self._zygote, self._args, self._capacity, self._entry = zygote, list(args), capacity, entry
        self._processes: list[SharedProcess] = []
        self._latest: SharedProcess | None = None
        self._looking: asyncio.TimerHandle | None = None

    def __call__(self, args: Sequence[str], env: Mapping[str, str], folder: Path, terminal: int) -> Program:
        possible = [process for process in self._processes if process is not self._latest and process.takes(args)]
        process = max(possible, key=lambda process: len(process.programs), default=None)
        if process is None:
            process = SharedProcess(self._zygote, self._capacity, self._entry)
            self._processes.append(process)
        self._latest = process
        if self._looking is None:
            self._look_after()
        return process.start(self._args, args, env, terminal)

    def _look_after(self) -> None:
        """Look after every process, again and again while there are any."""
        self._processes = [process for process in self._processes if not process.ended]
        now = monotonic()
        for process in self._processes:
            process.look_after(now)
        loop = asyncio.get_running_loop()
        self._looking = loop.call_later(LOOK, self._look_after) if self._processes else None

    def close(self) -> None:
        """End the zygote and all processes."""
        self._zygote.close()
        if self._looking:
            self._looking.cancel()


def own_megabytes(pid: int) -> float:
    """Memory that a process shares with no other; 0 if it has ended."""
    with suppress(OSError):
        for row in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if row.startswith("Private_Dirty:"):
                return int(row.split()[1]) / 1024
    return 0.0
