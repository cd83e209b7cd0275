"""Piles of gem tokens in Splendor's bank: in a frame, or in one or two rows where rows are few."""

from __future__ import annotations

from abc import ABC

from rich.style import Style

from tabletown.rules.splendor.cards import COLOURS, LETTERS

from ...widgets.canvas import Rect
from .costs import viewing_seat
from .layout import FRAMED_BANK
from .low_cards import LowCardPainter
from .selection import due

UNDERLINE = Style(underline=True)
RETURN = "return"
ASKED = {"return": RETURN, "associate": "copy", "token": "take"}
"""The word on the piles to choose from in a step, by its verb."""
MIN_NAMED = 13
"""Columns of a pile that has its name beside its letter."""
INSET = 8
"""Columns of a pile in a row that has a blank before its text; a narrower one starts after the cursor's mark."""
WIDE_PILE = 18
"""Columns of a pile of tokens that has its name in the middle."""


class PilePainter(LowCardPainter, ABC):
    """Painter of a pile of tokens."""

    def frame(self, strong: bool = False, ink: str = "frame") -> None:
        """Draw the outline of a tile and fill it with the background of a card; pieces just gained stand out."""
        shout = self.part in self.gained and not self.at_cursor
        self.outline(strong or shout, ink, self.p.style("fresh", bold=True) if shout else None)

    def gem(self, colour: int) -> None:
        """Draw a pile of gem tokens: colour, tokens left, the viewer's tokens and the tokens picked."""
        left, mine = self.view.bank[colour], self.me.tokens[colour]
        name = f"gem-{COLOURS[colour]}"
        full = self.p.style(f"{name}-text", name, bold=True)
        if self.h < FRAMED_BANK:
            return self.flat_pile(colour, full)
        self.frame(strong=self.legal and self.p.flat)  # five heavy frames would outshine the cards
        style = full if left else self.p.style("faint", "card")
        if left:
            self.c.fill(Rect(1, 1, self.w - 2, self.h - 2), style)
        y = (self.h - 1) // 2
        if self.w >= MIN_NAMED:
            x = 4 if self.w < WIDE_PILE else (self.w - len(COLOURS[colour])) // 2
            self.c.write(2, y, LETTERS[colour].upper(), style)
            self.c.write(x, y, COLOURS[colour], style)
            self.underline(x, y, colour)
            self.c.right(self.w - 2, y, str(left), style)
        else:
            self.c.write(1, 0, COLOURS[colour], self.tag())
            self.underline(1, 0, colour)
            self.c.write(1, y, f"{LETTERS[colour].upper()} {left}", style)
        low = self.h < 4
        if mine and not (low and self.picked):
            own = self.p.style("ink", bold=True) if low else full
            self.c.middle(self.h - 1 if low else self.h - 2, self.holding(mine), own)
        return self.pile_edge(colour)

    def flat_pile(self, colour: int, full: Style) -> None:
        """Draw a pile in two rows: the tokens left and those picked, below them its name; or all of it in one."""
        left, width, name = self.view.bank[colour], self.w - 1, COLOURS[colour]
        first = self.first_column
        step = due(self.state)
        returning, choosing = step == "return", step in ASKED and step != "return"
        bright = self.legal if choosing else left or returning
        paper = full if bright else self.p.style("faint", "card")
        picked = f"{'-' if returning else '+'}{self.picked}" if self.picked else ""
        asked = returning and self.legal and not (self.p.bare and self.h == 1)
        self.c.fill(Rect(first, 0, width, 1), paper)
        if self.h > 1:
            self.c.write(1, 0, f"{LETTERS[colour].upper()} {left}", paper)
            style = self.cursor_style if self.at_cursor else self.tag()
            self.c.write(0, 1, f" {self.asked_word or name}".ljust(width), style)
            asked = bool(self.asked_word)
        elif asked and not picked:
            self.c.write(1, 0, RETURN, paper)
        elif choosing and self.legal and not picked:
            self.c.write(1, 0, f"{LETTERS[colour]}: {ASKED[step]}", paper)
            asked = True
        else:
            named = not choosing and self.all_named
            self.c.write(1, 0, f"{name if named else LETTERS[colour].upper()} {left}", paper)
            asked = not named
        if not asked:
            self.underline(1, self.h - 1, colour)
        return self.flat_edge(picked)

    @property
    def first_column(self) -> int:
        """The first column of a pile without a frame: in a single narrow row the one after the cursor's mark."""
        return int(self.h == 1 and self.w - 1 < INSET)

    @property
    def all_named(self) -> bool:
        """Is there room in a single row for the names of all piles, with the tokens left and picked? Else all of them
        have letters.
        """
        room = self.w - 2 + self.first_column
        picked = [self.state.picked.count(("gem", colour)) for colour in range(len(COLOURS))]
        texts = (
            f"{name} {left}{f' +{more}' * bool(more)}"
            for name, left, more in zip(COLOURS, self.view.bank, picked, strict=True)
        )
        return all(len(text) <= room for text in texts)

    @property
    def asked_word(self) -> str:
        """The word on a pile that can be chosen in this step; empty for others."""
        return ASKED.get(due(self.state), "") if self.legal else ""

    def flat_edge(self, picked: str) -> None:
        """Mark a pile without a frame that the cursor is on, and write the tokens picked at its end."""
        width = self.first_column + self.w - 1
        if self.h == 1 and self.at_cursor:  # between two marks: on the cursor's yellow it would look like gold
            self.c.write(0, 0, self.p["here"], self.cursor_style)
            if width < self.w:
                self.c.write(width, 0, " ", self.cursor_style)
        if picked:
            style = self.p.style("picked", bold=True, reverse=True)
            self.c.right(width, 0, f"{' ' * (self.h > 1)}{picked}", style)

    def holding(self, tokens: int) -> str:
        """The tokens of the viewer, or for a spectator those of the player to move: "you 2", "Ada 2"."""
        name = self.state.seats[viewing_seat(self.state)].name
        who = "you" if self.state.viewer is not None or name == "You" else name
        return f"{who if len(who) + 2 < self.w - 2 else 'has'} {tokens}"

    def underline(self, x: int, y: int, colour: int) -> None:
        """Underline the letter of a colour in its name written at x, y: it tells why blue is U."""
        at = COLOURS[colour].find(LETTERS[colour])
        if at >= 0:
            char, style = self.c.rows[y][x + at]
            self.c.rows[y][x + at] = (char, style + UNDERLINE)

    def pile_edge(self, colour: int) -> None:
        """Write the tokens picked on a pile's lower edge, and on its upper edge what it can be chosen for."""
        returning = due(self.state) == "return"
        if self.asked_word:
            over = len(COLOURS[colour]) if self.w < MIN_NAMED else 0  # the name that stands there
            self.c.write(1, 0, self.asked_word.ljust(over), self.p.style("good", bold=True))
        if self.picked:
            text = f" {'-' if returning else '+'}{self.picked} "
            self.c.right(self.w - 1, self.h - 1, text, self.p.style("picked", bold=True))
