"""Every message between `tabletown admin` and the server: one JSON object a line, its kind first.

The operator's program sends a request, and the server answers with `AdminReply` or `AdminProblem`.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, field
from msgspec.json import Decoder

from .client_messages import Message

ADMIN_SOCKET = "admin"
"""Name of the socket in the server's data folder."""
ADMIN_LINE = 1 << 20
"""Maximum bytes of a line."""
MESSAGE, REASON = 300, 100
"""Maximum characters of a message to players, and of a reason."""
LOG_LINES = 10_000

Text: TypeAlias = Annotated[str, Meta(max_length=MESSAGE)]
Reason: TypeAlias = Annotated[str, Meta(max_length=REASON)]
Subject: TypeAlias = Annotated[str, Meta(min_length=1, max_length=128)]
Seconds: TypeAlias = Annotated[float, Meta(ge=1, le=100 * 366 * 86400)]


class Who(Message, frozen=True):
    """List the sessions."""


class ListTables(Message, frozen=True):
    """List the tables."""


class Broadcast(Message, frozen=True):
    """Send everyone who is connected a message."""

    text: Text


class Close(Message, frozen=True):
    """Admit no new players; `text` is added to the reason that they are given."""

    text: Text = ""


class Reopen(Message, frozen=True):
    """Admit new players again."""


class MutePlayer(Message, frozen=True):
    """Refuse a player's chat, for a time or until UnmutePlayer."""

    name: Subject
    reason: Reason = ""
    seconds: Seconds | None = None


class UnmutePlayer(Message, frozen=True):
    """Let a player chat again."""

    name: Subject


class Kick(Message, frozen=True):
    """End a player's session; the player may come back."""

    name: Subject
    reason: Reason = ""


class Ban(Message, frozen=True):
    """Refuse a player (a name or the fingerprint of a key), an address or a network."""

    subject: Subject
    reason: Reason = ""
    seconds: Seconds | None = None


class Unban(Message, frozen=True):
    """Lift a ban."""

    subject: Subject


class ListBans(Message, frozen=True):
    """List the bans and mutes in force."""


class Rename(Message, frozen=True):
    """Change a player's name."""

    old: Subject
    new: Subject


class Remove(Message, frozen=True):
    """Remove a table; a running game is closed and archived."""

    code: Subject
    reason: Reason = ""


class ShowTournaments(Message, frozen=True):
    """List the tournaments that are not over."""


class RemoveTournament(Message, frozen=True):
    """Cancel a tournament that is not over; its running games continue."""

    number: Annotated[int, Meta(ge=0, le=999_999_999)]
    reason: Reason = ""


class ShowLimits(Message, frozen=True):
    """List the limits."""


class SetLimit(Message, frozen=True):
    """Change a limit; None restores that of the command line."""

    name: Subject
    value: int | None


class ShowLog(Message, frozen=True):
    """List the newest lines of the log of what was done."""

    lines: Annotated[int, Meta(ge=1, le=LOG_LINES)] = 50


class Backup(Message, frozen=True):
    """Copy the database to a new file; an absolute path."""

    path: Annotated[str, Meta(min_length=1, max_length=4096)]


class Health(Message, frozen=True):
    """Check the server; AdminProblem says what is wrong."""


AdminRequest: TypeAlias = (
    Who
    | ListTables
    | Broadcast
    | Close
    | Reopen
    | MutePlayer
    | UnmutePlayer
    | Kick
    | Ban
    | Unban
    | ListBans
    | Rename
    | Remove
    | ShowTournaments
    | RemoveTournament
    | ShowLimits
    | SetLimit
    | ShowLog
    | Backup
    | Health
)


class AdminReply(Message, frozen=True):
    """The answer: a sentence, and perhaps a table."""

    text: str
    columns: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)


class AdminProblem(Message, frozen=True):
    """The reason as a sentence for the operator; nothing has changed."""

    text: str


admin_request = Decoder(AdminRequest).decode
"""Decode a line; raises msgspec.MsgspecError, or RecursionError for deeply nested JSON."""
admin_answer = Decoder(AdminReply | AdminProblem).decode
"""Decode a line; raises msgspec.MsgspecError."""
