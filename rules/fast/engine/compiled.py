"""The decorators of compiled functions, where these are kept on disk, and rows of arrays.

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
from numba import types
from numba.extending import intrinsic

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


def compiled(function: F, **more: bool) -> F:
    """Compile a function at its first call, or load it from disk where that has been done before."""
    how: dict[str, Any] = {"nogil": True, "error_model": "numpy", **more}
    try:
        with kept_in(FOLDER):
            compiles: Callable[[F], F] = numba.njit(cache=True, **how)
            return compiles(function)
    except RuntimeError:  # no folder can be written to
        compiles = numba.njit(**how)
        return compiles(function)


def part(function: F) -> F:
    """Compile a function that only compiled functions call, which takes less time."""
    return compiled(function, no_cpython_wrapper=True, no_cfunc_wrapper=True)


@intrinsic  # type: ignore[untyped-decorator]
def row(context: Any, rows: Any, i: Any) -> Any:
    """The cells of row `i` of an array with two dimensions; the array must outlive them.

    Compiled code indexes them without the checks for negative indices and the count of references that arrays have.
    """

    def address(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, values[0])
        index = context.cast(builder, values[1], signature.args[1], types.intp)
        return builder.gep(array.data, [builder.mul(index, builder.extract_value(array.shape, 1))])

    return types.CPointer(rows.dtype)(rows, i), address
