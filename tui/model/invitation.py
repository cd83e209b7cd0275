"""The invitation of whoever installed the program: a line that ends texts to share, where a friend can play."""

from __future__ import annotations

VARIABLE = "TABLETOWN_INVITATION"
"""Environment variable with the line."""
WIDTH = 34
"""Most columns of the line, as of every line of a text to share."""


def usable(line: str, ascii_only: bool = False) -> bool:
    """True if a line can end a text to share: printable, not empty and narrow enough."""
    from rich.cells import cell_len

    return bool(line) and cell_len(line) <= WIDTH and line.isprintable() and (line.isascii() or not ascii_only)
