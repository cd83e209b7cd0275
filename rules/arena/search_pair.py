"""The plain and the compiled tree search on the same positions: whether they agree, and how many positions a second."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from random import Random
from statistics import median
from time import process_time
from typing import Any, NamedTuple

from .. import load
from ..bots.bot import Candidate, Limit
from ..bots.fast_search import GAME, MODULES, FastSearch
from ..bots.ismcts import Search
from ..core.game import Action
from ..fast.installed import fault

STRIDE = 7
"""Decisions between two positions of a game."""


class Outcome(NamedTuple):
    """Everything that a search finds."""

    candidates: tuple[Candidate, ...]
    win_probabilities: tuple[float, ...]
    line: tuple[Action, ...]
    numbers: object
    """State of the generator of random numbers after the search."""


def positions(module: str, seats: int, seed: int) -> Iterator[Any]:
    """Views of the player to move in a random game in which everyone buys where that is possible."""
    game, rng = load(GAME), Random(seed)
    s = game.setup(seats, {"module": module}, rng)
    decision = 0
    while (player := game.turn(s)) is not None:
        if decision % STRIDE == seed % STRIDE:
            yield game.observe(s, player)
        legal = game.legal(s)
        options = [a for a in legal if a[0] == "buy"] or legal
        game.advance(s, options[int(rng.random() * len(options))], rng)
        decision += 1


def outcome(kind: type[Search] | type[FastSearch], view: Any, seed: int, nodes: int) -> Outcome:
    """The results of a search of that many positions, with early stop."""
    rng = Random(seed)
    search = kind(load(GAME), view, rng)
    search.run(Limit(nodes=nodes))
    line = tuple(search.principal_variation())
    return Outcome(search.candidates(), search.win_probabilities(), line, rng.getstate())


def compare(module: str, seats: int, games: int, first: int, nodes: int) -> tuple[int, int]:
    """Number of positions of some games, and of those in which the two searches differ in anything, which it prints."""
    number, wrong = 0, 0
    for seed in range(first, first + games):
        for index, view in enumerate(positions(module, seats, seed)):
            plain, fast = (outcome(kind, view, seed, nodes) for kind in (Search, FastSearch))
            number += 1
            if plain != fast:
                wrong += 1
                parts = [name for name, a, b in zip(Outcome._fields, plain, fast, strict=True) if a != b]
                print(f"{module}, {seats} players, seed {seed}, position {index}: different {', '.join(parts)}")
    return number, wrong


def rate(kind: type[Search] | type[FastSearch], view: Any, seed: int, nodes: int) -> float:
    """Positions a second of processor time of a search of that many positions."""
    start = process_time()
    search = kind(load(GAME), view, Random(seed))
    search.run(Limit(nodes=nodes), thorough=True)
    return search.iterations / (process_time() - start)


def speeds(module: str, seats: int, games: int, first: int, nodes: int) -> tuple[float, float]:
    """Positions a second of processor time of the plain and of the compiled search, which take turns; medians."""
    rates: tuple[list[float], list[float]] = [], []
    for seed in range(first, first + games):
        for view in positions(module, seats, seed):
            plain, fast = (rate(kind, view, seed, nodes) for kind in (Search, FastSearch))
            rates[0].append(plain)
            rates[1].append(fast)
    return median(rates[0]), median(rates[1])


def main(args: Sequence[str], program: str) -> int:
    p = ArgumentParser(program, description="Compare the plain and the compiled tree search.", allow_abbrev=False)
    p.add_argument("what", choices=("compare", "speed"))
    p.add_argument("--module", choices=MODULES, action="append", help="only this module; may be given more than once")
    p.add_argument("--seats", type=int, choices=(2, 3, 4), action="append", help="only this number of players")
    p.add_argument("--games", type=int, default=2, help="games whose positions are searched")
    p.add_argument("--seed", type=int, default=0, help="seed of the first game; the others follow")
    p.add_argument("--nodes", type=int, default=1000, help="positions of a search")
    given = p.parse_args(args)
    if why := fault():
        p.exit(2, f"{program}: cannot use the fast engine: {why}\n")
    faults = 0
    for module in given.module or MODULES:
        for seats in given.seats or (2, 3, 4):
            if given.what == "compare":
                number, wrong = compare(module, seats, given.games, given.seed, given.nodes)
                faults += wrong
                print(f"{module}, {seats} players: {number} positions, {wrong} differ", flush=True)
            else:
                plain, fast = speeds(module, seats, given.games, given.seed, given.nodes)
                print(f"{module}, {seats} players: {plain:,.0f} and {fast:,.0f}, {fast / plain:.1f} times", flush=True)
    return min(1, faults)
