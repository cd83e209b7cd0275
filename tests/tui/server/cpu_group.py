"""A limit on the CPU of a process and all that it starts: a control group of Linux, which needs root.

It is one of version 1, in /sys/fs/cgroup/cpu. Its period is short, so that a limited process computes slowly all the
time, as on a slower core, and does not stand still in between.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from time import sleep

ROOT = Path("/sys/fs/cgroup/cpu")
PERIOD = 10_000
"""Microseconds over which the limit holds."""


class CpuGroup:
    """`with CpuGroup("name", 0.35) as group:`, then start a process with `preexec_fn=group.join`."""

    def __init__(self, name: str, cores: float) -> None:
        self.folder, self.cores = ROOT / f"{name}-{os.getpid()}", cores

    @staticmethod
    def possible() -> bool:
        return os.access(ROOT / "cpu.cfs_quota_us", os.W_OK)

    def __enter__(self) -> CpuGroup:
        self.folder.mkdir(exist_ok=True)
        (self.folder / "cpu.cfs_period_us").write_text(str(PERIOD))
        (self.folder / "cpu.cfs_quota_us").write_text(str(round(self.cores * PERIOD)))
        return self

    def __exit__(self, *_: object) -> None:
        for _ in range(100):  # while a process of it still ends
            with suppress(OSError):
                return self.folder.rmdir()
            sleep(0.05)

    def join(self) -> None:
        """Move the calling process into the group."""
        (self.folder / "cgroup.procs").write_text("0")
