"""The people at each host of a PostgreSQL database, and the hosts that live.

A host notes its own people, and renews its lease once a second; the people of one whose lease has expired are gone.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from math import inf
from time import monotonic

import sqlalchemy as sql

from .databases import put, wait_for_locks
from .schema import hosts, sessions, state, tables
from .store import ALIVE, RAN, Store

LEASE = 5.0
"""Seconds for which a host is believed to live after it was last heard of."""


@dataclass(frozen=True, slots=True)
class Beat:
    """The answer of the database to a host that lives."""

    ran: float
    """Seconds for which the town has run in all."""
    live: frozenset[str]
    """The hosts that live, this one included."""
    forgotten: frozenset[int]
    """People of this host who are not noted any more, as its lease had expired."""


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """The host and the table of a player."""

    player: int
    name: str
    host: str
    code: str
    """Code of the table; empty for the lobby."""


class Presence:
    """The people of one host, as the database knows them."""

    def __init__(self, store: Store, host: str) -> None:
        self.store, self.host = store, host
        self.noted: dict[int, Whereabouts] = {}
        """The people of this host, as they were noted last."""
        self.renewed = inf
        """Time at which the lease was renewed last, in seconds of the clock of this machine; infinite before that."""

    def beat(self, lost: bool = False) -> Beat:
        """Renew the lease of this host; `lost` is True when it could not do so the last time.

        The town was off since its last beat if that was long ago, unless this host has lived all the while and is only
        late; and in any case if the database was.
        """
        began = monotonic()
        with self.store.engine.begin() as base:
            base.execute(sql.text("SET LOCAL synchronous_commit = off"))
            if self.renewed == inf:
                wait_for_locks(base)
            before = sql.select(state).where(state.c.key.in_([ALIVE, RAN])).order_by(state.c.key).with_for_update()
            values = {row.key: row.value for row in base.execute(before)}  # may wait for the beat of another host
            clocks = sql.func.clock_timestamp(), sql.func.pg_postmaster_start_time()
            now, started = map(float, base.execute(sql.select(*(sql.extract("epoch", at) for at in clocks))).one())
            last = values.get(ALIVE, now)
            gap = max(0.0, now - last)
            off = gap if lost or started > last or gap > max(LEASE, monotonic() - self.renewed + 1) else 0.0
            ran = values.get(RAN, 0.0) + gap - off
            put(base, state, {"key": ALIVE}, {"value": now})
            put(base, state, {"key": RAN}, {"value": ran})
            if off:
                base.execute(tables.update().values(touched=tables.c.touched + off))
            put(base, hosts, {"id": self.host}, {"until": now + LEASE})
            live = base.execute(sql.select(hosts.c.id).where(hosts.c.until > now)).scalars()
            noted = frozenset(self.noted)
            own = sql.select(sessions.c.player).where(sessions.c.player.in_(noted))
            beat = Beat(ran, frozenset(live), noted.difference(base.execute(own).scalars()))
        self.renewed = began
        return beat

    def note(self, people: Collection[Whereabouts]) -> None:
        """Note the people of this host, if they have changed. Raises Unsaved."""
        present = {person.player: person for person in people}
        new = [person for number, person in present.items() if self.noted.get(number) != person]
        gone = [number for number in self.noted if number not in present]
        if not new and not gone:
            return
        with self.store.engine.begin() as base:
            for person in new:
                values = {"name": person.name, "host": self.host, "code": person.code}
                put(base, sessions, {"player": person.player}, values)
            own = sessions.c.host == self.host
            base.execute(sessions.delete().where(own & sessions.c.player.in_(gone)))
        self.noted = present

    def forget(self, player: int) -> None:
        """Leave a player to the host where they continued."""
        self.noted.pop(player, None)

    def of(self, player: int) -> Whereabouts | None:
        """The place of a player; None for one who is not connected."""
        with self.store.engine.begin() as base:
            row = base.execute(sessions.select().where(sessions.c.player == player)).first()
        return Whereabouts(*row) if row else None

    def all(self) -> list[Whereabouts]:
        """Everyone who is connected to a host that lives."""
        query = sessions.select().join(hosts, sessions.c.host == hosts.c.id)
        alive = hosts.c.until > sql.extract("epoch", sql.func.clock_timestamp())
        with self.store.engine.begin() as base:
            return [Whereabouts(*row) for row in base.execute(query.where(alive))]

    def remove_dead(self) -> None:
        """Delete hosts whose lease has expired, and their people. Raises Unsaved."""
        expired = hosts.c.until < sql.extract("epoch", sql.func.clock_timestamp())
        with self.store.engine.begin() as base:
            base.execute(hosts.delete().where(expired))
            base.execute(sessions.delete().where(sessions.c.host.not_in(sql.select(hosts.c.id))))

    def leave(self) -> None:
        """End the lease of a host that stops. Raises Unsaved."""
        with self.store.engine.begin() as base:
            base.execute(hosts.delete().where(hosts.c.id == self.host))
            base.execute(sessions.delete().where(sessions.c.host == self.host))
