"""Progress of a long task, as a line at the bottom of a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from datetime import timedelta
from time import monotonic
from typing import TypeVar

T = TypeVar("T")

CELLS = 30
"""Width of the bar."""
ERASE = "\r\x1b[K"


def with_progress(results: Iterable[T], count: int, noun: str, before: int = 0) -> Iterator[T]:
    """Yield results one by one, and while the next one is awaited show how many of `count` there are.

    Results of earlier runs are `before`; the time that is left is judged by the others. Where errors do not go to a
    terminal, nothing is shown.
    """
    out, start = sys.stderr, monotonic()
    if not out.isatty():
        yield from results
        return
    try:
        for number, result in enumerate(results, 1):
            out.write(ERASE)
            yield result
            out.write(bar(before + number, count, noun, (monotonic() - start) / number))
            out.flush()
    finally:
        out.write(ERASE)
        out.flush()


def bar(done: int, count: int, noun: str, seconds: float) -> str:
    """The line, given the seconds that a result takes."""
    cells = CELLS * done // count
    left = timedelta(seconds=round(seconds * (count - done)))
    return f"[{'#' * cells}{'-' * (CELLS - cells)}] {done:,} of {count:,} {noun}, {left} left"
