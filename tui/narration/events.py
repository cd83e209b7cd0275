"""Events of a match: one sentence each, with its kind."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

Kind: TypeAlias = Literal["move", "result", "supply", "order"]
"""Kinds of events: the move itself, its consequences, newly revealed items, and the order of play."""


class Event(NamedTuple):
    """One event of a match, in one sentence."""

    kind: Kind
    text: str
