"""The guide for hosts of a server, followed word for word in folders of the test, without the installation."""

from __future__ import annotations

import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from tabletown.tui.cli.main import main
from tabletown.tui.server.player_names import folded
from tabletown.tui.server.store import Store
from tests.e2e.pty_terminal import PATIENCE, ROOT, environment

GUIDE = (ROOT / "tui" / "server" / "README.md").read_text(encoding="utf-8")
OTHERS = {
    *("--for", "--reason", "--json", "--all", "--now"),
    *("--owner", "--encoding", "--template", "--format", "--file", "--install-missing", "--clean", "--if-exists"),
    *("--dbname", "--hosts", "--pace", "--cores", "--latency"),
}
"""Options of other commands, or of single commands of `admin`."""
REFUSED = {"kick": "there is no session of ", "remove": "no table", "cancel-tournament": "no tournament 7"}
"""Commands of the guide about what is not there in the test, with words of their refusal."""


def block_with(words: str, language: str = "") -> str:
    """The block of the guide that contains these words."""
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE)
    [text] = [text for kind, text in blocks if kind == language and words in text]
    return str(text)


class Machine:
    """The folders of the guide, in a folder of the test."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.data = folder, folder / "data"
        program = folder / "opt" / "bin" / "tabletown"
        program.parent.mkdir(parents=True)
        program.write_text(f'#!/bin/sh\ncd {ROOT}\nexec {sys.executable} -m tabletown "$@"\n')
        program.chmod(0o755)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.metrics = free.getsockname()[1]

    def local(self, commands: str) -> str:
        """Commands of the guide for this machine."""
        for path, local in (
            ("/opt/tabletown", str(self.folder / "opt")),
            ("/var/lib/tabletown", str(self.data)),
            ("0.0.0.0:2222", f"127.0.0.1:0 --metrics {self.metrics}"),
            ("127.0.0.1:9464", f"127.0.0.1:{self.metrics}"),
            ("sudo ", ""),
        ):
            commands = commands.replace(path, local)
        return commands

    def run(self, commands: str) -> tuple[int, str]:
        """Exit code and output of commands of the guide, all in one shell."""
        done = subprocess.run(
            ["bash", "-O", "expand_aliases", "-c", self.local(commands)], env=environment(), cwd=self.folder, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=PATIENCE,
        )  # fmt: skip
        return done.returncode, done.stdout

    @contextmanager
    def serving(self) -> Iterator[None]:
        """The server, as the guide starts it, which ends well."""
        command = next(line for line in block_with("--listen").splitlines() if " serve " in line)
        server = subprocess.Popen(
            ["bash", "-c", f"exec {self.local(command)}"], env=environment(), stdout=subprocess.PIPE, text=True
        )
        try:
            assert server.stdout and server.stdout.readline().startswith("Listening on")
            yield
        finally:
            server.send_signal(signal.SIGTERM)
            code = server.wait(PATIENCE)
        assert code == 0


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    machine = Machine(tmp_path)
    machine.data.mkdir(mode=0o700)
    store = Store(machine.data / "tabletown.db")
    for name in ("Ada", "Rude Name"):
        store.name_player(f"SHA256:{name}", name, folded(name))
    store.close()
    yield machine


@pytest.mark.slow
def test_the_guide_can_be_followed_word_for_word(machine: Machine) -> None:
    """Start, administration, metrics, backup, restart, check and restoring."""
    alias, *commands = block_with("alias town").splitlines()
    with machine.serving():
        for command in commands:
            code, output = machine.run(f"{alias}\n{command}")
            refusal = REFUSED.get(command.split()[1], "")
            assert bool(code) == bool(refusal) and refusal.lower() in output.lower(), (command, output)
        code, output = machine.run(block_with("curl"))
        assert code == 0 and "tabletown_sessions 0.0" in output and output.endswith("ok\n"), output
    code, output = machine.run(block_with("--check"))
    assert code == 0 and "in order: 2 players" in output, output
    restore = next(line for line in block_with("--restore").splitlines() if "--restore" in line)
    code, output = machine.run(restore)
    assert code == 0 and "has replaced the database" in output, output
    with machine.serving():
        assert "Player 7" in machine.run(f"{alias}\ntown log")[1]


def test_the_options_of_the_guide_exist() -> None:
    helps = CliRunner().invoke(main, ["serve", "--help"], terminal_width=200).output
    helps += CliRunner().invoke(main, ["online", "--help"], terminal_width=200).output
    helps += CliRunner().invoke(main, ["admin", "--help"], terminal_width=200).output
    named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", GUIDE))
    assert {option for option in named - OTHERS if not re.search(rf"{option}\b", helps)} == set()


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not here")
def test_the_unit_is_one_that_systemd_accepts(tmp_path: Path) -> None:
    unit = tmp_path / "tabletown.service"
    unit.write_text(Machine(tmp_path).local(block_with("[Unit]", "ini")))
    done = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, timeout=PATIENCE)
    faults = [line for line in done.stderr.splitlines() if "tabletown.service" in line]
    assert done.returncode == 0 and faults == [], done.stderr
