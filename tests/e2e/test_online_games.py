"""Two people and a spectator in whole games over SSH; neither lost connections nor a killed server end them."""

from __future__ import annotations

import shutil
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tabletown import rules
from tabletown.rules.bots.level_descriptions import BOTS
from tabletown.rules.bots.levels import choose
from tabletown.rules.core.game import Action, total_points
from tabletown.rules.core.match import Match
from tabletown.rules.core.save_file import Record
from tabletown.rules.core.undo import is_decision
from tabletown.tui.games.sf1906.board import ASKED
from tests.e2e.pty_terminal import ENTER, ESCAPE, Ended, Terminal, program
from tests.e2e.ssh_host import Host, Truth

pytestmark = pytest.mark.skipif(not shutil.which("ssh"), reason="the OpenSSH client is not here")

CUT, KILLED = 5, 9
"""Number of moves after which a connection is cut, and after which the server is killed."""
TRIES, SOON = 5, 5.0
"""Number of times that a move is typed, and seconds before it is typed again."""
PLAYERS = ("Ada", "Ben")
ENOUGH = {"sf1906": 24, "splendor": 24}
"""Number of moves after which a game is left; tests of the server's tables and of the client play them to the end."""
REMATCH = "metropolys"
"""The game that is downloaded, replayed by the local program, and played again."""


class Gathering:
    """The people, each with a terminal, and the game that the server has written down."""

    soon = SOON

    def __init__(self, host: Host, game: str) -> None:
        self.host, self.game = host, game
        self.at: dict[str, Terminal] = {}
        self.seen: dict[Terminal, str] = {}
        """The text on each screen when a player last moved."""

    def close(self) -> None:
        for terminal in self.at.values():
            terminal.close()
        self.truth.close()

    def come(self, name: str, *command: str) -> Terminal:
        """Connect a person for the first time."""
        terminal = self.at[name] = self.host.ssh(name, *command)
        terminal.wait_for("What should other players call you?")
        terminal.keys(name, ENTER)
        return terminal

    def gather(self) -> None:
        """Start a game: Ada opens the table, Ben joins by its code, Wim watches."""
        ada = self.come("Ada")
        ada.wait_for("You are Ada")
        ada.keys("n")
        ada.wait_for("New table")
        for before in range(rules.GAMES.index(self.game)):
            ada.wait_for(f"< {rules.load(rules.GAMES[before]).TITLE} >")
            ada.keys("right")
        ada.wait_for(f"< {rules.load(self.game).TITLE} >")
        ada.keys(ENTER)
        ada.wait_for("1 seat open")
        self.truth = Truth(self.host)
        self.code = self.truth.code()
        self.come("Ben", "join", self.code.lower()).wait_for("Waiting for Ada to start")
        self.come("Wim", "watch", self.code).wait_for("Watching: Wim")
        ada.wait_for("All seats taken")
        ada.keys("s")
        for terminal in self.at.values():
            terminal.wait_for("turn")

    def back(self, name: str) -> None:
        """Connect a person again, who is back at the table."""
        self.at[name].close()
        self.at[name] = self.host.ssh(name, *(("watch", self.code) if name == "Wim" else ()))

    def play(self, plies: int) -> None:
        """Play up to that number of moves, each typed by the player to move, or to the end; check all screens."""
        while (match := self.truth.match()).player is not None and len(match.log) < plies:
            ply, name = len(match.log), PLAYERS[match.player]
            action = choose(self.game, match.game.observe(match.state, match.player), "greedy", f"{ply}", None).action
            if not self.spent(self.at[name], match):
                self.move(self.at[name], match, action)
            assert self.truth.match().log[ply] == action, (self.truth.match().log[ply], action)
            for terminal in self.at.values():
                while terminal.read(0):
                    pass

    def spent(self, terminal: Terminal, match: Match) -> bool:
        """Wait for the only choice within a turn of 1906, which the client plays unless it has just come back."""
        ply = len(match.log)
        if self.game == "sf1906" and not is_decision(match, ply) and match.state.step not in ASKED:
            with suppress(AssertionError):
                terminal.wait_for(lambda: self.written(ply), patience=self.soon)
        return self.written(ply)

    def move(self, terminal: Terminal, match: Match, action: Action) -> None:
        """Play an action, typed in the log's notation."""
        self.type(terminal, match.game.notation(match.state, action), len(match.log))

    def type(self, terminal: Terminal, move: str, ply: int) -> None:
        """Type a move; who does so just before the screen changes closes the line and types again."""
        for again in range(TRIES):
            seen = "" if again else self.seen.get(terminal)
            try:
                terminal.wait_for(lambda seen=seen: asked(terminal) and terminal.text != seen, "a turn", self.soon)
                self.seen[terminal] = terminal.text
                terminal.keys(f":{move}{ENTER}")
                return terminal.wait_for(lambda: self.written(ply), f"{move} to be written down", self.soon)
            except AssertionError:
                if again == TRIES - 1 or not terminal.child.isalive():
                    raise
                terminal.keys(ESCAPE)
                if self.written(ply):
                    return None

    def read_the_score(self) -> None:
        """Wait until everyone has the totals on screen."""
        match = self.truth.match()
        totals = [str(total_points(parts)) for parts in match.game.score(match.state)]
        for terminal in self.at.values():
            terminal.wait_for(lambda terminal=terminal: sheet(terminal) == ["Total", *totals], "the score sheet")

    def download(self, file: Path) -> None:
        """Fetch the finished game as Ben, and let the local program replay it."""
        ssh = ["ssh", *self.host.to("Ben", "-p", str(self.host.port)), "127.0.0.1"]
        listed = self.host.run(*ssh, "games").stdout
        number = listed.splitlines()[1].split()[0]
        file.write_text(self.host.run(*ssh, "game", number).stdout)
        assert Record.load(file, BOTS)[0].log == self.truth.match().log
        replayed = self.host.run(*program(), "replay", str(file), "--plain")
        assert replayed.returncode == 0 and all(name in replayed.stdout for name in PLAYERS)

    def rematch(self) -> None:
        """Play again at a new table, where the next player goes first."""
        self.at["Ada"].keys("r")
        self.at["Ben"].wait_for("Ada offers a rematch.")
        self.at["Ben"].keys("y")
        self.at["Ben"].wait_for("Your turn")
        self.at["Ada"].wait_for("Ben's turn")
        assert self.truth.code() != self.code

    def written(self, ply: int) -> bool:
        return len(self.truth.match().log) > ply


def asked(terminal: Terminal) -> bool:
    """Does the screen ask for an action? With the cursor on a player, Enter does something else."""
    return "Your turn" in terminal.rows[0] and any(key in terminal.rows[-1] for key in ("Enter Play", ": Type move"))


def sheet(terminal: Terminal) -> list[str]:
    """The last line of the score sheet."""
    return next((row.split() for row in terminal.rows if "Total" in row), [])


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    with Host(tmp_path) as host:
        yield host
        print(host.log)  # for anyone who looks into a failure
        assert "Traceback" not in host.log


@pytest.mark.slow
@pytest.mark.parametrize("game", rules.GAMES)
def test_a_whole_game_together(host: Host, game: str) -> None:
    """A player loses the connection and returns; the server is killed and restarted; the game continues to its end."""
    people = Gathering(host, game)
    try:
        people.gather()
        people.play(CUT)
        people.at["Ada"].kill(signal.SIGKILL)
        people.at["Ben"].wait_for("Ada is away")
        people.back("Ada")
        people.play(KILLED)
        host.kill()
        for terminal in people.at.values():
            with pytest.raises(Ended):
                terminal.wait_for("what never comes")
        host.start()
        for name in list(people.at):
            people.back(name)
        people.play(ENOUGH.get(game, 10_000))
        if game not in ENOUGH:
            people.read_the_score()
        if game == REMATCH:
            people.download(host.folder / "game")
            people.rematch()
        people.at["Ada"].keys("q")
        people.at["Ada"].wait_for("You are Ada")
        people.at["Ada"].keys("q")
        assert people.at["Ada"].exit_code() == 0
    finally:
        people.close()
