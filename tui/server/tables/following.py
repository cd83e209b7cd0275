"""Changes by other hosts: tables are read again from the store, and shown to the people at this host."""

from __future__ import annotations

import logging

from ...protocol.server_messages import Settled
from ..stored_table import StoredTable
from . import loading, seating, timekeeping, views, votes
from .service_protocol import Person, ServiceProtocol
from .table import OVER, WAITING, ServerSeat, Table, Vote

log = logging.getLogger("tabletown.serve")

STORED = (
    "host",
    "lock",
    "stage",
    "seed",
    "muted",
    "touched",
    "rated",
    "clock",
    "practice",
    "fixture",
    "day",
    "origin",
    "granted",
)
"""Fields that are taken as they are; seats and votes have a part that is not stored."""
HALF_READ = -1
"""Revision of a table whose change was not followed to its end: nobody can change it here, and it is read again."""


def follow(service: ServiceProtocol, code: str, revision: int | None = None) -> None:
    """Take a table as another host has left it; None for a revision that is not told."""
    if not knows(service.tables.get(code), revision):
        take(service, code, service.store.table(code))


def knows(table: Table | None, revision: int | None) -> bool:
    """True for a revision of a table that is this host's own change, or has been read already; 0 is a closed one."""
    return bool(table and revision and table.revision >= revision)


def take(service: ServiceProtocol, code: str, stored: StoredTable | None) -> None:
    """Take a table as it has just been read; None when it is no longer there."""
    table = service.tables.get(code)
    if stored is None:
        return leave(service, table) if table else None
    if table is None:
        return add(service, stored)
    if table.revision == HALF_READ:
        return loading.take_again(service, code)
    if stored.revision > table.revision:
        update(service, table, stored)
    return None


def catch_up(service: ServiceProtocol) -> None:
    """Follow all tables, after a time in which nothing was heard."""
    revisions = service.store.revisions()
    for code in revisions.keys() | service.tables.keys():
        if code not in service.tables or service.tables[code].revision != revisions.get(code, 0):
            follow(service, code)


def add(service: ServiceProtocol, stored: StoredTable) -> None:
    """A table that was opened at another host."""
    try:
        table = loading.loaded(service, stored)
    except loading.Unloadable as reason:
        return log.warning("table %s %s; left unchanged", stored.code, reason)
    for number, rating in service.store.ratings(table.game, table.people()).items():
        table.elo[number] = round(rating.value)
    service.tables[table.code], service.news = table, True
    timekeeping.call_here(service, table)
    return service.wake(table)


def leave(service: ServiceProtocol, table: Table) -> None:
    """A table that another host has closed: its people go to the rematch if there is one, else to the lobby."""
    del service.tables[table.code]
    table.questions.clear()
    service.news = True
    rematch = next((other for other in service.tables.values() if other.after == table.code), None)
    people = seating.empty(service, table)
    if rematch:
        rematch.present |= {person.number: person.name for person in people}
    for person in people:
        person.table = rematch
    for person in people:
        service.show_location(person)
    show_notices(service, table)


def show_notices(service: ServiceProtocol, table: Table) -> None:
    """Show the players of this host who are elsewhere what they should hear about a table."""
    for number in table.people():
        person = service.people.get(number)
        if person and not person.host and number not in table.present:
            service.show_notices(number)


def update(service: ServiceProtocol, table: Table, stored: StoredTable) -> None:
    """Take over the changes of a table, and show them. When it raises Unsaved, the table is read again as a whole."""
    table.revision = HALF_READ
    new = Table.from_stored(stored, service.now())
    before, seats = (views.room(table, 0), table.clock, table.stage), table.seats
    for name in STORED:
        setattr(table, name, getattr(new, name))
    table.seats = [kept(old, seat) for old, seat in zip(table.seats, new.seats, strict=True)]
    fresh = table.match is None
    moved = follow_moves(service, table, new)
    if moved or table.seats != seats:
        table.thinking = None
    if table.stage != before[2]:
        changed_stage(service, table)
    if views.room(table, 0) != before[0]:
        service.show_room(table)
    follow_votes(service, table, [*new.questions.values()])
    if fresh and table.stage != WAITING:
        begin(service, table)
    elif table.stage == OVER != before[2]:
        end(service, table)
    if table.clock != before[1]:
        timekeeping.show(service, table)
    if moved:
        timekeeping.call_here(service, table)
    table.revision = stored.revision
    service.wake(table)


def kept(old: ServerSeat, new: ServerSeat) -> ServerSeat:
    """A seat as it is stored, with what this host knows about the absence of its player."""
    if old.person == new.person:
        new.since, new.reminded = old.since, old.reminded
    return new


def arrived(service: ServiceProtocol, number: int, name: str, origin: str) -> tuple[Person, Table | None]:
    """A player who has connected to this host, and the table at which they were while connected to another one."""
    person = service.people.get(number)
    if person and not person.host:
        return person, None
    last = person.table if person else None
    if last:
        del last.present[number]
    service.people[number] = Person(number, name, origin)
    return service.people[number], last


def wait(service: ServiceProtocol) -> None:
    """Let bots think here too while another host applies the timeouts, and forget matches that nobody looks at."""
    for table in service.tables.values():
        service.wake(table)
        if table.thinking is None and not service.is_shown(table):
            table.match, table.story = None, []


def note_arrival(service: ServiceProtocol, table: Table, number: int, name: str) -> None:
    """A player has come to a table at another host."""
    table.present[number] = name
    if (seat := table.seat_of(number)) is not None:
        table.seats[seat].reminded = False
        for rating in service.store.ratings(table.game, [number]).values():
            table.elo[number] = round(rating.value)


def note_absence(service: ServiceProtocol, table: Table, number: int) -> None:
    """A player has left a table at another host."""
    table.present.pop(number, None)
    if (seat := table.seat_of(number)) is not None:
        table.seats[seat].since = service.now()
    if not table.present:
        table.match, table.story, table.thinking = None, [], None


def changed_stage(service: ServiceProtocol, table: Table) -> None:
    """Ratings are those after the game."""
    for number, rating in service.store.ratings(table.game, table.people()).items():
        table.elo[number] = round(rating.value)


def follow_moves(service: ServiceProtocol, table: Table, new: Table) -> bool:
    """Take back and play what others have, and show it; True if the position is another one.

    Nothing is computed for a table that is not shown here: its match is read from the store when it is needed.
    """
    before = table.plies
    if table.match is None:
        table.plies, table.to_move = new.plies, new.to_move
        return table.plies != before
    match, actions = table.match, service.store.log(table.code)
    match.seats = table.match_seats()
    table.since = service.now()
    same = next((n for n, (a, b) in enumerate(zip(match.log, actions, strict=False)) if a != b), None)
    same = min(len(match.log), len(actions)) if same is None else same
    for _ in range(len(match.log) - same):
        table.undo()
        for number in table.present:
            service.post(number, views.undone(match, table.seat_of(number)))
    for action in actions[same:]:
        table.play(action)
        for number in table.present:
            service.post(number, views.moved(table, match, table.seat_of(number)))
    return table.plies != before


def begin(service: ServiceProtocol, table: Table) -> None:
    """Show a game that has started."""
    for number in table.present:
        if not service.people[number].host:
            match = service.resumed(table)
            for message in (views.begun(match, table.seat_of(number)), *views.story(table), *views.over(table, match)):
                service.post(number, message)


def end(service: ServiceProtocol, table: Table) -> None:
    """Show the result of a game that has ended."""
    for number in table.present:
        if not service.people[number].host:
            for message in views.over(table, service.resumed(table)):
                service.post(number, message)
    show_notices(service, table)


def follow_votes(service: ServiceProtocol, table: Table, stored: list[Vote]) -> None:
    """Close the votes that are over, and show those that are new or have another answer.

    Each host has its own numbers for them.
    """
    open_votes = {(vote.what, vote.by, vote.seat): vote for vote in table.questions.values()}
    table.questions = {}
    for vote in stored:
        if table.stands(vote):
            old = open_votes.pop((vote.what, vote.by, vote.seat), None)
            vote.number = old.number if old else service.next_number()
            vote.until = votes.deadline(service, vote)
            table.questions[vote.number] = vote
            if vote.what == "bot":
                table.seats[vote.seat].reminded = True
            if old is None or old.answers != vote.answers:
                votes.show(service, table, vote)
    for vote in open_votes.values():
        service.tell(table, Settled(vote.number, vote.key == table.granted))
