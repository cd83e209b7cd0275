"""The real program in lines of text, through pipes and dumb terminals."""

from __future__ import annotations

import re
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import IO

import pytest

from tabletown import rules
from tabletown.rules.bots.levels import choose
from tabletown.rules.core.game import defaults
from tabletown.rules.core.match import Match, Seat
from tabletown.tui.model.lessons import Course, load
from tabletown.tui.plain.console import Page
from tabletown.tui.plain.lesson import TextLesson
from tests.e2e.keyboard_player import load_match, record_file, record_files
from tests.e2e.pty_terminal import ENTER, ROOT, Terminal, program
from tests.e2e.test_command_line import BAD_INPUT, tabletown
from tests.tui.plain.test_lesson import Learner

INTERRUPTED = 130
MODULES = [
    (name, f"--{game.OPTIONS[0].key}", value)
    for name in rules.GAMES
    for game in [rules.load(name)]
    for value, _ in game.OPTIONS[0].choices
]
"""Every game and the first of its options."""
ASKS = re.compile(r"(.* turn(: .*)?\.|Hand over to .*|.* Press Enter to hide it\.)$")
"""The lines after which a line is read."""


class Lines:
    """The program at the other ends of two pipes."""

    def __init__(self, env: dict[str, str], *args: str) -> None:
        self.child = subprocess.Popen(
            [*program(), *args, "--plain"],
            env=env,
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            bufsize=1,
            encoding="utf-8",
        )
        self.all: list[str] = []

    def __enter__(self) -> Lines:
        return self

    def __exit__(self, *_: object) -> None:
        self.child.kill()
        self.child.wait()
        for stream in (self.child.stdin, self.child.stdout, self.child.stderr):
            assert stream is not None
            with suppress(BrokenPipeError):
                stream.close()

    @property
    def out(self) -> IO[str]:
        assert self.child.stdout is not None
        return self.child.stdout

    def read(self) -> list[str]:
        """Lines that the program prints before it asks for input, or ends."""
        output: list[str] = []
        for line in self.out:
            output.append(line.rstrip("\n"))
            if ASKS.match(output[-1]):
                break
        self.all += output
        return output

    def type(self, text: str) -> list[str]:
        assert self.child.stdin is not None
        self.child.stdin.write(f"{text}\n")
        return self.read()

    def end(self) -> int:
        """End the input; read the rest."""
        assert self.child.stdin is not None and self.child.stderr is not None
        self.child.stdin.close()
        self.all += [line.rstrip("\n") for line in self.out]
        assert self.child.stderr.read() == ""
        return self.child.wait(20)


def play_by_reading(lines: Lines, seed: int) -> None:
    """Play to the end with nothing but what is said: ask for the moves, type one of them, rather a purchase."""
    rng = Random(seed)
    lines.read()
    for _ in range(2000):
        if not ASKS.match(lines.all[-1]):
            return
        output = lines.type("moves")
        moves = [m for m in (line.partition(": ")[0] for line in output[:-1]) if " moves." not in m]
        kinds = [line.rpartition("such as ")[2].rstrip(".") for line in output if "such as" in line]
        moves = kinds or moves
        best = [move for move in moves if move.startswith(("buy", "build", "act 1"))] or moves
        lines.type(best[int(rng.random() * len(best))])
    raise AssertionError("the game does not end")


@pytest.mark.slow_unless(value=("base", "expert", "stand-in"))
@pytest.mark.parametrize(("name", "option", "value"), MODULES)
def test_a_whole_game_by_reading_and_typing(env: dict[str, str], name: str, option: str, value: str) -> None:
    with Lines(env, "play", name, option, value, "--players", "me,greedy", "--seed", "5") as lines:
        play_by_reading(lines, 1)
        assert lines.end() == 0
    match = load_match(record_file(env))
    assert match.player is None and match.options[option.removeprefix("--")] == value
    at = lines.all.index("Game over.")
    assert re.fullmatch(r"(You win|Hana wins)\.|.* share the win\.", lines.all[at + 1])
    assert lines.all[at + 4 :] == ["This game is not rated (bot without a rating)."]
    text = "\n".join(lines.all)
    assert text.isascii() and "\x1b" not in text and "\r" not in text
    assert not any("is not a legal move" in line or "Not legal" in line for line in lines.all)


def test_the_end_of_the_input_saves_and_the_game_goes_on_at_the_same_decision(env: dict[str, str]) -> None:
    with Lines(env, "play", "sf1906", "--seed", "3") as lines:
        lines.read()
        asked = lines.type("space 2")
        assert lines.end() == 0
    assert lines.all[-2] == "End of input."
    assert lines.all[-1] == f"Game saved. Continue with: tabletown resume {record_file(env)} --plain"
    assert len(load_match(record_file(env)).log) == 1
    for args in (("resume",), ("resume", str(record_file(env)))):
        with Lines(env, *args) as again:
            assert again.read()[-2:] == asked[-2:]
            assert again.end() == 0


def test_a_game_that_was_killed_goes_on(env: dict[str, str]) -> None:
    with Lines(env, "play", "splendor", "--seed", "3") as lines:
        lines.read()
        asked = lines.type("take wug")
        lines.child.send_signal(signal.SIGKILL)
    with Lines(env, "resume") as again:
        assert again.read()[-3:] == asked[-3:]


def test_quitting_and_interrupting(env: dict[str, str]) -> None:
    with Lines(env, "play", "splendor", "--seed", "3") as lines:
        lines.read()
        lines.type("take wug")
        lines.type("quit")
        assert lines.end() == 0
        assert "Continue with: tabletown resume " in lines.all[-1]
    with Lines(env, "resume") as again:
        again.read()
        again.child.send_signal(signal.SIGINT)
        assert again.end() == INTERRUPTED


@pytest.mark.slow
def test_a_finished_game_says_how_it_ended(env: dict[str, str]) -> None:
    assert tabletown(env, "play", "metropolys", "--players", "greedy,random", "--seed", "1", "--plain").returncode == 0
    done = tabletown(env, "resume", str(record_file(env)), "--plain")
    assert done.returncode == 0 and "Game over." in done.stdout
    assert "Hana" in done.stdout.splitlines()[-2]


@pytest.mark.parametrize("args", [["resume", "--plain"], ["resume", "nosuch", "--plain"], ["replay", "x", "--plain"],
                                  ["play", "nosuch", "--plain"], ["play", "--players", "me", "--plain"],
                                  ["demo", "nosuch", "--plain"]])  # fmt: skip
def test_bad_usage(env: dict[str, str], args: list[str]) -> None:
    done = tabletown(env, *args)
    assert done.returncode == BAD_INPUT and done.stdout == ""
    assert len(done.stderr.splitlines()) == 1


def test_a_damaged_record_is_left_alone(env: dict[str, str], tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"tabletown": 1}\n', encoding="utf-8")
    done = tabletown(env, "resume", str(bad), "--plain")
    assert done.returncode == BAD_INPUT and "bad.jsonl, line 1" in done.stderr
    assert bad.read_text(encoding="utf-8") == '{"tabletown": 1}\n'


def test_replaying_to_the_end(env: dict[str, str]) -> None:
    assert tabletown(env, "play", "splendor", "--players", "greedy,random", "--seed", "1", "--plain").returncode == 0
    done = feed(env, ["replay", str(record_file(env)), "--plain"], b"\nall\ntable\nquit\n")
    assert done.returncode == 0 and b"Move 1 of " in done.stdout and b"Hana wins." in done.stdout
    assert feed(env, ["replay", str(record_file(env)), "--plain"], b"").returncode == 0


def feed(env: dict[str, str], args: Sequence[str], typed: bytes) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*program(), *args], env=env, cwd=ROOT, input=typed, capture_output=True, timeout=180)


def test_bytes_that_are_no_text_are_answered(env: dict[str, str]) -> None:
    done = feed(env, ["play", "--seed", "1", "--plain"], b"\xff\xfe\x00\x1b[31m\n" + b"x" * 100_000 + b"\n\ntake wug")
    assert done.returncode == 0 and done.stderr == b""
    assert b"\x1b" not in done.stdout and b"\x00" not in done.stdout
    assert len(load_match(record_file(env)).log) == 2, "the last line counts without its end"


def test_ascii_where_the_locale_knows_nothing_else(env: dict[str, str]) -> None:
    args = ["play", "--players", "Zoë,greedy", "--seed", "1", "--plain"]
    assert "Zoë" in feed(env, args, b"").stdout.decode()
    assert feed(env | {"LANG": "C", "LC_ALL": "C"}, args, b"").stdout.isascii()


def test_output_that_nobody_reads_ends_the_program(env: dict[str, str]) -> None:
    with Lines(env, "play", "--seed", "1") as lines:
        lines.out.readline()
        lines.out.close()
        assert lines.child.stdin is not None
        lines.child.stdin.write("table\ntable\n")
        lines.child.stdin.close()
        assert lines.child.wait(20) == 1
        assert lines.child.stderr is not None and lines.child.stderr.read() == ""


def test_a_dumb_terminal_gets_lines_or_nothing(env: dict[str, str]) -> None:
    with Terminal(["play"], env | {"TERM": "dumb"}) as terminal:
        assert terminal.exit_code() == 3
        assert "TERM=dumb" in terminal.text and "--plain" in terminal.text and b"\x1b" not in terminal.sent


def test_a_dumb_terminal(env: dict[str, str]) -> None:
    (Path(env["TABLETOWN_CONFIG"]) / "settings.toml").write_text('handover = "always"\n', encoding="utf-8")
    with Terminal(["play", "--players", "Ada,Ben", "--seed", "1", "--plain"], env | {"TERM": "dumb"}) as terminal:
        terminal.wait_for("Hand over to Ada")
        terminal.keys(ENTER)
        terminal.wait_for("Ada's turn: ")
        terminal.keys("take wug", ENTER)
        terminal.wait_for("Hand over to Ben")
        assert "Ada's turn" not in terminal.text, "the screen is not cleared for the next person"
        terminal.keys("\x04")
        assert terminal.exit_code() == 0
        assert b"\x1b" not in terminal.sent
    assert len(record_files(env)) == 1


def test_home_leads_to_games_and_back(env: dict[str, str]) -> None:
    typed = (
        "play splendor --seed 3\ntake wug\nquit\ncontinue\nquit\nplay --nosuch\nplay nosuch\nreplay 1\n\nquit\nquit\n"
    )
    done = feed(env, ["--plain"], f"{typed}\nquit\nquit\n".encode())
    lines = done.stdout.decode().splitlines()
    assert done.returncode == 0 and done.stderr == b""
    assert "You take white, blue and green." in lines and lines[0] == "Tabletown."
    assert "No such option '--nosuch'; see tabletown play --help." in lines
    assert sum(line.startswith("Game saved. Continue with: tabletown resume ") for line in lines) == 2
    assert lines.count("What next?") == 5 and lines[-1] == "Goodbye."
    assert tabletown(env, "--plain", "play").returncode == BAD_INPUT


def typed_game(name: str, seed: int) -> list[str]:
    """Lines to type for a whole game against a random bot."""
    match = Match(name, [Seat("You"), Seat("Hana", "random")], defaults(rules.load(name)), seed)
    rng, lines = Random(seed), [f"play {name} --players me,random --seed {seed}"]
    while (player := match.player) is not None:
        if match.seats[player].bot:
            view = match.game.observe(match.state, player)
            match.act(choose(name, view, "random", match.seed_for(len(match.log), "bot")).action)
        else:
            action = rng.choice(match.game.legal(match.state))
            lines.append(match.game.notation(match.state, action))
            match.act(action)
    return lines


def typed_lesson(name: str) -> list[str]:
    """Lines to type for the whole lesson of a game."""
    learner = Learner()
    TextLesson(Course(load(name)), Page(learner, learner.out)).run()
    return [f"learn {name}", *learner.typed]


def test_a_whole_session_by_typed_lines(env: dict[str, str]) -> None:
    """A lesson, a game of each kind, a review, a replay, statistics and settings: all from home."""
    games = [line for name in rules.GAMES for line in typed_game(name, 4)]
    after = ["list", "review 1 --nodes 3", "replay 2", "all", "quit", "export 3", "stats", "settings pace fast",
             "settings pace", "quit"]  # fmt: skip
    typed = [*typed_lesson("splendor"), *games, *after]
    done = feed(env, ["--plain"], "".join(f"{line}\n" for line in typed).encode())
    lines = done.stdout.decode().splitlines()
    assert done.returncode == 0 and done.stderr == b"" and lines[-1] == "Goodbye."
    assert "You now know how to play Splendor. Play a real game with: play splendor" in lines
    assert lines.count("Game over.") == 4, "three games and a replay"
    assert lines.count("What next?") == 1 + len(rules.GAMES) + 7
    listed = [line for line in lines if re.match(r"[123]\. .*, just now, ", line)]
    assert [title in line for title, line in zip(("1906", "Metropolys", "Splendor"), listed, strict=True)] == [True] * 3
    for words in ("Winning chances", "Total winning chances lost", "You have won ", "pace is now fast."):
        assert any(line.startswith(words) for line in lines), words
    assert any(line.startswith("Winner: ") for line in lines) and lines[-3].startswith("pace (bot speed): fast. ")
    assert not any("is not a legal move" in line or line.startswith("Unknown") for line in lines)
