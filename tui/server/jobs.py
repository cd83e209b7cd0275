"""Decisions of bots that only one host at a time thinks about.

A host that thinks holds a lock on the row of the decision. If it dies, PostgreSQL gives up the lock with its
connection, and another host thinks again. Whatever happens, the revision of the table lets one answer through.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import sqlalchemy as sql

from .databases import add
from .schema import jobs
from .store import Store, Unsaved


class Jobs:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.held: set[sql.Connection] = set()
        """Connections with the lock of a job."""

    def take(self, name: str) -> Callable[[], None] | None:
        """Take a job; None while another host has it. Call the result when the job is done. Raises Unsaved."""
        with self.store.engine.begin() as base:
            add(base, jobs, {"name": name})
        base = self.store.engine.connect()
        try:
            free = jobs.select().where(jobs.c.name == name).with_for_update(skip_locked=True)
            taken = base.execute(free).first()
        except Unsaved:
            base.close()
            raise
        if taken is None:
            base.close()
            return None
        self.held.add(base)

        def done() -> None:
            self.held.discard(base)
            with suppress(Unsaved), base:  # without a connection there is no lock either
                base.execute(jobs.delete().where(jobs.c.name == name))
                base.commit()

        return done

    def close(self) -> None:
        """Leave the jobs that are not done to other hosts."""
        for base in self.held:
            base.close()

    def clean(self) -> None:
        """Delete the jobs that nobody has, which hosts have left behind. Raises Unsaved."""
        with self.store.engine.begin() as base:
            free = sql.select(jobs.c.name).with_for_update(skip_locked=True)
            base.execute(jobs.delete().where(jobs.c.name.in_(base.execute(free).scalars().all())))
