"""One person against bots, and bots alone: turns, undo, and the views that bots get."""

from __future__ import annotations

from typing import Any

from tabletown.rules.bots.level_descriptions import BOTS
from tabletown.rules.core.save_file import Record
from tabletown.rules.splendor.cards import CARDS
from tabletown.tui.screens.table import Table
from tests.rules.recounts import splendor_conserved
from tests.tui.app_driver import (
    SMALL,
    BlockedBots,
    current_table,
    make_app,
    press,
    run_app,
    screen_text,
    settle,
    status_text,
    wait_until,
)
from tests.tui.sample_matches import (
    find_match,
    legal_verbs,
    match_after,
    saved_table,
    start_match,
)
from tests.tui.screens.moves_by_keys import is_enabled, play_first

TWO = ("Ada", "Bea")


# One person against bots


async def test_undo_goes_back_to_ones_last_decision() -> None:
    match = start_match()
    async with run_app(make_app(saved_table(match))) as pilot:
        assert not is_enabled(pilot, "undo") and not is_enabled(pilot, "redo")
        await play_first(pilot, match, "take")
        await play_first(pilot, match, "take")
        log = match.log[:]
        assert len(log) == 4
        await press(pilot, "z")
        assert match.log == log[:2] and match.player == 0
        await press(pilot, "ctrl+z")
        assert match.log == []
        await press(pilot, "z")
        assert match.log == [] and is_enabled(pilot, "redo")


async def test_redo_plays_again_what_was_taken_back() -> None:
    match = start_match()
    async with run_app(make_app(saved_table(match))) as pilot:
        await press(pilot, "r", "r", "enter")
        log, state, bot_pool = match.log[:], match.state, pilot.app.bot_pool  # type: ignore[attr-defined]
        await press(pilot, "z", "y")
        assert match.log == log and match.state == state and not is_enabled(pilot, "redo")
        assert len(bot_pool.asked) == 1, "the bot's answer is played again too, not thought of anew"


async def test_another_move_forgets_what_was_undone() -> None:
    match = start_match()
    async with run_app(make_app(saved_table(match))) as pilot:
        await press(pilot, "r", "r", "enter", "z", "u", "u", "enter")
        assert match.log[0] == ("take", (1, 1)) and not is_enabled(pilot, "redo")


async def test_undo_is_on_disk() -> None:
    match = start_match()
    async with run_app(make_app(screen := saved_table(match))) as pilot:
        await press(pilot, "r", "r", "enter")
        assert screen.record and len(Record.load(screen.record.path, BOTS)[0].log) == 2
        await press(pilot, "z")
        assert len(Record.load(screen.record.path, BOTS)[0].log) == 0


async def test_undo_takes_back_a_return_with_the_action_before_it() -> None:
    """Each decision of the person is a step of undo, also a pending one."""
    match = find_match(lambda s: "return" in legal_verbs(s))
    ply = len(match.log)
    async with run_app(make_app(saved_table(match))) as pilot:
        await press(pilot, "z")
        assert len(match.log) == ply - 1 and match.player == 0


async def test_undo_of_a_choice_of_nobles_doubles_none() -> None:
    match = find_match(lambda s: "noble" in legal_verbs(s))
    ply, had = len(match.log), len(match.state.players[0].nobles)
    nobles = [action for action in match.legal() if action[0] == "noble"]
    async with run_app(make_app(saved_table(match))) as pilot:
        await press(pilot, "z", "y")
        assert len(match.log) == ply
        for number, noble in enumerate((nobles[0], nobles[-1]), 1):
            current_table(pilot).selection.choose(noble)
            await press(pilot, "enter")
            assert match.log[ply] == noble and len(match.state.players[0].nobles) == had + 1
            if number == 1:
                await press(pilot, "z")
        assert nobles[0] != nobles[-1] and splendor_conserved(match.state) == ""


async def test_a_thinking_bot_is_named_and_can_be_hurried() -> None:
    bot_pool, match = BlockedBots(), start_match()
    async with make_app(saved_table(match), bot_pool=bot_pool).run_test(size=SMALL) as pilot:
        await pilot.press("r", "r", "enter")
        await wait_until(pilot, lambda: "thinking" in status_text(pilot, "prompt"))
        assert (
            status_text(pilot, "prompt").startswith("Hana (bot) is thinking; press . to make it move")
            and len(match.log) == 1
        )
        assert is_enabled(pilot, "hurry") and not is_enabled(pilot, "hint")
        await pilot.press("full_stop")
        await wait_until(pilot, lambda: len(match.log) == 2)
        assert status_text(pilot, "prompt").startswith("Your turn") and not is_enabled(pilot, "hurry")


async def test_the_move_of_a_bot_is_below_the_board_while_the_next_one_thinks() -> None:
    bot_pool, match = BlockedBots(), start_match("You", "greedy", "greedy")
    async with make_app(saved_table(match), bot_pool=bot_pool).run_test(size=SMALL) as pilot:
        await pilot.press("r", "r", "enter")
        await wait_until(pilot, lambda: "thinking" in status_text(pilot, "prompt"))
        assert not status_text(pilot).startswith("You ")
        await pilot.press("full_stop")
        await wait_until(pilot, lambda: len(match.log) == 2)
        assert status_text(pilot).startswith("Hana ") and status_text(pilot).endswith(".")
        bot_pool.move_now()


async def test_undo_while_a_bot_thinks_forgets_its_move() -> None:
    bot_pool, match = BlockedBots(), start_match()
    async with make_app(saved_table(match), bot_pool=bot_pool).run_test(size=SMALL) as pilot:
        await pilot.press("r", "r", "enter")
        await wait_until(pilot, lambda: "thinking" in status_text(pilot, "prompt"))
        await pilot.press("z")
        await wait_until(pilot, lambda: status_text(pilot, "prompt").startswith("Your turn"))
        await pilot.pause(0.05)
        assert match.log == [] and bot_pool.hurried


async def test_bots_are_given_what_their_seat_may_see() -> None:
    match = match_after("You", "greedy", "greedy", plies=9, seed=3)
    match.act(next(a for a in match.game.legal(match.state) if a[0] == "reserve_blind"))
    async with run_app(make_app(saved_table(match))) as pilot:
        bot_pool: Any = pilot.app.bot_pool  # type: ignore[attr-defined]
        assert [level for level, _ in bot_pool.asked] == ["greedy", "greedy"]
        for seat, (_, view) in enumerate(bot_pool.asked, 1):
            assert view == match.game.observe(view, seat), "the bot sees another seat's card"
            assert view.players[0].blind[-1] >= len(CARDS)


# Bots alone


async def test_a_game_of_bots_plays_to_its_end() -> None:
    match = start_match("greedy", "random", "greedy", seed=7)
    async with make_app(Table(match, None)).run_test(size=SMALL) as pilot:
        await wait_until(pilot, lambda: type(pilot.app.screen).__name__ == "ScoreSheet")
        await settle(pilot)
        assert match.player is None and ("wins" in screen_text(pilot) or "share" in screen_text(pilot))


async def test_nobody_can_play_for_a_bot() -> None:
    bot_pool, match = BlockedBots(), start_match("greedy", "greedy")
    async with make_app(Table(match, None), bot_pool=bot_pool).run_test(size=SMALL) as pilot:
        await pilot.pause()
        await pilot.press("r", "r", "enter", "v", "enter", "i", "colon")
        await pilot.pause()
        assert match.log == [] and current_table(pilot).query_one("#typed").has_class("hidden")
        assert current_table(pilot).board.state and not current_table(pilot).board.state.options
        bot_pool.move_now()


async def test_a_hint_after_an_undo_beyond_the_last_one_is_a_new_hint() -> None:
    match = match_after(plies=8)
    async with run_app(make_app(saved_table(match))) as pilot:
        await press(pilot, "i", "i", "enter")
        await settle(pilot)
        moves = len(match.log)
        await press(pilot, "i", "z", "z")
        await settle(pilot)
        assert len(match.log) < moves
        await press(pilot, "i")
        assert isinstance(pilot.app.screen, Table) and "to win" in status_text(pilot)
