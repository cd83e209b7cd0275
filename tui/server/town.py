"""A host among others on the same PostgreSQL: together they are one town.

Every host keeps all tables in memory and serves any of them. The database decides: a change is one transaction that
checks the revision of its table, so the second of two hosts is refused and reads the table again. Triggers tell all
hosts which table has which revision now; those that do not have it read the table, and send it to the people who are
connected to them; changes at tables where nobody of a host is, it reads together, four times a second. Who is where is
noted in the database too, for as long as the host of these people renews its lease.

Work that takes time is done wherever there is some, on a host or a worker, by whoever locks its row: decisions of bots
(jobs.py), analyses (review_jobs.py) and notices outside the program (turn_notices.py).

Clocks, votes and tournaments need no such jobs. One host or worker, the timekeeper, looks at them once a second; which
one decides a lock that PostgreSQL gives to the next one when the connection of the last one ends, or has been silent
for some seconds. That is as safe as a job for each of them: the clocks and the ends of votes are in the database, in
seconds for which the town has run, so that the next one continues where the last one died; only for how long somebody
has been away each host knows by itself. What it does is one transaction that checks the revision of the table and
writes the notices too, so nothing is done by halves, or twice, even by a former timekeeper that has not noticed yet
that it is not one any more.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import partial
from math import inf
from typing import Protocol

import sqlalchemy as sql

from ..protocol.client_messages import Message, line
from ..protocol.server_messages import Bye, ChatMessage, Note, from_server
from ..protocol.tournament_messages import TournamentCall
from .bot_queue import Bots
from .databases import reason
from .host_notifications import HostNotifications
from .jobs import Jobs
from .presence import Presence, Whereabouts
from .review_jobs import ReviewJobs
from .session import Session
from .store import Store
from .stored_table import Unsaved
from .tables import following
from .tables.service import TableService
from .tables.service_protocol import Person
from .tables.table import Thought

log = logging.getLogger("tabletown.serve")

STORED_NOWHERE = (Note, ChatMessage, TournamentCall)
"""Messages that are sent on to the host of a player; everything else is shown by each host itself."""
CLEAN_EVERY = 60
"""Beats between two removals of jobs that nobody has."""


class TownHost(Protocol):
    """The gateway, as its part of the town needs it."""

    store: Store
    service: TableService
    sessions: dict[int, Session]
    bots: Bots

    def use_measures(self) -> None:
        """Apply bans, limits and other settings that have been changed elsewhere."""


class Town:
    def __init__(self, host: TownHost, helps: bool = False) -> None:
        self.host, self.service, self.helps = host, host.service, helps
        """`helps` is True when bots think here for tables at which nobody of this host is."""
        self.name = secrets.token_hex(8)
        engine = host.store.engine
        url = engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self.notifications = HostNotifications(url, self.name, self.heard, self.catch_up)
        self.presence, self.jobs = Presence(host.store, self.name), Jobs(host.store)
        beat = self.presence.beat()  # known to the others before anyone can come
        self.live, self.service.ran_before, self.service.started = beat.live, beat.ran, self.service.now()
        self.behind = False
        """True when something was heard that could not be read, as a connection was lost: the next beat reads it."""
        self.reviews = ReviewJobs(host.store, self.jobs, self.service.archive, host.bots.is_busy)
        self.service.archive.elsewhere = self.reviews.ask
        self.beats = 0
        self.unseen: set[str] = set()
        """Codes of tables that others have changed, at which nobody of this host is."""
        self.service.send_on = self.notifications.send
        self.service.keeps_time, self.service.helps = False, helps
        self.service.noted = inf  # a beat notes it

    def tasks(self) -> list[asyncio.Task[None]]:
        """The work that goes on as long as the host does."""
        work = (self.notifications.listen(), self.notifications.speak(), self.reviews.work())
        return [*map(asyncio.create_task, work)]

    # Word from others

    def heard(self, payload: str) -> None:
        """Act on a notification."""
        self.attempt(payload, partial(self.follow, *payload.split(" ", 2)))

    def attempt(self, what: str, work: Callable[[], None]) -> None:
        """Follow a change; a fault in one must not keep the others from being followed."""
        try:
            work()
        except Unsaved as error:
            self.fall_behind(error)
        except Exception:
            log.exception("not followed: %s", what)

    def follow(self, what: str, key: str, more: str = "") -> None:
        match what:
            case "tables":
                self.follow_table(key, int(more))
            case "sessions":
                self.find(int(key))
            case "tournaments" | "entrants" | "round_games":
                self.service.tournaments.director.reload(int(key))
            case "measures" | "settings":
                self.host.use_measures()
            case "invitations":
                self.service.players.show_invitations(int(key))
            case "review_jobs":
                self.reviews.written.set()
                if int(key) in self.host.sessions:
                    self.reviews.deliver(int(key))
            case "notices" if int(key) in self.host.sessions:
                self.service.show_notices(int(key))
            case "tell" if session := self.host.sessions.get(int(key)):
                session.send(from_server(more.encode()))

    def follow_table(self, code: str, revision: int) -> None:
        """Follow a table at once if people of this host are there or it is new, and otherwise a moment later."""
        table = self.service.tables.get(code)
        if table is None or self.service.is_shown(table):
            following.follow(self.service, code, revision)
        elif not following.knows(table, revision):
            self.unseen.add(code)

    def follow_unseen(self) -> None:
        """Read the tables that have changed while nobody of this host was there, all at once. Raises Unsaved."""
        if self.unseen:
            stored = self.service.store.some_tables(self.unseen)
            for code in self.unseen:
                self.attempt(code, partial(following.take, self.service, code, stored.get(code)))
            self.unseen.clear()

    def catch_up(self) -> None:
        """Read everything that may have changed while nothing was heard."""
        try:
            following.catch_up(self.service)
            self.service.tournaments.director.reload_all()
            self.show_people(self.presence.all())
            self.host.use_measures()
            for number in self.host.sessions:
                self.reviews.deliver(number)
            self.behind = False
        except Unsaved as error:
            self.fall_behind(error)

    def fall_behind(self, error: Unsaved) -> None:
        self.behind = True
        log.error("not followed: %s", reason(error))

    # People

    def show_people(self, connected: Collection[Whereabouts]) -> None:
        """Show where everyone is who is connected to another host."""
        elsewhere = {place.player: place for place in connected if place.host != self.name}
        for number in [*elsewhere, *(p.number for p in self.service.people.values() if p.host)]:
            self.move(number, elsewhere.get(number))

    def find(self, number: int) -> None:
        """Look for a player who has come, gone or moved."""
        place = self.presence.of(number)
        if place and place.host == self.name:
            return
        if place and (session := self.host.sessions.get(number)):
            if self.presence.noted.get(number) is None:
                return  # who has just come here, which the database does not know yet
            del self.host.sessions[number]
            self.presence.forget(number)
            self.service.players.departed(number)
            session.end(Bye("You continued in another window.", "replaced"))
            self.service.people[number].host = place.host
        self.move(number, place)

    def move(self, number: int, place: Whereabouts | None) -> None:
        """Show a player who is connected to another host at a table or in the lobby; None for one who has gone."""
        person = self.service.people.get(number)
        if person and not person.host:
            return None
        if person and place is None and person.host not in self.live and self.service.keeps_time:
            return self.service.depart(number)  # whose host has died
        before = person.table if person else None
        after = self.service.tables.get(place.code) if place else None
        if place is None:
            self.service.people.pop(number, None)
        else:
            self.service.people[number] = Person(number, place.name, table=after, host=place.host)
        if before and before is not after:
            following.note_absence(self.service, before, number)
            self.service.show_room(before)
        if after and place:
            following.note_arrival(self.service, after, number, place.name)
            self.service.show_room(after)
        self.service.news = True
        return None

    def note_people(self) -> None:
        """Note where the people of this host are. Raises Unsaved."""
        own = [person for person in self.service.people.values() if not person.host]
        self.presence.note([Whereabouts(p.number, p.name, self.name, p.table.code if p.table else "") for p in own])

    def post(self, number: int, message: Message) -> None:
        """Send a player at another host what that host does not know."""
        person = self.service.people.get(number)
        if person and person.host and isinstance(message, STORED_NOWHERE):
            self.notifications.send(person.host, f"tell {number} {line(message).decode()}")

    # Time

    def beat(self, lost: bool) -> Callable[[], None]:
        """Tell the database that this host lives, which may wait for the network; return what follows from its answer.

        Raises Unsaved.
        """
        beat = self.presence.beat(lost)
        back, dead = beat.live - self.live, self.live - beat.live
        connected = self.presence.all() if back else []
        if self.notifications.is_timekeeper:
            self.presence.remove_dead()
            self.beats += 1
            if self.beats % CLEAN_EVERY == 1:
                self.jobs.clean()
                self.reviews.clean()

        def follow() -> None:
            self.live = beat.live
            self.service.ran_before, self.service.started = beat.ran, self.service.now()
            self.keep_time(self.notifications.is_timekeeper)
            for number in beat.forgotten:
                self.presence.forget(number)  # so that they are noted again
            for person in [*self.service.people.values()]:
                if person.host in dead:
                    self.move(person.number, None)
            if back:
                self.show_people(connected)
            if self.behind:
                self.catch_up()

        return partial(self.attempt, "the other hosts", follow)

    def keep_time(self, yes: bool) -> None:
        """Begin or cease to apply timeouts."""
        if yes and not self.service.keeps_time:
            log.info("this host keeps the time")
            self.service.tournaments.director.reload_all()
        self.service.keeps_time, self.service.helps = yes, yes or self.helps

    # Bots

    def take_job(self, thought: Thought) -> Callable[[], None] | None:
        """Take the decision of a bot; None while another host thinks about it."""
        table = self.service.tables.get(thought.table)
        if table is None or table.thinking != thought.number:
            return None
        try:
            job = self.jobs.take(f"{table.code} {table.plies}")
        except Unsaved as error:
            log.error("no job taken: %s", reason(error))
            job = None
        if job is None:
            table.thinking = None
            return None

        def done() -> None:
            with suppress(Unsaved):  # without a connection there is no lock either
                job.done()

        return done

    def close(self) -> None:
        self.jobs.close()
        try:
            self.presence.leave()
        except sql.exc.SQLAlchemyError as error:
            log.error("not saved: %s", reason(error))
