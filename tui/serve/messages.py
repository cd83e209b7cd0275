"""Every message between the server and its clients, both ways: one JSON object a line, its kind first.

A client begins with `Hello`, and the server answers `Welcome` or `Bye`. Then the client is at one place: the lobby,
where it gets `Lobby` whenever that changes, or a table, where it gets `Room` whenever the people there change and, from
the beginning of the game, `Begun`, `Story`, `Moved` and `Undone`. What the server does not grant it answers with
`Problem`, and all is as it was; a line that is no message ends the session with `Bye`. Nothing that a client is sent
holds what its seat may not know: views are observations, legal actions follow from them, and the seed comes with the
record, when the game is over.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct
from msgspec.json import Decoder, Encoder

PROTOCOL = 1
"""Changes when a message does; clients and server must have the same."""
CLIENT_LINE = 4 << 10
"""Bytes of a line from a client, its newline too."""
SERVER_LINE = 64 << 10
"""The same from the server; what may be longer comes in several messages."""
STORY_LINES = 100
"""Lines of the log in one message."""
NAME = 20
"""Characters of a display name."""
CHAT = 120
"""Characters of something said."""
CODE = 6
"""Letters of an invite code."""
ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""The letters of codes: those that cannot be taken for digits. A client may write them small."""
PHRASES = (
    "Hello, all!",
    "Good luck, have fun.",
    "Well played!",
    "Thank you.",
    "Your turn.",
    "Just a moment, please.",
    "Oh no!",
    "Good game!",
    "I have to go. See you!",
)
"""What can be said with a digit, from 1."""

Number: TypeAlias = Annotated[int, Meta(ge=0, le=100_000)]
Short: TypeAlias = Annotated[str, Meta(max_length=64)]
Code: TypeAlias = Annotated[str, Meta(min_length=CODE, max_length=CODE)]


class Message(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag=str.lower):
    """What all messages are: immutable, and exact about their fields."""


# From a client.


class Hello(Message, frozen=True):
    """The first message. Welcome or Bye follows, then where the player is: Lobby, or Room and the game there."""

    version: int
    """PROTOCOL."""
    ticket: Annotated[str, Meta(max_length=128)] = ""
    """What the server's own front was given for this session; it says who this is."""
    key: Annotated[str, Meta(max_length=128)] = ""
    """Without a ticket: the fingerprint of an SSH key, "SHA256:...", from another sshd. Only a server that trusts its
    own machine takes it."""
    join: Annotated[str, Meta(max_length=CODE)] = ""
    """The code of the table to go to at once; the lobby and a Problem when there is none."""
    watch: bool = False
    """Only to look on there."""


class Name(Message, frozen=True):
    """How the player wants to be called; Welcome follows. Until then all else but Return is refused."""

    name: Short


class Return(Message, frozen=True):
    """A guest who was here before, with the code of that time; Welcome follows, and where that player was."""

    code: Annotated[str, Meta(max_length=32)]


class Open(Message, frozen=True):
    """Open a table in the lobby; Room follows. The first open chair is the host's."""

    game: Short
    options: dict[Short, Short]
    """A choice for every key of the game's OPTIONS; what is left out has its default."""
    chairs: Annotated[list[Short], Meta(max_length=8)]
    """For each chair "" when it is open, or the level of a bot."""
    password: Short = ""
    """Who wants to sit or watch must know it; empty for a table that is open to all."""


class Join(Message, frozen=True):
    """Go to a table: to one's own chair there, else to the first open one, else to look on. Room follows."""

    code: Code
    password: Short = ""
    """Not asked of who sits there."""
    watch: bool = False
    """Only to look on."""


class Leave(Message, frozen=True):
    """Go back to the lobby. Before the start the chair is given up; after it the chair stays, its player away."""


class Sit(Message, frozen=True):
    """Before the start: take another chair, or an open one for who looks on. A chair that a person has is asked for
    (Asked, "swap")."""

    chair: Number


class Place(Message, frozen=True):
    """Before the start, by the host: put a bot of that level on a chair, or open it; who sat there looks on."""

    chair: Number
    bot: Short = ""


class Start(Message, frozen=True):
    """By the host, when every chair is taken."""


class Act(Message, frozen=True):
    """Play one of the legal actions; Moved follows, to everybody."""

    ply: Number
    """Actions played before it, as the client knows: another number is refused."""
    action: list[Any]


class Look(Message, frozen=True):
    """A position of the past; Looked follows."""

    ply: Number


class Ask(Message, frozen=True):
    """Ask the others: Asked goes to all, and Settled when all have answered or one may not."""

    what: Short
    """"undo": take back one's last action; all other people who are here must agree. "bot": let a bot play on for who
    is away; most of the others who are here. "rematch": the same again, when the game is over; all who are here.
    """
    chair: Number = 0
    """Whose chair, for "bot"."""


class Answer(Message, frozen=True):
    """What one says to a question."""

    number: Number
    yes: bool


class Say(Message, frozen=True):
    """Something short to all at the table, at most CHAT printable characters."""

    text: Annotated[str, Meta(max_length=CHAT)]


class Phrase(Message, frozen=True):
    """The same with a digit: PHRASES[number - 1]."""

    number: Annotated[int, Meta(ge=1, le=len(PHRASES))]


class Mute(Message, frozen=True):
    """By the host: may those who look on speak?"""

    muted: bool


FromClient: TypeAlias = (
    Hello | Name | Return | Open | Join | Leave | Sit | Place | Start | Act | Look | Ask | Answer | Say | Phrase | Mute
)


# Parts of what the server says.


class Chair(Struct, frozen=True):
    """A chair at a table, in the order of play."""

    name: str = ""
    """Who sits there, person or bot; empty while it is open."""
    bot: str = ""
    """The level of the bot that plays: on a chair of its own, or for a person who is away."""
    person: bool = False
    """Does the chair belong to a person?"""
    away: bool = False
    """Is that person somewhere else?"""
    rating: int | None = None
    """Of that person in this game; None before the first rated result."""


class Row(Struct, frozen=True):
    """A table as the lobby lists it."""

    code: str
    game: str
    options: dict[str, str]
    chairs: list[Chair]
    host: str
    locked: bool
    """Is a password asked for?"""
    stage: str
    """"waiting", "playing" or "over"."""
    watchers: int
    yours: bool
    """Has the client's player a chair there?"""


class Entry(Struct, frozen=True):
    """A line of the log; no secret to anybody."""

    player: int
    short: str
    """In notation."""
    text: str
    """As a sentence without the player's name."""


class Rated(Struct, frozen=True):
    """How a rating changed with a game."""

    name: str
    before: int
    after: int


# From the server.


class Welcome(Message, frozen=True):
    """Who the client's player is."""

    name: str
    """Empty until the player has said it."""
    new: bool
    """Never here before: a name is wanted."""
    guest: str = ""
    """A guest's code to return with; empty for who has a key."""
    ratings: dict[str, int] = {}
    """By game."""


class Lobby(Message, frozen=True):
    """The tables; sent on arrival in the lobby and when something changes there, at most a few times a second."""

    tables: list[Row]
    here: int
    """Players on the server."""


class Room(Message, frozen=True):
    """The table where the client is, and who is there; sent on arrival and when it changes, at every stage."""

    code: str
    game: str
    options: dict[str, str]
    chairs: list[Chair]
    host: str
    yours: int | None
    """The chair of the client's player; None for who looks on."""
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
    """What the seat may know, for `wire.view`."""
    since: int
    """The ply after the last action of the client's seat, 0 when there is none; the one before, for who looks on."""
    before: Any
    """The view at that ply."""
    player: int | None
    """Who decides now; None when the game is over."""
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
    """After the last Moved, and for who comes later: a part of the record, lines of its file (`rules.record`)."""

    lines: list[str]
    last: bool
    """Was that all?"""
    rated: list[Rated] = []
    """With the last part: the ratings that changed."""


class Said(Message, frozen=True):
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
    """Who asks; empty for the server, which asks about who is away for long."""
    chair: int
    """Whose chair it is about."""
    yours: bool
    """Is the client's player asked, and has yet to answer?"""
    text: str
    """The question as a sentence."""


class Settled(Message, frozen=True):
    """A question is answered, or no longer asked."""

    number: int
    granted: bool


class Problem(Message, frozen=True):
    """What was not granted, and why; nothing has changed."""

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
    | Said
    | Note
    | Asked
    | Settled
    | Problem
    | Bye
)

from_client = Decoder(FromClient).decode
"""Takes a line; raises msgspec.MsgspecError, or RecursionError for one that is nested deeply."""
from_server = Decoder(FromServer).decode
_encoder = Encoder()


def line(message: Message) -> bytes:
    """A message as it is sent."""
    return _encoder.encode(message) + b"\n"
