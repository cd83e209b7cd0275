"""Names of players: validation, and comparison of names that look alike."""

from __future__ import annotations

import unicodedata

from ..protocol.client_messages import NAME
from .tables.table import RequestDenied


def folded(name: str) -> str:
    """A form in which names that look alike are equal."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).replace(" ", "")


def checked_name(text: str) -> str:
    """A display name in the form that is stored; raises RequestDenied."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not 1 <= len(name) <= NAME:
        raise RequestDenied(f"Names must be 1 to {NAME} characters long.", "name")
    if not name.isprintable() or any(unicodedata.category(c).startswith("M") for c in name):
        raise RequestDenied("That name contains characters that cannot be displayed.", "name")
    if not any(c.isalnum() for c in name):
        raise RequestDenied("A name needs at least one letter or digit.", "name")
    return name
