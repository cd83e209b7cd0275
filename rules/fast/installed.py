"""Report on the libraries of the fast engine; nothing is compiled for it."""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version

from ..core.text import join_words, shorten

OLDEST = {"numba": (0, 61), "numpy": (2, 3)}
"""Least versions, as in pyproject.toml."""
ADVICE = 'install "tabletown[fast]"'


def version_of(name: str) -> str:
    """Version of an installed library; empty when it is not installed."""
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def is_installed() -> bool:
    """True where the libraries are there, whatever their versions; this imports none of them."""
    return all(map(version_of, OLDEST))


def installed() -> str:
    """The libraries of the fast engine in words, or that it is not installed; this imports none of them."""
    if not is_installed():
        return f"not installed (optional: {ADVICE})"
    return join_words([f"{name} {version_of(name)}" for name in OLDEST])


def too_old() -> str:
    """A clause about a library that is too old; empty when there is none."""
    for name, oldest in OLDEST.items():
        number = version_of(name)
        if number and tuple(map(int, re.findall(r"\d+", number)[:2])) < oldest:
            return f"{name} {number} is too old; {ADVICE}"
    return ""


@cache
def fault() -> str:
    """Reason why the engine cannot be used, as a clause; empty when it can. This imports Numba, for half a second."""
    if not is_installed():
        return f"Numba and numpy are not installed; {ADVICE}"
    if old := too_old():
        return old
    try:
        import_module(".engine.compiled", __package__)
    except Exception as error:  # an unsuitable Numba or numpy fails in a way of its own
        return f"Numba does not work ({shorten(str(error) or type(error).__name__)}); {ADVICE}"
    return ""
