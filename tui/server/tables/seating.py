"""Seats: open a table, join it, change seats, leave, and let a bot take over."""

from __future__ import annotations

from tabletown import rules

from ...protocol.client_messages import Join, Open
from . import views, votes
from .service_protocol import Person, ServiceProtocol
from .table import (
    OVER,
    PLAYING,
    STAND_IN,
    WAITING,
    RequestDenied,
    ServerSeat,
    Table,
    checked_chairs,
    checked_options,
    locked,
    must_host,
    opens,
    put_bot,
)


def open_table(service: ServiceProtocol, person: Person, wish: Open) -> None:
    if wish.game not in rules.GAMES:
        raise RequestDenied(f"Unknown game {wish.game!r}; choose {', '.join(rules.GAMES)}.")
    options, chairs = checked_options(wish.game, wish.options), checked_chairs(wish.game, wish.chairs)
    must_have_room(service, person)
    if len(service.tables) >= service.limits.all_tables:
        raise RequestDenied("The server has no room for another table.")
    service.rate_limit(person)
    table = Table(service.new_code(), wish.game, options, chairs, person.number, locked(wish.password))
    take(service, person, table, next(n for n, chair in enumerate(chairs) if chair.open))
    service.save(table)
    service.tables[table.code] = table
    go(service, person)
    enter(service, person, table)


def must_have_room(service: ServiceProtocol, person: Person) -> None:
    """Raises RequestDenied for a player with seats at too many tables."""
    own = [t for t in service.tables.values() if t.stage != OVER and t.chair_of(person.number) is not None]
    if len(own) >= service.limits.tables:
        raise RequestDenied(f"You are at {len(own)} tables already; finish or leave one first.")


def join(service: ServiceProtocol, person: Person, wish: Join) -> None:
    table = service.tables.get(wish.code.upper())
    if table is None:
        raise RequestDenied(f"No table {wish.code.upper()}. Check the code.")
    if person.table is table:
        raise RequestDenied("You are already at that table.")
    if table.chair_of(person.number) is None:
        if table.lock:
            if not wish.password:
                raise RequestDenied("That table is private; enter its password.", "password")
            service.rate_limit(person)
            if not opens(table.lock, wish.password):
                raise RequestDenied("Wrong password.", "password")
        place = table.first_open()
        if not wish.watch and table.stage == WAITING and place is not None:
            must_have_room(service, person)
            take(service, person, table, place)
            service.save(table)
    go(service, person)
    enter(service, person, table)


def take(service: ServiceProtocol, person: Person, table: Table, number: int) -> None:
    table.chairs[number] = ServerSeat(person.number, person.name, since=service.now())
    for rating in service.store.ratings(table.game, [person.number]).values():
        table.elo[person.number] = round(rating.value)


def enter(service: ServiceProtocol, person: Person, table: Table) -> None:
    """Bring a player to a table and show it."""
    new = person.number not in table.here
    person.table = table
    table.here[person.number] = person.name
    chair = table.chair_of(person.number)
    if chair is not None:
        its = table.chairs[chair]
        its.reminded = False
        if table.stage == WAITING:
            its.name = person.name
        for rating in service.store.ratings(table.game, [person.number]).values():
            table.elo[person.number] = round(rating.value)
        votes.withdraw(service, table, "bot", chair)
    if not take_back(service, person, table):
        service.show_room(table)
    if table.stage != WAITING:
        match = service.resumed(table)
        for message in (views.begun(match, chair), *views.story(table), *views.over(table, match)):
            service.post(person.number, message)
    for question in table.questions.values():
        service.post(person.number, votes.asked(table, question, person.number))
    if new:
        service.wake(table)


def take_back(service: ServiceProtocol, person: Person, table: Table) -> bool:
    """A player is back, or has woken up: the bot that played meanwhile stops. Was there one?"""
    chair = table.chair_of(person.number)
    if chair is None or not table.chairs[chair].stand_in:
        return False
    table.chairs[chair].stand_in, table.thinking = "", None
    service.keep(table)
    service.note(table, f"{table.chairs[chair].name} is back.")
    service.show_room(table)
    service.wake(table)
    return True


def leave(service: ServiceProtocol, person: Person, table: Table) -> None:
    """Leave for the lobby; the seat is kept only during a game."""
    chair = table.chair_of(person.number)
    if chair is not None and table.stage != PLAYING:
        table.chairs[chair] = ServerSeat()
        pass_host_on(service, table)
    go(service, person)
    service.show_lobby(person)


def go(service: ServiceProtocol, person: Person) -> None:
    """Take a player away from the current table."""
    if person.table:
        away(service, person)


def away(service: ServiceProtocol, person: Person) -> None:
    """A player leaves the table; the seat is kept."""
    table = person.table
    assert table is not None
    person.table = None
    del table.here[person.number]
    chair = table.chair_of(person.number)
    if chair is not None:
        table.chairs[chair].since = service.now()
    votes.gone(service, table, person.number)
    if table.stage == WAITING and all(chair.person is None for chair in table.chairs):
        return dissolve(service, table)
    if chair is not None:
        service.keep(table)
    if not table.here:
        table.match, table.story, table.thinking = None, [], None
    if chair is not None and table.stage == PLAYING:
        service.note(table, f"{table.chairs[chair].name} is away.")
    return service.show_room(table)


def dissolve(service: ServiceProtocol, table: Table) -> None:
    """Close a table without players; its spectators go to the lobby."""
    watchers, table.here = [service.people[number] for number in table.here], {}
    for watcher in watchers:
        watcher.table = None
    service.close(table)
    for watcher in watchers:
        service.show_lobby(watcher)


def pass_host_on(service: ServiceProtocol, table: Table) -> None:
    """Pass the host's role on when the host has no seat: to a player who is here, if there is one."""
    if table.chair_of(table.host) is None:
        people = [chair.person for chair in table.chairs if chair.person is not None]
        table.host = next(iter([*table.seated(), *people]), table.host)


def sit(service: ServiceProtocol, person: Person, table: Table, number: int) -> None:
    must_wait(table, number)
    wanted, own = table.chairs[number], table.chair_of(person.number)
    if wanted.person == person.number:
        raise RequestDenied("That is your seat.")
    if wanted.bot:
        raise RequestDenied("A bot has that seat; the host can open it.")
    if wanted.person is not None:
        if own is None:
            raise RequestDenied("That seat is taken.")
        return votes.ask_swap(service, person, table, number)
    if own is None:
        must_have_room(service, person)
        take(service, person, table, number)
    else:
        table.chairs[number], table.chairs[own] = table.chairs[own], ServerSeat()
    service.save(table)
    return service.show_room(table)


def must_wait(table: Table, number: int) -> None:
    if table.stage != WAITING:
        raise RequestDenied("The game has started.")
    if number >= len(table.chairs):
        raise RequestDenied("No such seat.")


def swap(service: ServiceProtocol, table: Table, a: int, b: int) -> None:
    table.chairs[a], table.chairs[b] = table.chairs[b], table.chairs[a]
    service.save(table)
    service.show_room(table)


def place(service: ServiceProtocol, person: Person, table: Table, number: int, bot: str) -> None:
    must_host(person.number, table, waiting=True)
    must_wait(table, number)
    if table.chairs[number].person == person.number:
        raise RequestDenied("That is your own seat.")
    if bot:
        put_bot(table.chairs, number, bot)
    else:
        table.chairs[number] = ServerSeat()
    service.save(table)
    service.show_room(table)


def pass_time(service: ServiceProtocol, table: Table) -> None:
    """Let a bot take over for players who are away for long; they lose the host's role, too."""
    for number, chair in enumerate(table.chairs):
        if chair.person is None or chair.person in table.here or chair.stand_in:
            continue
        gone = service.now() - chair.since
        if chair.person == table.host and gone >= service.times.reminder and table.seated():
            table.host = table.seated()[0]
            service.save(table)
            service.note(table, f"{views.host(table)} is now the host.")
            service.show_room(table)
        if table.stage != PLAYING or not table.seated():
            continue
        if gone >= service.times.absent:
            stand_in(service, table, number)
        elif gone >= service.times.reminder and not chair.reminded:
            chair.reminded = True
            votes.ask_bot(service, table, None, number)


def stand_in(service: ServiceProtocol, table: Table, number: int) -> None:
    """A bot plays for who is away, until that player is back."""
    chair = table.chairs[number]
    chair.stand_in = STAND_IN
    service.save(table)
    votes.withdraw(service, table, "bot", number)
    service.note(table, f"A bot takes over for {chair.name}.")
    service.show_room(table)
    service.wake(table)
