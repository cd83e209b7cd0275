"""Services that a server offers the OpenSSH client, and those that it refuses."""

from __future__ import annotations

import shutil
import socket
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tabletown.rules.bots.level_descriptions import BOTS
from tabletown.rules.core.match import Match, Seat
from tabletown.rules.core.save_file import Record
from tabletown.tui.server.store import Ended, Result, Store
from tabletown.tui.server.stored_table import StoredTable
from tabletown.tui.server.tables import views
from tests.e2e.pty_terminal import program
from tests.e2e.ssh_host import Host
from tests.rules.random_play import random_action

pytestmark = pytest.mark.skipif(not shutil.which("ssh"), reason="the OpenSSH client is not here")


COMMANDS = "Commands: join CODE, watch CODE (six letters), games, games --all, game NUMBER."


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with Host(tmp_path_factory.mktemp("host")) as host:
        yield host
        assert "Traceback" not in host.log


@pytest.mark.parametrize("command", ["sh", "ls -l", "join abc", "join abcdef; sh", "env", "tabletown"])
def test_there_is_no_other_command(host: Host, command: str) -> None:
    for terminal in ("-T", "-tt"):
        done = host.run("ssh", *host.to("ada", terminal, "-p", str(host.port)), "127.0.0.1", command)
        assert done.returncode == 2
        assert (done.stdout + done.stderr).strip().endswith(COMMANDS)


def test_without_a_terminal_there_is_a_sentence(host: Host) -> None:
    done = host.run("ssh", *host.to("ada", "-T", "-p", str(host.port)), "127.0.0.1", "join abcdef")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.strip() == "No terminal: add -t, as in ssh -t HOST join ABCDEF"


def test_no_files_go_either_way(host: Host) -> None:
    file = host.folder / "file"
    file.write_text("x")
    port = ["-P", str(host.port)]
    for command in (
        ["sftp", *host.to("ada", *port), "127.0.0.1"],
        ["scp", *host.to("ada", *port), str(file), "127.0.0.1:"],
        ["scp", *host.to("ada", "-O", *port), str(file), "127.0.0.1:"],
        ["scp", *host.to("ada", *port), "127.0.0.1:/etc/passwd", str(file)],
    ):
        assert host.run(*command).returncode, command
    assert file.read_text() == "x"


def test_nothing_is_forwarded(host: Host) -> None:
    """From here to there, from there to here, by sockets of both kinds."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        to = f"127.0.0.1:{listener.getsockname()[1]}"
        port = ["-p", str(host.port)]
        strict = ["-N", "-o", "ExitOnForwardFailure=yes", *port]
        for options in (["-W", to, *port], ["-R", f"127.0.0.1:0:{to}", *strict], ["-R", f"/tmp/none:{to}", *strict]):
            done = host.run("ssh", *host.to("ada", *options), "127.0.0.1")
            assert done.returncode == 255, options
        listener.settimeout(0)
        with pytest.raises(BlockingIOError):
            listener.accept()


def test_who_has_no_key_is_not_let_in(host: Host) -> None:
    done = host.run("ssh", *host.to("", "-tt", "-p", str(host.port)), "127.0.0.1")
    assert done.returncode == 255
    assert "Permission denied (publickey)" in done.stderr


@pytest.mark.slow
def test_a_second_server_with_the_same_folder_is_refused(host: Host) -> None:
    done = host.run(*program(), "serve", "--data", str(host.data), "--listen", "127.0.0.1:0")
    assert done.returncode == 2
    assert "another server is using" in done.stderr


@pytest.mark.slow_unless(options=[["--listen", "2222"], ["--data", "/dev/null/x"]])
@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--listen", "2222"], "--listen takes ADDRESS:PORT, e.g. 127.0.0.1:2222, not '2222'"),
        (["--listen", "127.0.0.1:99999"], "--listen takes ADDRESS:PORT"),
        (["--listen", "192.0.2.1:2222"], "cannot listen on 192.0.2.1:2222: "),
        (["--allow", "nowhere"], "cannot read nowhere: No such file or directory"),
        (["--data", "/dev/null/x"], "/dev/null/x: Not a directory"),
        (["--data", "x" * 120], "is too long for a socket path; use a shorter --data"),
    ],
)
def test_what_cannot_be_served_is_a_sentence(tmp_path: Path, host: Host, options: list[str], sentence: str) -> None:
    done = host.run(*program(), "serve", "--data", str(tmp_path / "d"), "--listen", "127.0.0.1:0", *options)
    assert done.returncode == 2
    assert done.stdout == ""
    line = done.stderr.strip().splitlines()[-1]
    assert line.startswith("tabletown: ") and sentence in line
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_a_damaged_host_key_is_a_sentence(tmp_path: Path, host: Host) -> None:
    key = tmp_path / "host_key"
    key.write_text("damaged")
    key.chmod(0o600)
    done = host.run(*program(), "serve", "--data", str(tmp_path), "--listen", "127.0.0.1:0")
    assert done.returncode == 2
    assert "host_key is damaged or encrypted. Restore a backup" in done.stderr
    assert key.read_text() == "damaged"


@pytest.mark.slow
def test_a_downloaded_game_is_replayed_by_the_local_program(host: Host, tmp_path: Path) -> None:
    store = Store(host.data / "tabletown.db")
    match = Match("splendor", [Seat("Ada", ""), Seat("Ben", "")], {"module": "base"}, 7)
    rng = Random(7)
    while match.player is not None:
        match.act(random_action(rng, match.legal(), by_verb=False))
    table = StoredTable("QWERTY", 1, "over", 0.0, {"game": "splendor"})
    ended = Ended("splendor", views.record(match), [Result(None, name, "", 15, True) for name in ("Ada", "Ben")], {})
    store.played(table, 0, match.log[0], ended)
    [table] = store.load()
    store.remove(table)
    store.close()
    ssh = ["ssh", *host.to("ada", "-C", "-p", str(host.port)), "127.0.0.1"]
    listed = host.run(*ssh, "games", "--all")
    assert (listed.returncode, listed.stderr) == (0, "") and "Ada 15 (won), Ben 15 (won)" in listed.stdout
    number = listed.stdout.splitlines()[1].split()[0]
    file = tmp_path / "game"
    file.write_text(host.run(*ssh, "game", number).stdout)
    assert Record.load(file, BOTS)[0].log == match.log
    replayed = host.run(*program(), "replay", str(file), "--plain")
    assert replayed.returncode == 0 and "Ada" in replayed.stdout
    own = host.run(*ssh, "games")
    assert (own.returncode, own.stdout) == (2, "") and "add --all" in own.stderr
