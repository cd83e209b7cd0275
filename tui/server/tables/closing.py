"""Tables that nobody comes back to: when they are closed, and which one makes room for another."""

from __future__ import annotations

from .service_protocol import ServiceProtocol
from .table import OVER, PLAYING, WAITING, RequestDenied, Table, duration


def leave_alone(service: ServiceProtocol, table: Table) -> None:
    """Let bots play on in a slow game, and close a table that nobody has come back to for long."""
    service.wake(table)
    if table.thinking is None:
        table.match, table.story = None, []
    close_forgotten(service, table)


def close_forgotten(service: ServiceProtocol, table: Table) -> None:
    """Close a table that nobody has come back to for long; a daily game has a time of its own."""
    if table.day and table.stage == PLAYING:
        return
    times, age = service.times, service.age(table)
    if table.stage == PLAYING:
        if table.fixture:
            return  # its clock decides
        limit = times.unplayed if table.unplayed and not table.clock.slow else times.unfinished
        if age > limit:
            service.close_unfinished(table, f"nobody had moved for {duration(limit)}")
    else:
        soon = times.waiting if table.stage == WAITING else times.over
        if age > (times.unplayed if table.clock.slow else soon):
            service.close(table)


def make_room(service: ServiceProtocol) -> None:
    """Close a finished or abandoned table in favour of a new one. Raises RequestDenied when there is none."""
    over = [table for table in service.tables.values() if table.stage == OVER and not table.present]
    if over:
        return service.close(min(over, key=lambda table: table.touched))
    spare = [
        table
        for table in service.tables.values()
        if table.unplayed
        and not (table.present or table.clock.slow or table.fixture or table.day)
        and service.age(table) > service.times.spare
    ]
    if not spare:
        raise RequestDenied("The server has no room for another table.")
    reason = "nobody had come back to it, and the server needed room"
    service.close_unfinished(min(spare, key=lambda table: table.touched), reason)
