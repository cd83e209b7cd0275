"""Random keys, clicks and sizes, in every game and on every screen: nothing may break, get stuck or get lost.

`python -m tests.tui.monkey --keys 30000 --seed 1` tells what was done and what went wrong; `--json` for other programs.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import traceback
from collections import Counter, deque
from itertools import cycle, islice
from math import inf
from random import Random
from time import monotonic
from typing import cast

from textual import events
from textual.geometry import Size
from textual.keys import _character_to_key
from textual.pilot import Pilot

from tabletown.tui.model.actions import action
from tabletown.tui.model.bot_pool import BotPool
from tabletown.tui.model.terminal import Terminal
from tabletown.tui.screens.home import Home
from tabletown.tui.screens.move_input import MoveInput
from tabletown.tui.screens.score_sheet import ScoreSheet
from tabletown.tui.screens.table import Table
from tests.rules.random_play import random_action
from tests.rules.recounts import conserved
from tests.tui.app_driver import LARGE, MIDDLE, QUIET, SMALL, run_app
from tests.tui.monkey_checks import (
    EndlessApp,
    Fault,
    FitfulBots,
    OpeningScreen,
    check_record,
    prompt_text,
    require,
    starting_screens,
    why_stuck,
    without_delays,
)

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
"""Kinds of keys, with the weight of each."""
CHARACTERS = {"enter": "\r", "tab": "\t", "escape": "\x1b", "space": " ", "backspace": "\x7f"}
SIZES = (SMALL, MIDDLE, LARGE, (97, 27), (60, 20), (79, 24), (80, 23), (10, 3), (1, 1), (200, 60))
MOST = 50
"""Events of a burst, at most."""
DEEP = 8
"""The most screens on top of one another."""


class Monkey:
    """One at the keyboard and at the mouse."""

    def __init__(self, pilot: Pilot[None], rng: Random, tally: Counter[str]) -> None:
        self.pilot, self.rng, self.tally = pilot, rng, tally
        self.app = cast(EndlessApp, pilot.app)
        self.trace: deque[str] = deque(maxlen=2 * MOST)
        """The latest events."""

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
            if self.rng.random() < 0.05:
                await self.pilot.pause()
        width, height = self.app._driver._size or SMALL
        if width < SMALL[0] or height < SMALL[1]:
            self.resize(self.rng.choice((SMALL, MIDDLE)))
        self.tally["bursts"] += 1
        await self.idle()

    async def idle(self) -> None:
        """Wait until no bot thinks and everything is drawn; and for the result, if a game has ended."""
        for _ in range(3000):
            await self.pilot.pause()
            if self.app._exception is not None:
                raise self.app._exception from self.app._exception.__cause__
            if all(worker.is_finished for worker in self.app.workers):
                break
        await self.pilot.pause()
        for _ in range(100):
            table = self.app.screen
            if type(table) is not Table or table.match.player is not None:
                break
            await self.pilot.pause(0.01)  # the end comes by a timer

    # Looking whether all is well

    def tables(self) -> list[Table]:
        return [screen for screen in self.app.screen_stack if isinstance(screen, Table)]

    def check(self, thorough: bool) -> None:
        """Raises Fault."""
        stack = [type(screen).__name__ for screen in self.app.screen_stack]
        require(len(stack) <= DEEP, f"{len(stack)} screens are open: {stack}")
        require("TooSmall" not in stack, f"the window is large enough, and yet {stack}")
        require(len(self.tables()) < 2, f"two tables: {stack}")
        for screen in self.tables():
            match = screen.match
            for s in match.states if thorough else match.states[-1:]:
                lost = conserved(match.name, s)
                require(not lost, f"not conserved: {lost}")
            if screen.record is not None:
                check_record(screen, thorough)
            if type(screen) is Table and screen.is_current:
                require(not (why := why_stuck(screen)), why)

    # Continuing with a purpose

    async def nudge(self) -> None:
        """Some key always moves on: a legal move can be typed at a table, and other screens can be left."""
        if not isinstance(self.app.screen, Table | Home):
            if isinstance(self.app.screen, ScoreSheet):
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
        if screen.bot_error:
            self.bound("table.hurry")
            await self.idle()
        if screen.is_current and screen.covered:
            self.bound("table.play")
            await self.idle()
        match = screen.match
        if not screen.is_current or match.player is None or screen.bot_error or match.seats[match.player].bot:
            return
        require(screen.active, f"{prompt_text(screen)!r}, and nobody can move")
        pending = len(match.log) > 0 and match.game.turn(match.states[-2]) == match.player
        if pending and self.rng.random() < 0.4:
            self.tally["undos while a choice is pending"] += 1
            self.bound("table.undo")
            return await self.idle()
        ply, chosen = len(match.log), random_action(self.rng, match.game.legal(match.state), by_verb=True)
        self.bound("table.type")
        await self.idle()
        require(screen.query_one(MoveInput).typing, "a move cannot be typed")
        for character in match.game.notation(match.state, chosen):
            self.key("space" if character == " " else character)
        self.key("enter")
        await self.idle()
        require(match.log[ply : ply + 1] == [chosen] or screen not in self.app.screen_stack, f"{chosen} was not played")
        self.tally["moves typed"] += 1

    async def back(self) -> None:
        """Return home or to the table by keys, which must be possible from every screen."""
        was = type(self.app.screen).__name__
        for key in ("escape", "escape", "escape", "q", "escape", "q", "escape"):
            if isinstance(self.app.screen, Home) or type(self.app.screen) is Table:
                return
            self.key(key)
            await self.idle()
        require(isinstance(self.app.screen, Home | Table), f"there is no way out of {was}")


async def visit(opening: OpeningScreen, rng: Random, tally: Counter[str], keys: int) -> str:
    """Press that number of keys on a screen and those that follow; return the fault, or nothing."""
    glyphs = rng.choice(("unicode", "unicode", "ascii"))
    app = EndlessApp(
        cast(BotPool, FitfulBots(rng)), QUIET, Terminal(rng.choice(("truecolor", "256", "16")), glyphs, False)
    )
    monkey: Monkey | None = None
    try:
        app.opening = opening(rng)
        async with run_app(app, rng.choice((SMALL, SMALL, MIDDLE))) as pilot:
            monkey = Monkey(pilot, rng, tally)
            enough = tally["keys"] + keys
            while tally["keys"] < enough:
                await monkey.burst()
                monkey.check(thorough=rng.random() < 0.1)
                if rng.random() < 0.5:
                    await monkey.nudge()
                    monkey.check(thorough=False)
            tally["left and came back"] += app.left
    except Exception as error:
        report = str(error) if isinstance(error, Fault) else "".join(traceback.format_exception(error)[-9:])
        return f"{report}\nlast: {' '.join(monkey.trace) if monkey else 'nothing'}"
    return ""


def visits(keys: int, seed: int, each: int, only: str = "", seconds: float = inf) -> tuple[Counter[str], list[str]]:
    """Press that number of keys in all, or as many as there is time for; return the events and the faults."""
    end = monotonic() + seconds
    tally: Counter[str] = Counter()
    faults = []
    places = [(name, opening) for name, opening in starting_screens() if only in name]
    Random(seed).shuffle(places)
    for n, (name, opening) in enumerate(islice(cycle(places), -(-keys // each))):
        if monotonic() > end:
            break
        rng = Random(f"{seed}/{n}")
        with without_delays():
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
    parser.add_argument("--seconds", type=float, default=inf, help="no new visit after so many seconds")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="places with these letters in their names")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    began = monotonic()
    tally, faults = visits(args.keys, args.seed, args.each, args.only, args.seconds)
    tally["seconds"] = round(monotonic() - began)
    if args.json:
        print(json.dumps({"done": dict(sorted(tally.items())), "faults": faults}, indent=1))
    else:
        print(*(f"{count:8} {what}" for what, count in sorted(tally.items())), sep="\n")
        print(*faults, f"{len(faults)} faults", sep="\n\n")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
