"""The invitation of whoever installed the program: a line that ends texts to share, where a friend can play."""

from __future__ import annotations

import os
from collections.abc import Mapping

VARIABLE = "TABLETOWN_INVITATION"
"""Environment variable with the line."""
LEFT_OUT = f"{VARIABLE} is left out"
"""The fact that the line cannot be used."""
WIDTH = 34
"""Most columns of the line, as of every line of a text to share."""


def current(ascii_only: bool = False) -> str:
    """The invitation that is set; empty without one, and for one that cannot end a text to share."""
    line = os.environ.get(VARIABLE, "")
    return line if usable(line, ascii_only) else ""


def problem(env: Mapping[str, str] = os.environ) -> str:
    """The reason why texts to share leave out the invitation that is set; empty if they do not, or none is set."""
    line = env.get(VARIABLE, "")
    return f"{LEFT_OUT}: it must be one line of at most {WIDTH} columns" if line and not usable(line) else ""


def usable(line: str, ascii_only: bool = False) -> bool:
    """True if a line can end a text to share: printable, not empty and narrow enough."""
    from rich.cells import cell_len

    return bool(line) and cell_len(line) <= WIDTH and line.isprintable() and (line.isascii() or not ascii_only)
