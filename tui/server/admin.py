"""The operator's commands: each request of `tabletown admin` is answered with a sentence or a table."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from dataclasses import replace
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
from .databases import BACKUP, is_file, name_of
from .limits import Limits
from .moderation import (
    FINGERPRINT,
    GUESTS,
    HIGHEST,
    LIMIT_FIELDS,
    WIDEST,
    Moderation,
    because,
    cleaned,
    is_guest,
    moment,
    network_of,
    refusal,
)
from .operator_store import BAN, MUTE, Measure, OperatorStore, PlayerRow
from .player_names import checked_name, folded
from .session import Session
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
                return self.unmute(name)
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
        others = self.guests_at(player)
        self.moderation.impose(mute, *(replace(mute, subject=other) for other in others))
        self.tell(player.number, refusal(mute))
        return because(f"Muted {player.name}{until(mute)}", reason) + also(others)

    def unmute(self, name: str) -> str:
        """Lift the mutes of a player, or that of all guests from an address."""
        player = None if name.startswith(GUESTS) else self.player(name)
        subjects = self.store.identities(player.identity) if player else [name]
        title = player.name if player else cleaned(name)
        mutes = [
            mute
            for mute in self.moderation.in_force(MUTE)
            if mute.subject in subjects or (mute.subject.startswith(GUESTS) and mute.name == title)
        ]
        if not mutes:
            raise RequestDenied(f"There is no mute of {title}.")
        for mute in mutes:
            self.moderation.lift(mute)
        if player:
            self.tell(player.number, "You can chat again.")
        return f"Unmuted {title}."

    def guests_at(self, player: PlayerRow) -> list[str]:
        """The subject that covers all guests from the address of a guest who is connected, who could come back as
        someone new; empty for any other player.
        """
        session = self.server.sessions.get(player.number)
        network = network_of(session.ticket.address) if session and is_guest(session.ticket.identity) else None
        return [f"{GUESTS}{network}"] if network else []

    def kick(self, player: PlayerRow, reason: str) -> str:
        text = f"{because('The operator has ended your session', reason)} You are welcome to come back."
        if not self.end(lambda session: self.is_of(session, player), text):
            raise RequestDenied(f"There is no session of {player.name}.")
        return because(f"Kicked {player.name}", reason)

    def is_of(self, session: Session, player: PlayerRow) -> bool:
        """True for a session of that player, with whichever key."""
        return self.store.identities(session.ticket.identity)[0] == player.identity

    def ban(self, subject: str, reason: str, seconds: float | None) -> str:
        subjects, name, advice = self.banned(subject)
        bans = [measure(BAN, each, name, reason, seconds) for each in subjects]
        self.moderation.impose(*bans)
        ended = self.end(
            lambda session: self.moderation.ban_of(session.ticket.identity, session.ticket.address) is not None,
            refusal(bans[0]),
        )
        closed = f" {plural(ended, 'session')} ended." if ended else ""
        return because(f"Banned {name or subjects[0]}{until(bans[0])}", reason) + closed + advice

    def banned(self, subject: str) -> tuple[list[str], str, str]:
        """Subjects and name of a ban, and a sentence on it with a space before it. Raises RequestDenied."""
        if FINGERPRINT.fullmatch(subject):
            return [subject], "", ""
        if network := network_of(subject):
            if network.prefixlen < WIDEST[network.version]:
                raise RequestDenied(f"{network} has too many addresses to ban.")
            return [str(network)], "", ""
        player = self.player(subject)
        others = self.guests_at(player)
        advice = " A guest can come back under another name." if is_guest(player.identity) and not others else ""
        return [player.identity, *others], player.name, also(others) + advice

    def unban(self, subject: str) -> str:
        network, key = network_of(subject), folded(subject)
        player = self.store.player(key)
        subjects = {str(network), *self.store.identities(player.identity if player else subject)}
        bans = [
            ban
            for ban in self.moderation.in_force(BAN)
            if ban.subject in subjects or (ban.name and folded(ban.name) == key)
        ]
        if not bans:
            raise RequestDenied(f"No ban of {shorten(cleaned(subject))}; see tabletown admin bans.")
        for ban in bans:
            self.moderation.lift(ban)
        return f"Unbanned {bans[0].name or (player.name if player else bans[0].subject)}."

    def rename(self, player: PlayerRow, name: str) -> str:
        if not self.server.store.rename_player(player.number, name, folded(name), by_operator=True):
            raise RequestDenied(f"Another player is called {name}, or was in the last 30 days.")
        renaming.rename(self.server.service, player.number, name)
        if session := self.server.sessions.get(player.number):
            session.show_name(name)
        self.tell(player.number, f"The operator has changed your name to {name}.")
        return f"Renamed {player.name} to {name}."

    async def back_up(self, request: Backup, operator: str) -> AdminReply:
        """Copy the database in a thread, so that no one waits for it. Raises RequestDenied and Unsaved."""
        path = Path(request.path)
        if not is_file(self.server.store.engine):
            raise RequestDenied(f"{BACKUP.format(name=name_of(self.server.store.engine))}.")
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


def also(subjects: list[str]) -> str:
    """The sentence that a measure covers other guests too, with a space before it; empty if it does not."""
    return "".join(f" It covers all guests from {subject.removeprefix(GUESTS)}." for subject in subjects)


def until(measure: Measure) -> str:
    """The end of a ban or mute, with a space before it; empty if it has none."""
    return f" until {moment(measure.until)}" if measure.until is not None else ""
