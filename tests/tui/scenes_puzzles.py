"""Looks of puzzles that are kept."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

from textual.pilot import Pilot

from tabletown.rules.analysis.puzzles import load_puzzles
from tabletown.tui.app import TabletownApp
from tabletown.tui.model import puzzles
from tabletown.tui.screens.puzzle import PuzzleScreen
from tests.tui.app_driver import make_app, press, settle

NAME = "51071cd2"
"""The puzzle that is shown: the order of the file may change."""


def puzzle() -> TabletownApp:
    chosen = next(candidate for candidate in load_puzzles() if candidate.name == NAME)
    with patch.object(puzzles, "next_puzzle", lambda *given: chosen):
        return make_app(PuzzleScreen())


async def wrong(pilot: Pilot[Any]) -> None:
    await press(pilot, ":", *"take wug", "enter")
    await settle(pilot)


async def right(pilot: Pilot[Any]) -> None:
    await press(pilot, ":", *"reserve 3-2", "enter")
    await settle(pilot)


async def kinds(pilot: Pilot[Any]) -> None:
    await press(pilot, "<")


CASES = {
    "puzzle": (puzzle, settle),
    "puzzle-wrong": (puzzle, wrong),
    "puzzle-right": (puzzle, right),
    "puzzle-kinds": (puzzle, kinds),
}
