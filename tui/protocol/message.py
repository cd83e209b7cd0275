"""The base of all messages between client and server, and the types of their fields."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from .table_codes import CODE

PROTOCOL = 9
"""Protocol version. It changes with any message; a client says which one it has."""
OLDEST = 8
"""The oldest version of a client that a server accepts."""

Number: TypeAlias = Annotated[int, Meta(ge=0, le=100_000)]
Short: TypeAlias = Annotated[str, Meta(max_length=64)]
RecordNumber: TypeAlias = Annotated[int, Meta(ge=0, le=999_999_999)]
Code: TypeAlias = Annotated[str, Meta(min_length=CODE, max_length=CODE)]


class Message(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag=str.lower):
    """The base of all messages: immutable, and exact about their fields."""


class TableRequest(Message, frozen=True, kw_only=True):
    """The base of what a client asks of a table, by its code: the player may have left that table meanwhile."""

    table: Annotated[str, Meta(max_length=CODE)] = ""
    """Code of the table; empty, as from clients of version 8, for the one where the player is."""
