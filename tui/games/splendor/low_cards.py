"""Cards without a frame, where rows or columns are few: a head in the card's colour, its price, and a foot."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from rich.style import Style

from tabletown.rules.splendor.cards import CARDS, COLOURS, GOLD, LETTERS
from tabletown.rules.splendor.payment import need
from tabletown.rules.splendor.state import deck_size

from ...widgets.canvas import Rect
from .player_panel import PanelPainter
from .selection import deck_tag

LOOKED_AT = 0.25
"""Share of the cursor's colour in a piece without a frame that the cursor is on."""
LIT = 0.18
"""Share of green in a card without a frame that the viewer can buy."""
PAIR = 5
"""Columns of a cost with an arrow to what is left of it, and a gap."""
LABEL = 4
"""Columns of a card's name and of the mark of the cursor before it; of a narrow card without that."""
NARROWEST = 9
"""Columns from which a card has room for the mark of the cursor beside its name."""
HIGH = 6
"""Rows of a card from which each cost has a row."""
LONGEST = " 4 white "
"""The most that is in a head beside the card's name."""
BACK, USED_UP = 0.35, 0.15
"""Share of its colour in the back of a deck, and in that of an empty one."""


def packed(widths: Sequence[int], rows: int, room: int, gap: int = 1) -> list[tuple[int, int]]:
    """Columns and rows of texts of these widths with a gap between them, one in each row and each of the rest in the
    row that has most room; none if there is no room.
    """
    ends, places = [0] * rows, list[tuple[int, int]]()
    for n, width in enumerate(widths):
        row = n if n < rows else ends.index(min(ends))
        x = ends[row] + gap * bool(ends[row])
        if x + width > room:
            return []
        places.append((x, row))
        ends[row] = x + width
    return places


class LowCardPainter(PanelPainter, ABC):
    """Painter of a card in at least four rows, of which the last is its foot."""

    @abstractmethod
    def label(self, card: int) -> str:
        """The card's name in typed moves."""

    @abstractmethod
    def tag(self) -> Style:
        """Style of a card's name."""

    def body_style(self, ink: str = "ink", bold: bool = False) -> Style:
        """The style of text on a piece without a frame, on the colour of the cursor if that is there."""
        if self.at_cursor and not self.p.flat:
            return self.p.washed(ink, "cursor", LOOKED_AT, bold=bold)
        if self.lit and not self.p.flat:
            return self.p.washed(ink, "good", LIT, bold=bold)
        return self.ground(ink, bold)

    lit = False
    """Can the viewer buy the card, which stands out?"""

    def ground(self, ink: str = "ink", bold: bool = False) -> Style:
        """The style of text on a piece without a frame that the cursor is not on."""
        return self.p.style(ink, "card", bold=bold)

    def low_card(self, card: int) -> None:
        """Draw the head, the price, and between them the effect that a card of an expansion may have."""
        self.c.fill(Rect(0, 0, self.w, self.h - 1), self.body_style())
        self.edges()
        self.low_head(card)
        effect = self.effect(card)
        if effect:
            self.c.write(1, 1, effect, self.body_style(bold=True))
        self.low_price(card, 1 + bool(effect))

    def edges(self) -> None:
        """Draw edges on both sides of a piece that can be bought or has the cursor."""
        if self.at_cursor or self.lit:
            outline = self.p["outline" if self.at_cursor else "strong"]
            style = self.body_style("cursor" if self.at_cursor else "good", bold=True)
            for y in range(1, self.h - 1):
                self.c.write(0, y, outline[3], style)
                self.c.write(self.w - 1, y, outline[7], style)

    def low_head(self, card: int) -> None:
        """Write a card's name, and right of it on the colour of the bonus its points and the bonus."""
        style = self.p.style(*self.head_colours(card), bold=True, reverse=self.p.bare)
        if self.named_below:
            self.c.fill(Rect(0, 0, self.w, 1), style)
            self.c.write(1, 0, str(CARDS[card].points or ""), style)
            return self.c.right(self.w - 1, 0, self.signs(card)[0], style)
        first = LABEL - (self.w < NARROWEST)
        self.c.fill(Rect(first, 0, self.w - first, 1), style)
        whole, short = self.signs(card)[0], self.signs(card)[-1]
        text = whole if self.w >= LABEL + len(LONGEST) else short
        self.c.right(self.w - (self.w >= NARROWEST and first + len(text) < self.w), 0, text, style)
        self.c.write(first + 1, 0, str(CARDS[card].points or ""), style)
        name = self.label(card).ljust(LABEL - 1)
        if self.at_cursor and first + len(text) < self.w:
            name = f"{self.p['here']}{name}"[-first:] if self.w >= NARROWEST else name
        elif first + len(text) == self.w and first == LABEL:
            name += " "
        self.c.write(first - len(name), 0, name, self.name_style())
        return None

    @property
    def named_below(self) -> bool:
        """Is the card's name in its foot, so that its head has room for the word of its bonus?"""
        return False

    @property
    def solid(self) -> bool:
        """Does the ground of a card reach below the words on its foot?"""
        return False

    def name_style(self) -> Style:
        """The style of a card's name: quiet, unless the card is new or the cursor is on it."""
        if self.at_cursor:
            return self.cursor_style
        if self.is_marked:
            return self.tag()
        style = self.p.style("muted") if self.named_below else self.body_style("muted")
        return style + Style(underline=True) if self.p.bare and self.legal else style

    @property
    def is_marked(self) -> bool:
        """Does the card's name have a colour of its own?"""
        return False

    @property
    def cursor_style(self) -> Style:
        return self.p.style("cursor", bold=True, reverse=True)

    def head_colours(self, card: int) -> tuple[str, str]:
        """Text colour and background of a card's head."""
        name = f"gem-{COLOURS[CARDS[card].bonus]}"
        return f"{name}-text", name

    def signs(self, card: int) -> tuple[str, ...]:
        """A card's bonus in its head, in words and in short."""
        colour = CARDS[card].bonus
        return COLOURS[colour], LETTERS[colour].upper()

    def effect(self, card: int) -> str:
        """In an expansion, the card's effect in one row; empty if it has none."""
        return ""

    def low_price(self, card: int, y: int) -> None:
        """Write a card's price from row y on: a cost a row in a narrow or high card if there are rows enough, else two,
        or as many as it takes.
        """
        owed, cost = need(self.me, card), CARDS[card].cost
        colours = [c for c in range(GOLD) if cost[c]]
        rows, apart = self.h - 1 - y, self.w >= 2 * PAIR - 1 and self.h < HIGH
        in_row = max(1 if len(colours) <= rows and not apart else 2, -(-len(colours) // rows))
        arrows, outlined = in_row * (PAIR - 1) <= self.w, self.at_cursor or self.lit
        if outlined and in_row * (PAIR - 1) > self.w - 2:
            inside = Rect(1, y, self.w - 2, rows)
            if self.packed_price(colours, owed, card, inside, whole=True):
                return
        if not arrows and self.packed_price(colours, owed, card, Rect(0, y, self.w, rows)):
            return
        loose = apart and (in_row - 1) * PAIR + PAIR - 1 <= self.w - 2 * outlined
        step = PAIR - (not loose) if arrows else min(3, (self.w + 1) // in_row)
        first = int(step * (in_row - 1) + (PAIR - 1 if arrows else 2) < self.w)
        for i, colour in enumerate(colours):
            self.cost(first + step * (i % in_row), y + i // in_row, colour, cost[colour], owed[colour], arrows)

    def packed_price(
        self, colours: Sequence[int], owed: Sequence[int], card: int, room: Rect, *, whole: bool = False
    ) -> bool:
        """Write costs in as many rows as there are, if need be close together; those that bonuses cover may step back
        without an arrow, and unless costs are to stay `whole` what is printed of the last reduced ones is left out.
        False if there is no room.
        """
        cost = CARDS[card].cost
        covered = [colour for colour in colours if not owed[colour]]
        reduced = [colour for colour in colours if 0 < owed[colour] < cost[colour]]
        plain_ways = [covered[n:] for n in range(len(covered), -1, -1)]
        ways = [(plain, list[int](), gap) for gap in (1, 0) for plain in plain_ways]
        ways += [] if whole else [(covered, reduced[n:], 1) for n in range(len(reduced) - 1, -1, -1)]
        for plain, short, gap in ways:
            arrows = [colour for colour in (*covered, *reduced) if colour not in plain]
            widths = [2 + 2 * (colour in arrows) - (colour in short) for colour in colours]
            places = packed(widths, room.h, room.w, gap)
            inset = max((x + width for (x, _), width in zip(places, widths, strict=False)), default=0) < room.w
            x0 = room.x + (inset and not whole)
            for colour, (x, row) in zip(colours, places, strict=False):
                if colour in plain:
                    self.covered_cost(x0 + x, room.y + row, colour, cost[colour])
                else:
                    printed = None if colour in short else cost[colour]
                    self.cost(x0 + x, room.y + row, colour, printed, owed[colour], True)
            if places:
                return True
        return False

    def covered_cost(self, x: int, y: int, colour: int, printed: int) -> int:
        """Write a cost that the viewer's bonuses cover, which steps back; return the column after it."""
        return self.c.write(x, y, f"{LETTERS[colour].upper()}{printed}", self.body_style("muted"))

    def cost(self, x: int, y: int, colour: int, printed: int | None, left: int, arrow: bool) -> None:
        """Write a cost; if bonuses reduce it also what is left, after an arrow or in place of what is printed, which
        may be left out.
        """
        letter, style = LETTERS[colour].upper(), self.body_style("good", bold=True)
        if left == printed:
            self.gem_chip(x, y, f"{letter}{printed}", colour)
        elif arrow:
            x = self.gem_chip(x, y, f"{letter}{printed or ''}", colour)
            self.c.write(x, y, f"{self.p['then']}{left}", style)
        else:
            x = self.gem_chip(x, y, letter, colour)
            self.c.write(x, y, str(left), style + Style(reverse=self.p.bare))

    def low_back(self, deck: int) -> None:
        """Draw a card that lies face down."""
        style = self.cursor_style if self.at_cursor else self.p.style("faint", "card")
        self.c.fill(Rect(0, 0, self.w, self.h - 1), style, " " if self.at_cursor else self.p["shade"])
        name = style if self.at_cursor else self.p.style(paper="card", bold=True)
        self.c.write((self.w - 4) // 2, (self.h - 1) // 2, f" {deck_tag(deck)} ", name)

    def back_colour(self, deck: int) -> str:
        """The colour of the backs of a deck."""
        return "muted"

    def low_deck(self, deck: int, *lines: str) -> None:
        """Draw a deck as the back of a card with its name, and with the number of cards left."""
        share = BACK if deck_size(self.view, deck) else USED_UP
        name, back = (self.p.washed("ink", self.back_colour(deck), share, bold=bold) for bold in (True, False))
        if self.at_cursor:
            name = back = self.cursor_style
        rows = max(1, self.h - 1)
        self.c.fill(Rect(0, 0, self.w, rows), back)
        for y, (text, style) in enumerate(zip(lines, (name, back), strict=False), (rows - len(lines)) // 2):
            self.c.write((self.w - len(text) + 1) // 2, y, text, style)
