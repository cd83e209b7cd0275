"""The size of a person's window, which a program is told when it has settled."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

SETTLED, OVERDUE = 0.1, 0.5
"""Seconds without a new size after which a size is applied, and the longest that it waits for that."""


class WindowSize:
    """Applies the newest of several sizes, since a program paints the whole window for each.

    `resized` is called with columns and rows, and whether they differ from those applied last.
    """

    def __init__(self, resized: Callable[[tuple[int, int], bool], None]) -> None:
        self.size = self._applied = (0, 0)
        self._resized = resized
        self._timer: asyncio.TimerHandle | None = None
        self._overdue = 0.0

    def apply(self) -> tuple[int, int]:
        """The size, which a program starts with."""
        self._applied = self.size
        return self.size

    def change(self, size: tuple[int, int]) -> None:
        self.size = size
        loop = asyncio.get_running_loop()
        if self._timer:
            self._timer.cancel()
        else:
            self._overdue = loop.time() + OVERDUE
        self._timer = loop.call_at(min(loop.time() + SETTLED, self._overdue), self._settled)

    def _settled(self) -> None:
        self._timer = None
        changed = self.size != self._applied
        self._resized(self.apply(), changed)

    def close(self) -> None:
        if self._timer:
            self._timer.cancel()
