"""Tables from the store: all of them at the start, and one again that has been changed without this server."""

from __future__ import annotations

import logging

from tabletown import rules
from tabletown.rules.core.text import quoted

from ..stored_table import StoredTable, Unsaved
from . import votes
from .service_protocol import ServiceProtocol
from .table import PLAYING, Table

log = logging.getLogger("tabletown.serve")


class Unloadable(Exception):
    """A stored table that cannot be used; the message says why."""


def load(service: ServiceProtocol) -> set[str]:
    """Load all tables; return the codes of those that cannot be used and are left unchanged."""
    unloaded = set()
    for stored in service.store.load():
        try:
            service.tables[stored.code] = loaded(service, stored)
        except (Unloadable, Unsaved) as error:
            unloaded.add(stored.code)
            why = error if isinstance(error, Unloadable) else damaged(error)
            log.warning("table %s %s; left unchanged", stored.code, why)
    return unloaded


def damaged(error: Exception) -> str:
    """The reason for leaving a table that cannot be read."""
    return f"is damaged ({quoted(str(error))})"


def loaded(service: ServiceProtocol, stored: StoredTable) -> Table:
    """A stored table. Raises Unloadable when it has other rules or makes no sense, or its moves are not legal.

    Raises Unsaved.
    """
    name = stored.data.get("game")
    if name not in rules.GAMES or stored.version != rules.load(name).VERSION:
        raise Unloadable("uses a different version of the rules")
    try:
        table = Table.from_stored(stored, service.now())
        match = table.new_match()
        for action in service.store.log(stored.code):
            match.act(action)
        table.plies = len(match.log)
        table.to_move = match.player if table.stage == PLAYING else None
        votes.reopen(service, table)
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        raise Unloadable(damaged(error)) from None
    return table


def take_again(service: ServiceProtocol, code: str) -> None:
    """Take a table as it is in the store, and show it to everyone there.

    Raises Unsaved, and changes nothing then; neither does it for a table that cannot be used.
    """
    old = service.tables.get(code)
    if old is None:
        return
    stored = service.store.table(code)
    try:
        new = loaded(service, stored) if stored else None
    except Unloadable as reason:
        return log.error("table %s %s", code, reason)
    people = [service.people[number] for number in old.present]
    if new is None:
        del service.tables[code]
    else:
        service.tables[code], new.present, new.elo = new, old.present, old.elo
    old.present, service.news = {}, True
    for person in people:
        person.table = new
    for person in people:
        service.show_location(person)
    if new:
        service.wake(new)
