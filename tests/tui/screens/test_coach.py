"""The coach at the table: silence, a move that is stopped, a better one, and when there is no coach at all."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tabletown.rules.analysis.coach import Advice, CoachQuestion
from tabletown.rules.bots.bot import Choice
from tabletown.rules.core.save_file import Record
from tabletown.tui.model import lessons
from tabletown.tui.model.bot_pool import NoAnswer
from tabletown.tui.model.coach import DEPTHS, FINE, QUICK
from tabletown.tui.model.keymap import Keymap
from tabletown.tui.model.settings import load_settings
from tabletown.tui.screens import coached
from tabletown.tui.screens.hint_panel import HintPanel
from tabletown.tui.screens.lesson_list import LessonList
from tabletown.tui.screens.table import Table
from tests.tui.app_driver import (
    QUIET,
    SMALL,
    InstantBots,
    current_table,
    make_app,
    press,
    run_app,
    screen_text,
    settle,
    status_text,
    wait_until,
)
from tests.tui.coaching import COACHED, REASON, Coaching, Pondering, advice_text
from tests.tui.sample_matches import match_after, saved_table, start_match


class FirstLook(Pondering):
    """The coach has a first look at once, and does not answer before it is allowed to."""

    async def coach(self, question: CoachQuestion) -> Advice | None:
        return await Coaching.coach(self, question) if question.terms == QUICK else await super().coach(question)


class Won(Coaching):
    """The coach sees that every move wins, and the move after the first ends the game soonest."""

    async def coach(self, question: CoachQuestion) -> Advice | None:
        advice = await super().coach(question)
        assert advice
        candidates = tuple(candidate._replace(value=0.99) for candidate in advice.choice.candidates)
        return replace(advice, choice=replace(advice.choice, value=0.99, candidates=candidates), objections={})

    async def finish(self, game: str, view: Any, choice: Choice, seed: str) -> Choice:
        return replace(choice, action=choice.candidates[1].action, line=())


class Failing(InstantBots):
    async def coach(self, question: CoachQuestion) -> Advice | None:
        raise NoAnswer("no memory")


async def test_a_move_that_gives_up_a_lot_is_not_played_until_enter_is_pressed_again() -> None:
    match = start_match()
    async with run_app(make_app(saved_table(match), COACHED, bot_pool=Coaching())) as pilot:
        await press(pilot, "w", "u", "g", "enter")
        assert not match.log
        loss = "This lowers your winning chances from 64% to 46%."
        assert advice_text(pilot) == f"{loss} {REASON}.\nEnter plays, Esc cancels, i: best move"
        assert "This lowers your" in screen_text(pilot) and status_text(pilot, "notice").endswith("coach ready")
        await press(pilot, "enter")
        assert match.log[0][0] == "take" and not advice_text(pilot)


async def test_an_enter_before_anybody_can_have_read_the_objection_plays_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(coached, "UNREAD_SECONDS", 60)
    match = start_match()
    async with run_app(make_app(saved_table(match), COACHED, bot_pool=Coaching())) as pilot:
        await press(pilot, "w", "u", "g", "enter", "enter")
        assert not match.log and "This lowers your" in advice_text(pilot)
        await press(pilot, "i", "enter")  # another choice has no objection
        assert match.log


@pytest.mark.parametrize(
    ("coach", "width", "sign"),
    [("on", 80, "coach ready"), ("on", 120, " points | coach ready"), ("off", 80, "goal: 15 points")],
)
async def test_the_first_line_says_that_the_coach_is_on(coach: str, width: int, sign: str) -> None:
    table = saved_table(start_match())
    async with run_app(make_app(table, replace(QUIET, coach=coach), bot_pool=Coaching()), (width, 36)) as pilot:
        assert status_text(pilot, "notice").endswith(sign)
        assert status_text(pilot, "prompt") in screen_text(pilot)


async def test_a_first_look_stops_a_blunder_and_the_hint_waits_for_more() -> None:
    match, pool = start_match(), FirstLook()
    async with make_app(saved_table(match), COACHED, bot_pool=pool).run_test(size=SMALL) as pilot:
        await wait_until(pilot, lambda: current_table(pilot).board.state is not None and bool(pool.questions))
        await pilot.press("w", "u", "g", "enter")
        await pilot.pause()
        assert not match.log and "This lowers your winning chances from 64%" in advice_text(pilot)
        assert current_table(pilot).coach.current is None and status_text(pilot, "notice").endswith("coach thinking")
        pool.ready.set()
        await settle(pilot)
        await press(pilot, "escape", "escape")
        assert status_text(pilot, "notice").endswith("coach ready")


class Elsewhere(Coaching):
    """The coach answers at once, but has looked at no more than the best move unless asked about another one."""

    async def coach(self, question: CoachQuestion) -> Advice | None:
        advice = await super().coach(question)
        assert advice
        kept = question.only or advice.choice.action
        losses = {kept: advice.losses[kept]}
        objections = {action: each for action, each in advice.objections.items() if action == kept}
        return replace(advice, losses=losses, objections=objections)


async def test_a_picked_move_that_the_coach_had_not_looked_at_is_looked_at_before_it_is_played() -> None:
    match, pool = start_match(), Elsewhere()
    async with run_app(make_app(saved_table(match), COACHED, bot_pool=pool)) as pilot:
        await press(pilot, "w", "u", "g")
        await wait_until(pilot, lambda: any(question.only == ("take", (0, 1, 2)) for question in pool.questions))
        await settle(pilot)
        await press(pilot, "enter")
        assert not match.log and "This lowers your winning chances" in advice_text(pilot)


@pytest.mark.parametrize(
    ("size", "sign"), [(SMALL, "coach ready"), ((120, 36), " points | last move fine, coach ready")]
)
async def test_a_move_without_an_objection_is_played_at_once_and_called_fine(size: tuple[int, int], sign: str) -> None:
    match = start_match()
    pool = Coaching()
    async with run_app(make_app(saved_table(match), COACHED, bot_pool=pool), size) as pilot:
        best = match.game.legal(match.state)[-1]
        current_table(pilot).selection.choose(best)
        await press(pilot, "enter")
        assert match.log[0] == best and not advice_text(pilot)
        await settle(pilot)
        assert current_table(pilot).coach.latest_opinion == FINE and len(match.log) == 2
        assert status_text(pilot, "notice").endswith(sign)


async def test_no_move_is_called_fine_above_an_objection() -> None:
    match = start_match()
    async with run_app(make_app(saved_table(match), COACHED, bot_pool=Coaching()), (120, 36)) as pilot:
        current_table(pilot).selection.choose(match.game.legal(match.state)[-1])
        await press(pilot, "enter")
        await settle(pilot)
        await press(pilot, "colon", *"take wug", "enter")
        assert advice_text(pilot) and "fine" not in status_text(pilot, "notice")


@pytest.mark.parametrize(
    ("loss", "text"),
    [
        (0.0, coached.WITHDRAWN),
        (0.03, "This lowers your winning chances from 64% to 61%. Hana"),
        (0.002, "This lowers your winning chances from 64% to 63%. Hana"),
    ],
)
async def test_a_warning_is_withdrawn_only_if_a_deeper_look_finds_the_move_as_good_as_the_best(
    loss: float, text: str
) -> None:
    match = start_match()
    async with run_app(make_app(saved_table(match), COACHED, bot_pool=Coaching())) as pilot:
        await press(pilot, "w", "u", "g", "enter")
        table = current_table(pilot)
        assert table.coach.latest and "This lowers your" in advice_text(pilot)
        losses = {table.board.steps(action)[0]: loss for action in match.legal()}
        advice = replace(table.coach.latest.advice, objections={}, losses=losses)
        table.coach._latest = table.coach.latest._replace(advice=advice)
        table.describe()
        assert advice_text(pilot).startswith(text)
        await press(pilot, "enter")
        assert match.log


async def test_the_hint_key_shows_the_better_move_of_the_coach_and_enter_plays_it() -> None:
    match = start_match()
    pool = Coaching()
    async with run_app(make_app(saved_table(match), COACHED, bot_pool=pool)) as pilot:
        best = match.game.legal(match.state)[-1]
        await press(pilot, "w", "u", "g", "enter", "i")
        assert status_text(pilot).startswith("Hint: ") and "about 65% to win" in status_text(pilot)
        assert current_table(pilot).selection.action() == best and "Gives up" not in screen_text(pilot)
        assert not pool.asked, "the coach has already thought about it"
        await press(pilot, "enter")
        assert match.log[0] == best


@pytest.mark.parametrize("cursor", [("player", 0), ("player", 1), ("recent",)])
async def test_the_box_of_the_coach_leaves_the_bank_free_with_the_cursor_at_the_edge(
    cursor: tuple[object, ...],
) -> None:
    match = start_match()
    async with run_app(make_app(saved_table(match), COACHED, bot_pool=Coaching()), SMALL) as pilot:
        table = current_table(pilot)
        await press(pilot, "w", "u", "g")
        table.board.cursor = cursor
        await press(pilot, "enter")
        box, bank = table.query_one(HintPanel).region, [t for t in table.board.tiles if t.part[0] == "gem"]
        assert box.area and bank and not match.log
        top = table.board.region.y + min(tile.rect.y for tile in bank)
        assert box.bottom <= top


async def test_with_a_coach_too_a_hint_finishes_a_won_game_in_the_best_way() -> None:
    match = start_match()
    async with run_app(make_app(saved_table(match), COACHED, bot_pool=Won())) as pilot:
        await press(pilot, "i")
        assert current_table(pilot).selection.action() == match.legal()[-2]


async def test_escape_closes_the_better_move_and_brings_back_your_own() -> None:
    match = start_match()
    async with run_app(make_app(saved_table(match), COACHED, bot_pool=Coaching())) as pilot:
        table = current_table(pilot)
        await press(pilot, "w", "u", "g")
        own, cursor = table.selection.picked[:], table.board.cursor
        await press(pilot, "enter", "i")
        assert table.selection.picked != own
        await press(pilot, "escape")
        assert table.selection.picked == own and table.board.cursor == cursor
        await press(pilot, "escape")
        assert not table.selection.picked and not match.log


async def test_a_typed_move_is_stopped_as_well() -> None:
    match = start_match()
    async with run_app(make_app(saved_table(match), COACHED, bot_pool=Coaching())) as pilot:
        await press(pilot, "colon", *"take wug", "enter")
        assert not match.log and advice_text(pilot).startswith("This lowers your winning chances from 64% to 46%")
        await press(pilot, "enter")
        assert match.log[0][0] == "take"


@pytest.mark.parametrize("key", ["escape", "r", "w"])
async def test_the_objection_goes_with_another_choice(key: str) -> None:
    match = start_match()
    async with run_app(make_app(saved_table(match), COACHED, bot_pool=Coaching())) as pilot:
        await press(pilot, "w", "u", "g", "enter", key)
        assert not match.log and not advice_text(pilot)


async def test_the_coach_is_silent_as_long_as_it_has_no_answer_and_no_key_waits() -> None:
    match, pool = start_match(), Pondering()
    async with make_app(saved_table(match), COACHED, bot_pool=pool).run_test(size=SMALL) as pilot:
        await wait_until(pilot, lambda: current_table(pilot).board.state is not None)
        await pilot.press("w", "u", "g", "enter")
        await pilot.pause()
        assert match.log and match.log[0][0] == "take"
        pool.ready.set()
        await settle(pilot)


async def test_an_answer_about_an_earlier_position_is_not_used() -> None:
    match, pool = start_match(), Pondering()
    async with make_app(saved_table(match), COACHED, bot_pool=pool).run_test(size=SMALL) as pilot:
        await wait_until(pilot, lambda: current_table(pilot).board.state is not None)
        await pilot.press("w", "u", "g", "enter")
        await pilot.pause()
        pool.ready.set()
        await settle(pilot)
        current = current_table(pilot).coach.current
        assert current is None or current.view == match.game.observe(match.state, 0)


async def test_a_coach_that_fails_is_silent() -> None:
    match = start_match()
    async with run_app(make_app(saved_table(match), COACHED, bot_pool=Failing())) as pilot:
        assert "thinking" not in status_text(pilot, "notice")
        await press(pilot, "w", "u", "g", "enter")
        assert match.log and "no memory" not in screen_text(pilot)


async def test_undo_asks_the_coach_again() -> None:
    match, pool = start_match(), Coaching()
    async with run_app(make_app(saved_table(match), COACHED, bot_pool=pool)) as pilot:
        await press(pilot, "w", "u", "g", "enter", "enter", "z")
        assert not match.log and len(pool.questions) == 3 * len(DEPTHS)
        await press(pilot, "w", "u", "g", "enter")
        assert not match.log and advice_text(pilot)


async def test_with_confirmation_on_the_objection_comes_with_the_first_enter() -> None:
    match = start_match()
    both = replace(COACHED, confirm="on")
    async with run_app(make_app(saved_table(match), both, bot_pool=Coaching())) as pilot:
        await press(pilot, "w", "u", "g", "enter")
        assert advice_text(pilot).startswith("This lowers your winning chances from 64% to 46%")
        await press(pilot, "enter")
        assert match.log


async def test_with_hints_off_only_the_keys_that_work_are_named() -> None:
    match = start_match()
    without = replace(COACHED, hints="off")
    async with run_app(make_app(saved_table(match), without, bot_pool=Coaching())) as pilot:
        await press(pilot, "w", "u", "g", "enter")
        assert advice_text(pilot).endswith("\nEnter plays, Esc cancels")


async def test_the_key_for_the_best_move_is_not_offered_below_its_name() -> None:
    pool = Coaching("it would be better to take two red", names_best=True)
    async with run_app(make_app(saved_table(start_match()), COACHED, bot_pool=pool)) as pilot:
        await press(pilot, "w", "u", "g", "enter")
        assert advice_text(pilot).endswith("It would be better to take two red.\nEnter plays, Esc cancels")


async def test_the_keys_in_use_are_named() -> None:
    match, tabletown = start_match(), make_app(None, COACHED, bot_pool=Coaching())
    tabletown.rebind(Keymap("default", {"table.hint": ("H",), "table.play": ("P",)}))
    tabletown.opening = saved_table(match)
    async with run_app(tabletown) as pilot:
        await press(pilot, "w", "u", "g", "P")
        assert advice_text(pilot).endswith("\nP plays, Esc cancels, H: best move")


@pytest.mark.parametrize("names", [("Ada", "Bea", "greedy"), ("Ada", "Bea")])
async def test_there_is_no_coach_for_several_people(names: tuple[str, ...]) -> None:
    pool = Coaching()
    async with run_app(make_app(saved_table(start_match(*names)), COACHED, bot_pool=pool)) as pilot:
        await settle(pilot)
        assert not pool.questions


async def test_there_is_no_coach_unless_the_settings_ask_for_it() -> None:
    match, pool = start_match(), Coaching()
    async with run_app(make_app(saved_table(match), QUIET, bot_pool=pool)) as pilot:
        await press(pilot, "w", "u", "g", "enter")
        assert match.log and not pool.questions


async def test_a_key_turns_the_coach_on_and_off_and_says_what_becomes_of_the_rating() -> None:
    match, pool = start_match("You", "easy"), Coaching()
    async with run_app(make_app(saved_table(match), QUIET, bot_pool=pool), (120, 36)) as pilot:
        assert status_text(pilot, "notice").endswith(" points, rated")
        await press(pilot, "K")
        assert status_text(pilot) == "The coach makes this game unrated; press K again to turn it on."
        assert not pool.questions and status_text(pilot, "notice").endswith(" points, rated")
        await press(pilot, "K")
        assert status_text(pilot) == "The coach is on, in new games too. This game is not rated."
        assert status_text(pilot, "notice").endswith(" points | coach ready") and load_settings()[0].coach == "on"
        await press(pilot, "w", "u", "g", "enter", "K")
        assert status_text(pilot) == "The coach is off, in new games too. This game stays unrated."
        assert not advice_text(pilot) and not match.log and "coach" not in status_text(pilot, "notice")
        await press(pilot, "enter")
        assert match.log


@pytest.mark.parametrize("coach", ["on", "off"])
async def test_a_game_with_the_coach_is_noted_as_one_with_help(coach: str) -> None:
    match = start_match()
    table = saved_table(match)
    async with run_app(make_app(table, replace(QUIET, coach=coach), bot_pool=Coaching())) as pilot:
        await settle(pilot)
        assert table.record
        record = Record.load(table.record.path, ("greedy",))[1]
        assert record.helped is record.coached is (coach == "on")


async def test_the_coach_sees_what_the_player_sees() -> None:
    match, pool = match_after(plies=20), Coaching()
    async with run_app(make_app(Table(match, None), COACHED, bot_pool=pool)) as pilot:
        await settle(pilot)
        assert pool.questions[-1].view == match.game.observe(match.state, match.player)


async def test_a_coach_is_offered_after_the_first_lesson_and_plays_along_at_once() -> None:
    lessons.finish("splendor")
    async with run_app(make_app(LessonList("splendor"))) as pilot:
        assert "c  Play it with a coach" in screen_text(pilot)
        await press(pilot, "down")
        assert (
            status_text(pilot, "about")
            == "The coach warns you of a costly move, before it if there is time, and shows a better one."
        )
        await press(pilot, "enter")
        assert current_table(pilot).coached and load_settings()[0].coach == "on"


@pytest.mark.parametrize(("done", "coach"), [(("splendor", "sf1906"), "off"), (("splendor",), "on")])
async def test_the_coach_is_offered_only_once_and_not_to_those_who_have_it(done: tuple[str, ...], coach: str) -> None:
    for game in done:
        lessons.finish(game)
    async with run_app(make_app(LessonList("splendor"), replace(QUIET, coach=coach))) as pilot:
        await press(pilot, "c")
        assert "coach" not in screen_text(pilot) and isinstance(pilot.app.screen, LessonList)
