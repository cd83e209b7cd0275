"""The key of the map: its signs in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tabletown.rules.metropolys.board import SIZES, TYPES

from ...model.palette import Palette
from .lines import Line, Span, width
from .pieces import TOKEN_COLOURS, TOKEN_MARKS, TOKEN_NAMES

HALF = 11
"""The column of the second sign in a narrow row, if the first is not longer."""

Entry = tuple[Span, str]
"""A sign and its words."""

NARROW_KEY = 24
"""The most columns of a key that has the most important signs first, as many as there is room for."""


def signs(p: Palette, lines: bool, values: bool, who: str, columns: int, small: bool) -> list[Line]:
    """Rows of signs in `columns` columns: land and lakes, then pieces, as the second player's, whose initial is `who`.

    `values` if those of buildings are shown, `small` if pieces are one row high. Where land or pieces take more than a
    row, they share rows.
    """
    above = [*types(p, lines), statue(p), lake(p, lines)]
    if columns <= NARROW_KEY:
        return list(rows([*tokens(p), *above, bridge(p), *buildings(p, values, who, small or lines)], p, columns))
    below = [*tokens(p), *buildings(p, values, who, small or lines), bridge(p), *([choice(p, lines)] if values else ())]
    apart = [row for entries in (above, below) for row in rows(entries, p, columns)]
    return apart if len(apart) == 2 else list(rows([*above, *below], p, columns))


def types(p: Palette, lines: bool) -> list[Entry]:
    ink = p.style("ink", bold=True)
    return [
        (Span(sign, ink if lines else p.style(f"{kind}-text", kind, bold=True)), kind)
        for sign, kind in zip(p["place-types"], TYPES, strict=True)
    ]


def statue(p: Palette) -> Entry:
    return Span(p["statue"], p.style("sign-text", "sign", bold=True)), "statue"


def lake(p: Palette, lines: bool) -> Entry:
    return Span("~~" if lines else "  ", p.style("lake-text", "lake")), "lake"


def bridge(p: Palette) -> Entry:
    return Span(p["decks"][0] * 2, p.style("bridge-text", "bridge", bold=True)), "bridge"


def choice(p: Palette, lines: bool) -> Entry:
    return Span(f"{p['here']}C9", p.style("legal", bold=True, reverse=not lines)), "choice"


def tokens(p: Palette) -> list[Entry]:
    return [
        (Span(mark, p.style(f"{colour}-text", colour, bold=True)), name)
        for mark, colour, name in zip(TOKEN_MARKS, TOKEN_COLOURS, TOKEN_NAMES, strict=True)
    ]


def buildings(p: Palette, values: bool, who: str, small: bool) -> list[Entry]:
    """Signs of a bid, and of buildings: with a value, or if values are hidden of each size."""
    plate = f"[{who}7]" if small else f"{p['sign'][-2]}{who} 7{p['sign'][-1]}"
    bid = Span(plate, p.style("seat-2", "sign", bold=True)), "bid"
    if values:
        return [bid, (Span(f"{who} 9" if small else f" {who} 9 ", p.style("seat-2", bold=True, reverse=True)), "built")]
    heights = zip(p["heights"], SIZES, strict=True)
    return [bid, *((Span(height, p.style("seat-2", bold=True)), size) for height, size in heights)]


def rows(entries: Sequence[Entry], p: Palette, columns: int) -> Iterator[Line]:
    """Signs with their words, as many in each row of `columns` columns as fit; shorter ones fill up a row."""
    narrow = columns <= NARROW_KEY
    while entries:
        spans: list[Span] = []
        rest: list[Entry] = []
        for sign, words in entries:
            if width(tuple(spans)) + len(sign.text) + 1 + len(words) <= columns:
                text = f" {words} ".ljust(HALF - len(sign.text)) if narrow else f" {words}  "
                spans += [sign, Span(text, p.style("muted"))]
            else:
                rest.append((sign, words))
        yield Line(tuple(spans))
        entries = rest if spans else ()
