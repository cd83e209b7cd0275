"""A driver for a terminal that is not the process's own, so that a process can show several apps."""

from __future__ import annotations

import asyncio
import os
import termios
from codecs import getincrementaldecoder
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from textual import constants, events
from textual._parser import ParseError
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.driver import Driver
from textual.drivers.linux_driver import (
    KITTY_DISAMBIGUATE_ESCAPE_CODES,
    KITTY_REPORT_ALL_KEYS,
    KITTY_REPORT_ASSOCIATED_TEXT,
    LinuxDriver,
)
from textual.geometry import Size
from textual.message import Message

CHUNK = 1 << 12
"""Maximum bytes read at a time."""
FULL = 1 << 16
"""Bytes waiting for the terminal from which on no keys are read."""
MOST = 8 << 20
"""Bytes waiting for the terminal at which it is given up: several of the largest windows."""


class TerminalOutput:
    """Text for a terminal, which is written as fast as the terminal takes it; nobody waits."""

    def __init__(self, fileno: int) -> None:
        os.set_blocking(fileno, False)
        self.fileno = fileno
        self.lost = False
        """True when the terminal is gone, or takes nothing."""
        self._loop = asyncio.get_running_loop()
        self._pending = bytearray()
        self._emptied = asyncio.Event()
        self._emptied.set()

    @property
    def full(self) -> bool:
        return len(self._pending) > FULL

    def write(self, text: str) -> int:
        if text and not self.lost:
            if not self._pending:
                self._emptied.clear()
                self._loop.call_soon(self._write)
            self._pending += text.encode("utf-8", "backslashreplace")
            if len(self._pending) > MOST:
                self.close()
        return len(text)

    def flush(self) -> None:
        """Part of a file's interface; it writes by itself."""

    def _write(self) -> None:
        if self.lost:
            return
        self._loop.remove_writer(self.fileno)
        try:
            while self._pending:
                del self._pending[: os.write(self.fileno, self._pending)]
        except BlockingIOError:
            self._loop.add_writer(self.fileno, self._write)
        except OSError:
            self.close()
        else:
            self._emptied.set()

    async def drained(self, patience: float) -> None:
        """Wait until everything is written, but not for longer than `patience` seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await self._emptied.wait()

    def close(self) -> None:
        """Write no more; the terminal itself is the caller's to close."""
        if not self.lost:
            self.lost = True
            self._loop.remove_writer(self.fileno)
        self._pending.clear()
        self._emptied.set()


class PtyDriver(LinuxDriver):
    """Textual's driver without signals, threads and standard streams: all happens in the event loop.

    Once its output is lost it leaves the terminal alone, since its file number may be another session's by then.
    """

    def __init__(
        self,
        app: App[Any],
        *,
        output: TerminalOutput,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        Driver.__init__(self, app, debug=debug, mouse=mouse, size=size)  # LinuxDriver's own takes the signals
        self.fileno, self.input_tty = output.fileno, True
        self.attrs_before: list[Any] | None = None
        self._writer_thread = None
        self._in_band_window_resize = self._mouse_pixels = False
        self._output = output
        self._parser = XTermParser(debug)
        self._decode = getincrementaldecoder("utf-8")(errors="replace").decode
        self._reading = False
        self._tick: asyncio.TimerHandle | None = None

    @property
    def can_suspend(self) -> bool:
        """False: the others in this process would stop too."""
        return False

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Do nothing: the player's browser is elsewhere."""

    def write(self, data: str) -> None:
        self._output.write(data)
        if self._output.lost and self._reading:
            self._loop.call_soon(self._end)

    # Start and end

    def start_application_mode(self) -> None:
        if self._output.lost:
            return
        self.resized()
        self.write("\x1b[?1049h")
        self._enable_mouse_support()
        with suppress(termios.error):
            self.attrs_before = termios.tcgetattr(self.fileno)
            mode = termios.tcgetattr(self.fileno)
            mode[0], mode[3] = self._patch_iflag(mode[0]), self._patch_lflag(mode[3])
            mode[6][termios.VMIN] = 1
            termios.tcsetattr(self.fileno, termios.TCSANOW, mode)
        flags = KITTY_DISAMBIGUATE_ESCAPE_CODES | KITTY_REPORT_ALL_KEYS | KITTY_REPORT_ASSOCIATED_TEXT
        self.write(f"\x1b[?25l\x1b[?1004h\x1b[>{flags}u")
        self._loop.add_reader(self.fileno, self._read)
        self._reading = True
        self._request_terminal_sync_mode_support()
        self._query_in_band_window_resize()
        self._enable_bracketed_paste()
        self._disable_line_wrap()

    def stop_application_mode(self) -> None:
        if not self._output.lost:
            super().stop_application_mode()

    def disable_input(self) -> None:
        if not self._output.lost:
            self._disable_mouse_support()
            self.hang_up()
            with suppress(termios.error):
                termios.tcflush(self.fileno, termios.TCIFLUSH)

    def hang_up(self) -> None:
        """Read no more keys."""
        if self._reading:
            self._reading = False
            self._loop.remove_reader(self.fileno)
            with suppress(EOFError, ParseError):
                list(self._parser.feed(""))  # ends it, or Textual's caches would keep it, its last key and the app
        if self._tick:
            self._tick.cancel()

    def _end(self) -> None:
        """End the app, as its terminal is gone."""
        if self._reading:
            self.hang_up()
            self._app.exit()

    # Its window and keys

    def _get_terminal_size(self) -> tuple[int, int]:
        columns, rows = os.get_terminal_size(self.fileno)
        return columns, rows

    def resized(self) -> None:
        """Tell the app the size of its window, unless the terminal does that itself."""
        if not (self._in_band_window_resize or self._output.lost):
            size = Size(*self._get_terminal_size())
            self.send_message(events.Resize(size, size))

    def send_message(self, message: Message) -> None:
        self._app.post_message(message)

    def _read(self) -> None:
        """Pass keys on."""
        if self._output.full:  # a player who does not read does not type either; asked again soon
            self._loop.remove_reader(self.fileno)
            self._tick = self._loop.call_later(constants.ESCAPE_DELAY, self._read_on)
            return
        try:
            data = os.read(self.fileno, CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            return self._end()
        self._pass_on(self._parser.feed(self._decode(data)))
        if self._tick:
            self._tick.cancel()
        self._tick = self._loop.call_later(1.1 * constants.ESCAPE_DELAY, self._end_sequence)

    def _read_on(self) -> None:
        if self._reading:
            self._loop.add_reader(self.fileno, self._read)

    def _end_sequence(self) -> None:
        """Take an Esc that nothing has followed as a key."""
        self._pass_on(self._parser.tick())

    def _pass_on(self, messages: Iterable[Message]) -> None:
        for message in messages:
            self.process_message(message)
