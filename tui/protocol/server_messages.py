"""Every message between the server and its clients, both ways: one JSON object a line, its kind first.

A client begins with `Hello`, and the server answers `Welcome` or `Bye`. Then the client is at one place: the lobby,
where it gets `Lobby` whenever that changes, or a table, where it gets `Room` whenever the people there change and, from
the beginning of the game, `Begun`, `Story`, `Moved` and `Undone`. What the server does not grant it answers with
`Problem`, and all is as it was; a line that is no message ends the session with `Bye`. Nothing that a client is sent
holds what its seat may not know: views are observations, legal actions follow from them, and the seed comes with the
record, when the game is over.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec import Struct, field
from msgspec.json import Decoder

from .client_messages import Message

# Parts of what the server says.


class SeatInfo(Struct, frozen=True):
    """A seat at a table, in the order of play."""

    name: str = ""
    """The name of the person or bot; empty while the seat is open."""
    bot: str = ""
    """The level of the bot that plays: on a seat of its own, or for a person who is away."""
    person: bool = False
    """Does the seat belong to a person?"""
    away: bool = False
    """Is that person somewhere else?"""
    rating: int | None = None
    """Of that person in this game; None before the first rated result."""


class Row(Struct, frozen=True):
    """A table as the lobby lists it."""

    code: str
    game: str
    options: dict[str, str]
    seats: list[SeatInfo]
    host: str
    locked: bool
    """Is a password asked for?"""
    stage: str
    """"waiting", "playing" or "over"."""
    watchers: int
    yours: bool
    """Has the client's player a seat there?"""


class Entry(Struct, frozen=True):
    """A line of the log; no secret to anybody."""

    player: int
    action: list[Any]
    notation: str
    text: str
    """As a sentence without its subject, its verb in the base form."""


class Rated(Struct, frozen=True):
    """A rating before and after a game."""

    name: str
    before: int
    after: int


# From the server.


class Welcome(Message, frozen=True):
    """The player of this client."""

    name: str
    """Empty until the player has said it."""
    new: bool
    """Never here before: a name is wanted."""
    guest: str = ""
    """A guest's code to return with; empty for who has a key."""
    ratings: dict[str, int] = field(default_factory=dict)
    """By game."""


class Lobby(Message, frozen=True):
    """The tables; sent on arrival in the lobby and when something changes there, at most a few times a second."""

    tables: list[Row]
    players: int
    """Players on the server."""


class Room(Message, frozen=True):
    """The table where the client is, and who is there; sent on arrival and when it changes, at every stage."""

    code: str
    game: str
    options: dict[str, str]
    seats: list[SeatInfo]
    host: str
    yours: int | None
    """The seat of the client's player; None for who looks on."""
    hosting: bool
    """Is it the client's player who is the host?"""
    locked: bool
    stage: str
    """"waiting", "playing" or "over"."""
    watchers: list[str]
    """Names of those who look on, at most 20."""
    muted: bool
    """May they not speak?"""


class Begun(Message, frozen=True):
    """The game as it stands, at its start and for who comes to it later; Story follows when there was any action.

    It replaces all that the client knew of a game.
    """

    ply: int
    """Actions played."""
    view: Any
    """The observation of the seat, for `encoding.decode`."""
    since: int
    """The ply after the last action of the client's seat, 0 when there is none; the one before, for who looks on."""
    before: Any
    """The view at that ply."""
    player: int | None
    """The seat to move; None when the game is over."""
    legal: list[list[Any]]
    """The legal actions, when it is the client's turn."""


class Story(Message, frozen=True):
    """Lines of the log, for those that come later: those of the actions from `ply` on."""

    ply: int
    lines: list[Entry]


class Moved(Message, frozen=True):
    """Somebody has played."""

    ply: int
    """Actions played, this one too."""
    line: Entry
    view: Any
    player: int | None
    legal: list[list[Any]]


class Undone(Message, frozen=True):
    """Actions were taken back: those from `ply` on are no more."""

    ply: int
    view: Any
    player: int | None
    legal: list[list[Any]]


class Looked(Message, frozen=True):
    """The view of the asking seat after so many actions."""

    ply: int
    view: Any


class Over(Message, frozen=True):
    """After the last Moved, and for latecomers: a part of the record, lines of its file (`rules.core.save_file`)."""

    lines: list[str]
    last: bool
    """Was that all?"""
    rated: list[Rated] = field(default_factory=list)
    """With the last part: the ratings that changed."""


class ChatMessage(Message, frozen=True):
    """Something that was said."""

    name: str
    text: str
    watching: bool
    """By somebody who looks on?"""


class Note(Message, frozen=True):
    """Something that happened at the table, as a sentence."""

    text: str


class Asked(Message, frozen=True):
    """A question that waits for answers; the newest of its number counts."""

    number: int
    what: str
    """"undo", "bot", "rematch" or "swap"."""
    by: str
    """The player who asks; empty for the server, which asks about absent players."""
    seat: int
    """Seat that the question is about."""
    yours: bool
    """Is the client's player asked, and has yet to answer?"""
    text: str
    """The question as a sentence."""


class Settled(Message, frozen=True):
    """A question is answered, or no longer asked."""

    number: int
    granted: bool


class Problem(Message, frozen=True):
    """A request that was refused, and why; nothing has changed."""

    about: str
    """The kind of the client's message: "join"."""
    text: str
    """A sentence for people."""
    wants: str = ""
    """"password" when the table has one, and "name" when the player has none yet."""


class Bye(Message, frozen=True):
    """The last message of a session."""

    text: str
    """Why, as a sentence for people."""
    reason: str = ""
    """"replaced" when the player goes on in another session, "stopped" when the server ends, else "refused"."""


FromServer: TypeAlias = (
    Welcome
    | Lobby
    | Room
    | Begun
    | Story
    | Moved
    | Undone
    | Looked
    | Over
    | ChatMessage
    | Note
    | Asked
    | Settled
    | Problem
    | Bye
)

from_server = Decoder(FromServer).decode
"""Takes a line; raises msgspec.MsgspecError."""
