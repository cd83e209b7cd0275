"""The log in text mode: the latest moves, as many as the player asks for."""

from __future__ import annotations

from tabletown.rules.core.match import Match

from ..narration import narrator

LATEST = 10
"""Moves listed if the player gives no number."""


def lines(match: Match, ply: int, amount: str) -> list[str]:
    """The moves before a ply, one a line: as many as `amount` says, LATEST if it is empty, or "all"."""
    if not amount.isdecimal() and amount not in ("", "all"):
        return ["Give a number: log 30, or log all."]
    most = int(amount[:9]) if amount.isdecimal() else ply if amount else LATEST
    story = narrator.story(match, ply)[max(0, ply - most) :]
    return [narrator.entry(match, line) for line in story] or ["No moves yet."]
