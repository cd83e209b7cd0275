"""The decorator of compiled functions, and where they are kept on disk.

Numba sees a change of the file of a function only, but the functions here also contain constants of other files and
the tables of the game. So each state of the sources has a folder of its own.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import numba

F = TypeVar("F", bound=Callable[..., Any])
RULES = Path(__file__).parents[2]
SOURCES = ("fast/engine/*.py", "splendor/*.py", "splendor/data/*.csv", "splendor/expansions/*.py")


def fingerprint() -> str:
    """A short name of the present state of the sources."""
    digest = sha256()
    for pattern in SOURCES:
        for path in sorted(RULES.glob(pattern)):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Folder of the compiled functions, by default below ~/.cache."""
    caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(caches) / "tabletown" / "fast" / fingerprint()


FOLDER = cache_folder()


@contextmanager
def kept_in(folder: Path) -> Iterator[None]:
    """Have Numba keep the functions declared meanwhile in a folder."""
    before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(folder)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


def compiled(function: F) -> F:
    """Compile a function at its first call, or load it from disk where that has been done before."""
    how = {"nogil": True, "error_model": "numpy"}
    try:
        with kept_in(FOLDER):
            return numba.njit(cache=True, **how)(function)
    except RuntimeError:  # no folder can be written to
        return numba.njit(**how)(function)
