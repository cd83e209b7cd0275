"""Sentences about players, and messages used in several places."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.rules.core.text import join_words, past_tense, third_person

ELSEWHERE = "This game is open in another window, so it is view only. Close it there to play."


THEN = "then "
"""Start of a predicate in a later turn."""


def clause(name: str, *predicates: str) -> str:
    """ "Hana takes white and passes", but "You take white and pass", from predicates with verbs in the base form; one
    that starts with "then" belongs to a later turn: "Hana passes, then takes white".
    """
    you = name in ("You", "you")
    turns = by_turn([text if you else inflected(text) for text in predicates])
    return f"{name} {', '.join(map(in_one_turn, turns))}"


def inflected(predicate: str) -> str:
    """A predicate in the third person: "takes white", "then takes white"."""
    later, rest = (THEN, predicate.removeprefix(THEN)) if predicate.startswith(THEN) else ("", predicate)
    return later + third_person(rest)


def by_turn(predicates: Sequence[str]) -> list[list[str]]:
    """The predicates of each turn; all but the first start with "then"."""
    turns: list[list[str]] = []
    for text in predicates:
        if not turns or text.startswith(THEN):
            turns.append([])
        turns[-1].append(text)
    return turns


def in_one_turn(predicates: Sequence[str]) -> str:
    """Inflected predicates with "and" before the last one."""
    *first, last = predicates
    return f"{', '.join(first)}, and {last}" if any(", " in text for text in first) else join_words([*first, last])


def past_clause(name: str, predicate: str) -> str:
    """ "Hana took white", "You took white", from a predicate with its verb in the base form."""
    return f"{name} {past_tense(predicate)}"


def misnamed(seats: Sequence[tuple[str, str]]) -> str:
    """Error in the names of the seats, given as pairs of name and bot; empty if every name is clear."""
    names = [name for name, _ in seats]
    if double := next((name for name in names if names.count(name) > 1), ""):
        return f"Two players are called {double}. Rename one of them."
    if any(name == "You" and bot for name, bot in seats):
        return '"You" is reserved for the human player. Rename the bot.'
    return ""


def sentence(text: str) -> str:
    """The text with a capital and a full stop."""
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '?', '!')) else '.'}"


def within(text: str) -> str:
    """A sentence as a part of another: "you took white"."""
    return f"you {text[4:]}" if text.startswith("You ") else text


def owned(name: str) -> str:
    """ "Hana's", but "Your"."""
    return "Your" if name == "You" else f"{name}'s"


def best_move(name: str) -> str:
    """Start of a suggestion for a player in a replay: "Best move for Hana", but "Best move" for you."""
    return "Best move" if name == "You" else f"Best move for {name}"


def rough_time(seconds: float) -> str:
    """A time in tens of seconds or, from a minute and a half on, in minutes: "about 40 s", "about 3 min"."""
    return f"about {max(10, round(seconds, -1)):.0f} s" if seconds < 90 else f"about {seconds / 60:.0f} min"
