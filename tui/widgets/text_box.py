"""A box of text over a board, with its title on a rule."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from textwrap import wrap
from typing import ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual.geometry import Offset
from textual.widget import Widget
from textual.widgets import Static

from ..app_protocol import AppProtocol
from ..model.selection import Part
from ..narration.grammar import sentence
from .board import Board
from .canvas import Rect
from .placement import MIN_COLUMN, best_place, covers, cuts_words

MIN_PARAGRAPHS = 4
"""Paragraphs from which the last one is left out before any is cut."""
MARGINS = 2
"""Columns on the left and right of the text together."""


def fitting(paragraphs: Sequence[str], homes: Sequence[Rect], indent: str = "", kept: int = 0) -> list[str]:
    """The paragraphs as they fit the first of the homes or another one in its column: whole, else without the last one,
    else with one phrase each, else run together or only the first ones; whole if no way fits. `kept` paragraphs at the
    end stay as they are; with these, which tell how to learn more, the lowest home is tried first.
    """
    if not homes or homes[0].w < MIN_COLUMN:
        return [*paragraphs]
    x, _, width, _ = homes[0]
    end = len(paragraphs) - kept
    heights = sorted(home.h for home in homes if home.x == x)
    for height in heights if kept else heights[-1:]:
        for way in ways(paragraphs[:end]):
            if rows(shown := [*way, *paragraphs[end:]], width, indent) <= height:
                return shown
    return [*paragraphs]


def ways(paragraphs: Sequence[str]) -> Iterator[list[str]]:
    """The paragraphs in ever fewer words."""
    brief = [*paragraphs]
    yield brief
    if len(brief) < MIN_PARAGRAPHS:
        brief = [first_phrase(paragraph) for paragraph in brief]
        yield from (brief[:n] for n in range(len(brief), 1, -1))
        return
    for text in (brief[:-1], [first_phrase(paragraph) for paragraph in brief[:-1]]):
        yield text
        yield [text[0], " ".join(map(sentence, text[1:]))]
    brief = [first_phrase(paragraph) for paragraph in brief]
    yield from (brief[:n] for n in range(len(brief) - 2, 1, -1))


def first_phrase(text: str) -> str:
    """A sentence up to its first semicolon or reason."""
    phrase, *rest = re.split("; |, because ", text)
    return f"{phrase}." if rest else text


class TextBox(Static):
    """Paragraphs below a title: over the board where they cover least of what matters, or in rows of their own."""

    app: AppProtocol

    INDENT: ClassVar[str] = ""
    """Space before all lines of a paragraph but the first."""

    DEFAULT_CSS = """
    TextBox { background: $card; color: $ink; overflow: hidden; }
    TextBox.-over { layer: above; position: absolute; }
    """

    def __init__(self, id: str, classes: str = "") -> None:
        super().__init__(id=id, classes=classes, markup=False)
        self._place: Rect | None = None
        """Cells of the board that the box covers, or covered last."""
        self._placed: tuple[str, ...] = ()
        """The paragraphs for which it got this place."""
        self.accent = "cursor"
        """Colour of the title and of the edge, by its name in a palette."""

    def write(self, title: str, paragraphs: Sequence[str], width: int, bold: int = 0) -> None:
        """Show the text in a width that includes the margins; the last `bold` paragraphs are bold."""
        p, room = self.app.palette, width - MARGINS
        edge = p["half"] if self.has_class("-over") else " "
        accent = p.style(self.accent, "card")
        text = Text.assemble((edge, accent), (f"{p['rule']} {title} ".ljust(room, p["rule"])[:room], accent))
        for n, paragraph in enumerate(paragraphs):
            style = p.style("ink", "card", bold=n >= len(paragraphs) - bold)
            for line in lines(paragraph, width, self.INDENT):
                text.append_text(Text.assemble("\n", (edge, accent), (line, style)))
        if self.has_class("-over") and self._place:
            text.append_text(Text(f"\n{edge}" * (self._place.h - 1 - text.plain.count("\n")), accent))
        self.update(text, layout=False)

    def place_over(
        self,
        board: Board,
        paragraphs: Sequence[str],
        needed: Collection[Part],
        homes: Sequence[Rect] = (),
        named: Collection[Part] = (),
        at_cursor: Collection[Part] = (),
    ) -> int:
        """Move the box to its place over the board, size it for the paragraphs and return its width.

        It is the first of the `homes` that has room and covers none of the needed parts, nor if possible the part
        `at_cursor`, and of the named ones as few as possible. Else it is the best place; there the box stays with the
        same paragraphs, as long as it covers none of the needed parts, nor that at the cursor, and cuts no word.
        """
        roomy = [home for home in homes if rows(paragraphs, home.w, self.INDENT) <= home.h]
        free = [home for home in roomy if not covers(board, home, needed)]
        hidden = {each: sum(covers(board, each, (part,)) for part in named) for each in free}
        home = min(free, key=lambda each: (covers(board, each, at_cursor), hidden[each]), default=None)
        needed = {*needed, *at_cursor}
        place = home or (self._place if self._placed == (*paragraphs,) else None)
        right, bottom = (place.x + place.w, place.y + place.h) if place else (0, 0)
        outside = right > board.canvas.width or bottom > board.canvas.height
        if place is None or outside or (not home and (covers(board, place, needed) or cuts_words(board, place))):
            place = best_place(board, lambda width: rows(paragraphs, width, self.INDENT), needed)
        self._place, self._placed = place, (*paragraphs,)
        assert isinstance(self.parent, Widget)
        at = board.region.offset - self.parent.region.offset if board.region.area else Offset(0, 1)
        self.add_class("-over")
        self.styles.width, self.styles.height, self.styles.offset = place.w, place.h, (at.x + place.x, at.y + place.y)
        return place.w

    def place_in_rows(self, height: int) -> None:
        """Give the box rows of its own, across the window."""
        self.remove_class("-over")
        self.styles.width, self.styles.height, self.styles.offset = "100%", height, (0, 0)


def lines(paragraph: str, width: int, indent: str = "") -> list[str]:
    """Lines of a paragraph in a box of a width in cells."""
    wide = cell_len(paragraph) - len(paragraph)
    return wrap(paragraph, max(1, width - MARGINS - wide), subsequent_indent=indent, break_on_hyphens=False)


def rows(paragraphs: Sequence[str], width: int, indent: str = "") -> int:
    """Height of a box of a width: the title and the lines of the paragraphs."""
    return 1 + sum(len(lines(paragraph, width, indent)) for paragraph in paragraphs)
