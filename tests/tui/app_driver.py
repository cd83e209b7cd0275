"""The app in tests: with bots that answer at once, in folders of its own, driven by keys and read as text."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any, cast
from unittest.mock import patch

from textual.await_complete import AwaitComplete
from textual.pilot import Pilot
from textual.screen import Screen

from tabletown.rules import load
from tabletown.rules.analysis.coach import Advice, CoachQuestion
from tabletown.rules.analysis.decision import Decision, Question, ReviewTerms
from tabletown.rules.analysis.finish import finish
from tabletown.rules.analysis.puzzles import consequence
from tabletown.rules.analysis.searches import continuation
from tabletown.rules.bots import levels
from tabletown.rules.bots.bot import Choice
from tabletown.rules.core.game import Action
from tabletown.tui.app import TabletownApp
from tabletown.tui.model import daily, saved_games
from tabletown.tui.model.bot_pool import BotPool
from tabletown.tui.model.settings import Settings
from tabletown.tui.model.terminal import Terminal
from tabletown.tui.screens.home import Home
from tabletown.tui.screens.table import Table
from tabletown.tui.widgets.board import Board

SMALL, MIDDLE, LARGE = (80, 24), (120, 36), (160, 45)
"""Windows that the screens are designed for: columns, rows."""
QUIET = Settings(pace="instant", glyphs="unicode", colours="truecolor", animation="off", bell="off", handover="always")
NEWEST_RECORD_TIME = 1_700_000_000
"""Modification time of the newest record, in seconds since 1970."""
NOW = datetime(2026, 11, 25, 18, 48, tzinfo=UTC)
"""Time of the daily game, a Wednesday."""


class InstantBots:
    """Bots that think in the same process without a time limit: the same seed gives the same move on any machine."""

    processes = reviewers = 1

    def __init__(self) -> None:
        self.asked: list[tuple[str, Any]] = []
        self.hurried = 0

    async def choose(self, game: str, view: Any, level: str, seed: str, *terms: Any, **more: Any) -> Choice:
        self.asked.append((level, view))
        return levels.choose(game, view, "random" if level == "random" else "greedy", seed, nodes=inf)

    async def judge(self, question: Question, urgent: bool = False) -> Decision | None:
        """Nothing: what a test wants to see of a review it gives itself."""
        return None

    async def coach(self, question: CoachQuestion) -> Advice | None:
        """Nothing: a test with a coach gives the answer itself."""
        return None

    async def expect(self, game: str, view: Any, action: Action, seed: str) -> tuple[Action, ...]:
        return continuation(game, view, action, ReviewTerms("greedy"), seed)

    async def finish(self, game: str, view: Any, choice: Choice, seed: str) -> Choice:
        return finish(load(game), view, choice, seed)

    async def follow(self, game: str, view: Any, action: Action) -> Choice:
        return consequence(game, view, action)

    def move_now(self) -> None:
        self.hurried += 1

    def close(self) -> None:
        pass


class BlockedBots(InstantBots):
    """Answers when it is hurried."""

    def __init__(self) -> None:
        super().__init__()
        self.answer = asyncio.Event()

    async def choose(self, game: str, view: Any, level: str, seed: str, *terms: Any, **more: Any) -> Choice:
        await self.answer.wait()
        self.answer.clear()
        return await super().choose(game, view, level, seed)

    def move_now(self) -> None:
        super().move_now()
        self.answer.set()


@contextmanager
def isolated(folder: Path) -> Iterator[None]:
    """Keep settings and records in a separate folder, under names that do not depend on its place."""
    env = {"TABLETOWN_CONFIG": "config", "TABLETOWN_DATA": "data", "LANG": "C.UTF-8", "TERM": "xterm-256color"}
    before = Path.cwd()
    os.chdir(folder)
    try:
        with (
            patch.dict(os.environ, env),
            patch.object(saved_games, "ago", lambda time: f"{(NEWEST_RECORD_TIME - time) / 3600:.0f} h ago"),
            patch.object(daily, "now", lambda: NOW),
        ):
            for name in ("NO_COLOR", "LC_ALL", "LC_CTYPE", "SSH_CONNECTION", "SSH_TTY"):
                os.environ.pop(name, None)
            yield
    finally:
        os.chdir(before)


class AppWithoutHome(TabletownApp):
    """Home opens when it comes into view, not below the first screen: a third of the time to start is saved."""

    CSS_PATH = Path(sys.modules[TabletownApp.__module__].__file__ or "").with_name("app.tcss")

    def go_home(self, news: str = "") -> None:
        if self.screen_stack[1:]:
            super().go_home(news)

    def pop_screen(self) -> AwaitComplete:
        popped = super().pop_screen()
        if not self.screen_stack[1:]:
            self.push_screen(Home())
        return popped


def make_app(
    opening: Screen[Any] | None = None,
    settings: Settings = QUIET,
    colours: str = "truecolor",
    glyphs: str = "unicode",
    bot_pool: Any = None,
    problems: Sequence[str] = (),
    over_home: bool = False,
) -> TabletownApp:
    """The app as it is started, without animation: at home, or with a screen instead of or over it."""
    quick = cast(BotPool, bot_pool or InstantBots())
    kind = TabletownApp if opening is None or over_home else AppWithoutHome
    tabletown = kind(quick, settings, Terminal(colours, glyphs, False), problems)
    tabletown.opening = opening
    return tabletown


@asynccontextmanager
async def run_app(tabletown: TabletownApp, size: tuple[int, int] = SMALL) -> AsyncIterator[Pilot[None]]:
    """The app at work, its first screen complete."""
    async with tabletown.run_test(size=size) as pilot:
        await settle(pilot)
        yield pilot


async def settle(pilot: Pilot[Any]) -> None:
    """Wait until no worker is at work and everything is drawn; fails if one never ends."""
    for _ in range(2000):
        await pilot.pause()
        if all(worker.is_finished for worker in pilot.app.workers):
            return await pilot.pause()
    raise AssertionError("a worker is still at work")


async def wait_until(pilot: Pilot[Any], holds: Callable[[], bool], seconds: float = 20) -> None:
    """Wait for a state of the app; fails if it has not come after that number of seconds."""
    end = monotonic() + seconds
    while not holds():
        assert monotonic() < end, "it does not happen"
        await pilot.pause(0.01)


async def press(pilot: Pilot[Any], *keys: str) -> None:
    """Press keys one after the other, and wait for their effects."""
    await pilot.press(*keys)
    await settle(pilot)


async def press_until(pilot: Pilot[Any], key: str, holds: Callable[[], bool], most: int = 50) -> None:
    """Press a key again and again, as often as a person would have the patience for."""
    for _ in range(most):
        if holds():
            return
        await press(pilot, key)
    raise AssertionError(f"{key} was pressed {most} times, and it does not happen")


def screen_lines(pilot: Pilot[Any]) -> list[str]:
    """The rows of the screen as text, without spaces at their ends."""
    return [strip.text.rstrip() for strip in pilot.app.screen._compositor.render_strips()]


def screen_text(pilot: Pilot[Any]) -> str:
    return "\n".join(screen_lines(pilot))


def current_table(pilot: Pilot[Any]) -> Table:
    assert isinstance(pilot.app.screen, Table), f"{pilot.app.screen} is in front"
    return pilot.app.screen


def status_text(pilot: Pilot[Any], where: str = "detail") -> str:
    """The text of the line `detail`, `prompt` or `notice`."""
    return str(pilot.app.screen.query_one(f"#{where}").render())


def notifications(pilot: Pilot[Any]) -> str:
    """All notifications so far."""
    return "\n".join(notice.message for notice in pilot.app._notifications)


def put_cursor(pilot: Pilot[Any], *part: Any) -> Board:
    """Put the cursor on a part of the board."""
    board = pilot.app.screen.query_one(Board)
    assert board.tile(part) is not None, f"{part} is not on the board"
    board.cursor = part
    return board


async def play_by_picks(pilot: Pilot[Any]) -> None:
    """Play the match on the table to its end by picks and Enter, each among the parts highlighted on the board."""
    table = current_table(pilot)
    match = table.match
    for count in range(4000):
        if match.player is None:
            break
        ply = len(match.log)
        for _ in range(30):
            if table.selection.action():
                break
            options = sorted(table.selection.options(), key=repr)
            table.picked(options[(7 * count) % len(options)])
        table.action_confirm()
        await settle(pilot)
        assert len(match.log) > ply, "the picks were not played"
    await pilot.pause(0.05)
