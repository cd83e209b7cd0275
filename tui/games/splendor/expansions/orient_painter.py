"""Painter of the Orient, whose cards show their effect below the head."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.rules.core.text import plural
from tabletown.rules.splendor.cards import CARDS, COLOURS, GOLD, LETTERS
from tabletown.rules.splendor.expansions.orient import BAGS, DISCARDS, UNITS, double_gold, of
from tabletown.rules.splendor.payment import need
from tabletown.rules.splendor.state import Player, deck_size

from ....widgets.board_state import BoardState
from ....widgets.canvas import Rect
from ..costs import CardCosts, viewing_player, viewing_seat
from ..painter import NARROW, SplendorPainter
from ..requirements import bonuses_missing
from ..selection import deck_tag, due

KINDS = {
    "double_gold": ("pays 2 gold", "2 gold"),
    "associate": ("copies a bonus", "copies one", "copies 1", "bag"),
    "associate_take1": ("+ a level 1 card", "+ level 1", "bag+L1"),
    "double_bonus": ("two bonuses", "+2 {}"),
    "reserve_noble": ("reserves noble", "+ noble", "noble"),
    "take2": ("+ a level 2 card", "+ level 2", "get L2"),
    "discard2": ("discards two", "discard 2", "swap"),
}
"""The effect of each kind of card, the longest wording first."""


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


class OrientPainter(OrientCosts, SplendorPainter):
    # Cards

    def head(self, bonus: int) -> tuple[str, str]:
        """Text colour and background of a card's head: those of its bonus, violet for a bag."""
        data = CARDS[self.tile.part[1]]
        name = f"gem-{COLOURS[bonus]}"
        return ("felt", "noble") if data.kind in BAGS else (f"{name}-text", name)

    def band(self, bonus: int, points: int) -> None:
        data = CARDS[self.tile.part[1]]
        if data.kind == "base":
            return super().band(bonus, points)
        if self.low:
            return self.low_band(bonus, points)
        ink, paper = self.head(bonus)
        style = self.p.style(ink, paper, bold=True, reverse=self.p.bare)
        self.c.fill(Rect(1, 1, self.w - 2, 1), style)
        letter = "" if bonus == GOLD else LETTERS[bonus].upper() * data.bonuses
        if self.w >= NARROW:
            self.c.write(2, 1, str(points) if points else "", style)
            full = COLOURS[bonus] if self.w >= NARROW and data.bonuses == 1 else letter
            self.c.right(self.w - 2, 1, "bag" if data.kind in BAGS else full, style)
            self.c.write(2, 2, self.kind(self.w - 3), self.p.style("ink", "card", bold=True))
        else:
            prefix = f"{points} " if points else ""
            self.c.write(1, 1, f"{prefix}{self.kind(self.w - 2 - len(prefix))}", style)
            self.c.right(self.w - 1, 0, letter, style if letter else self.p.style())  # its name is on its left
        return None

    def low_band(self, bonus: int, points: int) -> None:
        """Write a low card's points and colour on its upper edge, and its effect if the costs leave room."""
        data = CARDS[self.tile.part[1]]
        style = self.p.style(*self.head(bonus), bold=True)
        letter = "bag" if data.kind in BAGS else "" if bonus == GOLD else LETTERS[bonus].upper() * data.bonuses
        self.c.right(self.w - 1, 0, f"{points or ''}{letter}" or "gold", style)
        if sum(n > 0 for n in data.cost) <= 2:
            self.c.write(1, 1, self.kind(self.w - 2), style)

    def body(self) -> int:
        data = CARDS[self.tile.part[1]]
        return super().body() + (self.low and data.kind != "base" and sum(n > 0 for n in data.cost) <= 2)

    def kind(self, room: int) -> str:
        data = CARDS[self.tile.part[1]]
        words = [text.format("*" if data.bonus == GOLD else LETTERS[data.bonus].upper()) for text in KINDS[data.kind]]
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
        owed, colours = need(self.me, card), [c for c in range(GOLD) if data.cost[c]]
        for i, colour in enumerate(colours):
            alone = len(colours) <= self.h - 1 - self.body()
            x, y = (1, self.body() + i) if alone else (1 + 3 * (i % 2), self.body() + i // 2)
            x = self.gem_chip(x, y, f"{LETTERS[colour].upper()}{data.cost[colour]}", colour)
            if alone and owed[colour] != data.cost[colour]:
                self.c.write(x, y, f"{self.p['then']}{owed[colour]}", self.p.style("good", "card", bold=True))
        return None

    def discard(self, colour: int) -> None:
        """Draw the price of a card that costs bonuses."""
        letter = LETTERS[colour].upper()
        if self.wide():
            self.gem_chip(1, self.h - 2, self.cost_form.format(DISCARDS, letter), colour)
        else:
            self.c.write(1, 2, f"lose {DISCARDS}", self.p.style("muted", "card"))
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
        """Draw a deck, without a frame if it has three rows or fewer."""
        if self.h > 3:
            return super().deck(deck)
        left, ink = deck_size(self.view, deck), "cursor" if self.at_cursor else "ink" if self.legal else "muted"
        style = self.p.style(ink if left else "faint", "card", bold=self.legal, reverse=self.at_cursor)
        self.c.fill(Rect(0, 0, self.w - 1, self.h), style)
        self.c.write(0, 0, deck_tag(deck), style)
        self.c.right(self.w - 1, self.h - 1, str(left), style)
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
        return "bag" if kind in BAGS else f" {UNITS}*" if kind == "double_gold" else super().held(card)
