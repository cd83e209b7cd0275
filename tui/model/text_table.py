"""Tables as plain text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

GAP = "  "


def table_lines(rows: Sequence[Sequence[Any]]) -> list[str]:
    """A table with columns as wide as their widest cell."""
    from rich.cells import cell_len, set_cell_size

    if not rows:
        return []
    cells = [[printable(cell) for cell in row] for row in rows]
    widths = [max(map(cell_len, column)) for column in zip(*cells, strict=True)]
    return [GAP.join(map(set_cell_size, row, widths)).rstrip() for row in cells]


def printable(text: str) -> str:
    """Text that cannot change the terminal."""
    return "".join(c if c.isprintable() else "?" for c in text)
