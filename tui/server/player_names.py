"""Names of players: which are accepted, and which count as the same."""

from __future__ import annotations

import unicodedata

from ..protocol.client_messages import NAME
from .tables.table import RequestDenied


def folded(name: str) -> str:
    """Two names that look alike are the same folded."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).replace(" ", "")


def checked_name(text: str) -> str:
    """A display name as it is kept; raises RequestDenied."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not 1 <= len(name) <= NAME:
        raise RequestDenied(f"Names have 1 to {NAME} characters.", "name")
    if not name.isprintable() or any(unicodedata.category(c).startswith("M") for c in name):
        raise RequestDenied("That name has unprintable characters.", "name")
    if not any(c.isalnum() for c in name):
        raise RequestDenied("A name needs at least one letter or digit.", "name")
    return name
