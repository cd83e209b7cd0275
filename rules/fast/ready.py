"""The compiled search on disk: whether it is there, so that nothing waits for a compiler. This imports no Numba."""

from __future__ import annotations

import os
import sys
from functools import cache
from hashlib import sha256
from pathlib import Path
from subprocess import DEVNULL, Popen
from time import time

from .installed import is_installed, too_old, version_of

RULES = Path(__file__).parents[1]
SWITCH = "TABLETOWN_FAST"
"""Environment variable that turns the compiled search off when it is "off"."""
NICENESS = 15
RETRY_SECONDS = 3600
"""Seconds after which compiling that has not ended is begun again."""


@cache
def marker() -> Path:
    """File that says that everything is compiled: for this state of the sources, this Python and this Numba."""
    digest = sha256(f"{sys.version} {version_of('numba')} {version_of('numpy')} {os.uname().machine}".encode())
    for folder in ("core", "fast", "splendor"):
        for path in sorted(RULES.joinpath(folder).rglob("*")):
            if path.suffix in (".py", ".csv"):
                digest.update(path.read_bytes())
    caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(caches) / "tabletown" / "fast" / f"compiled-{digest.hexdigest()[:16]}"


def is_wanted() -> bool:
    """True where the libraries of the fast engine are there and may be used; this imports none of them."""
    return os.environ.get(SWITCH) != "off" and is_installed() and not too_old()


@cache
def is_compiled() -> bool:
    """True where the compiled search is on disk; asked once, so that a game does not change in its middle."""
    return is_wanted() and marker().is_file()


def note_compiled() -> None:
    """Write down that everything is compiled and on disk."""
    marker().parent.mkdir(parents=True, exist_ok=True)
    marker().touch()


def compile_in_background() -> None:
    """Start a process that compiles, unless that is done, not possible, or another process has begun it lately."""
    if not is_wanted() or is_compiled():
        return
    begun = marker().with_suffix(".begun")
    try:
        if begun.exists() and time() - begun.stat().st_mtime < RETRY_SECONDS:
            return
        begun.parent.mkdir(parents=True, exist_ok=True)
        begun.touch()
    except OSError:  # nothing can be kept
        return
    program = [sys.executable, "-m", "tabletown.rules.fast", "compile"]
    process = Popen(program, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL, start_new_session=True)
    os.setpriority(os.PRIO_PROCESS, process.pid, NICENESS)
