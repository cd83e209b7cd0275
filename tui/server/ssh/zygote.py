"""A process that has loaded the session program and forks a copy for each session, or for several sessions.

The server starts `python -m tabletown.tui.server.ssh.zygote ENTRY` once. It talks with the server over a socket as its
standard input, and ends with it. It holds no tickets, keys or tables.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import select
import signal
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from pkgutil import resolve_name
from typing import Any, NoReturn

from . import session_process
from .sandbox import confine

LOADED = (
    "textual.drivers.linux_driver",
    "textual.widgets._input",
    "tabletown.tui.cli.main",
    "tabletown.tui.cli.shared_session",
    "tabletown.tui.games.metropolys",
    "tabletown.tui.games.sf1906",
    "tabletown.tui.games.splendor",
    "tabletown.tui.client.score_sheet",
    "tabletown.tui.client.archive",
    "tabletown.tui.client.connection",
    "tabletown.tui.client.lobby",
    "tabletown.tui.client.disconnected",
    "tabletown.tui.client.house_rules",
    "tabletown.tui.client.name",
    "tabletown.tui.client.new_table",
    "tabletown.tui.client.waiting_room",
    "tabletown.tui.client.table",
    "tabletown.tui.client.app",
    "tabletown.tui.screens.help",
)
"""Modules that every session needs and that are slow to load."""
ORDER = 1 << 16
"""Maximum bytes of an order."""
MOST_FILES = 64
"""More files than this process ever opens."""


def main() -> None:
    """Fork at every order, until the server ends."""
    for name in LOADED:
        importlib.import_module(name)
    gc.collect()
    gc.freeze()  # so that garbage collection does not write to shared memory pages
    server = socket.socket(fileno=0)
    woken, waker = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    running: dict[int, int] = {}
    while True:
        ready = select.select([server.fileno(), woken], [], [])[0]
        if woken in ready:
            with suppress(BlockingIOError):
                os.read(woken, ORDER)
            reap(server, running)
        if server.fileno() in ready:
            order, fds = next_order(server)
            if not order:
                os._exit(0)
            handle(server, running, json.loads(order), fds)


def next_order(server: socket.socket) -> tuple[bytes, Sequence[int]]:
    """An order and the files that come with it; an empty one when the server has ended, even if it was killed."""
    try:
        order, fds, _, _ = socket.recv_fds(server, ORDER, 1)
    except ConnectionResetError:  # it has not read all that was sent to it
        return b"", ()
    return order, fds


def tell(server: socket.socket, **news: Any) -> None:
    with suppress(OSError):
        server.send(json.dumps(news).encode())


def reap(server: socket.socket, running: dict[int, int]) -> None:
    """Report ended programs with their exit codes to the server."""
    for number, pid in list(running.items()):
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            del running[number]
            tell(server, number=number, code=os.waitstatus_to_exitcode(status))


def handle(server: socket.socket, running: dict[int, int], order: dict[str, Any], fds: Sequence[int]) -> None:
    number = order["number"]
    if "signal" in order:
        if number in running:
            os.kill(running[number], order["signal"])
        return
    (file,) = fds
    zygote = os.getpid()
    try:
        pid = os.fork()
    except OSError as error:
        os.close(file)
        return tell(server, number=number, code=1, why=error.strerror)
    if not pid:
        exec_shared(file, order, zygote) if "sessions" in order else exec_session(file, order, zygote)
    os.close(file)
    running[number] = pid
    tell(server, number=number, pid=pid)
    return None


def exec_session(terminal: int, order: dict[str, Any], zygote: int) -> NoReturn:
    """Run the session program in the forked process, unless the zygote has died meanwhile."""
    code = 1
    try:
        leave_zygote()
        for standard in range(3):
            os.dup2(terminal, standard)
        os.closerange(3, MOST_FILES)
        os.chdir(order["folder"])
        os.environ.clear()
        os.environ.update(order["env"])
        confine()
        if os.getppid() != zygote:
            os._exit(code)
        code = run(order["args"])
    finally:
        end(code)


def exec_shared(orders: int, order: dict[str, Any], zygote: int) -> NoReturn:
    """Run sessions as a socket orders in the forked process, unless the zygote has died meanwhile."""
    code = 1
    try:
        leave_zygote()
        os.dup2(orders, 3)
        os.closerange(4, MOST_FILES)
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, 0)
        os.dup2(nothing, 1)
        os.close(nothing)
        os.chdir("/")
        confine(order["sessions"])
        if os.getppid() != zygote:
            os._exit(code)
        session_process.run(socket.socket(fileno=3), resolve_name(order["entry"]))
        code = 0
    finally:
        end(code)


def leave_zygote() -> None:
    """Undo what the zygote has set up for itself, and lead a session."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.setsid()


def end(code: int) -> NoReturn:
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)


def run(args: Sequence[str]) -> int:
    """Run the entry that the first argument of this process names; return the exit code."""
    try:
        resolve_name(sys.argv[1])(list(args), prog_name="tabletown")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        import traceback

        traceback.print_exc()
        return 1
    return 0


if __name__ == "__main__":
    main()
