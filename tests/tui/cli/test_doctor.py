"""Findings and advice of the doctor."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest

from tabletown.tui.cli import doctor
from tabletown.tui.cli.doctor import Report, advice, examine
from tabletown.tui.model.settings import Settings, save_settings
from tabletown.tui.model.terminal import Terminal, terminal

RICH = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"}


def advice_in(settings: Settings | None = None, size: tuple[int, int] = (80, 24), **env: str) -> list[str]:
    """The advice in an environment; a variable that is set to nothing is not set."""
    settings, variables = settings or Settings(), {name: value for name, value in {**RICH, **env}.items() if value}
    return list(advice(settings, terminal(settings, variables), variables, size))


def test_where_all_is_well_there_is_nothing_to_change() -> None:
    assert advice_in() == []
    assert Report({}, [], []).text() == "Advice      no problems found"


@pytest.mark.parametrize("env, words", [
    ({"COLORTERM": ""}, "COLORTERM is not set: using 256 colours. If your terminal supports truecolor,"),
    ({"COLORTERM": "yes"}, "COLORTERM is yes: using 256 colours"),
    ({"COLORTERM": "", "TERM": "xterm"}, "TERM=xterm gives 16 colours: if your terminal supports 256, set colours"),
    ({"COLORTERM": "", "TERM": "screen", "TMUX": "x"}, "TERM=screen gives 16 colours: for 256, add"),
    ({"COLORTERM": "", "TERM": ""}, "TERM=nothing gives no colours"),
    ({"NO_COLOR": "1"}, "NO_COLOR is set: to get colours"),
    ({"STY": "1.pts"}, "GNU screen may drop 24-bit colours"),
    ({"LANG": "C"}, "Using plain ASCII because LANG is C: switch to a UTF-8 locale"),
    ({"LANG": ""}, "Using plain ASCII because no locale is set"),
    ({"TERM": "vt100"}, "Using plain ASCII because TERM is vt100"),
])  # fmt: skip
def test_advice_on_the_environment(env: dict[str, str], words: str) -> None:
    (line,) = advice_in(**env)
    assert line.startswith(words) and line.endswith(".")


@pytest.mark.parametrize("settings, env, words", [
    (Settings(glyphs="unicode"), {"LANG": "C"}, "Unicode is forced but may not display here"),
    (Settings(animation="on"), {"SSH_TTY": "x"}, "Animation is on over SSH"),
])  # fmt: skip
def test_advice_on_settings(settings: Settings, env: dict[str, str], words: str) -> None:
    (line,) = advice_in(settings, **env)
    assert line.startswith(words)


@pytest.mark.parametrize("settings", [Settings(colours="256"), Settings(colours="none"), Settings(colours="truecolor")])
def test_what_was_chosen_is_not_questioned(settings: Settings) -> None:
    assert advice_in(settings, COLORTERM="", TERM="xterm") == []


def test_a_small_window_is_told() -> None:
    assert advice_in(size=(79, 24)) == ["The window is 79x24; enlarge it to at least 80x24."]
    assert advice_in(size=(80, 23)) != [] == advice_in(size=(80, 24))


def test_folders_that_cannot_be_written_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("data").write_text("", encoding="utf-8")
    (line,) = advice_in()
    assert line == "Cannot save games in data/games: make it writable, or use --data."
    monkeypatch.setattr(doctor, "can_write", lambda folder: False)
    assert len(advice_in()) == 2 and "--config" in advice_in()[1]


@pytest.mark.parametrize("env, expected", [
    ({}, "local (no tmux, screen or SSH)"), ({"TMUX": "x"}, "tmux"), ({"STY": "x", "SSH_TTY": "y"}, "screen, SSH"),
])  # fmt: skip
def test_the_session(env: dict[str, str], expected: str) -> None:
    assert doctor.session(env) == expected


def test_reasons_and_problems_are_named() -> None:
    save_settings(Settings(theme="lost", glyphs="ascii"))
    Path("config/themes").mkdir()
    Path("config/themes/bad.toml").write_text("name = 1", encoding="utf-8")
    Path("config/themes/mine.toml").write_text('name = "mine"\nprimary = "red"\n', encoding="utf-8")
    Path("config/keys.toml").write_text(
        'preset = "vi"\n[keys]\n"no.such" = "x"\n"table.hint" = "H"\n', encoding="utf-8"
    )
    report = examine(RICH | {"TMUX": "x"})
    assert report.facts["Colours"] == "truecolor (COLORTERM is truecolor)"
    assert report.facts["Glyphs"] == "ascii (set in Settings; LANG is C.UTF-8)"
    assert report.facts["Session"] == "tmux" and report.facts["Keys"] == "preset vi, 1 custom key"
    assert "mine" in report.facts["Theme"] and "writable" in report.facts["Settings"]
    text = "\n".join(report.problems)
    assert all(
        words in text
        for words in ("unknown theme 'lost'", "bad.toml: ", "'no.such'", "mine.toml does not set felt and")
    )
    assert json.loads(json.dumps(report.to_dict()))["problems"] == report.problems


def test_output_that_is_not_a_terminal_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", StringIO())
    report = examine(RICH)
    assert report.facts["Terminal"].endswith("; output is not a terminal")
    assert not [line for line in (*report.problems, *report.advice) if "terminal" in line]


def test_control_characters_do_not_reach_the_terminal() -> None:
    assert "\x1b" not in examine(RICH | {"TERM_PROGRAM": "evil\x1b[31m"}).text()


def test_nothing_is_written() -> None:
    examine(RICH)
    assert list(Path().iterdir()) == []


def test_a_terminal_without_colours_wears_its_own() -> None:
    assert terminal(Settings(), {}) == Terminal("none", "ascii", True)
    assert examine({}).facts["Theme"].startswith("terminal colours")


def test_an_invitation_that_is_too_long_is_a_problem() -> None:
    fine, long = (examine({**RICH, "TABLETOWN_INVITATION": "x" * count}).problems for count in (34, 35))
    assert set(long) - set(fine) == {"TABLETOWN_INVITATION is left out: it must be one line of at most 34 columns"}
