"""Lists of objectives that are too long for their panel, which show one part of them."""

from __future__ import annotations

from ...model.selection import Part
from ...widgets.canvas import Rect
from ...widgets.tiles import Tile


def listed(parts: list[Part], rect: Rect, which: int = 0) -> list[Tile]:
    """Lay out parts one a row; of a list that is too long only part `which`, with a last row for the rest."""
    x, y, w, h = rect
    if len(parts) > h:
        lists = split(parts, h - 1)
        now = which % len(lists)
        left = sum(part[0] != "label" and part not in lists[now] for part in parts) if now < len(lists) - 1 else 0
        parts = [*lists[now], ("label", "rest", left)]
    return [
        Tile(part, Rect(x, y + n, w, 1), "" if part[0] == "label" else "objectives") for n, part in enumerate(parts)
    ]


def split(parts: list[Part], rows: int) -> list[list[Part]]:
    """A list in parts of so many rows, each with a heading first and none last; the last one is full too."""
    headings = [n for n, part in enumerate(parts) if part[0] == "label" and part != ("label", "none")]
    lists: list[list[Part]] = []
    begin = 0
    while begin < len(parts):
        again = [] if begin in headings else [parts[max(n for n in headings if n < begin)]]
        end = min(begin + rows - len(again), len(parts))
        end = max(begin + 1, end - (end - 1 in headings and end < len(parts)))
        lists.append([*again, *parts[begin:end]])
        begin = end
    last = len(parts) - rows
    last += last not in headings
    again = [] if last in headings else [parts[max(n for n in headings if n < last)]]
    return [*lists[:-1], [*again, *parts[last:]]]
