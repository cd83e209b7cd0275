"""Painter of the Orient, whose cards show their effect below the head."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from rich.style import Style

from tabletown.rules.core.text import plural
from tabletown.rules.splendor.cards import CARDS, COLOURS, GOLD, LETTERS, LEVELS
from tabletown.rules.splendor.expansions.orient import BAGS, DISCARDS, UNITS, double_gold, of
from tabletown.rules.splendor.payment import need
from tabletown.rules.splendor.state import Player, deck_size

from ....widgets.board_state import BoardState
from ....widgets.canvas import Rect
from ..costs import CardCosts, viewing_player, viewing_seat
from ..painter import MIN_BROAD, NARROW, SplendorPainter
from ..player_panel import CHIP
from ..requirements import bonuses_missing
from ..selection import due

LEGIBLE = NARROW
"""Columns of a card with its effect in words."""
FLAT = 7
"""Rows of a card whose gem reaches down to its price."""
ORIENT_KEY = "Ori3: Orient, level 3"
FRAMED = 6
"""Columns of a deck with a frame."""
FULL, USED_UP = 0.5, 0.15
"""Share of its colour in the back of a deck, and in that of an empty one."""
KINDS = {
    "double_gold": ("pays 2 gold", "two gold", "2 gold"),
    "associate": ("copies a bonus", "any bonus", "copies"),
    "associate_take1": ("+ a level 1 card", "+ level 1", "+ L1"),
    "double_bonus": ("two bonuses", "2 bonuses", "double"),
    "reserve_noble": ("reserves noble", "+ noble", "+noble"),
    "take2": ("+ a level 2 card", "+ level 2", "+ L2"),
    "discard2": ("discards two", "discard 2", ""),
}
"""The effect of each kind of card in one row, the longest wording first."""
TALL = {
    "double_gold": ("pays", "2 gold"),
    "associate": ("copy a", "bonus"),
    "associate_take1": ("copy +", "level1"),
    "double_bonus": ("double", "bonus"),
    "take2": ("+ free", "level2"),
}
"""The effect of the kinds of cards on a narrow card in two rows."""


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
    """Is the card a bag that the viewer has no bonus for?"""
    return CARDS[card].kind in BAGS and not any(viewing_player(state).bonuses)


PriceText: TypeAlias = tuple[str, str]
"""A colour of a price: what is printed, and an arrow to what the viewer pays if that is less."""


def columns(row: Sequence[PriceText]) -> int:
    """Columns of a row of prices with gaps."""
    return sum(len(chip + arrow) + 1 for chip, arrow in row) - 1


def in_rows(texts: Sequence[PriceText], room: int) -> list[list[PriceText]]:
    """Prices in rows of so many columns, with gaps between them."""
    rows: list[list[PriceText]] = [[]]
    for text in texts:
        if columns([*rows[-1], text]) > room:
            rows.append([])
        rows[-1].append(text)
    return rows


class OrientPainter(OrientCosts, SplendorPainter):
    # Cards

    def head(self, bonus: int) -> tuple[str, str]:
        """Text colour and background of a card's head: those of its bonus, violet for a bag."""
        data = CARDS[self.tile.part[1]]
        name = f"gem-{COLOURS[bonus]}"
        return ("felt", "noble") if data.kind in BAGS else (f"{name}-text", name)

    def band(self, bonus: int, points: int) -> None:
        data = CARDS[self.tile.part[1]]
        if self.low:
            return super().band(bonus, points) if data.kind == "base" else self.low_band(bonus, points)
        if data.kind == "base" or (data.kind == "discard2" and self.w < NARROW):
            return super().band(bonus, points)
        ink, paper = self.head(bonus)
        style = self.p.style(ink, paper, bold=True, reverse=self.p.bare)
        if self.w < NARROW:
            return self.tall_band(points, style)
        self.c.fill(Rect(1, 1, self.w - 2, 1), style)
        self.c.write(2, 1, str(points) if points else "", style)
        self.c.right(self.w - 2, 1, self.sign if data.bonuses > 1 else self.sign_in_words, style)
        self.c.write(1, 2, self.kind(self.w - 2), self.p.style("ink", "card", bold=True))
        return None

    def tall_band(self, points: int, style: Style) -> None:
        """Write the points and the bonus of a narrow card on its upper edge, and its effect below, on its colour."""
        self.c.right(self.w - 1, 0, " ".join([str(points)] * bool(points) + [self.sign]), style)
        self.c.fill(Rect(1, 1, self.w - 2, len(self.effect)), style)
        for y, words in enumerate(self.effect, 1):
            self.c.write(1, y, words, style)

    @property
    def effect(self) -> Sequence[str]:
        """The effect of a narrow card, in two rows if its price leaves them."""
        rows = TALL.get(CARDS[self.tile.part[1]].kind, ())
        return rows if rows and len(rows) <= self.h - 2 - len(self.price_rows) else (self.kind(self.w - 2),)

    @property
    def sign(self) -> str:
        """The bonus of a card in letters: a letter for each, "bag" or two gold."""
        data = CARDS[self.tile.part[1]]
        if data.kind in BAGS:
            return "bag"
        return LETTERS[data.bonus].upper() * (UNITS if data.bonus == GOLD else data.bonuses)

    @property
    def sign_in_words(self) -> str:
        data = CARDS[self.tile.part[1]]
        return "bag" if data.kind in BAGS else COLOURS[data.bonus]

    def low_band(self, bonus: int, points: int) -> None:
        """Write a low card's points and colour on its upper edge, and its effect if the costs leave room."""
        data = CARDS[self.tile.part[1]]
        style = self.p.style(*self.head(bonus), bold=True)
        self.c.right(self.w - 1, 0, f"{points or ''}{self.sign}", style)
        if sum(n > 0 for n in data.cost) <= 2:
            self.c.write(1, 1, self.kind(self.w - 2), style)

    def body(self) -> int:
        data = CARDS[self.tile.part[1]]
        return super().body() + (self.low and data.kind != "base" and sum(n > 0 for n in data.cost) <= 2)

    def kind(self, room: int) -> str:
        words = KINDS[CARDS[self.tile.part[1]].kind]
        return next((text for text in words if len(text) <= room), words[-1])

    @property
    def says_new(self) -> bool:
        return super().says_new and self.w >= NARROW

    def costs(self, card: int) -> None:
        data = CARDS[card]
        if data.discards is not None:
            return self.discard(data.discards)
        if self.w >= NARROW:
            return super().costs(card)
        effect = len(self.effect) if data.kind != "base" and not self.low else 0
        for y, row in enumerate(self.price_rows, 1 + effect if effect else self.body()):
            x, glued = 1, columns(row) > self.w - 2
            for chip, arrow in row:
                x = self.gem_chip(x, y, chip, LETTERS.index(chip[0].lower()))
                x = self.c.write(x, y, arrow, self.p.style("good", "card", bold=True)) + (not glued)
        return None

    @property
    def price_rows(self) -> list[list[PriceText]]:
        """The price on a narrow card in rows: with arrows if they fit, else in one row if it is an Orient card."""
        card = self.tile.part[1]
        data, owed, room = CARDS[card], need(self.me, card), self.w - 2
        colours = [c for c in range(GOLD) if data.cost[c]]
        plain = [(f"{LETTERS[c].upper()}{data.cost[c]}", "") for c in colours]
        arrows = [f"{self.p['then']}{owed[c]}" * (owed[c] != data.cost[c]) for c in colours]
        rows = in_rows([(chip, arrow) for (chip, _), arrow in zip(plain, arrows, strict=True)], room)
        if any(arrows) and len(rows) < self.h - self.body():
            return rows
        one_row = data.kind != "base" and not self.low and sum(len(chip) for chip, _ in plain) <= room
        return [plain] if one_row else in_rows(plain, room)

    def discard(self, colour: int) -> None:
        """Draw the price of a card that costs bonuses."""
        if self.wide():
            clear = self.h > FLAT or self.w >= MIN_BROAD
            text = f"{DISCARDS} {COLOURS[colour]}" if clear else f"{LETTERS[colour].upper()}{DISCARDS}"
            self.gem_chip(1, self.h - 2, text, colour)
        else:
            self.c.write(1, 2, f"lose {DISCARDS}", self.p.style("ink", "card"))
            self.gem_chip(1, 3, COLOURS[colour], colour)

    @property
    def illustrated(self) -> bool:
        return self.wide() and super().illustrated

    def shows_gem(self, card: int) -> bool:
        return CARDS[card].kind not in BAGS and super().shows_gem(card)

    def instead(self, card: int) -> str:
        if due(self.state) == "free":
            return "take" if self.legal else ""
        if baseless(self.state, card) and self.unpaid(self.state, card) <= 0:
            return "no bonus" if self.room() > 7 else "wait"
        if CARDS[card].discards is not None and self.short(self.state, card) <= 0:
            return "buy"
        return ""

    # The rest of the table

    def deck(self, deck: int) -> None:
        """Draw a deck; a narrow one without a frame, as the back of a card."""
        if self.w >= FRAMED:
            return super().deck(deck)
        left, orient = deck_size(self.view, deck), deck >= len(LEVELS)
        colour, share = "noble" if orient else "muted", FULL if left else USED_UP
        back, name = (self.p.washed("ink", colour, share, bold=bold) for bold in (False, True))
        if self.at_cursor:
            back = name = self.p.style("cursor", bold=True, reverse=True)
        self.c.fill(Rect(0, 1, self.w, self.h - 2), back)
        lines = [*(["Ori"] * orient), f"{'L' * (not orient)}{deck % len(LEVELS) + 1}"]
        for y, text in enumerate(lines, 1):
            self.c.middle(y, text, name)
        self.c.middle(1 + len(lines), str(left), back)
        return None

    def holder(self, noble: int) -> int | None:
        """The seat that has reserved a noble, else None."""
        return next((seat for seat, held in enumerate(of(self.view).patrons) if noble in held), None)

    def noble_title(self, noble: int) -> None:
        """Write the player who has reserved a noble in place of its title."""
        holder = self.holder(noble)
        if holder is None:
            return super().noble_title(noble)
        name, room = self.state.seats[holder].name, self.w - 2
        ways = (f" for {name} ", f"for {name}", "reserved", name[:room])
        self.c.write(1, 0, next(way for way in ways if len(way) <= room), self.seat_style(holder))
        return None

    def progress_of(self, noble: int) -> None:
        """Write the bonuses missing: of a noble that a rival has reserved, the rival's."""
        holder = self.holder(noble)
        if holder in (None, viewing_seat(self.state)):
            return super().progress_of(noble)
        name, number = self.state.seats[holder].name, sum(bonuses_missing(self.view.players[holder], noble))
        ways = (f"{name} needs {number}", f"{name} {number}", f"{name[: self.w - 5]} {number}")
        text = next(way for way in ways if len(way) <= self.w - 2)
        return self.c.right(self.w - 1, self.h - 1, text, self.seat_style(holder, solid=False))

    def own(self, card: int) -> None:
        """Draw one of the viewer's cards that can be discarded."""
        data = CARDS[card]
        bag = dict(of(self.view).bags[viewing_seat(self.state)]).get(card)
        self.frame(strong=self.legal)
        colour = data.bonus if bag is None else bag
        letter = LETTERS[colour].upper() * (data.bonuses if bag is None else 1)
        self.gem_chip(2, (self.h - 1) // 2, letter, colour)
        level = f"level {CARDS[card].level + 1}"
        self.c.right(self.w - 1, 0, "bag" if bag is not None else level[: self.w - 2], self.p.style("muted"))
        lost = f"-{data.points}" if self.w < NARROW else plural(-data.points, "point")
        self.c.right(self.w - 1, self.h - 1, lost if data.points else "", self.p.style("warn", bold=True))

    def bonuses(self, player: Player, colour: int) -> int:
        return UNITS * len(double_gold(player)) if colour == GOLD else super().bonuses(player, colour)

    def gold_chips(self, paid: Sequence[int]) -> list[str]:
        return super().gold_chips(paid) + [LETTERS[GOLD] * UNITS] * paid[GOLD + 1]

    def held(self, card: int) -> str:
        kind = CARDS[card].kind
        if kind == "double_gold":
            return f"{LETTERS[GOLD] * UNITS:^{CHIP}}"
        return "bag" if kind in BAGS else super().held(card)

    def piece_key(self, y: int) -> int:
        """Say in a row what the label of an Orient deck means, if there is room."""
        fits = len(ORIENT_KEY) <= self.w
        self.c.write(0, y, ORIENT_KEY * fits, self.p.style("muted"))
        return y + fits
