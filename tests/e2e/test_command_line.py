"""The command line without a terminal: what it prints, and with which exit code."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import tomllib
from pathlib import Path

import pytest

from tabletown import rules
from tabletown.rules.core.match import Match, Seat
from tabletown.rules.core.save_file import Record
from tests.e2e.pty_terminal import ROOT, program

BAD_INPUT, NO_TERMINAL, INTERRUPTED = 2, 3, 130


def tabletown(env: dict[str, str], *args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*program(), *args], env=env, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=180
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
    commands = ("daily", "puzzle", "learn", "play", "resume", "replay", "review", "demo", "export", "stats", "doctor")
    commands += ("arena", "bench", "completion")
    assert all(f"  {command} " in done.stdout for command in commands)
    assert all(option in done.stdout for option in ("--version", "--data", "--config", "--theme"))
    firsts = {line.split()[0] for line in done.stdout.splitlines() if line.strip()}
    assert firsts >= {"0", "1", "2", "3", "130"}, "every exit code is explained"


def test_help_of_play_names_its_options(env: dict[str, str]) -> None:
    done = tabletown(env, "play", "--help")
    assert done.returncode == 0
    assert all(option in done.stdout for option in ("--players", "--seed", "--module"))


@pytest.mark.slow
def test_arena_plays_and_passes_its_options_on(env: dict[str, str]) -> None:
    done = tabletown(env, "arena", "metropolys", "--players", "greedy,random", "--games", "2", "--edition", "expert")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("metropolys, expert, shown, 2 players, seed 1: greedy against random\n")
    assert "--sprt" in tabletown(env, "arena", "--help").stdout


def test_arena_says_what_is_wrong_in_one_line(env: dict[str, str]) -> None:
    done = tabletown(env, "arena", "splendor", "--players", "greedy")
    assert done.returncode == BAD_INPUT
    assert done.stdout == ""
    assert done.stderr == "tabletown arena: --players needs two bots, not 1; see tabletown arena --help\n"


def test_bench_measures_and_passes_its_options_on(env: dict[str, str]) -> None:
    done = tabletown(env, "bench", "--only", "metropolys/family/off/2", "--seconds", "0.01", "--json")
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)["metropolys/family/off/2"]
    assert figures["decisions_per_s"] > 0 and figures["legal_us"] > 0
    assert "--soak" in tabletown(env, "bench", "--help").stdout


def test_what_takes_long_can_be_interrupted(env: dict[str, str]) -> None:
    command = [*program(), "bench", "--soak", "100000", "--only", "metropolys/family/off/2"]
    with subprocess.Popen(command, env=env, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        try:
            running.communicate(timeout=2)
        except subprocess.TimeoutExpired:
            running.send_signal(signal.SIGINT)
        _, message = running.communicate(timeout=60)
    assert (running.returncode, message.decode().strip()) == (INTERRUPTED, "tabletown: interrupted")


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--only", "chess"], "no benchmark name starts with 'chess'; try splendor/base/2"),
        (["--seconds", "0"], "--seconds and --soak must be more than 0"),
        (["--soak", "0"], "--seconds and --soak must be more than 0"),
        (["--bots"], "--bots only works with --soak; add --soak 10"),
    ],
)
def test_bench_says_what_is_wrong_in_one_line(env: dict[str, str], args: list[str], words: str) -> None:
    done = tabletown(env, "bench", *args)
    assert done.returncode == BAD_INPUT and done.stdout == ""
    assert done.stderr == f"tabletown bench: {words}; see tabletown bench --help\n"


def test_doctor(env: dict[str, str]) -> None:
    done = tabletown(env | {"NO_COLOR": "1", "LC_ALL": "C"}, "doctor")
    assert done.returncode == 0, done.stderr
    rows = [(line[:12].strip(), line[12:]) for line in done.stdout.splitlines()]
    facts = dict(rows)
    assert " ".join(name for name, _ in rows) == (
        "Tabletown Python Libraries Fast engine Terminal Session Colours Glyphs Animation Locale Environment Settings "
        "Theme Keys Saved games Advice Advice"
    )
    assert facts["Tabletown"].endswith(f" with {', '.join(rules.GAMES)}")
    assert "textual 8" in facts["Libraries"]
    assert re.fullmatch(r"\d+x\d+; output is not a terminal", facts["Terminal"])
    assert facts["Colours"].startswith("none")
    assert facts["Glyphs"].startswith("ascii")
    assert "NO_COLOR=1" in facts["Environment"]
    assert facts["Settings"] == f"{Path(env['TABLETOWN_CONFIG']) / 'settings.toml'} (writable)"
    assert facts["Saved games"] == f"{Path(env['TABLETOWN_DATA']) / 'games'} (writable)"


def test_doctor_for_other_programs(env: dict[str, str]) -> None:
    done = tabletown(env, "doctor", "--json")
    data = json.loads(done.stdout)
    assert done.returncode == 0 and data["facts"]["session"] == "local (no tmux, screen or SSH)"
    assert data["problems"] == [] and data["advice"][0].startswith("COLORTERM is not set: using 256 colours")


def test_folders_by_option_and_by_default(env: dict[str, str], tmp_path: Path) -> None:
    mine = {"data": str(tmp_path / "A"), "config": str(tmp_path / "B")}
    chosen = tabletown(env, "--data", mine["data"], "--config", mine["config"], "doctor", "--json")
    bare = {name: value for name, value in env.items() if not name.startswith("TABLETOWN_")}
    home = {"XDG_DATA_HOME": mine["data"], "XDG_CONFIG_HOME": mine["config"]}
    usual = tabletown(bare | home, "doctor", "--json")
    for done, below in ((chosen, ""), (usual, "/tabletown")):
        facts = json.loads(done.stdout)["facts"]
        assert f"{mine['data']}{below}/games" in facts["saved games"], facts
        assert f"{mine['config']}{below}/settings.toml" in facts["settings"], facts


@pytest.mark.parametrize("args", [[], ["--plain"]])
def test_statistics_as_text(env: dict[str, str], args: list[str]) -> None:
    done = tabletown(env, "stats", *args)
    assert done.returncode == 0 and done.stdout.startswith("No finished games against bots yet.")


def test_statistics_for_other_programs(env: dict[str, str]) -> None:
    done = tabletown(env, "stats", "--json")
    assert done.returncode == 0 and json.loads(done.stdout)["alone"]["games"] == 0
    assert not Path(env["TABLETOWN_DATA"]).exists(), "reading makes no folder"


def test_doctor_tells_what_is_wrong_with_the_settings(env: dict[str, str]) -> None:
    (Path(env["TABLETOWN_CONFIG"]) / "settings.toml").write_text('pace = "never"\n', encoding="utf-8")
    done = tabletown(env, "doctor")
    assert done.returncode == 0
    assert "Problem" in done.stdout and "invalid setting pace = 'never'" in done.stdout


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["play", "nosuch"], "unknown game 'nosuch'"),
        (["play", "--players", "me"], "Splendor takes 2 to 4 players; --players lists 1"),
        (["play", "--players", "a,b,c,d,e"], "2 to 4 players"),
        (["play", "--players", "me,,greedy"], "--players"),
        (["play", "--players", "me,hrad"], "unknown bot 'hrad'; did you mean hard? For a person, write Hrad"),
        (["play", "--players", "Ada,Ada"], "Two players are called Ada"),
        (["play", "--edition", "expert"], "Splendor has no option --edition; it takes --module"),
        (["--theme", "nosuch", "play"], "unknown theme 'nosuch'; choose from ansi, "),
        (["play", "--module", "nosuch"], "'nosuch' is not a valid choice for module; choose from base, cities, "),
        (["resume"], "no unfinished game; start one with: tabletown play"),
        (["resume", "nosuch.jsonl"], "no such file: nosuch.jsonl; saved games are in "),
        (["replay", "nosuch.jsonl"], "nosuch.jsonl"),
        (["replay", "."], "cannot read .: Is a directory; saved games are in "),
        (["demo", "nosuch"], "unknown game 'nosuch'"),
        (["learn", "nosuch"], "unknown game 'nosuch'"),
    ],
)
def test_what_cannot_be_used_is_said_in_one_line(env: dict[str, str], args: list[str], words: str) -> None:
    done = tabletown(env, *args)
    assert done.returncode == BAD_INPUT
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("tabletown: ") and words in line


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--nosuch"], "no such option '--nosuch'; see tabletown --help"),
        (["nosuch"], "no such command 'nosuch'; see tabletown --help"),
        (["play", "--seed", "x"], "invalid value for '--seed': 'x' is not a valid integer; see tabletown play --help"),
        (["play", "--seat", "2"], "no such option '--seat'. Did you mean '--seed'? Or see tabletown play --help"),
        (["replay"], "missing argument 'FILE'; see tabletown replay --help"),
        (["completion", "tcsh"], "see tabletown completion --help"),
    ],
)
def test_wrong_usage_is_said_in_one_line(env: dict[str, str], args: list[str], message: str) -> None:
    done = tabletown(env, *args)
    assert done.returncode == BAD_INPUT and done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("tabletown: ") and line.endswith(message)


@pytest.mark.parametrize("args", [[], ["play"], ["demo"]])
def test_without_a_terminal(env: dict[str, str], args: list[str]) -> None:
    done = tabletown(env, *args)
    assert done.returncode == NO_TERMINAL
    assert done.stdout == ""
    assert done.stderr == "tabletown: no terminal found; use --plain for text mode\n"
    assert not Path(env["TABLETOWN_DATA"]).exists(), "a record of a game that nobody could play"


@pytest.fixture
def a_record(env: dict[str, str]) -> Path:
    """Some moves of a game against a bot."""
    path = Path(env["TABLETOWN_DATA"]) / "some.jsonl"
    match = Match("splendor", [Seat("You"), Seat("Hana", "greedy")], {"module": "base"}, 3)
    for ply in range(9):
        match.act(match.game.legal(match.state)[ply % 3])
    Record(path).save(match)
    return path


def test_review_as_json_is_the_same_every_time(env: dict[str, str], a_record: Path) -> None:
    before = a_record.read_bytes()
    done, again = (tabletown(env, "review", str(a_record), "--json", "--nodes", "60") for _ in range(2))
    assert done.returncode == 0 and done.stderr == "" and done.stdout == again.stdout
    document = json.loads(done.stdout)
    assert (document["game"], document["moves"], document["nodes"], len(document["chances"])) == ("splendor", 9, 60, 10)
    assert document["searched"] == [0, 2, 4, 6, 8] and a_record.read_bytes() == before


def test_review_as_text(env: dict[str, str], a_record: Path) -> None:
    done = tabletown(env, "review", str(a_record), "--nodes", "40", "--jobs", "1")
    assert done.returncode == 0 and "5 with a choice, analysed by ismcts, nodes 40" in done.stdout
    assert "Total winning chances lost\nYou: " in done.stdout


@pytest.mark.parametrize("wrong", [["--level", "random"], ["--nodes", "0"], ["--nodes", "9", "--seconds", "1"]])
def test_review_refuses_what_it_cannot_do(env: dict[str, str], a_record: Path, wrong: list[str]) -> None:
    done = tabletown(env, "review", str(a_record), *wrong)
    assert done.returncode == BAD_INPUT and done.stdout == "" and done.stderr.count("\n") <= 4


def test_review_tells_nothing_of_people_who_play_on(env: dict[str, str], tmp_path: Path) -> None:
    Record(tmp_path / "two.jsonl").save(Match("sf1906", [Seat("Ada"), Seat("Bea")], {"components": "stand-in"}, 3))
    done = tabletown(env, "review", str(tmp_path / "two.jsonl"))
    assert done.returncode == BAD_INPUT and "still in progress and hands are hidden; finish it with: " in done.stderr
