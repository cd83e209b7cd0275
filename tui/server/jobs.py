"""Jobs that only one host or worker at a time does: decisions of bots, and analyses.

Whoever does a job holds a lock on its row. If it dies or hangs, PostgreSQL gives up the lock with its connection, and
another one does the job. Whatever happens, it is done once: the revision of the table lets one decision through, and
an analysis is written by the connection that has the lock.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from weakref import WeakSet

import sqlalchemy as sql

from .databases import add
from .schema import jobs
from .store import Store
from .stored_table import Unsaved

HANGS = 60
"""Seconds without a statement after which PostgreSQL takes the holder of a lock for one that hangs."""


@dataclass(eq=False)
class Job:
    """A job that this host has."""

    name: str
    base: sql.Connection
    """The connection that has its lock."""

    def reads(self, query: sql.Select[tuple[int]]) -> bool:
        """True when a query finds anything; the lock is kept meanwhile. Raises Unsaved."""
        return self.base.execute(query).first() is not None

    def done(self, also: sql.Update | None = None) -> None:
        """End the job, and write what comes of it. Raises Unsaved when the lock is lost, and writes nothing then."""
        with self.base:
            if also is not None:
                self.base.execute(also)
            self.base.execute(jobs.delete().where(jobs.c.name == self.name))
            self.base.commit()

    def leave(self) -> None:
        """Leave a job that is not done to others."""
        with suppress(Unsaved):
            self.base.close()


class Jobs:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.held: WeakSet[Job] = WeakSet()

    def take(self, name: str) -> Job | None:
        """Take a job; None while another host has it. Raises Unsaved."""
        with self.store.engine.begin() as base:
            add(base, jobs, {"name": name})
        base = self.store.engine.connect()
        try:
            base.execute(sql.text(f"SET LOCAL idle_in_transaction_session_timeout = '{HANGS}s'"))
            free = jobs.select().where(jobs.c.name == name).with_for_update(skip_locked=True)
            taken = base.execute(free).first()
        except Unsaved:
            base.close()
            raise
        if taken is None:
            base.close()
            return None
        job = Job(name, base)
        self.held.add(job)
        return job

    def close(self) -> None:
        """Leave the jobs that are not done to other hosts."""
        for job in list(self.held):
            job.leave()

    def clean(self) -> None:
        """Delete the jobs that nobody has, which hosts have left behind. Raises Unsaved."""
        with self.store.engine.begin() as base:
            free = sql.select(jobs.c.name).with_for_update(skip_locked=True)
            base.execute(jobs.delete().where(jobs.c.name.in_(base.execute(free).scalars().all())))
