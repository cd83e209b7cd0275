"""The operator's commands: each request of `tabletown admin` is answered with a sentence or a table."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from pathlib import Path
from time import time
from typing import Protocol

from tabletown.rules.core.text import plural, shorten

from ..protocol.admin_messages import (
    AdminReply,
    AdminRequest,
    Backup,
    Ban,
    Broadcast,
    Close,
    Health,
    Kick,
    ListBans,
    ListTables,
    MutePlayer,
    Remove,
    RemoveTournament,
    Rename,
    Reopen,
    SetLimit,
    ShowLimits,
    ShowLog,
    ShowTournaments,
    Unban,
    UnmutePlayer,
    Who,
)
from ..protocol.server_messages import Bye, Note
from . import admin_lists, repair
from .limits import Limits
from .moderation import (
    FINGERPRINT,
    HIGHEST,
    LIMIT_FIELDS,
    WIDEST,
    Moderation,
    because,
    cleaned,
    moment,
    network_of,
    refusal,
)
from .operator_store import BAN, MUTE, Measure, OperatorStore, PlayerRow
from .player_names import checked_name, folded
from .session import GUEST, Session
from .store import BadStore, Store
from .tables import removing, renaming
from .tables.service import TableService
from .tables.table import RequestDenied

log = logging.getLogger("tabletown.admin")


class ServerProtocol(Protocol):
    """The server, as its operator controls it."""

    data: Path
    store: Store
    service: TableService
    moderation: Moderation
    connections: set[Session]
    sessions: dict[int, Session]
    limits: Limits
    configured: Limits

    def use_limits(self, limits: Limits) -> None:
        """Apply other limits from now on."""

    def faults(self) -> list[str]:
        """Faults of the server, in sentences."""


class AdminDesk:
    """Handles the operator's requests."""

    def __init__(self, server: ServerProtocol) -> None:
        self.server, self.moderation = server, server.moderation
        self.store: OperatorStore = server.moderation.store

    def answer(self, request: AdminRequest, operator: str) -> AdminReply:
        """Do it, and log it if it changes anything. Raises RequestDenied and Unsaved, and changes nothing then."""
        match request:
            case Who():
                return admin_lists.sessions(self.server.connections, self.server.service, self.moderation)
            case ListTables():
                return admin_lists.tables(self.server.service)
            case ListBans():
                return admin_lists.measures([*self.moderation.in_force(BAN), *self.moderation.in_force(MUTE)])
            case ShowTournaments():
                return admin_lists.tournaments(self.server.service)
            case ShowLimits():
                return admin_lists.limits(self.server.limits, self.server.configured)
            case ShowLog(lines):
                return admin_lists.log(self.store.log(lines))
            case Health():
                return self.health()
        return self.done(request, operator, self.change(request))

    def done(self, request: AdminRequest, operator: str, text: str) -> AdminReply:
        """Log what was done; the text says so."""
        self.store.record(operator, text)
        log.info("%s: %s", operator, text, extra={"operator": operator, "command": request.__struct_config__.tag})
        return AdminReply(text)

    def change(self, request: AdminRequest) -> str:
        """Do it; return the sentence that says so."""
        match request:
            case Broadcast(text):
                return self.broadcast(cleaned(text))
            case Close(text):
                self.moderation.close(cleaned(text))
                return because("Closed to new players", cleaned(text))
            case Reopen():
                self.moderation.reopen()
                return "Open to new players."
            case MutePlayer(name, reason, seconds):
                return self.mute(self.player(name), cleaned(reason), seconds)
            case UnmutePlayer(name):
                return self.unmute(self.player(name))
            case Kick(name, reason):
                return self.kick(self.player(name), cleaned(reason))
            case Ban(subject, reason, seconds):
                return self.ban(subject, cleaned(reason), seconds)
            case Unban(subject):
                return self.unban(subject)
            case Rename(old, new):
                return self.rename(self.player(old), checked_name(new))
            case Remove(code, reason):
                return removing.remove(self.server.service, code.upper(), cleaned(reason), self.tell)
            case RemoveTournament(number, reason):
                return self.remove_tournament(number, cleaned(reason))
            case SetLimit(name, value):
                return self.set_limit(name, value)
        raise RequestDenied(f"Unknown command {shorten(repr(request))}.")

    def health(self) -> AdminReply:
        if faults := self.server.faults():
            raise RequestDenied(" ".join(faults))
        sessions, tables = len(self.server.connections), len(self.server.service.tables)
        return AdminReply(f"The server is in order: {plural(sessions, 'session')}, {plural(tables, 'table')}.")

    # Players

    def player(self, name: str) -> PlayerRow:
        """The player of that name. Raises RequestDenied."""
        row = self.store.player(folded(name))
        if row is None:
            raise RequestDenied(f"No player is called {shorten(cleaned(name))}.")
        return row

    def tell(self, number: int, text: str) -> None:
        """Tell a player something: now, or on their next visit."""
        self.store.notify(number, text)
        if number in self.server.service.people:
            self.server.service.show_notices(number)

    def end(self, concerned: Callable[[Session], bool], text: str) -> int:
        """End sessions with a sentence; return their number."""
        sessions = [session for session in self.server.connections if concerned(session)]
        for session in sessions:
            session.end(Bye(text, "refused"))
        return len(sessions)

    def broadcast(self, text: str) -> str:
        if not text:
            raise RequestDenied("The message is empty.")
        people = [*self.server.service.people]
        for number in people:
            self.server.service.post(number, Note(f"Message from the server: {text}"))
        return f"Sent to {plural(len(people), 'player')}: {text}"

    def mute(self, player: PlayerRow, reason: str, seconds: float | None) -> str:
        mute = measure(MUTE, player.identity, player.name, reason, seconds)
        self.moderation.impose(mute)
        self.tell(player.number, refusal(mute))
        return because(f"Muted {player.name}{until(mute)}", reason)

    def unmute(self, player: PlayerRow) -> str:
        mute = self.moderation.mute_of(player.identity)
        if mute is None:
            raise RequestDenied(f"{player.name} is not muted.")
        self.moderation.lift(mute)
        self.tell(player.number, "You can chat again.")
        return f"Unmuted {player.name}."

    def kick(self, player: PlayerRow, reason: str) -> str:
        text = f"{because('The operator has ended your session', reason)} You are welcome to come back."
        if not self.end(lambda session: session.ticket.identity == player.identity, text):
            raise RequestDenied(f"{player.name} is not connected.")
        return because(f"Kicked {player.name}", reason)

    def ban(self, subject: str, reason: str, seconds: float | None) -> str:
        key, name, advice = self.banned(subject)
        ban = measure(BAN, key, name, reason, seconds)
        self.moderation.impose(ban)
        ended = self.end(
            lambda session: self.moderation.ban_of(session.ticket.identity, session.ticket.address) is not None,
            refusal(ban),
        )
        closed = f" {plural(ended, 'session')} ended." if ended else ""
        return because(f"Banned {name or key}{until(ban)}", reason) + closed + advice

    def banned(self, subject: str) -> tuple[str, str, str]:
        """Subject and name of a ban, and advice on it. Raises RequestDenied."""
        if FINGERPRINT.fullmatch(subject):
            return subject, "", ""
        if network := network_of(subject):
            if network.prefixlen < WIDEST[network.version]:
                raise RequestDenied(f"{network} has too many addresses to ban.")
            return str(network), "", ""
        player = self.player(subject)
        return player.identity, player.name, self.advice(player)

    def advice(self, player: PlayerRow) -> str:
        """Advice on the ban of a guest, who can come back as someone new."""
        if not player.identity.startswith(f"{GUEST}:"):
            return ""
        session = self.server.sessions.get(player.number)
        command = f": tabletown admin ban {session.ticket.address}" if session else ""
        return f" Guests can come back under another name; to prevent it, ban the address too{command}"

    def unban(self, subject: str) -> str:
        network = network_of(subject)
        key = folded(subject)
        for ban in self.moderation.in_force(BAN):
            if subject == ban.subject or str(network) == ban.subject or (ban.name and key == folded(ban.name)):
                self.moderation.lift(ban)
                return f"Unbanned {ban.name or ban.subject}."
        player = self.store.player(key)
        ban_of_key = self.moderation.ban_of(player.identity, "") if player else None
        if ban_of_key is None:
            raise RequestDenied(f"No ban of {shorten(cleaned(subject))}; see tabletown admin bans.")
        self.moderation.lift(ban_of_key)
        return f"Unbanned {player.name if player else ban_of_key.subject}."

    def rename(self, player: PlayerRow, name: str) -> str:
        if self.server.store.name_player(player.identity, name, folded(name)) is None:
            raise RequestDenied(f"Another player is called {name}.")
        renaming.rename(self.server.service, player.number, name)
        if session := self.server.sessions.get(player.number):
            session.show_name(name)
        self.tell(player.number, f"The operator has changed your name to {name}.")
        return f"Renamed {player.name} to {name}."

    async def back_up(self, request: Backup, operator: str) -> AdminReply:
        """Copy the database in a thread, so that no one waits for it. Raises RequestDenied and Unsaved."""
        path = Path(request.path)
        try:
            await asyncio.to_thread(repair.back_up, self.server.data, path)
        except BadStore as bad:
            raise RequestDenied(f"{bad}.") from None
        except (OSError, ValueError, sqlite3.Error) as error:
            raise RequestDenied(
                f"Cannot write {cleaned(str(path))}: {getattr(error, 'strerror', None) or error}."
            ) from None
        return self.done(request, operator, f"Copied the database to {cleaned(str(path))}.")

    def remove_tournament(self, number: int, reason: str) -> str:
        director = self.server.service.tournaments.director
        tournament = director.current.get(number)
        if tournament is None:
            raise RequestDenied(f"No tournament {number} is coming or running; see tabletown admin tournaments.")
        director.cancel(tournament, because(f"The operator has cancelled {tournament.name}", reason))
        return because(f"Cancelled {tournament.name}", reason)

    # Limits

    def set_limit(self, name: str, value: int | None) -> str:
        if name not in LIMIT_FIELDS:
            raise RequestDenied(f"No limit is called {shorten(name)}; choose from {', '.join(LIMIT_FIELDS)}.")
        if value is not None and not 1 <= value <= HIGHEST:
            raise RequestDenied(f"A limit is a number from 1 to {HIGHEST}.")
        self.moderation.set_limit(name, value)
        self.server.use_limits(self.moderation.limits(self.server.configured))
        in_force = getattr(self.server.limits, LIMIT_FIELDS[name])
        return f"The limit {name} is {in_force}" + (", as on the command line." if value is None else ".")


def measure(kind: str, subject: str, name: str, reason: str, seconds: float | None) -> Measure:
    """A ban or mute from now on, for some seconds or without end."""
    now = time()
    return Measure(kind, subject, name, reason, now, None if seconds is None else now + seconds)


def until(measure: Measure) -> str:
    """The end of a ban or mute, with a space before it; empty if it has none."""
    return f" until {moment(measure.until)}" if measure.until is not None else ""
