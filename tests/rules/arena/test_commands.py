"""The command lines: bench prints what it promises."""

from __future__ import annotations

import json
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from tabletown import rules
from tabletown.rules.arena import bench
from tabletown.rules.bots.bot import Choice
from tabletown.rules.bots.level_descriptions import LEVELS
from tabletown.rules.splendor.invariants import conserved

FIGURES = {"decisions_per_s", "playouts_per_s", "copy_us", "legal_us", "ismcts_iterations_per_s"}


@pytest.mark.slow
def test_bench_prints_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["--json", "--seconds", "0.05", "--only", "splendor/base"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures.keys() == {"splendor/base/2", "splendor/base/3", "splendor/base/4"}
    assert all(row.keys() == FIGURES and min(row.values()) > 0 for row in figures.values())


def test_bench_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    bench.main(["--seconds", "0.05", "--only", "splendor/base/3"])
    heads, row = capsys.readouterr().out.splitlines()
    assert "decisions/s" in heads
    assert row.startswith("splendor/base/3 ")


def test_bench_refuses_a_case_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        bench.main(["--only", "splendor/base/7"])
    assert "no benchmark name starts with 'splendor/base/7'" in capsys.readouterr().err


def test_soak_finds_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["--soak", "5"]) == 0
    assert "0 faults" in capsys.readouterr().out


def test_a_soak_of_bots_has_its_games_for_every_level(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An illegal action is a fault."""
    asked = ["--soak", "1", "--bots", "--only", "sf1906/stand-in/2"]
    assert bench.main(asked) == 0
    assert [line.split()[1:5] for line in capsys.readouterr().out.splitlines()] == [
        [level, "1", "games,", "0"] for level in LEVELS
    ]

    def cheating(name: str, view: Any, level: str, *args: object, **limits: object) -> Choice:
        legal = rules.load(name).legal(view)
        return Choice(("win",) if level == "hard" and len(legal) == 3 else legal[0])

    monkeypatch.setattr(bench, "choose", cheating)
    assert bench.main(asked) == 1
    output = capsys.readouterr().out
    assert output.count("1 faults") == 1 and "hard, seed 0: hard played ('win',), which is not legal" in output


@dataclass
class Wrong:
    """A change to the table that a game must not make."""

    output: str

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
    ("fault", "message"),
    [
        ("token", "tokens were created"),
        ("debt", "below zero"),
        ("card", "card is missing or duplicated"),
        ("noble", "noble is missing"),
        ("bonus", "bonuses do not match"),
        ("points", "points do not match"),
    ],
)
def test_the_check_sees_every_kind_of_fault(fault: str, message: str) -> None:
    s = rules.load("splendor").setup(2, {"module": "base"}, Random(1))
    assert conserved(s) == ""
    getattr(Wrong(message), fault)(s)
    assert message in conserved(s)


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
    assert "tokens were created or lost" in capsys.readouterr().out
    monkeypatch.setattr(bench, "checker", lambda game: lambda s: "")
    assert bench.main(["--soak", "2", "--only", "splendor/base"]) == 1
    assert "IndexError: broken" in capsys.readouterr().out
