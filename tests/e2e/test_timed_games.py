"""Games over SSH in simulated time: live to the flag, abandoned by a player, slow over days; then mute and ban."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletown.tui.protocol.clocks import CLOCKS, DAY, NONE
from tabletown.tui.server.limits import Times
from tabletown.tui.server.store import Store
from tests.e2e.pty_terminal import ENTER, Terminal, program
from tests.e2e.ssh_host import Host

pytestmark = [
    pytest.mark.skipif(not shutil.which("ssh"), reason="the OpenSSH client is not here"),
    pytest.mark.slow,
]


class TimedHost(Host):
    """A server whose clock of the tables goes forward by command."""

    passed = 0.0

    def pass_time(self, seconds: float) -> None:
        self.passed += seconds
        part = self.folder / "clock.part"
        part.write_text(str(self.passed))
        part.rename(self.folder / "clock")

    def table(self) -> str:
        """Code of the newest table."""
        store = Store(self.data / "tabletown.db")
        code = store.load()[-1].code
        store.close()
        return code

    def ratings(self) -> dict[str, float]:
        """Ratings of the players in Splendor, by name."""
        store = Store(self.data / "tabletown.db")
        names = store.names([1, 2])
        ratings = {names[number]: rating.value for number, rating in store.ratings("splendor", [1, 2]).items()}
        store.close()
        return ratings

    def admin(self, *command: str) -> str:
        return self.run(*program(), "admin", "--data", str(self.data), *command).stdout


@pytest.fixture
def host(tmp_path: Path) -> Iterator[TimedHost]:
    with TimedHost(tmp_path, module="tests.e2e.timed_server") as host:
        yield host
        print(host.log)  # for anyone who looks into a failure
        assert "Traceback" not in host.log


def arrive(host: Host, name: str) -> Terminal:
    """A person in the lobby for the first time."""
    terminal = host.ssh(name)
    terminal.wait_for("What should other players call you?")
    terminal.keys(name, ENTER)
    terminal.wait_for(f"You are {name}")
    return terminal


def chosen(terminal: Terminal) -> str:
    """The row of a form with the cursor."""
    return next((row for row in terminal.rows if "▸" in row), "")


def start_game(host: TimedHost, ada: Terminal, ben: Terminal, clock: str = NONE) -> str:
    """Ada opens a table with that clock, Ben joins by its code, and the game starts; return the code."""
    ada.keys("n")
    ada.wait_for("▸ Game")  # else the first row would look like an answer to a key
    while "Everyone has all the time they need" not in ada.text:
        before = chosen(ada)
        ada.keys("down")
        ada.wait_for(lambda before=before: chosen(ada) != before, "the next row")  # type: ignore[misc]
    for control in list(CLOCKS.values())[: [NONE, *CLOCKS].index(clock)]:
        ada.keys("right")
        ada.wait_for(control.meaning[:20])
    ada.keys(ENTER)
    ada.wait_for("1 seat open")
    code = host.table()
    ben.keys("c")
    ben.wait_for("Table code")
    ben.keys(code, ENTER)
    ada.wait_for("All seats taken")
    ada.keys("s")
    ben.wait_for("Ada's turn")
    ada.wait_for("Your turn")
    return code


def abandon(host: TimedHost, ada: Terminal, ben: Terminal) -> Terminal:
    """Ada goes away from a game, and a bot gets her seat by vote, in the end for good; Ben ends the game, unrated.

    Returns Ada's terminal when she is back.
    """
    code, before = start_game(host, ada, ben), host.ratings()
    ada.kill()
    ben.wait_for("Ada is away")
    host.pass_time(Times().reminder + 1)
    ben.wait_for("Ada is away. Let a bot take over?")
    ben.keys("y")
    ben.wait_for("Your turn")
    host.pass_time(Times().gone)
    twice(ben, "G", "again to ask")
    ben.wait_for("forfeits the game")
    after = host.ratings()
    assert after["Ada"] < before["Ada"] and after["Ben"] > before["Ben"]
    twice(ben, "F", "The game closes without a result")
    ben.wait_for("You are Ben")
    assert host.ratings() == after
    ada.close()
    ada = host.ssh("Ada")
    ada.wait_for(f"at table {code}")
    ada.wait_for("You are Ada")
    return ada


def twice(terminal: Terminal, key: str, text: str) -> None:
    """Press a key that asks before it acts, with that text."""
    terminal.keys(key)
    terminal.wait_for(text)
    terminal.keys(key)


def resign(terminal: Terminal) -> None:
    twice(terminal, "R", "again to resign")


def test_live_abandoned_and_slow_games_and_the_operator(host: TimedHost) -> None:
    ada, ben = arrive(host, "Ada"), arrive(host, "Ben")
    start_game(host, ada, ben, "5+5")
    host.pass_time(CLOCKS["5+5"].time + 1)
    ben.wait_for("Ada's time has run out")
    ben.wait_for("Your turn")
    assert "Muted Ben" in host.admin("mute", "Ben")
    ben.wait_for("You cannot chat")
    resign(ben)
    ada.wait_for("Ben resigns")
    resign(ada)
    ada.wait_for("You are Ada")
    ben.wait_for("You are Ben")
    ada = abandon(host, ada, ben)
    start_game(host, ada, ben, "1d")
    ada.keys(f":take wug{ENTER}")
    ben.wait_for("Your turn")
    host.kill()
    host.start()
    ada, ben = host.ssh("Ada"), host.ssh("Ben")
    ben.wait_for("1 game is waiting for you")
    host.pass_time(0.9 * DAY)
    ada.wait_for("You are Ada")
    assert "waiting for you" not in ada.text
    host.kill()
    host.start()
    ada, ben = host.ssh("Ada"), host.ssh("Ben")
    ben.wait_for("1 game is waiting for you")
    host.pass_time(1.1 * DAY)
    ada.wait_for("1 game is waiting for you")
    assert "Banned Ben" in host.admin("ban", "Ben", "--reason", "insults")
    ben.wait_for("insults")
    assert ben.exit_code() == 0
    with host.ssh("Ben") as again:
        again.wait_for("insults")
    for terminal in (ada, ben):
        terminal.close()
