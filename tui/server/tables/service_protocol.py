"""The service that owns all tables, as play, seating and votes need it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from tabletown.rules.core.match import Match

from ...protocol.client_messages import Message
from ..events import ServerEvents
from ..limits import Limits, Times
from ..player_directory import PlayerDirectory
from ..store import Also, Store
from ..turn_notices import TurnNotices
from .table import Table, Thought, Vote


@dataclass(slots=True)
class Person:
    """A player who is connected."""

    number: int
    name: str
    origin: str = ""
    """Address of the session."""
    table: Table | None = None
    host: str = ""
    """Name of the host where the player is; empty for this one."""


class ServiceProtocol(Protocol):
    """The owner of all tables: it saves, sends, lets bots think, and applies granted votes.

    Changes that must not be lost are saved before any client hears of them.
    """

    store: Store
    limits: Limits
    times: Times
    directory: PlayerDirectory
    tables: dict[str, Table]
    people: dict[int, Person]
    events: ServerEvents
    notices: TurnNotices | None
    """Notices outside the program; None when the operator offers none."""
    lost: bool
    """True while the database is lost, and then until this host knows how long the town has run."""
    news: bool
    """True when the lobby has to be sent again to everyone in it."""
    outdated: set[int]
    """Players in the lobby to whom it has to be sent again."""

    @property
    def post(self) -> Callable[[int, Message], None]:
        """Send a message to a player, if connected. It never waits."""

    @property
    def think(self) -> Callable[[Thought], None]:
        """Let a bot think; its answer comes later."""

    @property
    def chat_refusal(self) -> Callable[[int], str]:
        """The reason why a player may not chat; empty for one who may."""

    @property
    def now(self) -> Callable[[], float]:
        """Seconds of a clock that only goes forward."""

    def ran(self) -> float:
        """Seconds for which the server has been running since its database was made: the time of the clocks."""

    def is_shown(self, table: Table) -> bool:
        """True while anyone of this host is at a table."""

    def tell(self, table: Table, message: Message) -> None:
        """Send the same message to everyone at a table."""

    def note(self, table: Table, text: str) -> None:
        """Send everyone at a table a sentence."""

    def show_room(self, table: Table) -> None:
        """Send everyone at a table its state."""

    def show_lobby(self, person: Person) -> None:
        """Send the list of tables."""

    def show_location(self, person: Person) -> None:
        """Send a player the current table or the lobby."""

    def rate_limit(self, person: Person) -> None:
        """Raises RequestDenied for too many actions that others see or that cost much."""

    def save(self, table: Table, also: Also | None = None) -> None:
        """Save a table, and what `also` writes with it. Raises Unsaved."""

    def save_or_log(self, table: Table) -> None:
        """Save a change that a later save may make up for."""

    def close(self, table: Table, successor: Table | None = None) -> None:
        """Remove a table, and put another one in its place."""

    def close_unfinished(self, table: Table, reason: str) -> None:
        """Close a game before its end, and keep it in the store. Everyone there goes to the lobby and hears of it."""

    def show_notices(self, number: int) -> None:
        """Send a player who is connected the notices that are stored for them."""

    def age(self, table: Table) -> float:
        """Seconds since anything happened at a table."""

    def new_code(self) -> str:
        """An unused table code."""

    def next_number(self) -> int:
        """The number of a vote or a thought."""

    def resumed(self, table: Table) -> Match:
        """The match of a table whose game has started, loaded from the store if necessary."""

    def wake(self, table: Table) -> None:
        """Let a bot think if it is to move, someone is present or the game is slow, and no undo is requested."""

    def apply_vote(self, table: Table, vote: Vote) -> None:
        """Apply a granted vote."""
