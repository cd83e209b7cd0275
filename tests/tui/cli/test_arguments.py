"""Arguments as people write them: names of games and options, old spellings, what does not go together."""

from __future__ import annotations

import re
from importlib.metadata import version
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tabletown import rules
from tabletown.rules.core.game import modern_spelling
from tabletown.rules.core.match import Match
from tabletown.rules.core.registry import find
from tabletown.rules.core.save_file import Record
from tabletown.tui.cli import main as commands
from tabletown.tui.cli.exit_codes import BAD_INPUT
from tabletown.tui.cli.params import game_options
from tests.rules.random_play import play_match
from tests.tui.plain.text_player import saved
from tests.tui.sample_matches import start_match


def run(*args: str) -> Result:
    return CliRunner().invoke(commands.main, args)


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[Match]:
    """The matches that commands start in text mode, which are not played."""
    started: list[Match] = []

    def play(match: Match, record: Record) -> None:
        started.append(match)
        raise SystemExit

    monkeypatch.setattr(commands, "play_plainly", play)
    return started


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("1906", "sf1906"), ("sf1906", "sf1906"), ("san-francisco", "sf1906"), ("San Francisco", "sf1906"),
        ("1906 San Francisco", "sf1906"), ("sf", "sf1906"), ("Metropolys", "metropolys"), ("metro", "metropolys"),
        ("SPLENDOR", "splendor"), ("s", ""), ("", ""), ("chess", ""), ("s f", "sf1906"),
    ],
)  # fmt: skip
def test_a_game_is_known_by_its_title_or_the_beginning_of_a_word_of_it(typed: str, name: str) -> None:
    assert find(typed) == name


@pytest.mark.parametrize("typed", ["1906", "san-francisco", "sf1906"])
def test_games_are_played_by_any_of_their_names(played: list[Match], typed: str) -> None:
    assert run("play", typed, "--plain").exit_code == 0
    assert played[0].name == "sf1906"


def test_one_bot_plays_as_in_new_game(played: list[Match]) -> None:
    run("play", "--plain")
    assert [seat.bot for seat in played[0].seats] == ["", "easy"]


@pytest.mark.parametrize(
    "args",
    [
        ("--edition", "expert", "--values", "hidden"), ("--edition=expert", "--values=hidden"),
        ("--version", "expert", "--memory", "off"), ("--version=expert", "--memory=off"),
    ],
)  # fmt: skip
def test_options_of_metropolys_by_their_names_of_today_and_before(played: list[Match], args: tuple[str, ...]) -> None:
    assert run("play", "metropolys", *args, "--plain").exit_code == 0
    assert played[0].options == {"version": "expert", "memory": "off"}


@pytest.mark.parametrize("command", list(commands.main.all_commands()))
def test_version_is_the_programs_after_every_command(command: str) -> None:
    done = run(command, "--version")
    assert (done.exit_code, done.output) == (0, f"tabletown, version {version('tabletown')}\n")


def test_help_and_errors_name_the_options_of_today_alone() -> None:
    output = run("play", "--help").output
    assert "--edition" in output and "--values" in output and "shown, hidden" in output
    assert not re.search(r"--version|--memory|\bon, off\b", output)
    assert run("play", "metropolys", "--values", "never").output == (
        "tabletown: 'never' is not a valid choice for values; choose from shown, hidden\n"
    )


def test_only_a_value_of_the_option_makes_an_old_name_of_it() -> None:
    assert modern_spelling(["--version", "metropolys"], game_options(rules.GAMES)) == ["--version", "metropolys"]
    assert modern_spelling(["--version"], game_options(rules.GAMES)) == ["--version"]


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("--text", "--svg"), "use only one of --log, --text and --svg"),
        (("--svg", "--log", "--at", "1"), "use only one of --log, --text and --svg"),
        (("--text", "--size", "100x30"), "--size needs --svg"),
        (("--size", "100x30"), "--size needs --svg"),
        (("--at", "1"), "--at needs --text or --svg"),
    ],
)
def test_export_refuses_what_contradicts_itself(tmp_path: Path, args: tuple[str, ...], words: str) -> None:
    saved(tmp_path / "a.jsonl", play_match(start_match("Ada", "Ben"), 3))
    done = run("export", str(tmp_path / "a.jsonl"), *args)
    assert done.exit_code == BAD_INPUT and done.output == f"tabletown: {words}\n"
