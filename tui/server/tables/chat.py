"""The chat at a table, and the silence of its spectators."""

from __future__ import annotations

from ...protocol.server_messages import ChatMessage
from .service_protocol import Person, ServiceProtocol
from .table import RequestDenied, Table, must_host


def say(service: ServiceProtocol, person: Person, table: Table, text: str) -> None:
    """Send what a person says to everyone at the table but those who block that person."""
    watching = table.seat_of(person.number) is None
    if watching and table.muted:
        muted_by = "The tournament" if table.fixture else "The host"
        raise RequestDenied(f"{muted_by} has muted spectators.")
    if refusal := service.chat_refusal(person.number):
        raise RequestDenied(refusal)
    text = "".join(c if c.isprintable() else " " for c in text).strip()
    if not text:
        raise RequestDenied("The message is empty.")
    service.rate_limit(person)
    for number in table.present:
        if not service.directory.blocks(number, person.number):
            service.post(number, ChatMessage(person.name, text, watching))


def mute(service: ServiceProtocol, person: Person, table: Table, muted: bool) -> None:
    """Let the host of a table mute its spectators, or hear them again."""
    must_host(person.number, table)
    table.muted = muted
    service.save(table)
    service.show_room(table)
