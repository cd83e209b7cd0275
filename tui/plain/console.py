"""Lines in and out: what plain text is read from and written to."""

from __future__ import annotations

import shutil
import sys
import unicodedata
from collections.abc import Mapping
from typing import TextIO

from ..model import settings as config
from ..model import terminal as terminals

ROWS = 24
"""Lines that hide what was on a screen of unknown height."""


class Page:
    """A place to read and write lines; every line goes out at once."""

    def __init__(self, source: TextIO, sink: TextIO, ascii_only: bool = False) -> None:
        self._source, self._sink, self._ascii = source, sink, ascii_only

    def say(self, *lines: str) -> None:
        for line in lines:
            print(folded(line) if self._ascii else line, file=self._sink, flush=True)

    def ask(self) -> str | None:
        """The next line that is typed; None at the end of the input."""
        line = self._source.readline()
        return line.strip().removeprefix(":").strip() if line else None

    def clear(self) -> None:
        """Push what was said off the screen, where there is one."""
        if self._sink.isatty():
            self.say(*[""] * max(ROWS, shutil.get_terminal_size().lines))


def folded(text: str) -> str:
    """The text in ASCII: letters without their accents, a question mark for what has none."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return bare.encode("ascii", "replace").decode()


def standard(env: Mapping[str, str]) -> Page:
    """Standard input and output; in ASCII where the locale or the settings ask for it. Never fails at a character."""
    settings, _ = config.load_settings()
    only = settings.glyphs == "ascii" or (settings.glyphs == "auto" and not terminals.unicode_locale(env))
    for stream in (sys.stdin, sys.stdout):
        if stream.errors != "replace":  # once read from, it keeps what it has
            stream.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    return Page(sys.stdin, sys.stdout, only)
