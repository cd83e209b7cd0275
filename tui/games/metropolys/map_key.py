"""The key of the map: its signs in words."""

from __future__ import annotations

from tabletown.rules.metropolys.board import TYPES

from ...model.palette import Palette
from .lines import Line, Span
from .pieces import TOKEN_COLOURS, TOKEN_MARKS, TOKEN_NAMES


def signs(p: Palette, lines: bool, columns: int) -> tuple[Line, Line]:
    """Two rows of signs in `columns` columns: types of land with statues, and pieces with bridges and lakes."""
    ink = p.style("ink", bold=True)
    above = [(Span(sign, ink if lines else p.style(f"{kind}-text", kind, bold=True)), kind)
             for sign, kind in zip(p["place-types"], TYPES, strict=True)]  # fmt: skip
    above += [(Span(p["statue"], p.style("sign-text", "sign", bold=True)), "statue")]
    above += [(Span(f"{p['here']}C9", p.style("legal", bold=True, reverse=not lines)), "a choice")]
    below = [
        (Span(mark, p.style(f"{colour}-text", colour, bold=True)), name)
        for mark, colour, name in zip(TOKEN_MARKS, TOKEN_COLOURS, TOKEN_NAMES, strict=True)
    ]
    below += [(Span(p["decks"][0] * 2, p.style("bridge-text", "bridge", bold=True)), "bridge")]
    below += [(Span("~~" if lines else "  ", p.style("lake-text", "lake")), "lake")]
    below += [(Span("H 9", p.style("seat-2", bold=True, reverse=True)), "built")]
    below += [(Span("[H 7]", p.style("seat-2", "sign", bold=True)), "bid")]
    return row(p, above, columns), row(p, below, columns)


def row(p: Palette, entries: list[tuple[Span, str]], columns: int) -> Line:
    """As many signs with their words as fit into `columns` columns."""
    spans: list[Span] = []
    used = 0
    for sign, words in entries:
        used += len(sign.text) + 1 + len(words)
        if used > columns:
            break
        spans += [sign, Span(f" {words}  ", p.style("muted"))]
        used += 2
    return Line(tuple(spans))
