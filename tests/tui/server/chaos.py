"""Three hosts and two workers on one database, while everything dies: `python -m tests.tui.server.chaos --games 100`.

Scripted people and bots play that number of games. Meanwhile hosts and workers are killed or stand still for a while,
connections to PostgreSQL are cut, and PostgreSQL itself is restarted, at times without a farewell. When all games are
over, the journal is read and compared with what people have sent and seen: see `journal_checks`. `--plant` writes
faults into copies of the journal, which must be found.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import sys
import tempfile
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from time import monotonic, time

import psycopg

from tabletown.tui.server.store import Store
from tests.tui.server import journal
from tests.tui.server.citizens import Citizen
from tests.tui.server.journal_checks import Checks, Heard
from tests.tui.server.nursery import ROOT
from tests.tui.server.postgres import SETTINGS, Postgres
from tests.tui.server.quick_host import shorten

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gina", "Hugo", "Ines", "Jan", "Kim", "Lou")
HOSTS, WORKERS = 3, 2
CALM = 2.0
"""Seconds between two misfortunes, on average, at least."""
MOST, LONGEST = 100, 60.0
"""Actions that are played between two misfortunes, at most, and seconds to wait for them."""
MISFORTUNES = {"kill a host": 8, "kill a worker": 3, "cut connections": 8, "stop a host": 2, "restart PostgreSQL": 3}
"""How often each of them comes, compared with the others."""
STILL = 8.0
"""Seconds for which a host stands still, at most: longer than its lease."""
OFF = 3.0
"""Seconds until PostgreSQL starts again, at most."""
TO_FINISH = 120.0
"""Seconds without an action after which the games that are not over are stuck."""
TO_STOP = 20.0
"""Seconds in which jobs are given back, and programs end."""
SERVE = [
    "--local",
    "--absent",
    "15",
    "--sessions",
    "100",
    "--per-address",
    "100",
    "--per-key",
    "100",
    "--tables",
    "60",
    "--tables-per-address",
    "1000",
    "--tables-per-player",
    "30",
]


class Program:
    """A host or a worker, which is started again whenever it ends."""

    def __init__(self, folder: Path, command: list[str]) -> None:
        self.folder, self.command = folder, [sys.executable, "-m", "tests.tui.server.quick_host", *command]
        self.process: asyncio.subprocess.Process | None = None
        self.sessions: set[int] = set()
        """Its processes so far, each of which led a session."""
        self.exits = 0
        """How often it has ended by itself."""
        self.last = False
        """True once it is not started again."""

    async def keep(self) -> None:
        """Run it until it ends while it is the last one."""
        while not self.last:
            with (self.folder / "log").open("ab") as log:
                self.process = await asyncio.create_subprocess_exec(
                    *self.command, cwd=ROOT, stdout=log, stderr=log, start_new_session=True
                )
            self.sessions.add(self.process.pid)
            if await self.process.wait() != -signal.SIGKILL and not self.last:
                self.exits += 1
            await asyncio.sleep(0.3)

    def send(self, number: int) -> bool:
        """Send the present process a signal; False if there is none."""
        if self.process is None or self.process.returncode is not None:
            return False
        self.process.send_signal(number)
        return True


class Town:
    """The programs and people of a town, and everything that happened to it."""

    def __init__(self, folder: Path, postgres: Postgres, seed: int) -> None:
        self.postgres, self.rng, self.heard = postgres, Random(seed), Heard()
        self.url = postgres.new()
        self.name = self.url.partition("@/")[2].partition("?")[0]
        self.info = postgres.info(self.name)
        Store(self.url).close()
        journal.keep(self.info)
        self.hosts = [
            self.program(folder / f"h{n}", ["serve", *SERVE, "--listen", "127.0.0.1:0"]) for n in range(HOSTS)
        ]
        self.workers = [self.program(folder / f"w{n}", ["work"]) for n in range(WORKERS)]
        self.people = [Citizen(name, f"{seed} {name}", self.heard) for name in NAMES]
        self.happened: Counter[str] = Counter()
        self.outages: list[tuple[float, float]] = []
        self.faults: list[str] = []

    def program(self, folder: Path, command: list[str]) -> Program:
        folder.mkdir(mode=0o700, parents=True)
        return Program(folder, [*command, "--data", str(folder), "--database", self.url])

    @property
    def programs(self) -> list[Program]:
        return [*self.hosts, *self.workers]

    # Misfortunes

    async def suffer(self) -> None:
        """One misfortune after the other, until the task is cancelled."""
        acts = {
            "kill a host": lambda: self.kill(self.rng.choice(self.hosts)),
            "kill a worker": lambda: self.kill(self.rng.choice(self.workers)),
            "cut connections": self.cut,
            "stop a host": lambda: self.stand_still(self.rng.choice(self.hosts)),
            "restart PostgreSQL": self.restart,
        }
        while True:
            await self.calm()
            [name] = self.rng.choices([*MISFORTUNES], [*MISFORTUNES.values()])
            self.happened[name] += await acts[name]()

    async def calm(self) -> None:
        """Wait for a moment in which some actions are played, however busy the machine is."""
        await asyncio.sleep(self.rng.expovariate(1 / CALM))
        acts, end = self.rng.randrange(MOST) + self.acts(), monotonic() + LONGEST
        while self.acts() < acts and monotonic() < end:
            await asyncio.sleep(0.5)

    def acts(self) -> int:
        """Actions so far."""
        return self.ask("SELECT count(*) FROM kept_actions")

    async def kill(self, program: Program) -> int:
        return int(program.send(signal.SIGKILL))

    async def stand_still(self, host: Program) -> int:
        stopped = host.send(signal.SIGSTOP)
        await asyncio.sleep(STILL * self.rng.random())
        return int(stopped and host.send(signal.SIGCONT))

    async def cut(self) -> int:
        """Cut some of the connections to the database."""
        query = "SELECT pid FROM pg_stat_activity WHERE datname = %s"
        pids = [pid for (pid,) in self.postgres.base.execute(query, [self.name])]
        chosen = self.rng.sample(pids, self.rng.randint(min(1, len(pids)), len(pids)))
        self.postgres.base.execute("SELECT pg_terminate_backend(pid) FROM unnest(%s::int[]) pid", [chosen])
        return len(chosen)

    async def restart(self) -> int:
        """Let PostgreSQL be off for a moment."""
        how, off, began = self.rng.choice([signal.SIGINT, signal.SIGQUIT]), OFF * self.rng.random(), time()
        await asyncio.to_thread(self.postgres.stop, how)
        await asyncio.sleep(off)
        await asyncio.to_thread(self.postgres.start)
        self.outages.append((began, time()))
        return 1

    # The life of the town

    async def live(self, games: int, until: float) -> None:
        """Play that number of games while everything dies, as long as there is time; then finish them in peace."""
        running = [asyncio.create_task(program.keep()) for program in self.programs]
        people = [asyncio.create_task(person.stay(self.sockets)) for person in self.people]
        suffering = asyncio.create_task(self.suffer())
        try:
            while self.count("playing") < games and monotonic() < until:
                await asyncio.sleep(1)
                self.must_live([*running, *people, suffering])
            for person in self.people:
                person.finishing = True
            await self.finish()
            suffering.cancel()
            await asyncio.gather(suffering, return_exceptions=True)
            for host in self.hosts:
                host.send(signal.SIGCONT)
            await self.check_jobs()
        finally:
            for task in (suffering, *people):
                task.cancel()
            await asyncio.gather(suffering, *people, return_exceptions=True)
            await self.stop(running)

    async def finish(self) -> None:
        """Wait until all games are over, or nobody has acted for long."""
        before, end = 0, monotonic() + TO_FINISH
        while self.unfinished() and monotonic() < end:
            await asyncio.sleep(1)
            if (acts := self.acts()) > before:
                before, end = acts, monotonic() + TO_FINISH

    @staticmethod
    def must_live(tasks: list[asyncio.Task[None]]) -> None:
        """Raise what a task has raised."""
        for task in tasks:
            if task.done():
                task.result()

    def sockets(self) -> list[Path]:
        return [host.folder / "socket" for host in self.hosts]

    def count(self, stage: str) -> int:
        """Tables that have been at that stage."""
        return self.ask("SELECT count(DISTINCT code) FROM kept_tables WHERE stage = %s", stage)

    def unfinished(self) -> int:
        return self.ask("SELECT count(*) FROM tables WHERE stage = %s", "playing")

    def ask(self, query: str, *values: str) -> int:
        """A number from the database; -1 while it is off."""
        with suppress(psycopg.OperationalError), psycopg.connect(self.info) as base:
            [(number,)] = base.execute(query.encode(), values).fetchall()
            return int(number)
        return -1

    async def check_jobs(self) -> None:
        """When all games are over, nobody holds a job."""
        end = monotonic() + TO_STOP
        free = "SELECT count(*) - (SELECT count(*) FROM (SELECT FROM jobs FOR UPDATE SKIP LOCKED) free) FROM jobs"
        while (held := self.ask(free)) and monotonic() < end:
            await asyncio.sleep(1)
        if held:
            self.faults.append(f"{held} jobs are still taken")

    async def stop(self, running: list[asyncio.Task[None]]) -> None:
        """Stop all programs; each must end by itself, and leave no process behind."""
        for program in self.programs:
            program.last = True
            program.send(signal.SIGTERM)
        _, late = await asyncio.wait(running, timeout=TO_STOP)
        if late:
            self.faults.append(f"{len(late)} programs do not stop")
        for program in self.programs:
            program.send(signal.SIGKILL)
        await asyncio.gather(*running)
        end = monotonic() + TO_STOP
        while (left := self.left_behind()) and monotonic() < end:
            await asyncio.sleep(0.5)
        if left:
            self.faults.append(f"these processes are left behind: {[*map(command_of, left)]}")
        for pid in left:
            os.kill(pid, signal.SIGKILL)

    def left_behind(self) -> list[int]:
        """Processes that a program has started, in the session of that program, and that still live."""
        started = set().union(*(program.sessions for program in self.programs))
        living = []
        for pid in filter(str.isdecimal, os.listdir("/proc")):
            with suppress(OSError):
                if os.getsid(int(pid)) in started and command_of(int(pid)):
                    living.append(int(pid))
        return living

    # Afterwards

    def check(self) -> Checks:
        """The checks of the journal, done."""
        checks = Checks(journal.read(self.info), self.heard, self.outages)
        self.faults += checks.run()
        for program in self.programs:
            if "Traceback" in (program.folder / "log").read_text():
                self.faults.append(f"the log of {program.folder.name} has a traceback")
        return checks

    def plant(self) -> dict[str, list[str]]:
        """The faults that are found in copies of the journal, by what was written into each."""
        faults = {}
        for what, statement in journal.PLANTS.items():
            self.postgres.base.execute(f"CREATE DATABASE copy TEMPLATE {self.name}".encode())
            with psycopg.connect(self.postgres.info("copy")) as base:
                base.execute(statement.encode())
            faults[what] = Checks(journal.read(self.postgres.info("copy")), self.heard, self.outages).run()
            self.postgres.base.execute("DROP DATABASE copy")
        return faults


def command_of(pid: int) -> str:
    """The command line of a process; empty when it has ended."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")[:200]
    return ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="in all (default: %(default)s)")
    parser.add_argument(
        "--minutes", type=float, default=30.0, help="until no more games are started (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plant", action="store_true", help="write faults into copies, which must be found")
    parser.add_argument("--folder", type=Path, help="for the logs; a new one is made, and deleted")
    chosen = parser.parse_args()
    began = monotonic()
    shorten()
    postgres = Postgres(SETTINGS | {"synchronous_commit": "on"})
    try:
        with tempfile.TemporaryDirectory(prefix="tt-chaos-") as temporary:
            town = Town(chosen.folder or Path(temporary), postgres, chosen.seed)
            asyncio.run(town.live(chosen.games, began + 60 * chosen.minutes))
            checks = town.check()
            planted = town.plant() if chosen.plant else {}
    finally:
        postgres.close()
    missed = [what for what, faults in planted.items() if len(faults) <= len(checks.faults)]
    figures = {**checks.figures, **town.happened, "ends of programs by themselves": sum(p.exits for p in town.programs)}
    figures["arrivals"] = sum(person.arrivals for person in town.people)
    report = {"seconds": round(monotonic() - began), **figures, "planted": planted, "faults": town.faults[:20]}
    print(json.dumps(report, indent=2))
    sys.exit(bool(town.faults or missed))


if __name__ == "__main__":
    main()
