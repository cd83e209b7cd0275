"""Seats: open a table, join it, change seats, leave, and let a bot take over."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from tabletown import rules
from tabletown.rules.core.registry import is_game
from tabletown.rules.core.text import plural

from ...protocol.client_messages import Join, Open
from ..stored_table import Unsaved
from . import closing, timekeeping, views, votes
from .service_protocol import Person, ServiceProtocol
from .table import (
    OVER,
    PLAYING,
    WAITING,
    RequestDenied,
    ServerSeat,
    Table,
    checked_clock,
    checked_options,
    checked_seats,
    locked,
    must_host,
    opens,
    put_bot,
)

STAND_IN = "medium"
"""Level of the bot that takes over from an absent player."""


def open_table(service: ServiceProtocol, person: Person, request: Open) -> None:
    if not is_game(request.game):
        raise RequestDenied(f"Unknown game {request.game!r}; choose {', '.join(rules.GAMES)}.")
    options, seats = checked_options(request.game, request.options), checked_seats(request.game, request.seats)
    clock = checked_clock(request.clock, request.timeout)
    must_have_room(service, person)
    from_here = [table for table in unfinished(service) if table.origin == person.origin != ""]
    if len(from_here) >= service.limits.tables_per_address:
        raise RequestDenied(f"{len(from_here)} tables from your address are unfinished; finish or leave one first.")
    service.rate_limit(person)
    if sum(not table.day for table in service.tables.values()) >= service.limits.all_tables:
        closing.make_room(service)
    code, lock = service.new_code(), locked(request.password)
    host, practice = person.number, request.practice
    table = Table(code, request.game, options, seats, host, lock, origin=person.origin, clock=clock, practice=practice)
    take(service, person, table, next(n for n, server_seat in enumerate(seats) if server_seat.open))
    service.save(table)
    service.tables[table.code] = table
    go(service, person)
    enter(service, person, table)


@contextmanager
def as_before_if_unsaved(table: Table) -> Iterator[None]:
    """Leave the seats, the host and the clock of a table as they were when a change of them cannot be saved."""
    seats, host, clock = [replace(server_seat) for server_seat in table.seats], table.host, table.clock
    try:
        yield
    except Unsaved:
        table.seats, table.host, table.clock = seats, host, clock
        raise


def must_have_room(service: ServiceProtocol, person: Person) -> None:
    """Raises RequestDenied for a player with seats at too many tables."""
    own = [table for table in unfinished(service) if table.seat_of(person.number) is not None]
    if len(own) >= service.limits.tables:
        raise RequestDenied(f"You are already at {plural(len(own), 'table')}; finish, leave or resign one first.")


def must_be_welcome(service: ServiceProtocol, person: Person, table: Table) -> None:
    """Raises RequestDenied for a player whom the host has blocked."""
    if service.directory.blocks(table.host, person.number):
        raise RequestDenied("You cannot take a seat at that table; you can watch it.")


def unfinished(service: ServiceProtocol) -> list[Table]:
    """The unfinished tables without those of daily games, which everyone has one of."""
    return [table for table in service.tables.values() if table.stage != OVER and not table.day]


def join(service: ServiceProtocol, person: Person, request: Join) -> None:
    table = service.tables.get(request.code.upper())
    if table is None or (table.day and table.seat_of(person.number) is None):
        raise RequestDenied(f"No table {request.code.upper()}. Check the code.")
    if person.table is table:
        raise RequestDenied("You are already at that table.")
    if table.seat_of(person.number) is None:
        if table.lock and not service.directory.is_invited(person.number, table.code):
            if not request.password:
                raise RequestDenied("That table is private; enter its password.", "password")
            service.rate_limit(person)
            if not opens(table.lock, request.password):
                raise RequestDenied("Wrong password.", "password")
        seat = table.first_open()
        if not request.watch and table.stage == WAITING and seat is not None:
            must_be_welcome(service, person, table)
            must_have_room(service, person)
            with as_before_if_unsaved(table):
                take(service, person, table, seat)
                service.save(table)
            if service.directory.is_invited(person.number, table.code):
                service.directory.close_invitation(table.code, person.number)
    go(service, person)
    enter(service, person, table)


def take(service: ServiceProtocol, person: Person, table: Table, seat: int) -> None:
    table.seats[seat] = ServerSeat(person.number, person.name, since=service.now())
    for rating in service.store.ratings(table.game, [person.number]).values():
        table.elo[person.number] = round(rating.value)


def enter(service: ServiceProtocol, person: Person, table: Table) -> None:
    """Bring a player to a table and show it."""
    new = person.number not in table.present
    person.table = table
    table.present[person.number] = person.name
    seat = table.seat_of(person.number)
    if seat is not None:
        server_seat = table.seats[seat]
        server_seat.reminded = False
        if table.stage == WAITING:
            server_seat.name = person.name
        for rating in service.store.ratings(table.game, [person.number]).values():
            table.elo[person.number] = round(rating.value)
        for what in ("bot", "replace"):
            votes.withdraw(service, table, what, seat)
    if not take_back(service, person, table):
        service.show_room(table)
        if new and seat is not None and table.stage == PLAYING:
            service.note(table, f"{table.seats[seat].name} is back.")
    if table.stage != WAITING:
        match = service.resumed(table)
        for message in (views.begun(match, seat), *views.story(table), *views.over(table, match)):
            service.post(person.number, message)
        timekeeping.show(service, table, person)
    for question in table.questions.values():
        service.post(person.number, votes.asked_message(table, question, person.number))
    if new:
        service.wake(table)


def take_back(service: ServiceProtocol, person: Person, table: Table) -> bool:
    """Stop the bot that took over for a returning player; True when there was one.

    In a slow game the player has the time for a move again.
    """
    seat = table.seat_of(person.number)
    if seat is None or not table.seats[seat].stand_in or table.seats[seat].out or service.lost:
        return False
    table.seats[seat].stand_in, table.thinking = "", None
    if table.clock.slow:
        table.clock = table.clock.renewed(seat)
    timekeeping.restart(service, table)
    service.save_or_log(table)
    service.show_room(table)
    timekeeping.show(service, table)
    service.note(table, f"{table.seats[seat].name} is back.")
    service.wake(table)
    return True


def leave(service: ServiceProtocol, person: Person, table: Table) -> None:
    """Leave for the lobby; the seat is kept only during a game, and its name after it, for the record."""
    seat = table.seat_of(person.number)
    if seat is not None and table.stage != PLAYING:
        table.seats[seat] = ServerSeat(name=table.seats[seat].name if table.stage == OVER else "")
        pass_host_on(table)
    go(service, person)
    service.show_lobby(person)


def go(service: ServiceProtocol, person: Person) -> None:
    """Take a player away from the current table."""
    if person.table:
        away(service, person)


def away(service: ServiceProtocol, person: Person) -> None:
    """Take a player away from the table; the seat is kept."""
    table = person.table
    assert table is not None
    person.table = None
    del table.present[person.number]
    seat = table.seat_of(person.number)
    if seat is not None:
        table.seats[seat].since = service.now()
    votes.remove_player(service, table, person.number)
    if table.stage == WAITING and all(server_seat.person is None for server_seat in table.seats):
        return dissolve(service, table)
    if seat is not None:
        service.save_or_log(table)
    if not table.present:
        table.match, table.story, table.thinking = None, [], None
        service.wake(table)
    if seat is not None and table.stage == PLAYING:
        service.note(table, f"{table.seats[seat].name} is away.")
    return service.show_room(table)


def dissolve(service: ServiceProtocol, table: Table) -> None:
    """Close a table without players; its spectators go to the lobby."""
    watchers = empty(service, table)
    service.close(table)
    for watcher in watchers:
        service.show_lobby(watcher)


def empty(service: ServiceProtocol, table: Table) -> list[Person]:
    """Take everyone away from a table that is about to close; return them, for whom the lobby must follow."""
    people, table.present = [service.people[number] for number in table.present], {}
    for person in people:
        person.table = None
    return people


def pass_host_on(table: Table) -> None:
    """Pass the host's role on when the host has no seat, preferably to a player who is present."""
    if table.seat_of(table.host) is None:
        table.host = next(iter([*table.seated(), *table.people()]), table.host)


def sit(service: ServiceProtocol, person: Person, table: Table, seat: int) -> None:
    must_wait(table, seat)
    server_seat, own = table.seats[seat], table.seat_of(person.number)
    if server_seat.person == person.number:
        raise RequestDenied("That is your seat.")
    if server_seat.bot:
        raise RequestDenied("A bot has that seat; the host can open it.")
    if server_seat.person is not None:
        if own is None:
            raise RequestDenied("That seat is taken.")
        return votes.ask_swap(service, person, table, seat)
    if own is None:
        must_be_welcome(service, person, table)
        must_have_room(service, person)
    with as_before_if_unsaved(table):
        if own is None:
            take(service, person, table, seat)
        else:
            table.seats[seat], table.seats[own] = table.seats[own], ServerSeat()
        service.save(table)
    return service.show_room(table)


def must_wait(table: Table, seat: int) -> None:
    if table.stage != WAITING:
        raise RequestDenied("The game has started.")
    if seat >= len(table.seats):
        raise RequestDenied("No such seat.")


def swap(service: ServiceProtocol, table: Table, a: int, b: int) -> None:
    with as_before_if_unsaved(table):
        table.seats[a], table.seats[b] = table.seats[b], table.seats[a]
        service.save(table)
    service.show_room(table)


def assign(service: ServiceProtocol, person: Person, table: Table, seat: int, bot: str) -> None:
    must_host(person.number, table, waiting=True)
    must_wait(table, seat)
    if table.seats[seat].person == person.number:
        raise RequestDenied("That is your own seat.")
    with as_before_if_unsaved(table):
        if bot:
            put_bot(table.seats, seat, bot)
        else:
            table.seats[seat] = ServerSeat()
        service.save(table)
    service.show_room(table)


def pass_time(service: ServiceProtocol, table: Table) -> None:
    """Let a bot take over from players who have been away for long; pass on the host's role, too.

    In a slow game players come and go, and only the clock counts, as in a tournament.
    """
    if table.stage == PLAYING and (table.clock.slow or table.fixture):
        return
    for seat, server_seat in enumerate(table.seats):
        if server_seat.person is None or server_seat.person in table.present or server_seat.stand_in:
            continue
        absence = service.now() - server_seat.since
        if server_seat.person == table.host and absence >= service.times.reminder and table.seated():
            with as_before_if_unsaved(table):
                table.host = table.seated()[0]
                service.save(table)
            service.note(table, f"{views.host(table)} is now the host.")
            service.show_room(table)
        if table.stage != PLAYING or not table.seated():
            continue
        if absence >= service.times.absent:
            stand_in(service, table, seat)
        elif absence >= service.times.reminder and not server_seat.reminded:
            server_seat.reminded = True
            votes.ask_bot(service, table, None, seat)


def stand_in(service: ServiceProtocol, table: Table, seat: int) -> None:
    """Let a bot take over from an absent player until the return."""
    with as_before_if_unsaved(table):
        table.seats[seat].stand_in = STAND_IN
        timekeeping.restart(service, table)
        service.save(table)
    server_seat = table.seats[seat]
    votes.withdraw(service, table, "bot", seat)
    service.note(table, f"A bot takes over from {server_seat.name}.")
    service.show_room(table)
    timekeeping.show(service, table)
    service.wake(table)
