"""The search itself, on games small enough to know the answer: a heap of stones, and bare trees.

Players take 1 to 3 stones from the heap; the player who takes the last one wins.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tabletown.rules.bots.bot import Limit
from tabletown.rules.bots.greedy import greedy
from tabletown.rules.bots.minimax import SAMPLES, minimax
from tabletown.rules.core.game import Action, Game, Score


@dataclass
class Heap:
    stones: int
    seats: int
    player: int = 0
    taken: list[int] = field(default_factory=list)

    def copy(self) -> Heap:
        return Heap(self.stones, self.seats, self.player, self.taken[:])


def turn(s: Heap) -> int | None:
    return s.player if s.stones else None


def legal(s: Heap) -> list[Action]:
    return [("take", n) for n in range(1, min(3, s.stones) + 1)]


def advance(s: Heap, a: Action, rng: Random) -> None:
    s.stones -= a[1]
    s.taken.append(a[1])
    s.player = (s.player + 1) % s.seats


def score(s: Heap | Path) -> tuple[Score, ...]:
    return tuple((("Stones", 0),) for _ in range(s.seats))


def winners(s: Heap) -> tuple[int, ...]:
    return ((s.player - 1) % s.seats,)


def determinize(view: Heap, rng: Random) -> Heap:
    return view.copy()


NIM = cast(
    "Game[Any]",
    SimpleNamespace(
        NAME="nim", turn=turn, legal=legal, advance=advance, score=score, winners=winners, determinize=determinize
    ),
)
"""No package of its own and so no knowledge: the search must find everything out."""


@pytest.mark.parametrize("stones", [n for n in range(1, 15) if n % 4])
def test_two_players_leave_a_multiple_of_four(stones: int) -> None:
    choice = minimax(NIM, Heap(stones, 2), Random(1), Limit(nodes=200_000))
    assert choice.action == ("take", stones % 4)
    assert choice.value > 0.95
    assert len(choice.line) >= (stones + 3) // 4


@pytest.mark.parametrize("stones", [4, 8, 12])
def test_a_lost_position_is_known_as_lost(stones: int) -> None:
    assert minimax(NIM, Heap(stones, 2), Random(1), Limit(nodes=200_000)).value < 0.05


def test_three_players_each_seek_their_own() -> None:
    """Of 5 stones the first player takes 1, 2 or 3; the next can take all of 1 to 3, so only leaving 4 is right."""
    assert minimax(NIM, Heap(3, 3), Random(1), Limit(nodes=10_000)).action == ("take", 3)
    assert minimax(NIM, Heap(3, 3), Random(1), Limit(nodes=10_000)).value > 0.95


@dataclass
class Path:
    """A game that is only a tree: three ways at every step, and random results at the ends."""

    seats: int
    depth: int
    seed: int
    steps: tuple[int, ...] = ()

    def copy(self) -> Path:
        return replace(self)


def path_end(s: Path) -> tuple[int, ...]:
    rng = Random(f"{s.seed}{s.steps}")
    return tuple(sorted({rng.randrange(s.seats) for _ in range(2)}))


def path_advance(s: Path, a: Action, rng: Random) -> None:
    s.steps += a


TREE = cast(
    "Game[Any]",
    SimpleNamespace(
        NAME="tree",
        turn=lambda s: len(s.steps) % s.seats if len(s.steps) < s.depth else None,
        legal=lambda s: [(0,), (1,), (2,)],
        advance=path_advance,
        score=score,
        winners=path_end,
        determinize=lambda view, rng: view.copy(),
    ),
)


def plain(s: Path) -> list[float]:
    """Max^n as the textbook has it, with nothing cut off."""
    player = TREE.turn(s)
    if player is None:
        return [1 / len(path_end(s)) if seat in path_end(s) else 0.0 for seat in range(s.seats)]
    return max((plain(replace(s, steps=(*s.steps, a))) for a in range(3)), key=lambda value: value[player])


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(("seats", "depth"), [(2, 5), (3, 6), (4, 6)])
def test_cutting_off_changes_no_value(seats: int, depth: int, seed: int) -> None:
    s = Path(seats, depth, seed)
    value = minimax(TREE, s, Random(1), Limit(nodes=100_000)).value
    assert value == pytest.approx(plain(s)[0], abs=0.02)


@pytest.mark.parametrize(("seats", "part"), [(2, 0.5), (3, 0.97)])
def test_cutting_off_saves_nodes(seats: int, part: float) -> None:
    """Sweeps of depth 1 to 6 over the whole tree visit 1629 positions in each world."""
    assert minimax(TREE, Path(seats, 6, 1), Random(1), Limit()).nodes < part * SAMPLES * 1629


def test_the_sooner_victory_is_preferred() -> None:
    """The first player wins everywhere, but at once only by the last of the three ways."""
    early = SimpleNamespace(**vars(TREE))
    early.NAME, early.winners = "early", lambda s: (0,)
    early.turn = lambda s: None if s.steps and (s.steps[0] == 2 or len(s.steps) == 3) else len(s.steps) % 2
    choice = minimax(cast("Game[Any]", early), Path(2, 3, 1), Random(1), Limit(nodes=1000))
    assert choice.line == ((2,),)


def test_greedy_needs_no_knowledge() -> None:
    assert greedy(NIM, Heap(3, 2), Random(1), Limit()).action == ("take", 3)
