"""Whole games in Chromium: `python -m tests.e2e.browser [GAME] [--screen phone|laptop|large] [--latency]`.

Ada plays in a page, and Ben over SSH at the same table. She types two moves of three, and makes the third by clicks or
touches alone. Her connection is lost, the server is killed, and she comes back each time. Pictures of the page are left
in the folder `--pictures`.
`--latency` compares the time from a key to its paint with that over SSH, key by key in turn. It needs Chromium and the
package `playwright`, which the other tests do without.
"""

from __future__ import annotations

import argparse
import shutil
import socket
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory, gettempdir
from threading import Thread
from time import monotonic
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tabletown import rules
from tabletown.rules.core.game import Action
from tabletown.rules.core.match import Match
from tests.e2e.mouse_player import PLAY, Spot, clicks
from tests.e2e.pty_terminal import ENTER, ESCAPE, PATIENCE, Terminal
from tests.e2e.ssh_host import Host
from tests.e2e.ssh_window import SshWindow
from tests.e2e.test_online_games import Gathering, asked
from tests.tui.server.bench import QUIET

SCREENS: dict[str, dict[str, Any]] = {
    "phone": {
        "viewport": {"width": 390, "height": 664},
        "device_scale_factor": 2,
        "has_touch": True,
        "is_mobile": True,
    },
    "laptop": {"viewport": {"width": 1280, "height": 800}},
    "large": {"viewport": {"width": 1920, "height": 1080}},
}
NAMES = {ENTER: "Enter", ESCAPE: "Escape", "right": "ArrowRight"}
ROWS = "[...Array(terminal.rows).keys()].map(y => terminal.buffer.active.getLine(y).translateToString())"
LOST, KILLED = 4, 8
"""Numbers of moves after which the connection is lost, and after which the server is killed."""
PATIENT = 60.0
"""Seconds to wait for anything in a page, which one processor without a graphics card may draw slowly."""
CALM, CALM_FOOTER = 400, 1000
"""Milliseconds in which a screen that has settled does not change, and a footer, whose keys come last."""
BY_MOUSE = 3
"""Every third of Ada's moves is made by clicks or touches alone."""
KEYS = 100
"""Keys that are timed in each way."""
PRESS = """async ([key, quiet]) => {
    let last = 0, drawn = 0;
    const began = performance.now(), heard = () => { last = performance.now(); };
    const drawing = terminal.onRender(() => { drawn = performance.now(); });
    socket.addEventListener("message", heard);
    send(key);
    while (!last || !drawn || performance.now() - Math.max(last, drawn) < quiet)
        await new Promise((done) => setTimeout(done, 5));
    socket.removeEventListener("message", heard);
    drawing.dispose();
    return [last - began, drawn - began];
}"""
"""The milliseconds from a key to the last byte of its paint in the page, and until it is drawn there."""
UNDRAWN = """(() => {
    const plain = (row) => row.replaceAll("\\u00a0", " ").trimEnd();
    const held = (y) => plain(terminal.buffer.active.getLine(y).translateToString());
    return [...document.querySelectorAll(".xterm-rows > div")].some((row, y) => plain(row.textContent) !== held(y));
})()"""
"""Does the page show other rows than the terminal holds? Never true where it draws with a graphics card."""
NOTICE = "notice.hidden ? '' : document.getElementById('reason').textContent"
REASON = "document.getElementById('reason').textContent"


class BrowserTerminal:
    """The terminal of a page, used as `Terminal` is."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.child = self
        self.touched: bool = page.evaluate("!keys.hidden")
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
        """Press keys; a colon starts a move to type."""
        for key in keys:
            if key.startswith(":"):
                self.type_move(key[1:].rstrip(ENTER))
            elif key in NAMES:
                self.page.keyboard.press(NAMES[key])
            else:
                self.page.keyboard.type(key.rstrip(ENTER))
                if key.endswith(ENTER):
                    self.page.keyboard.press("Enter")

    def type_move(self, move: str) -> None:
        """Type a move into its line, once that is open: the position before may still be on its way to the page.

        On a phone every second one is typed with the page's own keys for the line and for Enter.
        """
        self._moves += 1
        self.settle()
        if own_keys := self.touched and self._moves % 2 == 0:
            self.page.get_by_role("button", name="Type").tap()
        else:
            self.page.keyboard.type(":")
        self.wait_for("type a move", patience=PATIENT / 10)
        self.page.keyboard.type(move)
        if own_keys:
            self.page.get_by_role("button", name="Enter").tap()
        else:
            self.page.keyboard.press("Enter")

    def click(self, spot: Spot) -> None:
        """Click on a cell or on words of the screen, or touch them, and wait for the effect: the footer may change.

        Of words that are there twice, the last ones are meant.
        """
        if isinstance(spot, str):
            self.wait_for(spot)
        self.settle(CALM_FOOTER if isinstance(spot, str) else CALM)
        x, y = spot if isinstance(spot, tuple) else self.find(spot)
        box = self.page.locator(".xterm-screen").bounding_box()
        columns, rows = self.size
        assert box
        middle = box["x"] + (x + 0.5) * box["width"] / columns, box["y"] + (y + 0.5) * box["height"] / rows
        before = self.text
        (self.page.touchscreen.tap if self.touched else self.page.mouse.click)(*middle)
        self.wait_for(lambda: self.text != before, f"an effect of a click on {spot}")

    def picture(self, path: Path) -> None:
        """Keep a picture of the page, once it has drawn what the terminal holds."""
        self.settle(CALM_FOOTER)
        self.wait_for(lambda: not self.page.evaluate(UNDRAWN), "the page to draw its terminal")
        self.page.screenshot(path=path)

    def find(self, words: str) -> tuple[int, int]:
        """Column and row of the last place where words are."""
        return next((row.index(words), y) for y, row in reversed([*enumerate(self.rows)]) if words in row)

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        columns, rows = self.page.evaluate("[terminal.cols, terminal.rows]")
        return columns, rows

    def shows_a_move(self) -> bool:
        """True while the line above the footer says what Enter would do."""
        return self.rows[-2].lstrip().startswith("Enter ")

    def settle(self, calm: float = CALM) -> None:
        """Wait until the screen stays as it is, so that a click does not land on what takes the place of its words."""
        before = ""
        while before != (before := self.text):
            self.page.wait_for_timeout(calm)

    def wait_for(self, expected: str | Callable[[], object], what: str = "", patience: float = PATIENT) -> None:
        """Wait until a text is on the screen, or something holds."""
        end = monotonic() + patience
        while not (expected in self.text if isinstance(expected, str) else expected()):
            assert monotonic() < end, f"waiting for {what or expected!r}:\n{self.text}"
            self.page.wait_for_timeout(40)

    def lose(self, end: Callable[[], None]) -> None:
        """Let something end the connection, and wait until the page says so."""
        self.page.evaluate(f"{REASON} = ''")
        end()
        self.wait_for(lambda: "connecting again" in self.page.evaluate(REASON), "a notice")

    def returned(self) -> None:
        """Wait until the page has connected again."""
        self.wait_for(lambda: not self.page.evaluate(NOTICE), "a connection")
        self.wait_for("turn")


class BrowserGathering(Gathering):
    """Ada plays in a page, and the others over SSH."""

    soon = PATIENT / 2

    def __init__(self, host: Host, game: str, page: Page, url: str) -> None:
        super().__init__(host, game)
        self.page, self.url = page, url
        self.clicked = self._moves = 0
        """Numbers of Ada's moves that were made by clicks alone, and of all."""

    @property
    def ada(self) -> BrowserTerminal:
        ada: Any = self.at["Ada"]
        assert isinstance(ada, BrowserTerminal)
        return ada

    def come(self, name: str, *command: str) -> Any:
        if name != "Ada":
            return super().come(name, *command)
        self.page.goto(self.url)
        terminal: Any = BrowserTerminal(self.page)
        self.at[name] = terminal
        terminal.wait_for("What should other players call you?")
        terminal.keys(name, ENTER)
        return terminal

    def move(self, terminal: Terminal, match: Match, action: Action) -> None:
        """Play an action: one of Ada's in three by clicks on the board and the footer."""
        if terminal is not self.at["Ada"]:
            return super().move(terminal, match, action)
        self._moves += 1
        if self._moves % BY_MOUSE:
            return super().move(terminal, match, action)
        ply, spots = len(match.log), clicks(match, action, self.ada.size)
        terminal.wait_for(lambda: asked(terminal), "a turn")
        for spot in spots:
            self.ada.click(spot)
        terminal.wait_for(lambda: self.written(ply) or self.ada.shows_a_move(), f"an effect of clicks on {spots}")
        if not self.written(ply):  # the cursor was elsewhere, so that the last click has only shown the move
            self.ada.click(PLAY)
        terminal.wait_for(lambda: self.written(ply), f"{action} to be written down after clicks on {spots}")
        self.clicked += 1
        return None


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


def play(browser: Browser, game: str, screen: str, folder: Path, pictures: Path) -> str:
    """A whole game; return a line about it."""
    began = monotonic()
    errors: list[str] = []
    with town(folder) as (host, port), closing(Relay(port)) as relay:
        context = browser.new_context(**SCREENS[screen])
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        people = BrowserGathering(host, game, page, f"http://127.0.0.1:{relay.port}/")
        try:
            people.gather()
            people.play(LOST)
            people.ada.lose(relay.cut)
            people.ada.returned()
            people.play(KILLED)
            people.ada.picture(pictures / f"{game}-{screen}-table.png")
            people.ada.lose(host.kill)
            host.start()
            people.back("Ben")
            people.back("Wim")
            people.ada.returned()
            people.play(10_000)
            people.read_the_score()
            people.ada.picture(pictures / f"{game}-{screen}-result.png")
            size, moves = people.ada.size, len(people.truth.match().log)
        finally:
            people.close()
            context.close()
        assert "Traceback" not in host.log and not errors, (host.log, errors)
    seconds = monotonic() - began
    return (
        f"{game}, {screen}: a whole game of {moves} moves, {people.clicked} by clicks alone, "
        f"in a window of {size[0]} by {size[1]}, {seconds:.0f} s"
    )


def latency(browser: Browser, folder: Path) -> str:
    """The median time from a key to its paint in a page and over SSH, measured in turn, with their ratio."""
    ways = [f"\x1b[{way}" for way in "CBAD"]  # another game and back; each key changes the form
    with town(folder) as (host, port):
        page = browser.new_context(**SCREENS["laptop"]).new_page()
        page.goto(f"http://127.0.0.1:{port}/")
        ada = BrowserTerminal(page)
        ada.wait_for("What should other players call you?")
        ada.keys("Ada", ENTER)
        ada.wait_for("You are Ada")
        ada.keys("n")
        ada.wait_for("New table")
        with SshWindow(host.port, ada.size) as window:
            times = [
                (*page.evaluate(PRESS, [way, QUIET * 1000]), window.press(way))
                for way in (ways[n % len(ways)] for n in range(KEYS))
            ]
    in_page, drawn, over_ssh = map(median, zip(*times, strict=True))
    return (
        f"key to paint: {in_page:.1f} ms in a page, {over_ssh:.1f} ms over SSH ({in_page / over_ssh:.2f}); "
        f"{drawn:.1f} ms until the page has drawn it"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", choices=[*rules.GAMES, []], help="games to play (default: all)")
    parser.add_argument("--screen", choices=SCREENS, action="append", help="sizes of the screen (default: all)")
    parser.add_argument("--latency", action="store_true", help="compare the time from a key to its paint with SSH")
    parser.add_argument("--pictures", type=Path, default=Path(gettempdir()), help="folder for pictures of the page")
    chosen = parser.parse_args()
    with sync_playwright() as playwright, TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        if chosen.latency:
            return print(latency(browser, Path(folder)))
        for screen in chosen.screen or SCREENS:
            for game in chosen.game or rules.GAMES:
                own = Path(folder, f"{game}-{screen}")
                own.mkdir()
                print(play(browser, game, screen, own, chosen.pictures), flush=True)
    return None


if __name__ == "__main__":
    main()
