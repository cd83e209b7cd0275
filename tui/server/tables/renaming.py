"""Another name for a player, wherever it is shown."""

from __future__ import annotations

from .service_protocol import ServiceProtocol


def rename(service: ServiceProtocol, number: int, name: str) -> None:
    """Rename a player, who may be at a table or away from one. Raises Unsaved."""
    if person := service.people.get(number):
        person.name = name
    for table in service.tables.values():
        seat = table.seat_of(number)
        if seat is not None:
            table.seats[seat].name = name
            if table.match is not None:
                table.match.seats = table.match_seats()
            service.save(table)
        if number in table.present:
            table.present[number] = name
        if seat is not None or number in table.present:
            service.show_room(table)
