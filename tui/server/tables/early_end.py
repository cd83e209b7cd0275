"""The end of a game that is not played to its end."""

from __future__ import annotations

import logging

from tabletown import rules

from ...protocol.server_messages import Note
from ..ratings import Rating
from ..store import Also
from . import fixtures, seating
from .service_protocol import ServiceProtocol
from .table import Table

log = logging.getLogger("tabletown.serve")


def close(
    service: ServiceProtocol,
    table: Table,
    reason: str,
    text: str = "",
    changed: dict[int, Rating] | None = None,
    also: Also | None = None,
) -> None:
    """Close a game before its end, and keep it in the store. Everyone there goes to the lobby and hears of it.

    Players who are not at the table hear of it when they are next here. `text` replaces the usual sentence; in a
    tournament the game counts as a draw unless `also` writes another result. Raises Unsaved, and changes nothing then.
    """
    title = rules.load(table.game).TITLE
    counts = f" It counts as a draw in {table.fixture.title}." if table.fixture else ""
    closed = f"game of {title} at table {table.code} was closed: {reason}.{counts} The server keeps a copy."
    players = table.people()
    texts = dict.fromkeys(players, text or f"Your {closed}")
    service.store.close_table(table.to_stored(), reason, texts, changed, also or fixtures.drawn(table))
    del service.tables[table.code]
    table.questions.clear()
    service.news = True
    log.info("table %s closed: %s", table.code, reason, extra={"table": table.code})
    for person in seating.empty(service, table):
        service.show_lobby(person)
        if person.number in players:
            service.show_notices(person.number)
        else:
            service.post(person.number, Note(text or f"The {closed}"))
