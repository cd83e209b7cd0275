"""Keys that arrive together, as over a slow connection: each is handled before the next."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from tabletown import rules
from tabletown.rules.core.game import defaults
from tabletown.rules.core.match import Match, Seat
from tests.e2e.keyboard_player import load_match, record_file
from tests.e2e.pty_terminal import ENTER, Terminal


def game(name: str, plies: int) -> Match:
    """Two people who play random moves."""
    match, rng = Match(name, [Seat("Ada"), Seat("Ben")], defaults(rules.load(name)), 7), Random(7)
    while len(match.log) < plies:
        legal = match.legal()
        match.act(legal[int(rng.random() * len(legal))])
    return match


def has_secrets(match: Match, ply: int) -> bool:
    """True when the player to move knows what may not be on screen before they sit down."""
    return match.view(ply, match.game.turn(match.states[ply])) != match.view(ply, None)


def keys(match: Match) -> str:
    """Each move typed, after a jump that leads nowhere in particular; Enter where the table is covered in between."""
    pressed, looking = "", None
    for ply, action in enumerate(match.log):
        s, player = match.states[ply], match.game.turn(match.states[ply])
        pressed += ENTER * (player != looking and has_secrets(match, ply))
        pressed += f"fc:{match.game.notation(s, action)}{ENTER}"
        looking = player
    return pressed


@pytest.mark.slow
@pytest.mark.parametrize("name", rules.GAMES)
def test_moves_typed_in_one_piece_are_played_in_order(env: Mapping[str, str], name: str) -> None:
    expected = game(name, 8)
    with Terminal(["play", name, "--seed", "7", "--players", "Ada,Ben"], env) as terminal:
        terminal.wait_for("Hand over to Ada" if has_secrets(expected, 0) else "Ada's turn")
        terminal.keys(keys(expected))
        terminal.wait_for(lambda: len(load_match(record_file(env)).log) >= len(expected.log), "eight moves on disk")
        terminal.settle()
        assert load_match(record_file(env)).log == expected.log
