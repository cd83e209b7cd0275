"""Today at a server that says what the test wants: the game, the puzzles and the leaderboards."""

from __future__ import annotations

from msgspec.structs import replace

from tabletown.tui.client.day_puzzle import DayPuzzle
from tabletown.tui.client.today import TodayScreen
from tabletown.tui.client.today_share import share_text
from tabletown.tui.protocol.addresses import Address
from tabletown.tui.protocol.client_messages import Leave
from tabletown.tui.protocol.daily_messages import (
    AnswerPuzzle,
    PlayDaily,
    PuzzleAnswer,
    ShowPuzzle,
    ShowToday,
    Standing,
)
from tabletown.tui.protocol.server_messages import Problem
from tests.tui.app_driver import press, run_app, screen_text, status_text
from tests.tui.client.fake_server import LOBBY, ME, at_table, connection, ended, name, online, playing, tell
from tests.tui.sample_matches import whole_match
from tests.tui.scenes_online import TODAY, UNPLAYED, a_puzzle, the_puzzle, wrong_answer


async def test_the_board_is_that_of_the_highlighted_line() -> None:
    async with run_app(online(ME, LOBBY)) as pilot:
        await press(pilot, "d")
        assert connection(pilot).sent == [ShowToday()] and isinstance(pilot.app.screen, TodayScreen)
        await tell(pilot, TODAY)
        text = screen_text(pilot)
        assert "streak 4 days, next game in 5 h 12 min" in text and "Leaderboard of the game: 14 players" in text
        assert "▸ 11 Ada" in text
        await press(pilot, "down", "down")
        assert "Leaderboard of the puzzles: 8 players" in screen_text(pilot) and "15 points" in screen_text(pilot)
        await press(pilot, "up")
        assert "counts for its day if you finish it today" in screen_text(pilot)
        await press(pilot, "enter", "down", "down", "enter")
        assert connection(pilot).sent[1:] == [PlayDaily("2026-11-24"), ShowPuzzle(2)]
        await press(pilot, "k", "k", "k", "enter", "r")
        assert connection(pilot).sent[3:] == [PlayDaily("2026-11-25"), ShowToday()]
        await press(pilot, "escape")
        assert name(pilot) == "LobbyScreen"


async def test_a_finished_game_is_copied_for_a_friend_with_the_way_to_the_server() -> None:
    async with run_app(online(ME, LOBBY)) as pilot:
        await press(pilot, "d")
        await tell(pilot, UNPLAYED)
        assert "c Copy" not in screen_text(pilot)
        await tell(pilot, TODAY)
        assert "c Copy" in screen_text(pilot) and "c copies your result for a friend" in screen_text(pilot)
        await press(pilot, "c")
        lines = pilot.app.clipboard.splitlines()
        assert lines[:2] == ["Tabletown, 25 November 2026", f"{TODAY.title}, the daily game"]
        assert lines[2:4] == [f"I {TODAY.result}", "place 11 of 14, streak 4 days"]
        assert all(line in screen_text(pilot) for line in lines) and "Copied" in screen_text(pilot)
    to = Address("town.example.org", 2222)
    assert share_text(TODAY, to, "")[-2:] == ["Can you do better? Play here:", "ssh -p 2222 town.example.org"]
    assert share_text(TODAY, to, "https://town.example.org")[-1] == "https://town.example.org"
    assert share_text(TODAY, None, "")[-1] == "Can you do better?"


async def test_an_empty_day_says_so_and_starts_with_enter() -> None:
    async with run_app(online(ME, LOBBY)) as pilot:
        await press(pilot, "d")
        await tell(pilot, UNPLAYED)
        text = screen_text(pilot)
        assert "Nobody has finished today's game yet." in text and "0 players; guests need an SSH key" in text
        assert "not played yet, you start" in text and "streak" not in text
        await press(pilot, "enter", "down")
        assert connection(pilot).sent[1:] == [PlayDaily("2026-11-25")]
        assert "Nobody has answered a puzzle today." in screen_text(pilot)
        await press(pilot, "up", "up")
        assert "Nobody finished a daily game in these days." in screen_text(pilot)


async def test_a_full_leaderboard_has_room_in_the_smallest_window() -> None:
    """With the game of yesterday and all puzzles above it."""
    board = [Standing(n, f"Player {n}", "won 18:9 in 22 rounds", n == 10) for n in range(1, 11)]
    async with run_app(online(ME, LOBBY)) as pilot:
        await press(pilot, "d")
        await tell(pilot, replace(TODAY, board=board, players=31))
        text = screen_text(pilot)
        assert "▸ 10 Player 10" in text and "again for practice" in text and "r Refresh" in text


async def test_an_answer_is_judged_by_the_server_and_enter_goes_to_the_next_puzzle() -> None:
    async with run_app(online(ME, LOBBY)) as pilot:
        await press(pilot, "d")
        await tell(pilot, TODAY)
        await tell(pilot, a_puzzle())
        assert isinstance(pilot.app.screen, DayPuzzle) and "Puzzle 2 of 5" in screen_text(pilot)
        best = the_puzzle().puzzle.best
        notation = the_puzzle().match.game.notation(the_puzzle().match.state, best)
        await press(pilot, "left_square_bracket", "colon", *notation, "enter")
        assert connection(pilot).asked(AnswerPuzzle) == [AnswerPuzzle("2026-11-25", 2, [*best])]
        assert "Sending" in status_text(pilot, "detail")
        wrong, reply = wrong_answer()
        await tell(pilot, replace(wrong, number=3))
        assert "Sending" in status_text(pilot, "detail"), "an answer to another puzzle"
        await tell(pilot, replace(wrong, right=True))
        assert "Correct, 2 points" in status_text(pilot, "prompt") and "Best: " in screen_text(pilot)
        await press(pilot, "enter")
        assert connection(pilot).asked(ShowPuzzle) == [ShowPuzzle(3)]
        await tell(pilot, a_puzzle(5))
        await tell(pilot, replace(wrong, number=5), replace(reply, number=5))
        assert "Not the best move" in status_text(pilot, "prompt") and "Your move: 12% to win." in screen_text(pilot)
        before = len(connection(pilot).asked(ShowToday))
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, TodayScreen), "no puzzle is left behind"
        assert len(connection(pilot).asked(ShowToday)) == before + 1, "the leaderboards are those after the answer"


async def test_a_repeated_answer_is_not_counted_and_a_refused_one_is_explained() -> None:
    async with run_app(online(ME, LOBBY)) as pilot:
        await press(pilot, "d")
        await tell(pilot, TODAY, replace(a_puzzle(), right=False))
        assert "answered before" in screen_text(pilot)
        await tell(pilot, Problem("answerpuzzle", "That day is over."))
        assert "That day is over." in status_text(pilot, "detail")
        verdict: PuzzleAnswer = replace(wrong_answer()[0], right=True, counted=False)
        await tell(pilot, verdict)
        assert "Correct, but not counted" in status_text(pilot, "prompt")


async def test_the_result_of_a_daily_game_offers_neither_a_rematch_nor_another_try() -> None:
    match = whole_match(("Ada", "medium"), 2)
    async with run_app(online(ME, *playing(match, 0, day="2026-11-25"), *ended(match))) as pilot:
        text = screen_text(pilot)
        assert "Your result counts; q shows the leaderboard." in text and "q Today" in text
        await press(pilot, "r", "a")
        assert name(pilot) == "OnlineScoreSheet" and not connection(pilot).sent
    async with run_app(online(ME, *playing(match, 0, day="2026-11-25", practice=True), *ended(match))) as pilot:
        assert "This was practice" in screen_text(pilot)


async def test_leaving_a_daily_game_leads_back_to_today() -> None:
    async with run_app(at_table(0, day="2026-11-25")) as pilot:
        assert "daily game" in screen_text(pilot) and "Undo" not in screen_text(pilot)
        await press(pilot, "z")
        assert "A daily game has no undo." in status_text(pilot, "detail")
        await press(pilot, "q")
        assert connection(pilot).sent == [Leave()]
        await tell(pilot, LOBBY)
        assert isinstance(pilot.app.screen, TodayScreen) and connection(pilot).sent[1:] == [ShowToday()]
