"""Another name for a player, wherever it is shown."""

from __future__ import annotations

from .service_protocol import ServiceProtocol


def rename(service: ServiceProtocol, number: int, name: str) -> None:
    """Show the new name of a player, who may be at a table or away from one. Raises Unsaved."""
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


def update(service: ServiceProtocol) -> None:
    """Give all seats the present names of their players, in case the server was killed while one changed."""
    numbers = {number for table in service.tables.values() for number in table.people()}
    names = service.store.names([*numbers])
    for table in service.tables.values():
        for seat in table.seats:
            if seat.person is not None:
                seat.name = names.get(seat.person, seat.name)
