"""Sentences about players, and those that are said in several places."""

from __future__ import annotations

from collections.abc import Sequence

IRREGULAR = {"is": "are", "has": "have", "passes": "pass", "goes": "go"}

ELSEWHERE = "Another program plays this game, so you only look. Close it there to play on."


def said(name: str, text: str) -> str:
    """ "Hana takes white", but "You take white"."""
    if name != "You":
        return f"{name} {text}"
    verb, space, rest = text.partition(" ")
    bare = verb.rstrip(",;")
    return f"You {IRREGULAR.get(bare, bare.removesuffix('s'))}{verb[len(bare) :]}{space}{rest}"


def misnamed(seats: Sequence[tuple[str, str]]) -> str:
    """Why seats, as pairs of name and bot, could be taken for each other; empty when they cannot."""
    names = [name for name, _ in seats]
    if double := next((name for name in names if names.count(name) > 1), ""):
        return f"Two players are called {double}; give one of them another name."
    if any(name == "You" and bot for name, bot in seats):
        return "You is whoever sits here; give the bot another name."
    return ""


def sentence(text: str) -> str:
    """The text with a capital and a full stop."""
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '?', '!')) else '.'}"


def owned(name: str) -> str:
    """ "Hana's", but "Your"."""
    return "Your" if name == "You" else f"{name}'s"
