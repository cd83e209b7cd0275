"""Every look that is kept: the screens at a seeded moment, for the snapshots and the screenshots."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any

from textual.pilot import Pilot
from textual.widgets import Input

from tabletown.rules.core.game import Action, total_points
from tabletown.rules.core.match import Match
from tabletown.tui.app import TabletownApp
from tabletown.tui.model.files import config_folder
from tabletown.tui.model.files import records_folder as records
from tabletown.tui.model.keymap import Keymap
from tabletown.tui.screens.demo import Demo
from tabletown.tui.screens.help import Help
from tabletown.tui.screens.home import Home
from tabletown.tui.screens.key_bindings import KeysScreen
from tabletown.tui.screens.new_game import NewGame
from tabletown.tui.screens.position_picture import Still
from tabletown.tui.screens.replay import Replay
from tabletown.tui.screens.saved_games import ReplayList
from tabletown.tui.screens.settings import SettingsScreen
from tabletown.tui.screens.statistics import StatisticsScreen
from tabletown.tui.widgets.svg import screen_svg
from tests.tui import (
    scenes_coach,
    scenes_daily,
    scenes_expansions,
    scenes_lessons,
    scenes_metropolys,
    scenes_online,
    scenes_puzzles,
    scenes_rating,
    scenes_review,
    scenes_sf1906,
    scenes_splendor,
    scenes_tournaments,
)
from tests.tui.app_driver import (
    LARGE,
    MIDDLE,
    QUIET,
    SMALL,
    BlockedBots,
    current_table,
    make_app,
    press,
    put_cursor,
    settle,
)
from tests.tui.sample_matches import (
    find_match,
    finished_match,
    legal_verbs,
    match_prefix,
    payment_ways,
    save_record,
    saved_table,
    start_match,
    whole_match,
)

Size = tuple[int, int]
HUGE = (200, 60)
"""The window that the largest city is drawn for in tests."""
ALONE = ("You", "greedy")
TWO = ("Ada", "Bea")
FOUR = ("You", "greedy", "greedy", "greedy")


@dataclass(frozen=True)
class GoldenCase:
    """An app, and what is done in it before one looks."""

    app: Callable[[], TabletownApp]
    steps: Callable[[Pilot[Any]], Awaitable[None]] = settle


def middle(*names: str, after: int = 26) -> Match:
    """The first player's turn in the middle of a game, with something that can be bought."""
    return find_match(lambda s: {"take", "buy"} <= legal_verbs(s), *(names or ALONE), after=after)


def at_table(match: Match, **look: Any) -> TabletownApp:
    return make_app(saved_table(match), **look)


def themed(name: str) -> TabletownApp:
    return at_table(middle(), settings=replace(QUIET, theme=name))


def home_with_games() -> TabletownApp:
    save_record(match_prefix(whole_match(ALONE, 2), 31), "one", 1)
    save_record(match_prefix(whole_match(FOUR, 3), 52), "two", 26)
    save_record(finished_match(), "done", 3)
    return make_app()


def library() -> TabletownApp:
    save_record(match_prefix(whole_match(ALONE, 2), 31), "one", 1)
    save_record(finished_match(*FOUR), "two", 26)
    save_record(finished_match(), "three", 50)
    return make_app(ReplayList())


def replayed() -> TabletownApp:
    """Chances by points, so that the picture does not change when a bot learns to judge better."""
    match = finished_match()
    screen = Replay(match)
    totals = [[1 + total_points(parts) for parts in match.game.score(s)] for s in match.states]
    screen.winning_chances = [[row[seat] / sum(row) for row in totals] for seat in range(len(match.seats))]
    return make_app(screen)


def won_and_lost() -> TabletownApp:
    """Games of all kinds, and a record that cannot be read."""
    for n, names in enumerate([ALONE, ALONE, ("You", "random"), FOUR, ("greedy", "You"), TWO, ("You", "hard")]):
        for seed in (1, 2, 3):
            save_record(finished_match(*names, seed=seed), f"game-{n}-{seed}", 10 - n - seed / 10)
    records().joinpath("broken.jsonl").write_text("nonsense\n", encoding="utf-8")
    return make_app(StatisticsScreen(), over_home=True)


def own_theme() -> TabletownApp:
    """A theme of a player's own that leaves most colours out."""
    folder = config_folder() / "themes"
    folder.mkdir(parents=True)
    theme = 'name = "plum"\nprimary = "#b48ead"\n[variables]\nfelt = "#2b1d2e"\nframe = "#7d5ba6"\n'
    (folder / "plum.toml").write_text(theme, encoding="utf-8")
    return make_app(SettingsScreen(), settings=replace(QUIET, theme="plum"))


def own_keys() -> TabletownApp:
    tabletown = make_app(KeysScreen())
    tabletown.rebind(Keymap("vi", {"home.new": ("N",), "home.replays": ("R", "v")}))
    return tabletown


def demo() -> TabletownApp:
    match = match_prefix(whole_match(("greedy", "greedy"), 7), 30)
    return make_app(Demo(match), bot_pool=BlockedBots())


def plain() -> TabletownApp:
    """Neither colours nor anything but ASCII; `isolated` takes the variable away again."""
    os.environ["NO_COLOR"] = "1"
    return at_table(middle(), colours="none", glyphs="ascii")


def keys(*pressed: str) -> Callable[[Pilot[Any]], Awaitable[None]]:
    async def steps(pilot: Pilot[Any]) -> None:
        await settle(pilot)
        await press(pilot, *pressed)

    return steps


def palette(*pressed: str) -> Callable[[Pilot[Any]], Awaitable[None]]:
    """Type slowly enough for the list to follow."""

    async def steps(pilot: Pilot[Any]) -> None:
        await settle(pilot)
        for key in pressed:
            await press(pilot, key)
            await pilot.pause(0.3)
        for cursor in pilot.app.screen.query(Input):
            cursor.cursor_blink = False
        await settle(pilot)

    return steps


async def two_gems(pilot: Pilot[Any]) -> None:
    """Two of three gems are picked."""
    await settle(pilot)
    table = current_table(pilot)
    legal: list[Action] = table.match.game.legal(table.match.state)
    gems = next(a[1] for a in legal if a[0] == "take" and len(set(a[1])) == 3)
    await press(pilot, *("wugrb"[gem] for gem in gems[:2]))


async def a_deck(pilot: Pilot[Any]) -> None:
    await settle(pilot)
    put_cursor(pilot, "deck", 1)
    await press(pilot, "v")


async def the_end(pilot: Pilot[Any]) -> None:
    await pilot.pause(0.05)
    await settle(pilot)


async def move_thirty(pilot: Pilot[Any]) -> None:
    await settle(pilot)
    pilot.app.screen.go(30)  # type: ignore[attr-defined]
    await press(pilot, "v")


async def waiting(pilot: Pilot[Any]) -> None:
    await pilot.pause(0.05)


CASES = {
    "home": GoldenCase(make_app),
    "home-games": GoldenCase(home_with_games),
    "setup": GoldenCase(lambda: make_app(NewGame()), keys("down", "down", "right")),
    "settings": GoldenCase(lambda: make_app(SettingsScreen())),
    "settings-own": GoldenCase(own_theme, keys("down")),
    "keys": GoldenCase(own_keys, keys(*["j"] * 12, "enter", "question_mark")),
    "palette": GoldenCase(lambda: at_table(middle()), palette("x")),
    "palette-search": GoldenCase(lambda: at_table(middle(), glyphs="ascii"), palette("x", *"token")),
    "stats": GoldenCase(won_and_lost),
    "stats-none": GoldenCase(lambda: make_app(StatisticsScreen())),
    "help": GoldenCase(lambda: make_app(Help(Home()))),
    "help-table": GoldenCase(lambda: at_table(middle()), keys("question_mark")),
    "replays": GoldenCase(library),
    "replays-filtered": GoldenCase(library, keys("j", "m", "r", *"Four of us", "enter", "w", "w")),
    "replays-deleted": GoldenCase(library, keys("j", "d", "D")),
    "opening": GoldenCase(lambda: at_table(start_match())),
    "middle": GoldenCase(lambda: at_table(middle()), two_gems),
    "payment": GoldenCase(lambda: at_table(find_match(lambda s: payment_ways(s) > 2)), scenes_expansions.a_payment),
    "reserve": GoldenCase(lambda: at_table(middle()), a_deck),
    "returning": GoldenCase(lambda: at_table(find_match(lambda s: "return" in legal_verbs(s), after=12))),
    "nobles": GoldenCase(lambda: at_table(find_match(lambda s: "noble" in legal_verbs(s)))),
    "hand-over": GoldenCase(lambda: at_table(match_prefix(whole_match(TWO, 2), 14))),
    "four": GoldenCase(lambda: at_table(middle(*FOUR, after=60))),
    "last-round": GoldenCase(lambda: at_table(find_match(lambda s: s.last_round, "greedy", "You", player=1))),
    "looking-back": GoldenCase(lambda: at_table(middle()), keys(*["left_square_bracket"] * 3)),
    "log": GoldenCase(lambda: at_table(middle()), keys("o")),
    "letters": GoldenCase(lambda: at_table(middle()), keys("f")),
    "end": GoldenCase(lambda: at_table(finished_match()), the_end),
    "replay": GoldenCase(replayed, move_thirty),
    "demo": GoldenCase(demo, waiting),
    "still": GoldenCase(lambda: make_app(Still(middle(), 30)), waiting),
    "paper": GoldenCase(lambda: themed("paper"), two_gems),
    "okabe": GoldenCase(lambda: themed("okabe"), two_gems),
    "contrast": GoldenCase(lambda: themed("contrast"), two_gems),
    "console": GoldenCase(lambda: at_table(middle(), glyphs="console", colours="16"), two_gems),
    "flat": GoldenCase(lambda: at_table(middle(), colours="16"), two_gems),
    "ascii": GoldenCase(lambda: at_table(middle(), glyphs="ascii"), two_gems),
    "plain": GoldenCase(plain, two_gems),
    **{name: GoldenCase(*look) for name, look in scenes_splendor.CASES.items()},
    **{name: GoldenCase(*look) for name, look in scenes_coach.CASES.items()},
    **{name: GoldenCase(*look) for name, look in scenes_lessons.CASES.items()},
    **{name: GoldenCase(*look) for name, look in (scenes_daily.CASES | scenes_daily.FLAT).items()},
    **{name: GoldenCase(*look) for name, look in scenes_puzzles.CASES.items()},
    **{name: GoldenCase(*look) for name, look in scenes_metropolys.CASES.items()},
    **{name: GoldenCase(*look) for name, look in (scenes_expansions.CASES | scenes_expansions.FLAT).items()},
    **{name: GoldenCase(*look) for name, look in scenes_sf1906.CASES.items()},
    **{name: GoldenCase(*look) for name, look in scenes_review.CASES.items()},
    **{name: GoldenCase(*look) for name, look in (scenes_online.CASES | scenes_tournaments.CASES).items()},
    **{name: GoldenCase(*look) for name, look in scenes_rating.CASES.items()},
}
"""The cases by name."""

THEMES = (
    "paper",
    "okabe",
    "contrast",
    "console",
    "flat",
    "ascii",
    "plain",
    *scenes_expansions.FLAT,
    *scenes_daily.FLAT,
)

SCREENS = (
    "home-games", "setup", "settings", "keys", "palette", "stats", "help", "replays", "middle", "end", "replay",
    "daily-done", "learn", "lesson-splendor", "city-call", "ring-space", "online-name", "online-lobby",
    "online-new", "online-room", "online-lost", "rating",
)  # fmt: skip
"""One look of each screen is kept as SVG: what a player sees, with its fonts and its frame. Of those that show a table
like others, such as a demo, the text is enough.
"""
PICTURES: list[tuple[str, Size]] = [*((name, SMALL) for name in SCREENS), ("opening", (70, 20))]
"""Looks kept as SVG; the window of the last is too small for any screen."""
GOLDENS: list[tuple[str, Size]] = [
    case
    for case in [
        *((name, size) for name in CASES for size in (SMALL, MIDDLE) if name not in THEMES),
        *((name, SMALL) for name in THEMES),
        *((name, LARGE) for name in ("opening", "middle", "four", "ascii", "flat")),
        *((name, LARGE) for name in ("cities", "posts", "orient", "strongholds")),
        *((name, LARGE) for name in scenes_sf1906.CASES if name not in ("ring-end", "ring-sheet")),
        *((name, LARGE) for name in ("city-call", "city-half", "city-hidden", "city-bot", "city-end")),
        *((name, HUGE) for name in ("city-call", "city-half", "city-hidden")),
        *((name, LARGE) for name in ("end", *scenes_review.CASES)),
    ]
    if case not in PICTURES
]
"""Looks kept as text: every screen in the windows that it is designed for."""


def file_name(name: str, size: Size) -> str:
    return f"{name}-{size[0]}x{size[1]}"


async def picture(shot: GoldenCase, size: Size = SMALL) -> str:
    """The screen as SVG."""
    async with shot.app().run_test(size=size) as pilot:
        await shot.steps(pilot)
        return screen_svg(pilot.app, "Tabletown")
