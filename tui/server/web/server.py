"""HTTP for browsers: the page with the program, invitations as links, finished games and the leaderboard of the day.

The program runs as for SSH, one process for each session; only its terminal is in a page. Finished games and the
leaderboard are plain pages, without a program and without scripts.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import lru_cache
from http import HTTPStatus
from ipaddress import ip_address
from pathlib import Path
from time import monotonic
from typing import Self
from urllib.parse import urlsplit

from aiohttp import web

from ...protocol.addresses import Address, origin_of
from ...protocol.table_codes import CODE
from ..limits import Bucket
from ..ssh.protocols import ListenerProtocol
from . import pages
from .identity import COOKIE, LIFE, Cookies
from .session import LONGEST, WebSession

log = logging.getLogger("tabletown.web")

STATIC = Path(__file__).parent / "static"
CODE_PATTERN = f"{{code:[A-Za-z]{{{CODE}}}}}"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; img-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The terminal writes the colours of its cells as styles; nothing else may be inline."""
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
HTTPS_ONLY = {"Strict-Transport-Security": "max-age=31536000"}
NO_PAGE = "This page does not exist."
RATE, BURST = 5.0, 60.0
"""Requests of an address in a second, and at once."""
ADDRESSES = 1000
"""Addresses whose requests are counted."""
MAX_PLACES = 20
"""Places of the leaderboard that are shown."""
KEPT_PAGES = 200
"""Pages of finished games that are kept."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class WebServer:
    """`async with WebServer(...)` answers browsers until the block ends. Raises OSError when it cannot listen."""

    def __init__(
        self, town: pages.Town, listener: ListenerProtocol, cookies: Cookies, address: Address, public: str = ""
    ) -> None:
        """`public` is the URL by which players know it, if a proxy stands before it."""
        self.address, self.public = address, public.rstrip("/")
        self.sessions: set[WebSession] = set()
        self.stopping = False
        self._town, self._listener, self._cookies = town, listener, cookies
        self._buckets: dict[str, Bucket] = {}
        self._game_page = lru_cache(KEPT_PAGES)(pages.game_page)

    async def __aenter__(self) -> Self:
        app = web.Application(middlewares=[self._guarded], client_max_size=1024)
        app.add_routes(
            [
                web.get("/", self.terminal_page),
                web.get(f"/join/{CODE_PATTERN}", self.terminal_page),
                web.get(f"/watch/{CODE_PATTERN}", self.terminal_page),
                web.get("/terminal", self.terminal),
                web.get("/games", self.games),
                web.get("/games/{number:[0-9]{1,9}}", self.game),
                web.get("/games/{number:[0-9]{1,9}}.jsonl", self.download),
                web.get("/today", self.today),
                web.static("/static", STATIC),
            ]
        )
        self._runner = web.AppRunner(app, access_log=None, handle_signals=False, shutdown_timeout=2)
        await self._runner.setup()
        host, port = self.address
        site = web.TCPSite(self._runner, host or None, port)
        try:
            await site.start()
        except BaseException:
            await self._runner.cleanup()
            raise
        self.address = Address(host, self._runner.addresses[0][1])
        self._watch = asyncio.create_task(self._look_after())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._watch.cancel()
        await self._runner.cleanup()

    async def stop(self, sentence: str, patience: float = 5.0) -> None:
        """End every session, and send it the reason."""
        self.stopping = True
        for session in list(self.sessions):
            session.end(sentence)
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while self.sessions:
                    await asyncio.sleep(0.02)

    async def _look_after(self) -> None:
        while True:
            await asyncio.sleep(1)
            for session in list(self.sessions):
                session.look_after(monotonic())

    # Every request

    @web.middleware
    async def _guarded(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Limit how often an address may ask, turn errors into pages, and add the security headers."""
        if request.path.startswith("/static/") or self._spare(origin(request)):
            try:
                response = await handler(request)
            except web.HTTPException as error:
                sentence = NO_PAGE if error.reason == HTTPStatus(error.status).phrase else f"{error.reason}."
                response = html(pages.message(sentence), error.status)
        else:
            response = html(pages.message("Too many requests; wait a moment and try again."), 429)
        if not response.prepared:
            response.headers.update(HEADERS)
            response.headers["Server"] = "Tabletown"
            if self._scheme(request) == "https":
                response.headers.update(HTTPS_ONLY)
        return response

    def _spare(self, address: str) -> bool:
        if len(self._buckets) >= ADDRESSES:
            self._buckets.clear()
        now = monotonic()
        return self._buckets.setdefault(address, Bucket(RATE, BURST, now)).spare(now)

    def _scheme(self, request: web.Request) -> str:
        if self.public:
            return urlsplit(self.public).scheme
        return request.headers.get("X-Forwarded-Proto", request.scheme) if proxied(request) else request.scheme

    def _link(self, request: web.Request) -> str:
        """The URL of this server as the browser knows it."""
        return self.public or f"{self._scheme(request)}://{request.host}"

    def _is_own(self, page: str, request: web.Request) -> bool:
        """True when the page that opens a connection is one of this server."""
        return page in (self._link(request), f"{self._scheme(request)}://{request.host}")

    # The program

    async def terminal_page(self, request: web.Request) -> web.StreamResponse:
        """The page with the program; a browser that is new gets its cookie."""
        new = not self._cookies.identity(request.cookies.get(COOKIE, ""))
        response = html(pages.terminal(request.path, new))
        if new:
            response.set_cookie(
                COOKIE,
                self._cookies.new(),
                max_age=LIFE,
                httponly=True,
                samesite="Lax",
                secure=self._scheme(request) == "https",
            )
        return response

    async def terminal(self, request: web.Request) -> web.StreamResponse:
        """The connection of a page: its keys, and the program's output."""
        if not self._is_own(request.headers.get("Origin", ""), request):
            raise web.HTTPForbidden(reason="Connections come from pages of this server only")
        identity = self._cookies.identity(request.cookies.get(COOKIE, ""))
        if not identity:
            raise web.HTTPForbidden(reason="The page needs its cookie; reload it")
        words = request.query.get("path", "/").strip("/").split("/")
        args = [f"--link={self._link(request)}"]
        if len(words) == 2 and words[0] in ("join", "watch"):
            args.append(f"--{words[0]}={words[1]}")
        nearby = sum(session.origin == origin(request) for session in self.sessions)
        if self.stopping or nearby >= self._listener.bounds.nearby:
            raise web.HTTPServiceUnavailable(reason="Too many connections from your address")
        socket = web.WebSocketResponse(timeout=2, heartbeat=20, max_msg_size=LONGEST)
        socket.headers.update(HEADERS)
        await socket.prepare(request)
        session = WebSession(self._listener, identity, origin(request), socket)
        self.sessions.add(session)
        try:
            await session.run(args)
        finally:
            self.sessions.discard(session)
        return socket

    # Plain pages

    async def games(self, request: web.Request) -> web.StreamResponse:
        return html(pages.games_page(self._town))

    async def game(self, request: web.Request) -> web.StreamResponse:
        number = int(request.match_info["number"])
        lines = tuple(self._lines(number))
        return html(await asyncio.to_thread(self._game_page, number, lines))

    async def download(self, request: web.Request) -> web.StreamResponse:
        """A game's file, which the local program opens."""
        number = int(request.match_info["number"])
        text = "\n".join([*self._lines(number), ""])
        name = {"Content-Disposition": f'attachment; filename="game-{number}.jsonl"'}
        return web.Response(text=text, content_type="application/jsonl", headers=name)

    def _lines(self, number: int) -> list[str]:
        try:
            return pages.lines_of(self._town, number)
        except ValueError as bad:
            raise web.HTTPNotFound(reason=str(bad).rstrip(".")) from None

    async def today(self, request: web.Request) -> web.StreamResponse:
        return html(pages.today_page(self._town, MAX_PLACES))


def html(text: str, status: int = 200) -> web.Response:
    return web.Response(text=text, status=status, content_type="text/html", headers={"Cache-Control": "no-store"})


def proxied(request: web.Request) -> bool:
    """True when a proxy on this machine passes the request on."""
    try:
        return ip_address(request.remote or "").is_loopback and "X-Forwarded-For" in request.headers
    except ValueError:
        return False


def origin(request: web.Request) -> str:
    """The address that limits apply to: the browser's, also behind a proxy on this machine."""
    address = request.headers["X-Forwarded-For"].rpartition(",")[2].strip() if proxied(request) else request.remote
    return origin_of(address or "")
