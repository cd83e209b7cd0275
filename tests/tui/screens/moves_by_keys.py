"""Choices made by keys on a table, and what is said when one cannot be made."""

from __future__ import annotations

from typing import Any

from textual.pilot import Pilot

from tabletown.rules.core.game import Action
from tabletown.rules.core.match import Match
from tabletown.rules.splendor.state import Splendor
from tabletown.tui.screens.table import Table
from tests.tui.app_driver import current_table, make_app, press, put_cursor, run_app, status_text


def legal_arguments(match: Match, verb: str) -> list[Any]:
    """The arguments of the legal actions with a verb."""
    return [a[1] if len(a) == 2 else a[1:] for a in match.game.legal(match.state) if a[0] == verb]


def expansion(s: Splendor) -> Any:
    """The expansion's part of the state."""
    return s.extra


def colour_letter(colour: int) -> str:
    return "wugrb"[colour]


async def play_by_keys(match: Match, *keys: str, at: Any = None) -> tuple[Action, str]:
    """The action that keys lead to, with the cursor first taken to a part; and what was said before the last key."""
    ply = len(match.log)
    async with run_app(make_app(Table(match, None))) as pilot:
        if at:
            put_cursor(pilot, *at)
        await press(pilot, *keys[:-1])
        words = status_text(pilot)
        assert len(match.log) == ply, "it is played too early"
        await press(pilot, keys[-1])
    assert len(match.log) > ply, f"nothing was played: {words}"
    return match.log[ply], words


async def refusal_by_keys(match: Match, *keys: str, at: Any = None) -> str:
    """Why keys lead to nothing."""
    ply = len(match.log)
    async with run_app(make_app(Table(match, None))) as pilot:
        if at:
            put_cursor(pilot, *at)
        await press(pilot, *keys)
        assert len(match.log) == ply, "it was played"
        return status_text(pilot)


def is_enabled(pilot: Pilot[None], action: str) -> bool:
    """Is the key of an action alive?"""
    return bool(current_table(pilot).check_action(action, ()))


async def play_first(pilot: Pilot[None], match: Match, verb: str) -> None:
    """Play the first action of a kind by its parts."""
    ply, action = len(match.log), next(a for a in match.game.legal(match.state) if a[0] == verb)
    current_table(pilot).selection.choose(action)
    await press(pilot, "enter")
    assert match.log[ply] == action
