"""Warnings that a player is about to gain a noble, or to reach the points that end the game."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.rules.splendor.cards import BACK, CARDS, GOLD, NOBLES
from tabletown.rules.splendor.limits import GOAL

from .gem_key import GemKeyPainter
from .requirements import bonuses_missing

NOBLE_NEAR = "one bonus from a noble"
GOAL_NEAR = f"can reach {GOAL} next turn"
MOST_POINTS = max(card.points for card in CARDS) + max(noble.points for noble in NOBLES)
"""Most points that one purchase can bring."""


class ThreatPainter(GemKeyPainter):
    """Painter that knows what each player is about to do."""

    def warned(self, rows: list[int], seat: int) -> list[int]:
        """Write what a player is about to do in the last of these rows, if none of their pieces need it; the rows
        left.
        """
        text = self.threat(seat)
        if not text or len(rows) <= self.rows_needed(seat) or 2 + len(text) > self.w:
            return rows
        self.c.write(2, rows[-1], text, self.p.style("warn", bold=True))
        return rows[:-1]

    def rows_needed(self, seat: int) -> int:
        """Rows for what a player has reserved."""
        return len(self.view.players[seat].hand)

    def nobles_for(self, seat: int) -> Sequence[int]:
        """The nobles that may visit a player."""
        return self.view.nobles

    def is_barred(self, card: int, seat: int) -> bool:
        """Does an expansion keep a player from buying a card that they can pay for?"""
        return False

    def threat(self, seat: int) -> str:
        """A warning of a noble or the end of the game that a player is close to; empty if there is neither."""
        player, for_points = self.view.players[seat], self.view.module != "cities"
        if self.view.over or (for_points and player.points >= GOAL):
            return ""
        close = for_points and player.points + MOST_POINTS >= GOAL
        if close and player.points + self.best_purchase(seat) >= GOAL:
            return GOAL_NEAR
        near = any(sum(bonuses_missing(player, noble)) == 1 for noble in self.nobles_for(seat))
        return NOBLE_NEAR if near else ""

    def best_purchase(self, seat: int) -> int:
        """The most points that one card which a player can pay for brings, with the noble that then visits."""
        player = self.view.players[seat]
        seen = [card for card in (*self.view.market, *player.hand) if card < BACK]
        able = [card for card in seen if not self.is_barred(card, seat) and self.short(self.state, card, seat) <= 0]
        return max((CARDS[card].points + self.noble_points(seat, card) for card in able), default=0)

    def noble_points(self, seat: int, card: int) -> int:
        """The points of a noble that visits a player once they own a card."""
        after, data = self.view.players[seat].copy(), CARDS[card]
        if data.bonus < GOLD:
            after.bonuses[data.bonus] += data.bonuses
        visits = (noble for noble in self.nobles_for(seat) if not any(bonuses_missing(after, noble)))
        return max((NOBLES[noble].points for noble in visits), default=0)
