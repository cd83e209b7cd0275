"""Sentences about players, and messages used in several places."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.rules.core.text import join_words, past_tense, third_person

ELSEWHERE = "This game is open in another window, so it is view only. Close it there to play."


def clause(name: str, *predicates: str) -> str:
    """ "Hana takes white and passes", but "You take white and pass", from predicates with verbs in the base form."""
    you = name in ("You", "you")
    *first, last = [text if you else third_person(text) for text in predicates]
    if any(", " in text for text in first):
        return f"{name} {', '.join(first)}, and {last}"
    return f"{name} {join_words([*first, last])}"


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
