"""Texts for players from files of the operator: the message of the day and the house rules."""

from __future__ import annotations

import hashlib
import logging
from pathlib import Path

log = logging.getLogger("tabletown.serve")

MESSAGE = (300, 5)
"""Maximum characters and lines of the message of the day, which the lobby shows whole."""
HOUSE_RULES = (6000, 200)
"""The same for the house rules."""


class BadText(Exception):
    """An unusable file; the message is one sentence."""


class PlayerText:
    """A text in a file, which is read again whenever it changes. Without a path it is empty.

    While a changed file cannot be used, the last text stays. Raises BadText if it is unusable from the start.
    """

    def __init__(self, path: Path | None = None, most: tuple[int, int] = HOUSE_RULES) -> None:
        self.path, self.most = path, most
        self._seen: tuple[int, ...] = ()
        self._text = ""
        if path:
            self._seen, self._text = signature(path), read(path, most)

    @property
    def text(self) -> str:
        """The present text; empty for none."""
        if self.path:
            self._refresh(self.path)
        return self._text

    @property
    def version(self) -> str:
        """A mark of the text, which another text does not have; empty for none."""
        text = self.text
        return hashlib.sha256(text.encode()).hexdigest()[:32] if text else ""

    def _refresh(self, path: Path) -> None:
        if (now := signature(path)) == self._seen:
            return
        self._seen = now
        try:
            self._text = read(path, self.most)
        except BadText as bad:
            log.error("%s; players still see the text as it was", bad)


def signature(path: Path) -> tuple[int, ...]:
    """Values that differ after a change of a file; none for one that is not there."""
    try:
        status = path.stat()
    except OSError:
        return ()
    return status.st_mtime_ns, status.st_size, status.st_ino


def read(path: Path, most: tuple[int, int]) -> str:
    """The text of a file, without control characters and invisible ones. Raises BadText."""
    characters, lines = most
    try:
        with path.open("rb") as file:
            data = file.read(4 * characters + 1)
        text = data.decode()
    except OSError as error:
        raise BadText(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadText(f"{path} is not text in UTF-8, or is too long") from None
    text = "\n".join(harmless(line) for line in text.splitlines()).strip("\n")
    if len(text) > characters or text.count("\n") >= lines:
        raise BadText(f"{path} is too long; at most {characters} characters in {lines} lines are shown")
    return text


def harmless(line: str) -> str:
    """A line without characters that could change a terminal or hide text; its spaces stay."""
    return "".join(c if c.isprintable() else " " for c in line).rstrip()
