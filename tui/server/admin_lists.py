"""The operator's lists: sessions, tables, bans and mutes, limits, and the log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from time import monotonic, time

from tabletown.rules.core.text import plural

from ..protocol.admin_messages import AdminReply
from .limits import Limits
from .moderation import LIMIT_FIELDS, Moderation, cleaned, moment
from .operator_store import BAN, Entry, Measure
from .session import Session
from .tables.service import TableService
from .tables.table import Table

UNNAMED = "(no name yet)"


def sessions(connections: Iterable[Session], service: TableService, moderation: Moderation) -> AdminReply:
    """Everyone who is connected, the longest first."""
    rows = [
        [
            name_of(session, service),
            place_of(session, service),
            elapsed(monotonic() - session.ticket.born),
            session.ticket.address,
            session.ticket.identity,
            "muted" if moderation.mute_of(session.ticket.identity, session.ticket.address) else "",
        ]
        for session in sorted(connections, key=lambda session: session.ticket.born)
        if session.ticket.identity
    ]
    closed = " Closed to new players." if moderation.closed is not None else ""
    columns = ["NAME", "PLACE", "CONNECTED", "ADDRESS", "KEY", "CHAT"]
    return AdminReply(f"{plural(len(rows), 'session')}.{closed}", columns, rows)


def name_of(session: Session, service: TableService) -> str:
    player = service.store.player(session.ticket.identity)
    return player[1] if player else UNNAMED


def place_of(session: Session, service: TableService) -> str:
    """The lobby, or a table with the seat there."""
    person = service.people.get(session.number) if session.number is not None else None
    if person is None or person.table is None:
        return "lobby" if person else ""
    seat = person.table.seat_of(person.number)
    return f"{person.table.code} {'watching' if seat is None else f'seat {seat + 1}'}"


def tables(service: TableService) -> AdminReply:
    """All tables, the most recently used first."""
    rows = [table_row(table) for table in sorted(service.tables.values(), key=lambda table: -table.touched)]
    left = f" {plural(len(service.unloaded), 'more table')} could not be loaded." if service.unloaded else ""
    columns = ["CODE", "GAME", "STAGE", "MOVES", "LAST CHANGE", "SEATS", "PRESENT", "OPENED FROM"]
    return AdminReply(f"{plural(len(rows), 'table')}.{left}", columns, rows)


def table_row(table: Table) -> list[str]:
    seats = ", ".join(seat.name or "open" for seat in table.seats)
    last = elapsed(time() - table.touched)
    return [table.code, table.game, table.stage, str(table.plies), last, seats, str(len(table.present)), table.origin]


def tournaments(service: TableService) -> AdminReply:
    """The tournaments that are not over, in the order of their starts."""
    current = sorted(service.tournaments.director.current.values(), key=lambda tournament: tournament.starts)
    creators = service.store.names([tournament.creator for tournament in current])
    rows = [
        [
            str(tournament.number),
            tournament.name,
            tournament.game,
            f"{tournament.round} of {tournament.rounds or '?'}",
            moment(tournament.starts),
            f"{len(tournament.active)} of {tournament.most}",
            creators.get(tournament.creator, ""),
        ]
        for tournament in current
    ]
    columns = ["NUMBER", "NAME", "GAME", "ROUND", "STARTS", "PLAYERS", "CREATED BY"]
    return AdminReply(f"{plural(len(rows), 'tournament')}.", columns, rows)


def measures(in_force: Sequence[Measure]) -> AdminReply:
    """Bans and mutes in force."""
    rows = [
        [
            measure.kind,
            measure.name,
            measure.subject,
            moment(measure.since),
            moment(measure.until) if measure.until is not None else "never",
            cleaned(measure.reason),
        ]
        for measure in in_force
    ]
    bans = sum(measure.kind == BAN for measure in in_force)
    text = f"{plural(bans, 'ban')}, {plural(len(rows) - bans, 'mute')}."
    return AdminReply(text, ["KIND", "NAME", "KEY OR ADDRESS", "SINCE", "ENDS", "REASON"], rows)


def limits(in_force: Limits, configured: Limits) -> AdminReply:
    """The limits that can be changed, with those of the command line."""
    fields = LIMIT_FIELDS.items()
    rows = [[name, str(getattr(in_force, field)), str(getattr(configured, field))] for name, field in fields]
    return AdminReply("", ["LIMIT", "VALUE", "COMMAND LINE"], rows)


def log(entries: Sequence[Entry]) -> AdminReply:
    """Lines of the log, the newest last."""
    rows = [[moment(entry.time), entry.operator, cleaned(entry.text)] for entry in entries]
    return AdminReply("" if rows else "Nothing has been done yet.", ["TIME", "BY", "DONE"], rows)


def elapsed(seconds: float) -> str:
    """A time in the largest units that say enough: "3 d 4 h", "2 h 5 min", "8 min"."""
    minutes = max(0, int(seconds // 60))
    days, hours = divmod(minutes // 60, 24)
    if days:
        return f"{days} d {hours} h"
    return f"{hours} h {minutes % 60} min" if hours else f"{minutes} min"
