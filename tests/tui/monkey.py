"""Keys, clicks and sizes by chance, in every game and on every screen: nothing may break, get stuck or get lost.

`python -m tests.tui.monkey --keys 30000 --seed 1` tells what was done and what went wrong; `--json` for other programs.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import traceback
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, cast
from unittest.mock import patch

from textual import events
from textual.geometry import Size
from textual.keys import _character_to_key
from textual.pilot import Pilot
from textual.screen import Screen

import rules
from rules.bots import levels
from rules.bots.bot import Choice
from rules.bots.review import Decision, Question
from rules.match import Match, Seat
from rules.record import Record
from tests.rules.pieces import conserved
from tests.rules.playing import pick, play_match, variants
from tests.tui.scenes import BOTS, LARGE, MIDDLE, QUIET, SMALL, QuickThinker, isolated, opened
from tui import config, lesson
from tui.app import Tabletown, table
from tui.bound import action
from tui.config import Terminal
from tui.lesson import Course
from tui.screens.demo import Demo
from tui.screens.entry import Entry
from tui.screens.home import Home
from tui.screens.keys import KeysScreen
from tui.screens.learn import Learn
from tui.screens.lesson import LessonScreen
from tui.screens.over import Over
from tui.screens.replay import Replay
from tui.screens.replays import Replays
from tui.screens.settings import SettingsScreen
from tui.screens.setup import Setup
from tui.screens.stats import Stats
from tui.screens.table import Table
from tui.seats import NoAnswer, Thinker

LETTERS, OTHERS = "abcdefghijklmnopqrstuvwxyz", "ABDHRWXZ0123456789!?.,:;+-=*/()[]{}<>@#'\"\\_~é"
WAYS = ("up", "down", "left", "right", "tab", "shift+tab")
NAMED = ("backspace", "delete", "home", "end", "pageup", "pagedown", "insert", "f1", "f5", "ctrl+home", "shift+up")
POOLS: tuple[tuple[int, tuple[str, ...]], ...] = (
    (30, tuple(LETTERS)),
    (10, tuple(OTHERS)),
    (25, WAYS),
    (18, ("enter",)),
    (6, ("escape",)),
    (5, ("space",)),
    (5, NAMED),
    (5, tuple(f"ctrl+{letter}" for letter in LETTERS)),
    (8, ("z", "ctrl+z", "y", "u")),
    (4, ("?", "x", "i", "[", "o", ":")),
)
"""How often keys of a kind are pressed."""
CHARACTERS = {"enter": "\r", "tab": "\t", "escape": "\x1b", "space": " ", "backspace": "\x7f"}
SIZES = (SMALL, MIDDLE, LARGE, (97, 27), (60, 20), (79, 24), (80, 23), (10, 3), (1, 1), (200, 60))
MOST = 50
"""Events of a burst, at most."""
DEEP = 8
"""Screens that may lie over one another."""


class Fault(AssertionError):
    """Something is not as it should be; the message says what."""


class Fitful(QuickThinker):
    """Answers at once or a moment later, and now and then not at all."""

    def __init__(self, rng: Random) -> None:
        super().__init__()
        self.rng = rng

    async def choose(self, game: str, view: Any, level: str, seed: str, seconds: float | None = None) -> Choice:
        await asyncio.sleep(self.rng.choice((0, 0, 0, 0.001, 0.01)))
        if self.rng.random() < 0.01:
            raise NoAnswer("by chance")
        hint = seed.endswith("hint")
        return levels.choose(game, view, "greedy" if hint else "random", seed, nodes=20)

    async def judge(self, question: Question) -> Decision | None:
        await asyncio.sleep(0)
        if self.rng.random() < 0.02:
            raise NoAnswer("by chance")
        better = None if self.rng.random() < 0.5 else "better"
        loss = self.rng.random() if better else 0.0
        return Decision(question.ply, question.player, "move", self.rng.random(), loss, better, "why", ("a", "b"), ())


class Caged(Tabletown):
    """Whoever leaves comes home again."""

    CSS_PATH = Path(sys.modules[Tabletown.__module__].__file__ or "").with_name("app.tcss")
    left = 0

    def exit(self, *_: Any, **__: Any) -> None:
        self.left += 1
        self.go_home()


class Monkey:
    """One at the keyboard and at the mouse."""

    def __init__(self, pilot: Pilot[None], rng: Random, tally: Counter[str]) -> None:
        self.pilot, self.rng, self.tally = pilot, rng, tally
        self.app = cast(Caged, pilot.app)
        self.trace: deque[str] = deque(maxlen=2 * MOST)
        """What was done last."""

    # Doing something

    def send(self, event: events.Event, kind: str, what: str = "") -> None:
        """Give the app an event as its terminal would."""
        assert self.app._driver is not None
        self.app._driver.process_message(event)
        self.tally[kind] += 1
        self.trace.append(what or kind)
        self.tally[f"screen {type(self.app.screen).__name__}"] += 1

    def key(self, key: str) -> None:
        name = _character_to_key(key) if len(key) == 1 and not key.isalnum() else key
        self.send(events.Key(name, key if len(key) == 1 else CHARACTERS.get(key)), "keys", key)

    def bound(self, id: str) -> None:
        """Press the key that an action has now."""
        self.key((self.app.keymap.changed.get(id) or action(id).keys)[0])

    def mouse(self) -> None:
        """Somewhere in the window: a click, a drag, a scroll, or only a look."""
        width, height = self.app.size
        x, y = int(self.rng.random() * width), int(self.rng.random() * height)

        def at(kind: type[events.MouseEvent], x: int, y: int, button: int, name: str) -> None:
            self.send(kind(None, x, y, 0, 0, button, False, False, False, x, y), name, f"{name} {x},{y}")

        match self.rng.choice(("click", "click", "click", "drag", "scroll", "move")):
            case "click":
                button = self.rng.choice((1, 1, 1, 2, 3))
                for _ in range(self.rng.choice((1, 1, 1, 2, 3))):
                    at(events.MouseDown, x, y, button, "clicks")
                    at(events.MouseUp, x, y, button, "releases")
            case "drag":
                at(events.MouseDown, x, y, 1, "clicks")
                at(events.MouseMove, int(self.rng.random() * width), y, 1, "mouse moves")
                at(events.MouseUp, int(self.rng.random() * width), y, 1, "releases")
            case "scroll":
                at(self.rng.choice((events.MouseScrollUp, events.MouseScrollDown)), x, y, 0, "scrolls")
            case "move":
                at(events.MouseMove, x, y, 0, "mouse moves")

    def resize(self, size: tuple[int, int]) -> None:
        assert self.app._driver is not None
        self.app._driver._size = size
        self.send(events.Resize(Size(*size), Size(*size)), "resizes", f"{size[0]}x{size[1]}")

    async def burst(self) -> None:
        """Many things, some of them at the same time."""
        assert self.app._driver is not None
        for _ in range(1 + int(self.rng.random() * MOST)):
            kind = self.rng.random()
            if kind < 0.84:
                pool = self.rng.choices([keys for _, keys in POOLS], [weight for weight, _ in POOLS])[0]
                self.key(self.rng.choice(pool))
            elif kind < 0.96:
                self.mouse()
            elif kind < 0.985:
                self.resize(self.rng.choice(SIZES))
            elif kind < 0.99:
                self.send(events.Paste(self.rng.choice(("take wug", "\x1b[31m\n\0", "9" * 300, ""))), "pastes")
            else:
                self.send(self.rng.choice((events.AppBlur, events.AppFocus))(), "focus changes")
            if self.rng.random() < 0.5:
                await asyncio.sleep(0)
            if self.rng.random() < 0.1:
                await self.pilot.pause()
        width, height = self.app._driver._size or SMALL
        if width < SMALL[0] or height < SMALL[1]:
            self.resize(self.rng.choice((SMALL, MIDDLE)))
        self.tally["bursts"] += 1
        await self.idle()

    async def idle(self) -> None:
        """Until nobody thinks and everything is drawn."""
        for _ in range(3000):
            await self.pilot.pause()
            if self.app._exception is not None:
                raise self.app._exception from self.app._exception.__cause__
            if all(worker.is_finished for worker in self.app.workers):
                break
        await self.pilot.pause()

    # Looking whether all is well

    def tables(self) -> list[Table]:
        return [screen for screen in self.app.screen_stack if isinstance(screen, Table)]

    def check(self, thorough: bool) -> None:
        """Raises Fault."""
        stack = [type(screen).__name__ for screen in self.app.screen_stack]
        demand(len(stack) <= DEEP, f"{len(stack)} screens are open: {stack}")
        demand("TooSmall" not in stack, f"the window is large enough, and yet {stack}")
        demand(len(self.tables()) < 2, f"two tables: {stack}")
        for screen in self.tables():
            match = screen.match
            for s in match.states if thorough else match.states[-1:]:
                lost = conserved(match.name, s)
                demand(not lost, f"not conserved: {lost}")
            if screen.record is not None:
                check_record(screen, thorough)
            if type(screen) is Table and screen.is_current:
                demand(not (why := stuck(screen)), why)

    # Going on with purpose

    async def nudge(self) -> None:
        """Some key always moves on: a legal move can be typed at a table, and other screens can be left."""
        if not isinstance(self.app.screen, Table | Home):
            if isinstance(self.app.screen, Over):
                self.tally["games finished"] += 1
            return await self.back()
        if isinstance(self.app.screen, Home):
            for key in self.rng.choice((("home.continue",), ("home.new", "setup.start"))):
                self.bound(key)
                await self.idle()
            return None
        if type(self.app.screen) is Table:
            await self.move(self.app.screen)
        return None

    async def move(self, screen: Table) -> None:
        """Take the keyboard over and type a legal move; or take one back while a choice is pending."""
        for _ in range(3):
            self.bound("table.clear")
            await self.idle()
        if screen.silent:
            self.bound("table.hurry")
            await self.idle()
        if screen.is_current and screen.veiled:
            self.bound("table.play")
            await self.idle()
        match = screen.match
        if not screen.is_current or match.player is None or screen.silent or match.seats[match.player].bot:
            return
        demand(screen.active, f"{screen_text(screen)!r}, and nobody can move")
        pending = len(match.log) > 0 and match.game.turn(match.states[-2]) == match.player
        if pending and self.rng.random() < 0.4:
            self.tally["undos while a choice is pending"] += 1
            self.bound("table.undo")
            return await self.idle()
        ply, chosen = len(match.log), pick(self.rng, match.game.legal(match.state), by_verb=True)
        self.bound("table.type")
        await self.idle()
        demand(screen.query_one(Entry).has_focus, "a move cannot be typed")
        for character in match.game.notation(match.state, chosen):
            self.key("space" if character == " " else character)
        self.key("enter")
        await self.idle()
        demand(match.log[ply : ply + 1] == [chosen] or screen not in self.app.screen_stack, f"{chosen} was not played")
        self.tally["moves typed"] += 1

    async def back(self) -> None:
        """From any screen some keys lead home or to the table."""
        was = type(self.app.screen).__name__
        for key in ("escape", "escape", "escape", "q", "escape", "q", "escape"):
            if isinstance(self.app.screen, Home) or type(self.app.screen) is Table:
                return
            self.key(key)
            await self.idle()
        demand(isinstance(self.app.screen, Home | Table), f"there is no way out of {was}")


def demand(holds: object, what: str) -> None:
    if not holds:
        raise Fault(what)


def check_record(screen: Table, thorough: bool) -> None:
    """What is on disk is the match, and replays to the same state."""
    match = screen.match
    demand(not screen.unsaved, f"not saved: {screen.unsaved}")
    assert screen.record is not None
    written = screen.record.path.read_text(encoding="utf-8").splitlines()[1:]
    demand(written == [json.dumps(a, separators=(",", ":")) for a in match.log], "the record is not the match")
    if thorough:
        again, _ = Record.load(screen.record.path)
        demand(repr(again.states) == repr(match.states), "the record replays to another match")


def screen_text(screen: Table) -> str:
    return str(screen.query_one("#prompt").render())


def stuck(screen: Table) -> str:
    """Why nobody can go on at a table; empty when somebody can."""
    match, prompt = screen.match, screen_text(screen)
    player = match.player
    if not prompt.strip():
        return "nothing says who must do what"
    if player is None:
        return "the game is over, and the table is still there"
    name, bot = match.seats[player]
    if screen.shown is not None:
        return "" if prompt.startswith("Looking at move") else f"it looks back, and says {prompt!r}"
    if screen.veiled:
        return "" if name in prompt else f"{name} is to take over, and it says {prompt!r}"
    if bot:
        thinking = any(w.group == "bot" and w.node is screen and not w.is_finished for w in screen.app.workers)
        return "" if thinking or screen.silent else f"{name} does not think, and it says {prompt!r}"
    if not screen.active:
        return f"{name} is to move and cannot, and it says {prompt!r}"
    return "" if screen.selection.options() or screen.chosen() else "nothing can be picked"


# Where it begins


def seats(rng: Random, count: int) -> list[Seat]:
    """One person at least; bots of any level."""
    people = 1 + int(rng.random() * count) if rng.random() < 0.6 else 1
    names = [Seat(f"Person {n}") for n in range(1, people + 1)]
    names += [Seat(name, rng.choice(("novice", "greedy", "random"))) for name in BOTS[: count - people]]
    rng.shuffle(names)
    return names


def begun(name: str, options: dict[str, str], count: int, rng: Random, plies: int) -> Match:
    match = Match(name, seats(rng, count), options, int(rng.random() * 10**6))
    return play_match(match, plies, seed=int(rng.random() * 10**6))


Opening = Callable[[Random], Screen[Any] | None]


def openings() -> Iterator[tuple[str, Opening]]:
    """Every screen, and a table of every variant with every number of players, somewhere in a game."""
    plain: tuple[type[Screen[Any]] | None, ...] = (Setup, SettingsScreen, KeysScreen, Learn, Replays, Stats, None)
    screens = [(s.__name__ if s else "Home", lambda rng, s=s: s() if s else None) for s in plain]
    for name in rules.GAMES:
        game = rules.load(name)
        for options in map(dict, variants(game)):
            what = " ".join([name, *options.values()])
            for count in game.SEATS:
                at = lambda rng, n=name, o=options, c=count: table(begun(n, o, c, rng, int(rng.random() ** 2 * 120)))  # noqa: E731
                yield f"table {what} {count}", at
            over = lambda rng, n=name, o=options: begun(n, o, 2, rng, 10**6)  # noqa: E731
            screens.append((f"replay {what}", lambda rng, over=over: Replay(over(rng))))
            screens.append((f"end {what}", lambda rng, over=over: Over(over(rng), None)))
        first = dict(next(iter(variants(game))))
        screens.append((f"lesson {name}", lambda rng, n=name: LessonScreen(Course(lesson.load(n)))))
        bots = [Seat(bot, "random") for bot in BOTS[:2]]
        screens.append((f"demo {name}", lambda rng, n=name, o=first, b=bots: Demo(Match(n, b, o, 1))))
    yield from screens


@contextmanager
def hurried() -> Iterator[None]:
    """A folder of one's own, and bots that answer at once whatever is set."""
    with TemporaryDirectory() as folder, isolated(Path(folder)), patch.dict(config.PACE, dict.fromkeys(config.PACE, 0)):
        yield


async def visit(opening: Opening, rng: Random, tally: Counter[str], keys: int) -> str:
    """Press so many keys on a screen and where they lead; what was wrong, or nothing."""
    glyphs = rng.choice(("unicode", "unicode", "ascii"))
    app = Caged(cast(Thinker, Fitful(rng)), QUIET, Terminal(rng.choice(("truecolor", "256", "16")), glyphs, False))
    monkey: Monkey | None = None
    try:
        app.opening = opening(rng)
        async with opened(app, rng.choice((SMALL, SMALL, MIDDLE))) as pilot:
            monkey = Monkey(pilot, rng, tally)
            enough = tally["keys"] + keys
            while tally["keys"] < enough:
                await monkey.burst()
                monkey.check(thorough=rng.random() < 0.2)
                if rng.random() < 0.6:
                    await monkey.nudge()
                    monkey.check(thorough=False)
            tally["left and came back"] += app.left
    except Exception as error:
        said = str(error) if isinstance(error, Fault) else "".join(traceback.format_exception(error)[-9:])
        return f"{said}\nlast: {' '.join(monkey.trace) if monkey else 'nothing'}"
    return ""


def visits(keys: int, seed: int, each: int, only: str = "") -> tuple[Counter[str], list[str]]:
    """So many keys in all: what was done, and what was wrong."""
    tally: Counter[str] = Counter()
    faults = []
    places = [(name, opening) for name, opening in openings() if only in name]
    Random(seed).shuffle(places)
    for n, (name, opening) in enumerate(islice(cycle(places), -(-keys // each))):
        rng = Random(f"{seed}/{n}")
        with hurried():
            wrong = asyncio.run(visit(opening, rng, tally, min(each, keys)))
        tally["visits"] += 1
        tally[f"at {name}"] += 1
        if wrong:
            faults.append(f"{name}, visit {n}: {wrong}")
    return tally, faults


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.tui.monkey", description=__doc__)
    parser.add_argument("--keys", type=int, default=3000, help="keys in all")
    parser.add_argument("--each", type=int, default=300, help="keys of a visit")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="places with these letters in their names")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    began = monotonic()
    tally, faults = visits(args.keys, args.seed, args.each, args.only)
    tally["seconds"] = round(monotonic() - began)
    if args.json:
        print(json.dumps({"done": dict(sorted(tally.items())), "faults": faults}, indent=1))
    else:
        print(*(f"{count:8} {what}" for what, count in sorted(tally.items())), sep="\n")
        print(*faults, f"{len(faults)} faults", sep="\n\n")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
