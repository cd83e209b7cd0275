"""A game of Metropolys by keys, in the windows that the two maps are made for."""

from __future__ import annotations

from random import Random

import pytest

from tabletown.rules.core.game import Action, total_points
from tabletown.rules.core.match import Match
from tabletown.rules.metropolys.board import NAMES
from tests.e2e.keyboard_player import load_match, record_file, wait_for_turn
from tests.e2e.pty_terminal import ENTER, Terminal

PLAY = ("play", "metropolys", "--edition", "expert", "--seed", "5", "--players", "me,random,random,random")


def choose(match: Match, rng: Random) -> Action:
    """A random low bid or a pass, so that the game has many calls and the person has many moves."""
    legal = match.game.legal(match.state)
    some = [a for a in legal if a[0] == "bid"][:12] + [a for a in legal if a[0] == "pass"]
    return some[int(rng.random() * len(some))]


def press(terminal: Terminal, action: Action, forced: bool) -> None:
    """Passing is a key, and if it is not `forced` Enter; a bid is the name of a place, Enter, its value, Enter."""
    if forced:
        return terminal.keys("p")
    if action == ("pass",):
        terminal.keys("p")
        terminal.wait_for("Enter passes")
    else:
        _, place, value = action
        terminal.keys(*NAMES[place].lower(), ENTER)
        terminal.wait_for("Enter bids")
        terminal.keys(*str(value))
        terminal.wait_for(f"Enter bids {value} on {NAMES[place]}")
    return terminal.keys(ENTER)


def play(terminal: Terminal, env: dict[str, str], plies: int) -> Match:
    """Play to the end, or until so many moves are made."""
    rng = Random(1)
    terminal.wait_for("Your turn")
    path = record_file(env)
    match = load_match(path)
    while match.player is not None and len(match.log) < plies:
        press(terminal, choose(match, rng), len(match.legal()) == 1)
        wait_for_turn(terminal, path, len(match.log) + 1)
        match = load_match(path)
    return match


@pytest.mark.slow
def test_the_beginning_of_a_game_in_a_large_window(env: dict[str, str]) -> None:
    with Terminal(PLAY, env, (120, 36)) as terminal:
        assert play(terminal, env, 30).player is not None


@pytest.mark.slow
def test_a_whole_game(env: dict[str, str]) -> None:
    with Terminal(PLAY, env) as terminal:
        match = play(terminal, env, 10_000)
        terminal.wait_for("Rematch")
        totals = [str(total_points(parts)) for parts in match.game.score(match.state)]
        assert next(row for row in terminal.rows if "Total" in row).split() == ["Total", *totals]
        assert "District leads" in terminal.text and "Type card" in terminal.text
