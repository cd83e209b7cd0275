"""Messages from clients."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from msgspec import Meta
from msgspec.json import Decoder, Encoder

from .chat_phrases import PHRASES
from .clocks import BOT, NONE
from .daily_messages import AskCoach, AskHint, DailyRequest, SetCoach
from .message import OLDEST as OLDEST
from .message import PROTOCOL as PROTOCOL
from .message import Code, Number, RecordNumber, Short
from .message import Message as Message
from .message import TableRequest as TableRequest
from .message_limits import CHAT, MAX_PAGE
from .player_messages import PlayerRequest, UseKeyCode
from .table_codes import CODE
from .tournament_messages import TournamentRequest


class Hello(Message, frozen=True):
    """The first message. Welcome or Bye follows, then the player's location: Lobby, or Room and its game."""

    version: int
    """PROTOCOL; the server also accepts a client of an earlier version from OLDEST on."""
    ticket: Annotated[str, Meta(max_length=128)] = ""
    """The ticket that the SSH listener got for this session; it identifies the player."""
    key: Annotated[str, Meta(max_length=128)] = ""
    """Without a ticket: the fingerprint of an SSH key, "SHA256:...", from another sshd. Only a server started with
    --local accepts it."""
    address: Short = ""
    """With a key: the address that sshd reports, which the limit of sessions per address applies to."""
    join: Annotated[str, Meta(max_length=CODE)] = ""
    """Code of the table to join on arrival; if it does not exist, the lobby and a Problem follow."""
    watch: bool = False
    """Join that table as a spectator."""
    command: Short = ""
    """Print finished games instead of coming in: "games", "games --all" or "game NUMBER"; Printed and Bye follow."""


class Name(Message, frozen=True):
    """The player's name; Welcome follows. Until then the server refuses everything else but Return."""

    name: Short


class Return(Message, frozen=True):
    """The code of a returning guest; Welcome follows, then that player's location."""

    code: Annotated[str, Meta(max_length=32)]


class AcceptRules(Message, frozen=True):
    """Accept the house rules of that version; Welcome and the player's location follow."""

    version: Short


class Open(Message, frozen=True):
    """Open a table in the lobby; Room follows. The first open seat is the host's."""

    game: Short
    options: dict[Short, Short]
    """Choices by key of the game's OPTIONS; missing keys have their defaults."""
    seats: Annotated[list[Short], Meta(max_length=8)]
    """For each seat the level of a bot, or "" for an open seat."""
    password: Short = ""
    """Password to join or watch; empty for a public table."""
    clock: Short = NONE
    """A key of CLOCKS, or NONE."""
    timeout: Short = BOT
    """The rule for a player whose time has run out: one of TIMEOUTS."""
    practice: bool = False
    """True for a practice table: unrated, with hints for its players."""


class Join(Message, frozen=True):
    """Go to a table: to the player's own seat, else to the first open one, else as a spectator. Room follows."""

    code: Code
    password: Short = ""
    """Not needed by players who have a seat there."""
    watch: bool = False
    """Join as a spectator."""


class Leave(TableRequest, frozen=True):
    """Go back to the lobby. Before the start the player gives up the seat; after it the seat is kept."""


class Sit(TableRequest, frozen=True):
    """Before the start: take an open seat. For a seat that a person has, a player asks to swap (Asked, "swap")."""

    seat: Number


class AssignSeat(TableRequest, frozen=True):
    """Before the start, by the host: seat a bot of that level, or open the seat; its person becomes a spectator."""

    seat: Number
    bot: Short = ""


class Start(TableRequest, frozen=True):
    """Start the game; by the host, when every seat is taken."""


class Act(TableRequest, frozen=True):
    """Play one of the legal actions; Moved follows to everyone at the table."""

    ply: Number
    """Number of actions played before it; the server refuses any other number."""
    action: list[Any]


class Resign(TableRequest, frozen=True):
    """Give the player's seat in a running game to a bot for good, which counts as a loss; the player stays to watch."""


class SetNotices(Message, frozen=True):
    """Turn notices about slow games on or off, on a server that offers them; Notices follows."""

    on: bool
    address: Annotated[str, Meta(max_length=128)] = ""
    """Address for notices; only where the operator allows it."""


class Look(TableRequest, frozen=True):
    """Request an earlier position; Looked follows."""

    ply: Number


class Ask(TableRequest, frozen=True):
    """Make a request to the others: Asked goes to all, then Settled when the result is clear."""

    what: Short
    """"undo": undo the player's own last action; all other people present must agree.
    "bot": let a bot take over from a player who is away or has not moved for long, until that player sends any message;
    most of the others present must agree.
    "replace": give the seat of a player who has been away for long, and for whom a bot plays, to a bot for good, as if
    the player had resigned; most of the others present must agree.
    "end": end a running game without a result; everyone with a seat must be present and agree.
    "rematch": play again when the game is over; all present must agree.
    """
    seat: Number = 0
    """Seat of the player to replace; only for "bot" and "replace"."""


class Answer(TableRequest, frozen=True):
    """The answer to a request."""

    number: Number
    yes: bool


class Say(TableRequest, frozen=True):
    """A chat message to everyone at the table, at most CHAT printable characters."""

    text: Annotated[str, Meta(max_length=CHAT)]


class Phrase(TableRequest, frozen=True):
    """A quick phrase to everyone at the table: PHRASES[number - 1]."""

    number: Annotated[int, Meta(ge=1, le=len(PHRASES))]


class Mute(TableRequest, frozen=True):
    """Mute spectators or let them chat; by the host."""

    muted: bool


class ListGames(Message, frozen=True):
    """List finished games, the newest first; GameList follows."""

    game: Short = ""
    """Name of the game; empty for all games."""
    name: Short = ""
    """Part of a player's name; empty for everyone."""
    mine: bool = False
    """True for the player's own games only."""
    days: Number = 0
    """Age in days of the oldest games; 0 for games of any age."""
    skip: RecordNumber = 0
    """Games to leave out, which earlier pages show."""
    most: Annotated[int, Meta(ge=1, le=MAX_PAGE)] = MAX_PAGE
    """Games on the page."""
    player: RecordNumber = 0
    """Number of another player with a seat; 0 for everyone."""


class FetchGame(Message, frozen=True):
    """Fetch a finished game; its GameFile follows."""

    number: RecordNumber


class JudgeMove(Message, frozen=True):
    """Let a bot analyse a move of a finished game; Judged follows, later than the moves of the bots at all tables."""

    number: RecordNumber
    ply: Number
    quick: bool = False
    """True for the first quick look."""


FromClient: TypeAlias = (
    Hello
    | Name
    | Return
    | AcceptRules
    | Open
    | Join
    | Leave
    | Sit
    | AssignSeat
    | Start
    | Act
    | Resign
    | SetNotices
    | Look
    | Ask
    | Answer
    | Say
    | Phrase
    | Mute
    | ListGames
    | FetchGame
    | JudgeMove
    | AskHint
    | SetCoach
    | AskCoach
    | TournamentRequest
    | PlayerRequest
    | UseKeyCode
    | DailyRequest
)

from_client = Decoder(FromClient).decode
"""Decode a line; raises msgspec.MsgspecError, or RecursionError for deeply nested JSON."""
_encoder = Encoder()


def line(message: Message) -> bytes:
    """A message as a line of JSON."""
    return _encoder.encode(message) + b"\n"
