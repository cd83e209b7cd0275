"""Players whose time has run out: a bot takes over, or the game is lost, once. A daily game is closed."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from tabletown import rules

from ...model import daily
from ...narration.grammar import owned
from ...protocol.clocks import LOSS
from ..daily_results import open_on
from ..stored_table import Unsaved
from . import resigning, seating, timekeeping, votes
from .service_protocol import ServiceProtocol
from .table import PLAYING, Table


def is_live(tables: Iterable[Table]) -> bool:
    """True while the clock of a live game runs."""
    return any(table.clock.seat is not None and not table.clock.slow for table in tables)


def pass_time(service: ServiceProtocol, table: Table) -> None:
    """Apply the table's rule to a player whose time has run out. Raises Unsaved, and changes nothing then."""
    if service.lost:
        return None
    if table.day and table.stage == PLAYING and not open_on(date.fromisoformat(table.day), daily.today()):
        return service.close_unfinished(table, "a daily game ends with the day after its own")
    seat = table.clock.expired(service.ran()) if table.stage == PLAYING else None
    if seat is None:
        return timekeeping.warn(service, table)
    if table.clock.timeout == LOSS:
        return resigning.lose_on_time(service, table, seat)
    return hand_over(service, table, seat)


def hand_over(service: ServiceProtocol, table: Table, seat: int) -> None:
    """Let a bot play for a player: in a live game to the end, in a slow game until the player is back."""
    server_seat, clock = table.seats[seat], table.clock
    number = server_seat.person
    assert number is not None
    server_seat.stand_in, server_seat.out = seating.STAND_IN, not clock.slow
    table.clock = clock.switched(None, service.ran())
    absent = number not in table.present
    text = f"{owned(server_seat.name)} time has run out; a bot takes over."
    elsewhere = f"Your game of {rules.load(table.game).TITLE} at table {table.code}: {text}"
    try:
        service.store.resigned(table.to_stored(), table.game, {}, {number: elsewhere} if absent else {})
    except Unsaved:
        server_seat.stand_in, server_seat.out, table.clock = "", False, clock
        raise
    table.revision += 1
    votes.withdraw(service, table, "bot", seat)
    service.note(table, text)
    if absent and number in service.people:
        service.show_notices(number)
    service.show_room(table)
    timekeeping.show(service, table)
    service.wake(table)
