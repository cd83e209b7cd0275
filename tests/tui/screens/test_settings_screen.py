"""Settings on screen: kept at once, and what is said of files that are broken."""

from __future__ import annotations

import tomllib
from dataclasses import asdict
from pathlib import Path

import pytest

from tabletown.tui.model import files, invitation
from tabletown.tui.model import settings as config
from tabletown.tui.widgets.form import Form
from tests.tui.app_driver import (
    make_app,
    notifications,
    press,
    run_app,
    screen_text,
)
from tests.tui.screens.forms import go, name, row


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
        assert {row.key for row in rows} == {*config.CHOICES, *config.TYPED, "keys"}
        assert all(row.key in config.TYPED or row.value in dict(row.choices) for row in rows)


async def test_the_invitation_is_typed_and_ends_the_text_to_share(monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_app(make_app()) as pilot:
        await press(pilot, "s")
        await go(pilot, "invitation")
        await press(pilot, *"git.example/q")
        assert row(pilot, "invitation").value == "git.example/q", "keys of the screen are typed"
    assert config.load_settings()[0].invitation == invitation.current() == "git.example/q"
    assert invitation.lack() == ""
    monkeypatch.setenv(invitation.VARIABLE, "Or: ssh town.example.org")
    assert invitation.current() == "Or: ssh town.example.org", "the variable comes first"


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
