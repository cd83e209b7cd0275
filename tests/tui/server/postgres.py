"""A PostgreSQL for the tests: Debian's, in a temporary folder, behind a Unix socket, never waiting for the disk."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from time import monotonic, sleep
from typing import Any

import psycopg

from tabletown.tui.server.store import Store

PROGRAMS = max(Path("/usr/lib/postgresql").glob("*/bin"), default=None)
"""Folder of its newest version; None where it is not installed."""
SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    "autovacuum": "off",
    "shared_buffers": "16MB",
}
EMPTY = """
SET LOCAL session_replication_role = replica;
DO $$
DECLARE name text;
BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'alembic_version' LOOP
        EXECUTE format('DELETE FROM %I', name);
    END LOOP;
    PERFORM setval(sequencename::regclass, 1, false) FROM pg_sequences WHERE schemaname = 'public';
END $$
"""
"""Delete all rows in any order, and number from 1 again."""
PATIENCE = 60.0
"""Seconds in which it starts."""


class Postgres:
    """A running server. It refuses to run as root, so root runs it as nobody."""

    def __init__(self, settings: dict[str, str] = SETTINGS) -> None:
        assert PROGRAMS
        self.settings = settings
        self.folder = Path(mkdtemp(prefix="tt-pg-", dir="/tmp"))
        self.user: dict[str, Any] = {"cwd": self.folder}
        if os.geteuid() == 0:
            shutil.chown(self.folder, "nobody")
            self.user |= {"user": "nobody", "group": "nogroup", "extra_groups": []}
        options = ["--auth=trust", "--username=town", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"]
        data = self.folder / "data"
        subprocess.run([PROGRAMS / "initdb", *options, data], check=True, stdout=subprocess.DEVNULL, **self.user)
        self.numbers, self.clean = count(), list[str]()
        self.start()
        self.base.execute("CREATE DATABASE template")
        Store(self.url("template")).close()

    def info(self, name: str) -> str:
        return f"host={self.folder} user=town dbname={name}"

    def url(self, name: str) -> str:
        return f"postgresql://town@/{name}?host={self.folder}"

    def start(self) -> None:
        assert PROGRAMS
        settings = [f"--{name}={value}" for name, value in self.settings.items()]
        command = [PROGRAMS / "postgres", "-D", self.folder / "data", "-k", self.folder, *settings]
        with (self.folder / "log").open("a") as log:
            self.process = subprocess.Popen(command, stderr=log, **self.user)
        until = monotonic() + PATIENCE
        while True:
            try:
                self.base = psycopg.connect(self.info("postgres"), autocommit=True)
                return
            except psycopg.OperationalError:
                assert monotonic() < until, (self.folder / "log").read_text()
                sleep(0.01)

    def stop(self, how: int = signal.SIGINT) -> None:
        """Cut all connections, and stop; with SIGQUIT without keeping anything."""
        self.base.close()
        self.process.send_signal(how)
        self.process.wait(PATIENCE)

    def close(self) -> None:
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder)

    def new(self) -> str:
        """URL of an empty database with its tables."""
        if self.clean:
            return self.clean.pop()
        name = f"town{next(self.numbers)}"
        self.base.execute(f"CREATE DATABASE {name} TEMPLATE template")
        return self.url(name)

    def give_back(self, url: str) -> None:
        """Empty a database for the next test, which takes less time than a new one."""
        name = url.partition("@/")[2].partition("?")[0]
        self.base.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])
        with psycopg.connect(self.info(name)) as base:
            base.execute(EMPTY)
        self.clean.append(url)
