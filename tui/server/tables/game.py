"""The game at a table: start, actions of people and bots, undo, end and rematch."""

from __future__ import annotations

import secrets
from dataclasses import replace
from time import time
from typing import Any

from tabletown import rules
from tabletown.rules.core.game import Action, totals
from tabletown.rules.core.match import Match
from tabletown.rules.core.text import join_words

from ...protocol import encoding
from ...protocol.server_messages import Rated
from .. import daily_results
from ..ratings import Rating, rated
from ..store import Ended, Result
from ..stored_table import Unsaved
from ..turn_notices import TURN
from . import fixtures, timekeeping, views, votes
from .clock import Clock
from .service_protocol import Person, ServiceProtocol
from .table import OVER, PLAYING, WAITING, RequestDenied, ServerSeat, Table, Thought, must_host

SEED_BITS = 62


def start(service: ServiceProtocol, person: Person, table: Table) -> None:
    must_host(person.number, table, waiting=True)
    if table.first_open() is not None:
        raise RequestDenied("A seat is still open: wait for a player or add a bot.")
    begin(service, table)


def new_seed() -> int:
    """An unpredictable seed."""
    return secrets.randbits(SEED_BITS)


def set_up(table: Table, now: float) -> None:
    """Deal, and start the clocks; `now` is their time."""
    table.seed, table.stage = new_seed(), PLAYING
    table.to_move = table.new_match().player
    table.clock = table.clock.started(len(table.seats), timekeeping.timed_seat(table, table.to_move), now)


def begin(service: ServiceProtocol, table: Table) -> None:
    """Start the game for everyone at the table."""
    before = table.clock
    set_up(table, service.ran())
    try:
        service.save(table)
    except Unsaved:
        table.stage, table.clock, table.to_move = WAITING, before, None
        raise
    match = table.begin()
    table.since = service.now()
    for number in list(table.questions):
        votes.end(service, table, table.questions[number], False)
    service.show_room(table)
    for number in table.present:
        service.post(number, views.begun(match, table.seat_of(number)))
    timekeeping.show(service, table)
    service.wake(table)


def seat_in_game(person: Person, table: Table) -> int:
    """The player's seat in the running game; raises RequestDenied."""
    seat = table.seat_of(person.number)
    if seat is None:
        raise RequestDenied("You are watching, not playing.")
    if table.stage != PLAYING:
        raise RequestDenied("The game has not started." if table.stage == WAITING else "Game over.")
    return seat


def act(service: ServiceProtocol, person: Person, table: Table, ply: int, sent: list[Any]) -> None:
    seat = seat_in_game(person, table)
    if table.seats[seat].out:
        raise RequestDenied("Your time has run out; a bot plays for you.")
    match = service.resumed(table)
    if ply != len(match.log):
        raise RequestDenied("The position has changed; choose your move again.")
    if match.player != seat:
        raise RequestDenied("It is not your turn.")
    try:
        action = encoding.action(sent)
    except RecursionError:
        raise RequestDenied("That move is not legal now.") from None
    if action not in match.game.legal(match.state):
        raise RequestDenied("That move is not legal now.")
    commit(service, table, match, action)


def commit(service: ServiceProtocol, table: Table, match: Match, action: Action) -> None:
    """Play a legal action: save it first, then send it to all. Raises Unsaved, and changes nothing then."""
    before = table.stage, table.touched, table.rated, table.clock
    by_bot = match.player is not None and bool(table.seats[match.player].level)
    table.play(action)
    table.touched = time()
    table.clock = table.clock.moved(timekeeping.timed_seat(table, match.player), service.ran())
    ended = None
    try:
        if match.player is None:
            table.stage = OVER
            ended = ending(service, table, match)
        call = timekeeping.notice(service, table, TURN, timekeeping.turn_text(table))
        service.store.played(table.to_stored(), len(match.log) - 1, match.log[-1], ended, call)
    except Unsaved:
        table.undo()
        table.stage, table.touched, table.rated, table.clock = before
        raise
    table.revision += 1
    service.events.moved(table.game, by_bot)
    table.since = service.now()
    for number in table.present:
        service.post(number, views.moved(table, match, table.seat_of(number)))
    timekeeping.show(service, table)
    votes.withdraw(service, table, "undo")
    if ended:
        finish(service, table, match, ended)
    timekeeping.call(service, table)
    service.wake(table)


def ending(service: ServiceProtocol, table: Table, match: Match) -> Ended:
    """The stored result of a finished game. Players are ranked by victory, then by points."""
    points = totals(match.game, match.state)
    winners = match.game.winners(match.state)
    outcome = [
        Result(server_seat.person, server_seat.name, server_seat.bot, points[n], n in winners)
        for n, server_seat in enumerate(table.seats)
    ]
    people = {result.player: result for result in outcome if result.player is not None}
    ratings = service.store.ratings(table.game, list(people))
    order = sorted({(result.won, result.points) for result in people.values()})
    before = [ratings.get(number, Rating()) for number in people]
    ranks = [
        float(len(order)) if result.won else float(order.index((result.won, result.points)))
        for result in people.values()
    ]
    after = dict(zip(people, rated(before, ranks), strict=True)) if len(people) > 1 and not table.practice else {}
    table.rated = table.rated + [
        Rated(people[number].name, round(was.value), round(after[number].value))
        for number, was in zip(people, before, strict=True)
        if number in after
    ]
    elsewhere, also = results_elsewhere(table, outcome), fixtures.played(table, outcome)
    if table.day:
        player = next(iter(people), None)
        again = table.practice
        also = daily_results.repeated(table.day, player) if again else daily_results.finished(table.day, player, match)
    return Ended(table.game, views.record(match), outcome, after, elsewhere, also)


def results_elsewhere(table: Table, outcome: list[Result]) -> dict[int, str]:
    """The result of a slow game in a sentence, for its players who are not at the table."""
    if not table.clock.slow:
        return {}
    names = [result.name for result in outcome if result.won]
    verb = "wins" if len(names) == 1 else "share the win"
    text = f"Your game of {rules.load(table.game).TITLE} at table {table.code} is over: {join_words(names)} {verb}."
    return dict.fromkeys((number for number in table.people() if number not in table.present), text)


def finish(service: ServiceProtocol, table: Table, match: Match, ended: Ended) -> None:
    """Send everyone the result and the record, which reveals all secrets."""
    for number in list(table.questions):
        votes.end(service, table, table.questions[number], False)
    table.elo |= {number: round(rating.value) for number, rating in ended.ratings.items()}
    service.show_room(table)
    for number in table.present:
        for message in views.over(table, match):
            service.post(number, message)
    for number in table.people():
        if number in service.people and number not in table.present:
            service.show_notices(number)


def look(service: ServiceProtocol, person: Person, table: Table, ply: int) -> None:
    if table.stage == WAITING:
        raise RequestDenied("The game has not started.")
    match = service.resumed(table)
    if ply > len(match.log):
        raise RequestDenied("That move has not been played yet.")
    service.post(person.number, views.looked(match, ply, table.seat_of(person.number)))


def undo(service: ServiceProtocol, table: Table) -> None:
    """Undo the last action, which all have accepted."""
    match = service.resumed(table)
    table.touched = time()
    mover = match.game.turn(match.states[-2])
    before, table.clock = table.clock, table.clock.switched(timekeeping.timed_seat(table, mover), service.ran())
    try:
        after = replace(table, plies=table.plies - 1, to_move=mover)
        service.store.undone(after.to_stored(), after.plies)
    except Unsaved:
        table.clock = before
        raise
    table.revision += 1
    table.undo()
    table.thinking, table.since = None, service.now()
    for number in table.present:
        service.post(number, views.undone(match, table.seat_of(number)))
    timekeeping.show(service, table)


def rematch(service: ServiceProtocol, old: Table) -> None:
    """Open a table for the same players, each one seat further; start the game if all are present."""
    seats = [
        ServerSeat(
            server_seat.person, server_seat.name, server_seat.bot, coached=server_seat.coached, since=service.now()
        )
        if server_seat.bot or server_seat.person in old.present
        else ServerSeat()
        for server_seat in [*old.seats[1:], old.seats[0]]
    ]
    host = old.host if old.host in old.seated() else old.seated()[0]
    table = Table(
        service.new_code(),
        old.game,
        old.options,
        seats,
        host,
        old.lock,
        muted=old.muted,
        elo=old.elo,
        clock=Clock(old.clock.control, old.clock.timeout),
        practice=old.practice,
        after=old.code,
    )
    service.close(old, successor=table)
    table.present, old.present = old.present, {}
    for number in table.present:
        service.people[number].table = table
    if table.first_open() is None:
        begin(service, table)
    else:
        service.show_room(table)


def answered(service: ServiceProtocol, thought: Thought, action: Action) -> None:
    """Play the decision of a bot, unless the position has changed since, or a person is to move."""
    table = service.tables.get(thought.table)
    if table is None or table.thinking != thought.number or table.match is None or not table.bot_to_move:
        return
    table.thinking = None
    if not service.lost:
        commit(service, table, table.match, action)
