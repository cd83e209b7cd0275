"""Home in lines of text."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from pathlib import Path

import pytest

from tabletown import rules
from tabletown.rules.core.game import defaults
from tabletown.rules.core.match import Match, Seat
from tabletown.rules.core.save_file import Record
from tabletown.tui.model import daily, daily_files
from tabletown.tui.model.files import records_folder
from tabletown.tui.plain.console import Page
from tabletown.tui.plain.home import PASSED_ON, home
from tests.rules.random_play import play_match
from tests.tui.plain.text_player import saved


def asked(*typed: str, wrong: str = "") -> tuple[list[str], list[list[str]]]:
    """The lines that home prints, and the commands that it runs."""
    out, done = StringIO(), []

    def command(args: Sequence[str]) -> str:
        done.append(list(args))
        return wrong

    home(Page(StringIO("".join(f"{line}\n" for line in typed)), out), command)
    return out.getvalue().splitlines(), done


@pytest.fixture
def two() -> list[Path]:
    """An unfinished game, and a finished one."""
    paths = [records_folder() / "one.jsonl", records_folder() / "two.jsonl"]
    for path, plies in zip(paths, (3, 4000), strict=True):
        match = Match("splendor", [Seat("You"), Seat("Hana", "greedy")], defaults(rules.load("splendor")), 4)
        saved(path, play_match(match, plies))
    return paths


def test_home_says_what_can_be_done_and_ends_with_the_input() -> None:
    assert asked()[0] == [
        "Tabletown.",
        'Type "daily" for the game of the day: Splendor, The Orient, about 10 min.',
        'Type "play" and a game (splendor, metropolys, sf1906), "learn" or "help".',
        "Goodbye.",
    ]
    assert asked("quit", "help")[0][-2:] == [asked()[0][-2], "Goodbye."]
    lines = asked("help", "games", "")[0]
    assert all(any(line.startswith(word) for line in lines) for word in ("play GAME:", "continue:", "quit:", "list:"))
    assert "splendor --module: Module, one of base, cities, trading_posts, orient, strongholds." in lines


def test_commands_are_those_of_the_command_line() -> None:
    _, done = asked(
        "play sf1906 --seed 3", 'PLAY splendor --players "Ada B,greedy"', "demo metropolys", "doctor", "daily"
    )
    assert done == [
        ["play", "sf1906", "--seed", "3", "--plain"],
        ["play", "splendor", "--players", "Ada B,greedy", "--plain"],
        ["demo", "metropolys", "--plain"],
        ["doctor"],
        ["daily", "--plain"],
    ]


def test_games_to_go_on_with(two: list[Path]) -> None:
    lines, done = asked("list", "continue", "resume 1", "replay 2", "resume 3", "replay 0", "resume 20001")
    assert any(line.startswith("Type continue to resume Splendor, You, Hana") for line in lines)
    numbered = [line for line in lines if line[:2] in ("1.", "2.")]
    assert [line.endswith("unfinished.") for line in numbered].count(True) == 1 and len(numbered) == 2
    assert done[0] == ["resume", "--plain"] and {done[1][1], done[2][1]} <= {str(path) for path in two}
    assert lines.count("The list has only 2 games.") == 3 and len(done) == 3


def test_games_of_the_list_are_reviewed_exported_and_played_again(two: list[Path]) -> None:
    finished = next(n for n, line in enumerate(asked("list")[0][2:4], 1) if "unfinished" not in line)
    _, done = asked(f"review {finished}", f"export {finished} --text", f"rematch {finished}", "stats", "learn 1906")
    path = str(two[1])
    assert done == [
        ["review", path, "--nodes", "1000"],
        ["export", path, "--text"],
        ["play", "splendor", "--players", "greedy,me", "--module=base", "--plain"],
        ["stats", "--plain"],
        ["learn", "1906", "--plain"],
    ]
    assert "Which game? For example: rematch 1." in asked("rematch")[0]


def test_a_typed_game_is_deleted_and_brought_back(two: list[Path]) -> None:
    lines, _ = asked(
        "name 1 First game", "mark 1", "list marked", "delete 1", "list", "list deleted", "undo", "list first"
    )
    assert "Game 1 is now called First game." in lines and "Game 1 is marked." in lines
    assert "1 of 2 games (marked)." in lines and '1 of 2 games ("first").' in lines and "1 deleted game." in lines
    deleted, restored = (
        next(n for n, line in enumerate(lines) if line.startswith(word)) for word in ("Del", "Restored:")
    )
    assert "First game (You, Hana)" in lines[deleted] and sum(line.startswith("2. ") for line in lines) == 0
    assert restored > deleted and lines[-3].startswith("1. ") and all(path.exists() for path in two)


def test_a_deleted_game_is_restored_by_its_number(two: list[Path]) -> None:
    lines, done = asked("delete 1", "delete 1", "list", "restore 2", "restore 2", "undo", "undo", "import x.jsonl")
    assert "No games yet." in lines and "The list has only 1 deleted game." in lines and "No deleted games." in lines
    assert sum(line.startswith("Restored: ") for line in lines) == 2 and all(path.exists() for path in two)
    assert done == [["import", "x.jsonl"]]


def test_help_names_every_command_of_home() -> None:
    words = {line.partition(":")[0].split()[0] for line in asked("help")[0][2:-2]}
    assert words >= {
        *PASSED_ON,
        "settings",
        "games",
        "list",
        "continue",
        "rematch",
        "help",
        "quit",
        "name",
        "mark",
        "delete",
    }


@pytest.mark.parametrize(
    ("typed", "reply"),
    [("nosuch", "Unknown command 'nosuch'. Type help."), ('play "x', "Unclosed quotation mark."),
     ("play nosuch", "There is no such game."), ("list", "No games yet."),
     ("mark", "Which game? For example: mark 1."), ("delete 1", "No games yet."),
     ("list by age", "Sort by date, length, result or game, for example: list by length.")],
)  # fmt: skip
def test_what_cannot_be_done_is_said(typed: str, reply: str) -> None:
    assert asked(typed, wrong="there is no such game")[0][3] == reply


def test_first_tries_at_daily_games_are_listed_and_stay(two: list[Path]) -> None:
    path = daily_files.game_path(daily.FIRST)
    Record(path).save(play_match(daily.deal(daily.FIRST).match(), 4))
    lines = asked("list daily", "list not daily", "delete 1")[0]
    assert "1 of 3 games (daily)." in lines and "2 of 3 games (not daily)." in lines
    assert "A first try at a daily game cannot be deleted, as its result counts." in lines and path.exists()
