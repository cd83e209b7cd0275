"""The command line without a terminal: what it prints, and with which exit code."""

from __future__ import annotations

import subprocess
import tomllib
from pathlib import Path

import pytest

import rules
from tests.e2e.terminal import ROOT, program

BAD_INPUT, NO_TERMINAL = 2, 3


def tabletown(env: dict[str, str], *args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*program(), *args], env=env, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60
    )


def test_version(env: dict[str, str]) -> None:
    done = tabletown(env, "--version")
    assert done.returncode == 0
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert done.stdout == f"tabletown, version {project['version']}\n"


@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help_names_every_command(env: dict[str, str], flag: str) -> None:
    done = tabletown(env, flag)
    assert done.returncode == 0
    assert all(f"  {command} " in done.stdout for command in ("play", "resume", "replay", "demo", "learn", "doctor"))
    assert all(option in done.stdout for option in ("--version", "--data", "--config"))


def test_help_of_play_names_its_options(env: dict[str, str]) -> None:
    done = tabletown(env, "play", "--help")
    assert done.returncode == 0
    assert all(option in done.stdout for option in ("--players", "--seed", "--module"))


def test_doctor(env: dict[str, str]) -> None:
    done = tabletown(env | {"NO_COLOR": "1", "LC_ALL": "C"}, "doctor")
    assert done.returncode == 0, done.stderr
    said = dict(line.split(maxsplit=1) for line in done.stdout.splitlines())
    assert list(said) == ["Tabletown", "Python", "Libraries", "Terminal", "Colours", "Glyphs", "Animation",
                          "Environment", "Settings", "Records"]  # fmt: skip
    assert all(rules.load(name).TITLE in said["Tabletown"] for name in rules.GAMES)
    assert "textual 8" in said["Libraries"]
    assert "not a terminal" in said["Terminal"]
    assert said["Colours"].startswith("none")
    assert said["Glyphs"].startswith("ascii")
    assert "NO_COLOR=1" in said["Environment"]
    assert said["Settings"] == str(Path(env["TABLETOWN_CONFIG"]) / "settings.toml")
    assert said["Records"] == f"{Path(env['TABLETOWN_DATA']) / 'games'} (can be written)"


def test_doctor_tells_what_is_wrong_with_the_settings(env: dict[str, str]) -> None:
    (Path(env["TABLETOWN_CONFIG"]) / "settings.toml").write_text('pace = "never"\n', encoding="utf-8")
    done = tabletown(env, "doctor")
    assert done.returncode == 0
    assert "Problem" in done.stdout and "pace = 'never' is not a setting" in done.stdout


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["play", "nosuch"], "there is no game 'nosuch'"),
        (["play", "--players", "me"], "2 to 4 players"),
        (["play", "--players", "a,b,c,d,e"], "2 to 4 players"),
        (["play", "--players", "me,,greedy"], "--players"),
        (["play", "--module", "nosuch"], "'nosuch' is not a choice of module"),
        (["resume"], "there is no unfinished game"),
        (["resume", "nosuch.jsonl"], "nosuch.jsonl"),
        (["replay", "nosuch.jsonl"], "nosuch.jsonl"),
        (["replay", "."], "."),
        (["demo", "nosuch"], "there is no game 'nosuch'"),
        (["learn", "nosuch"], "there is no game 'nosuch'"),
    ],
)
def test_what_cannot_be_used_is_said_in_one_line(env: dict[str, str], args: list[str], words: str) -> None:
    done = tabletown(env, *args)
    assert done.returncode == BAD_INPUT
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("tabletown: ") and words in line


@pytest.mark.parametrize("args", [["--nosuch"], ["nosuch"], ["play", "--seed", "x"], ["play", "--nosuch"], ["replay"]])
def test_wrong_usage(env: dict[str, str], args: list[str]) -> None:
    done = tabletown(env, *args)
    assert done.returncode == BAD_INPUT
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert "Error: " in done.stderr


@pytest.mark.parametrize("args", [[], ["play"], ["demo"]])
def test_without_a_terminal(env: dict[str, str], args: list[str]) -> None:
    done = tabletown(env, *args)
    assert done.returncode == NO_TERMINAL
    assert done.stdout == ""
    assert done.stderr == "tabletown: there is no terminal here to play in\n"
    assert not Path(env["TABLETOWN_DATA"]).exists(), "a record of a game that nobody could play"
