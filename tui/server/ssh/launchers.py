"""Launchers of session programs: exec a fresh process, or fork one that has loaded everything already."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

ANSWER = 1 << 12
"""Maximum bytes of a zygote's report."""


ENTRY = "tabletown.tui.cli.main:main"
"""The entry point of a session's program."""


class Program(Protocol):
    """A running program, like those of `subprocess`."""

    @property
    def pid(self) -> int: ...

    def poll(self) -> int | None:
        """Exit code, negative for a signal; None while it runs."""

    def send_signal(self, number: int) -> None:
        """Send a signal, unless the program has ended."""


class Starter(Protocol):
    @property
    def shared(self) -> bool:
        """True when its programs share processes, so that they get no signals from their terminals."""

    def __call__(self, args: Sequence[str], env: Mapping[str, str], folder: Path, terminal: int) -> Program:
        """Start a program as a session leader with that terminal. Raises OSError."""


class ExecLauncher:
    """Starts each program as a fresh process."""

    shared = False

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command

    def __call__(self, args: Sequence[str], env: Mapping[str, str], folder: Path, terminal: int) -> Program:
        command = [*self._command, *args]
        return subprocess.Popen(
            command, stdin=terminal, stdout=terminal, stderr=terminal, env=env, cwd=folder, start_new_session=True
        )


class ForkedProcess:
    """A program forked by a zygote."""

    def __init__(self, zygote: Zygote, number: int) -> None:
        self.pid = 0
        self.code: int | None = None
        self._zygote, self._number = zygote, number

    def poll(self) -> int | None:
        return self.code

    def send_signal(self, number: int) -> None:
        self._zygote.order(number=self._number, signal=int(number))


class Zygote:
    """Starts programs by forking a preloaded process (`zygote`); when that dies, so do its programs."""

    shared = False

    def __init__(self, args: Sequence[str] = ()) -> None:
        """`args` precede the arguments of each program."""
        self._args = list(args)
        self._programs: dict[int, ForkedProcess] = {}
        self._number = 0
        self._open()

    def _open(self) -> None:
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        env = {"PATH": os.defpath, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "LANG": "C.UTF-8"}
        with theirs:
            command = [sys.executable, "-P", "-m", "tabletown.tui.server.ssh.zygote", ENTRY]
            self._process = subprocess.Popen(command, stdin=theirs.fileno(), env=env, start_new_session=True)
        self._heard = False

    @property
    def pid(self) -> int:
        return int(self._process.pid)

    def __call__(self, args: Sequence[str], env: Mapping[str, str], folder: Path, terminal: int) -> Program:
        return self.fork(terminal, args=[*self._args, *args], env=dict(env), folder=str(folder))

    def fork(self, file: int, **order: Any) -> ForkedProcess:
        """Fork a process that has this open file. Raises OSError."""
        if self._process.poll() is not None:
            self._lost()
            self._open()
        if not self._heard:
            asyncio.get_running_loop().add_reader(self._socket, self._hear)
            self._heard = True
        self._number += 1
        program = self._programs[self._number] = ForkedProcess(self, self._number)
        socket.send_fds(self._socket, [json.dumps({"number": self._number, **order}).encode()], [file])
        return program

    def order(self, **order: Any) -> None:
        with suppress(OSError):
            self._socket.send(json.dumps(order).encode())

    def _hear(self) -> None:
        try:
            news = self._socket.recv(ANSWER)
        except OSError:
            news = b""
        if not news:
            return self._lost()
        report = json.loads(news)
        program = self._programs[report["number"]]
        program.pid = report.get("pid", program.pid)
        if "code" in report:
            program.code = report["code"]
            del self._programs[report["number"]]
        return None

    def _lost(self) -> None:
        """Mark all programs as killed: the zygote has died."""
        if self._heard:
            asyncio.get_running_loop().remove_reader(self._socket)
            self._heard = False
        for program in self._programs.values():
            program.code = -int(signal.SIGKILL)
        self._programs.clear()

    def close(self) -> None:
        """End the zygote and its programs."""
        self._lost()
        self._socket.close()
        self._process.wait()
