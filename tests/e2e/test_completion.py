"""Shell completion: real bash, and the program's answers to the other shells."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest

from tabletown import rules
from tabletown.rules.bots.level_descriptions import BOTS
from tabletown.rules.core.match import Match, Seat
from tabletown.rules.core.save_file import Record
from tests.e2e.pty_terminal import ROOT, environment, program

PRINTED = 'eval "$(tabletown completion bash)"'
ASKING = """
compopt() { :; }
while read -r line; do
    read -ra COMP_WORDS <<< "$line"
    [[ $line == *. ]] && COMP_WORDS[-1]=""
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMPREPLY=()
    _tabletown_completion tabletown < /dev/null
    echo "${COMPREPLY[*]}"
done
"""
"""Script that completes every line it reads as bash does at Tab; a dot means an empty last word."""
LINES = {
    "tabletown res": ["resume"],
    "tabletown play .": [*rules.GAMES],
    "tabletown play splendor --module o": ["orient"],
    "tabletown play metropolys --": ["--players", "--seed", "--plain", "--help", "--edition", "--values"],
    "tabletown play --players me,gr": ["me,greedy"],
    "tabletown play --players = gr": ["greedy"],
    "tabletown replay .": ["2026-01-03-metropolys-8.jsonl", "2026-01-02-splendor-7.jsonl"],
    "tabletown --theme d": ["dusk"],
    "tabletown arena .": [*rules.GAMES],
    "tabletown arena splendor --players greedy,m": ["greedy,medium", "greedy,master", "greedy,minimax"],
    "tabletown arena --cal": ["--calibrate"],
    "tabletown bench --so": ["--soak"],
    "tabletown completion .": ["bash", "zsh", "fish"],
}


@pytest.fixture
def shelled(env: dict[str, str], tmp_path: Path) -> dict[str, str]:
    """Variables with which shells find the program, two saved games and a custom theme."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "tabletown").write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {" ".join(program())} "$@"\n')
    (folder / "tabletown").chmod(0o755)
    games = Path(env["TABLETOWN_DATA"]) / "games"
    games.mkdir(parents=True)
    for name in ("2026-01-02-splendor-7", "2026-01-03-metropolys-8"):
        (games / f"{name}.jsonl").touch()
    return env | {"PATH": f"{folder}:{environment()['PATH']}"}


def bash(env: dict[str, str], source: str, lines: Iterable[str]) -> list[list[str]]:
    """Completions of the last word of each line."""
    command = ["bash", "--norc", "-c", source + ASKING]
    given = "".join(f"{line}\n" for line in lines)
    done = subprocess.run(command, env=env, input=given, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and done.stderr == ""
    return [line.split() for line in done.stdout.splitlines()]


@pytest.mark.slow
def test_bash_completes(shelled: dict[str, str]) -> None:
    assert dict(zip(LINES, bash(shelled, PRINTED, LINES), strict=True)) == LINES


def test_the_installed_file_completes_in_bash(shelled: dict[str, str]) -> None:
    source = (ROOT / "tui" / "share" / "completions" / "tabletown.bash").read_text(encoding="utf-8")
    assert bash(shelled, source, ["tabletown do"]) == [["doctor"]]


def asked(env: dict[str, str], shell: str, line: str, word: str) -> list[str]:
    """The program's answer to a shell that asks for completions of a word."""
    words = {"COMP_WORDS": line, "COMP_CWORD": word, "_TABLETOWN_COMPLETE": f"{shell}_complete"}
    done = subprocess.run(program(), env=env | words, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and done.stderr == ""
    return done.stdout.splitlines()


def test_zsh_and_fish_are_told_sentences_too(env: dict[str, str]) -> None:
    line = "tabletown play --players=me,gr"
    hint = BOTS["greedy"].description
    assert asked(env, "zsh", line, "2") == ["plain", "--players=me,greedy", hint]
    assert asked(env, "fish", line, "--players=me,gr") == [f"plain,--players=me,greedy\t{hint}"]


@pytest.mark.slow
def test_moved_folders_are_looked_into(env: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "else" / "games").mkdir(parents=True)
    (tmp_path / "else" / "games" / "mine.jsonl").touch()
    line = f"tabletown --data {tmp_path / 'else'} replay m"
    assert asked(env, "bash", line, "4") == ["file,m", "plain,mine.jsonl"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts_call_the_program(env: dict[str, str], shell: str) -> None:
    done = subprocess.run([*program(), "completion", shell], env=env, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0 and f"_TABLETOWN_COMPLETE={shell}_complete" in done.stdout
    assert shell != "fish" or 'string split -m 1 "," $completion' in done.stdout


def test_a_record_is_found_by_its_name_alone(env: dict[str, str], tmp_path: Path) -> None:
    match = Match("splendor", [Seat("Ada"), Seat("Bea")], {"module": "base"}, 3)
    Record(Path(env["TABLETOWN_DATA"]) / "games" / "mine.jsonl").save(match)
    command = [*program(), "export", "mine.jsonl"]
    done = subprocess.run(command, env=env | {"PYTHONPATH": str(ROOT)}, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0 and "Ada" in done.stdout
