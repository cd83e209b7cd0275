"""Announcements to players: at a table, in the lobby, and the notices that wait for them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from ...protocol.client_messages import Message
from ...protocol.server_messages import Lobby, Note
from ..store import Store
from . import views
from .service_protocol import Person
from .table import Table

LOBBY_REST = 10.0
"""Times as long as it takes to send everyone the lobby, until it is sent to everyone again."""


class Announcer(ABC):
    """The part of the service that tells players things. Its attributes are those of TableService."""

    store: Store
    post: Callable[[int, Message], None]
    tables: dict[str, Table]
    people: dict[int, Person]
    news: bool
    outdated: set[int]
    send_on: Callable[[str, str], None]
    now: Callable[[], float]
    lobby_due: float

    @abstractmethod
    def ran(self) -> float:
        """Seconds for which the server has run in all."""

    @abstractmethod
    def next_rounds(self, number: int) -> list[str]:
        """Sentences on the next rounds of a player's tournaments."""

    def is_shown(self, table: Table) -> bool:
        """True while anyone of this host is at a table."""
        return any(not self.people[number].host for number in table.present)

    def tell(self, table: Table, message: Message) -> None:
        """Send the same message to everyone at a table."""
        for number in table.present:
            self.post(number, message)

    def note(self, table: Table, text: str) -> None:
        self.tell(table, Note(text))

    def show_room(self, table: Table) -> None:
        self.news = True
        for number in table.present:
            self.post(number, views.room(table, number))

    def show_lobby(self, person: Person, listing: views.Listing | None = None) -> None:
        if person.host:
            return
        rows = (listing or views.Listing(self.tables.values())).rows(person.number, self.ran())
        self.post(person.number, Lobby(rows, len(self.people), self.next_rounds(person.number)))

    def refresh(self) -> None:
        """Send the lobby to those in it for whom it has changed.

        Those whose own game goes on get it at once. What others do waits when many people and tables make it long work.
        """
        began = self.now()
        all_of_them = self.news and began >= self.lobby_due
        concerned = [*self.people.values()] if all_of_them else [*map(self.people.get, self.outdated)]
        waiting = [person for person in concerned if person and person.table is None and not person.host]
        listing = views.Listing(self.tables.values()) if waiting else None
        for person in waiting:
            self.show_lobby(person, listing)
        if all_of_them:
            self.news, self.lobby_due = False, began + LOBBY_REST * (self.now() - began)
        self.outdated.clear()

    def show_notices(self, number: int) -> None:
        """Send a player who is connected the notices that are stored for them, or let the player's host do it."""
        person = self.people.get(number)
        if person and person.host:
            return self.send_on(person.host, f"notices {number}")
        notices = self.store.notices(number)
        for text in notices.values():
            self.post(number, Note(text))
        return self.store.seen(notices)
