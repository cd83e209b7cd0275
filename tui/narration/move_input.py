"""Moves as they are typed, in the notation of the log: which one is meant, and what is nearest otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from typing import Any

from tabletown.rules.core.game import Action, Game

LABEL = re.compile(r"^(?:l|(o)r)(\d)$")
"""The label of a pile: "L2", and "Or2" for the second kind of its level, which is typed o2."""


def spelled(text: str) -> tuple[str, ...]:
    """A typed move for comparing: the order of letters within a word does not matter, as in "take guw" or "*w"."""
    return tuple("".join(sorted(word)) if word.replace("*", "").isalpha() else word for word in text.lower().split())


def named(game: Game[Any], s: Any) -> dict[str, Action]:
    """The legal actions by their notation."""
    return {game.notation(s, a): a for a in game.legal(s)}


def match(text: str, moves: Iterable[str]) -> str | None:
    """The one of these moves that is typed, or none; a numbered pile may be typed as it is labelled, "L2" for 2.

    What follows the verb may come in another order.
    """
    known, wanted = {name: spelled(name) for name in moves}, spelled(text)
    unlabelled = tuple(LABEL.sub(r"\1\2", word) for word in wanted)
    exact = (name for way in (wanted, unlabelled) for name, words in known.items() if words == way)
    verb, rest = wanted[:1], sorted(wanted[1:])
    swapped = (name for name, words in known.items() if words[:1] == verb and sorted(words[1:]) == rest)
    return next(exact, None) or next(swapped, None)


def find(text: str, moves: Mapping[str, Action], conceivable: Iterable[tuple[str, Action]]) -> str | None:
    """The legal move that is typed, by its notation or by another name that it has, or none."""
    if found := match(text, moves):
        return found
    others = dict(conceivable)
    action = others[name] if (name := match(text, others)) else None
    return next((notation for notation, legal in moves.items() if legal == action), None)


def nearest(text: str, moves: Iterable[str], most: int = 4) -> list[str]:
    """The moves most like what is typed: those with its verb, the ones that go on as it begins first.

    Where no move has that verb, those that are spelled like it, then one of each kind.
    """
    wanted, names = " ".join(text.lower().split()), list(moves)
    verb = wanted.partition(" ")[0]
    same = [name for name in names if name.split()[0] == verb]
    close = [name for name in names if likeness(wanted, name) > 0.6]
    kinds = list({name.split()[0]: name for name in reversed(names)}.values())[::-1]
    found = same or sorted(close, key=lambda name: -likeness(wanted, name)) or kinds
    ranked = sorted(found, key=lambda name: (not name.lower().startswith(wanted), -likeness(wanted, name)))
    return (ranked if same else found)[:most]


def refusal(text: str, game: Game[Any], view: Any, conceivable: Iterable[tuple[str, Action]]) -> str:
    """The refusal of a move that has a name; empty when there is no such move."""
    known = dict(conceivable)
    found = match(text, known)
    return game.refusal(view, known[found]) if found else ""


def likeness(text: str, name: str) -> float:
    """From 0 for nothing in common to 1 for the same."""
    return SequenceMatcher(None, text, name.lower()).ratio()
