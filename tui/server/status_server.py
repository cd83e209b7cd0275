"""HTTP on a port of this machine: /metrics for Prometheus, and /health for a monitor.

Requests are answered in threads. What they need of the server is computed in its event loop, so that an answer also
proves that the loop runs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import CancelledError
from threading import Thread
from typing import TYPE_CHECKING, Protocol, Self, TypeVar
from wsgiref.simple_server import WSGIRequestHandler, make_server

from prometheus_client import make_wsgi_app
from prometheus_client.exposition import ThreadingWSGIServer

from .metrics import MeasuredServer, Metrics

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment

LOOPBACK = "127.0.0.1"
PATIENCE = 5.0
"""Seconds for the event loop to answer, and for a client to send its request."""
STUCK = "The server does not respond."
T = TypeVar("T")


class HealthyServer(MeasuredServer, Protocol):
    """The server, as its health check needs it."""

    def faults(self) -> list[str]:
        """Faults of the server, in sentences."""


class RequestHandler(WSGIRequestHandler):
    """A handler that logs nothing, and does not wait for slow clients."""

    timeout = PATIENCE

    def log_message(self, format: str, *args: object) -> None:
        pass


class StatusServer:
    """`async with StatusServer(...)` answers until the block ends. Raises OSError when the port is taken."""

    def __init__(self, server: HealthyServer, metrics: Metrics, port: int) -> None:
        self.server, self.metrics, self.port = server, metrics, port
        self._show_metrics = make_wsgi_app(metrics.registry)

    async def __aenter__(self) -> Self:
        self._loop = asyncio.get_running_loop()
        self._http = make_server(LOOPBACK, self.port, self.respond, ThreadingWSGIServer, RequestHandler)
        self.port = self._http.server_port
        Thread(target=self._http.serve_forever, name="status", daemon=True).start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.to_thread(self._http.shutdown)
        self._http.server_close()

    def respond(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Answer a request; called in a thread of its own."""
        try:
            match environ["PATH_INFO"]:
                case "/metrics":
                    self.in_loop(lambda: self.metrics.observe(self.server))
                    body: Iterable[bytes] = self._show_metrics(environ, start)
                    return body
                case "/health":
                    faults = self.in_loop(self.server.faults)
                    return plain(start, "503 Service Unavailable" if faults else "200 OK", " ".join(faults) or "ok")
        except (TimeoutError, CancelledError):
            return plain(start, "503 Service Unavailable", STUCK)
        return plain(start, "404 Not Found", "There are only /metrics and /health.")

    def in_loop(self, function: Callable[[], T]) -> T:
        """Call a function in the event loop. Raises TimeoutError and CancelledError."""

        async def call() -> T:
            return function()

        return asyncio.run_coroutine_threadsafe(call(), self._loop).result(PATIENCE)


def plain(start: StartResponse, status: str, text: str) -> list[bytes]:
    """A line of text as the body of an answer."""
    start(status, [("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store")])
    return [f"{text}\n".encode()]
