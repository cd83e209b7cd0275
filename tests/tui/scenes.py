"""Positions and apps that the tests of the screens, the snapshots and the screenshots share. All of it is seeded."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import cache
from math import inf
from pathlib import Path
from random import Random
from typing import Any, cast
from unittest.mock import patch

from textual.pilot import Pilot
from textual.screen import Screen

from tabletown.rules.analysis.review import Decision, Question, Terms, continuation
from tabletown.rules.bots import levels
from tabletown.rules.bots.bot import Choice
from tabletown.rules.core.game import Action, defaults
from tabletown.rules.core.match import Match, Seat
from tabletown.rules.core.record import Record
from tabletown.rules.splendor import NAME, legal, turn
from tabletown.rules.splendor.cards import CARDS
from tabletown.rules.splendor.state import Splendor
from tabletown.tui.app import Tabletown
from tabletown.tui.model import records
from tabletown.tui.model import settings as config
from tabletown.tui.model.bot_pool import Thinker
from tabletown.tui.model.settings import Settings, Terminal
from tabletown.tui.screens.table import Table
from tabletown.tui.widgets.board import Board

SMALL, MIDDLE, LARGE = (80, 24), (120, 36), (160, 45)
"""Windows that the screens are designed for: columns, rows."""
QUIET = Settings(pace="instant", glyphs="unicode", colours="truecolor", animation="off", bell="off")
BOTS = ("Hana", "Bruno", "Ines", "Olaf")
WHEN = 1_700_000_000
"""When the newest record was changed, in seconds since 1970."""


class QuickThinker:
    """Thinks in the same process, and as long as it takes: the same seed gives the same move on any machine."""

    processes = 1

    def __init__(self) -> None:
        self.asked: list[tuple[str, Any]] = []
        self.hurried = 0

    async def choose(self, game: str, view: Any, level: str, seed: str, seconds: float | None = None) -> Choice:
        self.asked.append((level, view))
        return levels.choose(game, view, "random" if level == "random" else "greedy", seed, nodes=inf)

    async def judge(self, question: Question) -> Decision | None:
        """Nothing: what a test wants to see of a review it gives itself."""
        return None

    async def expect(self, game: str, view: Any, action: Action, seed: str) -> tuple[Action, ...]:
        return continuation(game, view, action, Terms("greedy"), seed)

    def hurry(self) -> None:
        self.hurried += 1

    def close(self) -> None:
        pass


class SlowThinker(QuickThinker):
    """Answers when it is hurried."""

    def __init__(self) -> None:
        super().__init__()
        self.answer = asyncio.Event()

    async def choose(self, game: str, view: Any, level: str, seed: str, seconds: float | None = None) -> Choice:
        await self.answer.wait()
        self.answer.clear()
        return await super().choose(game, view, level, seed, seconds)

    def hurry(self) -> None:
        super().hurry()
        self.answer.set()


@contextmanager
def isolated(folder: Path) -> Iterator[None]:
    """Settings and records lie in a folder of their own, by names that are the same wherever that is."""
    env = {"TABLETOWN_CONFIG": "config", "TABLETOWN_DATA": "data", "LANG": "C.UTF-8", "TERM": "xterm-256color"}
    before = Path.cwd()
    os.chdir(folder)
    try:
        with (
            patch.dict(os.environ, env),
            patch.object(records, "ago", lambda time: f"{(WHEN - time) / 3600:.0f} h ago"),
        ):
            for name in ("NO_COLOR", "LC_ALL", "LC_CTYPE", "SSH_CONNECTION", "SSH_TTY"):
                os.environ.pop(name, None)
            yield
    finally:
        os.chdir(before)


def app(
    opening: Screen[Any] | None = None,
    settings: Settings = QUIET,
    colours: str = "truecolor",
    glyphs: str = "unicode",
    thinker: Any = None,
    problems: Sequence[str] = (),
) -> Tabletown:
    """The app as it is started, without animation, over home or with a screen over that."""
    quick = cast(Thinker, thinker or QuickThinker())
    tabletown = Tabletown(quick, settings, Terminal(colours, glyphs, False), problems)
    tabletown.opening = opening
    return tabletown


@asynccontextmanager
async def opened(tabletown: Tabletown, size: tuple[int, int] = SMALL) -> AsyncIterator[Pilot[None]]:
    """The app at work, its first screen complete."""
    async with tabletown.run_test(size=size) as pilot:
        await settle(pilot)
        yield pilot


async def settle(pilot: Pilot[Any]) -> None:
    """Wait until no worker is at work and everything is drawn."""
    for _ in range(2000):
        await pilot.pause()
        if all(worker.is_finished for worker in pilot.app.workers):
            break
    await pilot.pause()


async def later(pilot: Pilot[Any], wanted: Callable[[], bool]) -> None:
    for _ in range(200):
        await pilot.pause(0.01)
        if wanted():
            return
    raise AssertionError("it does not happen")


async def press(pilot: Pilot[Any], *keys: str) -> None:
    """Press keys one after the other, and see what comes of it."""
    await pilot.press(*keys)
    await settle(pilot)


def lines(pilot: Pilot[Any]) -> list[str]:
    """What is on the screen, as text."""
    return [strip.text.rstrip() for strip in pilot.app.screen._compositor.render_strips()]


def text(pilot: Pilot[Any]) -> str:
    return "\n".join(lines(pilot))


def the_table(pilot: Pilot[Any]) -> Table:
    assert isinstance(pilot.app.screen, Table), f"{pilot.app.screen} is in front"
    return pilot.app.screen


def said(pilot: Pilot[Any], where: str = "detail") -> str:
    """The text of the line `detail`, `prompt` or `notice`."""
    return str(pilot.app.screen.query_one(f"#{where}").render())


def notified(pilot: Pilot[Any]) -> str:
    """All notifications so far."""
    return "\n".join(notice.message for notice in pilot.app._notifications)


def stand(pilot: Pilot[Any], *part: Any) -> Board:
    """Put the cursor on a part of the board."""
    board = pilot.app.screen.query_one(Board)
    assert board.tile(part) is not None, f"{part} is not on the board"
    board.cursor = part
    return board


# Matches


def seated(*names: str) -> list[Seat]:
    """People by name; "greedy" and "random" are bots."""
    bots = iter(BOTS)
    return [Seat(next(bots), name) if name in levels.BOTS else Seat(name) for name in names]


def new(*names: str, seed: int = 1, game: str = NAME) -> Match:
    """A match before its first action; against a bot unless told."""
    from tabletown import rules

    return Match(game, seated(*(names or ("You", "greedy"))), defaults(rules.load(game)), seed)


def steady(s: Splendor, rng: Random) -> Action:
    """Buys the dearest card that it can, else takes what it finds: quick, and no matter how clever the bots become."""
    found = legal(s)
    buys = [a for a in found if a[0] == "buy"]
    if buys:
        return max(buys, key=lambda a: (CARDS[a[1]].points, -a[2][5]))
    verb = "reserve_blind" if rng.random() < 0.05 else "reserve" if rng.random() < 0.15 else "take"
    wanted = (
        [a for a in found if a[0] == verb] or [a for a in found if a[0] not in ("reserve", "reserve_blind")] or found
    )
    return wanted[int(rng.random() * len(wanted))]


@cache
def course(names: tuple[str, ...], seed: int) -> Match:
    """A whole game of steady players; nobody may change it."""
    match, rng = new(*names, seed=seed), Random(seed)
    while match.player is not None:
        match.act(steady(match.state, rng))
    return match


def part_of(match: Match, plies: int) -> Match:
    """A match of one's own that begins like another."""
    fresh = Match(match.name, match.seats, match.options, match.seed)
    for a in match.log[:plies]:
        fresh.act(a)
    return fresh


def played(*names: str, plies: int = 30, seed: int = 1) -> Match:
    """A match after some plies; negative numbers count from its end."""
    whole = course(names or ("You", "greedy"), seed)
    return part_of(whole, plies if plies >= 0 else len(whole.log) + plies)


def finished(*names: str, seed: int = 1) -> Match:
    whole = course(names or ("You", "greedy"), seed)
    return part_of(whole, len(whole.log))


def until(wanted: Callable[[Splendor], bool], *names: str, after: int = 0, player: int | None = 0) -> Match:
    """The first match of steady players that comes to such a position, with that player to move."""
    for seed in range(1, 400):
        whole = course(names or ("You", "greedy"), seed)
        for ply, s in enumerate(whole.states[:-1]):
            if ply >= after and (player is None or turn(s) == player) and wanted(s):
                return part_of(whole, ply)
    raise LookupError("no game came to such a position")


def laid(s: Splendor, *names: str) -> Match:
    """A match that begins with a table laid by hand. It has no record, for its seed does not lead there."""
    match = new(*(names or ("You", "greedy")))
    match.states[0] = s
    return match


def verbs(s: Splendor) -> set[str]:
    """What kinds of action are legal."""
    return {a[0] for a in legal(s)}


def ways(s: Splendor, most: int = 99) -> int:
    """In how many ways a card can be paid for, at most."""
    bought = [a[1] for a in legal(s) if a[0] == "buy"]
    return max((bought.count(card) for card in bought), default=0)


def keep(match: Match, name: str, hours: float = 0) -> Record:
    """Write the record of a match, as if it had last been played some hours before WHEN."""
    record = Record(config.records_folder() / f"{name}.jsonl")
    record.save(match)
    os.utime(record.path, (WHEN - 3600 * hours,) * 2)
    return record


def table(match: Match, name: str = "game") -> Table:
    """A table whose match is kept on disk."""
    return Table(match, keep(match, name))
