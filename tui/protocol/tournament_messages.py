"""Messages about tournaments, both ways."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from .message import Message, Number, RecordNumber, Short
from .message_limits import MAX_PAGE

SWISS, ROBIN = SYSTEMS = ("swiss", "robin")
"""Swiss: players with the same points meet; round robin: everyone meets everyone."""
MIN_PLAYERS, MAX_PLAYERS = 4, 64
MAX_ROUNDS = MAX_PLAYERS - 1
MAX_TITLE = 30
"""Maximum characters of the name of a tournament."""

# From clients.


class ListTournaments(Message, frozen=True):
    """List the tournaments: those to come, the running ones, then the others, the newest first.

    TournamentList follows, and again whenever it changes until the player is at a table or asks for something else.
    """

    skip: RecordNumber = 0
    """Tournaments to leave out, which earlier pages show."""
    most: Annotated[int, Meta(ge=1, le=MAX_PAGE)] = MAX_PAGE


class ShowTournament(Message, frozen=True):
    """Show a tournament and one of its rounds; TournamentDetails follows, again as for a list."""

    number: RecordNumber
    round: Number = 0
    """0 for the newest one."""


class CreateTournament(Message, frozen=True):
    """Create a tournament and join it; its TournamentDetails follows."""

    name: Short
    game: Short
    options: dict[Short, Short]
    """Choices by key of the game's OPTIONS; missing keys have their defaults."""
    system: Short
    """One of SYSTEMS."""
    clock: Short
    """A key of CLOCKS."""
    starts: float
    """Seconds since 1970."""
    rounds: Annotated[int, Meta(ge=0, le=MAX_ROUNDS)] = 0
    """Only for a Swiss tournament; 0 for the usual number."""
    most: Annotated[int, Meta(ge=MIN_PLAYERS, le=MAX_PLAYERS)] = MAX_PLAYERS
    """Maximum number of players."""


class EnterTournament(Message, frozen=True):
    """Join a tournament before it starts; its TournamentDetails follows."""

    number: RecordNumber


class LeaveTournament(Message, frozen=True):
    """Leave a tournament before it starts, or withdraw from a running one: the games that are left are lost."""

    number: RecordNumber


class CancelTournament(Message, frozen=True):
    """Cancel a tournament before it starts; by its creator."""

    number: RecordNumber


# Parts of messages from the server.


class TournamentRow(Struct, frozen=True):
    """A tournament as it is listed."""

    number: int
    name: str
    game: str
    options: dict[str, str]
    system: str
    rounds: int
    """Rounds in all; 0 before the start for the usual number."""
    round: int
    """The newest round; 0 before the first."""
    clock: str
    stage: str
    """"coming", "running", "finished" or "cancelled"."""
    starts: float
    """Seconds since 1970."""
    players: int
    most: int
    joined: bool
    """True when the client's player takes part and has not withdrawn."""
    winners: list[str]
    """Names of those who share the first rank of a finished tournament, at most four."""


class Standing(Struct, frozen=True):
    """A line of the standings."""

    rank: int
    name: str
    points: float
    tie_break: float
    """Buchholz in a Swiss tournament, Sonneborn-Berger in a round robin."""
    direct: float
    """Points in the games between tied players, if all of them have met."""
    in_games: int
    """Points in all games."""
    withdrawn: bool
    yours: bool


class Pairing(Struct, frozen=True):
    """A game of a round."""

    first: str
    second: str
    """Empty for a bye."""
    scores: list[float] | None
    """Of both players: 1 for a win, 0.5 for a draw; None while the game runs."""
    points: list[int]
    """Points in the game."""
    how: str
    """"" for a game, or "bye", "forfeit", or "drawn" for a game that could not be continued."""
    code: str
    """Code of the table while the game runs."""
    record: int | None
    """Number of the finished game in the archive."""
    yours: bool


# From the server.


class TournamentList(Message, frozen=True):
    """A page of tournaments."""

    tournaments: list[TournamentRow]
    total: int
    """Number of tournaments on all pages."""


class TournamentDetails(Message, frozen=True):
    """A tournament, its standings, and one of its rounds."""

    row: TournamentRow
    creator: str
    hosting: bool
    """True when the client's player created it."""
    standings: list[Standing]
    round: int
    """The round that is shown; 0 before the first."""
    pairings: list[Pairing]
    open_games: int
    """Games that the next round waits for."""
    due: float | None
    """Start of the next round in seconds since 1970; None while games run."""


class TournamentCall(Message, frozen=True):
    """A game of a tournament waits for the client's player at a table."""

    text: str
    code: str


TournamentRequest: TypeAlias = (
    ListTournaments | ShowTournament | CreateTournament | EnterTournament | LeaveTournament | CancelTournament
)
