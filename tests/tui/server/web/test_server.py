"""Play in a browser: cookies, origins, headers, the connection of a page, and plain pages."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, CookieJar, WSMsgType, WSServerHandshakeError
from yarl import URL

from tabletown.tui.protocol.addresses import Address, invitation
from tabletown.tui.server.moderation import is_browser
from tabletown.tui.server.player_keys import label
from tabletown.tui.server.player_names import folded
from tabletown.tui.server.ssh.launchers import ExecLauncher
from tabletown.tui.server.ssh.protocols import Bounds
from tabletown.tui.server.ssh.pty_process import Folders
from tabletown.tui.server.store import Store
from tabletown.tui.server.web.identity import COOKIE, Cookies
from tabletown.tui.server.web.server import BURST, HEADERS, POLICY, WebServer
from tests.tui.server.desk import Server
from tests.tui.server.ssh.ssh_clients import PATIENCE, TALKER, AdmissionDesk
from tests.tui.server.test_archive import add, whole_game


@dataclass
class Listener:
    """What the web server uses of the SSH listener."""

    desk: AdmissionDesk
    start: ExecLauncher
    folders: Folders
    bounds: Bounds


@dataclass
class Town:
    """The parts of the server that pages show."""

    store: Store
    service: Any


class Page:
    """A page with a talker at the other end."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self.socket = socket
        self.heard = ""

    async def until(self, text: str) -> str:
        """Output up to that text."""
        while text not in self.heard:
            self.heard += (await self.socket.receive_bytes(timeout=PATIENCE)).decode()
        before, _, self.heard = self.heard.partition(text)
        return before

    async def ask(self, key: str) -> str:
        await self.socket.send_bytes(key.encode())
        return (await self.until(">")).partition("<")[2]

    async def last_words(self) -> str:
        """The sentence in the closing message."""
        while (message := await self.socket.receive(timeout=PATIENCE)).type is not WSMsgType.CLOSE:
            pass
        return str(message.extra)


@dataclass
class Browser:
    """A client with cookies."""

    server: WebServer
    client: ClientSession

    @property
    def url(self) -> str:
        return f"http://{self.server.address}"

    @asynccontextmanager
    async def page(self, path: str = "/", origin: str = "", size: str = "80 24") -> AsyncIterator[Page]:
        headers = {"Origin": origin or self.url}
        async with self.client.ws_connect(f"{self.url}/terminal?path={path}", headers=headers) as socket:
            await socket.send_str(size)
            yield Page(socket)


@asynccontextmanager
async def opened(folder: Path, bounds: Bounds | None = None, seats: int = 100) -> AsyncIterator[Browser]:
    """A browser at a running server, with its cookie."""
    service = Server(folder).service
    listener = Listener(AdmissionDesk(seats), ExecLauncher(TALKER), Folders(folder / "sessions"), bounds or Bounds())
    server = WebServer(Town(service.store, service), listener, Cookies(folder), Address("127.0.0.1", 0))
    async with server, ClientSession(cookie_jar=CookieJar(unsafe=True)) as client:
        browser = Browser(server, client)
        (await client.get(browser.url)).release()
        yield browser


async def text(browser: Browser, path: str) -> tuple[int, str]:
    async with browser.client.get(f"{browser.url}{path}") as answer:
        return answer.status, await answer.text()


# Cookies


def test_a_cookie_is_always_the_same_player_and_no_other_is_taken(tmp_path: Path) -> None:
    cookies = Cookies(tmp_path)
    cookie, other = cookies.new(), cookies.new()
    identity = Cookies(tmp_path).identity(cookie)
    assert is_browser(identity) and identity not in ("", cookies.identity(other))
    assert cookie.split(".")[0] not in identity and label(identity) == f"browser {identity[8:16]}"
    for wrong in ("", "x", cookie[:-1], f"{other.split('.')[0]}.{cookie.split('.')[1]}"):
        assert cookies.identity(wrong) == ""
    assert (tmp_path / "web_key").stat().st_mode & 0o077 == 0


# The page and its connection


async def test_a_page_talks_to_a_program_of_its_own(tmp_path: Path) -> None:
    async with opened(tmp_path) as browser, browser.page("/join/ABCDEF", size="100 30") as page:
        await page.until("<ready>")
        assert await page.ask("x") == "key x"
        assert json.loads(await page.ask("a")) == [f"--link={browser.url}", "--join=ABCDEF"]
        env = json.loads(await page.ask("e"))
        assert (env["TERM"], env["COLORTERM"], env["TABLETOWN_TICKET"]) == ("xterm-256color", "truecolor", "ticket1")
        assert "PASSWORD" not in env
        await page.socket.send_str("120 36")
        await page.until("<120 by 36>")
        await page.socket.send_bytes(b"q")
        assert await page.last_words() == ""
        desk = browser.server._listener.desk
        assert desk.present == {} and is_browser(desk.admitted[0])


async def test_a_page_that_goes_ends_its_program(tmp_path: Path) -> None:
    async with opened(tmp_path) as browser:
        async with browser.page() as page:
            await page.until("<ready>")
        async with asyncio.timeout(PATIENCE):
            while browser.server.sessions:
                await asyncio.sleep(0.01)
        assert list((tmp_path / "sessions").iterdir()) == []


async def test_the_reason_of_an_end_is_a_sentence(tmp_path: Path) -> None:
    async with opened(tmp_path, seats=1) as browser, browser.page() as first:
        await first.until("<ready>")
        async with browser.page() as second:
            assert await second.last_words() == "All seats are taken."
        await first.socket.send_bytes(b"k")
        assert await first.last_words() == "The session ended unexpectedly. Nothing has been lost."
        async with browser.page() as third:
            await third.until("<ready>")
            stopping = asyncio.create_task(browser.server.stop("The server is shutting down."))
            assert await third.last_words() == "The server is shutting down."
            await stopping


async def test_only_own_pages_with_their_cookie_connect(tmp_path: Path) -> None:
    async with opened(tmp_path) as browser:
        for origin in ("https://elsewhere.example", "null"):
            with pytest.raises(WSServerHandshakeError, match="403"):
                async with browser.page(origin=origin):
                    pass
        for cookie in ("", "forged.cookie"):
            browser.client.cookie_jar.clear()
            browser.client.cookie_jar.update_cookies({COOKIE: cookie}, URL(browser.url))
            with pytest.raises(WSServerHandshakeError, match="403"):
                async with browser.page():
                    pass
        assert browser.server._listener.desk.admitted == []


@pytest.mark.parametrize("size", ["", "80", "80 x", "99999 1", '{"a": 1}'])
async def test_a_page_that_sends_no_size_gets_no_program(tmp_path: Path, size: str) -> None:
    async with opened(tmp_path) as browser, browser.page(size=size) as page:
        assert await page.last_words() == ""
        assert browser.server._listener.desk.admitted == []


async def test_an_address_has_so_many_connections(tmp_path: Path) -> None:
    async with opened(tmp_path, Bounds(nearby=1)) as browser, browser.page() as page:
        await page.until("<ready>")
        with pytest.raises(WSServerHandshakeError, match="503"):
            async with browser.page():
                pass


async def test_a_flood_of_keys_waits(tmp_path: Path) -> None:
    async with opened(tmp_path, Bounds(rate=2000, burst=1000)) as browser, browser.page() as page:
        await page.until("<ready>")
        began = asyncio.get_running_loop().time()
        await page.socket.send_bytes(b"x" * 1400)
        assert await page.ask("y") == "key x" and await page.until("<key y>") is not None
        assert asyncio.get_running_loop().time() - began > 0.15


async def test_a_page_that_takes_no_output_is_dropped(tmp_path: Path) -> None:
    async with opened(tmp_path, Bounds(stall=0.3)) as browser, browser.page() as page:
        await page.until("<ready>")
        await page.socket.send_bytes(b"f")
        async with asyncio.timeout(PATIENCE):
            while browser.server.sessions:
                await asyncio.sleep(0.05)


# Plain pages


async def test_every_answer_has_the_security_headers(tmp_path: Path) -> None:
    async with opened(tmp_path) as browser:
        for path in ("/", "/join/ABCDEF", "/games", "/today", "/nowhere", "/games/7", "/static/terminal.js"):
            async with browser.client.get(f"{browser.url}{path}") as answer:
                assert {name: answer.headers[name] for name in HEADERS} == HEADERS, path
    rules = {name: rest for name, _, rest in (rule.strip().partition(" ") for rule in POLICY.split(";"))}
    assert [rules[name] for name in ("default-src", "frame-ancestors", "base-uri")] == ["'none'"] * 3
    assert [rules[name] for name in ("script-src", "connect-src", "img-src")] == ["'self'"] * 3
    assert HEADERS["X-Content-Type-Options"] == "nosniff" and HEADERS["Referrer-Policy"] == "no-referrer"


async def test_the_cookie_is_kept_from_scripts_and_other_sites(tmp_path: Path) -> None:
    async with opened(tmp_path) as browser:
        for proto, secure in (("https", True), ("http", False)):
            browser.client.cookie_jar.clear()
            proxied = {"X-Forwarded-For": "198.51.100.7", "X-Forwarded-Proto": proto}
            async with browser.client.get(browser.url, headers=proxied) as answer:
                cookie = answer.cookies[COOKIE]
                assert cookie["httponly"] and cookie["samesite"] == "Lax" and bool(cookie["secure"]) == secure
                assert answer.headers["Cache-Control"] == "no-store"
                assert " data-new>" in await answer.text(), "the page shows its keyboard for a name"
        assert " data-new>" not in (await text(browser, "/"))[1]
        async with browser.client.get(f"{browser.url}/games") as answer:
            assert COOKIE not in answer.cookies


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/nowhere", "This page does not exist."),
        ("/join/ABC", "This page does not exist."),
        ("/games/7", "no finished game 7"),
    ],
)
async def test_a_page_that_does_not_exist_has_a_sentence(tmp_path: Path, path: str, sentence: str) -> None:
    async with opened(tmp_path) as browser:
        status, page = await text(browser, path)
        assert status == 404 and sentence in page


async def test_finished_games_are_listed_shown_and_downloaded(tmp_path: Path) -> None:
    async with opened(tmp_path) as browser:
        store, file = browser.server._town.store, whole_game()
        store.name_player("b", "<b>Bo", folded("<b>Bo"))
        add(store, "splendor", file, (1, "<b>Bo", 15), (None, "Greedy", 12))
        add(store, "metropolys", ["{", "[]"], (1, "<b>Bo", 30))
        _, listed = await text(browser, "/games")
        assert "&lt;b&gt;Bo 15 (won), Greedy 12" in listed and "<b>Bo" not in listed
        _, game = await text(browser, "/games/1")
        assert "Splendor" in game and "Ada" in game
        assert await text(browser, "/games/1.jsonl") == (200, "\n".join([*file, ""]))
        assert (await text(browser, "/games/2"))[0] == 404


async def test_the_leaderboard_of_the_day_is_a_page(tmp_path: Path) -> None:
    async with opened(tmp_path) as browser:
        status, page = await text(browser, "/today")
        assert status == 200 and "Nobody has finished it yet." in page


async def test_requests_of_an_address_are_limited(tmp_path: Path) -> None:
    async with opened(tmp_path) as browser:
        answers = [await text(browser, "/games") for _ in range(round(1.5 * BURST))]
        refused = [words for status, words in answers if status == 429]
        assert answers[0][0] == 200 and refused and "wait a moment" in refused[0]


async def test_behind_a_proxy_the_browsers_address_counts(tmp_path: Path) -> None:
    async with opened(tmp_path) as browser:
        proxied = {"X-Forwarded-For": "203.0.113.9, 198.51.100.7", "X-Forwarded-Proto": "https"}
        async with browser.client.get(f"{browser.url}/", headers={**proxied, "Cookie": ""}) as answer:
            assert "Strict-Transport-Security" in answer.headers
        assert "198.51.100.7" in browser.server._buckets


# Invitations


@pytest.mark.parametrize(
    ("address", "link", "expected"),
    [
        (None, "", "ssh -t HOST join ABCDEF"),
        (Address("town.example", 22), "", "ssh -t town.example join ABCDEF"),
        (None, "https://town.example", "https://town.example/join/ABCDEF"),
        (
            Address("town.example", 22),
            "https://town.example",
            "https://town.example/join/ABCDEF or ssh -t town.example join ABCDEF",
        ),
    ],
)
def test_an_invitation_names_the_ways_in(address: Address | None, link: str, expected: str) -> None:
    assert invitation(address, link, "ABCDEF") == expected
