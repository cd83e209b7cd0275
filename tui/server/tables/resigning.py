"""Leaving a game for good: a bot gets the seat, and its player loses against the others."""

from __future__ import annotations

from dataclasses import replace
from time import time

from sqlalchemy import Connection

from tabletown import rules
from tabletown.rules.core.text import join_words

from ...narration.grammar import owned
from ...protocol.server_messages import Rated
from ..ratings import Rating, rated_resignation
from ..store import Also
from . import early_end, fixtures, game, seating, timekeeping, views, votes
from .service_protocol import Person, ServiceProtocol
from .table import Table, put_bot

ABSENT = " {} was not there and is out, but can come back before the next round: see the list of tournaments."
"""A sentence on a player who lost a game of a tournament without being at the table."""


def resign(service: ServiceProtocol, person: Person, table: Table) -> None:
    """Give up a seat in a running game; its player becomes a spectator. The game is closed without any players."""
    seat = game.seat_in_game(person, table)
    if table.fixture:
        return forfeit(service, table, seat, f"{table.seats[seat].name} resigns")
    if table.people() == [person.number]:
        return service.close_unfinished(table, "its last player resigned")
    give_up(service, table, seat, f"{table.seats[seat].name} resigns")
    return seating.enter(service, person, table)


def replace_for_good(service: ServiceProtocol, table: Table, seat: int) -> None:
    """Give the seat of a player who has been away for long to a bot."""
    give_up(service, table, seat, f"{table.seats[seat].name} has been away too long and forfeits the game")
    service.show_room(table)


def lose_on_time(service: ServiceProtocol, table: Table, seat: int) -> None:
    """Give the seat of a player whose time has run out to a bot; the game is closed without any other players."""
    number, name = table.seats[seat].person, table.seats[seat].name
    assert number is not None
    if table.fixture:
        withdrawn = fixtures.absent(table, seat)
        return forfeit(service, table, seat, f"{owned(name)} time has run out", withdrawn, ABSENT * bool(withdrawn))
    if table.people() == [number]:
        return service.close_unfinished(table, f"{owned(name)} time had run out")
    give_up(service, table, seat, f"{owned(name)} time has run out and the game is lost")
    if number in table.present:
        return seating.enter(service, service.people[number], table)
    return service.show_room(table)


def forfeit(
    service: ServiceProtocol, table: Table, seat: int, event: str, also: Also | None = None, after: str = ""
) -> None:
    """End a game of a tournament that the player in that seat has lost; it is rated if both have moved.

    `also` is written with it, and everyone is told what `after` says about that player. Raises Unsaved, and changes
    nothing then.
    """
    number, fixture = table.seats[seat].person, table.fixture
    assert number is not None and fixture is not None
    changed, rated = ({}, []) if table.unplayed else new_ratings(service, table, number)
    text = f"{event}: {table.seats[1 - seat].name} wins the game in {fixture.title}.{ratings(rated) if rated else ''}"
    text += after.format(table.seats[seat].name)

    def write(base: Connection, record: int | None) -> None:
        for statement in (fixtures.lost(table, seat), also):
            if statement:
                statement(base, record)

    elsewhere = [player for player in table.people() if player in service.people and player not in table.present]
    early_end.close(service, table, event, text, changed, write)
    for player in elsewhere:
        service.show_notices(player)


def give_up(service: ServiceProtocol, table: Table, seat: int, event: str) -> None:
    """Seat a bot for good, and rate that as a loss. Raises Unsaved, and changes nothing then."""
    match, number, host = service.resumed(table), table.seats[seat].person, table.host
    assert number is not None
    changed, rated = new_ratings(service, table, number)
    after = replace(table, seats=[*table.seats], rated=table.rated + rated, touched=time())
    put_bot(after.seats, seat, seating.STAND_IN)
    seating.pass_host_on(after)
    after.clock = table.clock.switched(timekeeping.timed_seat(after, table.to_move), service.ran())
    text = f"{event}; {after.seats[seat].name} plays on.{ratings(rated)}"
    absent = [player for player in table.people() if player not in table.present]
    elsewhere = f"Your game of {rules.load(table.game).TITLE} at table {table.code}: {text}"
    service.store.resigned(after.to_stored(), table.game, changed, dict.fromkeys(absent, elsewhere))
    table.seats, table.host, table.rated, table.touched = after.seats, after.host, after.rated, after.touched
    table.clock, table.revision = after.clock, after.revision + 1
    table.elo |= {player: round(rating.value) for player, rating in changed.items()}
    match.seats = table.match_seats()
    announce(service, table, text, absent, new_host=table.host != host)
    votes.close_about(service, table, seat)
    votes.remove_player(service, table, number)
    timekeeping.show(service, table)
    service.wake(table)


def new_ratings(service: ServiceProtocol, table: Table, resigner: int) -> tuple[dict[int, Rating], list[Rated]]:
    """The ratings that change when that player resigns, by player and as the players see them; none in practice."""
    if table.practice:
        return {}, []
    numbers = [resigner, *(number for number in table.people() if number != resigner)]
    stored = service.store.ratings(table.game, numbers)
    before = [stored.get(number, Rating()) for number in numbers]
    after = rated_resignation(before[0], before[1:])
    names = {server_seat.person: server_seat.name for server_seat in table.seats}
    changes = [change for change in zip(numbers, before, after, strict=True) if change[1] != change[2]]
    rated = [Rated(names[number], round(was.value), round(now.value)) for number, was, now in changes]
    return {number: now for number, _, now in changes}, rated


def ratings(changes: list[Rated]) -> str:
    """The new ratings as a sentence, with a space before it; empty without any."""
    words = [f"{change.name} {change.after} ({change.after - change.before:+})" for change in changes]
    return f" Ratings: {join_words(words)}." if words else ""


def announce(service: ServiceProtocol, table: Table, text: str, absent: list[int], new_host: bool) -> None:
    """Tell everyone at the table, and the absent players who are elsewhere on the server."""
    if new_host:
        service.note(table, f"{views.host(table)} is now the host.")
    service.note(table, text)
    for number in absent:
        if number in service.people:
            service.show_notices(number)
