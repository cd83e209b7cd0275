"""The screen of your rating, and matched opponents by keys and in text mode."""

from __future__ import annotations

import pytest

from tabletown.rules.bots.matched import MATCHED, RATINGS
from tabletown.rules.bots.player_rating import PROVISIONAL
from tabletown.rules.core.match import Match, Seat
from tabletown.rules.core.save_file import Record
from tabletown.tui.cli.main import one_line
from tabletown.tui.cli.params import CliError, parse_seats
from tabletown.tui.model import files, rating_words
from tabletown.tui.model.rating import read_histories
from tabletown.tui.screens.rating import RatingScreen
from tabletown.tui.screens.replay import Replay
from tabletown.tui.screens.score_sheet import ScoreSheet
from tabletown.tui.widgets.chart import Chart
from tests.tui.app_driver import current_table, make_app, press, run_app, screen_lines, screen_text, settle, status_text
from tests.tui.plain.text_player import talk
from tests.tui.scenes_rating import against, save_game, save_games
from tests.tui.screens.forms import go, row


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_a_rating_over_thirty_games_is_seen_by_keys(size: tuple[int, int]) -> None:
    save_games(30)
    (history,) = read_histories()
    async with run_app(make_app(), size) as pilot:
        line = rating_words.in_short([history])
        assert f"a  Your rating  {line}" in screen_text(pilot) and "; beating " in line
        await press(pilot, "a")
        await settle(pilot)
        text = screen_text(pilot)
        assert "Your rating: Splendor" in text and rating_words.interval(history.rating) in text
        assert (
            "Rating by game" in text and "27 rated games" in text and "next to beat" in text and "first win on" in text
        )
        rows = [line.split() for line in text.splitlines()]
        ladder = [name for row in rows for name in ("Master", "Hard", "You", "Medium", "Easy", "Novice") if name in row]
        assert ladder == ["Master", "Hard", "Medium", "You", "Easy", "Novice"], "by rating"
        assert "837 (+62)" in text and "not rated: help used" in text
        await press(pilot, "escape")
        assert type(pilot.app.screen).__name__ == "Home"


async def test_arrows_choose_a_game_which_the_line_marks_and_enter_replays() -> None:
    save_games(30)
    (history,) = read_histories()
    async with run_app(make_app(RatingScreen(), over_home=True)) as pilot:
        await settle(pilot)
        assert pilot.app.screen.query_one(Chart).ply == len(history.rated) - PROVISIONAL
        await press(pilot, *["down"] * 6)
        assert pilot.app.screen.query_one(Chart).ply is None, "that game was not rated"
        await press(pilot, "end")
        assert pilot.app.screen.query_one(Chart).ply is None, "its rating was not known yet"
        await press(pilot, "enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, Replay) and pilot.app.screen.record
        assert pilot.app.screen.record.name == history.games[0].result.name
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, RatingScreen)


async def test_each_game_has_a_page_and_the_newest_comes_first() -> None:
    save_games(3)
    match = Match("sf1906", [Seat("You"), Seat("Hana", "easy")], {"components": "stand-in"}, 1)
    from tests.rules.random_play import play_match

    record = Record(files.records_folder() / "newest.jsonl")
    record.save(play_match(match, 4000))
    async with run_app(make_app(RatingScreen(), over_home=True)) as pilot:
        await settle(pilot)
        assert "1906 San Francisco" in screen_text(pilot) and "game 2 of 2" in screen_text(pilot)
        await press(pilot, "right")
        assert "Splendor" in screen_text(pilot) and "game 1 of 2" in screen_text(pilot)
        await press(pilot, "left")
        assert "game 2 of 2" in screen_text(pilot)


async def test_without_games_the_page_says_how_to_get_a_rating() -> None:
    async with run_app(make_app(RatingScreen(), over_home=True)) as pilot:
        await settle(pilot)
        text = screen_text(pilot)
        assert "No rating yet. Your first rated game" in text and "An example" in text
        assert "p plays Splendor against" in text and "Replay" not in screen_lines(pilot)[-1]
        await press(pilot, "enter", "right")
        assert isinstance(pilot.app.screen, RatingScreen)
        await press(pilot, "p")
        await settle(pilot)
        match = current_table(pilot).match
        assert match.name == "splendor" and any(seat.bot in RATINGS for seat in match.seats)


async def test_a_key_plays_the_game_on_screen_against_a_matched_opponent() -> None:
    save_games(3)
    async with run_app(make_app(RatingScreen(), over_home=True)) as pilot:
        await settle(pilot)
        text = screen_text(pilot)
        assert "about 620 (likely 220 to 1,020)" in text and "give or take" in text
        rating = next(line for line in text.splitlines() if "likely" in line)
        assert "Levels" in rating, "the line is not wrapped"
        assert "matched bot, about " in text and "; press p" in text and "  You " in text
        assert "Rating by game" not in text, "no line before the fourth game"
        await press(pilot, "p")
        await settle(pilot)
        match = current_table(pilot).match
        (bot,) = [seat.bot for seat in match.seats if seat.bot]
        assert match.name == "splendor" and abs(RATINGS[bot] - read_histories()[0].rating.mean) <= 5


async def test_a_matched_opponent_is_chosen_in_new_game_and_says_its_rating() -> None:
    save_games(10)
    async with run_app(make_app()) as pilot:
        await press(pilot, "n")
        await settle(pilot)
        await go(pilot, "seat-2")
        while row(pilot, "seat-2").value != MATCHED:
            await press(pilot, "right")
        assert "matched to you; your rating is" in screen_text(pilot)
        await press(pilot, "enter")
        (bot,) = [seat.bot for seat in current_table(pilot).match.seats if seat.bot]
        assert f"Your opponent is rated about {RATINGS[bot]:,.0f}, matched to you." in status_text(pilot)
        assert files.remembered("last-game")["seat-2"] == MATCHED


async def test_the_end_of_a_game_shows_the_rating_and_a_rematch_is_matched_anew() -> None:
    save_games(10)
    record = save_game("matched-500", 30, -1)
    async with run_app(make_app(ScoreSheet(against("matched-500", 30), record))) as pilot:
        await settle(pilot)
        assert "from this game." in screen_text(pilot)
        await press(pilot, "r", "r")
        (bot,) = [seat.bot for seat in current_table(pilot).match.seats if seat.bot]
        assert bot != "matched-500" and abs(RATINGS[bot] - read_histories()[0].rating.mean) <= 5


# Text mode and the command line


def test_the_command_prints_the_rating(capsys: pytest.CaptureFixture[str]) -> None:
    save_games(30)
    assert one_line(["rating", "--plain"]) == ""
    assert capsys.readouterr().out.strip() == rating_words.lines(read_histories()).strip()
    assert one_line(["rating", "--json"]) == ""
    assert '"rated": 27' in capsys.readouterr().out


def test_matched_is_a_player_of_the_command_line() -> None:
    assert parse_seats("me,Matched") == [Seat("You"), Seat("Hana", MATCHED)]
    with pytest.raises(CliError, match="did you mean matched"):
        parse_seats("me,mached")


def test_text_mode_introduces_a_matched_opponent_and_ends_with_the_rating() -> None:
    save_games(5)
    whole = against("matched-760", 40)
    match = Match(whole.name, whole.seats, whole.options, whole.seed)
    for action in whole.log[:-1]:
        match.act(action)
    record = Record(files.records_folder() / "text.jsonl")
    record.save(match)
    assert "Your opponent is rated about 760, matched to you." in talk(match, iter([])).text
    record.save(whole)
    assert rating_words.rating_after(record)[0].startswith("Your rating: ")
