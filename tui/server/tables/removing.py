"""A table that the operator removes."""

from __future__ import annotations

from collections.abc import Callable

from ..moderation import because
from . import seating
from .service import TableService
from .table import PLAYING, RequestDenied, Table


def remove(service: TableService, code: str, reason: str, tell: Callable[[int, str], None]) -> str:
    """Remove a table; return the sentence that says so. A running game is closed and archived.

    Raises RequestDenied when there is no such table, or when this version cannot load it.
    """
    if code in service.unloaded:
        raise RequestDenied(f"Table {code} cannot be loaded by this version, so it is left unchanged.")
    table = service.tables.get(code)
    if table is None:
        raise RequestDenied(f"There is no table {code[:20]!r}; see tabletown admin tables.")
    if table.stage == PLAYING:
        service.close_unfinished(table, because("the operator closed it", reason).rstrip("."))
        return because(f"Closed table {code} and archived its game", reason)
    clear(service, table, because(f"The operator has closed table {code}", reason), tell)
    return because(f"Removed table {code}", reason)


def clear(service: TableService, table: Table, text: str, tell: Callable[[int, str], None]) -> None:
    """Close a table without a running game; tell everyone who is or has a seat there."""
    concerned = {*table.people(), *table.present}
    people = seating.empty(service, table)
    service.close(table)
    for person in people:
        service.show_lobby(person)
    for number in concerned:
        tell(number, text)
