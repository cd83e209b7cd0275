"""Words of messages: lists, numbers of things, verbs, and what a person or a file has written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, TypeAlias

Perspective: TypeAlias = Literal["second", "third"]
"""Who a sentence is about: "second" for "take white", after "You" or as a command; "third" for "takes white"."""

IRREGULAR = {"be": "is", "have": "has", "do": "does", "go": "goes"}


def shorten(text: str) -> str:
    """At most 60 printable characters."""
    text = "".join(c if c.isprintable() else "?" for c in text)
    return text if len(text) <= 60 else text[:57] + "..."


def quoted(value: object) -> str:
    """A value of a file as an error message may show it."""
    return shorten(repr(value))


def plural(n: int, noun: str, sign: bool = False) -> str:
    """ "1 card", "3 cards"; "+1 point" with a sign."""
    return f"{format(n, '+' if sign else '')} {noun}{'s' * (abs(n) != 1)}"


def join_words(words: Sequence[str], last: str = "and") -> str:
    """ "a, b and c", or with another word before the last one."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def third_person(predicate: str) -> str:
    """A predicate with its first verb in the third person: "take white" becomes "takes white"."""
    verb, rest = re.split(r"(?<=\w)(?!\w)", predicate, maxsplit=1)
    ending = "es" if verb.endswith(("s", "x", "z", "ch", "sh", "o")) else "s"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        verb, ending = verb[:-1], "ies"
    return f"{IRREGULAR.get(verb) or verb + ending}{rest}"


def in_perspective(predicate: str, perspective: Perspective) -> str:
    """A predicate with its verb in the base form, as that perspective asks for."""
    return predicate if perspective == "second" else third_person(predicate)
