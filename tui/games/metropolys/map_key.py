"""The key of the map: its signs in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tabletown.rules.metropolys.board import SIZES, TYPES

from ...model.palette import Palette
from .panel_lines import Line, Span, width
from .pieces import TOKEN_COLOURS, TOKEN_MARKS, TOKEN_NAMES

HALF = 11
"""The column of the second sign in a narrow row, if the first is not longer."""

Entry = tuple[Span, str]
"""A sign and its words."""


class MapKey:
    """Rows of signs with their words.

    `values` if those of buildings are shown; pieces look as those of the second player, whose initial is `who`, and
    are one row high if `small`.
    """

    def __init__(self, palette: Palette, lines: bool, values: bool, who: str, small: bool) -> None:
        self.p, self.lines = palette, lines
        self.types = types(palette, lines)
        self.features = [statue(palette), lake(palette, lines)]
        self.pieces = [*tokens(palette), *buildings(palette, values, who, small), bridge(palette)]
        self.choice = [choice(palette, lines)] if values else []

    def types_alone(self, columns: int) -> list[Line]:
        """One row of the types of places."""
        return list(rows(self.types, self.p, columns, 1))[:1]

    def beside(self, columns: int) -> list[Line]:
        """Everything but the types, in a narrow column."""
        return list(rows([*self.pieces[:3], *self.features, *self.pieces[3:]], self.p, columns, 1, HALF))

    def below(self, columns: int) -> list[Line]:
        """Land and lakes, then pieces. Where they take more than a row each, they share rows."""
        above, below = [*self.types, *self.features], [*self.pieces, *self.choice]
        separate = [row for entries in (above, below) for row in rows(entries, self.p, columns)]
        return separate if len(separate) == 2 else list(rows([*above, *below], self.p, columns))


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


def rows(entries: Sequence[Entry], p: Palette, columns: int, gap: int = 2, half: int = 0) -> Iterator[Line]:
    """Signs with their words, as many in each row of `columns` columns as fit; shorter ones fill up a row.

    At least `gap` columns are between them; the words of a short one reach to column `half`.
    """
    while entries:
        spans: list[Span] = []
        rest: list[Entry] = []
        for sign, words in entries:
            if width(tuple(spans)) + len(sign.text) + 1 + len(words) <= columns:
                text = f" {words}{' ' * gap}".ljust(half - len(sign.text))
                spans += [sign, Span(text, p.style("muted"))]
            else:
                rest.append((sign, words))
        yield Line(tuple(spans))
        entries = rest if spans else ()
