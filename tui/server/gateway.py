"""The core of the server: the socket for clients, the tables, the store, and the bot processes.

The SSH listener admits a player with `admit`, and passes the ticket to the client program that it starts.
"""

from __future__ import annotations

import asyncio
import fcntl
import logging
import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from datetime import date, datetime
from functools import partial
from pathlib import Path
from time import monotonic, time
from typing import Self

from tabletown.rules.core.game import Action, Illegal

from ..model import daily
from ..model.bot_pace import ONLINE_PACE
from ..protocol.client_messages import Message
from ..protocol.message_limits import CLIENT_LINE
from ..protocol.server_messages import Bye, Note, Printed
from . import repair
from .bot_queue import Bots
from .databases import name_of, reason
from .events import ServerEvents
from .games_command import BUSY, GamesCommand
from .limits import VALID, Limits, Times
from .moderation import GUEST, Moderation, is_guest, refusal
from .operator_store import OperatorStore
from .player_names import folded
from .player_text import PlayerText
from .private_socket import private_socket
from .session import FAREWELL, Session, Ticket
from .store import BadStore, Store, unusable
from .stored_table import Unsaved
from .tables import game, hints
from .tables.service import TableService
from .tables.table import RequestDenied, Thought
from .town import Town
from .turn_notices import NoticeOptions, TurnNotices

__all__ = ["GUEST", "BadStore", "Gateway", "RequestDenied"]

log = logging.getLogger("tabletown.serve")

LOST = "The server has lost its database, so no move can be saved; please wait until it is back."
BACK = "The database is back, so the games continue."
BREATH = 0.25
"""Seconds between updates of the lobby."""
LATE = 10.0
"""Seconds without a tick of the clock after which something is wrong."""


def lock(data: Path) -> int:
    """A file descriptor that keeps other servers from using the folder until it is closed. Raises BadStore."""
    descriptor = os.open(data / "lock", os.O_CREAT | os.O_RDWR, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        raise BadStore(f"another server is using {data}") from None
    return descriptor


class Gateway:
    """`async with Gateway(...)` serves until the block ends. Create it first: the bot processes are forked here.

    Raises BadStore when the folder cannot be used, and OSError.
    """

    def __init__(
        self,
        data: Path,
        path: Path,
        *,
        database: str = "",
        workers: int = 1,
        local: bool = False,
        helps: bool = False,
        limits: Limits | None = None,
        times: Times | None = None,
        pace: float = ONLINE_PACE,
        events: ServerEvents | None = None,
        notices: NoticeOptions | None = None,
        message_of_the_day: PlayerText | None = None,
        house_rules: PlayerText | None = None,
    ) -> None:
        self.data, self.path, self.local, self.helps = data, path, local, helps
        self.database = database
        """URL of a PostgreSQL database; empty for a file in the data folder."""
        self.configured = self.limits = limits or Limits()
        self.times = times or Times()
        self.message_of_the_day = message_of_the_day or PlayerText()
        self.house_rules = house_rules or PlayerText()
        self.events = events or ServerEvents()
        self.notice_options = notices or NoticeOptions()
        self.bots = Bots(workers, self._answered, pace, self.events)
        self.tickets: dict[str, Ticket] = {}
        self.sessions: dict[int, Session] = {}
        """Sessions by the number of their player."""
        self.connections: set[Session] = set()
        self.on_limits: Callable[[Limits], None] = lambda limits: None
        """Called with other limits when the operator changes them."""
        self.ticked = monotonic()
        """Time of the last tick of the clock."""
        self.lost = 0.0
        """Time since which the database cannot be reached; 0 while it can."""
        self._prepared: date | None = None
        """The day whose puzzles have been prepared last."""

    async def __aenter__(self) -> Self:
        self.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._lock = lock(self.data)
        self.store = Store(self.database or self._file())
        try:
            self._load()
        except Unsaved as error:
            raise unusable(name_of(self.store.engine), error) from None
        self._server = await asyncio.start_unix_server(self._serve, sock=private_socket(self.path), limit=CLIENT_LINE)
        self._tasks = [asyncio.create_task(self.bots.work()) for _ in range(self.bots.workers)]
        self._tasks.append(asyncio.create_task(self.notices.work()))
        if self.town:
            self.bots.take_job = self.town.take_job
            self._tasks += self.town.tasks()
        self._clock()
        return self

    def _load(self) -> None:
        """Read everything from the database, and make the parts of the server. Raises Unsaved."""
        self.store.refold(folded)
        self.moderation = Moderation(OperatorStore(self.store))
        self.limits = self.moderation.limits(self.configured)
        self.games_command = GamesCommand(self.store, self.limits, monotonic)
        self.service = TableService(self.store, self.post, self.bots.ask, monotonic, self.limits, self.times)
        self.service.archive.judge = self.bots.bot_pool.judge
        self.service.daily.follow = partial(self.bots.bot_pool.follow, giving_way=True)
        self.bots.advise = partial(hints.answered, self.service)
        self.bots.warn = partial(hints.warned, self.service)
        self.notices = TurnNotices(self.store, self.notice_options)
        self.service.notices = self.notices if self.notices.offered or self.helps else None
        self.service.chat_refusal, self.service.events = self.chat_refusal, self.events
        self.service.players.key_of, self.service.players.end_key = self.key_of, self.end_key
        self.town = Town(self, helps=self.helps) if self.database else None
        """The other hosts on the same database; None where there can be none."""

    def _file(self) -> Path:
        """The file of the database, which can be used. Raises BadStore and OSError."""
        for sentence in repair.usable(self.data, datetime.now()):
            log.warning("%s", sentence)
        os.close(os.open(self.data / repair.DATABASE, os.O_CREAT, 0o600))
        return self.data / repair.DATABASE

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for session in list(self.connections):
            session.end(Bye("The server is shutting down; your games are saved.", "stopped"))
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL):
                while self.connections:
                    await asyncio.sleep(0.01)
        for session in list(self.connections):
            session.drop()
        for task in [*self._tasks, self._ticker]:
            task.cancel()
        self.service.archive.close()
        self.service.daily.close()
        self.bots.close()
        if self.town:
            self.town.close()
        else:
            with suppress(Unsaved):
                self.service.note_alive()
        self.store.close()
        self.path.unlink(missing_ok=True)
        os.close(self._lock)

    # Admission

    def admit(self, identity: str, address: str) -> str:
        """A ticket for one session; `identity` is the fingerprint of a key, or GUEST.

        Raises RequestDenied for a player who is not admitted, and when there are too many. Call `release` when the
        session is over.
        """
        self.must_admit(identity, address)
        now = monotonic()
        for token, ticket in list(self.tickets.items()):
            if not ticket.used and now - ticket.born > VALID:
                del self.tickets[token]
        admitted = self.tickets.values()
        if len(admitted) >= self.limits.sessions:
            raise self.denied("server full", "The server is full; try again later.")
        if sum(ticket.address == address for ticket in admitted) >= self.limits.per_address:
            raise self.denied("sessions from an address", "Too many sessions from your address.")
        if identity != GUEST and sum(ticket.identity == identity for ticket in admitted) >= self.limits.per_key:
            raise self.denied("sessions with a key", "Too many sessions with your key.")
        token = secrets.token_urlsafe(24)
        self.tickets[token] = Ticket(identity, address, now)
        return token

    def must_admit(self, identity: str, address: str) -> None:
        """Raises RequestDenied for a banned player or address, and for a newcomer while the server is closed to them.

        A guest may be someone who comes back, so is asked for a name or a code first.
        """
        if ban := self.moderation.ban_of(identity, address):
            raise self.denied("banned", refusal(ban))
        if self.moderation.closed is not None and not is_guest(identity) and self.store.player(identity) is None:
            raise self.denied("closed to new players", self.moderation.closed)

    def denied(self, reason: str, text: str) -> RequestDenied:
        """The refusal of a session, which is counted by its reason."""
        self.turned_away(reason)
        return RequestDenied(text)

    def turned_away(self, reason: str) -> None:
        """Count a refused connection or session."""
        self.events.turned_away(reason)

    def chat_refusal(self, number: int) -> str:
        """The reason why a player who is connected may not chat; empty for one who may."""
        session = self.sessions.get(number)
        return self.moderation.mute_sentence(session.ticket.identity, session.ticket.address) if session else ""

    def key_of(self, number: int) -> str:
        """Identity of the key with which a player is connected; empty for none."""
        session = self.sessions.get(number)
        return session.ticket.identity if session else ""

    def end_key(self, identity: str) -> None:
        """End the sessions with a key that its player has removed."""
        for session in list(self.connections):
            if session.ticket.identity == identity:
                session.end(Bye("Your key has been removed from this account.", "refused"))

    def use_measures(self) -> None:
        """Apply bans, closing and limits that the operator has changed at another host."""
        self.moderation.reload()
        self.use_limits(self.moderation.limits(self.configured))
        for session in list(self.connections):
            if ban := self.moderation.ban_of(session.ticket.identity, session.ticket.address):
                session.end(Bye(refusal(ban), "refused"))

    def use_limits(self, limits: Limits) -> None:
        """Apply other limits from now on."""
        self.limits = self.service.limits = limits
        self.on_limits(limits)

    def faults(self) -> list[str]:
        """Faults of the server, in sentences."""
        try:
            self.store.alive(time())
        except Unsaved as error:
            return [f"Cannot write the database: {reason(error)}."]
        late = monotonic() - self.ticked > LATE
        dead = any(task.done() for task in self._tasks)
        return ["The clock of the tables has stopped."] * late + ["The bots or the notices have stopped."] * dead

    def release(self, token: str) -> None:
        """Give up a ticket: its session is over or never started."""
        self.tickets.pop(token, None)

    def printed(self, identity: str, address: str, command: str) -> Printed:
        """The output of a command of a player, or the reason for refusing it."""
        try:
            self.must_admit(identity, address)
        except RequestDenied as no:
            return Printed("", str(no), BUSY)
        return self.games_command.run(identity, address, command)

    def redeem(self, token: str) -> Ticket | None:
        """Return a ticket and mark it as used; None if it is unknown or has expired unused.

        A client that has lost its connection uses it again until the session is over.
        """
        ticket = self.tickets.get(token)
        if ticket is None or (not ticket.used and monotonic() - ticket.born > VALID):
            return None
        ticket.used = True
        return ticket

    # Sessions

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        session = Session(self, reader, writer)
        if len(self.connections) >= 2 * self.limits.sessions:
            return session.drop()
        self.connections.add(session)
        try:
            await session.run()
        finally:
            self.connections.discard(session)
            self._leave(session)

    def enter(self, session: Session, number: int, name: str, join: str, watch: bool) -> None:
        """Make a session that player's, and end another one of the same player."""
        old = self.sessions.get(number)
        self.sessions[number] = session
        if old:
            old.end(Bye("You continued in another window.", "replaced"))
        self.service.arrive(number, name, join, watch, session.ticket.address)
        self.service.players.arrived(number, session.ticket.identity)

    def _leave(self, session: Session) -> None:
        if session.number is not None and self.sessions.get(session.number) is session:
            del self.sessions[session.number]
            if self._server.is_serving():
                self.service.depart(session.number)
            else:  # the server stops, and the votes of its tables go on when it is started again
                self.service.players.departed(session.number)

    def post(self, number: int, message: Message) -> None:
        if session := self.sessions.get(number):
            session.send(message)
        elif self.town:
            self.town.post(number, message)

    # Bots and the clock

    def _answered(self, thought: Thought, action: Action) -> None:
        try:
            game.answered(self.service, thought, action)
        except Illegal as error:
            log.error("bot move failed at table %s: %s", thought.table, error)
        except Unsaved as error:
            self.service.not_saved(error)

    def _clock(self) -> None:
        """Start the clock, and restart it after an error, which the event loop reports."""
        self._ticker = asyncio.create_task(self._tick())
        self._ticker.add_done_callback(lambda task: None if task.cancelled() else self._clock())

    async def _tick(self) -> None:
        while True:
            for _ in range(round(1 / BREATH)):
                await asyncio.sleep(BREATH)
                if not self.lost:
                    if self.town:
                        self._unless_lost(self.town.follow_unseen)
                    self._unless_lost(self.service.refresh)
                    if self.town:
                        self._unless_lost(self.town.note_people)
            await self._look_for_database()
            if not self.lost:
                self._unless_lost(self.service.tick)
                self._prepare_day()
            self.ticked = monotonic()

    def _unless_lost(self, work: Callable[[], None]) -> None:
        """Do something that fails when the database has just been lost; it is done again once that is back."""
        try:
            work()
        except Unsaved as error:
            log.error("not done: %s", reason(error))

    async def _look_for_database(self) -> None:
        """Notice that PostgreSQL is lost or back, and tell everyone; the clocks of the tables stop meanwhile."""
        if not self.town:
            return
        try:
            follow = await asyncio.to_thread(self.town.beat, bool(self.lost))
        except Unsaved as error:
            if not self.lost:
                self.lost, self.service.lost = monotonic(), True
                log.error("the database cannot be reached, so nothing is saved until it is back: %s", reason(error))
                self._tell_all(LOST)
        else:
            follow()
            if self.lost:
                self.lost, self.service.lost = 0.0, False
                log.warning("the database is back")
                self._tell_all(BACK)

    def _tell_all(self, sentence: str) -> None:
        for number in self.sessions:
            self.post(number, Note(sentence))

    def _prepare_day(self) -> None:
        """Prepare the puzzles of a new day in a thread, so that nobody waits for them."""
        if self._prepared != (day := daily.today()):
            self._prepared = day
            self._preparing = asyncio.create_task(asyncio.to_thread(self.service.daily.prepare, day))
