"""Puzzles on screen: ten of them by keys, right and wrong; the solution, the kinds, and the way there and back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pytest
from textual.geometry import Region
from textual.pilot import Pilot

from tabletown.rules.analysis import puzzles as shipped
from tabletown.rules.analysis.puzzles import load_puzzles
from tabletown.rules.bots.bot import Choice
from tabletown.rules.core.game import Action
from tabletown.tui.model import puzzles
from tabletown.tui.model.bot_pool import NoAnswer
from tabletown.tui.screens.hint_panel import HintPanel
from tabletown.tui.screens.home import Home
from tabletown.tui.screens.puzzle import PuzzleScreen
from tabletown.tui.screens.puzzle_kinds import PuzzleKinds
from tests.tui.app_driver import (
    SMALL,
    InstantBots,
    make_app,
    notifications,
    press,
    run_app,
    screen_text,
    settle,
    status_text,
)


class NoBots(InstantBots):
    async def follow(self, game: str, view: Any, action: Action) -> Choice:
        raise NoAnswer("no room")


@pytest.fixture(autouse=True)
def few_positions() -> Iterator[None]:
    with patch.object(shipped, "CONSEQUENCE_NODES", 8):
        yield


def screen(pilot: Pilot[Any]) -> PuzzleScreen:
    assert isinstance(pilot.app.screen, PuzzleScreen)
    return pilot.app.screen


async def type_move(pilot: Pilot[Any], action: Action) -> None:
    """Answer with a move by typing it."""
    match = screen(pilot).match
    await press(pilot, ":", *match.game.notation(match.state, action), "enter")
    await settle(pilot)


def wrong_move(pilot: Pilot[Any]) -> Action:
    return next(action for action in screen(pilot).match.legal() if action != screen(pilot).puzzle.best)


def verdict(pilot: Pilot[Any]) -> str:
    return " ".join(screen(pilot).query_one(HintPanel).lines)


@pytest.mark.slow_unless(count=(2,))
@pytest.mark.parametrize("count", [2, 10])
async def test_puzzles_right_and_wrong_by_keys(count: int) -> None:
    answers: dict[str, bool] = {}
    async with run_app(make_app(PuzzleScreen())) as pilot:
        for n in range(count):
            before, right = screen(pilot), n % 2 == 0
            answers.setdefault(before.puzzle.name, right)
            if not right:
                await type_move(pilot, wrong_move(pilot))
                _, best_move, following = verdict(pilot).partition(" for the best move. ")
                assert best_move and ("Hana's answer: " in following or "Likely play: " in following)
                assert status_text(pilot, "prompt").startswith("Not the best move: try again")
            await type_move(pilot, before.puzzle.best)
            title = "Correct: " if right else "Correct, but not counted"
            assert "Best: " in verdict(pilot) and status_text(pilot, "prompt").startswith(title)
            await press(pilot, "enter")
            await settle(pilot)
            assert screen(pilot) is not before
    results, problem = puzzles.load_results()
    assert {result.puzzle: result.right for result in results} == answers and not problem


async def test_a_key_that_picks_and_plays_at_once_is_pressed_again_to_play() -> None:
    """In 1906 a digit plays an action at once, but the first answer to a puzzle counts."""
    permit = next(puzzle for puzzle in load_puzzles() if puzzle.game == "sf1906" and puzzle.best[0] == "act")
    with patch.object(puzzles, "next_puzzle", lambda *given: permit):
        async with run_app(make_app(PuzzleScreen(), bot_pool=NoBots())) as pilot:
            part = screen(pilot).board.parts(permit.best)[0]
            for digit in "123456789":
                await press(pilot, digit)
                if screen(pilot).tries or part in screen(pilot).selection.picked:
                    break
            assert not screen(pilot).tries and part in screen(pilot).selection.picked
            await press(pilot, digit)
            assert screen(pilot).tries == 1 and screen(pilot).over


async def test_what_is_to_decide_is_said_in_few_words_where_there_is_little_room() -> None:
    spending = next(puzzle for puzzle in load_puzzles() if puzzle.game == "sf1906" and puzzle.best[0] == "spend")
    results = [puzzles.Result(spending.name, True, 400)] * 30
    with patch.object(puzzles, "next_puzzle", lambda *given: spending):
        async with run_app(make_app(PuzzleScreen()), SMALL) as pilot:
            screen(pilot).results = results
            screen(pilot).show()
            assert status_text(pilot, "prompt").startswith("Best move: pick 1 or 2 permits ")


async def test_the_price_of_the_solution_is_named_before_it_is_shown() -> None:
    async with run_app(make_app(PuzzleScreen())) as pilot:
        assert status_text(pilot).endswith("clearly best. Your first try counts; i: solution.")
        assert status_text(pilot, "notice").startswith("Puzzle ") and "you" not in status_text(pilot, "notice")
        await press(pilot, "enter")
        assert "first try counts" not in status_text(pilot), "Enter does not say what it will do before it does it"
        assert not screen(pilot).tries and not puzzles.load_results()[0]


async def test_the_board_stays_as_it_is_after_an_answer() -> None:
    async with run_app(make_app(PuzzleScreen())) as pilot:
        match = screen(pilot).match
        moves = len(match.log)
        await type_move(pilot, wrong_move(pilot))
        assert len(match.log) == moves and screen(pilot).active, "you can try again"
        await press(pilot, "i")
        assert len(match.log) == moves and not screen(pilot).active, "nothing is left to pick"
        assert status_text(pilot, "prompt").startswith("Solution: ")


async def test_the_verdict_covers_nothing_of_the_best_move() -> None:
    async with run_app(make_app(PuzzleScreen())) as pilot:
        await press(pilot, "i")
        await settle(pilot)
        board, box = screen(pilot).board, screen(pilot).query_one(HintPanel).region
        tile = board.tile(screen(pilot).place(screen(pilot).puzzle.best))
        assert tile and board.cursor == tile.part and " Your puzzle rating, still uncertain, " in status_text(pilot)
        x, y, w, h = tile.rect
        assert not box.overlaps(Region(x + board.region.x, y + board.region.y, w, h))
        await press(pilot, "escape")
        assert not verdict(pilot), "it can be hidden, to look at what it covers"
        await press(pilot, "escape")
        assert verdict(pilot)
        await press(pilot, "<")
        assert isinstance(pilot.app.screen, PuzzleKinds), "a solved puzzle leads to the list as well"


@pytest.mark.parametrize("name", ["8932636f", "345a695b"])
async def test_a_long_solution_fills_the_column_beside_the_cards(name: str) -> None:
    long = next(puzzle for puzzle in load_puzzles() if puzzle.name == name)
    with patch.object(puzzles, "next_puzzle", lambda *_: long):
        async with run_app(make_app(PuzzleScreen()), (80, 24)) as pilot:
            await press(pilot, "i")
            await settle(pilot)
            board, box = screen(pilot).board, screen(pilot).query_one(HintPanel).region
            own = board.tile(("player", screen(pilot).viewer()))
            assert own and box.x == board.region.x + own.rect.x and box.y == board.region.y


async def test_while_you_try_again_the_verdict_covers_neither_nobles_nor_cards() -> None:
    long = next(puzzle for puzzle in load_puzzles() if puzzle.name == "9ec08e11")
    with patch.object(puzzles, "next_puzzle", lambda *_: long):
        async with run_app(make_app(PuzzleScreen()), (80, 24)) as pilot:
            await press(pilot, "up", "up", "up")
            assert (
                "> Next < Topics" in screen_text(pilot)
                and "f Jump" in screen_text(pilot)
                and ": Type" in screen_text(pilot)
            )
            await type_move(pilot, wrong_move(pilot))
            board, box = screen(pilot).board, screen(pilot).query_one(HintPanel).region
            kinds = {"noble", "card"}
            table = [tile.rect for tile in board.tiles if tile.part[0] in kinds and tile.rect.x < 50]
            assert len(table) > 12 and box.area
            for x, y, w, h in table:
                assert not box.overlaps(Region(x + board.region.x, y + board.region.y, w, h))


async def test_after_a_wrong_typed_move_the_cursor_is_at_it_and_its_value_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = next(p for p in load_puzzles() if p.game == "metropolys" and p.best[0] == "bid")
    monkeypatch.setattr(puzzles, "next_puzzle", lambda *_: puzzle)
    async with run_app(make_app(PuzzleScreen())) as pilot:
        wrong = next(a for a in screen(pilot).match.legal()[::-1] if a[0] == "bid" and a[1] != puzzle.best[1])
        await type_move(pilot, wrong)
        assert screen(pilot).board.cursor == ("place", wrong[1])
        assert screen(pilot).selection.picked == [("value", wrong[2])]


async def test_the_solution_counts_as_wrong_and_a_skipped_puzzle_as_nothing() -> None:
    async with run_app(make_app(PuzzleScreen())) as pilot:
        first = screen(pilot).puzzle
        await press(pilot, ">")
        await settle(pilot)
        assert screen(pilot).puzzle != first and not puzzles.load_results()[0]
        assert status_text(pilot).startswith("Skipped, not rated. ")
        second = screen(pilot).puzzle
        await press(pilot, "i")
        assert [(result.puzzle, result.right) for result in puzzles.load_results()[0]] == [(second.name, False)]
        await type_move(pilot, second.best)
        assert len(puzzles.load_results()[0]) == 1


@pytest.mark.slow
async def test_a_kind_of_puzzles_is_chosen_from_a_list() -> None:
    """Its words stay for the puzzles that follow, and the list opens at it again."""
    async with run_app(make_app(PuzzleScreen())) as pilot:
        await press(pilot, "<", *"jj", "enter")
        await settle(pilot)
        kind = puzzles.kinds()[2]
        assert screen(pilot).words == kind.words and screen(pilot).puzzle in kind.puzzles
        await press(pilot, ">")
        await settle(pilot)
        assert screen(pilot).words == kind.words and screen(pilot).puzzle in kind.puzzles
        await press(pilot, "<", "enter")
        await settle(pilot)
        assert screen(pilot).words == kind.words
        before = screen(pilot).puzzle
        await press(pilot, "<", "j", "escape")
        assert screen(pilot).puzzle == before


async def test_the_list_of_kinds_tells_how_many_there_are_and_how_many_are_solved() -> None:
    first = load_puzzles()[0]
    puzzles.save_result(puzzles.Result(first.name, True, first.rating))
    async with run_app(make_app(PuzzleScreen())) as pilot:
        await press(pilot, "<")
        assert f"All puzzles{' ' * (puzzles.widest_kind() - 11)}  {len(load_puzzles())}   1 solved" in screen_text(
            pilot
        )
        assert "1 of 1 right" in screen_text(pilot)


def test_every_puzzle_is_of_two_kinds_and_of_all() -> None:
    of = Counter(puzzle.name for kind in puzzles.kinds() for puzzle in kind.puzzles)
    assert {*of.values()} == {3} and len(of) == len(load_puzzles())


async def test_who_leaves_is_told_what_the_visit_has_changed() -> None:
    async with run_app(make_app()) as pilot:
        await press(pilot, "p")
        await settle(pilot)
        await press(pilot, "i", ">")
        await settle(pilot)
        await type_move(pilot, screen(pilot).puzzle.best)
        await press(pilot, "q")
        await settle(pilot)
        assert "1 of 2 puzzles solved. Your puzzle rating, still uncertain, is about " in screen_text(pilot)
        assert not notifications(pilot)
        await press(pilot, "d")
        await settle(pilot)
        assert "puzzles solved" not in screen_text(pilot), "home says it, and no other screen"


async def test_without_an_answer_of_the_bots_the_puzzle_goes_on() -> None:
    async with run_app(make_app(PuzzleScreen(), bot_pool=NoBots())) as pilot:
        await type_move(pilot, wrong_move(pilot))
        assert "Could not work out the reply (no room)." in verdict(pilot)


async def test_home_leads_to_the_puzzles_and_back() -> None:
    async with run_app(make_app()) as pilot:
        await press(pilot, "p")
        await settle(pilot)
        assert screen(pilot).puzzle in load_puzzles()
        await press(pilot, "q")
        await settle(pilot)
        assert isinstance(pilot.app.screen, Home)


async def test_a_puzzle_shows_what_the_player_to_move_may_see() -> None:
    async with run_app(make_app(PuzzleScreen())) as pilot:
        state, match = screen(pilot).board.state, screen(pilot).match
        assert state and state.view == match.game.observe(match.state, match.player)
