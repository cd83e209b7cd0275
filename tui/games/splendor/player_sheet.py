"""The player sheet: everything public about a player, in place of the table."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from tabletown.rules.core.text import plural
from tabletown.rules.splendor.cards import CARDS, COLOURS, GOLD, LETTERS, NOBLES
from tabletown.rules.splendor.names import colour_name
from tabletown.rules.splendor.state import Player

from ...widgets.canvas import Rect
from .gem_art import draw_gem
from .noble_art import draw_portrait
from .player_panel import PanelPainter
from .reserved_cards import CHIP

COLUMNS = 14
"""Columns of a row before its cards."""
ROOMY = (72, 30)
"""Columns and rows of a sheet with gems, small cards and portraits."""
PICTURE = (6, 3)
"""Columns and rows of a gem and of a portrait."""
STEP, CARD = 11, 9
"""Columns of a colour, and of a small card in it."""


def paint_sheet(painter: PanelPainter, seat: int) -> None:
    """Draw a player's tokens and bonuses, then cards by colour, reserved cards and nobles, each below a heading."""
    player, name = painter.view.players[seat], painter.state.seats[seat].name
    close = f"{painter.state.enter} closes"
    painter.title(0, f"{name}, {plural(player.points, 'point')}", close, strong=True)
    if painter.w >= ROOMY[0] and painter.h >= ROOMY[1] and painter.p["art"] and not painter.p.flat:
        return picture_sheet(painter, seat, player)
    for row in range(3):
        painter.wide_holdings(1 + row, row, player)
    y = bought(painter, 4, player)
    y = reserve(painter, y, seat, player.hand)
    return nobles(painter, y, player.nobles)


def picture_sheet(painter: PanelPainter, seat: int, player: Player) -> None:
    """Draw a column for each colour with its gem, tokens, bonuses and cards; below them reserved cards and nobles."""
    for colour in range(GOLD + 1):
        draw_gem(painter.c, painter.p, COLOURS[colour], 2 + STEP * colour, 1, *PICTURE, "felt")
        for row in range(3):
            if colour in painter.in_row(row, player):
                holding(painter, row, colour, player)
    for row in range(3):
        painter.count(PICTURE[1] + 1 + row, row, player)
    y = PICTURE[1] + 4
    nobles_top = painter.h - 1 - PICTURE[1] * bool(player.nobles)
    reserve_top = nobles_top - 1 - len(player.hand)
    painter.title(y, "Cards", str(len(player.cards)))
    piles = [by_points(player, colour) for colour in range(GOLD + 1)]
    rows = range(y + 1, reserve_top)
    step = max(1, min(3, (len(rows) + 1) // max(1, *map(len, piles))))
    for colour, cards in enumerate(piles):
        for card, top in zip(cards, rows[::step], strict=False):
            small_card(painter, 2 + STEP * colour, top, card, priced=step > 1)
    reserve(painter, reserve_top, seat, player.hand)
    painter.title(nobles_top, "Nobles", str(len(player.nobles)))
    for n, noble in enumerate(player.nobles):
        draw_portrait(painter.c, painter.p, noble, 2 + 2 * STEP * n, nobles_top + 1, *PICTURE)
        noble_in_words(painter, 3 + PICTURE[0] + 2 * STEP * n, nobles_top + 2, noble)


def holding(painter: PanelPainter, row: int, colour: int, player: Player) -> None:
    """Write the number of a player's tokens or bonuses of a colour, or of both, below its gem."""
    text, x, y = painter.holding_text(row, colour, player), 2 + STEP * colour, PICTURE[1] + 1 + row
    if text.strip("+=") == "0":
        painter.c.write(x + 2, y, painter.p["none"], painter.p.style("faint"))
    elif row < 2:
        painter.gem_chip(x, y, f"{f'{LETTERS[colour].upper()} {text}' if not row else text:^{PICTURE[0]}}", colour)
    else:
        painter.c.write(x, y, f"{text:^{PICTURE[0]}}", painter.p.style("ink", bold=True))


def small_card(painter: PanelPainter, x: int, y: int, card: int, priced: bool) -> None:
    """Draw a card's points and colour, and its price below them if `priced`."""
    data = CARDS[card]
    painter.gem_chip(x, y, f" {data.points or '':<2}{COLOURS[data.bonus]:>{CARD - 4}} ", data.bonus)
    if priced:
        painter.c.fill(Rect(x, y + 1, CARD, 1), painter.p.style("muted", "card"))
        painter.price(x, y + 1, card, 0)


def by_points(player: Player, colour: int) -> list[int]:
    """A player's cards of a colour, those with the fewest points first."""
    return sorted((card for card in player.cards if CARDS[card].bonus == colour), key=lambda card: CARDS[card].points)


def bought(painter: PanelPainter, y: int, player: Player) -> int:
    """Draw a player's cards, a row for each colour that they have; return the row after them."""
    painter.title(y, "Cards with their points", str(len(player.cards)))
    for kind, group in groupby(sorted(player.cards, key=in_rows), colour_name):
        cards = list(group)
        y += 1
        painter.c.write(2, y, kind, painter.p.style("muted"))
        x, step = COLUMNS, CHIP + 1 if len(cards) * (CHIP + 1) <= painter.w - COLUMNS else CHIP
        for card in cards:
            painter.gem_chip(x, y, f"{CARDS[card].points:^{CHIP}}", CARDS[card].bonus)
            x += step
    return y + 1


def in_rows(card: int) -> tuple[int, str, int]:
    """A key that sorts cards by colour, with copy cards and double gold last, and then by their points."""
    return CARDS[card].bonus, colour_name(card), CARDS[card].points


def reserve(painter: PanelPainter, y: int, seat: int, hand: Sequence[int]) -> int:
    """Draw the reserved cards with the tokens that their owner needs; return the row after them."""
    painter.title(y, "Reserved", str(len(hand)))
    for card, needs in zip(hand, painter.shortages(seat, hand), strict=True):
        y += 1
        painter.reserved_card(y, card, needs)
    return y + 1


def nobles(painter: PanelPainter, y: int, held: Sequence[int]) -> None:
    """Draw the nobles that have visited a player."""
    painter.title(y, "Nobles", str(len(held)))
    for noble in held:
        y += 1
        noble_in_words(painter, 2, y, noble)


def noble_in_words(painter: PanelPainter, x: int, y: int, noble: int) -> None:
    """Write the points of a noble and the bonuses it came for."""
    x = painter.chip(x, y, f" +{NOBLES[noble].points} ", "gem-violet") + 1
    for colour in (c for c in range(GOLD) if NOBLES[noble].cost[c]):
        x = painter.gem_chip(x, y, f"{LETTERS[colour].upper()}{NOBLES[noble].cost[colour]}", colour) + 1
