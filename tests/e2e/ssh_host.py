"""A server of tables, and people who come to it with the OpenSSH client."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import asyncssh

from tabletown.rules.core.match import Match, Seat
from tabletown.tui.server.store import Store
from tests.e2e.pty_terminal import PATIENCE, ROOT, Terminal, environment

QUIET = ["-F", "/dev/null", "-o", "IdentityAgent=none", "-o", "IdentitiesOnly=yes", "-o", "LogLevel=ERROR"]
"""Options without which the client does what its user likes."""


class Host:
    """The server; it keeps its port and its folder when it is started again."""

    def __init__(self, folder: Path, *options: str, module: str = "tabletown") -> None:
        self.folder, self.options, self.module = folder, options, module
        self.port = 0
        self.start()

    def __enter__(self) -> Host:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def start(self) -> None:
        command = [
            sys.executable,
            "-m",
            self.module,
            "serve",
            "--data",
            str(self.data),
            "--per-address",
            "50",
            *self.options,
        ]
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(
                [*command, "--listen", f"127.0.0.1:{self.port}"],
                stdout=subprocess.PIPE,
                stderr=log,
                env=environment(),
                cwd=ROOT,
            )
        assert self.process.stdout
        line = self.process.stdout.readline().decode()
        if not re.fullmatch(r"Listening on 127\.0\.0\.1:(\d+); connect with: ssh -p \1 127\.0\.0\.1\n", line):
            self.kill()
            raise AssertionError((line, self.log))
        self.port = int(line.partition(";")[0].rpartition(":")[2])

    def kill(self) -> None:
        """Without a warning; all that it has started ends with it."""
        started = family(self.process.pid)
        self.process.kill()
        self.process.wait()
        end = monotonic() + PATIENCE
        while left := [pid for pid in started if runs(pid)]:
            assert monotonic() < end, f"still running: {left}"
            sleep(0.02)

    def stop(self) -> int:
        """Stop the server as a service manager does; return the exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text()

    # Coming to it

    def key(self, name: str) -> Path:
        """The path of a person's key."""
        path = self.folder / f"key-{name}"
        if not path.exists():
            made = asyncssh.generate_private_key("ssh-ed25519")
            path.touch(0o600)
            made.write_private_key(path)
            made.write_public_key(path.with_suffix(".pub"))
        return path

    def to(self, name: str, *options: str) -> list[str]:
        """Options and address for a person's client; the server's key is learned once and must be the same for ever."""
        hosts_file = f"UserKnownHostsFile={self.folder / 'known'}"
        trust = ["-o", hosts_file, "-o", "StrictHostKeyChecking=accept-new"]
        who = ["-i", str(self.key(name))] if name else ["-o", "PubkeyAuthentication=no"]
        return [*QUIET, *trust, *who, *options]

    def ssh(self, name: str, *command: str, size: tuple[int, int] = (80, 24), **variables: str) -> Terminal:
        """A person at a terminal; a guest without a name."""
        args = [*self.to(name, "-t", "-p", str(self.port)), "127.0.0.1", *command]
        return Terminal(args, environment(**variables), size, command=["ssh"])

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Another program of OpenSSH, without a terminal."""
        return subprocess.run(
            command, env=environment(), cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            timeout=PATIENCE,
        )  # fmt: skip


class Truth:
    """The server's stored game, which no player sees."""

    def __init__(self, host: Host) -> None:
        self._store = Store(host.data / "tabletown.db")
        self._match: Match | None = None

    def code(self) -> str:
        """The code of the only table."""
        (table,) = self._store.load()
        return table.code

    def match(self) -> Match:
        """The game at the only table, as far as it is played."""
        (table,) = self._store.load()
        if self._match is None:
            data: dict[str, Any] = table.data
            seats = [Seat(seat["name"], seat["bot"] or None) for seat in data["chairs"]]
            self._match = Match(data["game"], seats, data["options"], data["seed"])
        for action in self._store.log(table.code)[len(self._match.log) :]:
            self._match.act(action)
        return self._match

    def close(self) -> None:
        self._store.close()


def family(pid: int) -> list[int]:
    """Ids of all descendants of a process."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [descendant for child in children for descendant in (int(child), *family(int(child)))]


def runs(pid: int) -> bool:
    """Does the process exist, and is it not a zombie?"""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
