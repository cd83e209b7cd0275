"""Bots in a process of their own, as the program has them."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from time import monotonic

import pytest

from rules.bots import levels
from rules.match import Match
from tests.tui import scenes
from tests.tui.scenes import app, new, opened, played, press
from tui.seats import Thinker


@pytest.fixture(scope="session")
def thinker() -> Iterator[Thinker]:
    """Made before any app runs: inside one no process can be started."""
    one = Thinker()
    yield one
    one.close()


def asked(match: Match) -> tuple[str, object]:
    return match.name, match.game.observe(match.state, match.player)


async def test_the_process_plays_what_the_bot_would(thinker: Thinker) -> None:
    match = played(plies=9)
    choice = await thinker.choose(*asked(match), "random", "a seed")
    assert choice.action == levels.choose(*asked(match), "random", "a seed").action
    assert choice.action in match.game.legal(match.state)


async def test_a_bot_in_a_hurry_answers_soon(thinker: Thinker) -> None:
    import asyncio

    began = monotonic()
    thinking = asyncio.ensure_future(thinker.choose(*asked(match := played(plies=9)), "minimax", "a seed", 60.0))
    await asyncio.sleep(0.5)
    assert not thinking.done()
    thinker.hurry()
    assert (await thinking).action in match.game.legal(match.state)
    assert monotonic() - began < 30


async def test_a_bot_in_its_process_plays_at_the_table(thinker: Thinker) -> None:
    match = new("You", "random")
    async with opened(app(scenes.table(match), thinker=thinker)) as pilot:
        await press(pilot, "r", "r", "enter")
        for _ in range(500):
            if len(match.log) == 2:
                break
            await pilot.pause(0.02)
    assert len(match.log) == 2


async def test_without_the_process_the_game_goes_on() -> None:
    match, thinker = played(plies=9), Thinker()
    await thinker.choose(*asked(match), "random", "a seed")
    for pid in thinker._executor._processes:  # type: ignore[attr-defined]
        os.kill(pid, signal.SIGKILL)
    choice = await thinker.choose(*asked(match), "random", "a seed")
    assert choice.action == levels.choose(*asked(match), "random", "a seed").action
    thinker.close()
