"""Painter of the Orient, whose cards show their effect below the head."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style

from tabletown.rules.core.text import plural
from tabletown.rules.splendor.cards import CARDS, COLOURS, GOLD, LETTERS, LEVELS, NOBLES
from tabletown.rules.splendor.expansions.orient import BAGS, DISCARDS, UNITS, double_gold, of
from tabletown.rules.splendor.state import Player, deck_size

from ....widgets.board_state import BoardState
from ....widgets.canvas import Rect
from ..costs import CardCosts, brief, need_of, viewing_player, viewing_seat
from ..layout import FRAMED_BANK, LOW_HAND, NARROW
from ..low_cards import BACK as BACK_SHARE
from ..low_cards import LABEL, NARROWEST, USED_UP
from ..painter import LATTICE, MIN_BROAD, SplendorPainter
from ..requirements import bonuses_missing
from ..reserved_cards import CHIP
from ..selection import deck_tag, due

LEAST_FRAMED = (NARROW, 7)
"""Columns and rows from which a card with its effect has a frame."""
DOUBLE = f"{UNITS}{LETTERS[GOLD]}"
"""A double gold card in short: what it pays."""
TWO_GOLD = f"{UNITS} {COLOURS[GOLD]}"
"""The same in words."""
COPY = "copy"
"""The head of a card that copies a bonus, which its effect goes on from; and its name."""
KINDS = {
    "double_gold": ("use once", TWO_GOLD),
    "associate": ("a bonus you have", "a bonus"),
    "associate_take1": ("a bonus, free L1 card", "free L1"),
    "double_bonus": ("double bonus", "2 bonuses", "double"),
    "reserve_noble": ("reserve a noble", "reserve noble", "res. noble"),
    "take2": ("free level 2 card", "free L2"),
    "discard2": ("discard",),
}
"""The effect of each kind of card in one row, the longest wording first; before a price in bonuses the verb."""
TWO_ROWS = {
    "associate": ("a bonus", "you have"),
    "associate_take1": ("a bonus,", "free L1"),
    "double_bonus": ("double", "bonus"),
    "reserve_noble": ("reserve", "a noble"),
    "take2": ("free L2", "card"),
}
"""Effects that are clearer in two rows where one has no room for the longest wording."""
BAG_FIRST = ("need a bonus", "need bonus", "bonus?")
"""The words on a copy card that the viewer could pay for without a bonus for it, the longest wording first."""
BONUSES, BONUS = "bonuses", "bonus"
"""The words below a price in bonuses, and below one in letters."""
DISCARD_ROWS = 3
"""Rows of a price in bonuses."""
ORIENT, ORIENT_DECK = "Orient", 6
"""The name on decks of the Orient, and the rows that a framed one needs for it."""
ORIENT_SHARE, EFFECT_SHARE = 0.1, 0.28
"""Share of violet in the ground of the Orient's cards without a frame, and in that of their effects."""


class OrientCosts(CardCosts):
    """Costs in the Orient: double gold cards pay too, and some cards cost bonuses."""

    def short(self, state: BoardState, card: int, seat: int | None = None) -> int:
        player, data = self.payer(state, seat), CARDS[card]
        if data.discards is not None:
            return DISCARDS - player.bonuses[data.discards]
        return max(self.unpaid(state, card, seat), int(data.kind in BAGS and not any(player.bonuses)))

    def unpaid(self, state: BoardState, card: int, seat: int | None = None) -> int:
        """Tokens still needed after gold and double gold are spent; zero or less if the card is affordable."""
        return super().short(state, card, seat) - UNITS * len(double_gold(self.payer(state, seat)))


def baseless(state: BoardState, card: int) -> bool:
    """Has the viewer no bonus that the card could copy?"""
    return CARDS[card].kind in BAGS and not any(viewing_player(state).bonuses)


class OrientPainter(OrientCosts, SplendorPainter):
    FRAMED = LEAST_FRAMED
    INTRODUCTION = "The Orient's cards, on the right, do more than give a bonus: move to one to see what."

    # Cards

    def head_colours(self, card: int) -> tuple[str, str]:
        """Text colour and background of a card's head: those of its bonus, violet for a copy."""
        return ("felt", "noble") if CARDS[card].kind in BAGS else super().head_colours(card)

    def signs(self, card: int) -> tuple[str, ...]:
        """Wordings of a card's bonus: its colour, in short its letter; of a copy or double gold what it does."""
        data = CARDS[card]
        if data.kind in BAGS:
            return (COPY,)
        if data.bonus == GOLD:
            return (TWO_GOLD if self.w >= LABEL + len(TWO_GOLD) else DOUBLE,)
        return super().signs(card)

    def ground(self, ink: str = "ink", bold: bool = False) -> Style:
        """On the Orient's cards and decks a ground of their own."""
        kind, *_, which = self.tile.part
        if kind != "card" or CARDS[which].kind == "base" or self.p.flat:
            return super().ground(ink, bold)
        return self.p.washed(ink, "noble", ORIENT_SHARE, bold=bold)

    def far_ink(self, card: int) -> str:
        """On the ground of the Orient's own cards, and on the foot of small ones, faint ink could not be read."""
        return "muted" if self.low or CARDS[card].kind != "base" else super().far_ink(card)

    @property
    def text_room(self) -> int:
        """Columns of a card without a frame for its effect, away from one edge or, in a broader one, both."""
        return self.w - 1 - (self.w >= NARROWEST)

    def low_price(self, card: int, y: int) -> None:
        """Write the effect of one of the Orient's cards below its head, and its price in the last rows."""
        data = CARDS[card]
        if data.kind == "base":
            return super().low_price(card, y)
        if data.discards is not None:
            return self.low_discard(data.discards)
        texts = self.effect_rows(card, self.text_room, self.spare_rows(card))
        self.write_effect(texts, Rect(0, y, self.w, len(texts)))
        return super().low_price(card, max(y + len(texts), self.h - 1 - self.price_rows(card)))

    def low_discard(self, colour: int) -> None:
        """Write a price in bonuses in the last rows above the foot."""
        whole, y = self.w > len(BONUSES), self.h - 1 - DISCARD_ROWS
        price = f"{DISCARDS} {COLOURS[colour]}" if whole else f"{LETTERS[colour].upper()}{DISCARDS}"
        self.c.write(1, y, KINDS["discard2"][0], self.body_style(bold=True))
        self.gem_chip(1, y + 1, price, colour)
        self.c.write(1, y + 2, BONUSES if whole else BONUS, self.body_style(bold=True))

    def write_effect(self, texts: Sequence[str], rows: Rect) -> None:
        """Write an effect in rows on a ground of its own, which sets it apart from the price."""
        style = self.effect_style
        self.c.fill(rows, style)
        self.edges()
        for y, text in enumerate(texts, rows.y):
            self.c.write(1 if len(text) < self.w else 0, y, text, style)

    @property
    def effect_style(self) -> Style:
        """The style of an effect, which shows the cursor or that the card can be bought where there is no frame."""
        if self.p.flat or (self.low and (self.at_cursor or self.lit)):
            return self.body_style(bold=True)
        return self.p.washed("ink", "noble", EFFECT_SHARE, bold=True)

    def band(self, bonus: int, points: int) -> None:
        card = self.tile.part[1]
        data = CARDS[card]
        if data.kind == "base":
            return super().band(bonus, points)
        style = self.p.style(*self.head_colours(card), bold=True, reverse=self.p.bare)
        self.c.fill(Rect(1, 1, self.w - 2, 1), style)
        self.c.write(2, 1, str(points) if points else "", style)
        self.c.right(self.w - 2, 1, self.signs(card)[0], style)
        if data.discards is not None:
            return None  # its effect is its price
        below = max(sum(map(bool, data.cost)), self.gem_size[1] * self.shows_gem(card))
        texts = self.effect_rows(card, self.w - 2, self.h - 3 - below)
        return self.write_effect(texts, Rect(1, 2, self.w - 2, len(texts)))

    def kind(self, kind: str, room: int) -> str:
        """The effect of a kind of card in so many columns."""
        return next((text for text in KINDS[kind] if len(text) <= room), KINDS[kind][-1])

    def spare_rows(self, card: int) -> int:
        """Rows of a card without a frame that its head, its price with two costs a row and its foot leave."""
        return self.h - 2 - self.price_rows(card)

    def price_rows(self, card: int) -> int:
        """Rows of a card's price without a frame, with two costs a row."""
        return (sum(map(bool, CARDS[card].cost)) + 1) // 2

    def effect_rows(self, card: int, room: int, rows: int) -> tuple[str, ...]:
        """A card's effect in one row, or in two if it is clearer so and there are as many; empty if it has none."""
        kind = CARDS[card].kind
        if kind == "base":
            return ("",)
        both, (longest, *_) = TWO_ROWS.get(kind, ()), KINDS[kind]
        if both and len(longest) > room >= max(map(len, both)) and rows >= len(both):
            return both
        return (self.kind(kind, room),)

    def body(self) -> int:
        return super().body() + (CARDS[self.tile.part[1]].kind != "base")

    @property
    def says_new(self) -> bool:
        return not self.low

    def costs(self, card: int) -> None:
        lost = CARDS[card].discards
        return super().costs(card) if lost is None else self.discard(lost)

    def discard(self, colour: int) -> None:
        """Draw the price of a card that costs bonuses in the rows of other prices."""
        style = self.body_style(bold=True)
        self.c.write(1, self.h - 1 - DISCARD_ROWS, KINDS["discard2"][0], style)
        self.gem_chip(1, self.h - 3, f"{DISCARDS} {COLOURS[colour]}", colour)
        self.c.write(1, self.h - 2, BONUSES, style)

    @property
    def illustrated(self) -> bool:
        return self.wide() and super().illustrated

    def below_gem(self, height: int) -> int:
        """None, which leaves all rows below the head to a card's effect."""
        return 0

    def shows_gem(self, card: int) -> bool:
        clear = CARDS[card].discards is None or self.w >= MIN_BROAD
        return clear and CARDS[card].kind not in BAGS and super().shows_gem(card)

    def instead(self, card: int) -> str:
        if due(self.state) == "free":
            return "take" if self.legal else ""
        if baseless(self.state, card) and self.unpaid(self.state, card) <= 0:
            return next((way for way in BAG_FIRST if len(way) <= self.room()), BAG_FIRST[-1])
        if CARDS[card].discards is None:
            return ""
        short = self.short(self.state, card)
        ways = (need_of(plural(short, "card")), f"have {DISCARDS - short}/{DISCARDS}") if short > 0 else ("buy",)
        return next((way for way in ways if len(way) <= self.room()), ways[-1])

    @property
    def solid(self) -> bool:
        return not self.p.flat

    # The rest of the table

    def deck(self, deck: int) -> None:
        """Draw a deck: in a row the title of its cards, in few columns without a frame and the name of the Orient."""
        if self.h == 1:
            return self.deck_title(deck)
        if self.w >= len(deck_tag(deck)) + 2:
            super().deck(deck)
            if deck >= len(LEVELS) and self.h >= ORIENT_DECK:
                self.orient_label(deck)
            return None
        return self.low_deck(deck, deck_tag(deck % len(LEVELS)), str(deck_size(self.view, deck)))

    def deck_title(self, deck: int) -> None:
        """Draw a deck as the title of the cards below it, with the number of cards left: the Orient's as broad as they
        are.
        """
        orient, level = divmod(deck, len(LEVELS))
        left = deck_size(self.view, deck)
        name = ORIENT if orient else f"Level {level + 1}"
        mark = self.p["here"] if self.at_cursor else " "
        ink, share = ("ink", BACK_SHARE) if left else ("muted", USED_UP)
        style, number = (self.p.washed(ink, self.back_colour(deck), share, bold=bold) for bold in (bool(left), False))
        if self.at_cursor:
            style = number = self.cursor_style
        elif not orient:
            number = self.p.style("muted")
        if orient:
            self.c.fill(Rect(0, 0, self.w, 1), style)
        x = self.c.write(0, 0, f"{mark}{name} ", style)
        self.c.write(x, 0, f" {left} left ", number)

    def orient_edge(self, level: int) -> None:
        """Draw the edge between the cards of the base game and the Orient's of a level."""
        self.c.fill(Rect(0, 0, 1, self.h), self.p.style("noble"), self.p["half"])

    def orient_label(self, deck: int) -> None:
        """Write "Orient" over the upper edge of a framed deck, like a tab, and its level alone on its back."""
        tab, back = (self.p.washed("ink", "noble", share, bold=True) for share in (BACK_SHARE, LATTICE))
        self.c.write(0, 0, ORIENT.center(self.w), self.cursor_style if self.at_cursor else tab)
        self.c.middle(max(1, self.h // 2 - 1), f" {deck_tag(deck % len(LEVELS))} ", back)

    def back_colour(self, deck: int) -> str:
        return "noble" if deck >= len(LEVELS) else super().back_colour(deck)

    def holder(self, noble: int) -> int | None:
        """The seat that has reserved a noble, else None."""
        return next((seat for seat, held in enumerate(of(self.view).patrons) if noble in held), None)

    def nobles_for(self, seat: int) -> Sequence[int]:
        return (*self.view.nobles, *of(self.view).patrons[seat])

    def rows_needed(self, seat: int) -> int:
        return super().rows_needed(seat) + bool(of(self.view).patrons[seat])

    def can_visit(self, noble: int) -> bool:
        return super().can_visit(noble) and self.holder(noble) in (None, viewing_seat(self.state))

    def low_progress(self, noble: int, left: Sequence[int]) -> tuple[str, int | None]:
        """In the head of a low noble that somebody has reserved: for whom, of the viewer's what is missing."""
        holder = self.holder(noble)
        if holder is None:
            return super().low_progress(noble, left)
        name, missing = self.state.seats[holder].name, need_of(sum(left))
        mine = (f" yours, {missing} ", f" {missing} ", missing)
        number = sum(bonuses_missing(self.view.players[holder], noble))
        theirs = (f" {name} needs {number} ", f" for {name} ", f"for {name}"[: self.w])
        ways = mine if holder == viewing_seat(self.state) else theirs
        return next(way for way in ways if len(way) <= self.w), holder

    def noble_title(self, noble: int) -> None:
        """Write the player who has reserved a noble in place of its title."""
        super().noble_title(noble)
        holder = self.holder(noble)
        if holder is not None:
            name, room = self.state.seats[holder].name, self.w - 5
            ways = (f" for {name} ", f"for {name}", name[:room])
            self.c.write(1, 0, next(way for way in ways if len(way) <= room).ljust(5), self.seat_style(holder))

    def progress_of(self, noble: int) -> None:
        """Write the bonuses missing: of a noble that a rival has reserved, the rival's."""
        holder = self.holder(noble)
        if holder in (None, viewing_seat(self.state)):
            return super().progress_of(noble)
        name, number = self.state.seats[holder].name, sum(bonuses_missing(self.view.players[holder], noble))
        ways = (f"{name} needs {number}", f"needs {number}")
        text = next(way for way in ways if len(way) <= self.w - 2)
        return self.c.right(self.w - 1, self.h - 1, text, self.seat_style(holder, solid=False))

    def no_reserve(self) -> None:
        """Name the noble that the viewer has reserved, if there is nothing else; where there is no room beside the
        nobles, explain reduced prices.
        """
        nobles = of(self.view).patrons[viewing_seat(self.state)]
        if self.early and self.h <= LOW_HAND and any(self.me.bonuses):
            self.discount(self.h - 1)
        if not nobles:
            return super().no_reserve()
        self.c.middle((self.h - 2) // 2, "noble reserved" if len(nobles) == 1 else "nobles reserved", self.p.style())
        return self.c.middle(self.h // 2, "; ".join(brief(NOBLES[n].cost) for n in nobles), self.p.style("muted"))

    def reserved(self, rows: Sequence[int], seat: int) -> None:
        """Write a player's reserved cards; of one without any, or with a row to spare, the reserved nobles."""
        nobles, hand = of(self.view).patrons[seat], self.view.players[seat].hand
        free = len(rows) - len(hand) - 1
        if not nobles or (hand and free < 1):
            return super().reserved(rows, seat)
        if hand:
            super().reserved(rows[:-1], seat)
        y = rows[-1] if hand else rows[0]
        single = "noble" if self.cards_elsewhere(seat) else "a noble"
        x = self.c.write(2, y, "reserved ", self.p.style("muted"))
        self.chip(x, y, plural(len(nobles), "noble") if nobles[1:] else single, "gem-violet")
        return None

    def own(self, card: int) -> None:
        """Draw one of the viewer's cards that can be discarded."""
        data = CARDS[card]
        bag = dict(of(self.view).bags[viewing_seat(self.state)]).get(card)
        colour = data.bonus if bag is None else bag
        letter = LETTERS[colour].upper() * (data.bonuses if bag is None else 1)
        level = COPY if bag is not None else f"{'level ' if self.w > NARROW else 'L'}{data.level + 1}"
        lost = "" if not data.points else f"-{data.points}" if self.w < NARROW else plural(-data.points, "point")
        if self.h < FRAMED_BANK:
            return self.low_own(f" {letter} ", colour, level, data.points)
        self.frame(strong=self.legal)
        self.gem_chip(2, (self.h - 1) // 2, letter, colour)
        self.c.right(self.w - 1, 0, level, self.p.style("muted"))
        return self.c.right(self.w - 1, self.h - 1, lost, self.p.style("warn", bold=True))

    def low_own(self, letters: str, colour: int, level: str, points: int) -> None:
        """Draw a card that can be discarded in a row: its bonuses, its level and the points it takes away."""
        quiet, warning = self.body_style(), self.body_style("warn", bold=True)
        if self.at_cursor:
            quiet = warning = self.cursor_style
        self.c.fill(Rect(0, 0, self.w - 1, 1), quiet)
        self.c.write(0, 0, self.p["here"] if self.at_cursor else "", quiet)
        x = self.c.write(self.gem_chip(1, 0, letters, colour), 0, f" {level} ", quiet)
        ways = (plural(-points, "point"), f"-{points}") if points else ("",)
        self.c.right(self.w - 1, 0, next((way for way in ways if x + len(way) < self.w), ways[-1]), warning)

    def bonuses(self, player: Player, colour: int) -> int:
        return UNITS * len(double_gold(player)) if colour == GOLD else super().bonuses(player, colour)

    def gold_chips(self, paid: Sequence[int]) -> list[str]:
        return super().gold_chips(paid) + [f"{LETTERS[GOLD]}{UNITS}"] * paid[GOLD + 1]

    def held(self, card: int) -> str:
        kind = CARDS[card].kind
        if kind == "double_gold":
            return f"{DOUBLE:^{CHIP}}"
        return COPY if kind in BAGS else super().held(card)
