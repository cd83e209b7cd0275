"""A process of several sessions, which does what its server orders through a socket.

Orders: {"session": number, "args": [...], "env": {...}} with a terminal starts a session, {"session": number, "signal":
number} is about one. Reports: {"session": number, "code": exit code}, and {} as a sign of life every second.
"""

from __future__ import annotations

import asyncio
import contextvars
import gc
import json
import os
import signal
import socket
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from time import thread_time
from traceback import format_exception
from typing import Any, Protocol
from weakref import WeakSet

from .cpu_allowance import CpuAllowance

ORDER = 1 << 16
"""Maximum bytes of an order."""
BEAT = 1.0
"""Seconds between two signs of life."""
SOON, LATEST = 30, 150
"""Young collections of garbage before one of everything, which holds all sessions up for 0.1 seconds or more: in a
quiet moment, and at any time. With Python's own rule, each start of a session would cause one.
"""
QUIET = 0.005
"""CPU seconds that all sessions together use in a quiet second."""


class SessionProgram(Protocol):
    """The program of one session."""

    async def run(self) -> int:
        """Run it to its end; return the exit code."""

    def resized(self) -> None:
        """Notice that its window has another size, or may have lost its contents."""

    def end(self) -> None:
        """End soon."""

    def close(self) -> None:
        """Leave the terminal alone from now on."""


Entry = Callable[[Sequence[str], Mapping[str, str], int], SessionProgram]
"""Makes a program from arguments, variables and its open terminal."""

CURRENT: contextvars.ContextVar[RunningSession | None] = contextvars.ContextVar("session", default=None)
"""The session that the current task or callback belongs to."""


class RunningSession:
    """A session in this process, with all its tasks and its CPU time."""

    def __init__(self, number: int, terminal: int) -> None:
        self.number, self.terminal = number, terminal
        self.program: SessionProgram | None = None
        self.tasks: WeakSet[asyncio.Task[Any]] = WeakSet()
        self.used = 0.0
        """CPU seconds."""
        self.allowance = CpuAllowance(0)


class SessionLoop(asyncio.SelectorEventLoop):
    """An event loop that knows the tasks and the CPU time of each session."""

    def call_soon(self, callback: Any, *args: Any, context: Any = None) -> asyncio.Handle:  # type: ignore[override]
        return super().call_soon(metered, callback, *args, context=context)

    def call_at(  # type: ignore[override]
        self, when: float, callback: Any, *args: Any, context: Any = None
    ) -> asyncio.TimerHandle:
        return super().call_at(when, metered, callback, *args, context=context)

    def create_task(self, coro: Any, **options: Any) -> asyncio.Task[Any]:
        task = super().create_task(coro, **options)
        context = options.get("context")
        if session := context.get(CURRENT) if context else CURRENT.get():
            session.tasks.add(task)
        return task


def metered(callback: Callable[..., object], *args: object) -> None:
    """Call back, and add the CPU time to its session. A session that wants to end the process ends only its task."""
    session = CURRENT.get()
    if session is None:
        callback(*args)
        return
    began = thread_time()
    try:
        callback(*args)
    except SystemExit:
        pass
    finally:
        session.used += thread_time() - began


class SessionProcess:
    """The sessions of this process."""

    def __init__(self, server: socket.socket, entry: Entry) -> None:
        self._server, self._entry = server, entry
        self._sessions: dict[int, RunningSession] = {}
        self._loop = asyncio.get_running_loop()

    async def run(self) -> None:
        """Do what the server orders, until it closes the socket."""
        ended = asyncio.Event()
        self._loop.add_reader(self._server, self._hear, ended)
        beating = asyncio.create_task(self._beat())
        await ended.wait()
        beating.cancel()

    async def _beat(self) -> None:
        """Show signs of life, end sessions that compute too much, and collect garbage when nobody does anything."""
        before = 0.0
        while True:
            self._tell({})
            used = sum(session.used for session in self._sessions.values())
            if abs(used - before) < QUIET and gc.get_count()[2] >= SOON:
                gc.collect()
            before = used
            for session in list(self._sessions.values()):
                if session.used > session.allowance.seconds:
                    self._stop(session, -signal.SIGXCPU)
                session.allowance.grow(BEAT, session.used)
            await asyncio.sleep(BEAT)

    def _tell(self, report: dict[str, int]) -> None:
        with suppress(OSError):
            self._server.send(json.dumps(report).encode())

    def _hear(self, ended: asyncio.Event) -> None:
        try:
            data, files, _, _ = socket.recv_fds(self._server, ORDER, 1)
        except OSError:
            data, files = b"", []
        if not data:
            self._loop.remove_reader(self._server)
            return ended.set()
        order = json.loads(data)
        if files:
            return self._start(order, files[0])
        if session := self._sessions.get(order["session"]):
            return self._signal(session, order["signal"])
        return self._tell({"session": order["session"], "code": -signal.SIGKILL})  # the first report was lost

    def _start(self, order: dict[str, Any], terminal: int) -> None:
        session = self._sessions[order["session"]] = RunningSession(order["session"], terminal)
        context = contextvars.copy_context()
        context.run(CURRENT.set, session)
        self._loop.create_task(self._run(session, order["args"], order["env"]), context=context)

    async def _run(self, session: RunningSession, args: Sequence[str], env: Mapping[str, str]) -> None:
        code = 1
        try:
            session.program = self._entry(args, env, session.terminal)
            code = await session.program.run()
        except Exception as error:
            lines = "".join(format_exception(error)).replace("\n", "\r\n")
            with suppress(OSError):
                os.write(session.terminal, lines.encode())
        finally:
            self._stop(session, code)

    def _signal(self, session: RunningSession, number: int) -> None:
        if number == signal.SIGWINCH and session.program:
            session.program.resized()
        elif number == signal.SIGTERM and session.program:
            session.program.end()
        elif number in (signal.SIGTERM, signal.SIGKILL):
            self._stop(session, -number)

    def _stop(self, session: RunningSession, code: int) -> None:
        """Forget a session, cancel what is left of it, close its terminal and report its exit code."""
        if self._sessions.pop(session.number, None) is None:
            return
        if session.program:
            session.program.close()
        self._loop.remove_reader(session.terminal)
        self._loop.remove_writer(session.terminal)
        for task in list(session.tasks):
            if task is not asyncio.current_task():
                task.cancel()
        os.close(session.terminal)
        self._tell({"session": session.number, "code": code})


def run(server: socket.socket, entry: Entry) -> None:
    """Run sessions until the server closes the socket; what still runs then is left to the end of the process."""
    server.setblocking(False)
    gc.set_threshold(*gc.get_threshold()[:2], LATEST)
    sys.stdout = sys.stderr  # whatever is printed goes to the server's log, and to nobody's terminal
    asyncio.Runner(loop_factory=SessionLoop).run(serve(server, entry))


async def serve(server: socket.socket, entry: Entry) -> None:
    await SessionProcess(server, entry).run()
