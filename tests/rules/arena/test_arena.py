"""The arena: how it seats and plays bots, and what it prints."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tabletown import rules
from tabletown.rules.arena import play_command, series
from tabletown.rules.arena.play_command import main
from tabletown.rules.arena.series import (
    ArenaError,
    BotSpec,
    GameResult,
    SeriesTerms,
    bot_spec,
    play,
    play_one,
    seat_bots,
)
from tabletown.rules.arena.series_report import report, text
from tabletown.rules.bots.difficulty import difficulty_of
from tabletown.rules.bots.level_descriptions import NAMED
from tabletown.rules.bots.levels import seconds_of

BASE = SeriesTerms("splendor", {"module": "base"}, 2, 1, None, 20)
QUICK = ["splendor", "--players", "ismcts,easy", "--nodes", "20", "--games", "4", "--jobs", "1", "--json"]
TIMES = ("seconds_a_move",)


def run_json(capsys: pytest.CaptureFixture[str], *args: str) -> dict[str, Any]:
    """The JSON that a run prints, without times."""
    main(args)
    report = json.loads(capsys.readouterr().out)
    return {name: value for name, value in report.items() if name not in TIMES}


def test_it_reports_a_series(capsys: pytest.CaptureFixture[str]) -> None:
    main(["splendor", "--module", "base", "--players", "greedy,random", "--games", "4", "--json", "--calibrate"])
    report = json.loads(capsys.readouterr().out)
    assert report["wins"] + report["losses"] + report["draws"] == report["games"] == 4
    assert report["bots"] == ["greedy", "random"]
    assert report["score"] > report["expected"] == 0.5
    assert report["elo_low"] < report["elo_low"] + 1 <= (report["elo_high"] or 10**6)
    assert report["seconds_a_move"][0] > report["seconds_a_move"][1] >= 0
    assert all(1 <= decisions < 3 for decisions in report["decisions_a_move"])
    assert report["scale"] > 0


def test_it_speaks_to_people(capsys: pytest.CaptureFixture[str]) -> None:
    main(["metropolys", "--edition", "expert", "--players", "random,random", "--games", "4", "--seats", "3"])
    printed = capsys.readouterr().out
    assert "metropolys, expert, shown, 3 players, seed 1: random against random" in printed
    assert "(equal players would score 50.0%)" in printed and "choices per move" in printed


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_bot_has_every_seat_equally_often(seats: int) -> None:
    """Also either split of three seats, and both games of a deal are complements."""
    games = [seat_bots(("a", "b"), seats, number) for number in range(2 * seats)]
    assert Counter(seat for game in games for seat, bot in enumerate(game) if bot == "a") == dict.fromkeys(
        range(seats), seats
    )
    assert len(set(games)) == (6 if seats == 3 else 2)
    for first, second in zip(games[::2], games[1::2], strict=True):
        assert all(bot != other for bot, other in zip(first, second, strict=True))


@pytest.mark.slow
def test_both_games_of_a_pair_have_the_same_deal() -> None:
    games = [play_one(BASE, ("greedy", "greedy"), number) for number in range(4)]
    assert games[0].victory_shares == games[1].victory_shares
    assert games[0].leads != games[2].leads
    assert report(BASE, ("greedy", "greedy"), games).score == 0.5


def test_the_score_of_three_seats_counts_the_splits() -> None:
    """The first bot wins one game with two seats and one with one: more than the half that equals have."""
    won = [seat for seat, bot in enumerate(seat_bots(("a", "b"), 3, 0)) if bot == "a"]
    lone = [seat for seat, bot in enumerate(seat_bots(("a", "b"), 3, 1)) if bot == "a"]
    games = [
        GameResult(tuple(float(seat == winner) for seat in range(3)), (0.0,) * 3, (9,) * 3, (9,) * 3, False)
        for winner in (won[0], lone[0])
    ]
    terms = BASE._replace(seats=3)
    assert (report(terms, ("a", "b"), games).score, report(terms, ("a", "b"), games).expected) == (1.0, 0.5)
    first = report(terms, ("a", "b"), games[:1])
    assert (first.score, first.expected) == (1.0, 0.6667)


@pytest.mark.slow
def test_it_repeats_itself_on_any_number_of_cores(capsys: pytest.CaptureFixture[str]) -> None:
    on_one_core, on_two_cores = (run_json(capsys, *QUICK, "--jobs", jobs) for jobs in "12")
    assert on_one_core == on_two_cores
    assert run_json(capsys, *QUICK, "--seed", "2")["seed"] == 2


@pytest.mark.parametrize("bot", [*NAMED, "matched-1750"])
def test_no_game_leaves_anything_for_the_next(bot: str) -> None:
    """A game is the same whether others were played before it in the process or not."""
    terms = BASE._replace(nodes=4)
    alone = play(terms, (bot, "random"), 5)
    play(terms, ("random", bot), 0)
    again = play(terms, (bot, "random"), 5)
    assert (alone.victory_shares, alone.decisions, alone.leads) == (again.victory_shares, again.decisions, again.leads)


def test_a_bot_may_name_its_own_limit() -> None:
    assert bot_spec(BASE, "ismcts:nodes=800") == BotSpec("ismcts", None, 800)
    assert bot_spec(BASE, "minimax:seconds=0.2:nodes=9") == BotSpec("minimax", 0.2, 9)
    assert bot_spec(BASE, "minimax") == BotSpec("minimax", None, 20)
    own = BASE._replace(nodes=None)
    assert bot_spec(own, "master") == BotSpec("master", seconds_of("master"), None)
    assert bot_spec(own, "master:seconds=2") == BotSpec("master", 2, None)
    held = difficulty_of(rules.load("splendor"), rules.load("splendor").setup(2, BASE.options, Random(1)), "hard")
    assert bot_spec(own, "hard") == BotSpec("hard", seconds_of("hard"), held.nodes, held.value_noise)
    assert bot_spec(own, "hard:nodes=9") == BotSpec("hard", None, 9, held.value_noise)
    assert bot_spec(own, "hard:error=0.5") == bot_spec(own, "hard")._replace(error=0.5)


def test_a_bot_can_be_measured_against_itself_with_another_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[Any, ...]] = []
    choose = series.choose

    def noting(
        game: str, view: Any, level: str, seed: str, seconds: float | None, nodes: float, value_noise: float, trees: Any
    ) -> Any:
        asked.append((level, seconds, nodes, value_noise))
        return choose(game, view, level, seed, seconds, nodes=5)

    monkeypatch.setattr(series, "choose", noting)
    play_one(BASE._replace(nodes=None), ("ismcts:nodes=30", "ismcts:seconds=0.5:nodes=7:error=2"), 0)
    assert set(asked) == {("ismcts", None, 30, 0), ("ismcts", 0.5, 7, 2)}


def test_an_endless_game_is_scored_as_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(series, "MAX_DECISIONS", 5)
    game = play(BASE, ("random", "random"), 0)
    assert game.capped
    assert game.victory_shares == (0.5, 0.5)
    assert sum(game.decisions) == 5


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["splendor"], "--players is required"),
        ([], "name a game"),
        (["splendor", "--players", "greedy"], "needs two bots, not 1"),
        (["splendor", "--players", "greedy,easy,hard"], "needs two bots, not 3"),
        (["splendor", "--players", "greedy,Deep"], "unknown bot 'Deep'; choose from novice, easy"),
        (["splendor", "--players", "greedy,hard:depth=3"], "bad limit 'depth=3'"),
        (["splendor", "--players", "greedy,hard:nodes=none"], "bad limit 'nodes=none'"),
        (["splendor", "--players", "greedy,hard:nodes=-5"], "bad limit 'nodes=-5'"),
        (["splendor", "--players", "greedy,easy", "--seats", "7"], "2 to 4 players"),
        (["splendor", "--players", "greedy,easy", "--games", "0"], "--games must be 1 or more"),
        (["splendor", "--players", "greedy,easy", "--jobs", "0"], "--jobs must be 1 or more"),
        (["splendor", "--players", "greedy,easy", "--nodes", "nan"], "more than 0"),
        (["splendor", "--players", "greedy,easy", "--module", "sea"], "'sea' is not a valid choice for module"),
        (["splendor", "--players", "greedy,easy", "--edition", "expert"], "do not match Splendor"),
        (["splendor", "--players", "greedy,easy", "--sprt", "30,0"], "lower first"),
        (["splendor", "--players", "greedy,easy", "--sprt", "5"], "lower first"),
        (["splendor", "--players", "greedy,easy", "--write", "x"], "only work with --ladder"),
        (
            ["splendor", "--players", "greedy,easy", "--calibrate", "--file", "x"],
            "--calibrate cannot be used with --file",
        ),
        (["--ladder", "--players", "greedy,greedy"], "at least two different bots"),
        (["--ladder", "--json"], "do not work with a ladder"),
        (["--ladder", "--module", "base"], "do not match Metropolys"),
        (["--table"], "--table needs --file"),
        (["--table", "--file", "nosuch.jsonl"], "no games have been played for this ladder yet"),
        (["chess", "--players", "greedy,easy"], "invalid choice: 'chess'"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    args: list[str], words: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as left:
        main(args)
    printed = capsys.readouterr()
    assert (left.value.code, printed.out) == (2, "")
    assert words in printed.err and printed.err.count("\n") == 1 and ".;" not in printed.err
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_the_sequential_test_stops_a_series(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The same games count on any number of cores, and a second run plays none."""
    args = ["splendor", "--players", "greedy,random", "--games", "400", "--sprt", "0,200", "--json"]
    report = run_json(capsys, *args, "--jobs", "1")
    assert report["sprt"]["accepted"] == 200
    assert report["games"] < 40 and report["games"] % 2 == 0
    kept = ["--file", str(tmp_path / "games.jsonl")]
    assert run_json(capsys, *args, *kept, "--jobs", "2") == report
    before = (tmp_path / "games.jsonl").read_bytes()
    assert run_json(capsys, *args, *kept) == report
    assert (tmp_path / "games.jsonl").read_bytes() == before


def test_an_undecided_test_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    main(["splendor", "--players", "greedy,greedy", "--games", "2", "--sprt", "0,10", "--jobs", "1"])
    assert "undecided between +0 and +10 Elo" in capsys.readouterr().out


@pytest.mark.slow
def test_a_decided_test_says_which(capsys: pytest.CaptureFixture[str]) -> None:
    main(["splendor", "--players", "random,greedy", "--games", "60", "--sprt=-200,0", "--jobs", "1"])
    output = capsys.readouterr().out
    assert re.search(r"^accepted -200 Elo after \d+ games \(bounds -200, \+0\)$", output, re.MULTILINE)


def test_words_for_what_has_no_bound() -> None:
    terms = BASE._replace(nodes=None)
    games = [play_one(terms, ("greedy", "random"), number) for number in range(2)]
    assert "Elo unbounded (95%: " in text(report(terms, ("greedy", "random"), games))


def test_a_wrong_bot_is_refused_before_anything_is_played() -> None:
    with pytest.raises(ArenaError, match="unknown bot 'me'"):
        bot_spec(BASE, "me")


def test_every_option_of_every_game_is_a_flag() -> None:
    a = play_command.parser("arena").parse_args(["splendor"])
    assert {f"option_{option.key}" for name in rules.GAMES for option in rules.load(name).OPTIONS} <= set(vars(a))
