"""Bonuses that players still need for a noble."""

from __future__ import annotations

from tabletown.rules.splendor.cards import NOBLES
from tabletown.rules.splendor.state import Player


def bonuses_missing(player: Player, noble: int) -> list[int]:
    """The bonuses of each colour that a player still needs for a noble."""
    return [max(0, n - have) for n, have in zip(NOBLES[noble].cost, player.bonuses, strict=True)]
