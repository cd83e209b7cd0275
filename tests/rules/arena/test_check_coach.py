"""The check of the coach: which moves are counted, what confirms them, and what the command prints and keeps."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tabletown import rules
from tabletown.rules.analysis.coach import CoachTerms
from tabletown.rules.arena import check_coach
from tabletown.rules.arena.check_coach import Stopped, cases, deeper_loss, interval, loss, main, report, stopped
from tabletown.rules.core.game import defaults
from tabletown.rules.core.match import Match, Seat

TERMS = CoachTerms(nodes=60, visits=5, threshold=0.05)


def stopped_move(coach_loss: float, deeper_loss: float, game: str = "splendor") -> Stopped:
    return Stopped(game, "base", 2, "novice", 7, coach_loss, deeper_loss)


def test_every_module_and_edition_is_played() -> None:
    assert {name for name, _ in cases()} == set(rules.GAMES)
    assert {("splendor", "orient"), ("metropolys", "expert")} <= set(cases())


@pytest.mark.parametrize(("loss", "confirmed", "close"), [(0.2, True, True), (0.4, True, False), (0.1, False, False)])
def test_a_move_is_confirmed_if_it_loses_as_much_or_five_points_less(loss: float, confirmed: bool, close: bool) -> None:
    move = stopped_move(0.18, loss)
    assert (move.confirmed, move.close) == (confirmed, close)


def test_a_loss_is_searched_ten_times_deeper(monkeypatch: pytest.MonkeyPatch) -> None:
    match, asked = Match("splendor", [Seat("A"), Seat("B")], defaults(rules.load("splendor")), 3), []
    survey = check_coach.survey

    def noting(game, view, seed, terms, only):  # type: ignore[no-untyped-def]
        asked.append(terms)
        return survey(game, view, seed, terms, only=only)

    monkeypatch.setattr(check_coach, "survey", noting)
    view, action = match.game.observe(match.state, 0), match.game.legal(match.state)[-1]
    assert 0 <= deeper_loss(match.game, view, action, "seed", TERMS) <= 1
    assert asked == [TERMS._replace(nodes=600, visits=50, margin=0)]


def test_a_move_with_too_few_visits_is_not_counted() -> None:
    match = Match("splendor", [Seat("A"), Seat("B")], defaults(rules.load("splendor")), 3)
    view, action = match.game.observe(match.state, 0), match.game.legal(match.state)[-1]
    assert loss(match.game, view, action, "seed", TERMS._replace(nodes=10, visits=50)) is None


def test_a_game_gives_the_same_stopped_moves_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_coach, "SHARE", 0.02)
    game = next(number for number, (name, _) in enumerate(cases()) if name == "sf1906")
    moves = stopped((game, 1, TERMS._replace(threshold=-1.0)))
    assert moves and moves == stopped((game, 1, TERMS._replace(threshold=-1.0)))
    assert all(move.game == "sf1906" and move.level == "novice" for move in moves)


def test_the_interval_of_a_share_is_wilsons() -> None:
    assert interval(9, 10) == (pytest.approx(0.596, abs=0.001), pytest.approx(0.982, abs=0.001))


def test_the_report_counts_each_game_and_all() -> None:
    lines = list(report([stopped_move(0.2, 0.3), stopped_move(0.2, 0.0), stopped_move(0.2, 0.2, "sf1906")]))
    assert [line.partition(":")[0] for line in lines] == ["splendor", "sf1906", "all"]
    assert "2 of 3, 67%" in lines[-1] and "1 of 3, 33%" in lines[-1]
    assert list(report([])) == []


def test_the_command_continues_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played: list[int] = []

    def play_one(part: tuple[int, int, CoachTerms]) -> list[Stopped]:
        played.append(part[0])
        return [stopped_move(0.2, 0.21)]

    monkeypatch.setattr(check_coach, "stopped", play_one)
    file = tmp_path / "moves.jsonl"
    main(["--games", "2", "--jobs", "1", "--file", str(file)])
    main(["--games", "3", "--jobs", "1", "--file", str(file)])
    assert played == [0, 1, 2] and len([json.loads(line) for line in file.read_text().splitlines()]) == 3
    assert "all: in 3 of 3, 100%" in capsys.readouterr().out


def test_a_number_that_is_too_small_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--games", "0"])
    assert "must be 1 or more" in capsys.readouterr().err
