"""The Strongholds on screen: placing, moving, removing and conquering by keys."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot

from tabletown.rules.splendor.cards import GOLD
from tabletown.rules.splendor.expansions.strongholds import occupier
from tabletown.tui.screens.table import Table
from tests.tui.scenes import app, opened, press, said, stand, text, the_table
from tests.tui.screens.moves import extra, found, played, refused
from tests.tui.shots_modules import position


async def test_a_stronghold_is_placed() -> None:
    match = position("strongholds-place")
    card = found(match, "place")[0]
    action, _ = await played(match, "enter", at=("card", card))
    assert action == ("place", card) and occupier(match.states[-1], card) == 0


async def test_a_stronghold_is_removed() -> None:
    match = position("strongholds-place")
    card = found(match, "remove")[0]
    async with opened(app(Table(match, None))) as pilot:
        stand(pilot, "card", card)
        assert said(pilot).startswith("Enter gives a stronghold on") and "back to Hana" in said(pilot)
    assert (await played(match, "enter", at=("card", card)))[0] == ("remove", card)


async def test_a_stronghold_is_moved_with_m() -> None:
    match = position("strongholds-place")
    one, other = found(match, "move")[-1]
    ply = len(match.log)
    async with opened(app(Table(match, None))) as pilot:
        stand(pilot, "card", one)
        await press(pilot, "m")
        assert "is lifted from" in said(pilot) and "Esc puts it back" in said(pilot, "prompt")
        stand(pilot, "card", other)
        await press(pilot, "enter")
    assert match.log[ply] == ("move", one, other)


async def test_a_lifted_stronghold_is_put_back() -> None:
    match = position("strongholds-place")
    one, _ = found(match, "move")[0]
    async with opened(app(Table(match, None))) as pilot:
        stand(pilot, "card", one)
        await press(pilot, "m", "escape")
        assert the_table(pilot).selection.picked == []


async def test_with_none_left_enter_lifts_a_stronghold() -> None:
    match = position("strongholds-move")
    one, other = next(pair for pair in found(match, "move") if occupier(match.state, pair[1]) is None)
    ply = len(match.log)
    async with opened(app(Table(match, None))) as pilot:
        stand(pilot, "lift", one)
        await press(pilot, "enter")
        assert match.log[ply:] == []
        stand(pilot, "card", other)
        await press(pilot, "enter")
    assert match.log[ply] == ("move", one, other)


async def test_with_none_left_the_place_may_be_picked_first() -> None:
    match = position("strongholds-move")
    one, other = next(pair for pair in found(match, "move") if occupier(match.state, pair[1]) is None)
    ply = len(match.log)
    async with opened(app(Table(match, None))) as pilot:
        stand(pilot, "card", other)
        await press(pilot, "enter")
        assert "choose which" in said(pilot)
        stand(pilot, "lift", one)
        await press(pilot, "enter")
    assert match.log[ply] == ("move", one, other)


async def test_with_none_left_a_stronghold_is_removed_at_once() -> None:
    match = position("strongholds-move")
    card, ply = found(match, "remove")[0], len(match.log)
    async with opened(app(Table(match, None))) as pilot:
        stand(pilot, "card", card)
        assert said(pilot).startswith("Enter gives a stronghold on") and "choose which" not in said(pilot)
        await press(pilot, "enter")
    assert match.log[ply] == ("remove", card)


async def test_a_card_is_conquered() -> None:
    match = position("strongholds-conquest")
    card = found(match, "conquer")[0][0]
    async with opened(app(Table(match, None))) as pilot:
        assert said(pilot, "prompt").startswith("Your turn: conquer") and "decline (d)" in said(pilot, "prompt")
        assert the_table(pilot).board.cursor == ("card", card)
    action, _ = await played(match, "enter", at=("card", card))
    assert action[:2] == ("conquer", card)


async def test_a_conquest_is_declined() -> None:
    match = position("strongholds-conquest")
    async with opened(app(Table(match, None))) as pilot:
        await press(pilot, "d")
        assert said(pilot, "prompt").startswith("Your turn: decline the conquest (Enter; Esc: not yet)")
    action, words = await played(match, "d", "enter")
    assert action == ("decline",) and words.startswith("Enter declines")


async def test_the_payments_of_a_conquest_are_gone_through() -> None:
    match = position("strongholds-conquest")
    s, card = match.states[-1], found(match, "conquer")[0][0]
    s.players[0].tokens[GOLD] += 2
    s.bank[GOLD] -= 2
    payments = [paid for _, paid in found(match, "conquer")]
    assert len(payments) > 1
    action, _ = await played(match, "p", "enter", at=("card", card))
    assert action == ("conquer", card, payments[1])


@pytest.mark.parametrize("keys", [("enter",), ("v",)], ids=["buy", "reserve"])
async def test_a_card_of_another_player_is_refused_with_the_reason(keys: tuple[str, ...]) -> None:
    match = position("strongholds")
    card = next(card for card in extra(match.state).placed[1] if card in match.state.market)
    words = await refused(match, *keys, at=("card", card))
    assert "stronghold keeps you off" in words or "Another player's stronghold" in words


def drawn(pilot: Pilot[Any], card: int) -> list[list[Any]]:
    """The cells of a card."""
    board = the_table(pilot).board
    tile = board.tile(("card", card))
    assert board.scene and tile
    return board.paint(board.scene, tile, False).rows


async def test_whose_strongholds_stand_on_a_card_and_who_has_some_left() -> None:
    match = position("strongholds")
    s = match.states[-1]
    one, other = s.market[4], s.market[5]
    extra(s).placed[:] = [(one, one), (other,), (), ()]
    async with opened(app(Table(match, None))) as pilot:
        assert "Y⌂⌂" in text(pilot) and "H⌂╮" in text(pilot)
        assert "Y⌂∙∙" in text(pilot) and "H⌂⌂∙" in text(pilot), "what is left of them"
        stand(pilot, "card", other)
        assert said(pilot).endswith("Hana's stronghold keeps you off.")
        assert "Hana's" in text(pilot), "on the edge of the card"
        dim = {card: any(style.dim for row in drawn(pilot, card)[1:] for _, style in row) for card in (one, other)}
        assert dim == {one: False, other: True}, "what is barred is dim"
        stand(pilot, "player", 0)
        assert "strongholds 2 on 2-1 and 1 left" in said(pilot)
