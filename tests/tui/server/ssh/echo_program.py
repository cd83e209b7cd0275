"""A program for tests of the SSH server: it answers questions of single keys, within the limits of a session."""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import termios
import tty

from tabletown.tui.server.ssh.sandbox import confine


def tell(text: str) -> None:
    os.write(1, f"<{text}>\r\n".encode())


def answer(key: str) -> str:
    """The program's answer to a key."""
    match key:
        case "e":
            return json.dumps(dict(os.environ))
        case "a":
            return json.dumps(sys.argv[1:])
        case "l":
            names = ("CORE", "CPU", "DATA", "AS", "FSIZE", "NOFILE")
            limits = {name: resource.getrlimit(getattr(resource, f"RLIMIT_{name}"))[0] for name in names}
            with open("/proc/self/status") as file:
                rights = "NoNewPrivs:\t1" in file.read()
            more = {
                "nice": os.nice(0),
                "umask": os.umask(0o077),
                "no new rights": rights,
                "leads": os.getsid(0) == os.getpid(),
            }
            return json.dumps({**limits, **more, "folder": os.getcwd(), "files": os.listdir()})
        case "m":
            try:
                return str(len(bytearray(2 << 30)))
            except MemoryError:
                return "no memory"
        case _:
            return f"key {key}"


def main() -> None:
    confine()
    tty.setraw(0, termios.TCSANOW)
    signal.signal(signal.SIGWINCH, lambda *_: tell("{} by {}".format(*os.get_terminal_size())))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    tell("ready")
    while key := os.read(0, 1).decode("latin-1"):
        match key:
            case "q":
                sys.exit(7)
            case "k":
                os.kill(os.getpid(), signal.SIGKILL)
            case "f":
                while True:
                    os.write(1, b"flood " * 1000)
            case "h":
                for number in (signal.SIGHUP, signal.SIGTERM):
                    signal.signal(number, signal.SIG_IGN)
                tell("deaf")
            case "c":
                while True:
                    pass
            case _:
                tell(answer(key))


if __name__ == "__main__":
    main()
