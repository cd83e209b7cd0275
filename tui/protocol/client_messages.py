"""Messages from clients, and the base of all messages."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct
from msgspec.json import Decoder, Encoder

PROTOCOL = 4
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
"""Quick phrases by their digits, from 1."""

Number: TypeAlias = Annotated[int, Meta(ge=0, le=100_000)]
Short: TypeAlias = Annotated[str, Meta(max_length=64)]
Code: TypeAlias = Annotated[str, Meta(min_length=CODE, max_length=CODE)]


class Message(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag=str.lower):
    """The base of all messages: immutable, and exact about their fields."""


class Hello(Message, frozen=True):
    """The first message. Welcome or Bye follows, then where the player is: Lobby, or Room and the game there."""

    version: int
    """PROTOCOL."""
    ticket: Annotated[str, Meta(max_length=128)] = ""
    """The ticket that the SSH listener got for this session; it identifies the player."""
    key: Annotated[str, Meta(max_length=128)] = ""
    """Without a ticket: the fingerprint of an SSH key, "SHA256:...", from another sshd. Only a server that trusts its
    own machine takes it."""
    join: Annotated[str, Meta(max_length=CODE)] = ""
    """The code of the table to go to at once; the lobby and a Problem when there is none."""
    watch: bool = False
    """Only to look on there."""


class Name(Message, frozen=True):
    """The name of the player; Welcome follows. Until then everything but Return is refused."""

    name: Short


class Return(Message, frozen=True):
    """A guest who was here before, with the code of that time; Welcome follows, and where that player was."""

    code: Annotated[str, Meta(max_length=32)]


class Open(Message, frozen=True):
    """Open a table in the lobby; Room follows. The first open seat is the host's."""

    game: Short
    options: dict[Short, Short]
    """A choice for every key of the game's OPTIONS; what is left out has its default."""
    seats: Annotated[list[Short], Meta(max_length=8)]
    """For each seat "" when it is open, or the level of a bot."""
    password: Short = ""
    """Needed to join or watch; empty for a table that is open to all."""


class Join(Message, frozen=True):
    """Go to a table: to one's own seat there, else to the first open one, else to look on. Room follows."""

    code: Code
    password: Short = ""
    """Not asked of who sits there."""
    watch: bool = False
    """Only to look on."""


class Leave(Message, frozen=True):
    """Go back to the lobby. Before the start the seat is given up; after it the seat stays, its player away."""


class Sit(Message, frozen=True):
    """Before the start: take another seat, or an open one for who looks on. A seat that a person has is asked for
    (Asked, "swap")."""

    seat: Number


class AssignSeat(Message, frozen=True):
    """Before the start, by the host: put a bot of that level on a seat, or open it; who sat there looks on."""

    seat: Number
    bot: Short = ""


class Start(Message, frozen=True):
    """By the host, when every seat is taken."""


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
    is away, or has not moved for long, and who has the seat back with any message; most of the others who are here.
    "rematch": the same again, when the game is over; all who are here.
    """
    seat: Number = 0
    """Seat of the player to replace, for "bot"."""


class Answer(Message, frozen=True):
    """The answer to a request."""

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
    Hello
    | Name
    | Return
    | Open
    | Join
    | Leave
    | Sit
    | AssignSeat
    | Start
    | Act
    | Look
    | Ask
    | Answer
    | Say
    | Phrase
    | Mute
)

from_client = Decoder(FromClient).decode
"""Takes a line; raises msgspec.MsgspecError, or RecursionError for one that is nested deeply."""
_encoder = Encoder()


def line(message: Message) -> bytes:
    """A message as it is sent."""
    return _encoder.encode(message) + b"\n"
