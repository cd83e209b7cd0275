"""Messages about the players of a server: profiles, leaderboards, friends, blocking, invitations and keys."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from .clocks import NONE
from .message import Code, Message, RecordNumber, Short, TableRequest
from .message_limits import MAX_PAGE

FRIEND, BLOCKED, NOBODY = RELATIONS = ("friend", "blocked", "")
"""The relation of a player to another one."""

DAILY = "daily"
"""The stage of the table of a player who is at the daily game."""

# From clients.


class ListPlayers(Message, frozen=True):
    """List friends, recent opponents, others who are online, and blocked players; PlayerList follows."""


class FetchProfile(Message, frozen=True):
    """Fetch a profile; Profile follows. With neither number nor name it is the player's own."""

    number: RecordNumber = 0
    name: Short = ""


class FetchLeaders(Message, frozen=True):
    """Fetch a page of a game's leaderboard; Leaderboard follows."""

    game: Short
    skip: RecordNumber = 0
    most: Annotated[int, Meta(ge=1, le=MAX_PAGE)] = MAX_PAGE


class Relate(Message, frozen=True):
    """Make another player a friend, block them, or neither; Profile follows. The other player is not told."""

    number: RecordNumber
    relation: Short
    """One of RELATIONS."""


class Invite(TableRequest, frozen=True):
    """Invite a player, online or not, to the waiting room of the table that the player hosts; Note follows."""

    number: RecordNumber


class DeclineInvitation(Message, frozen=True):
    """Decline an invitation; Invitations follows."""

    code: Code


class FetchKeys(Message, frozen=True):
    """List the keys of the player's account; KeyList follows."""


class MakeKeyCode(Message, frozen=True):
    """Make a code that adds another key to the player's account; KeyCode follows. It replaces an earlier one."""


class UseKeyCode(Message, frozen=True):
    """Add the key of this session to the account that made the code; Welcome or, for a player with a name, Bye follows.

    Also answered before the player has a name.
    """

    code: Annotated[str, Meta(max_length=32)]


class RemoveKey(Message, frozen=True):
    """Remove a key from the player's account; KeyList follows."""

    key: Short
    """The key as KeyList names it."""


PlayerRequest: TypeAlias = (
    ListPlayers
    | FetchProfile
    | FetchLeaders
    | Relate
    | Invite
    | DeclineInvitation
    | FetchKeys
    | MakeKeyCode
    | RemoveKey
)
"""The messages that a player who is let in may send; UseKeyCode comes earlier, too."""

# From the server.


class PlayerInfo(Struct, frozen=True):
    """A player as others see them."""

    number: int
    name: str
    online: bool = False
    code: str = ""
    """Code of the table at which the player is; empty for none."""
    game: str = ""
    stage: str = ""
    """"waiting", "playing", "over", or DAILY without a code, since nobody can watch that."""
    open: bool = False
    """True when a seat is open there."""


class GameFigures(Struct, frozen=True):
    """A player's figures in a game."""

    game: str
    rating: int | None
    rated: int
    """Rated games, including those that the player has resigned."""
    finished: int
    won: int
    history: list[int]
    """The newest ratings, the last one now."""


class Leader(Struct, frozen=True):
    """A line of a leaderboard."""

    rank: int
    """Equal ratings have the same rank."""
    number: int
    name: str
    rating: int
    rated: int


class KeyInfo(Struct, frozen=True):
    """A key of the player's account; times are seconds since 1970, or 0 when unknown."""

    key: str
    """The fingerprint of an SSH key, or "guest code" with the first digits of its hash."""
    added: float
    used: float
    yours: bool
    """True for the key of this session."""


class Invitation(Struct, frozen=True):
    """An invitation to a table that waits for players."""

    code: str
    by: str
    """Name of the player who invites."""
    game: str
    options: dict[str, str]
    clock: str = NONE


class PlayerList(Message, frozen=True):
    """Players, those who are online first."""

    friends: list[PlayerInfo]
    recent: list[PlayerInfo]
    """Opponents in the newest finished games, the newest first."""
    others: list[PlayerInfo]
    """Others who are online."""
    blocked: list[PlayerInfo]


class Profile(Message, frozen=True):
    """A player's profile."""

    player: PlayerInfo
    former: list[str]
    """Former names, the newest first."""
    first: float
    """The first visit, in seconds since 1970; 0 when unknown."""
    last: float
    """The last one."""
    relation: str
    """One of RELATIONS: that of the client's player to this one."""
    yours: bool
    """True for the profile of the client's own player."""
    games: list[GameFigures]


class Leaderboard(Message, frozen=True):
    """A page of a game's leaderboard."""

    game: str
    leaders: list[Leader]
    total: int
    """Number of ranked players."""
    needed: int
    """Rated games that a player needs to be ranked."""
    yours: Leader | None
    """The client's own player, on whatever page; rank 0 with too few rated games, and None without any."""


class Invitations(Message, frozen=True):
    """The open invitations of the client's player, the newest first; sent on arrival and at every change."""

    invitations: list[Invitation]


class KeyList(Message, frozen=True):
    """The keys of the player's account."""

    keys: list[KeyInfo]


class KeyCode(Message, frozen=True):
    """A code that adds one key to the player's account."""

    code: str
    seconds: int
    """Seconds until it expires."""


PlayerAnswer: TypeAlias = PlayerList | Profile | Leaderboard | Invitations | KeyList | KeyCode
