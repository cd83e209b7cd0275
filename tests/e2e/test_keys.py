"""Keys of a player's own, presets, the palette and settings in the real program."""

from __future__ import annotations

import tomllib
from pathlib import Path

from tests.e2e.keyboard_player import is_ready, record_file
from tests.e2e.pty_terminal import ENTER, ESCAPE, Terminal

PLAY = ("play", "splendor", "--seed", "7", "--players", "me,greedy")


def config(env: dict[str, str], name: str) -> Path:
    return Path(env["TABLETOWN_CONFIG"]) / name


def test_a_key_given_in_the_file_works(env: dict[str, str]) -> None:
    written = '[keys]\n"table.play" = ["!", "Enter"]\n"splendor.white" = "W"\n'
    config(env, "keys.toml").write_text(written, encoding="utf-8")
    with Terminal(PLAY, env) as terminal:
        terminal.wait_for("take gems (W u g r b), buy (!)")
        terminal.wait_for("! Play")
        before = record_file(env).read_text(encoding="utf-8")
        terminal.keys("w", "W", "u", "g")
        terminal.wait_for("! takes")
        terminal.keys("!")
        terminal.wait_for(lambda: record_file(env).read_text(encoding="utf-8") != before, "a move on disk")
        assert '["take",[0,1,2]]' in record_file(env).read_text(encoding="utf-8").splitlines()[1]


def test_a_key_is_given_in_the_program_and_kept(env: dict[str, str]) -> None:
    with Terminal([], env) as terminal:
        terminal.wait_for("New game")
        terminal.keys("s")
        terminal.wait_for("Bot speed")
        terminal.keys("r")
        terminal.wait_for("Keys (preset: default)")
        terminal.keys("j", "j", "j", "j", "j", ENTER)
        terminal.wait_for("Press the key for 'New game'")
        terminal.keys("N")
        terminal.wait_for("'New game' is now N.")
        terminal.keys(ESCAPE)
        terminal.wait_for("Bot speed")
        terminal.keys(ESCAPE)
        terminal.wait_for("N  New game")
        terminal.keys("q", "q")
        assert terminal.exit_code() == 0
    written = tomllib.loads(config(env, "keys.toml").read_text(encoding="utf-8"))
    assert written == {"preset": "default", "keys": {"home.new": ["N"]}}
    with Terminal([], env) as terminal:
        terminal.wait_for("N  New game")
        terminal.keys("N")
        terminal.wait_for("Seat 1")


def test_the_palette_opens_with_any_of_its_keys_and_plays(env: dict[str, str]) -> None:
    config(env, "keys.toml").write_text('preset = "emacs"\n', encoding="utf-8")
    with Terminal(PLAY, env) as terminal:
        for key in ("x", "\x1bx"):
            terminal.wait_for(lambda: is_ready(terminal), "the table")
            terminal.keys(key)
            terminal.wait_for("Search commands")
            terminal.wait_for("Log    ")
            terminal.keys(*"green")
            terminal.wait_for(
                lambda: "Green token" in terminal.text and "Log    " not in terminal.text, "what is found"
            )
            terminal.keys(ENTER)
            terminal.wait_for("Picked green" if key == "x" else "take gems")
            terminal.keys("\x07")
            terminal.wait_for(lambda: "Picked" not in terminal.text, "ctrl+g to put back")


def test_ctrl_p_opens_it_by_default(env: dict[str, str]) -> None:
    with Terminal([], env) as terminal:
        terminal.wait_for("New game")
        terminal.keys("\x10")
        terminal.wait_for("Search commands")
        terminal.keys(ESCAPE)
        terminal.wait_for(lambda: "Search commands" not in terminal.text, "home again")
        terminal.keys("q", "q")
        assert terminal.exit_code() == 0


def test_nonsense_in_the_files_is_said_at_the_start(env: dict[str, str]) -> None:
    config(env, "keys.toml").write_bytes(b"\xff\xfe\x00")
    config(env, "settings.toml").write_text("[" * 5000, encoding="utf-8")
    with Terminal([], env, (120, 36)) as terminal:
        terminal.wait_for(lambda: "keys.toml" in terminal.text and "settings.toml" in terminal.text, "two problems")
        assert "New game" in terminal.text
        terminal.keys("q", "q")
        assert terminal.exit_code() == 0


def test_statistics_open_over_home(env: dict[str, str]) -> None:
    with Terminal(["stats"], env) as terminal:
        terminal.wait_for("No finished games against bots yet.")
        terminal.keys(ESCAPE)
        terminal.wait_for("New game")


def test_a_theme_for_one_time(env: dict[str, str]) -> None:
    """The theme is used, but not saved."""
    with Terminal(["--theme", "paper"], env | {"COLORTERM": "truecolor"}) as terminal:
        terminal.wait_for("New game")
        terminal.wait_for(lambda: terminal.cell(0, 0).bg == "f4efe4", "paper")
        terminal.keys("q", "q")
        assert terminal.exit_code() == 0
    assert "paper" not in Path(env["TABLETOWN_CONFIG"], "settings.toml").read_text(encoding="utf-8")
