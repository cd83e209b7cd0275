"""A won game is ended soon: of moves that all win, the quickest is played; nothing else changes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tabletown import rules
from tabletown.rules.bots import quickest_win as module
from tabletown.rules.bots.bot import Candidate, Choice, Limit
from tabletown.rules.bots.ismcts import ismcts
from tabletown.rules.bots.level_descriptions import LEVELS
from tabletown.rules.bots.levels import choose, merge_parallel_searches
from tabletown.rules.bots.quickest_win import quickest_win
from tabletown.rules.core.game import Action, Game, Score


@dataclass
class Race:
    """A race of the first player alone, who may wait or go, against one who cannot move."""

    left: int
    player: int = 0
    risky: bool = False
    """True when a step may fail and lose."""
    lost: bool = False

    def copy(self) -> Race:
        return replace(self)


def turn(s: Race) -> int | None:
    return s.player if s.left > 0 and not s.lost else None


def legal(s: Race) -> list[Action]:
    return [("stay",)] if s.player else [("wait",), ("dawdle",), ("go",)]


def advance(s: Race, a: Action, rng: Random) -> None:
    s.left -= a == ("go",)
    s.lost = s.risky and a == ("go",) and rng.random() < 0.5
    s.player = 1 - s.player


def score(s: Race) -> tuple[Score, ...]:
    return ((("Steps", 1000),), (("Steps", 0),))


RACE = cast(
    "Game[Any]",
    SimpleNamespace(
        NAME="race",
        turn=turn,
        legal=legal,
        advance=advance,
        score=score,
        winners=lambda s: (1,) if s.lost else (0,),
        determinize=lambda view, rng: view.copy(),
    ),
)
"""A game without weights, whose every move but a risky one wins."""


def won(actions: str = "wait dawdle go", value: float = 1.0) -> Choice:
    """A choice of the first of these actions, all of which win with that probability."""
    candidates = tuple([Candidate((name,), value, 40) for name in actions.split()])
    return Choice(candidates[0].action, value, 120, (candidates[0].action,), 0, candidates)


@pytest.mark.parametrize("left", [1, 2, 3])
def test_the_move_that_wins_soonest_is_played(left: int) -> None:
    choice = quickest_win(RACE, Race(left), won(), "seed", Limit())
    assert choice.action == ("go",) == choice.candidates[0].action and choice.line == (("go",),)
    assert sorted(choice.candidates) == sorted(won().candidates) and choice.value == 1


@pytest.mark.parametrize("left", [1, 2, 3])
def test_the_search_alone_dithers(left: int) -> None:
    """The control of the test above: to the search all winning moves are the same."""
    choice = ismcts(RACE, Race(left), Random(1), Limit(nodes=100))
    assert choice.value > module.WON and choice.action != ("go",)
    assert quickest_win(RACE, Race(left), choice, "seed", Limit()).action == ("go",)


def test_where_nothing_is_won_the_choice_stays() -> None:
    choice = won(value=module.WON - 0.01)
    assert quickest_win(RACE, Race(1), choice, "seed", Limit()) is choice


def test_no_win_is_risked_to_be_quick() -> None:
    choice = quickest_win(RACE, Race(1, risky=True), won(), "seed", Limit())
    assert choice.action != ("go",)


def test_moves_that_the_search_has_not_tried_or_thinks_worse_of_are_left_out() -> None:
    wait, _, go = won().candidates
    for poor in (go._replace(value=0.97), go._replace(visits=0)):
        choice = replace(won(), candidates=(wait, poor))
        assert quickest_win(RACE, Race(1), choice, "seed", Limit()) is choice


def test_the_strongest_levels_finish_and_the_plain_algorithm_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [name for name, level in LEVELS.items() if level.finishes] == ["hard", "master"]
    asked: list[float] = []
    monkeypatch.setattr(
        "tabletown.rules.bots.levels.quickest_win", lambda game, view, choice, *rest: asked.append(0) or choice
    )
    game = rules.load("splendor")
    view = game.setup(2, {"module": "base"}, Random(1))
    for level in ("hard", "master", "ismcts", "medium"):
        choose("splendor", view, level, "seed", nodes=3)
    assert len(asked) == 2


def test_what_every_process_would_play_is_played() -> None:
    """Each has found the quickest win, which is not the most visited move."""
    quick = replace(won(), action=("go",), candidates=(Candidate(("go",), 1, 3), Candidate(("wait",), 1, 90)))
    merged = merge_parallel_searches([quick, quick])
    assert merged.action == ("go",) == merged.candidates[0].action and merged.candidates[0].visits == 6
