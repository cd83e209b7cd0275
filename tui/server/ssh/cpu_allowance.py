"""The CPU time that a session's program may use."""

from __future__ import annotations

import os
import resource
from contextlib import suppress
from math import ceil
from pathlib import Path

from .sandbox import CPU_ALL, CPU_FIRST

EXTENSION = 20.0
"""Seconds between extensions of a limit."""
MODEST = 0.5
"""Share of a core that a session may use on average; it saves unused time up to `CPU_FIRST` seconds."""


class CpuAllowance:
    """The CPU seconds that the sessions of a program may have used by now."""

    def __init__(self, began: float) -> None:
        """`began` is the time at which its program started, as in `look_after`."""
        self.seconds: float = CPU_FIRST
        self._extended = began

    def grow(self, seconds: float, used: float, sessions: int = 1) -> float:
        """Add the share of so many sessions for `seconds` more; return the allowance."""
        most = used + CPU_FIRST * sessions, CPU_ALL * sessions
        self.seconds = min(self.seconds + MODEST * seconds * sessions, *most)
        return self.seconds

    def look_after(self, pid: int, now: float, sessions: int = 1) -> None:
        """Extend the limit of a process every now and then; called every second or so."""
        if now - self._extended > EXTENSION:
            self.extend(pid, now - self._extended, sessions)
            self._extended = now

    def extend(self, pid: int, seconds: float, sessions: int = 1) -> None:
        """Raise the limit of a process; the kernel ends it at the limit."""
        if not hasattr(resource, "prlimit"):
            return
        with suppress(OSError, ValueError):
            allowed = self.grow(seconds, used_by(pid), sessions)
            hard = resource.prlimit(pid, resource.RLIMIT_CPU)[1]
            resource.prlimit(pid, resource.RLIMIT_CPU, (ceil(allowed), hard))


def used_by(pid: int) -> float:
    """CPU seconds that a process has used. Raises OSError."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
