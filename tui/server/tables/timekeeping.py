"""The clocks of a table: which seat has one that runs, and who is told of it."""

from __future__ import annotations

from dataclasses import replace

from tabletown import rules

from ...protocol.server_messages import Clocks, Note
from ..store import Also
from ..stored_table import Unsaved
from ..turn_notices import TURN, WARNING
from .service_protocol import Person, ServiceProtocol
from .table import PLAYING, Table, duration


def timed_seat(table: Table, seat: int | None) -> int | None:
    """The seat if a person decides there, whose clock may run; None for a bot and after the end."""
    return None if seat is None or table.seats[seat].level else seat


def restart(service: ServiceProtocol, table: Table) -> None:
    """Let the right clock run after the player of a seat has changed."""
    table.clock = table.clock.switched(timed_seat(table, table.to_move), service.ran())


def message(service: ServiceProtocol, table: Table) -> Clocks:
    """The seconds left by seat; None for a bot's seat."""
    clock, now = table.clock, service.ran()
    left = [
        None if server_seat.bot else round(max(0.0, clock.left_of(seat, now)), 1)
        for seat, server_seat in enumerate(table.seats)
    ]
    return Clocks(left, clock.seat)


def show(service: ServiceProtocol, table: Table, person: Person | None = None) -> None:
    """Send the clocks of a running game to everyone at a table, or to one person."""
    if table.stage == PLAYING and table.clock.rules:
        for number in [person.number] if person else table.present:
            service.post(number, message(service, table))


def waits_for(table: Table, number: int) -> bool:
    """True when a player has to decide in a running game."""
    seat = table.seat_of(number)
    return table.stage == PLAYING and seat is not None and timed_seat(table, table.to_move) == seat


def seconds_left(table: Table, number: int, now: float) -> float | None:
    """Seconds left for a player who has to decide in a game with clocks; None otherwise."""
    seat = table.clock.seat
    if seat is None or not waits_for(table, number):
        return None
    return round(max(0.0, table.clock.left_of(seat, now)), 1)


def call(service: ServiceProtocol, table: Table) -> None:
    """Tell the players of a table who are elsewhere whose turn it is now; the notice for it is written already."""
    call_here(service, table)
    alert(service, table, TURN, turn_text(table))


def turn_text(table: Table) -> str:
    return f"It is your turn at table {table.code} ({rules.load(table.game).TITLE})."


def call_here(service: ServiceProtocol, table: Table) -> None:
    """Show the players of a table who are in the lobby whose turn it is now."""
    for number in table.people():
        person = service.people.get(number)
        if person and person.table is None:
            service.outdated.add(number)


def alert(service: ServiceProtocol, table: Table, event: str, text: str) -> None:
    """Tell the player who decides in a slow game, and who is at another table; let a written notice be sent."""
    number = absentee(table)
    person = service.people.get(number) if number is not None else None
    if person and (person.table or event == WARNING):
        service.post(person.number, Note(text))
    elif service.notices:
        service.notices.written.set()


def absentee(table: Table) -> int | None:
    """The player who decides in a slow game and is not at the table; None if there is none."""
    seat = table.clock.seat
    number = table.seats[seat].person if seat is not None and table.clock.slow else None
    return None if number in table.present else number


def notice(service: ServiceProtocol, table: Table, event: str, text: str) -> Also | None:
    """Writes a notice for the player who decides in a slow game and is not on the server; None if there is none."""
    number = absentee(table)
    if number is None or number in service.people or service.notices is None:
        return None
    name = next(server_seat.name for server_seat in table.seats if server_seat.person == number)
    return service.notices.entry(number, name, table.code, rules.load(table.game).TITLE, event, text)


def warn(service: ServiceProtocol, table: Table) -> None:
    """Warn the player who decides in a slow game, once, when little time is left. Raises Unsaved, and warns nobody."""
    seat, before = table.clock.due_warning(service.ran()) if table.clock.slow else None, table.clock
    if seat is None:
        return
    left = duration(table.clock.left_of(seat, service.ran()))
    text = f"You have {left} left at table {table.code} ({rules.load(table.game).TITLE})."
    table.clock = replace(table.clock, warned=True)
    try:
        service.save(table, notice(service, table, WARNING, text))
    except Unsaved:
        table.clock = before
        raise
    alert(service, table, WARNING, text)
