"""Of moves that all win almost surely a hint gives the one with the best margin, and gives up no chances for it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tabletown.rules.analysis import margin
from tabletown.rules.analysis.margin import CERTAIN, by_margin, margin_counts, points_gained
from tabletown.rules.bots.bot import Candidate, Choice
from tabletown.rules.bots.evaluation import game_ai
from tabletown.rules.core.game import Action, Game, Score
from tabletown.rules.core.game_ai import has_given_length
from tabletown.rules.core.registry import BUILT_IN


@dataclass
class Harvest:
    """The first player saves, gets one point or three, and the other passes."""

    points: int = 50
    player: int = 0

    def copy(self) -> Harvest:
        return replace(self)


def advance(s: Harvest, a: Action, rng: Random) -> None:
    s.points += {"save": 0, "pick": 1, "reap": 3, "pass": 0}[a[0]]
    s.player = 1 - s.player


def score(s: Harvest) -> tuple[Score, ...]:
    return ((("Points", s.points),), (("Points", 1),))


HARVEST = cast(
    "Game[Any]",
    SimpleNamespace(
        NAME="harvest",
        turn=lambda s: s.player,
        legal=lambda s: [("pass",)] if s.player else [("save",), ("pick",), ("reap",)],
        advance=advance,
        score=score,
        determinize=lambda view, rng: view.copy(),
    ),
)


def choice_of(value: float, reap: float) -> Choice:
    """A choice to save, with the chances of the best harvest."""
    candidates = Candidate(("save",), value, 40), Candidate(("pick",), value, 30), Candidate(("reap",), reap, 20)
    return Choice(("save",), value, 90, (("save",),), 0, candidates)


@pytest.fixture(autouse=True)
def given_length(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(margin, "game_ai", lambda name: SimpleNamespace(GIVEN_LENGTH=True))


@pytest.mark.parametrize(
    "value, reap, best", [(0.99, 0.99, "reap"), (0.99, 0.98, "pick"), (CERTAIN - 0.01, 0.94, "save")]
)
def test_the_margin_decides_only_between_moves_that_win_as_surely(value: float, reap: float, best: str) -> None:
    choice = by_margin(HARVEST, Harvest(), choice_of(value, reap))
    assert choice.action == (best,) == choice.candidates[0].action
    assert sorted(choice.candidates) == sorted(choice_of(value, reap).candidates)


def test_a_game_that_a_winner_can_end_has_no_second_criterion(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(margin, "game_ai", lambda name: None)
    assert not margin_counts(HARVEST, choice_of(1.0, 1.0))
    lengths = {name: has_given_length(ai) for name in BUILT_IN if (ai := game_ai(name))}
    assert lengths == {"splendor": False, "metropolys": True, "sf1906": True}


def test_the_points_of_a_turn_tell_moves_apart_that_win_as_surely() -> None:
    assert [points_gained(HARVEST, Harvest(), (move,)) for move in ("save", "pick", "reap")] == [0, 1, 3]
