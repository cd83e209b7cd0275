"""Home, setup, settings, the library and help."""

from __future__ import annotations

import tomllib
from dataclasses import asdict
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tabletown import rules
from tabletown.rules.bots.levels import LEVELS
from tabletown.rules.core.match import Seat
from tabletown.tui import games
from tabletown.tui.model import files, play_statistics, records
from tabletown.tui.model import settings as config
from tabletown.tui.screens.new_game import NewGame, seated
from tabletown.tui.widgets.form import Form, Row
from tests.tui.app_driver import (
    current_table,
    make_app,
    notifications,
    press,
    press_until,
    run_app,
    screen_lines,
    screen_text,
)
from tests.tui.sample_matches import finished_match, match_after, save_record, saved_table, start_match

AGO = records.ago
"""As it is without the fixture that stands in for it."""


def name(pilot: Pilot[None]) -> str:
    """The kind of screen in front."""
    return type(pilot.app.screen).__name__


def row(pilot: Pilot[None], key: str) -> Row:
    return next(row for row in pilot.app.screen.query_one(Form).rows if row.key == key)


async def go(pilot: Pilot[None], key: str) -> None:
    """To a row of the form."""
    form = pilot.app.screen.query_one(Form)
    form.here = [row.key for row in form.rows].index(key)
    await pilot.pause()


# Home


async def test_home_lists_unfinished_games_newest_first() -> None:
    for n, hours in ((1, 5), (2, 0), (3, 30)):
        save_record(match_after("You", "greedy", plies=10 * n), f"game-{n}", hours)
    save_record(finished_match(), "old", 1)
    async with run_app(make_app()) as pilot:
        rows = [line for line in screen_lines(pilot) if "Continue  Splendor" in line]
        assert [r.split("Splendor  ")[1][:17] for r in rows] == [
            " 0 h ago  move 20", " 5 h ago  move 10", "30 h ago  move 30",
        ]  # fmt: skip
        assert rows[0].strip().startswith("c ") and "You" in rows[0] and "Hana" in rows[0]


async def test_home_goes_on_with_the_newest() -> None:
    save_record(match_after("You", "greedy", plies=10), "older", 2)
    save_record(match_after("You", "greedy", plies=20), "newer")
    async with run_app(make_app()) as pilot:
        await press(pilot, "c")
        assert len(current_table(pilot).match.log) >= 20


async def test_home_goes_on_with_any_of_them() -> None:
    save_record(match_after("You", "greedy", plies=10), "older", 2)
    save_record(match_after("You", "greedy", plies=20), "newer")
    async with run_app(make_app()) as pilot:
        await press(pilot, "j", "enter")
        assert 10 <= len(current_table(pilot).match.log) < 20


async def test_without_games_there_is_nothing_to_continue() -> None:
    async with run_app(make_app()) as pilot:
        assert "Continue" not in screen_text(pilot)
        await press(pilot, "c")
        assert name(pilot) == "Home"


@pytest.mark.parametrize("key, screen", [
    ("n", "NewGame"), ("l", "LessonList"), ("r", "RecordList"), ("s", "SettingsScreen"), ("question_mark", "Help"),
])  # fmt: skip
async def test_from_home_and_back(key: str, screen: str) -> None:
    async with run_app(make_app()) as pilot:
        await press(pilot, key)
        assert name(pilot) == screen
        await press(pilot, "escape")
        assert name(pilot) == "Home"


async def test_q_quits() -> None:
    async with run_app(make_app()) as pilot:
        await pilot.press("q")
        assert pilot.app.return_code == 0


async def test_damaged_files_are_said_and_left_alone() -> None:
    good = save_record(match_after("You", "greedy", plies=10), "good")
    bad = files.records_folder() / "bad.jsonl"
    bad.write_text('{"tabletown":99}\n', encoding="utf-8")
    async with run_app(make_app()) as pilot:
        assert "bad.jsonl, line 1" in notifications(pilot)
        assert screen_text(pilot).count("Continue  Splendor") == 1
        pilot.app.clear_notifications()
        await press(pilot, "r")
        assert "format 99, but this version reads 1" in screen_text(pilot) and "unfinished" in screen_text(pilot)
        await press(pilot, "escape")
        assert name(pilot) == "Home" and not notifications(pilot), "once is enough"
    assert bad.read_text(encoding="utf-8") == '{"tabletown":99}\n' and good.path.exists()


async def test_a_game_that_vanished_is_said() -> None:
    record = save_record(match_after("You", "greedy", plies=10), "gone")
    async with run_app(make_app()) as pilot:
        record.path.unlink()
        await press(pilot, "c")
        assert name(pilot) == "Home" and "gone.jsonl" in notifications(pilot)


async def test_replays_list_all_records() -> None:
    save_record(finished_match(), "done", 1)
    save_record(match_after("You", "greedy", plies=10), "open")
    async with run_app(make_app()) as pilot:
        await press(pilot, "r")
        rows = [line.strip() for line in screen_lines(pilot) if "Splendor" in line]
        assert [r.split("  ")[0] for r in rows] == ["unfinished", "finished"]
        assert "Enter Replay" in screen_lines(pilot)[-1]
        await press(pilot, "j", "k", "j", "enter")
        assert name(pilot) == "Replay" and "Start position; 68 moves" in screen_text(pilot)


async def test_an_unfinished_game_is_gone_on_with_from_the_list() -> None:
    save_record(finished_match(), "done", 1)
    save_record(match_after("You", "greedy", plies=10), "older", 3)
    async with run_app(make_app()) as pilot:
        await press(pilot, "r")
        assert "Continue" not in screen_lines(pilot)[-1], "a finished one is not"
        await press(pilot, "c", "j")
        assert name(pilot) == "RecordList" and "c Continue" in screen_lines(pilot)[-1]
        await press(pilot, "c")
        assert 10 <= len(current_table(pilot).match.log) < 20


async def test_without_games_there_is_nothing_to_look_at() -> None:
    async with run_app(make_app()) as pilot:
        await press(pilot, "r")
        assert "No games yet." in screen_text(pilot) and "Enter Replay" not in screen_text(pilot)


@pytest.mark.parametrize("back, said", [
    (timedelta(seconds=20), "just now"), (timedelta(minutes=5), "5 min ago"), (timedelta(hours=1), "1 h ago"),
    (timedelta(days=1), "yesterday"), (timedelta(days=3), "3 days ago"), (timedelta(days=200), "4 May 2023"),
])  # fmt: skip
def test_ago(monkeypatch: pytest.MonkeyPatch, back: timedelta, said: str) -> None:
    now = datetime(2023, 11, 20, 15, 30)

    class Clock(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return now

    monkeypatch.setattr(records, "datetime", Clock)
    assert AGO((now - back).timestamp()).lstrip("0") == said


@pytest.mark.parametrize("time, said", [
    (2**33, "just now"), (2**45, "unknown date"), (1e300, "unknown date"), (0, "01 January 1970"),
])  # fmt: skip
def test_a_clock_that_was_wrong_breaks_nothing(time: float, said: str) -> None:
    assert AGO(time) == said


def test_when_the_clock_goes_back_games_are_still_listed_and_counted() -> None:
    """Where it was set right between two games, they may be listed the wrong way round."""
    for hours, plies in ((-(10**6), 5), (0, 10), (10**6, -1), (3 * 10**5, 7)):
        save_record(match_after("You", "greedy", plies=plies), f"game{plies}", hours)
    found, problems = records.entries()
    assert not problems and [entry.path.stem for entry in found] == ["game5", "game10", "game7", "game-1"]
    assert all(str(entry) for entry in found)
    assert records.newest_unfinished() == found[0].path and records.fresh_path(found[0].match) != found[0].path
    assert play_statistics.collect(files.records_folder()).broken == 0


# New game


async def test_enter_begins_a_game() -> None:
    async with run_app(make_app()) as pilot:
        await press(pilot, "n", "enter")
        match = current_table(pilot).match
        assert {seat.name for seat in match.seats} == {"You", "Hana"} and match.player is not None
    assert len(list(files.records_folder().glob("*.jsonl"))) == 1


async def test_the_form_has_every_option_of_the_game() -> None:
    for game in rules.GAMES:
        rows = {row.key: row for row in NewGame().rows({"game": game})}
        for option in rules.load(game).OPTIONS:
            assert rows[option.key].choices == option.choices and rows[option.key].label == option.title


async def test_seats_can_be_added_named_and_given_to_bots() -> None:
    async with run_app(make_app()) as pilot:
        await press(pilot, "n")
        await go(pilot, "seats")
        await press(pilot, "right", "right")
        assert row(pilot, "seats").value == "4" and row(pilot, "seat-4")
        await go(pilot, "name-1")
        await press(pilot, *["backspace"] * 3, *"Bo", "space", "q")
        await go(pilot, "seat-2")
        await press(pilot, "left")
        await go(pilot, "first")
        await press(pilot, "left")
        assert row(pilot, "name-1").value == "Bo q"
        level = row(pilot, "seat-2").value
        assert level != "easy" and level in LEVELS
        await press(pilot, "left", "left")
        await press_until(pilot, "right", lambda: row(pilot, "first").value == "1")
        await press(pilot, "enter")
        seats = current_table(pilot).match.seats
        assert [seat.name for seat in seats] == ["Bo q", "Hana", "Bruno", "Ines"] and seats[1].bot == level


async def test_a_name_that_is_typed_takes_the_place_of_the_one_before() -> None:
    """The first character does, what follows is added; backspace mends either."""
    async with run_app(make_app()) as pilot:
        await press(pilot, "n")
        await go(pilot, "name-1")
        await press(pilot, *"You", *"ri")
        assert row(pilot, "name-1").value == "Youri"
        await go(pilot, "name-2")
        await press(pilot, "backspace", "s")
        assert row(pilot, "name-2").value == "Hans"
        await press(pilot, "enter", "q", "n")
        await go(pilot, "name-2")
        await press(pilot, *"Ida")
        assert row(pilot, "name-2").value == "Ida", "the name of the last game is replaced too"


@pytest.mark.parametrize("typed, good", [("17", True), ("-3", True), ("abc", False), ("1.5", False), ("--3", False)])
async def test_a_seed_is_a_whole_number(typed: str, good: bool) -> None:
    async with run_app(make_app()) as pilot:
        await press(pilot, "n")
        await go(pilot, "seed")
        await press(pilot, *("minus" if c == "-" else "full_stop" if c == "." else c for c in typed), "enter")
        if good:
            assert current_table(pilot).match.seed == int(typed)
        else:
            assert name(pilot) == "NewGame" and f"must be a whole number, not '{typed}'" in notifications(pilot)


async def test_without_a_seed_one_is_drawn_and_kept() -> None:
    async with run_app(make_app()) as pilot:
        await press(pilot, "n", "enter")
        match = current_table(pilot).match
    head = next(files.records_folder().glob("*.jsonl")).read_text(encoding="utf-8").splitlines()[0]
    assert f'"seed":{match.seed}' in head and 0 <= match.seed < 1_000_000


async def test_the_last_choice_is_remembered() -> None:
    async with run_app(make_app()) as pilot:
        await press(pilot, "n")
        await go(pilot, "seats")
        await press(pilot, "right")
        await go(pilot, "seat-3")
        await press(pilot, "right")
        kind = row(pilot, "seat-3").value
        await press(pilot, "enter", "q", "n")
        assert name(pilot) == "NewGame"
        assert row(pilot, "seats").value == "3" and row(pilot, "seat-3").value == kind != "greedy"
        assert row(pilot, "seed").value == "", "a seed is for one game"


def test_a_remembered_choice_that_is_none_any_more_is_left_out() -> None:
    rows = {row.key: row.value for row in NewGame().rows({"game": "chess", "seats": "9", "seat-1": 3, "first": "7"})}
    assert rows["game"] == rules.GAMES[0] and rows["seats"] == "2" and rows["seat-1"] == "person"
    assert rows["first"] == "random"


@pytest.mark.parametrize("first, wanted", [("1", "Ann Bob Cid"), ("2", "Bob Cid Ann"), ("3", "Cid Ann Bob")])
def test_the_first_seat_is_rotated_to_the_front(first: str, wanted: str) -> None:
    assert " ".join(seat.name for seat in seated(three(first), 1)) == wanted


def three(first: str) -> dict[str, str]:
    names = {f"name-{n}": name for n, name in enumerate(("Ann", "Bob", "Cid"), 1)}
    return {**names, "seat-1": "person", "seat-2": "greedy", "seat-3": "random", "seats": "3", "first": first}


def test_the_first_seat_by_chance_follows_the_seed() -> None:
    orders = [tuple(seated(three("random"), seed)) for seed in range(30)]
    assert len(set(orders)) == 3 and orders == [tuple(seated(three("random"), seed)) for seed in range(30)]
    assert Seat("Bob", "greedy") in orders[0] and Seat("Ann") in orders[0]


def test_a_seat_without_a_name_gets_one() -> None:
    assert seated({**three("1"), "name-2": "  "}, 1)[1].name == "Hana"


# Settings


async def test_settings_are_kept_as_toml() -> None:
    async with run_app(make_app()) as pilot:
        await press(pilot, "s")
        await go(pilot, "confirm")
        await press(pilot, "right")
        await go(pilot, "theme")
        await press(pilot, "right")
        theme = row(pilot, "theme").value
        assert pilot.app.theme == theme != "dusk", "it is worn at once"
        settings = pilot.app.settings  # type: ignore[attr-defined]
    written = tomllib.loads((files.config_folder() / "settings.toml").read_text(encoding="utf-8"))
    assert written == asdict(settings) and written["confirm"] == "on" and written["theme"] == theme
    assert config.load_settings() == (settings, [])


async def test_every_setting_has_a_row() -> None:
    async with run_app(make_app()) as pilot:
        await press(pilot, "s")
        rows = pilot.app.screen.query_one(Form).rows
        assert {row.key for row in rows} == {*config.CHOICES, "keys"}
        assert all(row.value in dict(row.choices) for row in rows)


async def test_every_theme_can_be_tried() -> None:
    async with run_app(make_app()) as pilot:
        await press(pilot, "s")
        await go(pilot, "theme")
        names = [value for value, _ in row(pilot, "theme").choices]
        seen = []
        for _ in names:
            seen.append(pilot.app.theme)
            await press(pilot, "right")
            assert row(pilot, "theme").value in screen_text(pilot)
        assert sorted(seen) == sorted(names)


async def test_settings_that_cannot_be_kept_are_said() -> None:
    Path("config").write_text("no folder", encoding="utf-8")
    async with run_app(make_app()) as pilot:
        await press(pilot, "s")
        await go(pilot, "confirm")
        await press(pilot, "right")
        assert "could not be saved" in notifications(pilot) and pilot.app.settings.confirm == "on"  # type: ignore[attr-defined]


@pytest.mark.parametrize("written, kept, problem", [
    ("theme = ", {}, "Invalid value"),
    ('pace = "warp"\nbell = "off"\n', {"bell": "off"}, "pace = 'warp'; choose slow, normal, fast or instant"),
    ("confirm = true\n", {}, "confirm = True; choose off or on"),
    ('speed = "fast"\n', {}, "speed = 'fast'; remove it"),
])  # fmt: skip
async def test_broken_settings_are_said_and_the_rest_is_used(written: str, kept: dict[str, str], problem: str) -> None:
    Path("config").mkdir()
    Path("config/settings.toml").write_text(written, encoding="utf-8")
    settings, problems = config.load_settings()
    assert asdict(settings) == {**asdict(config.Settings()), **kept}
    async with run_app(make_app(problems=problems)) as pilot:
        assert name(pilot) == "Home" and problem in notifications(pilot) and "settings.toml" in notifications(pilot)
    assert Path("config/settings.toml").read_text(encoding="utf-8") == written, "the file is left alone"


async def test_a_broken_theme_is_said() -> None:
    Path("config/themes").mkdir(parents=True)
    Path("config/themes/mine.toml").write_text('name = "mine"\nprimary = "pinkish"\n', encoding="utf-8")
    async with run_app(make_app()) as pilot:
        assert "mine.toml: primary = 'pinkish' is not a colour" in notifications(pilot) and name(pilot) == "Home"


async def test_a_theme_that_is_not_there_is_said() -> None:
    async with run_app(make_app(settings=config.Settings(theme="lost"))) as pilot:
        assert "Unknown theme 'lost'; using dusk" in notifications(pilot) and pilot.app.theme == "dusk"


@pytest.mark.parametrize("colours", ["16", "none"])
async def test_home_and_table_open_without_colours_to_mix(colours: str) -> None:
    async with run_app(make_app(colours=colours)) as pilot:
        assert "New game" in screen_text(pilot)
        await press(pilot, "n", "enter")
        assert "1-1" in screen_text(pilot)


async def test_a_players_theme_for_the_terminals_colours_can_be_worn() -> None:
    Path("config/themes").mkdir(parents=True)
    file = 'name = "mine"\nprimary = "ansi_red"\nansi = true\n'
    Path("config/themes/mine.toml").write_text(file, encoding="utf-8")
    async with run_app(make_app(settings=config.Settings(theme="mine"))) as pilot:
        assert "New game" in screen_text(pilot)


# Help


def test_every_game_has_a_help_text() -> None:
    for game in rules.GAMES:
        said = games.load(game).help()
        assert said.startswith(f"# {rules.load(game).TITLE}") and len(said) > 500


def test_help_tells_every_kind_of_typed_move() -> None:
    said = games.load("splendor").help()
    for verb in ("take", "reserve", "buy", "return", "noble", "pass"):
        assert f"`{verb}" in said


async def test_help_lists_the_keys_of_the_screen_it_was_asked_from() -> None:

    async with run_app(make_app(saved_table(start_match())), (120, 60)) as pilot:
        bound = pilot.app.screen.active_bindings.values()
        wanted = {b.binding.tooltip or b.binding.description for b in bound if b.binding.show and b.binding.description}
        await press(pilot, "question_mark")
        keys = str(pilot.app.screen.query_one("#keys").render())
        assert len(wanted) > 6 and all(what in keys for what in wanted - {"Quit"})
        assert "White token" in keys and "Undo" not in [line.strip() for line in keys.splitlines()]
        assert "Splendor" in screen_text(pilot)


async def test_help_scrolls() -> None:
    async with run_app(make_app()) as pilot:
        await press(pilot, "question_mark")
        top = screen_text(pilot)
        await press(pilot, "space")
        assert screen_text(pilot) != top
        await press(pilot, "b", "question_mark")
        assert name(pilot) == "Home"
