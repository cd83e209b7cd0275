"""Every message between the server and its clients, both ways: one JSON object a line, its kind first.

A client starts with `Hello`, and the server answers `Welcome` or `Bye`. After that the client is in the lobby, where it
receives `Lobby` at every change, or at a table, where it receives `Room` when the people there change and, from the
start of the game, `Begun`, `Story`, `Moved`, `Undone` and `Clocks`. The server answers a refused request with `Problem`
and changes nothing; a line that is not a message ends the session with `Bye`. No message holds secrets of other seats:
views are observations, legal actions follow from them, and the seed comes with the record when the game is over.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec import Struct, field
from msgspec.json import Decoder

from .client_messages import Message
from .clocks import BOT, NONE
from .daily_messages import CoachWarnings, DailyAnswer, Hint
from .player_messages import PlayerAnswer
from .tournament_messages import TournamentCall, TournamentDetails, TournamentList

# Parts of messages from the server.


class SeatInfo(Struct, frozen=True):
    """A seat at a table, in the order of play."""

    name: str = ""
    """Name of the person or bot; empty while the seat is open."""
    bot: str = ""
    """Level of the bot that plays, in its own seat or for an absent person."""
    person: bool = False
    """True when the seat belongs to a person."""
    away: bool = False
    """True when that person is not at the table."""
    rating: int | None = None
    """Rating of that person in this game; None before the first rated result."""
    coached: bool = False
    """True when that person has a coach, at a practice table."""


class Row(Struct, frozen=True):
    """A table as the lobby lists it."""

    code: str
    game: str
    options: dict[str, str]
    seats: list[SeatInfo]
    host: str
    locked: bool
    """True when joining needs a password."""
    stage: str
    """"waiting", "playing" or "over"."""
    watchers: int
    yours: bool
    """True when the client's player has a seat there."""
    clock: str = NONE
    """A key of CLOCKS, or NONE."""
    turn: bool = False
    """True when the game waits for the client's player."""
    left: float | None = None
    """Seconds that the client's player then has left, at the time of the message; None without clocks."""
    practice: bool = False
    """True for a practice table: unrated, with hints for its players."""
    tournament: str = ""
    """Tournament and round of the game; empty for a game outside tournaments."""
    day: str = ""
    """The day whose daily game is played there, in ISO format; empty at any other table."""


class Entry(Struct, frozen=True):
    """A line of the log, which every seat may know."""

    player: int
    action: list[Any]
    notation: str
    text: str
    """Sentence without its subject, with the verb in the base form."""
    effects: str = ""
    """Further consequences."""


class Score(Struct, frozen=True):
    """The result of a player in a finished game."""

    name: str
    points: int
    won: bool


class FinishedGame(Struct, frozen=True):
    """A finished game as it is listed."""

    number: int
    game: str
    options: dict[str, str]
    """Choices by key; empty for a damaged game."""
    ended: float
    """Seconds since 1970."""
    scores: list[Score]
    yours: int | None
    """Seat of the client's player."""


class Rated(Struct, frozen=True):
    """A rating before and after a game."""

    name: str
    before: int
    after: int


# From the server.


class Welcome(Message, frozen=True):
    """The player of this client."""

    name: str
    """Empty until the player has chosen one."""
    new: bool
    """True for a new player, who must choose a name."""
    guest: str = ""
    """Code with which a guest can return; empty for a player with a key."""
    ratings: dict[str, int] = field(default_factory=dict)
    """Ratings by game."""
    message: str = ""
    """Message of the day, perhaps of several lines; empty for none."""
    rules: str = ""
    """House rules of the server, to be read again; empty for none."""
    browser: bool = False
    """True for a player whom a browser's cookie identifies."""


class HouseRules(Message, frozen=True):
    """House rules that the player has not accepted yet; follows Welcome. Until AcceptRules, no location follows."""

    version: str
    text: str


class Notices(Message, frozen=True):
    """The player's choice of notices about slow games; sent on arrival by a server that offers them."""

    on: bool
    address: str
    addressed: bool
    """True when the player may give an address."""


class Lobby(Message, frozen=True):
    """The tables; sent on arrival in the lobby and at changes, at most a few times a second."""

    tables: list[Row]
    players: int
    """Number of players on the server."""
    tournaments: list[str] = field(default_factory=list)
    """Sentences on the next rounds of the tournaments that the client's player takes part in."""


class Room(Message, frozen=True):
    """The client's table and the people there; sent on arrival and at every change, whatever the stage."""

    code: str
    game: str
    options: dict[str, str]
    seats: list[SeatInfo]
    host: str
    yours: int | None
    """Seat of the client's player; None for a spectator."""
    hosting: bool
    """True when the client's player is the host."""
    locked: bool
    stage: str
    """"waiting", "playing" or "over"."""
    watchers: list[str]
    """Names of spectators, at most 20."""
    muted: bool
    """True when spectators may not chat."""
    clock: str = NONE
    """A key of CLOCKS, or NONE."""
    timeout: str = BOT
    """The rule for a player whose time has run out: one of TIMEOUTS."""
    practice: bool = False
    """True for a practice table: unrated, with hints for its players."""
    tournament: str = ""
    """Tournament and round of the game, which has no host and in which nobody can ask for anything; empty otherwise."""
    day: str = ""
    """The day whose daily game is played there, in ISO format; empty at any other table."""


class Begun(Message, frozen=True):
    """The position of the game, sent at its start and to latecomers; Story follows when there was any action.

    It replaces everything the client knew about a game.
    """

    ply: int
    """Actions played."""
    view: Any
    """Observation of the seat, for `encoding.decode`."""
    since: int
    """The ply after the last action of the client's seat, or 0; for a spectator the ply before the current one."""
    before: Any
    """View at that ply."""
    player: int | None
    """The seat to move; None when the game is over."""
    legal: list[list[Any]]
    """The legal actions, when it is the client's turn."""


class Story(Message, frozen=True):
    """Lines of the log for latecomers: the actions from `ply` on."""

    ply: int
    lines: list[Entry]


class Moved(Message, frozen=True):
    """A player has moved."""

    ply: int
    """Actions played, including this one."""
    line: Entry
    view: Any
    player: int | None
    legal: list[list[Any]]


class Undone(Message, frozen=True):
    """The actions from `ply` on have been undone."""

    ply: int
    view: Any
    player: int | None
    legal: list[list[Any]]


class Clocks(Message, frozen=True):
    """The clocks of a running game, sent whenever one stops or starts; clients count the seconds in between."""

    left: list[float | None]
    """Seconds left for each seat at the time of the message; None for a bot's seat."""
    running: int | None
    """The seat whose clock runs; None for none."""


class Looked(Message, frozen=True):
    """View of the requesting seat after `ply` actions."""

    ply: int
    view: Any


class Over(Message, frozen=True):
    """Part of the record, as lines of its file (`rules.core.save_file`); sent at the end and to latecomers."""

    lines: list[str]
    last: bool
    """True for the last part."""
    rated: list[Rated] = field(default_factory=list)
    """Ratings that changed, with the last part."""


class ChatMessage(Message, frozen=True):
    """A chat message."""

    name: str
    text: str
    watching: bool
    """True when a spectator wrote it."""


class Note(Message, frozen=True):
    """A sentence about an event at the table."""

    text: str


class Asked(Message, frozen=True):
    """A request that waits for answers; a later message with the same number replaces it."""

    number: int
    what: str
    """"undo", "bot", "replace", "end", "rematch" or "swap"."""
    by: str
    """Name of the player who asks; empty when the server asks about an absent player."""
    seat: int
    """Seat that the request is about."""
    yours: bool
    """True while the client's player still has to answer."""
    text: str
    """The request as a sentence."""


class Settled(Message, frozen=True):
    """A request has been answered or withdrawn."""

    number: int
    granted: bool


class Problem(Message, frozen=True):
    """A refused message with the reason; nothing has changed."""

    about: str
    """Kind of the client's message, such as "join"."""
    text: str
    """The reason as a sentence for the player."""
    needs: str = ""
    """"password" when the table has one, and "name" when the player has none yet."""


class GameList(Message, frozen=True):
    """A page of finished games."""

    games: list[FinishedGame]
    total: int
    """Number of games on all pages."""


class GameFile(Message, frozen=True):
    """A part of the file of a finished game (`rules.core.save_file`), whose secrets are out."""

    number: int
    lines: list[str]
    last: bool
    """True for the last part."""


class Judged(Message, frozen=True):
    """The analysis of a move of a finished game."""

    number: int
    ply: int
    decision: dict[str, Any]
    """An entry of `rules.analysis.review_json`; empty when there is no answer."""
    reason: str = ""
    """The reason why there is none."""


class Printed(Message, frozen=True):
    """A part of the output of a command; sent instead of Welcome for a Hello with a command."""

    text: str
    """Lines for standard output."""
    error: str
    """A sentence for standard error, with the last part; may be empty."""
    code: int
    """Exit code of the command."""
    last: bool = True


class Bye(Message, frozen=True):
    """The last message of a session."""

    text: str
    """The reason as a sentence for the player."""
    reason: str = ""
    """"replaced" when the player continued in another session, "stopped" when the server ends, else "refused"."""


FromServer: TypeAlias = (
    Welcome
    | Notices
    | HouseRules
    | Lobby
    | Room
    | Begun
    | Story
    | Moved
    | Undone
    | Clocks
    | Looked
    | Over
    | ChatMessage
    | Note
    | Asked
    | Settled
    | Problem
    | Printed
    | GameList
    | GameFile
    | Judged
    | Hint
    | CoachWarnings
    | TournamentList
    | TournamentDetails
    | TournamentCall
    | PlayerAnswer
    | DailyAnswer
    | Bye
)

from_server = Decoder(FromServer).decode
"""Decode a line; raises msgspec.MsgspecError."""
