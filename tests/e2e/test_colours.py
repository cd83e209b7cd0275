"""What is sent to terminals of many colours, of few, of none, and of plain ASCII."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rules.match import Match, Seat
from rules.record import Record
from tests.e2e.playing import choose, pick, record, wait_for_turn
from tests.e2e.sgr import colours
from tests.e2e.terminal import ESCAPE, Terminal

PLAY = ("play", "splendor", "--seed", "7", "--players", "me,greedy")

Look = Callable[[Terminal], None]


def tour(env: dict[str, str], look: Look) -> bytes:
    """Look at every screen; returns all that was sent."""
    return at_the_table(env, look) + at_home(env, look) + at_the_end(env, look) + at_a_replay(env, look)


def see(terminal: Terminal, look: Look, words: str) -> None:
    terminal.wait_for(words)
    terminal.settle()
    look(terminal)


def at_the_table(env: dict[str, str], look: Look) -> bytes:
    with Terminal(PLAY, env) as terminal:
        see(terminal, look, "Your turn")
        terminal.keys("w", "u")
        see(terminal, look, "Picked white and blue")
        pick(terminal, "Enter takes", "g")
        wait_for_turn(terminal, record(env), 2)
        for key, words, back in (("o", "Hana", "o"), (":", "a move", ESCAPE), ("?", "Keys", "q")):
            terminal.keys(key)
            see(terminal, look, words)
            terminal.keys(back)
            terminal.wait_for(": Type")
        terminal.resize(40, 10)
        see(terminal, look, "needs 80 x 24")
        terminal.resize(120, 36)
        see(terminal, look, "Your turn")
        return bytes(terminal.sent)


def at_home(env: dict[str, str], look: Look) -> bytes:
    with Terminal([], env) as terminal:
        see(terminal, look, "Continue")
        for key, words in (("n", "Seat 1"), ("s", "Theme"), ("r", "move 2"), ("?", "Keys")):
            terminal.keys(key)
            see(terminal, look, words)
            terminal.keys(ESCAPE)
            terminal.wait_for("T A B L E")
        terminal.keys("q")
        assert terminal.exit_code() == 0
        return bytes(terminal.sent)


def finished(env: dict[str, str]) -> Path:
    """A record of a whole game, outside the folder of records."""
    match = Match("splendor", [Seat("You"), Seat("Hana", "greedy")], {"module": "base"}, 7)
    while match.player is not None:
        match.act(choose(match))
    path = Path(env["TABLETOWN_CONFIG"]) / "finished.jsonl"
    if not path.exists():
        Record(path).save(match)
    return path


def at_the_end(env: dict[str, str], look: Look) -> bytes:
    with Terminal(["resume", str(finished(env))], env) as terminal:
        see(terminal, look, "Rematch")
        return bytes(terminal.sent)


def at_a_replay(env: dict[str, str], look: Look) -> bytes:
    with Terminal(["replay", str(finished(env))], env) as terminal:
        see(terminal, look, "Before the first")
        terminal.keys(*("]" * 8))
        see(terminal, look, "8/")
        terminal.keys("c")
        see(terminal, look, "Chances")
        return bytes(terminal.sent)


BLOCKS = " ▀"
"""What may be of one colour: nothing, and the two pixels of a picture."""


def check_readable(terminal: Terminal) -> None:
    """Nothing is written in the colour that it stands on."""
    for y, row in enumerate(terminal.screen.display):
        for x, char in enumerate(row):
            cell = terminal.cell(x, y)
            same = cell.fg == cell.bg and cell.fg != "default"
            assert char in BLOCKS or not same, f"{char!r} at {x}, {y} is {cell.fg} on {cell.bg}:\n{terminal.text}"


def check_ascii(terminal: Terminal) -> None:
    for row in terminal.rows:
        assert row.isascii(), f"{row!r} is not ASCII:\n{terminal.text}"


def check_plain(terminal: Terminal) -> None:
    assert {(cell.fg, cell.bg) for cell in terminal.cells()} == {("default", "default")}


def test_sixteen_colours(env: dict[str, str]) -> None:
    assert colours(tour(env | {"TERM": "xterm"}, check_readable)) == {"16"}


def test_256_colours(env: dict[str, str]) -> None:
    """Without COLORTERM, as over SSH."""
    assert colours(tour(env | {"SSH_CONNECTION": "1.2.3.4 5 6.7.8.9 22"}, check_readable)) - {"16"} == {"256"}


def test_truecolor(env: dict[str, str]) -> None:
    assert "truecolor" in colours(tour(env | {"COLORTERM": "truecolor"}, check_readable))


def test_no_colour(env: dict[str, str]) -> None:
    assert colours(tour(env | {"NO_COLOR": "1", "COLORTERM": "truecolor"}, check_plain)) == set()


def test_plain_ascii(env: dict[str, str]) -> None:
    tour(env | {"LC_ALL": "C"}, check_ascii)


def test_a_terminal_that_can_do_nothing(env: dict[str, str]) -> None:
    """A vt100: neither colours nor other glyphs than ASCII."""

    def look(terminal: Terminal) -> None:
        check_plain(terminal)
        check_ascii(terminal)

    assert colours(at_the_table(env | {"TERM": "vt100"}, look)) == set()


def test_colours_are_told_apart() -> None:
    """The control: every way to set a colour is seen, and operands are not taken for colours."""
    assert colours(b"\x1b[0m\x1b[1;7m\x1b[39;49m text") == set()
    assert colours(b"\x1b[1;31m") == colours(b"\x1b[103m") == colours(b"\x1b[38;5;12m") == {"16"}
    assert colours(b"\x1b[38;5;31m") == {"256"}
    assert colours(b"\x1b[48;2;31;41;91;38;5;97m") == {"truecolor", "256"}


def test_a_theme_for_one_time(env: dict[str, str]) -> None:
    with Terminal(["--theme", "paper"], env | {"COLORTERM": "truecolor"}) as terminal:
        see(terminal, lambda shown: None, "New game")
        assert terminal.cell(0, 0).bg == "f4efe4"
        terminal.keys("q")
        assert terminal.exit_code() == 0
    assert "paper" not in Path(env["TABLETOWN_CONFIG"], "settings.toml").read_text(encoding="utf-8")
