"""The cards that another player has reserved, in that player's panel of Splendor."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.rules.core.text import third_person
from tabletown.rules.splendor.cards import BACK, CARDS, GOLD, LETTERS, deck_of
from tabletown.rules.splendor.limits import HAND_LIMIT

from .costs import AFFORDABLE, need_of
from .selection import deck_tag
from .threats import ThreatPainter

CHIP = 3
"""Columns of a card in a panel: its points on a field of its colour."""
PACKED = CHIP + 9
"""Columns of a card with its price if several share a row."""
RESERVED = "reserved "
"""The label of a single card, where there is no heading."""


class ReservedCardPainter(ThreatPainter):
    """Painter of reserved cards in the rows of a panel."""

    def reserved(self, rows: Sequence[int], seat: int) -> None:
        """Write each reserved card with its price and its owner's shortage, several in a row if rows are few."""
        hand = self.view.players[seat].hand
        if not hand:
            self.c.write(2, rows[0], self.nothing_reserved(seat), self.p.style("faint"))
        elif len(hand) <= len(rows):
            headed = len(hand) < len(rows)
            if headed:
                self.c.write(2, rows[0], f"reserved {len(hand)}/{HAND_LIMIT}", self.p.style("muted"))
                rows = rows[1 : 1 + len(hand)]
            labels = self.labels(seat, hand, headed)
            x = 2 + max(map(len, labels))
            for y, label, card, needs in zip(rows, labels, hand, self.shortages(seat, hand, x), strict=True):
                self.c.write(2, y, label, self.p.style("muted"))
                self.reserved_card(y, card, needs, x)
        else:
            self.packed(rows, hand)

    def nothing_reserved(self, seat: int) -> str:
        """The words for a player without reserved cards."""
        return "nothing reserved"

    def labels(self, seat: int, hand: Sequence[int], headed: bool) -> list[str]:
        """Labels before these cards: a word for a single one that is not `headed`, else the numbers that texts give
        them, unless they are face down; nothing where labels would leave too little room.
        """
        if len(hand) == 1 and not headed and self.fits(hand[0], len(RESERVED), len("needs 10")):
            return [RESERVED]
        numbers = ["" if card >= BACK else f"r{n} " for n, card in enumerate(hand, 1)]
        fits = all(self.fits(card, max(map(len, numbers)), len(self.needed(seat, card)[1])) for card in hand)
        return numbers if fits else [""] * len(hand)

    def fits(self, card: int, label: int, needs: int) -> bool:
        """Is there room for a card with its price, after a label and before a shortage of so many columns?"""
        if card >= BACK:
            return 2 + label + CHIP + 1 + len("face down") <= self.w
        return 2 + label + len(self.held(card)) + 1 + 3 * sum(map(bool, CARDS[card].cost)) + needs <= self.w

    def packed(self, rows: Sequence[int], hand: Sequence[int]) -> None:
        """Write several cards a row, with their price if there is room, else the cards alone."""
        in_row = -(-len(hand) // len(rows))
        step = (self.w - 2) // in_row
        if step < PACKED:
            label = f"reserved {len(hand)}/{HAND_LIMIT} "
            tags = [len(deck_tag(deck_of(card))) if card >= BACK else len(self.held(card)) for card in hand]
            label = label if 2 + len(label) + sum(tags) + len(hand) <= self.w else ""
            x = self.c.write(2, rows[0], label, self.p.style("muted"))
            for card in hand:
                x = self.card_chip(x, rows[0], card) + 1
            return
        for i, card in enumerate(hand):
            x, y = 2 + step * (i % in_row), rows[i // in_row]
            x = self.card_chip(x, y, card) + 1
            if card < BACK:
                self.price(x, y, card, 0)
            else:
                self.c.write(x - 1, y, "face down", self.p.style("muted"))

    def shortages(self, seat: int, hand: Sequence[int], x: int = 2) -> list[str]:
        """The shortage of each reserved card for its owner, with the colours if there is room on all of their rows."""
        words = [self.needed(seat, card) for card in hand]
        rooms = [
            self.w - x - len(self.held(card)) - 2 - 3 * sum(map(bool, CARDS[card].cost)) if card < BACK else 0
            for card in hand
        ]
        fits = all(len(long) <= room for (long, _), room in zip(words, rooms, strict=True))
        return [long if fits else short for long, short in words]

    def needed(self, seat: int, card: int) -> tuple[str, str]:
        """The shortage of a reserved card for its owner, with the colours and without; empty if it is face down."""
        short = self.short(self.state, card, seat) if card < BACK else 0
        if short <= 0:
            return (AFFORDABLE * (card < BACK),) * 2
        long, brief = self.shortage(self.state, card, seat), need_of(short)
        return (long, brief) if seat == self.state.viewer else (third_person(long), third_person(brief))

    def reserved_card(self, y: int, card: int, needs: str, x: int = 2) -> None:
        """Write a reserved card, its price and what its owner still needs, if there is room."""
        x = self.card_chip(x, y, card) + 1
        if card >= BACK:
            self.c.write(x, y, "face down", self.p.style("muted"))
            return
        x = self.price(x, y, card, 1)
        text = needs if x + len(needs) <= self.w else ""
        self.c.right(self.w, y, text, self.p.style("warn" if needs == AFFORDABLE else "muted"))

    def price(self, x: int, y: int, card: int, gap: int) -> int:
        """Write the price of a card, with `gap` columns after each cost; return the column after it."""
        for colour in (c for c in range(GOLD) if CARDS[card].cost[c]):
            x = self.gem_chip(x, y, f"{LETTERS[colour].upper()}{CARDS[card].cost[colour]}", colour) + gap
        return x

    def card_chip(self, x: int, y: int, card: int) -> int:
        """Write a card in three cells: its points on its colour, or its deck if face down; the column after it."""
        if card >= BACK:
            return self.c.write(x, y, f"{deck_tag(deck_of(card)):^{CHIP}}", self.p.style("muted", "card"))
        return self.gem_chip(x, y, self.held(card), CARDS[card].bonus)

    def held(self, card: int) -> str:
        """The points of a card, centred in its field; with its letter if the theme has too few colours."""
        points = CARDS[card].points
        return f"{points} {LETTERS[CARDS[card].bonus].upper()}" if self.p.flat else f"{points:^{CHIP}}"
