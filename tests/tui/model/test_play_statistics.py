"""Statistics of finished games, and their display."""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from tabletown import rules
from tabletown.rules.core.game import defaults
from tabletown.rules.core.match import Match, Seat
from tabletown.rules.core.save_file import Record
from tabletown.tui.model import daily, files, results
from tabletown.tui.model.play_statistics import collect, table
from tabletown.tui.model.play_statistics import statistics as counted
from tabletown.tui.model.results import Result, streaks, variant
from tabletown.tui.model.statistics_words import NOTHING, story
from tabletown.tui.model.statistics_words import lines as report
from tabletown.tui.model.titles import title
from tabletown.tui.screens import statistics as stats
from tests.tui.app_driver import make_app, press, run_app, screen_lines, screen_text, settle
from tests.tui.sample_matches import finished_match, match_prefix, save_record


def result(*scores: int, seats: str = "You,greedy", winners: tuple[int, ...] = (0,), game: str = "splendor",
           variant: str = "Base game") -> Result:  # fmt: skip
    """A game of people and bots; names of people start with a capital letter."""
    who = tuple((word, "") if word[0].isupper() else ("Hana", word) for word in seats.split(","))
    return Result(game, 1, variant, who, scores or (15, 9), winners)


def test_games_of_one_person_against_bots_are_won_or_lost() -> None:
    counts = counted([result(), result(9, 16, winners=(1,)), result(17, 3)])
    assert (counts.alone.games, counts.alone.won, counts.alone.best, counts.alone.total) == (3, 2, 17, 41)
    assert counts.alone.average == pytest.approx(41 / 3) and counts.alone.share == pytest.approx(2 / 3)
    assert counts.together == counts.broken == 0 and counts.people == []


def test_the_seat_of_the_person_counts() -> None:
    tally = counted([result(9, 16, seats="greedy,You", winners=(1,)), result(9, 16, seats="greedy,You")])
    assert (tally.alone.games, tally.alone.won, tally.alone.best) == (2, 1, 16)


def test_games_without_hints_or_undo_are_counted_where_that_is_recorded() -> None:
    games = [replace(result(), helped=helped) for helped in (False, True, None)]
    counts = counted([*games, replace(result(9, 16, winners=(1,)), helped=False)])
    assert (counts.unaided.games, counts.unaided.won, counts.alone.games) == (2, 1, 4)
    assert [(kind.unaided.games, kind.unaided.won) for kind in counts.kinds] == [(2, 1)]
    assert "Without help\nNo hints, no undo: 2 games, 1 won (50%)" in report(counts)
    assert table(counts)["unaided"]["games"] == 2
    assert "Without help" not in report(counted([games[1]]))


def test_the_file_of_a_game_says_whether_it_had_help() -> None:
    for n, helped in enumerate((True, False)):
        record = save_record(finished_match("You", "greedy", seed=n), f"game-{n}", n)
        record.helped = helped
        record.save(finished_match("You", "greedy", seed=n))
    assert collect().unaided.games == 1 == collect().unaided.games


def test_a_shared_victory_is_a_victory() -> None:
    assert counted([result(15, 15, winners=(0, 1))]).alone.won == 1


def test_unfinished_games_and_games_of_bots_alone_are_not_counted() -> None:
    tally = counted([Result("splendor", 1, "", (("You", ""), ("Hana", "greedy"))), result(seats="greedy,hard")])
    assert tally == counted([])


def test_games_of_several_people_are_counted_by_name() -> None:
    games = [result(seats="Ada,Bea"), result(5, 9, 9, seats="Ada,Bea,hard", winners=(1, 2)), result(seats="Ada,Cid")]
    counts = counted(games)
    assert counts.alone.games == 0 and counts.together == 3
    assert [(t.title, t.games, t.won) for t in counts.people] == [("Ada", 3, 2), ("Bea", 2, 1), ("Cid", 1, 0)]


def test_games_are_told_apart_by_game_variant_level_and_players() -> None:
    counts = counted([
        result(seats="You,random"),
        result(variant="The Cities"),
        result(8, 9, 7, seats="You,random,hard", winners=(1,)),
        result(40, 20, game="metropolys", variant="Family", seats="You,minimax"),
        result(3, 9, game="sf1906", variant=""),
    ])  # fmt: skip
    assert [(t.title, t.games) for t in counts.games] == [("Splendor", 3), ("Metropolys", 1), ("1906 San Francisco", 1)]
    assert {t.title: t.games for t in counts.variants} == {
        "Splendor, Base game": 2, "Splendor, The Cities": 1, "Metropolys, Family": 1
    }  # fmt: skip
    assert [(t.title, t.games) for t in counts.levels] == [("Random", 1), ("Greedy", 2), ("Minimax", 1), ("Hard", 1)]
    assert [(t.title, t.games, t.won) for t in counts.players] == [("2", 4, 4), ("3", 1, 0)]


@pytest.mark.parametrize("won, expected", [
    ("", (0, 0)), ("1", (1, 1)), ("0", (0, 0)), ("1101", (1, 2)), ("0111", (3, 3)), ("110", (0, 2)),
])  # fmt: skip
def test_streaks(won: str, expected: tuple[int, int]) -> None:
    assert streaks(c == "1" for c in won) == expected


def test_every_game_says_which_variant_was_played() -> None:
    seats = [Seat("You"), Seat("Hana", "greedy")]
    assert variant(Match("splendor", seats, {"module": "orient"}, 1)) == "The Orient"
    assert variant(Match("metropolys", seats, {"version": "expert", "memory": "on"}, 1)) == "Expert"
    assert variant(Match("sf1906", seats, {"components": "stand-in"}, 1)) == ""


def test_practice_of_a_daily_game_is_not_counted_nor_does_it_end_a_streak() -> None:
    first = replace(result(), seed=daily.seed(daily.FIRST), first_try=True)
    practice = replace(result(9, 16, winners=(1,)), seed=first.seed)
    counts = counted([first, practice])
    assert (counts.alone.games, counts.streak, counts.practice, counts.dailies.games) == (1, 1, 1, 1)
    assert "Practice of daily games (1) is not counted." in report(counts)
    assert table(counts)["practice"] == 1


def on(day: date, game: Result) -> Result:
    return replace(game, when=datetime(day.year, day.month, day.day, 12).timestamp())


def test_the_story_tells_what_you_play_best_whom_you_beat_your_streaks_and_your_best_score() -> None:
    lost = result(9, 16, winners=(1,), seats="You,hard")
    played = [lost, lost, result(17, 3, seats="You,easy"), on(date(2025, 11, 20), result(21, 3, seats="You,medium"))]
    auctions = [result(40, 20, game="metropolys", variant="Family", seats="You,easy")] * 3
    assert story(counted([*played, *auctions])) == [
        "You have won 5 of 7 games against bots (71%).",
        "Your best score in Splendor is 21, against medium on 20 Nov 2025.",
        "You play Splendor most, and Metropolys best: 3 of 3 won.",
        "You have beaten bots up to medium (1 of 1 game); hard is next.",
        "Your winning streak is 5 games, your longest.",
    ]
    assert "most" not in " ".join(story(counted([result(), auctions[0]]))), "each was played once"
    assert story(counted([result()]))[0] == "You have played 1 game against bots and won it."
    assert story(counted([result(), lost]))[-1] == (
        "Your longest winning streak is 1 game; your next win starts a new one."
    )
    assert story(counted([])) == [NOTHING]
    near = on(date(2025, 11, 20), result(14, 15, winners=(1,)))
    closest = "Your closest game was Splendor, 1 point behind on 20 Nov 2025."
    assert story(counted([lost, near, lost]))[:2] == ["You have won 0 of 3 games against bots (0%).", closest]
    assert story(counted([lost])) == ["You have played 1 game against bots and lost it."], "7 points are not close"
    assert "closest" not in " ".join(story(counted([result(15, 15, winners=(1,))]))), "a tie-break is no gap"


def test_a_module_or_edition_has_one_name_in_every_list() -> None:
    for name, options in (
        ("splendor", {"module": "base"}),
        ("splendor", {"module": "orient"}),
        ("metropolys", {"version": "family"}),
        ("metropolys", {"version": "expert"}),
        ("sf1906", {}),
    ):
        match = Match(name, [Seat("You"), Seat("Hana", "easy")], {**defaults(rules.load(name)), **options}, 1)
        assert replace(result(), game=name, variant=variant(match)).title == title(match)


def test_a_source_of_points_is_averaged_over_the_games_that_have_it() -> None:
    family = replace(result(40, 20, game="metropolys", variant="Family"), sources=((("Places", 40),), ()))
    expert = replace(family, variant="Expert", sources=((("Places", 20), ("Type card", 4)), ()))
    counts = counted([family, family, expert])
    (kind,) = counts.kinds
    assert dict(kind.averages()) == {"Places": pytest.approx(100 / 3), "Type card": 4}
    assert kind.total == 104 and [t.title for t in counts.sections()[0][1]] == [
        "Metropolys, all", "Metropolys, Expert", "Metropolys, Family"
    ]  # fmt: skip


def test_sections_that_would_repeat_all_games_are_left_out() -> None:
    titles = [title for title, *_ in counted([replace(result(), helped=False)] * 2).sections()]
    assert "Without help" not in titles and "By number of players" not in titles


async def test_the_latest_games_are_a_row_of_signs() -> None:
    for seed in (1, 2):
        save_record(finished_match("You", "greedy", seed=seed), f"game-{seed}", seed)
    async with run_app(make_app(glyphs="ascii")) as pilot:
        await press(pilot, "t")
        assert "Latest games, newest last: oo  (@ won, o lost)" in screen_text(pilot)


# Records


def records() -> None:
    save_record(finished_match("You", "greedy", seed=1), "one", 5)
    save_record(finished_match("You", "random", seed=2), "two", 4)
    save_record(finished_match("Ada", "Bea", seed=3), "three", 3)
    save_record(match_prefix(finished_match(), 20), "open", 2)
    (files.records_folder() / "broken.jsonl").write_text("nonsense\n", encoding="utf-8")
    (files.records_folder() / "torn.jsonl").write_bytes(b"\xff\xfe\x00")


def test_records_are_counted_and_broken_ones_too() -> None:
    records()
    tally = collect()
    assert (tally.alone.games, tally.together, tally.broken) == (2, 1, 2)


def test_no_folder_is_no_game() -> None:
    assert collect() == counted([])


def test_a_record_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    records()
    before, read = collect(), []
    load = Record.load

    def noted(path: Path, known_bots: Any) -> Any:
        read.append(path.name)
        return load(path, known_bots)

    monkeypatch.setattr(Record, "load", noted)
    assert collect() == before and sorted(read) == ["broken.jsonl", "torn.jsonl"]
    (files.records_folder() / "open.jsonl").unlink()
    save_record(finished_match("You", "greedy", seed=4), "open", 0)
    assert collect().alone.games == 3 and "open.jsonl" in read
    (files.records_folder() / "one.jsonl").unlink()
    assert collect().alone.games == 2
    assert set(results.remembered()) == {"two.jsonl", "three.jsonl", "open.jsonl"}


def test_a_record_that_is_changed_is_read_again() -> None:
    save_record(finished_match("You", "greedy", seed=1), "one", 5)
    won = collect().alone.won
    path = next(seed for seed in range(2, 40) if (0 in winners(seed)) != won)
    save_record(finished_match("You", "greedy", seed=path), "other", 1)
    shutil.move(files.records_folder() / "other.jsonl", files.records_folder() / "one.jsonl")
    assert collect().alone.won != won


def winners(seed: int) -> tuple[int, ...]:
    match = finished_match("You", "greedy", seed=seed)
    return tuple(match.game.winners(match.state))


def spoilt(change: Any) -> bytes:
    """The file of results with a change to what is kept of a record."""
    data = json.loads(results.cache().read_text(encoding="utf-8"))
    change(data["records"]["one.jsonl"])
    return json.dumps(data).encode()


@pytest.mark.parametrize("make", [
    lambda: b"\xff\xfe", lambda: b"[" * 100_000, lambda: b"[]", lambda: b'{"tabletown": 1, "records": 5}',
    lambda: b'{"tabletown": 99, "records": {}}', lambda: spoilt(lambda entry: entry.clear()),
    lambda: spoilt(lambda entry: entry[1].pop("seats")), lambda: spoilt(lambda entry: entry[1].update(game="chess")),
    lambda: spoilt(lambda entry: entry[1].update(seats=[["You", ""], ["Hana", "genius"]])),
    lambda: spoilt(lambda entry: entry[1].update(scores=[1])),
    lambda: spoilt(lambda entry: entry[1].update(scores="no")),
    lambda: spoilt(lambda entry: entry[1].update(version=99)),
    lambda: spoilt(lambda entry: entry[1].update(winners=[9])),
])  # fmt: skip
def test_results_that_make_no_sense_are_read_again(make: Any) -> None:
    records()
    before = collect()
    results.cache().write_bytes(make())
    assert collect() == before and collect() == before


def test_results_that_cannot_be_kept_are_read_each_time() -> None:
    records()
    results.cache().mkdir()
    assert collect() == collect() and collect().alone.games == 2


# On screen and as text


def test_the_text_says_it_all() -> None:
    records()
    text = report(collect())
    assert "2 games against bots (" in text and "Splendor, Base game: 2 games" in text and "Local games (1)" in text
    assert "2 unreadable saved games not counted." in text and text.isascii()
    assert report(counted([])) == NOTHING


def test_other_programs_get_it_too() -> None:
    data = json.loads(json.dumps(table(counted([result(), result(seats="Ada,Bea")], 1))))
    assert data["alone"] == {"title": "All games", "games": 1, "won": 1, "best": 15, "average": 15.0}
    assert (data["together"], data["broken"], data["streak"], data["longest"]) == (1, 1, 1, 1)
    assert [row["title"] for row in data["people"]] == ["Ada", "Bea"]


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_the_screen_shows_it(size: tuple[int, int]) -> None:
    records()
    async with run_app(make_app(), size) as pilot:
        await press(pilot, "t")
        rows = [row.split() for row in screen_lines(pilot)]
        assert any(
            row[:4] == ["Splendor,", "Base", "game", "2"] for row in rows
        ) and "2 games against bots" in screen_text(pilot)
        assert any("Greedy" in row for row in rows)
        await press(pilot, "space", "space")
        assert "2 unreadable saved games not counted." in screen_text(pilot)
        await press(pilot, "escape")
        assert type(pilot.app.screen).__name__ == "Home"


async def test_without_games_it_is_kind() -> None:
    async with run_app(make_app()) as pilot:
        await press(pilot, "t")
        assert "No finished games against bots yet." in screen_text(pilot)


async def test_one_can_leave_while_records_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    go, begun = Event(), Event()

    def slow() -> Any:
        begun.set()
        go.wait(10)
        return counted([result()])

    monkeypatch.setattr(stats, "collect", slow)
    async with run_app(make_app()) as pilot:
        await pilot.press("t")
        await pilot.pause()
        assert begun.wait(5) and "Loading ..." in screen_text(pilot)
        await pilot.press("escape")
        await pilot.pause()
        assert type(pilot.app.screen).__name__ == "Home"
        go.set()
        await settle(pilot)
        assert type(pilot.app.screen).__name__ == "Home" and "New game" in screen_text(pilot)


def test_hundreds_of_records_are_counted(tmp_path: Path) -> None:
    record = save_record(finished_match("You", "greedy", seed=1), "one")
    for n in range(200):
        shutil.copy(record.path, files.records_folder() / f"copy-{n}.jsonl")
        os.utime(files.records_folder() / f"copy-{n}.jsonl", (n, n))
    assert collect().alone.games == 201 == collect().alone.games


def test_games_under_other_rules_are_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither from their records nor from what was kept of them: they are other games now."""
    save_record(finished_match("You", "greedy"), "one", 1)
    assert (collect().alone.games, collect().broken) == (1, 0)
    monkeypatch.setattr(rules.load("splendor"), "VERSION", rules.load("splendor").VERSION + 1)
    assert (collect().alone.games, collect().broken) == (0, 1)


def test_each_game_has_its_average_rounds_and_points_by_source() -> None:
    for seed in (1, 2):
        save_record(finished_match("You", "greedy", seed=seed), f"game-{seed}", seed)
    (kind,) = collect().kinds
    matches = [finished_match("You", "greedy", seed=seed) for seed in (1, 2)]
    assert kind.games == 2 and kind.period == "round"
    assert kind.rounds == sum(len({s.turns // 2 for s in match.states[:-1]}) for match in matches)
    points = [dict(match.game.score(match.state)[0]) for match in matches]
    assert kind.averages() == [(label, (points[0][label] + points[1][label]) / 2) for label in points[0]]
    assert {title: (t.games, t.won) for title, t in kind.levels.items()} == {"Base game, Greedy": (2, 0)}
    assert collect().kinds == [kind], "also from what was kept"


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_the_screen_has_a_block_for_each_game(size: tuple[int, int]) -> None:
    save_record(finished_match("You", "greedy"), "one", 1)
    async with run_app(make_app(), size) as pilot:
        await press(pilot, "t", *["space"] * 2)
        text = screen_text(pilot)
        assert "Rounds " in text and "Level 3 cards" in text and "Base game, Greedy" in text and "0 of 1" in text
