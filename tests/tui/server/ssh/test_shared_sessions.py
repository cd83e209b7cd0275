"""Two people whose clients run in one process never see anything of each other's."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import sys
import weakref
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pyte
import pytest

from tabletown.tui.cli.online import NOWHERE
from tabletown.tui.cli.shared_session import SharedSession
from tabletown.tui.client.pty_driver import FULL, MOST, TerminalOutput
from tabletown.tui.server.ssh.pty_process import set_size
from tests.e2e.pty_terminal import Screen
from tests.tui.server.raw_client import PATIENCE, key, serving

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are shared on Linux only")


class Window:
    """A session in this process, and what is seen at its terminal."""

    def __init__(self, socket: Path, ticket: str, size: tuple[int, int], **env: str) -> None:
        self.master, terminal = os.openpty()
        set_size(self.master, *size)
        os.set_blocking(self.master, False)
        self.screen, self.sent = Screen(*size), bytearray()
        self._stream = pyte.ByteStream(self.screen)
        asyncio.get_running_loop().add_reader(self.master, self._read)
        self.session = SharedSession(["--socket", str(socket)], {"TABLETOWN_TICKET": ticket, **env}, terminal)
        self.app = self.session._app
        self.task = asyncio.create_task(self.session.run())
        self.task.add_done_callback(lambda _: os.close(terminal))

    def _read(self) -> None:
        try:
            data = os.read(self.master, 1 << 16)
        except OSError:
            asyncio.get_running_loop().remove_reader(self.master)
            return
        self.sent += data
        self._stream.feed(data)

    def forget(self) -> None:
        """Keep only what was seen."""
        del self.app, self.session, self.task

    @property
    def text(self) -> str:
        return "\n".join(self.screen.display)

    async def until(self, *texts: str) -> None:
        await until(lambda: all(text in self.text for text in texts))

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())


async def until(holds: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.01)


async def test_people_in_one_process_see_nothing_of_each_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TABLETOWN_CONFIG", "TABLETOWN_DATA"):
        monkeypatch.setenv(name, NOWHERE)
    before = dict(os.environ)
    async with AsyncExitStack() as stack:
        gateway = await stack.enter_async_context(serving(tmp_path))
        tickets = [gateway.admit(key(name), "test") for name in ("Ada", "Bea")]
        bright = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"}
        ada = Window(gateway.path, tickets[0], (120, 36), **bright, SSH_CONNECTION="10.1.1.1 1 10.2.2.2 22")
        bea = Window(gateway.path, tickets[1], (80, 24), TERM="vt220", LANG="C")
        await asyncio.gather(*(window.until("What should other players call you?") for window in (ada, bea)))
        ada.type("Adelheid")
        bea.type("Beatrice")
        await asyncio.gather(ada.until("Adelheid"), bea.until("Beatrice"))
        assert "Beatrice" not in ada.text and "Adelheid" not in bea.text
        assert len(ada.text.splitlines()) == 36 and ada.app.size == (120, 36) and bea.app.size == (80, 24)
        assert b"38;2;" in ada.sent
        assert b"38;2;" not in bea.sent
        assert bea.sent.isascii()
        ada.app.apply_settings(replace(ada.app.settings, theme="paper"))
        assert (ada.app.theme, bea.app.theme) == ("paper", "ansi")
        bea.app.apply_settings(replace(bea.app.settings, bell="off"))
        assert ada.app.settings.bell == "on" and ada.app.few_glyphs is False and bea.app.few_glyphs is True
        assert (str(ada.app.address), bea.app.address) == ("10.2.2.2:22", None)
        set_size(bea.master, 100, 30)
        bea.session.resized()
        await until(lambda: bea.app.size == (100, 30))
        assert ada.app.size == (120, 36)
        assert dict(os.environ) == before
        assert all(signal.getsignal(number) == signal.SIG_DFL for number in (signal.SIGWINCH, signal.SIGTSTP))
        ada.app.call_later(lambda: 1 // 0)  # a fault in one program
        assert await asyncio.wait_for(ada.task, PATIENCE) == 1
        await until(lambda: b"ZeroDivisionError" in ada.sent)
        assert b"ZeroDivisionError" not in bea.sent and bea.app.is_running
        assert ada.sent.count(b"\x1b[?1049l") == 1 and b"\x1b[?1049l" not in bea.sent
        bea.session.end()
        assert await asyncio.wait_for(bea.task, PATIENCE) == 0
        for secret, window in zip(tickets[::-1], (ada, bea), strict=True):
            assert secret.encode() not in window.sent
        gone = [weakref.ref(window.app) for window in (ada, bea)]
        ada.forget()
        bea.forget()
        async with asyncio.timeout(PATIENCE):  # tasks that end with a session may hold its app a little longer
            while [app() for app in gone] != [None, None]:
                await asyncio.sleep(0.05)
                gc.collect()


async def test_a_terminal_that_takes_nothing_holds_nobody_up() -> None:
    master, terminal = os.openpty()
    output = TerminalOutput(terminal)
    output.write("x" * MOST)
    await output.drained(0.01)
    assert output.full and not output.lost
    output.write("x" * FULL)
    assert output.lost and not output.full
    os.close(master)
    os.close(terminal)
