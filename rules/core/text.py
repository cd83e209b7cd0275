"""Words of messages: lists, numbers of things, verbs, and quotations from people or files."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, TypeAlias

Perspective: TypeAlias = Literal["second", "third"]
"""Grammatical person of a sentence: "second" for "take white", after "You" or as a command; "third" for "takes
white"."""

IRREGULAR = {"be": "is", "have": "has", "do": "does", "go": "goes", "can": "can", "could": "could"}

PAST = {
    "bid": "bid",
    "build": "built",
    "buy": "bought",
    "choose": "chose",
    "get": "got",
    "go": "went",
    "make": "made",
    "pay": "paid",
    "put": "put",
    "spend": "spent",
    "take": "took",
    "win": "won",
}


def shorten(text: str) -> str:
    """Shorten a text to 60 characters, with "?" in place of unprintable ones."""
    text = "".join(c if c.isprintable() else "?" for c in text)
    return text if len(text) <= 60 else text[:57] + "..."


def final_score(points: Sequence[int]) -> str:
    """Points of all players: "16-9", with a negative one "16, -9"."""
    return ("-" if min(points) >= 0 else ", ").join(map(str, points))


def quoted(value: object) -> str:
    """A value from a file, printable and short enough for an error message."""
    return shorten(repr(value))


def plural(n: int, noun: str, sign: bool = False) -> str:
    """Number and noun: "1 card", "3 cards"; with a sign "+1 point"."""
    return f"{format(n, '+' if sign else '')} {noun}{'s' * (abs(n) != 1)}"


def join_words(words: Sequence[str], last: str = "and") -> str:
    """Words in a list: "a, b and c", or with another word before the last one."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def third_person(predicate: str) -> str:
    """A predicate with its first verb in the third person: "take white" becomes "takes white"."""
    verb, rest = re.split(r"(?<=\w)(?!\w)", predicate, maxsplit=1)
    ending = "es" if verb.endswith(("s", "x", "z", "ch", "sh", "o")) else "s"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        verb, ending = verb[:-1], "ies"
    return f"{IRREGULAR.get(verb) or verb + ending}{rest}"


def past_tense(predicate: str) -> str:
    """A predicate with its first verb in the past tense: "take white" becomes "took white"."""
    verb, rest = re.split(r"(?<=\w)(?!\w)", predicate, maxsplit=1)
    ending = "d" if verb.endswith("e") else "ed"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        verb, ending = verb[:-1], "ied"
    return f"{PAST.get(verb) or verb + ending}{rest}"


def in_perspective(predicate: str, perspective: Perspective) -> str:
    """A predicate, given with its verb in the base form, in that perspective."""
    return predicate if perspective == "second" else third_person(predicate)


def possessive(name: str) -> str:
    """ "Hana's", but "your" for you, inside a sentence."""
    return "your" if name in ("You", "you") else f"{name}'s"
