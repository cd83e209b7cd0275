"""The player sheet: everything public about a player, in place of the table."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.rules.core.text import plural
from tabletown.rules.splendor.cards import CARDS, COLOURS, GOLD, LETTERS, NOBLES
from tabletown.rules.splendor.state import Player

from .player_panel import CHIP, PanelPainter

COLUMNS = 12
"""Columns of a row before its cards."""


def paint_sheet(painter: PanelPainter, seat: int) -> None:
    """Draw a player's tokens and bonuses, then cards by colour, reserved cards and nobles, each below a heading."""
    player, name = painter.view.players[seat], painter.state.seats[seat].name
    close = f"{painter.state.enter} closes"
    painter.title(0, f"{name}, {plural(player.points, 'point')}", close, strong=True)
    for row in range(3):
        painter.wide_holdings(1 + row, row, player)
    y = bought(painter, 4, player)
    y = reserve(painter, y, seat, player.hand)
    nobles(painter, y, player.nobles)


def bought(painter: PanelPainter, y: int, player: Player) -> int:
    """Draw a player's cards, a row for each colour that they have; return the row after them."""
    painter.title(y, "Cards with their points", str(len(player.cards)))
    for colour in range(GOLD + 1):
        cards = sorted((card for card in player.cards if CARDS[card].bonus == colour), key=lambda c: CARDS[c].points)
        if not cards:
            continue
        y += 1
        painter.c.write(2, y, COLOURS[colour] if colour < GOLD else "no colour", painter.p.style("muted"))
        x, step = COLUMNS, CHIP + 1 if len(cards) * (CHIP + 1) <= painter.w - COLUMNS else CHIP
        for card in cards:
            painter.card_chip(x, y, card)
            x += step
    return y + 1


def reserve(painter: PanelPainter, y: int, seat: int, hand: Sequence[int]) -> int:
    """Draw the reserved cards with the tokens that their owner needs; return the row after them."""
    painter.title(y, "Reserved", str(len(hand)))
    for card in hand:
        y += 1
        painter.reserved_card(y, seat, card)
    return y + 1


def nobles(painter: PanelPainter, y: int, held: Sequence[int]) -> None:
    """Draw the nobles that have visited a player."""
    painter.title(y, "Nobles", str(len(held)))
    for noble in held:
        y += 1
        x = painter.chip(2, y, f" +{NOBLES[noble].points} ", "gem-violet") + 1
        for colour in (c for c in range(GOLD) if NOBLES[noble].cost[c]):
            text = f"{LETTERS[colour].upper()}{NOBLES[noble].cost[colour]}"
            x = painter.gem_chip(x, y, text, colour) + 1
