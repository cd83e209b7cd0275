"""Whole games in Chromium: `python -m tests.e2e.browser [GAME] [--screen phone|laptop|large] [--latency]`.

Ada plays in a page, with keys and the mouse, and Ben over SSH at the same table. Her connection is lost, the server is
killed, and she comes back each time. `--latency` compares the time from a key to its paint with that over SSH. It needs
Chromium and the package `playwright`, which the other tests do without.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Thread
from time import monotonic, perf_counter
from typing import Any

import asyncssh
from playwright.sync_api import Browser, Page, sync_playwright

from tabletown import rules
from tests.e2e.pty_terminal import ENTER, ESCAPE, PATIENCE
from tests.e2e.ssh_host import Host
from tests.e2e.test_online_games import Gathering
from tests.tui.server.bench import QUIET, SETTLED, Seat

SCREENS: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "laptop": {"viewport": {"width": 1280, "height": 800}},
    "large": {"viewport": {"width": 1920, "height": 1080}},
}
NAMES = {ENTER: "Enter", ESCAPE: "Escape", "right": "ArrowRight"}
ROWS = "[...Array(terminal.rows).keys()].map(y => terminal.buffer.active.getLine(y).translateToString())"
LOST, KILLED = 4, 8
"""Numbers of moves after which the connection is lost, and after which the server is killed."""
KEYS = 40
"""Keys that are timed."""
PRESS = """async ([key, quiet]) => {
    let last = 0;
    const began = performance.now(), heard = () => { last = performance.now(); };
    socket.addEventListener("message", heard);
    send(key);
    while (!last || performance.now() - last < quiet) await new Promise((done) => setTimeout(done, 5));
    socket.removeEventListener("message", heard);
    return last - began;
}"""
"""The milliseconds from a key to the last byte of its paint in the page."""


class BrowserTerminal:
    """The terminal of a page, used as `Terminal` is."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.child = self
        self._moves = 0

    def isalive(self) -> bool:
        return not self.page.is_closed()

    def close(self, force: bool) -> None:
        self.page.close()

    def read(self, timeout: float) -> bytes:
        return b""

    @property
    def rows(self) -> list[str]:
        rows: list[str] = self.page.evaluate(ROWS)
        return rows

    @property
    def text(self) -> str:
        return "\n".join(self.rows)

    def keys(self, *keys: str) -> None:
        """Press keys; the line for every second move is opened by a click on its key in the footer."""
        for key in keys:
            if key.startswith(":") and self._moves % 2:
                self.click("Type move")
                self.wait_for("type a move")
                self.page.keyboard.type(key[1:].rstrip(ENTER))
                self.page.keyboard.press("Enter")
            elif key in NAMES:
                self.page.keyboard.press(NAMES[key])
            else:
                self.page.keyboard.type(key.rstrip(ENTER))
                if key.endswith(ENTER):
                    self.page.keyboard.press("Enter")
            self._moves += key.startswith(":")

    def click(self, words: str) -> None:
        """Click on the first of some words on the screen."""
        y, x = next((y, row.index(words)) for y, row in reversed([*enumerate(self.rows)]) if words in row)
        box = self.page.locator(".xterm-screen").bounding_box()
        columns, rows = self.page.evaluate("[terminal.cols, terminal.rows]")
        assert box
        self.page.mouse.click(
            box["x"] + (x + 0.5) * box["width"] / columns, box["y"] + (y + 0.5) * box["height"] / rows
        )

    def wait_for(self, expected: str | Callable[[], object], what: str = "", patience: float = PATIENCE) -> None:
        """Wait until a text is on the screen, or something holds."""
        end = monotonic() + patience
        while not (expected in self.text if isinstance(expected, str) else expected()):
            assert monotonic() < end, f"waiting for {what or expected!r}:\n{self.text}"
            self.page.wait_for_timeout(20)


class BrowserGathering(Gathering):
    """Ada plays in a page, and the others over SSH."""

    def __init__(self, host: Host, game: str, page: Page, url: str) -> None:
        super().__init__(host, game)
        self.page, self.url = page, url

    def come(self, name: str, *command: str) -> Any:
        if name != "Ada":
            return super().come(name, *command)
        self.page.goto(self.url)
        terminal: Any = BrowserTerminal(self.page)
        self.at[name] = terminal
        terminal.wait_for("What should other players call you?")
        terminal.keys(name, ENTER)
        return terminal


class Relay:
    """Passes connections on to a port, until they are cut."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._ends: list[socket.socket] = []
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                try:
                    far = socket.create_connection(("127.0.0.1", self._target))
                except OSError:
                    near.close()
                    continue
                self._ends += near, far
                for source, sink in ((near, far), (far, near)):
                    Thread(target=self._pass_on, args=(source, sink), daemon=True).start()

    def _pass_on(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(1 << 16):
                sink.sendall(data)
        self._close(source, sink)

    def _close(self, *ends: socket.socket) -> None:
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def cut(self) -> None:
        """End all connections, as a network does."""
        self._close(*self._ends)

    def close(self) -> None:
        self._close(self._listening)
        self._listening.close()
        self.cut()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def town(folder: Path) -> Iterator[tuple[Host, int]]:
    """A server for browsers too, and its port."""
    port = free_port()
    with Host(folder, "--web", f"127.0.0.1:{port}") as host:
        end = monotonic() + PATIENCE
        while socket.socket().connect_ex(("127.0.0.1", port)):
            assert monotonic() < end, host.log
        yield host, port


def play(browser: Browser, game: str, screen: str, folder: Path) -> str:
    """A whole game; return a line about it."""
    began = monotonic()
    errors: list[str] = []
    with town(folder) as (host, port), closing(Relay(port)) as relay:
        url = f"http://127.0.0.1:{relay.port}/"
        context = browser.new_context(**SCREENS[screen])
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        people = BrowserGathering(host, game, page, url)
        try:
            people.gather()
            people.play(LOST)
            relay.cut()
            page.get_by_text("connecting again").wait_for()
            page.get_by_text("connecting again").wait_for(state="hidden")
            people.at["Ada"].wait_for("turn")
            people.play(KILLED)
            host.kill()
            page.get_by_text("connecting again").wait_for()
            host.start()
            people.back("Ben")
            people.back("Wim")
            for terminal in people.at.values():
                terminal.wait_for("turn")
            people.play(10_000)
            people.read_the_score()
            page.screenshot(path=folder.parent / f"tabletown-{game}-{screen}.png")
            size = page.evaluate("[terminal.cols, terminal.rows]")
            moves = len(people.truth.match().log)
        finally:
            people.close()
            context.close()
        assert "Traceback" not in host.log and not errors, (host.log, errors)
    seconds = monotonic() - began
    return f"{game}, {screen}: a whole game of {moves} moves in a window of {size[0]} by {size[1]}, {seconds:.0f} s"


def latency(browser: Browser, folder: Path) -> str:
    """The median time from a key to its paint in a page and over SSH, with their ratio."""
    ways = [f"\x1b[{way}" for way in "CCBDBCADAD"]
    with town(folder) as (host, port):
        page = browser.new_context(**SCREENS["laptop"]).new_page()
        page.goto(f"http://127.0.0.1:{port}/")
        ada = BrowserTerminal(page)
        ada.wait_for("What should other players call you?")
        ada.keys("Ada", ENTER)
        ada.wait_for("You are Ada")
        ada.keys("n")
        ada.wait_for("New table")
        columns, rows = page.evaluate("[terminal.cols, terminal.rows]")
        in_page = median(page.evaluate(PRESS, [ways[n % len(ways)], QUIET * 1000]) for n in range(KEYS))
        over_ssh = asyncio.run(ssh_latency(host.port, ways, (columns, rows)))
    return f"key to paint: {in_page:.1f} ms in a page, {over_ssh:.1f} ms over SSH ({in_page / over_ssh:.2f})"


async def ssh_latency(port: int, ways: Sequence[str], size: tuple[int, int]) -> float:
    """The same over SSH, in the form for a new table too."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    options: dict[str, Any] = {"known_hosts": None, "client_keys": [key], "agent_path": None, "config": None}
    async with asyncssh.connect("127.0.0.1", port, username="x", **options) as conn:
        asked: dict[str, Any] = {"term_type": "xterm-256color", "term_size": size, "encoding": None}
        seat = Seat()
        channel, _ = await conn.create_session(lambda: seat, env={"COLORTERM": "truecolor"}, **asked)
        times = []
        for first in ("", "Ben\r", "n"):
            channel.write(first.encode())
            await seat.paint(SETTLED)
            seat.painted.clear()
        for n in range(KEYS):
            seat.painted.clear()
            began = perf_counter()
            channel.write(ways[n % len(ways)].encode())
            times.append((await seat.paint(QUIET) - began) * 1000)
    return median(times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", choices=[*rules.GAMES, []], help="games to play (default: all)")
    parser.add_argument("--screen", choices=SCREENS, action="append", help="sizes of the screen (default: all)")
    parser.add_argument("--latency", action="store_true", help="compare the time from a key to its paint with SSH")
    chosen = parser.parse_args()
    with sync_playwright() as playwright, TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        if chosen.latency:
            return print(latency(browser, Path(folder)))
        for screen in chosen.screen or SCREENS:
            for game in chosen.game or rules.GAMES:
                own = Path(folder, f"{game}-{screen}")
                own.mkdir()
                print(play(browser, game, screen, own), flush=True)
    return None


if __name__ == "__main__":
    main()
