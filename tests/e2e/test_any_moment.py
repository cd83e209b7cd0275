"""The program is ended at any moment, and nothing is lost: it continues at the same decision."""

from __future__ import annotations

from pathlib import Path
from random import Random
from time import sleep

import pytest

from tabletown.rules.core.game import Action
from tabletown.rules.core.match import Match
from tests.e2e.keyboard_player import load_match, person_decides, record_file, type_move
from tests.e2e.pty_terminal import ENTER, Terminal

ENDS = (Terminal.kill, Terminal.hang_up)
"""Ways to end the program, used alternately."""
WAITING = "tokens to give back"
GAMES = {
    "bots that think": ("splendor", "--module", "orient", "--players", "me,minimax"),
    "turns of many steps": ("sf1906", "--players", "me,novice,novice"),
    "two at one keyboard": ("metropolys", "--players", "Ada,Ben,novice"),
    WAITING: ("splendor", "--players", "Ada,Ben"),
}


def choose(match: Match, rng: Random) -> Action:
    """A random action, if possible taking the most tokens, so that some must be returned at once."""
    legal = match.game.legal(match.state)
    most = max((len(a[1]) for a in legal if a[0] == "take"), default=0)
    choices = [a for a in legal if a[0] == "take" and len(a[1]) == most] or legal
    return choices[int(rng.random() * len(choices))]


def at_the_board(terminal: Terminal, path: Path) -> Match:
    """Wait for a person's decision, and take the keyboard over where it is handed over."""

    def ready() -> bool:
        match = load_match(path)
        if match.player is None or not person_decides(match):
            return False
        name = match.seats[match.player].name
        if f"Hand over to {name}" in terminal.text:
            terminal.keys(ENTER)
            terminal.wait_for(lambda: "Hand over to" not in terminal.text, "the board")
        whose = "Your turn:" if name == "You" else f"{name}'s turn:"
        return whose in terminal.rows[0] and "i Hint" in terminal.rows[-1]

    terminal.wait_for(ready, "a person's decision")
    return load_match(path)


def move(terminal: Terminal, path: Path, rng: Random) -> tuple[Match, Action]:
    """Type a move without waiting for its effect."""
    match = at_the_board(terminal, path)
    action = choose(match, rng)
    type_move(terminal, match.game.notation(match.state, action))
    return match, action


def play(terminal: Terminal, path: Path, rng: Random) -> None:
    """A move, on disk."""
    match, action = move(terminal, path, rng)
    terminal.wait_for(lambda: len(load_match(path).log) > len(match.log), "the move on disk")
    assert load_match(path).log[len(match.log)] == action


def pending(match: Match) -> bool:
    """Is it a choice in the middle of a player's turn?"""
    return len(match.log) > 0 and match.game.turn(match.states[-2]) == match.player


@pytest.mark.slow
@pytest.mark.parametrize("kind", GAMES)
def test_nothing_is_lost(env: dict[str, str], kind: str) -> None:
    rng, args, seen = Random(kind), ["play", *GAMES[kind], "--seed", "7"], []
    for end in ENDS:
        with Terminal(args, env) as terminal:
            terminal.wait_for("? Help", "the table")
            path = record_file(env)
            for _ in range(3):
                play(terminal, path, rng)
            while kind == WAITING and not pending(at_the_board(terminal, path)):
                play(terminal, path, rng)
            before = load_match(path).log
            if kind != WAITING:
                move(terminal, path, rng)
            sleep(rng.random() * 0.6)
            end(terminal)
            ended(terminal)
        left = load_match(path)
        assert left.log[: len(before)] == before, "what had been written is lost"
        seen.append(pending(left))
        args = ["resume"]
        with Terminal(args, env) as terminal:
            again = at_the_board(terminal, path)
            assert again.log[: len(left.log)] == left.log
            assert again.log == left.log or not person_decides(left), "a person's decision was not waited for"
            play(terminal, path, rng)
    assert any(seen) or kind != WAITING


def ended(terminal: Terminal) -> None:
    terminal.wait_for(lambda: not terminal.child.isalive(), "the end")
