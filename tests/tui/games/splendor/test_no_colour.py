"""Cards without colours: what a card is worth must not look like a part of its price."""

from __future__ import annotations

import pytest

from tests.tui import board_pictures as pictures
from tests.tui.app_driver import MIDDLE, SMALL


@pytest.mark.parametrize("module, size", [
    ("base", SMALL), *((name, MIDDLE) for name in ("base", "cities", "trading_posts", "orient", "strongholds"))
])  # fmt: skip
@pytest.mark.parametrize("depth, reversed_", [("none", True), ("16", False)])
def test_the_head_of_a_card_is_reversed_and_its_price_is_not(
    depth: str, reversed_: bool, size: tuple[int, int], module: str
) -> None:
    board = pictures.make_board("splendor", pictures.palette("ansi", depth, "ascii"))
    match = pictures.play_on("splendor", 0, ("You", "greedy"), {"module": module})
    picture = pictures.paint(board, pictures.seen_by_mover(match, board), *size)
    cards = [tile.rect for tile in picture.tiles if tile.part[0] == "card" and tile.rect.h >= 5]
    assert cards
    for x, y, w, h in cards:
        rows = [[bool(style.reverse) for _, style in row[x + 1 : x + w - 1]] for row in picture.canvas.rows[y : y + h]]
        assert all(rows[1]) is reversed_ and not any(map(any, rows[2:]))
