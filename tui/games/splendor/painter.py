"""Painter of Splendor's pieces: cards, decks, nobles and gem tokens."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import ClassVar

from rich.style import Style

from tabletown.rules.splendor.cards import CARDS, COLOURS, GOLD, LETTERS, NOBLES, deck_of
from tabletown.rules.splendor.names import slot_label
from tabletown.rules.splendor.payment import need
from tabletown.rules.splendor.state import deck_size

from ...model.palette import Palette
from ...widgets.board_state import BoardState
from ...widgets.canvas import Rect
from ...widgets.tiles import Tile
from .costs import AFFORDABLE, need_of, viewing_seat
from .gem_art import draw_gem
from .layout import FRAMED_NOBLE, LEAST_FRAMED, NARROW
from .low_cards import BACK, LABEL, NARROWEST, PAIR
from .noble_art import draw_portrait
from .piles import PilePainter
from .player_sheet import paint_sheet
from .requirements import bonuses_missing
from .seat_marks import host_of
from .selection import MAIN, deck_tag, due, reserving

UNDERLINE, REVERSE = Style(underline=True), Style(reverse=True)
MIN_BROAD = 15
"""Columns that a card needs for its gem beside the costs."""
BESIDE, BESIDE_NARROW = 9, 6
"""Columns of a broad card, and of a narrow one, that its gem leaves to the costs and the frame."""
BESIDE_PAIRS = 11
"""Columns that the gem of a flat card leaves to two costs a row and the frame."""
MOST_COLOURS = 3
"""Colours that a noble asks for at most."""
LATTICE = 0.14
"""Share of its colour in the ground of a card's back."""
NARROW_DECK = 6
"""Columns of a deck without room for "empty" in its frame."""
FRAMED_PIECES = ("card", "lift")
"""Kinds of cards, which have a frame where there is room."""
NEAR = 3
"""Gems that a card within reach may need; the need of other cards steps back."""


class SplendorPainter(PilePainter):
    """Painter of one tile, on a canvas of the tile's size."""

    PAINTERS: ClassVar[Mapping[str, Callable[..., None]]] = {"sheet": paint_sheet}
    FRAMED = LEAST_FRAMED

    def __init__(self, palette: Palette, state: BoardState, tile: Tile, at_cursor: bool) -> None:
        super().__init__(palette, state, tile, at_cursor)
        self.picked += state.picked.count(reserving(tile.part))

    # The market

    def card(self, card: int) -> None:
        data = CARDS[card]
        short = self.short(self.state, card)
        if self.low:
            self.lit = self.offered(card, short)
            self.low_card(card)
            return self.foot(card, short)
        self.frame(strong=self.offered(card, short))
        self.band(data.bonus, data.points)
        self.draw_slot_label(card)
        self.costs(card)
        self.status(card, short)
        if self.shows_gem(card):
            self.picture(card)
        return None

    @property
    def illustrated(self) -> bool:
        """Is there room for gems on the cards of the table?"""
        room = self.wide() or (self.h >= 5 and self.w >= MIN_BROAD)
        return room and not self.p.flat and bool(self.p["art"])

    def shows_gem(self, card: int) -> bool:
        return self.illustrated

    def picture(self, card: int) -> None:
        """Draw a card's gem at the right of its costs, of the same size on all cards of the table."""
        width, height = self.gem_size
        x, y = self.w - width - 1, self.h - 1 - height - self.below_gem(height)
        draw_gem(self.c, self.p, COLOURS[CARDS[card].bonus], x, y, width, height, "card")

    @property
    def gem_size(self) -> tuple[int, int]:
        """Columns and rows of a card's gem."""
        beside = BESIDE_PAIRS if not self.wide() else BESIDE if self.w >= MIN_BROAD else BESIDE_NARROW
        width = min(self.w - beside, 2 * (self.h - (4 if self.wide() else 3)))
        return width, (width + 1) // 2

    def below_gem(self, height: int) -> int:
        """Rows between a gem of so many rows and the lower edge: in the middle of the rows below the head."""
        return (self.h - 3 - height) // 2

    def body_style(self, ink: str = "ink", bold: bool = False) -> Style:
        """The style of text on a piece, which has the colour of the cursor only without a frame that shows it."""
        framed = self.h >= FRAMED_NOBLE if self.part[0] == "noble" else self.part[0] in FRAMED_PIECES and not self.low
        return self.ground(ink, bold) if framed else super().body_style(ink, bold)

    def offered(self, card: int, short: int) -> bool:
        """Can the viewer buy it, or pick it in a step of another kind?"""
        if self.view.over:
            return False
        return short <= 0 and bool(self.ways(self.state, card)) if due(self.state) in ("", *MAIN) else self.legal

    @property
    def low(self) -> bool:
        """Are there too few columns or rows for a card with a frame?"""
        return self.w < self.FRAMED[0] or self.h < self.FRAMED[1]

    def band(self, bonus: int, points: int) -> None:
        """Draw the head of a card: its points and the colour of its bonus."""
        name = f"gem-{COLOURS[bonus]}"
        style = self.p.style(f"{name}-text", name, bold=True, reverse=self.p.bare)
        self.c.fill(Rect(1, 1, self.w - 2, 1), style)
        self.c.write(2, 1, str(points) if points else "", style)
        word = self.p.style(f"{name}-text", name, bold=False, reverse=self.p.bare)  # the points stand out
        return self.c.right(self.w - 2, 1, COLOURS[bonus] if self.w >= NARROW else LETTERS[bonus].upper(), word)

    def draw_slot_label(self, card: int) -> None:
        """Write the card's name in typed moves, and "new" if it is."""
        if self.is_fresh and self.says_new:
            self.c.right(self.w - 1, 0, "new", self.p.style("fresh", bold=True))
        self.c.write(1, 0, self.label(card), self.tag())

    def label(self, card: int) -> str:
        return slot_label(self.view, card) if card in self.view.market else f"r{self.me.hand.index(card) + 1}"

    @property
    def is_marked(self) -> bool:
        return self.is_fresh

    def tag(self) -> Style:
        """Style of a name or number: bold if its tile can be picked, reversed if the card is new without room for
        the word.
        """
        if self.is_fresh and not self.says_new and not self.at_cursor:
            return self.p.style("fresh", bold=True, reverse=True)
        return self.p.style("cursor" if self.at_cursor else "ink" if self.legal else "muted", bold=self.legal)

    @property
    def is_fresh(self) -> bool:
        """Has the card come to the table since the viewer last moved?"""
        kind, *_, which = self.tile.part
        return kind in ("card", "lift") and which in self.view.market and which not in self.state.before.market

    @property
    def says_new(self) -> bool:
        """Is there room for "new" on the upper edge?"""
        return not self.low

    def body(self) -> int:
        """The row in which the costs of a card with two in a row start."""
        return 2

    def costs(self, card: int) -> None:
        """Write the printed cost, and how much of it the viewer would pay now."""
        owed = need(self.me, card)
        colours = [c for c in range(GOLD) if CARDS[card].cost[c]]
        for i, colour in enumerate(colours):
            cost, left = CARDS[card].cost[colour], owed[colour]
            if self.wide():
                x, y = 1, self.h - 1 - len(colours) + i
                x = self.gem_chip(x, y, self.cost_form.format(LETTERS[colour].upper(), cost), colour)
                if left != cost:
                    self.c.write(x, y, f"{self.p['then']}{left}", self.p.style("good", "card", bold=True))
            else:
                step = PAIR if self.illustrated else self.w // 2
                x, y = 1 + step * (i % 2), self.body() + i // 2
                self.cost(x, y, colour, cost, left, self.w >= NARROW)

    @property
    def cost_form(self) -> str:
        """The format of a letter and a number in a row, close together beside the gem of a narrow card."""
        return "{}{}" if self.w < MIN_BROAD and self.illustrated else " {} {} "

    def wide(self) -> bool:
        """Is there room for a cost in each row?"""
        return self.w >= NARROW and self.h >= 7

    def status(self, card: int, short: int) -> None:
        """Write on the lower edge whether the viewer can buy the card, and the gold that it takes."""
        text, style = self.verdict(card, short)
        right = self.gold_spent(card, self.w - 1) if text == "buy" else self.w - 1
        ways = [f" {text} ", f"{text} "] if style.bold else []
        ways += [text, text.replace(" ", "")]  # "need10"
        self.c.right(right, self.h - 1, next((way for way in ways if len(way) < right), ""), style)

    def foot(self, card: int, short: int) -> None:
        """Write below a card without a frame whether the viewer can buy it, and the gold that it takes."""
        text, style = self.verdict(card, short)
        first = LABEL * self.named_below
        text = text if first + len(text) <= self.w else text.replace(" ", "")  # "need10"
        button = bool(style.bold) and not self.p.flat
        if self.at_cursor:
            style = self.cursor_style
        elif button:
            style += REVERSE
        elif self.solid:
            style += Style(bgcolor=self.body_style().bgcolor)
        if self.at_cursor or button or self.solid:
            self.c.fill(Rect(first * button, self.h - 1, self.w - first * button, 1), style)
        right = self.gold_spent(card, self.w) if text == "buy" else self.w
        apart = first + len(text) < right and (right < self.w or self.w >= NARROWEST)
        self.c.right(right - apart, self.h - 1, text, style)
        if first:
            self.c.write(0, self.h - 1, self.label(card), self.name_style())

    def verdict(self, card: int, short: int) -> tuple[str, Style]:
        """The words on a card's edge: its state in this step, or the viewer's shortage; none once the game is over."""
        if self.view.over:
            return "", self.p.style()
        if self.picked:
            return "picked", self.p.style("picked", bold=True)
        if word := self.instead(card):
            return word, self.p.style("good" if self.legal else "muted", bold=self.legal)
        if short > 0:
            return need_of(short), self.p.style("muted" if short <= NEAR else self.far_ink(card))
        if due(self.state) not in ("", *MAIN):  # another step must be decided first
            return AFFORDABLE if len(AFFORDABLE) <= self.room() else "", self.p.style("muted")
        ways = self.ways(self.state, card)
        if not ways:  # the tokens picked pay for it, but only in the next turn
            return "next" if self.room() < len("next turn") else "next turn", self.p.style("good")
        return "buy" if any(ways[0]) else "free", self.p.style("good", bold=True)

    def far_ink(self, card: int) -> str:
        """The ink of what a card needs that is far away."""
        return "faint"

    def gold_spent(self, card: int, x: int) -> int:
        """Write the gold that the usual payment takes left of a column of the last row; return its first column."""
        for chip in reversed(self.gold_chips(self.ways(self.state, card)[0])):
            x -= len(chip)
            self.gem_chip(x, self.h - 1, chip, GOLD)
        return x

    def gold_chips(self, paid: Sequence[int]) -> list[str]:
        """The gold in a payment, as the panels write it."""
        return [f"{LETTERS[GOLD]}{paid[GOLD]}"] if paid[GOLD] else []

    def instead(self, card: int) -> str:
        """In an expansion, the words on a card's edge in place of the shortage; empty if there are none."""
        return ""

    def room(self) -> int:
        """Columns of the lower edge for the status."""
        return self.w - LABEL * self.named_below if self.low else self.w - 2

    def back(self, slot: int, card: int) -> None:
        """Draw a face-down card, of which the viewer knows only the level."""
        if self.low:
            return self.low_back(deck_of(card))
        self.frame()
        self.c.fill(Rect(1, 1, self.w - 2, self.h - 2), self.p.style("faint", "card"), self.p["shade"])
        self.c.middle(self.h // 2, f" {deck_tag(deck_of(card))} ", self.p.style(paper="card", bold=True))
        return None

    def empty(self, level: int, slot: int) -> None:
        """Draw the empty place of a card whose deck has run out."""
        if self.low:
            return self.c.fill(Rect(0, 0, self.w, self.h - 1), self.body_style()) if self.at_cursor else None
        glyphs = self.p["cursor" if self.at_cursor else "frame"]
        self.c.box(Rect(0, 0, self.w, self.h), glyphs, self.p.style("cursor" if self.at_cursor else "frame"))
        return None

    def deck(self, deck: int) -> None:
        left = deck_size(self.view, deck)
        if self.h < self.FRAMED[1]:
            return self.low_deck(deck, deck_tag(deck), str(left))
        self.frame()
        y, margin = max(1, self.h // 2 - 1), " " * (self.w > NARROW_DECK)
        if left:
            self.lattice(deck)
        ground = partial(self.p.washed, name=self.back_colour(deck), amount=LATTICE)
        paper = ground if left else partial(self.p.style, paper="card")
        self.c.middle(y, f"{margin}{deck_tag(deck)}{margin}", paper("ink" if left else "faint", bold=True))
        style = paper("ink" if self.legal else "muted" if left else "faint", bold=self.legal)
        self.c.middle(y + 1, f"{margin}{left}{margin}", style)
        if self.h > 5:
            words = "left" if left else "empty" if self.w > NARROW_DECK else ""
            self.c.middle(y + 2, words, paper("muted" if left else "faint"))
        return None

    def lattice(self, deck: int) -> None:
        """Draw the back of a deck's top card: lines that cross, on the colour of its backs."""
        strokes, style = self.p["lattice"], self.p.washed("faint", self.back_colour(deck), LATTICE)
        for y in range(1, self.h - 1):
            row = (strokes * self.w)[(y - 1) % len(strokes) :][: self.w - 2]
            self.c.write(1, y, row, style)

    def noble(self, noble: int) -> None:
        """Draw a noble: its cost, and on the edge the bonuses that the viewer still needs, and the closest rival."""
        data, host = NOBLES[noble], host_of(self.view, noble)
        if self.h < FRAMED_NOBLE:
            return self.low_noble(noble)
        self.frame(strong=self.legal, ink="noble" if host is None else f"seat-{host + 1}")
        self.noble_title(noble)
        left = bonuses_missing(self.me, noble) if self.can_visit(noble) else data.cost
        self.noble_cost(data.cost, left, self.portrait(noble))
        if host is not None:
            text = f" {self.state.seats[host].name[: self.w - 4]} "
            self.c.right(self.w - 1, self.h - 1, text, self.seat_style(host))
        else:
            self.progress_of(noble)
        return None

    def low_noble(self, noble: int) -> None:
        """Draw a noble in two rows: its name and what the viewer still needs, and its cost."""
        left = bonuses_missing(self.me, noble) if self.can_visit(noble) else list(NOBLES[noble].cost)
        self.c.fill(Rect(0, 0, self.w, self.h), self.body_style())
        paper = "fresh" if self.part in self.gained else "noble"
        quiet = (
            self.p.style("felt", paper, bold=True, reverse=True)
            if self.p.bare
            else self.p.washed("ink", paper, BACK, bold=True)
        )
        head = self.cursor_style if self.at_cursor else quiet
        self.c.fill(Rect(0, 0, self.w, 1), head)
        word, seat = self.low_progress(noble, left)
        gives = f"+{NOBLES[noble].points}"
        whole = f"noble {gives}"
        if seat is None and any(left) and len(whole) <= self.w < len(f"{whole} {word}"):
            word = ""  # what is still needed can be seen from the cost, not what this is
        title = next(way for way in (whole, "noble", gives, "") if len(f"{way} {word}".rstrip()) <= self.w or not way)
        margin = int(len(f" {title} {word} ") <= self.w)
        self.c.write(margin, 0, title, head)
        self.c.right(self.w - margin, 0, word, head if seat is None else self.seat_style(seat))
        self.noble_cost(NOBLES[noble].cost, left, self.w - 1)

    def low_progress(self, noble: int, left: Sequence[int]) -> tuple[str, int | None]:
        """The word in the head of a low noble: its owner with their seat, else what the viewer still needs."""
        host = host_of(self.view, noble)
        if host is not None:
            return f" {self.state.seats[host].name[: self.w - 4]} ", host
        return (need_of(sum(left)) if any(left) else "ready"), None

    def can_visit(self, noble: int) -> bool:
        """Can the noble still visit the viewer?"""
        return host_of(self.view, noble) is None

    def noble_cost(self, cost: Sequence[int], left: Sequence[int], room: int) -> None:
        """Write a noble's cost in the last `room` columns inside its frame, and what is left of it as on the cards if
        every noble has room for it; else colours of which nothing is left step back.
        """
        colours, rows = [c for c in range(GOLD) if cost[c]], max(1, self.h - 2)
        arrow = (PAIR - 1) * -(-MOST_COLOURS // rows) <= room
        in_row = min(len(colours), -(-MOST_COLOURS // rows))
        each = PAIR - 1 if arrow else 2
        gap = min(1, (room - each * in_row) // max(1, in_row - 1))
        first = self.w - 1 - room + (room - each * in_row - gap * (in_row - 1) + 1) // 2
        top = 1 + (rows - -(-len(colours) // in_row)) // 2
        for i, colour in enumerate(colours):
            x, y = first + (each + gap) * (i % in_row), top + i // in_row
            if arrow or left[colour]:
                self.cost(x, y, colour, cost[colour], left[colour] if arrow else cost[colour], arrow)
            else:
                self.covered_cost(x, y, colour, cost[colour])

    def portrait(self, noble: int) -> int:
        """Draw a noble's portrait on the left if there is room; return the columns inside the frame left of it."""
        inside, height = self.w - 2, self.h - 2
        width = min(2 * height, inside - 8)
        if height < 3 or width < 5 or self.p.flat or not self.p["art"]:
            return inside
        draw_portrait(self.c, self.p, noble, 1, 1, width, height)
        return inside - width

    def noble_title(self, noble: int) -> None:
        """Write on the upper edge that this is a noble, and its points."""
        style = self.p.style("fresh", bold=True, reverse=True) if self.part in self.gained else None
        self.c.write(1, 0, "noble", style or self.p.style("noble", bold=True))
        self.c.right(self.w - 1, 0, f"+{NOBLES[noble].points}", self.p.style("ink", bold=True))

    def progress_of(self, noble: int) -> None:
        """Write on the edge the bonuses that the viewer still needs, and a rival who needs fewer."""
        left = bonuses_missing(self.me, noble)
        if not any(left):
            return self.c.right(self.w - 1, self.h - 1, "ready", self.p.style("good", bold=True))
        rival = self.closest_rival(noble, sum(left)) if self.state.viewer is not None else None
        if not rival:
            return self.c.right(self.w - 1, self.h - 1, need_of(sum(left)), self.p.style("muted"))
        self.c.right(self.w - 1 - len(rival[0]), self.h - 1, f"{need_of(sum(left))}, ", self.p.style("muted"))
        return self.c.right(self.w - 1, self.h - 1, rival[0], self.seat_style(rival[1], solid=False))

    def closest_rival(self, noble: int, own: int) -> tuple[str, int] | None:
        """The rival who needs the fewest bonuses if that is fewer than the viewer, with their number, and their seat;
        None if there is no such rival or no room for every rival's name.
        """
        me, seats = viewing_seat(self.state), self.state.seats
        rivals = [seat for seat in range(len(seats)) if seat != me]
        needs = [(sum(bonuses_missing(self.view.players[seat], noble)), seat) for seat in rivals]
        number, seat = min(needs, default=(own, 0))
        room = self.w - 2 - len(f"{need_of(own)},  {number}")
        fits = number < own and max(len(seats[rival].name) for rival in rivals) <= room
        return (f"{seats[seat].name} {number}", seat) if fits else None
