"""The client program of one session among several in a process: `tabletown online` in place of a process of its own."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial

from rich.console import Console

from ..client.pty_driver import PtyDriver, TerminalOutput
from .online import NOWHERE, greeting, make_app, online

PATIENCE = 3.0
"""Seconds in which the terminal must take the last output."""


class SharedSession:
    """An app at a terminal. It never uses the process's signals, environment or standard streams."""

    def __init__(self, args: Sequence[str], env: Mapping[str, str], terminal: int) -> None:
        """`args` and `env` are those of `tabletown online`, `terminal` is an open file of its pseudo-terminal."""
        os.environ["TABLETOWN_CONFIG"] = os.environ["TABLETOWN_DATA"] = NOWHERE
        options = online.make_context("online", list(args)).params
        self._output = TerminalOutput(terminal)
        with environment(env):
            hello = greeting(env, False, options["join"], options["watch"])
            self._app = make_app(options["path"], hello, options["public"], options["link"])
        self._app.shares_process = True
        self._app.driver_class = partial(PtyDriver, output=self._output)  # type: ignore[assignment]
        # Textual redirects the streams while an app runs, and would restore them in the wrong order.
        self._app._capture_stdout = sys.stdout  # type: ignore[assignment]
        self._app._capture_stderr = sys.stderr  # type: ignore[assignment]

    async def run(self) -> int:
        """Run the app to its end; return the exit code."""
        app = self._app
        width, height = os.get_terminal_size(self._output.fileno)
        app.error_console = Console(
            file=self._output,  # type: ignore[arg-type]
            width=width,
            height=height,
            markup=False,
            highlight=False,
            _environ=app.environ,
        )
        await app.run_async(mouse=app.terminal.mouse)
        if app.farewell:
            self._output.write(f"{app.farewell}\n")
        await self._output.drained(PATIENCE)
        return app.return_code or 0

    def resized(self) -> None:
        """Paint the window in its new size, or again in the same."""
        if self._driver:
            self._driver.resized()

    def end(self) -> None:
        """End the app soon."""
        self._app.exit()

    def close(self) -> None:
        """Leave the terminal alone, whatever still runs."""
        if self._driver:
            self._driver.hang_up()
        self._output.close()

    @property
    def _driver(self) -> PtyDriver | None:
        """The driver of the app, once it has one."""
        return self._app._driver if isinstance(self._app._driver, PtyDriver) else None


@contextmanager
def environment(env: Mapping[str, str]) -> Iterator[None]:
    """Replace the process's environment while an app is made, which takes all from it that it needs."""
    before = dict(os.environ)
    os.environ.clear()
    os.environ.update(env)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
