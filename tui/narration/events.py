"""What happened in a match, sentence by sentence, each with its kind."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

Kind: TypeAlias = Literal["move", "result", "supply", "order"]
"""What an event tells: what was done, what followed from it, what was turned up, or who plays next and where."""


class Event(NamedTuple):
    """Something that happened, in one sentence."""

    kind: Kind
    text: str
