"""The key of the map: its signs in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tabletown.rules.core.text import join_words
from tabletown.rules.metropolys.board import BUILDINGS, DISTRICTS, SIZES, TYPES, size
from tabletown.rules.metropolys.score import HIGHEST

from ...model.palette import Palette
from .fields import SCORING
from .holdings import SHORT_NAMES
from .panel_lines import Line, Span, first_fitting, width
from .pieces import NEW, SHORT_TOKEN_NAMES, TOKEN_COLOURS, TOKEN_MARKS, TOKEN_NAMES

SHORT_TOKENS = dict(zip(TOKEN_NAMES, SHORT_TOKEN_NAMES, strict=True))
HALF = 11
"""The column of the second sign in a narrow row, if the first is not longer."""

Entry = tuple[Span, str]
"""A sign and its words."""


class MapKey:
    """Rows of signs with their words.

    `values` if those of buildings are shown; pieces look as those of the second player, whose initial is `who`, and
    are one row high if `small`. `tasks` are wordings of the viewer's card in the Family edition, the longest first,
    and None in the Expert edition, where types and sizes score; `star` are the points of a place with a star there, if
    any has one. `fresh` if the map marks a new building. `districts` are the names of those in play.
    """

    def __init__(
        self,
        palette: Palette,
        lines: bool,
        values: bool,
        who: str,
        small: bool,
        tasks: Sequence[str] | None,
        star: int = 0,
        fresh: bool = False,
        districts: Sequence[str] = DISTRICTS,
    ) -> None:
        self.p, self.lines, self.tasks = palette, lines, tasks
        self.types = types(palette, lines) if tasks is None else []
        leads = leads_of(districts) if tasks is None else ()
        self.sizes = [sizes(palette, values and not small, lead) for lead in leads]
        self.features = [statue(palette), lake(palette, lines)]
        self.pieces = [
            *tokens(palette),
            *buildings(palette, values, who, small, palette.flat or lines),
            bridge(palette),
        ]
        self.district = [(Span("C9", palette.style("ink", bold=True)), "Centre")] if tasks is None else []
        letter = palette.style("ink", bold=True)
        self.letters = [(Span(district[0], letter), district) for district in districts]
        self.choice = [choice(palette, lines)] if values else []
        mark = Span(NEW, palette.style("ink", bold=True))
        self.news: list[list[Entry]] = [[(mark, words)] for words in ("just built", "new")] if fresh else [[]]
        sign = Span(palette["counts"], palette.style("ink", bold=True))
        self.stars = (
            [[(sign, words)] for words in (f"map card {star:+}", f"map {star:+}", f"{star:+}")] if star else [[]]
        )

    def land(self, columns: int) -> list[Entry]:
        """The types of places, or in the Family edition the places that score for the viewer's card."""
        if not self.tasks:
            return self.types
        return [(counts(self.p, self.lines), first_fitting(self.tasks, columns - 2))]

    def land_alone(self, columns: int) -> list[Line]:
        """One row of what the ground says; for a viewer without a card in the Family edition the letters of names."""
        full, brief = self.news[0], self.news[-1]
        land = self.land(columns - sum(1 + len(words) + 3 for _, words in full)) or self.letters
        short = [(sign, SHORT_NAMES.get(words, words)) for sign, words in land]
        shortest = [(sign, words.rstrip(".")) for sign, words in short]
        parts = ((land, full), (short, full), (short, brief), (shortest, brief))
        ways = [[*types, *new, *star] for types, new in parts for star in self.stars]
        lines = [list(rows(entries, self.p, columns, 1)) for entries in ways]
        return next((way for way in lines if len(way) == 1), lines[-1])[:1]

    def beside(self, columns: int) -> list[Line]:
        """Everything but the types, in a narrow column; in the Expert edition also the district of a place."""
        entries = [*self.pieces[:3], *self.features, *self.pieces[3:], *self.district]
        return list(rows(entries, self.p, columns, 1, HALF))

    def beside_in_few(self, columns: int) -> list[Line]:
        """The same without bids and buildings, which the auction and the players show, in as few rows as possible."""
        return list(rows([*self.pieces[:3], *self.features, self.pieces[-1]], self.p, columns, 1))

    def on_places(self, columns: int, most: int) -> list[Line]:
        """Only tokens and statues, in at most two rows; in one row the tokens together."""
        marks = self.pieces[: len(TOKEN_MARKS)]
        brief = [(sign, SHORT_TOKENS.get(words, words)) for sign, words in marks]
        if most > 1:
            return list(rows([*brief, self.features[0]], self.p, columns, 1, HALF))[:most]
        mark, words = self.features[0]
        quiet = self.p.style("muted")
        return [Line((*(sign for sign, _ in marks), Span(" tokens ", quiet), mark, Span(f" {words}", quiet)))]

    def below(self, columns: int, most: int) -> list[Line]:
        """Land and lakes, then pieces, then sizes if all fit into `most` rows.

        Where land and pieces take more than a row each, they share rows, if need be with the sizes.
        """
        features = width(tuple(sign for sign, _ in self.features)) + sum(len(words) + 3 for _, words in self.features)
        above = [*self.land(columns - features), *self.features]
        brief = [(sign, SHORT_TOKENS.get(words, words)) for sign, words in self.pieces]
        either = (self.pieces, brief) if self.stars[0] or self.news[0] else (self.pieces,)
        ways = [
            [*pieces, *new, *(star or choice)]
            for choice in (self.choice, [])
            for star in self.stars
            for new in self.news
            for pieces in either
        ]
        below = next((way for way in ways if len(list(rows(way, self.p, columns))) == 1), ways[0])
        separate = [row for entries in (above, below) for row in rows(entries, self.p, columns)]
        shared = separate if len(separate) == 2 else list(rows([*above, *below], self.p, columns))
        apart = ([*shared, *rows(sizes, self.p, columns)] for sizes in self.sizes)
        together = (
            [*rows([*above, *signs, *sizes], self.p, columns)] for sizes in self.sizes for signs in (below, ways[-1])
        )
        return next((signs for signs in (*apart, *together) if len(signs) <= most), shared)


def leads_of(districts: Sequence[str]) -> tuple[str, ...]:
    """Wordings of what leads one of these districts, the longest first; the last has no words."""
    letters = [district[0] for district in districts]
    where, most = f"lead in {join_words(letters, 'or')}: most tall", f"{HIGHEST:+}"
    return (
        f"{where} buildings {most} (if level, most medium ones, then most small ones)",
        f"{where} buildings {most} (if level, most medium)",
        f"{where} buildings {most}",
        f"lead in {', '.join(letters)}: most tall ones {most}",
        f"district lead: most tall ones {most}",
        "",
    )


def types(p: Palette, lines: bool) -> list[Entry]:
    ink = p.style("ink", bold=True)
    return [
        (Span(sign, ink if lines else p.style(f"{kind}-text", kind, bold=True)), kind)
        for sign, kind in zip(p["place-types"], TYPES, strict=True)
    ]


def counts(p: Palette, lines: bool) -> Span:
    """The sign of the places that score for the viewer's card."""
    return Span(
        p["counts"], p.style("ink", bold=True) if lines else p.style(f"{SCORING[0]}-text", SCORING[0], bold=True)
    )


def sizes(p: Palette, drawn: bool, lead: str) -> list[Entry]:
    """The sizes of buildings, with their roofs if they are `drawn` so, and what scores for them, `lead`."""
    low, half = tuple(p["roofs"])
    wall, roof = p.style("seat-2"), p.style("roof", "seat-2")
    roofs = [Span(low * 2, wall), Span(half * 2, wall), Span(p["window"] * 2, roof)] if drawn else [Span("", wall)] * 3
    spans = ["-".join(str(value) for value in values_of(n)) for n in range(len(SIZES))]
    entries = [(sign, f"{name} {span}") for sign, name, span in zip(roofs, SIZES, spans, strict=True)]
    return [*entries, *([(Span("", wall), lead)] if lead else [])]


def values_of(n: int) -> tuple[int, int]:
    """The lowest and the highest value of a size."""
    values = [value for value in BUILDINGS if size(value) == n]
    return values[0], values[-1]


def statue(p: Palette) -> Entry:
    return Span(p["statue"], p.style("sign-text", "sign", bold=True)), "statue"


def lake(p: Palette, lines: bool) -> Entry:
    return Span("~~" if lines else "  ", p.style("lake-text", "lake")), "lake"


def bridge(p: Palette) -> Entry:
    return Span(p["decks"][0] * 2, p.style("bridge-text", "bridge", bold=True)), "bridge"


def choice(p: Palette, lines: bool) -> Entry:
    return Span(f"{p['open']}C9", p.style("legal", bold=True, reverse=not lines)), "can bid"


def tokens(p: Palette) -> list[Entry]:
    return [
        (Span(mark, p.style(f"{colour}-text", colour, bold=True)), name)
        for mark, colour, name in zip(TOKEN_MARKS, TOKEN_COLOURS, TOKEN_NAMES, strict=True)
    ]


def buildings(p: Palette, values: bool, who: str, small: bool, brackets: bool) -> list[Entry]:
    """Signs of a bid, in brackets if it has no plate, and of buildings: with a value, or if values are hidden of each
    size.
    """
    plate = (f"[{who}7]" if brackets else f" {who} 7 ") if small else f"{p['sign'][-2]}{who} 7{p['sign'][-1]}"
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
            label = f" {words}" if sign.text else words
            if width(tuple(spans)) + len(sign.text + label) <= columns:
                text = f"{label}{' ' * gap}".ljust(half - len(sign.text))
                spans += [sign, Span(text, p.style("muted"))]
            else:
                rest.append((sign, words))
        yield Line(tuple(spans))
        entries = rest if spans else ()
