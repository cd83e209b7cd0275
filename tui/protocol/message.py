"""The base of all messages between client and server, and the types of their fields."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from .table_codes import CODE

PROTOCOL = 8
"""Protocol version. It changes with any message; client and server must have the same."""

Number: TypeAlias = Annotated[int, Meta(ge=0, le=100_000)]
Short: TypeAlias = Annotated[str, Meta(max_length=64)]
RecordNumber: TypeAlias = Annotated[int, Meta(ge=0, le=999_999_999)]
Code: TypeAlias = Annotated[str, Meta(min_length=CODE, max_length=CODE)]


class Message(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag=str.lower):
    """The base of all messages: immutable, and exact about their fields."""
