"""Screens that the monkey plays on, and checks of them."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from textual.screen import Screen

from tabletown import rules
from tabletown.rules.analysis.decision import Decision, Question
from tabletown.rules.bots import levels
from tabletown.rules.bots.bot import Choice
from tabletown.rules.bots.level_descriptions import BOTS
from tabletown.rules.core.match import Match, Seat
from tabletown.rules.core.save_file import Record
from tabletown.tui.app import TabletownApp
from tabletown.tui.model import lessons
from tabletown.tui.model.bot_pace import PACE
from tabletown.tui.model.bot_pool import NoAnswer
from tabletown.tui.model.lessons import Course
from tabletown.tui.navigation import table
from tabletown.tui.screens.demo import Demo
from tabletown.tui.screens.key_bindings import KeysScreen
from tabletown.tui.screens.lesson import LessonScreen
from tabletown.tui.screens.lesson_list import LessonList
from tabletown.tui.screens.new_game import NewGame
from tabletown.tui.screens.replay import Replay
from tabletown.tui.screens.saved_games import ReplayList
from tabletown.tui.screens.score_sheet import ScoreSheet
from tabletown.tui.screens.settings import SettingsScreen
from tabletown.tui.screens.statistics import StatisticsScreen
from tabletown.tui.screens.table import Table
from tests.rules.random_play import play_match, variants
from tests.tui.app_driver import InstantBots, isolated
from tests.tui.sample_matches import BOT_NAMES


class Fault(AssertionError):
    """Something is not as it should be; the message says what."""


class FitfulBots(InstantBots):
    """Bots that answer at once or a moment later, and occasionally fail."""

    def __init__(self, rng: Random) -> None:
        super().__init__()
        self.rng = rng

    async def choose(self, game: str, view: Any, level: str, seed: str, *terms: Any, **more: Any) -> Choice:
        await asyncio.sleep(self.rng.choice((0, 0, 0, 0.001, 0.01)))
        if self.rng.random() < 0.01:
            raise NoAnswer("by chance")
        hint = seed.endswith("hint")
        return levels.choose(game, view, "greedy" if hint else "random", seed, nodes=20)

    async def judge(self, question: Question, urgent: bool = False) -> Decision | None:
        await asyncio.sleep(0)
        if self.rng.random() < 0.02:
            raise NoAnswer("by chance")
        better = None if self.rng.random() < 0.5 else "better"
        loss = self.rng.random() if better else 0.0
        return Decision(
            question.ply, question.player, "move", self.rng.random(), loss, better, "why", ("a", "b"), (), 10**4
        )


class EndlessApp(TabletownApp):
    """App that returns to the home screen when it is left."""

    CSS_PATH = Path(sys.modules[TabletownApp.__module__].__file__ or "").with_name("app.tcss")
    left = 0

    def exit(self, *_: Any, **__: Any) -> None:
        self.left += 1
        self.go_home()


def require(holds: object, what: str) -> None:
    if not holds:
        raise Fault(what)


def check_record(screen: Table, thorough: bool) -> None:
    """Check that the saved game is the match, and replays to the same state."""
    match = screen.match
    require(not screen.unsaved, f"not saved: {screen.unsaved}")
    assert screen.record is not None
    written = screen.record.path.read_text(encoding="utf-8").splitlines()[1:]
    require(written == [json.dumps(a, separators=(",", ":")) for a in match.log], "the record is not the match")
    if thorough:
        again, _ = Record.load(screen.record.path, BOTS)
        require(repr(again.states) == repr(match.states), "the record replays to another match")


def prompt_text(screen: Table) -> str:
    return str(screen.query_one("#prompt").render())


def why_stuck(screen: Table) -> str:
    """The reason why a table is stuck; empty if it is not."""
    match, prompt = screen.match, prompt_text(screen)
    player = match.player
    if not prompt.strip():
        return "nothing says who must do what"
    if player is None:
        return "the game is over, and the table is still there"
    name, bot = match.seats[player]
    if screen.past_ply is not None:
        return "" if prompt.startswith("Viewing move") else f"it looks back, and says {prompt!r}"
    if screen.covered:
        return "" if name in prompt else f"{name} is to take over, and it says {prompt!r}"
    if bot:
        thinking = any(w.group == "bot" and w.node is screen and not w.is_finished for w in screen.app.workers)
        return "" if thinking or screen.bot_error else f"{name} does not think, and it says {prompt!r}"
    if not screen.active:
        return f"{name} is to move and cannot, and it says {prompt!r}"
    return "" if screen.selection.options() or screen.chosen() else "nothing can be picked"


# Starting points


def seats(rng: Random, count: int) -> list[Seat]:
    """One person at least; bots of any level."""
    people = 1 + int(rng.random() * count) if rng.random() < 0.6 else 1
    names = [Seat(f"Person {n}") for n in range(1, people + 1)]
    names += [Seat(name, rng.choice(("novice", "greedy", "random"))) for name in BOT_NAMES[: count - people]]
    rng.shuffle(names)
    return names


def match_in_progress(name: str, options: dict[str, str], count: int, rng: Random, plies: int) -> Match:
    match = Match(name, seats(rng, count), options, int(rng.random() * 10**6))
    return play_match(match, plies, seed=int(rng.random() * 10**6))


OpeningScreen = Callable[[Random], Screen[Any] | None]


def table_in_progress(name: str, options: dict[str, str], count: int, rng: Random) -> Screen[None]:
    return table(match_in_progress(name, options, count, rng, int(rng.random() ** 2 * 120)))


def starting_screens() -> Iterator[tuple[str, OpeningScreen]]:
    """Every screen, and a table of every variant with every number of players, somewhere in a game."""
    plain: tuple[type[Screen[Any]] | None, ...] = (
        NewGame,
        SettingsScreen,
        KeysScreen,
        LessonList,
        ReplayList,
        StatisticsScreen,
        None,
    )
    screens = [(s.__name__ if s else "Home", lambda rng, s=s: s() if s else None) for s in plain]
    for name in rules.GAMES:
        game = rules.load(name)
        for options in map(dict, variants(game)):
            what = " ".join([name, *options.values()])
            for count in game.SEATS:
                yield f"table {what} {count}", partial(table_in_progress, name, options, count)
            over = lambda rng, n=name, o=options: match_in_progress(n, o, 2, rng, 10**6)  # noqa: E731
            screens.append((f"replay {what}", lambda rng, over=over: Replay(over(rng))))
            screens.append((f"end {what}", lambda rng, over=over: ScoreSheet(over(rng), None)))
        first = dict(next(iter(variants(game))))
        screens.append((f"lesson {name}", lambda rng, n=name: LessonScreen(Course(lessons.load(n)))))
        bots = [Seat(bot, "random") for bot in BOT_NAMES[:2]]
        screens.append((f"demo {name}", lambda rng, n=name, o=first, b=bots: Demo(Match(n, b, o, 1))))
    yield from screens


@contextmanager
def without_delays() -> Iterator[None]:
    """A separate folder, and bots that answer at once at any setting."""
    with TemporaryDirectory() as folder, isolated(Path(folder)), patch.dict(PACE, dict.fromkeys(PACE, 0)):
        yield
