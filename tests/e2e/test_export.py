"""Games and positions written to files."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from tabletown.rules import load
from tabletown.rules.core.game import defaults
from tabletown.rules.core.match import Match, Seat
from tabletown.rules.splendor.names import name as card_name
from tests.e2e.pty_terminal import Terminal
from tests.e2e.test_command_line import BAD_INPUT, tabletown
from tests.rules.random_play import play_match
from tests.tui.plain.text_player import saved


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game of two people that is not finished; each has reserved a card unseen."""
    match = Match("splendor", [Seat("Ada"), Seat("Ben")], defaults(load("splendor")), 4)
    for move in (("reserve_blind", 2), ("reserve_blind", 1), ("take", (0, 1, 2))):
        match.act(move)
    saved(tmp_path / "game.jsonl", match)
    return tmp_path / "game.jsonl"


def test_the_log_is_numbered_moves_and_the_score(env: dict[str, str], game: Path) -> None:
    lines = tabletown(env, "export", str(game)).stdout.splitlines()
    assert lines[:2] == ["Splendor (module base), seed 4", "Players: Ada (person), Ben (person)"]
    assert lines[5] == "   3. take wug           Ada takes white, blue and green"
    assert lines[-3].startswith("Ada: 0 (Level 1 cards 0") and lines[-1] == "Game unfinished."
    assert tabletown(env, "export", str(game), "--log").stdout.splitlines() == lines


@pytest.mark.parametrize("name", ["splendor", "metropolys", "sf1906"])
def test_a_finished_game_names_the_winner(env: dict[str, str], tmp_path: Path, name: str) -> None:
    match = play_match(Match(name, [Seat("Ada"), Seat("Ben", "greedy")], defaults(load(name)), 4))
    saved(tmp_path / "done.jsonl", match)
    lines = tabletown(env, "export", str(tmp_path / "done.jsonl"), "--log").stdout.splitlines()
    assert lines[-1].startswith("Winner: ") and sum(". " in line[:6] for line in lines) == len(match.log)
    text = tabletown(env, "export", str(tmp_path / "done.jsonl"), "--text").stdout
    assert "Game over." in text and f"After move {len(match.log)} of {len(match.log)}." in text


def test_a_position_as_text(env: dict[str, str], game: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.txt"
    assert tabletown(env, "export", str(game), "--text", "--at", "1", "-o", str(out)).returncode == 0
    lines = out.read_text(encoding="utf-8").splitlines()
    assert "After move 1 of 3." in lines and "To move: Ben." in lines
    assert "Last move: 1. reserve 3: Ada reserves the top card of the level 3 deck, taking 1 gold." in lines
    assert "Ada has reserved a level 3 card face down." in lines


def test_nothing_that_people_have_secret_from_each_other(env: dict[str, str], game: Path) -> None:
    match = Match("splendor", [Seat("Ada"), Seat("Ben")], defaults(load("splendor")), 4)
    match.act(("reserve_blind", 2))
    (card,) = match.state.players[0].blind
    for kind in ("--text", "--log", "--svg"):
        made = tabletown(env, "export", str(game), kind).stdout
        made = picture_words(made) if kind == "--svg" else made
        assert made and f"has reserved {card_name(card)}" not in made and "as r1" not in made
    assert "r1" not in made.split()


def picture_words(svg: str) -> str:
    """The words of a picture, in which each word is a separate text."""
    return " ".join(" ".join(ElementTree.fromstring(svg).itertext()).split())


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
def test_a_position_as_a_picture(env: dict[str, str], game: Path, tmp_path: Path, size: tuple[int, int]) -> None:
    out = tmp_path / "out.svg"
    done = tabletown(env, "export", str(game), "--svg", "--at", "3", "--size", "{}x{}".format(*size), "-o", str(out))
    assert done.returncode == 0, done.stderr
    words = picture_words(out.read_text(encoding="utf-8"))
    assert "Splendor, move 3 of 3" in words and "Ada takes white, blue and green." in words
    assert tabletown(env, "export", str(game), "--svg", "--size", "{}x{}".format(*size)).stdout


@pytest.mark.parametrize(("args", "words"), [
    (["--text", "--at", "4"], "no move 4: the game has 3 moves"),
    (["--at", "2"], "--at needs --text or --svg"),
    (["--svg", "--size", "10x10"], "--size must be at least 80x24"),
    (["-o", "nosuch/out"], "cannot write nosuch/out: No such file"),
])  # fmt: skip
def test_what_cannot_be_exported(env: dict[str, str], game: Path, args: list[str], words: str) -> None:
    before = game.read_bytes()
    done = tabletown(env, "export", str(game), *args)
    assert done.returncode == BAD_INPUT and done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("tabletown: ") and words in line
    assert game.read_bytes() == before


def test_the_record_is_never_written_over(env: dict[str, str], game: Path) -> None:
    before = game.read_bytes()
    done = tabletown(env, "export", str(game), "-o", str(game.parent / "." / "game.jsonl"))
    assert done.returncode == BAD_INPUT and "is the saved game itself" in done.stderr
    assert game.read_bytes() == before


def test_a_record_is_replayed_on_a_screen(env: dict[str, str], game: Path) -> None:
    before = game.read_bytes()
    with Terminal(["replay", str(game)], env) as terminal:
        terminal.wait_for("Start position; 3 moves")
        terminal.keys("]")
        terminal.wait_for("1/3")
        terminal.keys("q")
        terminal.wait_for("New game")
        terminal.keys("q", "q")
        assert terminal.exit_code() == 0
    assert game.read_bytes() == before
