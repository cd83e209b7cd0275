"""Typed moves in the notation of the log: matching, and suggestions where none matches."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from typing import Any

from tabletown.rules.core.game import Action, Game
from tabletown.rules.core.text import join_words

LETTER, DIGIT = re.compile("[A-Za-z]"), re.compile("[0-9]")
SPACED = re.compile(r"\b[a-z](?: [a-z])+\b")
"""Letters that stand alone, with blanks between them."""
MOST_EXAMPLES = 2
"""Most examples of how a move is typed."""
LABEL = re.compile(r"^(?:l|(o)ri)(\d)$")
"""Label of a pile: "L2", or "Ori2" for the second kind of its level, which is typed o2."""


def spelled(text: str) -> tuple[str, ...]:
    """Normalise a typed move for comparison: the order of letters within a word does not matter: "take guw", "*w"."""
    return tuple("".join(sorted(word)) if word.replace("*", "").isalpha() else word for word in text.lower().split())


def named(game: Game[Any], s: Any) -> dict[str, Action]:
    """The legal actions by their notation."""
    return {game.notation(s, a): a for a in game.legal(s)}


def match(text: str, moves: Iterable[str]) -> str | None:
    """The name of the typed move, or None; a numbered pile may be typed by its label, "L2" for 2.

    The words after the verb may come in any order, and there may be blanks between the letters of one: "take w u g".
    """
    words_by_name, typed = {name: spelled(name) for name in moves}, spelled(text)
    unlabelled = tuple(LABEL.sub(r"\1\2", word) for word in typed)
    exact = (name for way in (typed, unlabelled) for name, words in words_by_name.items() if words == way)
    verb, rest = typed[:1], sorted(typed[1:])
    swapped = (name for name, words in words_by_name.items() if words[:1] == verb and sorted(words[1:]) == rest)
    if name := next(exact, None) or next(swapped, None):
        return name
    together = glued(text)
    return match(together, words_by_name) if together != " ".join(text.lower().split()) else None


def glued(text: str) -> str:
    """A typed move in small letters, without blanks between letters that stand alone: "take wug" for "take W U G"."""
    return SPACED.sub(lambda letters: letters[0].replace(" ", ""), " ".join(text.lower().split()))


def find(text: str, moves: Mapping[str, Action], all_named_moves: Iterable[tuple[str, Action]]) -> str | None:
    """Notation of the typed legal move, found by its notation or by another of its names; None if there is none."""
    if notation := match(text, moves):
        return notation
    others = dict(all_named_moves)
    action = others[name] if (name := match(text, others)) else None
    return next((notation for notation, legal in moves.items() if legal == action), None)


def nearest(text: str, moves: Iterable[str], most: int = 4) -> list[str]:
    """At most `most` moves similar to the typed text: those with its verb, exact beginnings first.

    Where no move has that verb, moves with a similar spelling; without those, one of each kind.
    """
    typed, names = " ".join(text.lower().split()), list(moves)
    verb = typed.partition(" ")[0]
    same = [name for name in names if name.split()[0] == verb]
    close = [name for name in names if likeness(typed, name) > 0.6]
    kinds = list({name.split()[0]: name for name in reversed(names)}.values())[::-1]
    similar = same or sorted(close, key=lambda name: -likeness(typed, name)) or kinds
    ranked = sorted(similar, key=lambda name: (not name.lower().startswith(typed), -likeness(typed, name)))
    return (ranked if same else similar)[:most]


def form(text: str, moves: Iterable[str], all_named_moves: Iterable[tuple[str, Action]]) -> str:
    """A sentence on how moves are typed, with examples of the typed verb or else of each verb: moves that look like
    legal ones and are not legal now, so that none is given away. Without such examples it names the verbs.
    """
    names = list(moves)
    verbs = list(dict.fromkeys(name.split()[0] for name in names))
    typed = text.lower().split()[:1]
    chosen = typed if typed and typed[0] in verbs else verbs
    shapes = {shape(name) for name in names if name.split()[0] in chosen}
    others = [name for name, _ in all_named_moves if name not in names and shape(name) in shapes]
    examples = [next((name for name in others if name.split()[0] == verb), "") for verb in chosen]
    if shown := [example for example in examples if example][:MOST_EXAMPLES]:
        return f"Moves are typed like this: {', '.join(shown)}."
    return f"A move begins with {join_words(verbs, 'or')}."


def shape(name: str) -> str:
    """A typed move with its verb as it is, and any digit and any letter of the rest alike."""
    verb, _, rest = name.partition(" ")
    return f"{verb} {LETTER.sub('a', DIGIT.sub('0', rest))}"


def blank(name: str) -> str:
    """The form of a typed move with numbers alone, "place ?-?"; of one with letters its verb."""
    verb, _, rest = name.partition(" ")
    return verb if not rest or LETTER.search(rest) else f"{verb} {DIGIT.sub('?', rest)}"


def refusal(text: str, game: Game[Any], view: Any, all_named_moves: Iterable[tuple[str, Action]]) -> str:
    """Reason why a named move is illegal; empty for an unknown name."""
    actions = dict(all_named_moves)
    name = match(text, actions)
    return game.refusal(view, actions[name]) if name else ""


def likeness(text: str, name: str) -> float:
    """Similarity of two texts, from 0 for nothing in common to 1 for the same."""
    return SequenceMatcher(None, text, name.lower()).ratio()
