"""Chairs: opening a table, coming to it, changing places, going away, and who plays for who is away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabletown import rules

from ...protocol.server_messages import Join, Open
from . import play, views, votes
from .table import (
    OVER,
    PLAYING,
    STAND_IN,
    WAITING,
    Refused,
    Seating,
    Table,
    checked_chairs,
    checked_options,
    locked,
    opens,
    put_bot,
)

if TYPE_CHECKING:
    from .service import Authority, Person


def open_table(hall: Authority, person: Person, wish: Open) -> None:
    if wish.game not in rules.GAMES:
        raise Refused(f"There is no game {wish.game!r}; there is {', '.join(rules.GAMES)}.")
    options, chairs = checked_options(wish.game, wish.options), checked_chairs(wish.game, wish.chairs)
    must_have_room(hall, person)
    if len(hall.tables) >= hall.limits.all_tables:
        raise Refused("There are as many tables as the server can hold.")
    hall.slowly(person)
    table = Table(hall.new_code(), wish.game, options, chairs, person.number, locked(wish.password))
    take(hall, person, table, next(n for n, chair in enumerate(chairs) if chair.open))
    hall.save(table)
    hall.tables[table.code] = table
    go(hall, person)
    enter(hall, person, table)


def must_have_room(hall: Authority, person: Person) -> None:
    """Raises Refused for who has chairs at too many tables."""
    own = [t for t in hall.tables.values() if t.stage != OVER and t.chair_of(person.number) is not None]
    if len(own) >= hall.limits.tables:
        raise Refused(f"You sit at {len(own)} tables already; finish or leave one first.")


def must_host(person: Person, table: Table, waiting: bool = False) -> None:
    if waiting and table.stage != WAITING:
        raise Refused("The game has begun.")
    if table.host != person.number:
        raise Refused("Only the host of the table can do that.")


def join(hall: Authority, person: Person, wish: Join) -> None:
    table = hall.tables.get(wish.code.upper())
    if table is None:
        raise Refused(f"There is no table {wish.code.upper()}.")
    if person.table is table:
        raise Refused("You are at that table.")
    if table.chair_of(person.number) is None:
        if table.lock:
            if not wish.password:
                raise Refused("That table has a password.", "password")
            hall.slowly(person)
            if not opens(table.lock, wish.password):
                raise Refused("That is not the password.", "password")
        place = table.first_open()
        if not wish.watch and table.stage == WAITING and place is not None:
            must_have_room(hall, person)
            take(hall, person, table, place)
            hall.save(table)
    go(hall, person)
    enter(hall, person, table)


def take(hall: Authority, person: Person, table: Table, number: int) -> None:
    table.chairs[number] = Seating(person.number, person.name, since=hall.now())
    for rating in hall.store.ratings(table.game, [person.number]).values():
        table.elo[person.number] = round(rating.value)


def enter(hall: Authority, person: Person, table: Table) -> None:
    """A player is at a table from now on, and sees it."""
    new = person.number not in table.here
    person.table = table
    table.here[person.number] = person.name
    chair = table.chair_of(person.number)
    if chair is not None:
        its = table.chairs[chair]
        its.reminded = False
        if table.stage == WAITING:
            its.name = person.name
        for rating in hall.store.ratings(table.game, [person.number]).values():
            table.elo[person.number] = round(rating.value)
        votes.withdraw(hall, table, "bot", chair)
    if not take_back(hall, person, table):
        hall.show_room(table)
    if table.stage != WAITING:
        match = play.resumed(hall, table)
        for message in (views.begun(match, chair), *views.story(table), *views.over(table, match)):
            hall.post(person.number, message)
    for question in table.questions.values():
        hall.post(person.number, votes.asked(table, question, person.number))
    if new:
        play.wake(hall, table)


def take_back(hall: Authority, person: Person, table: Table) -> bool:
    """A player is back, or has woken up: the bot that played meanwhile stops. Was there one?"""
    chair = table.chair_of(person.number)
    if chair is None or not table.chairs[chair].stand_in:
        return False
    table.chairs[chair].stand_in, table.thinking = "", None
    hall.keep(table)
    hall.note(table, f"{table.chairs[chair].name} is back and plays on.")
    hall.show_room(table)
    play.wake(hall, table)
    return True


def leave(hall: Authority, person: Person, table: Table) -> None:
    """To the lobby; a chair is kept only while the game goes on."""
    chair = table.chair_of(person.number)
    if chair is not None and table.stage != PLAYING:
        table.chairs[chair] = Seating()
        pass_host_on(hall, table)
    go(hall, person)
    hall.show_lobby(person)


def go(hall: Authority, person: Person) -> None:
    """Away from where one is."""
    if person.table:
        away(hall, person)


def away(hall: Authority, person: Person) -> None:
    """A player is at the table no more; a chair stays."""
    table = person.table
    assert table is not None
    person.table = None
    del table.here[person.number]
    chair = table.chair_of(person.number)
    if chair is not None:
        table.chairs[chair].since = hall.now()
    votes.gone(hall, table, person.number)
    if table.stage == WAITING and all(chair.person is None for chair in table.chairs):
        return dissolve(hall, table)
    if chair is not None:
        hall.keep(table)
    if not table.here:
        table.match, table.story, table.thinking = None, [], None
    if chair is not None and table.stage == PLAYING:
        hall.note(table, f"{table.chairs[chair].name} is away.")
    return hall.show_room(table)


def dissolve(hall: Authority, table: Table) -> None:
    """Nobody sits at the table any more: it is closed, and who looked on is in the lobby."""
    watchers, table.here = [hall.people[number] for number in table.here], {}
    for watcher in watchers:
        watcher.table = None
    hall.close(table)
    for watcher in watchers:
        hall.show_lobby(watcher)


def pass_host_on(hall: Authority, table: Table) -> None:
    """When the host has no chair any more, the next one who has is the host, one who is here before others."""
    if table.chair_of(table.host) is None:
        people = [chair.person for chair in table.chairs if chair.person is not None]
        table.host = next(iter([*table.seated(), *people]), table.host)


def sit(hall: Authority, person: Person, table: Table, number: int) -> None:
    must_wait(table, number)
    wanted, own = table.chairs[number], table.chair_of(person.number)
    if wanted.person == person.number:
        raise Refused("You sit there.")
    if wanted.bot:
        raise Refused("A bot sits there; the host can open that chair.")
    if wanted.person is not None:
        if own is None:
            raise Refused("Somebody sits there.")
        return votes.ask_swap(hall, person, table, number)
    if own is None:
        must_have_room(hall, person)
        take(hall, person, table, number)
    else:
        table.chairs[number], table.chairs[own] = table.chairs[own], Seating()
    hall.save(table)
    return hall.show_room(table)


def must_wait(table: Table, number: int) -> None:
    if table.stage != WAITING:
        raise Refused("The game has begun.")
    if number >= len(table.chairs):
        raise Refused("There is no such chair.")


def swap(hall: Authority, table: Table, a: int, b: int) -> None:
    table.chairs[a], table.chairs[b] = table.chairs[b], table.chairs[a]
    hall.save(table)
    hall.show_room(table)


def place(hall: Authority, person: Person, table: Table, number: int, bot: str) -> None:
    must_host(person, table, waiting=True)
    must_wait(table, number)
    if table.chairs[number].person == person.number:
        raise Refused("That is your own chair.")
    if bot:
        put_bot(table.chairs, number, bot)
    else:
        table.chairs[number] = Seating()
    hall.save(table)
    hall.show_room(table)


def pass_time(hall: Authority, table: Table) -> None:
    """Who is away for long is played for, and does not stay the host."""
    for number, chair in enumerate(table.chairs):
        if chair.person is None or chair.person in table.here or chair.stand_in:
            continue
        gone = hall.now() - chair.since
        if chair.person == table.host and gone >= hall.times.reminder and table.seated():
            table.host = table.seated()[0]
            hall.save(table)
            hall.note(table, f"{views.host(table)} is the host now.")
            hall.show_room(table)
        if table.stage != PLAYING or not table.seated():
            continue
        if gone >= hall.times.absent:
            stand_in(hall, table, number)
        elif gone >= hall.times.reminder and not chair.reminded:
            chair.reminded = True
            votes.ask_bot(hall, table, None, number)


def stand_in(hall: Authority, table: Table, number: int) -> None:
    """A bot plays for who is away, until that player is back."""
    chair = table.chairs[number]
    chair.stand_in = STAND_IN
    hall.save(table)
    votes.withdraw(hall, table, "bot", number)
    hall.note(table, f"A bot plays on for {chair.name}.")
    hall.show_room(table)
    play.wake(hall, table)
