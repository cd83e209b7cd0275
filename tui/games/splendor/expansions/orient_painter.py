"""How cards of the Orient look: what each does stands below its head."""

from __future__ import annotations

from tabletown.rules.core.text import plural
from tabletown.rules.splendor.cards import CARDS, COLOURS, GOLD, LETTERS, deck_of
from tabletown.rules.splendor.expansions.orient import BAGS, DISCARDS, UNITS, double_gold, of
from tabletown.rules.splendor.payment import need
from tabletown.rules.splendor.state import deck_size

from ....widgets.board_state import BoardState
from ....widgets.canvas import Rect
from ..costs import CardCosts, viewing_player, viewing_seat
from ..gem_art import draw_gem
from ..painter import SplendorPainter
from ..seat_marks import mark
from ..selection import deck_tag, due

KINDS = {
    "double_gold": ("pays 2 gold", "2 gold"),
    "associate": ("copies a bonus", "a colour", "bag"),
    "associate_take1": ("and an L1 card", "+ L1 card", "bag+L1"),
    "double_bonus": ("two bonuses", "double"),
    "reserve_noble": ("reserves noble", "+ noble", "noble"),
    "take2": ("and an L2 card", "+ L2 card", "get L2"),
    "discard2": ("discards two", "discard 2", "swap"),
}
"""What a kind of card does, the longest words first."""

NARROW = 11
"""Cards of fewer columns tell their colour on the upper edge, for what they do stands on their head."""


class OrientCosts(CardCosts):
    """Double gold cards pay too, and some cards cost bonuses."""

    def short(self, state: BoardState, card: int, seat: int | None = None) -> int:
        player, data = self.payer(state, seat), CARDS[card]
        if data.discards is not None:
            return DISCARDS - player.bonuses[data.discards]
        return max(self.unpaid(state, card, seat), int(data.kind in BAGS and not any(player.bonuses)))

    def unpaid(self, state: BoardState, card: int, seat: int | None = None) -> int:
        """Tokens missing when gold and double gold are spent."""
        return super().short(state, card, seat) - UNITS * len(double_gold(self.payer(state, seat)))

    def wild(self, state: BoardState, seat: int | None = None) -> list[str]:
        doubles = len(double_gold(self.payer(state, seat)))
        return super().wild(state, seat) + ([f"{doubles} double gold"] if doubles else [])


def baseless(state: BoardState, card: int) -> bool:
    """Is it a bag, and is there no card to attach it to?"""
    return CARDS[card].kind in BAGS and not any(viewing_player(state).bonuses)


class OrientPainter(OrientCosts, SplendorPainter):
    # Cards

    def head(self, bonus: int) -> tuple[str, str]:
        """Ink and paper of a head: of the colour of a card, violet for a bag."""
        data = CARDS[self.tile.part[1]]
        name = f"gem-{COLOURS[bonus]}"
        return ("felt", "noble") if data.kind in BAGS else (f"{name}-text", name)

    def band(self, bonus: int, points: int) -> None:
        data = CARDS[self.tile.part[1]]
        if data.kind == "base":
            return super().band(bonus, points)
        ink, paper = self.head(bonus)
        style = self.p.style(ink, paper, bold=True)
        self.c.fill(Rect(1, 1, self.w - 2, 1), style)
        letter = "" if bonus == GOLD else LETTERS[bonus].upper() * data.bonuses
        if self.w >= NARROW:
            self.c.write(2, 1, str(points) if points else "", style)
            full = COLOURS[bonus] if self.w >= 15 and data.bonuses == 1 else letter
            self.c.right(self.w - 2, 1, "bag" if data.kind in BAGS else full, style)
            self.c.write(2, 2, self.kind(self.w - 3), self.p.style("ink", "card", bold=True))
        else:
            self.c.write(1, 1, self.kind(self.w - 2), style)
            text = f"{points or ''}{letter}"
            self.c.right(self.w - 1, 0, text, style if text else self.p.style())
        return None

    def kind(self, room: int) -> str:
        words = KINDS[CARDS[self.tile.part[1]].kind]
        return next((text for text in words if len(text) <= room), words[-1])

    def fresh(self) -> None:
        if self.w < NARROW:
            self.c.write(1, self.h - 1, "new", self.p.style("fresh", bold=True))
        else:
            super().fresh()

    def room(self) -> int:
        return super().room() - 3 * (self.w < NARROW and self.is_fresh)

    def wide(self) -> bool:
        return self.w >= NARROW and self.h >= 7

    def costs(self, card: int) -> None:
        data = CARDS[card]
        if data.discards is not None:
            return self.discard(data.discards)
        if self.w >= NARROW:
            return super().costs(card)
        owed = need(self.me, card)
        for i, colour in enumerate(c for c in range(GOLD) if data.cost[c]):
            cost, left = data.cost[colour], owed[colour]
            letter, x, y = LETTERS[colour].upper(), 1 + 3 * (i % 2), 2 + i // 2
            if left == cost:
                self.gem_chip(x, y, f"{letter}{cost}", colour)
            else:
                x = self.gem_chip(x, y, letter, colour)
                self.c.write(x, y, f"{self.p['then']}{left}", self.p.style("good", "card", bold=True))
        return None

    def discard(self, colour: int) -> None:
        """The price of a card that is paid with bonuses."""
        letter = LETTERS[colour].upper()
        if self.wide():
            self.gem_chip(2, self.h - 2, f"-{DISCARDS} {letter} ", colour)
        else:
            x = self.gem_chip(1, 2, f"-{letter}", colour) + 1
            self.gem_chip(x, 2, f"-{letter}", colour)
            self.c.write(1, 3, "cards", self.p.style("muted", "card"))

    def card(self, card: int) -> None:
        super().card(card)
        if NARROW <= self.w < 15 and self.wide() and not self.p.flat and self.p["art"]:
            self.picture(card, 2)

    def picture(self, card: int, top: int) -> None:
        """A gem in the room between the head of a card and its costs."""
        data = CARDS[card]
        top += data.kind != "base"
        height = min(4, (self.w - 6) // 2, self.h - 1 - top - max(1, sum(n > 0 for n in data.cost)))
        if height > 1 and data.kind not in BAGS:
            left = self.w - 1 - 2 * height
            draw_gem(self.c, self.p, COLOURS[data.bonus], left, top, 2 * height, height, "card")

    def instead(self, card: int) -> str:
        if due(self.state) == "free":
            return " take " if self.legal else ""
        if baseless(self.state, card) and self.unpaid(self.state, card) <= 0:
            return "no card" if self.room() > 6 else "wait"
        if CARDS[card].discards is not None and self.short(self.state, card) <= 0:
            return " swap "
        return ""

    # The rest of the table

    def deck(self, deck: int) -> None:
        """Two rows are a frame with words on its edges."""
        if self.h > 3:
            return super().deck(deck)
        left = deck_size(self.view, deck)
        self.frame(ink="frame" if left else "faint")
        style = self.p.style("ink" if left else "faint", bold=True)
        self.c.write(1, 0, deck_tag(deck), style)
        style = self.p.style("ink" if self.legal else "muted" if left else "faint", bold=self.legal)
        return self.c.right(self.w - 1, self.h - 1, str(left), style)

    def noble(self, noble: int) -> None:
        super().noble(noble)
        holder = next((seat for seat, held in enumerate(of(self.view).patrons) if noble in held), None)
        if holder is not None:
            name = self.state.seats[holder].name
            text = f" {name} " if len(name) <= self.w - 9 else mark(self.state.seats, holder)
            self.c.right(self.w - 1, 0, text, self.p.style(f"seat-{holder + 1}", bold=True, reverse=True))

    def own(self, card: int) -> None:
        """A card of one's own that may be discarded."""
        data = CARDS[card]
        bag = dict(of(self.view).bags[viewing_seat(self.state)]).get(card)
        self.frame(strong=self.legal)
        colour = data.bonus if bag is None else bag
        letter = LETTERS[colour].upper() * (data.bonuses if bag is None else 1)
        self.gem_chip(2, (self.h - 1) // 2, letter, colour)
        self.c.right(self.w - 1, 0, "bag" if bag is not None else deck_tag(deck_of(card)), self.p.style("muted"))
        lost = f"-{data.points}" if self.w < NARROW else plural(-data.points, "point")
        self.c.right(self.w - 1, self.h - 1, lost if data.points else "", self.p.style("warn", bold=True))

    def badge(self, seat: int) -> int:
        number = len(double_gold(self.view.players[seat]))
        text = f"{number} double gold" if self.w >= 36 and number else f"D{number}" if number else ""
        self.c.right(self.edge, 0, text, self.p.style("gem-gold-text", "gem-gold", bold=True))
        return len(text)

    def held(self, card: int) -> str:
        kind = CARDS[card].kind
        return "bag" if kind in BAGS else "2*" if kind == "double_gold" else super().held(card)
