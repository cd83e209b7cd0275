"""Input and output of text mode, line by line."""

from __future__ import annotations

import shutil
import sys
import unicodedata
from collections.abc import Mapping
from typing import TextIO

from ..model import settings as config
from ..model import terminal as terminals

ROWS = 24
"""Blank lines that clear a screen of unknown height."""


class Page:
    """Reads and writes lines; each line is flushed at once."""

    def __init__(self, source: TextIO, sink: TextIO, ascii_only: bool = False) -> None:
        self._source, self._sink, self.ascii_only = source, sink, ascii_only

    def say(self, *lines: str) -> None:
        for line in lines:
            print(folded(line) if self.ascii_only else line, file=self._sink, flush=True)

    def ask(self) -> str | None:
        """The next typed line; None at the end of the input."""
        line = self._source.readline()
        return line.strip().removeprefix(":").strip() if line else None

    def clear(self) -> None:
        """Clear the screen with blank lines if the output is a terminal."""
        if self._sink.isatty():
            self.say(*[""] * max(ROWS, shutil.get_terminal_size().lines))


def folded(text: str) -> str:
    """The text in ASCII: letters lose their accents, other characters become question marks."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return bare.encode("ascii", "replace").decode()


def ascii_needed(env: Mapping[str, str]) -> bool:
    """True if the locale or the settings require ASCII."""
    settings, _ = config.load_settings()
    return settings.glyphs == "ascii" or (settings.glyphs == "auto" and not terminals.unicode_locale(env))


def standard(env: Mapping[str, str]) -> Page:
    """Standard input and output, in ASCII if the locale or the settings require it; bad characters never raise."""
    only = ascii_needed(env)
    for stream in (sys.stdin, sys.stdout):
        if stream.errors != "replace":  # a stream that has been read from cannot be reconfigured again
            stream.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    return Page(sys.stdin, sys.stdout, only)
