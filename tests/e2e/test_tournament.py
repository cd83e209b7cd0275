"""A tournament of eight over SSH, from its creation to the last standings; the server is killed meanwhile."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from functools import cached_property, partial
from pathlib import Path

import pytest

from tabletown.tui.server.store import Store
from tabletown.tui.server.tournaments.model import FINISHED, Tournament
from tabletown.tui.server.tournaments.tournament_store import TournamentStore
from tests.e2e.pty_terminal import ENTER, ESCAPE, Terminal
from tests.e2e.ssh_host import Host

pytestmark = [
    pytest.mark.skipif(not shutil.which("ssh"), reason="the OpenSSH client is not here"),
    pytest.mark.slow,
    pytest.mark.waits,
]

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gina", "Hugo")
ROUNDS = 4
A_MINUTE = 120.0
"""Seconds to wait for a start that is a minute away."""
QUIET = 0.6
"""Seconds without a change, after which a terminal shows everything that has happened."""
TABLE, CALL = "goal: 15 points", "sits down"
"""Words at a table, and words that call a player there."""


class Eight:
    """The players, each with a terminal, and the tournament that the server has stored."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.at: dict[str, Terminal] = {}

    def close(self) -> None:
        for terminal in self.at.values():
            terminal.close()

    def gather(self) -> None:
        """Everyone comes; Ada creates a tournament that starts in a minute, and all join it."""
        for name in NAMES:
            terminal = self.at[name] = self.host.ssh(name)
            terminal.wait_for("What should other players call you?")
            terminal.keys(name, ENTER)
            terminal.wait_for(f"You are {name}")
            terminal.keys("t")
            terminal.wait_for("No tournaments yet")
        ada = self.at["Ada"]
        ada.keys("n")
        ada.wait_for("New tournament")
        ada.keys("Eight")
        ada.wait_for("Eight")
        for _ in range(7):
            ada.keys("down")
        ada.wait_for("Minutes from now")
        ada.keys("1")
        ada.wait_for("1_")
        ada.keys(ENTER)
        ada.wait_for("joined so far: 1 of at most 16")
        for name in NAMES[1:]:
            self.at[name].wait_for("Eight")
            self.at[name].keys(ENTER)
            self.at[name].wait_for("J Join")
            self.at[name].keys("J")
            self.at[name].wait_for("You have joined.")

    def come_back(self) -> None:
        """Everyone connects again, one after the other."""
        self.close()
        for name in NAMES:
            self.at[name] = self.host.ssh(name)
            self.at[name].wait_for(partial(self.is_there, name), "the server")

    def is_there(self, name: str) -> bool:
        """Is the player at a table or in the lobby?"""
        return any(words in self.at[name].text for words in (TABLE, "You are"))

    @cached_property
    def store(self) -> TournamentStore:
        """Opened once: it is asked again and again."""
        return TournamentStore(Store(self.host.data / "tabletown.db"))

    @property
    def cup(self) -> Tournament:
        tournament = self.store.load(1)
        assert tournament is not None
        return tournament

    def sit(self, name: str) -> Terminal:
        """Go to the game of this round, with one key unless the player is there."""
        terminal = self.at[name]
        terminal.settle(QUIET)
        terminal.wait_for(lambda: TABLE in terminal.text or CALL in terminal.text, "the game of this round", A_MINUTE)
        if TABLE not in terminal.text:
            terminal.keys("g")
        terminal.wait_for(TABLE)
        return terminal

    def play_round(self, number: int, most: int = 4) -> None:
        """Both players of some games sit down, and the one whose name comes later resigns."""
        self.at["Ada"].wait_for(lambda: self.cup.round == number, f"round {number}", A_MINUTE)
        names = {entrant.number: entrant.name for entrant in self.cup.entrants}
        for game in self.cup.open_games()[:most]:
            assert game.second is not None
            _, loser = sorted([names[game.first], names[game.second]])
            for name in (names[game.first], names[game.second]):
                self.sit(name)
            terminal = self.at[loser]
            terminal.keys("R")
            terminal.wait_for("again to resign")
            terminal.keys("R")
            terminal.wait_for(f"{loser} resigns")


@pytest.fixture
def eight(tmp_path: Path) -> Iterator[Eight]:
    with Host(tmp_path, "--round-break", "1") as host:
        players = Eight(host)
        yield players
        players.close()


def test_eight_play_a_tournament_and_a_killed_server_changes_nothing(eight: Eight) -> None:
    eight.gather()
    eight.play_round(1)
    eight.play_round(2, most=2)
    before = eight.cup
    eight.host.kill()
    eight.host.start()
    eight.come_back()
    assert eight.cup.games == before.games
    for number in range(2, ROUNDS + 1):
        eight.play_round(number)
    ada = eight.at["Ada"]
    ada.wait_for("Eight is over: Ada wins. You are in place 1 of 8.", patience=A_MINUTE)
    cup = eight.cup
    assert cup.stage == FINISHED and len(cup.games) == 4 * ROUNDS
    assert all(game.scores in ((1.0, 0.0), (0.0, 1.0)) for game in cup.games)
    assert len({frozenset((game.first, game.second)) for game in cup.games}) == 4 * ROUNDS
    ada.keys("t")
    ada.wait_for("won by Ada")
    ada.keys(ENTER)
    ada.wait_for("1. Ada (you)")
    ada.keys("\t")
    ada.wait_for(f"Round {ROUNDS} of {ROUNDS}")
    ada.keys("left")
    ada.wait_for(f"Round {ROUNDS - 1} of {ROUNDS}")
    assert "forfeit" in ada.text
    ada.keys(ESCAPE)
