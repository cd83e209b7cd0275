"""The command lines: arena, bench and fit run and print what they promise."""

from __future__ import annotations

import json
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

import rules
from rules import bench
from rules.bots import arena, fit
from rules.splendor.check import conserved

FIGURES = {"decisions_per_s", "playouts_per_s", "copy_us", "legal_us", "ismcts_iterations_per_s"}


def test_arena_reports_a_series(capsys: pytest.CaptureFixture[str]) -> None:
    arena.main(["splendor", "greedy", "random", "--games", "4", "--json", "--calibrate"])
    found = json.loads(capsys.readouterr().out)
    assert found["wins"] + found["losses"] + found["shared"] == found["games"] == 4
    assert found["bots"] == ["greedy", "random"]
    assert found["score"] > 0.5
    assert found["elo_low"] < found["elo_low"] + 1 <= (found["elo_high"] or 10**6)
    assert found["ms_a_move"][0] > found["ms_a_move"][1]
    assert found["scale"] > 0


def test_arena_repeats_itself_on_any_number_of_cores(capsys: pytest.CaptureFixture[str]) -> None:
    outcomes = []
    for jobs in "12":
        arena.main(["splendor", "minimax", "greedy", "--games", "2", "--nodes", "50", "--jobs", jobs, "--json"])
        found = json.loads(capsys.readouterr().out)
        outcomes.append((found["wins"], found["losses"], found["capped"]))
    assert outcomes[0] == outcomes[1]


def test_arena_speaks_to_people(capsys: pytest.CaptureFixture[str]) -> None:
    arena.main(["splendor", "random", "random", "--games", "2", "--seats", "3", "--jobs", "1"])
    assert "random against random" in capsys.readouterr().out


@pytest.mark.parametrize("wrong", [["--seats", "7"], ["--games", "0"]])
def test_arena_refuses_what_cannot_be(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        arena.main(["splendor", "random", "random", *wrong])
    assert "error: " in capsys.readouterr().err


def test_arena_swaps_seats_on_the_same_deal() -> None:
    assert arena.seating(("a", "b"), 3, 0) == ("a", "b", "a")
    assert arena.seating(("a", "b"), 3, 1) == ("b", "a", "b")
    terms = arena.Terms("splendor", {"module": "base"}, 2, 1, None, 10)
    games = [arena.contest(terms, ("greedy", "greedy"), number) for number in range(4)]
    assert games[0].shares == games[1].shares
    assert games[0].leads != games[2].leads
    assert arena.report(terms, ("greedy", "greedy"), games).score == 0.5


def test_an_endless_game_is_scored_as_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "CAP", 5)
    game = arena.play(arena.Terms("splendor", {"module": "base"}, 2, 1, None, None), ("random", "random"), 0)
    assert game.capped
    assert game.shares == (0.5, 0.5)
    assert sum(game.decisions) == 5


def test_intervals_and_elo() -> None:
    """Near half, a hundred games leave about 68 Elo points either way."""
    low, high = arena.interval(0.5, 100)
    assert arena.elo(0.5) == 0
    assert arena.elo(high) == pytest.approx(68, abs=3)
    assert arena.elo(low) == pytest.approx(-68, abs=3)
    assert arena.elo(1.0) is None


def test_calibration_finds_the_scale_that_made_the_results() -> None:
    rng = Random(1)
    leads = [rng.uniform(-10, 10) for _ in range(4000)]
    told = [(lead, float(rng.random() < 1 / (1 + 2.718281828 ** (-lead / 3)))) for lead in leads]
    assert arena.calibrate(told) == pytest.approx(3, rel=0.15)


def test_fit_finds_what_wins() -> None:
    """Of two features only the first one tells the result, by odds of e to 1 for a unit."""
    rng = Random(1)
    xs = [(rng.uniform(-3, 3), rng.uniform(-3, 3)) for _ in range(4000)]
    rows = [(x, float(rng.random() < 1 / (1 + 2.718281828 ** -x[0]))) for x in xs]
    telling, idle = fit.fit(rows, (0.5, 0.5), 20, Random(1))
    assert telling == pytest.approx(1, abs=0.15)
    assert idle == pytest.approx(0, abs=0.1)


def test_fit_prints_a_weight_for_every_feature(capsys: pytest.CaptureFixture[str]) -> None:
    fit.main(["splendor", "--games", "1", "--nodes", "20", "--jobs", "1"])
    assert len(json.loads(capsys.readouterr().out)["weights"]) == len(fit_features())


def fit_features() -> tuple[float, ...]:
    from rules.splendor.bot import features

    game = rules.load("splendor")
    return features(game.setup(2, {"module": "base"}, Random(1)), 0)


def test_bench_prints_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["--json", "--seconds", "0.05"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {"splendor/base/2", "splendor/base/3", "splendor/base/4"} <= found.keys()
    assert all(row.keys() == FIGURES and min(row.values()) > 0 for row in found.values())


def test_bench_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    bench.main(["--seconds", "0.05", "--only", "splendor/base/3"])
    heads, row = capsys.readouterr().out.splitlines()
    assert "decisions/s" in heads
    assert row.startswith("splendor/base/3 ")


def test_bench_refuses_a_case_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        bench.main(["--only", "splendor/base/7"])
    assert "no case that begins with splendor/base/7" in capsys.readouterr().err


def test_soak_finds_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["--soak", "5"]) == 0
    assert "0 faults" in capsys.readouterr().out


@dataclass
class Wrong:
    """A change to the table that no game may make."""

    said: str

    def token(self, s: Any) -> None:
        s.bank[0] += 1

    def debt(self, s: Any) -> None:
        s.bank[0] += s.players[0].tokens[0] + 1
        s.players[0].tokens[0] = -1

    def card(self, s: Any) -> None:
        s.market[0] = s.market[1]

    def noble(self, s: Any) -> None:
        s.nobles = s.nobles[1:]

    def bonus(self, s: Any) -> None:
        s.players[0].bonuses[0] += 1

    def points(self, s: Any) -> None:
        s.players[0].points += 1


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("token", "tokens were made"),
        ("debt", "below zero"),
        ("card", "card is missing or double"),
        ("noble", "noble is missing"),
        ("bonus", "bonuses differ"),
        ("points", "points differ"),
    ],
)
def test_the_check_sees_every_kind_of_fault(fault: str, said: str) -> None:
    s = rules.load("splendor").setup(2, {"module": "base"}, Random(1))
    assert conserved(s) == ""
    getattr(Wrong(said), fault)(s)
    assert said in conserved(s)


def test_a_soak_reports_faults_and_exceptions(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = rules.load("splendor")
    advance = game.advance

    def leaky(s: Any, a: Any, rng: Random) -> None:
        advance(s, a, rng)
        if s.turns == 7:
            s.bank[1] -= 1
        if s.turns == 9:
            raise IndexError("broken")

    monkeypatch.setattr(game, "advance", leaky)
    assert bench.main(["--soak", "2", "--only", "splendor/base"]) == 1
    assert "tokens were made or lost" in capsys.readouterr().out
    monkeypatch.setattr(bench, "checker", lambda game: lambda s: "")
    assert bench.main(["--soak", "2", "--only", "splendor/base"]) == 1
    assert "IndexError: broken" in capsys.readouterr().out
