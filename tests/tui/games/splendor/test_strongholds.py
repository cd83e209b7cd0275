"""The Strongholds on screen: placing, moving, removing and conquering by keys."""

from __future__ import annotations

import re
from typing import Any

import pytest
from textual.pilot import Pilot

from tabletown.rules.analysis.explain import is_whole_turn, rest_of_turn, sure_steps
from tabletown.rules.bots.bot import Candidate, Choice
from tabletown.rules.core.game import Action
from tabletown.rules.core.match import Match
from tabletown.rules.splendor.cards import CARDS, GOLD
from tabletown.rules.splendor.expansions.strongholds import occupier
from tabletown.rules.splendor.names import slot_label
from tabletown.tui.screens.hint_panel import HintPanel
from tabletown.tui.screens.table import Table
from tabletown.tui.widgets.jump_letters import LETTERS
from tests.tui.app_driver import (
    MIDDLE,
    InstantBots,
    current_table,
    make_app,
    press,
    put_cursor,
    run_app,
    screen_text,
    settle,
    status_text,
)
from tests.tui.sample_matches import match_prefix
from tests.tui.scenes_expansions import match_at
from tests.tui.screens.moves_by_keys import expansion, legal_arguments, play_by_keys, refusal_by_keys


async def test_a_stronghold_is_placed() -> None:
    match = match_at("strongholds-place")
    card = legal_arguments(match, "place")[0]
    action, _ = await play_by_keys(match, "enter", at=("card", card))
    assert action == ("place", card) and occupier(match.states[-1], card) == 0


async def test_the_cursor_starts_on_the_card_that_a_rival_can_buy_for_most_points() -> None:
    match = match_at("strongholds-place")
    free = [card for card in legal_arguments(match, "place") if occupier(match.state, card) is None]
    dearest = max(free, key=lambda card: (CARDS[card].points, card))
    match.state.players[1].tokens[:] = [9] * (GOLD + 1)
    async with run_app(make_app(Table(match, None))) as pilot:
        kind, card = current_table(pilot).board.cursor
        assert kind == "card" and CARDS[card].points == CARDS[dearest].points


async def test_without_such_a_card_the_cursor_starts_on_the_next_of_the_viewer() -> None:
    match = match_at("strongholds-place")
    for player, tokens in zip(match.state.players, (9, 0), strict=True):
        player.tokens[:], player.bonuses[:] = [tokens] * GOLD + [0], [0] * GOLD
    async with run_app(make_app(Table(match, None))) as pilot:
        kind, card = current_table(pilot).board.cursor
        assert kind == "card" and occupier(match.state, card) is None
        board = current_table(pilot).board
        assert board.prompts(board.state).short(board.state, card) <= 0


async def test_the_last_moves_name_the_card_of_a_stronghold() -> None:
    match = match_at("strongholds-place")
    match.act(("place", legal_arguments(match, "place")[0]))
    async with run_app(make_app(Table(match, None))) as pilot:
        assert re.search(r"(occupies|moves one to|removes one from) \d-\d", screen_text(pilot))


async def test_after_the_window_changes_letters_start_with_a_again() -> None:
    async with run_app(make_app(Table(match_at("strongholds-place"), None)), MIDDLE) as pilot:
        board = current_table(pilot).board
        await press(pilot, "f", "escape")
        await pilot.resize_terminal(80, 24)
        await settle(pilot)
        await press(pilot, "f")
        jumps = board._jumps
        assert jumps and {*jumps} == {*LETTERS[: len(jumps)]}


async def test_a_card_keeps_its_letter_through_the_steps_of_a_turn() -> None:
    placing = match_at("strongholds-place")
    _, bought, _ = placing.log[-1]
    async with run_app(make_app(Table(match_prefix(placing, len(placing.log) - 1), None))) as pilot:
        board = current_table(pilot).board
        await press(pilot, "f")
        before = {part: letter for letter, part in (board._jumps or {}).items()}
        await press(pilot, "escape")
        put_cursor(pilot, "card", bought)
        await press(pilot, "enter", "f")
        assert "place" in status_text(pilot, "prompt")
        after = {part: letter for letter, part in (board._jumps or {}).items() if part in before}
        assert len(after) > 5 and after.items() <= before.items()


async def test_a_stronghold_is_removed() -> None:
    match = match_at("strongholds-place")
    card = legal_arguments(match, "remove")[0]
    async with run_app(make_app(Table(match, None))) as pilot:
        put_cursor(pilot, "card", card)
        assert status_text(pilot).startswith("Enter gives a stronghold on") and "back to Hana" in status_text(pilot)
    assert (await play_by_keys(match, "enter", at=("card", card)))[0] == ("remove", card)


async def test_a_stronghold_is_moved_with_m() -> None:
    match = match_at("strongholds-place")
    source, target = legal_arguments(match, "move")[-1]
    ply = len(match.log)
    async with run_app(make_app(Table(match, None))) as pilot:
        put_cursor(pilot, "card", source)
        await press(pilot, "m")
        assert "picked up from" in status_text(pilot) and "cancel (Esc)" in status_text(pilot, "prompt")
        put_cursor(pilot, "card", target)
        await press(pilot, "enter")
    assert match.log[ply] == ("move", source, target)


async def test_a_lifted_stronghold_is_put_back() -> None:
    match = match_at("strongholds-place")
    source, _ = legal_arguments(match, "move")[0]
    async with run_app(make_app(Table(match, None))) as pilot:
        put_cursor(pilot, "card", source)
        await press(pilot, "m", "escape")
        assert current_table(pilot).selection.picked == []


async def test_with_none_left_enter_lifts_a_stronghold() -> None:
    match = match_at("strongholds-move")
    source, target = next(pair for pair in legal_arguments(match, "move") if occupier(match.state, pair[1]) is None)
    ply = len(match.log)
    async with run_app(make_app(Table(match, None))) as pilot:
        put_cursor(pilot, "lift", source)
        await press(pilot, "enter")
        assert match.log[ply:] == []
        put_cursor(pilot, "card", target)
        await press(pilot, "enter")
    assert match.log[ply] == ("move", source, target)


async def test_with_none_left_the_place_may_be_picked_first() -> None:
    match = match_at("strongholds-move")
    source, target = next(pair for pair in legal_arguments(match, "move") if occupier(match.state, pair[1]) is None)
    ply = len(match.log)
    async with run_app(make_app(Table(match, None))) as pilot:
        put_cursor(pilot, "card", target)
        await press(pilot, "enter")
        assert "choose which" in status_text(pilot)
        put_cursor(pilot, "lift", source)
        await press(pilot, "enter")
    assert match.log[ply] == ("move", source, target)


async def test_with_none_left_a_stronghold_is_removed_at_once() -> None:
    match = match_at("strongholds-move")
    card, ply = legal_arguments(match, "remove")[0], len(match.log)
    async with run_app(make_app(Table(match, None))) as pilot:
        put_cursor(pilot, "card", card)
        assert status_text(pilot).startswith("Enter gives a stronghold on") and "choose which" not in status_text(pilot)
        await press(pilot, "enter")
    assert match.log[ply] == ("remove", card)


async def test_a_card_is_conquered() -> None:
    match = match_at("strongholds-conquest")
    card = legal_arguments(match, "conquer")[0][0]
    async with run_app(make_app(Table(match, None))) as pilot:
        assert status_text(pilot, "prompt").startswith("Your turn: conquer") and "decline (d)" in status_text(
            pilot, "prompt"
        )
        assert current_table(pilot).board.cursor == ("card", card)
    action, _ = await play_by_keys(match, "enter", at=("card", card))
    assert action[:2] == ("conquer", card)


async def test_only_the_card_to_conquer_has_words_that_invite() -> None:
    match = match_at("strongholds-conquest")
    match.state.players[0].tokens[:] = [9] * (GOLD + 1)
    async with run_app(make_app(Table(match, None))) as pilot:
        edges = ["".join(char for char, _ in drawn(pilot, card)[-1]) for card in match.state.market]
        words = [edge for edge in edges if "need" not in edge and "Hana's" not in edge]
        assert sum("conquer" in edge for edge in words) == 1
        assert not any(word in edge for edge in words for word in ("buy", "free", "next"))


async def test_a_conquest_is_declined() -> None:
    match = match_at("strongholds-conquest")
    async with run_app(make_app(Table(match, None))) as pilot:
        await press(pilot, "d")
        assert status_text(pilot, "prompt").startswith("Your turn: decline the conquest (Enter)")
    action, words = await play_by_keys(match, "d", "enter")
    assert action == ("decline",) and words.startswith("Enter declines")


async def test_the_payments_of_a_conquest_are_gone_through() -> None:
    match = match_at("strongholds-conquest")
    s, card = match.states[-1], legal_arguments(match, "conquer")[0][0]
    s.players[0].tokens[GOLD] += 2
    s.bank[GOLD] -= 2
    payments = [paid for _, paid in legal_arguments(match, "conquer")]
    assert len(payments) > 1
    action, _ = await play_by_keys(match, "p", "enter", at=("card", card))
    assert action == ("conquer", card, payments[1])


@pytest.mark.parametrize("keys", [("enter",), ("v",)], ids=["buy", "reserve"])
async def test_a_card_of_another_player_is_refused_with_the_reason(keys: tuple[str, ...]) -> None:
    match = match_at("strongholds")
    card = next(card for card in expansion(match.state).placed[1] if card in match.state.market)
    words = await refusal_by_keys(match, *keys, at=("card", card))
    assert "stronghold occupies this card" in words or "Another player's stronghold" in words


def board_row(pilot: Pilot[Any], *part: Any) -> str:
    """The first row of a tile."""
    board = current_table(pilot).board
    tile = board.tile(part)
    assert board.state and tile
    return "".join(char for char, _ in board.paint(board.state, tile, False).rows[0])


def drawn(pilot: Pilot[Any], card: int) -> list[list[Any]]:
    """The cells of a card."""
    board = current_table(pilot).board
    tile = board.tile(("card", card))
    assert board.state and tile
    return board.paint(board.state, tile, False).rows


async def test_whose_strongholds_stand_on_a_card_and_who_has_some_left() -> None:
    match = match_at("strongholds")
    s = match.states[-1]
    own_card, rival_card = s.market[4], s.market[5]
    expansion(s).placed[:] = [(own_card, own_card), (rival_card,), (), ()]
    async with run_app(make_app(Table(match, None))) as pilot:
        assert "You⌂⌂" in screen_text(pilot) and "Ha⌂╮" in screen_text(pilot)
        own, rival = (board_row(pilot, "player", seat) for seat in (0, 1))
        assert " ⌂ left, " in own and "⌂⌂ left, " in rival
        put_cursor(pilot, "card", rival_card)
        assert status_text(pilot).endswith("Hana's stronghold occupies this card.")
        assert "Hana's" in screen_text(pilot), "on the edge of the card"
        dim = {
            card: any(style.dim for row in drawn(pilot, card)[1:] for _, style in row)
            for card in (own_card, rival_card)
        }
        assert dim == {own_card: False, rival_card: True}, "what is barred is dim"
        put_cursor(pilot, "player", 0)
        assert "strongholds 2 on 2-1 and 1 left" in status_text(pilot)


async def test_the_first_stronghold_on_a_card_is_said_to_keep_others_off_it() -> None:
    match = match_at("strongholds-place")
    free = next(card for card in legal_arguments(match, "place") if card not in expansion(match.state).placed[0])
    async with run_app(make_app(Table(match, None))) as pilot:
        put_cursor(pilot, "card", free)
        assert f"only you can buy {slot_label(match.state, free)}; 1 stronghold left" in status_text(pilot)


@pytest.mark.parametrize("scene, key, words", [
    ("strongholds", "m", "You may move a stronghold right after you buy a card."),
    ("strongholds", "d", "There is no conquest to decline."),
    ("posts", "m", "This game has no strongholds."),
])  # fmt: skip
async def test_a_key_of_strongholds_says_when_it_is_for_something(scene: str, key: str, words: str) -> None:
    assert await refusal_by_keys(match_at(scene), key) == words


@pytest.mark.parametrize(
    "before, says", [(1, ", your second there; 1 stronghold left. m picks one up."), (2, ", your third: ")]
)
async def test_the_line_says_how_many_strongholds_a_card_then_has(before: int, says: str) -> None:
    match = match_at("strongholds-place")
    card = legal_arguments(match, "place")[0]
    expansion(match.states[-1]).placed[0] = (card,) * before
    async with run_app(make_app(Table(match, None)), MIDDLE) as pilot:
        put_cursor(pilot, "card", card)
        assert f"Enter places a stronghold on {slot_label(match.state, card)}{says}" in status_text(pilot)


def before_a_conquest() -> tuple[Match, tuple[Action, ...]]:
    """A game before a purchase with whose stronghold a card can be conquered, once another has been revealed."""
    whole = match_at("strongholds-conquest")
    return match_prefix(whole, len(whole.log) - 2), (*whole.log[-2:], ("decline",))


def test_a_hint_says_perhaps_of_steps_that_a_new_card_may_change() -> None:
    match, line = before_a_conquest()
    view = match.game.observe(match.state, match.player)
    assert sure_steps(match.game, view, line) == [*line[:2]] and not is_whole_turn(match.game, view, line)
    placing = "then place a stronghold on 1-3 (blue), your third there"
    assert rest_of_turn(match.game, view, line) == f"{placing}; perhaps then decline to conquer 1-3 (blue)"
    assert is_whole_turn(match_at("strongholds").game, view, line[:1]) is False, "the line ends within the turn"


class Planned(InstantBots):
    """Bots that suggest the line of before_a_conquest and expect none beyond it."""

    async def choose(self, *asked: Any, **more: Any) -> Choice:
        _, line = before_a_conquest()
        return Choice(line[0], 0.6, 100, line, candidates=(Candidate(line[0], 0.6, 90),))

    async def expect(self, *asked: Any, **more: Any) -> tuple[Action, ...]:
        return before_a_conquest()[1]


@pytest.mark.parametrize("presses", [1, 2])
async def test_both_hints_show_the_steps_that_enter_plays(presses: int) -> None:
    match, line = before_a_conquest()
    ply = len(match.log)
    async with run_app(make_app(Table(match, None), bot_pool=Planned()), (120, 36)) as pilot:
        await press(pilot, *["i"] * presses)
        assert "Enter plays the first 2 steps" in status_text(pilot)
        panel = pilot.app.screen.query_one(HintPanel)
        assert "Then place a stronghold on 1-3 (blue), your third there; perhaps" in " ".join(panel.lines)
        await press(pilot, "enter")
        assert match.log[ply:] == [*line[:2]]


async def test_a_noble_stands_beside_the_strongholds_left() -> None:
    """In a narrow panel a rival's strongholds are signs, which leaves room for the noble."""
    match = match_at("strongholds-conquest")
    assert match.states[-1].players[1].nobles
    async with run_app(make_app(Table(match, None))) as pilot:
        assert re.search("Hana +1 noble \u2302 left +6", screen_text(pilot))


async def test_a_card_to_place_a_stronghold_on_still_says_what_you_need_for_it() -> None:
    match = match_at("strongholds-place")
    async with run_app(make_app(Table(match, None))) as pilot:
        assert "place \u2219 7" in screen_text(pilot).replace("\u00b7", "\u2219")
    async with run_app(make_app(Table(match, None)), MIDDLE) as pilot:
        assert "place, need 7" in screen_text(pilot)


async def test_three_strongholds_leave_a_gap_after_the_name_of_their_card() -> None:
    match = match_at("strongholds-place")
    card = match.state.market[0]
    expansion(match.states[-1]).placed[:] = [(card,) * 3, ()]
    async with run_app(make_app(Table(match, None))) as pilot:
        [row] = [row for row in screen_text(pilot).splitlines() if "You\u23023" in row or "You\u2302\u2302" in row]
        assert "You\u23023" in row


async def test_the_key_that_declines_stays_in_view_while_the_conquest_is_picked() -> None:
    match = match_at("strongholds-conquest")
    async with run_app(make_app(Table(match, None))) as pilot:
        assert "d Decline" in screen_text(pilot)
        part = ("card", legal_arguments(match, "conquer")[0][0])
        current_table(pilot).picked(part)
        await settle(pilot)
        assert "d Decline" in screen_text(pilot)
