"""Warnings in the panel of a rival who is about to gain a noble or to reach the points that end the game."""

from __future__ import annotations

import pytest

from tabletown.rules.splendor.cards import CARDS, GOLD
from tabletown.rules.splendor.expansions import strongholds
from tabletown.rules.splendor.state import Splendor
from tabletown.tui.games.splendor.threats import GOAL_NEAR, NOBLE_NEAR
from tests.rules.splendor.positions import bonuses, find, lay, noble, table
from tests.tui.board_pictures import make_board, paint, seen_by_mover
from tests.tui.sample_matches import match_from_state


def panel(s: Splendor, seat: int = 1, width: int = 80) -> str:
    board = make_board("splendor")
    picture = paint(board, seen_by_mover(match_from_state(s), board), width, 24)
    return next(picture.text(tile.rect) for tile in picture.tiles if tile.part == ("player", seat))


@pytest.mark.parametrize("module", ["base", "cities", "trading_posts", "orient", "strongholds"])
@pytest.mark.parametrize("seats", [2, 4])
def test_a_rival_is_said_to_be_one_bonus_from_a_noble(seats: int, module: str) -> None:
    s = table(seats, module=module)
    s.nobles = (noble("wwwwuuuu"),)
    for owned, says in (("wwwwuu", False), ("wwwwuuu", True)):
        s.players[1].bonuses[:] = [0] * GOLD
        bonuses(s, 1, owned)
        assert (NOBLE_NEAR in panel(s)) == says
    assert NOBLE_NEAR not in panel(s, seat=0), "of yourself the nobles tell it"


def test_a_noble_that_another_player_has_reserved_does_not_count() -> None:
    s = table(module="orient")
    bonuses(s, 1, "wwwwuuu")
    for patrons, says in (([(noble("wwwwuuuu"),), ()], False), ([(), (noble("wwwwuuuu"),)], True)):
        s.extra.patrons[:] = patrons
        assert (NOBLE_NEAR in panel(s)) == says


def test_a_rival_who_can_buy_the_points_that_are_missing_is_said_to_reach_them() -> None:
    s = table()
    s.players[1].tokens[:GOLD] = CARDS[lay(s, 8, find(level=2, points=5))].cost
    for points, says in ((9, False), (10, True), (15, False)):
        s.players[1].points = points
        assert (GOAL_NEAR in panel(s)) == says


def test_the_noble_that_a_purchase_brings_counts_too() -> None:
    s = table()
    lay(s, 0, find(level=0, bonus="u", points=0))
    s.nobles = (noble("wwwwuuuu"),)
    s.players[1].bonuses[:] = [4, 3, 4, 4, 4]
    s.players[1].points = 12
    assert GOAL_NEAR in panel(s)


def test_a_card_behind_a_stronghold_does_not_count() -> None:
    s = table(module="strongholds")
    card = lay(s, 8, find(level=2, points=5))
    s.players[1].points, s.players[1].tokens[:GOLD] = 10, CARDS[card].cost
    assert GOAL_NEAR in panel(s)
    strongholds.of(s).placed[0] = (card,)
    assert GOAL_NEAR not in panel(s)
