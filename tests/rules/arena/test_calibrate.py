"""Calibration from games: handicaps for which the levels are evenly spaced."""

from __future__ import annotations

import re
from math import log
from random import Random

import pytest

from tabletown.rules.arena import calibrate
from tabletown.rules.arena.calibrate import LEAST, MOST, Trial, fitted, guess, main, space
from tabletown.rules.arena.elo import chance
from tabletown.rules.arena.series import GameResult, Series, SeriesTerms, sides
from tabletown.rules.core.workers import InProcess

TERMS = SeriesTerms("splendor", {"module": "base"}, 4, 1, None, None)
TRUE = 0.4, 1.2
"""The log odds of the level above at an error of 1, and their slope."""


def outcome(error: float, rng: Random) -> float:
    return float(rng.random() < chance(TRUE[0] + TRUE[1] * log(error)))


def play_part(part: tuple[Series, int]) -> GameResult:
    """A game that the bots' errors alone decide."""
    (_, (above, below)), number = part
    level = re.fullmatch(r"\w+:error=([\d.]+)", below)
    assert level and above.startswith(("hard", "medium:error=", "easy:error="))
    won = outcome(float(level[1]), Random(f"{below}/{number}"))
    side = 0 if won else 1
    victory_shares = tuple(1.0 if seat == sides(4, number).index(side) else 0.0 for seat in range(4))
    return GameResult(victory_shares, (0.0,) * 4, (1,) * 4, (1,) * 4, False)


def test_the_curve_behind_the_games_is_found() -> None:
    rng = Random(1)
    errors = [rng.uniform(0.1, 5) for _ in range(4000)]
    level, slope = fitted([Trial(log(error), outcome(error, rng)) for error in errors])
    assert (level, slope) == (pytest.approx(TRUE[0], abs=0.15), pytest.approx(TRUE[1], abs=0.2))


def test_few_games_are_no_reason_to_go_far() -> None:
    assert guess([], 0.5) == 1
    assert 1 < guess([Trial(0.0, 0.0)] * 2, 0.5) < MOST
    assert guess([Trial(0.0, 0.0)] * 2000, 0.99) == pytest.approx(MOST)
    assert guess([Trial(0.0, 1.0)] * 2000, 0.01) == pytest.approx(LEAST)


@pytest.mark.slow
def test_the_error_is_found_that_gives_the_share(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibrate, "play_part", play_part)
    for share in (0.5, 0.75):
        error, trials = space(TERMS, "hard", "medium", share, 800, InProcess())
        assert len(trials) == 800
        assert chance(TRUE[0] + TRUE[1] * log(error)) == pytest.approx(share, abs=0.07)


def test_the_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(calibrate, "play_part", play_part)
    main(["splendor", "--option", "module=base", "--seats", "4", "--games", "20", "--jobs", "1"])
    first, second, third = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"medium: error \d\.\d\d \(hard won \d+% of 24 games near that value\)", first)
    assert re.fullmatch(r"easy: error \d\.\d\d \(medium:error=[\d.]+ won \d+% of 24 games near that value\)", second)
    assert re.fullmatch(r"novice: error \d+\.\d\d \(easy:error=[\d.]+ won \d+% of 24 games near that value\)", third)


@pytest.mark.parametrize("args", [["--seats", "5"], ["--share", "1"], ["--games", "0"], ["--option", "module=moon"]])
def test_what_cannot_be_is_refused(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["splendor", *args])
    assert left.value.code == 2 and len(capsys.readouterr().err.strip().splitlines()) <= 3
