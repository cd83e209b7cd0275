"""A fake server for tests: a connection without a socket, and messages made of matches. No clock, no chance."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace
from textual.pilot import Pilot

from tabletown.rules.bots.level_descriptions import BOTS
from tabletown.rules.core.game import defaults
from tabletown.rules.core.match import Match
from tabletown.tui.client.app import OnlineApp
from tabletown.tui.client.connection import Incoming
from tabletown.tui.client.table import TableScreen
from tabletown.tui.model.settings import Settings
from tabletown.tui.model.terminal import Terminal
from tabletown.tui.protocol.addresses import Address
from tabletown.tui.protocol.client_messages import Message, TableRequest
from tabletown.tui.protocol.server_messages import Entry, Lobby, Moved, Over, Room, Row, SeatInfo, Story, Welcome
from tabletown.tui.server.tables import views
from tests.tui.app_driver import QUIET, settle
from tests.tui.sample_matches import match_prefix, whole_match

CODE = "KRTMLA"
TODAY = 1795788000.0
"""Friday, 27 November 2026, 14:00 UTC."""
ME = Welcome("Ada", False, ratings={"splendor": 1512})
M = TypeVar("M", bound=Message)


class FakeConnection:
    """A connection that sends a script at once, then messages on demand, and keeps those that it receives."""

    def __init__(self, *script: Incoming) -> None:
        self.script = script
        self.sent: list[Message] = []
        self.return_table = ("", False)
        self.code = ""
        """Code of the table that the client has been sent last."""
        self.receive: Callable[[Incoming], Awaitable[None]]

    async def run(self, receive: Callable[[Incoming], Awaitable[None]]) -> None:
        self.receive = receive
        await self.say(*self.script)

    async def say(self, *messages: Incoming) -> None:
        for message in messages:
            self.code = message.code if isinstance(message, Room) else self.code
            await self.receive(message)

    def send(self, message: Message) -> None:
        """Keep a message; a request to a table is kept without the code, which must be right."""
        if isinstance(message, TableRequest):
            assert message.table == self.code
            message = replace(message, table="")
        self.sent.append(message)

    def set_return_table(self, code: str, watch: bool) -> None:
        self.return_table = (code, watch)

    def asked(self, kind: type[M]) -> list[M]:
        """The messages of one kind that the client has sent."""
        return [message for message in self.sent if isinstance(message, kind)]


def online(
    *script: Incoming, settings: Settings = QUIET, colours: str = "truecolor", glyphs: str = "unicode"
) -> OnlineApp:
    """The app connected to a fake server that sends these messages; no time passes."""
    return OnlineApp(
        FakeConnection(*script),
        settings,
        Terminal(colours, glyphs, False),
        Address("town.example.org", 2222),
        now=lambda: 0.0,
        calendar=lambda: TODAY,
    )


def fake(app: Any) -> FakeConnection:
    assert isinstance(app.connection, FakeConnection)
    return app.connection


# Tables


def people(*names: str, away: Sequence[str] = ()) -> list[SeatInfo]:
    """Seats of people; "hard" is a bot, and "" an open seat."""
    bots = iter(("Hana", "Bruno", "Ines"))
    return [
        SeatInfo()
        if not name
        else SeatInfo(next(bots), bot=name)
        if name in BOTS
        else SeatInfo(name, person=True, away=name in away, rating=1512 if name == "Ada" else None)
        for name in names
    ]


def room(seats: list[SeatInfo], stage: str = "waiting", game: str = "splendor", **other: Any) -> Room:
    """A table as Ada sees it, who opened it."""
    yours = next((n for n, seat_info in enumerate(seats) if seat_info.name == "Ada"), None)
    from tabletown import rules

    given: dict[str, Any] = {
        "code": CODE, "game": game, "options": defaults(rules.load(game)), "seats": seats, "host": "Ada",
        "yours": yours, "hosting": yours is not None, "locked": False, "stage": stage, "watchers": [], "muted": False,
    }  # fmt: skip
    return Room(**{**given, **other})


def row(code: str, seats: list[SeatInfo], stage: str = "waiting", game: str = "splendor", **other: Any) -> Row:
    from tabletown import rules

    given: dict[str, Any] = {
        "code": code, "game": game, "options": defaults(rules.load(game)), "seats": seats, "host": "Ada",
        "locked": False, "stage": stage, "watchers": 0, "yours": False,
    }  # fmt: skip
    return Row(**{**given, **other})


def entry(match: Match, ply: int) -> Entry:
    line = match.line(ply)
    return Entry(line.player, list(line.action), line.notation, line.text)


def playing(match: Match, seat: int | None, **other: Any) -> list[Incoming]:
    """All messages to a seat that enters a game."""
    names = [seat.bot or seat.name for seat in match.seats]
    seats = people(*names, away=other.pop("away", ()))
    stage = "playing" if match.player is not None else "over"
    at = room(seats, stage, match.name, options=match.options, yours=seat, **other)
    lines = [entry(match, ply) for ply in range(len(match.log))]
    messages: list[Incoming] = [at, views.begun(match, seat)]
    return messages + ([Story(0, lines)] if lines else [])


def moved(match: Match, seat: int | None) -> Moved:
    """The message about the newest action, as sent to a seat."""
    ply = len(match.log)
    view = views.view(match, ply, seat)
    return Moved(ply, entry(match, ply - 1), view, match.player, views.legal(match, seat))


def ended(match: Match, **other: Any) -> list[Over]:
    return [Over(views.record(match), True, **other)]


LOBBY = Lobby(
    [
        row("KRTMLA", people("Ben", "", "hard"), host="Ben"),
        row("QWZUIF", people("Cleo", ""), game="metropolys", locked=True, host="Cleo"),
        row("HHDKAS", people("Dan", "Ada", "Eve"), "playing", "sf1906", yours=True, host="Dan", watchers=2),
        row("BBNOPL", people("Fay", "medium"), "over", host="Fay"),
    ],
    9,
)


TWO = ("Ada", "Ben")


def at_table(plies: int, player: int | None = 0, *messages: Any, **other: Any) -> Any:
    """Ada at a game after that many plies."""
    return online(ME, *playing(match_prefix(whole_match(TWO, 2), plies), player, **other), *messages)


def connection(pilot: Pilot[Any]) -> FakeConnection:
    return fake(pilot.app)


async def tell(pilot: Pilot[Any], *messages: Incoming) -> None:
    """Let the server send that, and wait for its effect."""
    await connection(pilot).say(*messages)
    await settle(pilot)


def the_seat(pilot: Pilot[Any]) -> TableScreen:
    assert isinstance(pilot.app.screen, TableScreen)
    return pilot.app.screen


def name(pilot: Pilot[Any]) -> str:
    return type(pilot.app.screen).__name__
