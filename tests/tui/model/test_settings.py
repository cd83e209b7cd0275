"""Settings: what each says, what is kept, and nonsense in the file."""

from __future__ import annotations

import os
from dataclasses import asdict, replace
from pathlib import Path
from random import Random
from time import monotonic

import pytest
from textual.pilot import Pilot

from tabletown.tui.model import settings as config
from tabletown.tui.model.bot_pace import PACE
from tabletown.tui.model.settings import LABELS, Settings
from tabletown.tui.screens.new_game import NewGame
from tabletown.tui.widgets.form import Form, Row
from tests.tui.app_driver import (
    QUIET,
    InstantBots,
    current_table,
    make_app,
    notifications,
    press,
    run_app,
    screen_text,
    status_text,
    wait_until,
)
from tests.tui.sample_matches import saved_table, start_match

OWN = """\
name = "mine"
primary = "#ff0000"
dark = false
[variables]
felt = "#123456"
ink = "#fedcba"
"""


def write(data: str | bytes) -> Path:
    Path("config").mkdir(exist_ok=True)
    path = Path("config/settings.toml")
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


async def go(pilot: Pilot[None], key: str) -> None:
    """Move the cursor to a row of the form."""
    form = pilot.app.screen.query_one(Form)
    form.cursor_row = [row.key for row in form.rows].index(key)
    await pilot.pause()


# Nonsense


NONSENSE: dict[str, tuple[str | bytes, str]] = {
    "no text": (b"\xff\xfe\x00\x01" * 50, "decode"),
    "chance": (Random(1).randbytes(2000), "settings.toml: "),
    "zeros": (b"\x00" * 500, "settings.toml: "),
    "nested": ("x = " + "[" * 5000, "nested too deeply"),
    "huge": ("# much\n" * 100_000, "larger than 100 kB"),
    "half": ("theme\n", "settings.toml: "),
    "twice": ("theme = 'dusk'\ntheme = 'paper'\n", "Cannot overwrite"),
    "number": ("theme = 5\n", "theme = 5; choose one of the themes"),
    "list": ("theme = ['dusk']\n", "theme = ['dusk']; choose one of the themes"),
    "truth": ("bell = false\n", "bell = False; choose on or off"),
    "fraction": ("pace = 0.7\n", "pace = 0.7; choose slow, normal, fast or instant"),
    "256": ("colours = 256\n", "colours = 256; choose auto, truecolor, 256, 16 or none"),
    "table": ("[bell]\non = true\n", "bell = {'on': True}; choose on or off"),
    "date": ("bell = 2020-01-01\n", "; choose on or off"),
    "unknown": ("speed = 'fast'\n", "speed = 'fast'; remove it"),
    "escape": ('"\\u001b[31m" = "x"\n', "invalid setting "),
    "long": ("bell = '" + "x" * 5000 + "'\n", "invalid setting "),
    "long key": ("'" + "x" * 5000 + "' = 1\n", "invalid setting "),
    "bell": ('bell = "on\a"\n', "settings.toml: "),
}


@pytest.mark.parametrize("data, problem", NONSENSE.values(), ids=list(NONSENSE))
def test_nonsense_is_one_line_and_the_defaults(data: str | bytes, problem: str) -> None:
    path = write(data)
    settings, problems = config.load_settings()
    assert settings == Settings() and len(problems) == 1
    (line,) = problems
    assert problem in line and line.isprintable() and len(line) < 250, line
    assert path.read_bytes() == (data.encode() if isinstance(data, str) else data), "the file is left alone"


def test_of_much_nonsense_only_the_first_is_said() -> None:
    write("".join(f"no{n} = 1\n" for n in range(1000)) + "bell = 'off'\n")
    settings, problems = config.load_settings()
    assert settings.bell == "off" and len(problems) == config.MOST + 1 and "997 more" in problems[-1]


@pytest.mark.parametrize("make", [Path.mkdir, lambda path: os.mkfifo(path), lambda path: path.symlink_to("/dev/zero")])
def test_what_is_no_file_is_said(make: object) -> None:
    Path("config").mkdir()
    make(Path("config/settings.toml"))  # type: ignore[operator]
    assert config.load_settings() == (Settings(), ["config/settings.toml: not a regular file; fix or delete the file"])


def test_a_folder_that_is_a_file_is_said() -> None:
    Path("config").write_text("", encoding="utf-8")
    assert config.load_settings() == (Settings(), ["config/settings.toml: Not a directory"])


def test_what_cannot_be_read_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> str:
        raise PermissionError(13, "Permission denied")

    write("bell = 'off'\n")
    monkeypatch.setattr(Path, "read_text", refuse)
    assert config.load_settings() == (Settings(), ["config/settings.toml: Permission denied"])


@pytest.mark.parametrize(
    "data",
    [
        b"\xff" * 100,
        b"seats = 4\nfirst = []\n",
        b'name-1 = "' + b"x" * 50_000 + b'"\n',
        b'seed = "' + b"9" * 5000 + b'"\n',
        b"seed = [1]\n",
        b'seed = "\\u001b[2J"\n',
        b'seats = "9"\ngame = "chess"\nseat-1 = "kings"\n',
        b'name-1 = "\\u0007"\n',
    ],
)
async def test_the_last_game_may_be_nonsense_too(data: bytes) -> None:
    Path("config").mkdir()
    Path("config/last-game.toml").write_bytes(data)
    async with run_app(make_app(NewGame())) as pilot:
        assert "Splendor" in screen_text(pilot) and all(len(row.value) <= row.most for row in rows_of(pilot))
        await press(pilot, "enter")
        if b"[1]" not in data:
            assert current_table(pilot).match.seats[0].name in ("You", "Hana")


def rows_of(pilot: Pilot[None]) -> list[Row]:
    return pilot.app.screen.query_one(Form).rows


# The screen


async def test_every_row_has_a_sentence_of_its_own() -> None:
    async with run_app(make_app()) as pilot:
        await press(pilot, "s")
        seen = set()
        for key in LABELS:
            await go(pilot, key)
            words = status_text(pilot, "about")
            assert words.endswith(".") and len(words) <= 78 and key in (*asdict(QUIET), "keys")
            seen.add(words)
        assert len(seen) == len(LABELS) == len(config.CHOICES) + len(config.TYPED) + 1


async def test_each_change_is_kept_at_once() -> None:
    async with run_app(make_app()) as pilot:
        await press(pilot, "s")
        for key in config.CHOICES:
            await go(pilot, key)
            before = getattr(config.load_settings()[0], key)
            await press(pilot, "right")
            now = config.load_settings()[0]
            assert now == pilot.app.settings  # type: ignore[attr-defined]
            assert getattr(now, key) != before or getattr(now, key) != getattr(QUIET, key)


async def test_what_cannot_be_kept_holds_until_the_end() -> None:
    Path("config").write_text("no folder", encoding="utf-8")
    async with run_app(make_app()) as pilot:
        await press(pilot, "s")
        await go(pilot, "hints")
        await press(pilot, "right")
        assert notifications(pilot).endswith("Applied, but could not be saved: File exists")
        await press(pilot, "escape", "n", "enter")
        assert "Hint" not in screen_text(pilot)


async def test_a_theme_is_worn_as_one_looks_at_it_and_taken_off_again() -> None:
    Path("config/themes").mkdir(parents=True)
    Path("config/themes/mine.toml").write_text(OWN, encoding="utf-8")
    async with run_app(make_app()) as pilot:
        await press(pilot, "s")
        form = pilot.app.screen.query_one(Form)
        names = [value for value, _ in form.rows[0].choices]
        for _ in range(names.index("mine") - names.index("dusk")):
            await press(pilot, "right")
        assert pilot.app.theme == "mine" and form.rows[0].value == "mine"
        assert background(pilot) == (0x12, 0x34, 0x56), "all of the screen is painted anew"
        about = status_text(pilot, "about")
        assert "mine.toml does not set card and" in about and about.endswith("using the values from paper.")
        for _ in range(names.index("mine") - names.index("dusk")):
            await press(pilot, "left")
        assert pilot.app.theme == "dusk" and background(pilot) == (0x15, 0x18, 0x1E)
        assert config.load_settings()[0].theme == "dusk"


def background(pilot: Pilot[None]) -> tuple[int, int, int]:
    """Background colour of the last cell of the theme preview's line: red, green, blue."""
    strip = pilot.app.screen._compositor.render_strips()[17]
    style = next(iter(reversed(list(strip)))).style
    assert style is not None and style.bgcolor is not None and style.bgcolor.triplet is not None
    return tuple(style.bgcolor.triplet)


async def test_a_theme_that_vanished_does_not_stop_the_next_start() -> None:
    write('theme = "mine"\n')
    async with run_app(make_app(settings=config.load_settings()[0])) as pilot:
        assert "Unknown theme 'mine'; using dusk." in notifications(pilot)
        await press(pilot, "s", "right")
        assert pilot.app.theme != "mine"


# Pace


@pytest.mark.parametrize("pace, seconds", [("instant", 0.0), ("slow", 1.0)])
async def test_the_pace_is_how_long_a_bot_takes(monkeypatch: pytest.MonkeyPatch, pace: str, seconds: float) -> None:
    """The bot answers at once; its move is shown after that time."""
    monkeypatch.setitem(PACE, "slow", 1.0)
    match = start_match()
    async with run_app(make_app(saved_table(match), settings=replace(QUIET, pace=pace))) as pilot:
        await pilot.press("r", "r")
        began = monotonic()
        await pilot.press("enter")
        await wait_until(pilot, lambda: len(match.log) >= 2)
        assert monotonic() - began >= seconds


async def test_until_then_nothing_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PACE, "slow", 3600.0)
    match, bots = start_match(), InstantBots()
    async with run_app(make_app(saved_table(match), settings=replace(QUIET, pace="slow"), bot_pool=bots)) as pilot:
        await pilot.press("r", "r", "enter")
        await wait_until(pilot, lambda: bool(bots.asked))
        await pilot.pause(0.2)
        assert len(match.log) == 1


# Hints


async def test_without_hints_none_is_offered() -> None:
    async with run_app(make_app(saved_table(start_match()), settings=replace(QUIET, hints="off"))) as pilot:
        assert "i Hint" not in screen_text(pilot)
        await press(pilot, "i")
        assert status_text(pilot) == "Hints are off. Turn them on in Settings." and current_table(pilot).message == ""
        await press(pilot, "question_mark")
        assert "Suggest a move" not in screen_text(pilot)


async def test_with_hints_one_is_given() -> None:
    async with run_app(make_app(saved_table(start_match()))) as pilot:
        assert "i Hint" in screen_text(pilot)
        await press(pilot, "i")
        assert status_text(pilot).startswith("Hint:")
