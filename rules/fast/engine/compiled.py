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
from tempfile import TemporaryFile
from typing import Any, TypeVar

import numba
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

F = TypeVar("F", bound=Callable[..., Any])
RULES = Path(__file__).parents[2]
SOURCES = (
    *("core/search_params.py", "fast/engine/*.py", "fast/search/*.py", "splendor/*.py", "splendor/data/*.csv"),
    *("splendor/expansions/*.py", "splendor/ai/*features.py", "splendor/ai/policy.py"),
)


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


class Place:
    """Place of a function on disk, the same for all copies of the same sources, whatever the paths of their files."""

    def __init__(self, function: Callable[..., Any], path: str) -> None:
        self.source, self.line = Path(path), function.__code__.co_firstlineno

    @classmethod
    def from_function(cls, function: Callable[..., Any], path: str) -> Place | None:
        """The place of a function in a file; None when nothing can be written there."""
        place = cls(function, path)
        try:
            place.ensure_cache_path()
        except OSError:
            return None
        return place

    def ensure_cache_path(self) -> None:
        """Make the folder; raises OSError when nothing can be written to it."""
        Path(self.get_cache_path()).mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=self.get_cache_path()).close()

    def get_cache_path(self) -> str:
        return str(FOLDER / self.source.parent.name)

    def get_source_stamp(self) -> str:
        """A stamp that changes with the file."""
        return sha256(self.source.read_bytes()).hexdigest()

    def get_disambiguator(self) -> str:
        return str(self.line)


@contextmanager
def kept() -> Iterator[None]:
    """Have Numba keep the functions declared meanwhile in their `Place`, or where it is too old for one, in FOLDER."""
    asked = {"CACHE_DIR": str(FOLDER), "CACHE_LOCATOR_CLASSES": f"{__name__}.{Place.__name__}"}
    before = {name: getattr(numba.config, name, "") for name in asked}
    vars(numba.config).update(asked)
    try:
        yield
    finally:
        vars(numba.config).update(before)


def compiled(function: F, **more: bool) -> F:
    """Compile a function at its first call, or load it from disk where that has been done before."""
    how: dict[str, Any] = {"nogil": True, "error_model": "numpy", **more}
    try:
        with kept():
            compiles: Callable[[F], F] = numba.njit(cache=True, **how)
            return compiles(function)
    except RuntimeError:  # no folder can be written to
        compiles = numba.njit(**how)
        return compiles(function)


def part(function: F) -> F:
    """Compile a function that only compiled functions call, which takes less time.

    It can make no arrays, but has `int_cells` and `float_cells`. It does not count the references to arrays either, as
    their owner is further up: to count those of a whole tree at each call took most of the time of a search.
    """
    return compiled(function, no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=False)


ROOM = 64
"""Cells that a call of `int_cells` or `float_cells` gives."""


def stack_cells(kind: Any) -> Any:
    """A function that gives a compiled one ROOM cells on the stack, not set, until that one returns."""

    def cells(context: Any) -> Any:
        def address(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            return cgutils.alloca_once(builder, context.get_value_type(kind), ROOM)

        return types.CPointer(kind)(), address

    return intrinsic(cells)


int_cells, float_cells = stack_cells(types.int64), stack_cells(types.float64)


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
