"""Names of players: validation, and comparison of names that look alike."""

from __future__ import annotations

import unicodedata
from functools import cache

from confusable_homoglyphs.confusables import confusables_data

from tabletown.rules.bots.level_descriptions import BOTS

from ..protocol.message_limits import NAME
from .tables.table import RequestDenied

PUNCTUATION = frozenset("-_.'\u2019&+!?")
"""Signs a name may have. A colon or brackets would make it look like a text of the program, as "Ada (host)"."""
INVISIBLE = frozenset("\u115f\u1160\u3164\uffa0")
"""Letters of Hangul that nobody sees."""
RESERVED = ("server", "host", "you", "guest", "admin", "moderator", "operator", "tabletown", "bot", "nobody")
"""Names that the program uses for itself, besides those of the bots."""


def folded(name: str) -> str:
    """A form in which names that look alike in either case are equal: I, l and 1, rn and m, Latin o and Cyrillic o.

    After the skeletons of Unicode Technical Standard 39, section 4.
    """
    capitals = map(prototype, unicodedata.normalize("NFKC", name).upper())
    small = unicodedata.normalize("NFKC", "".join(capitals).casefold())
    return "".join(map(prototype, small)).replace("rn", "m").replace("vv", "w").replace(" ", "")


def prototype(char: str) -> str:
    """The character that stands for all that look like it."""
    alike = confusables_data.get(char, ())
    other: str = alike[0]["c"] if len(alike) == 1 else ""
    if len(other) == 1:
        return other if len(confusables_data.get(other, ())) > 1 else min(char, other)
    return char


@cache
def reserved() -> frozenset[str]:
    """Folded names that no player may have."""
    return frozenset(map(folded, (*RESERVED, *BOTS, *(bot.title for bot in BOTS.values()))))


def checked_name(text: str, most: int = NAME) -> str:
    """A display name of at most that many characters, in the form that is stored; raises RequestDenied."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not 1 <= len(name) <= most:
        raise RequestDenied(f"Names must be 1 to {most} characters long.", "name")
    if any(unicodedata.category(c)[0] in "CM" or c in INVISIBLE for c in name):
        raise RequestDenied("That name contains characters that cannot be displayed.", "name")
    if not all(c.isalnum() or c == " " or c in PUNCTUATION for c in name):
        raise RequestDenied("Names may contain only letters, digits, spaces and - _ . ' & + ! ?", "name")
    if not any(c.isalnum() for c in name):
        raise RequestDenied("A name needs at least one letter or digit.", "name")
    if folded(name) in reserved():
        raise RequestDenied("The program uses that name itself; choose another one.", "name")
    return name
