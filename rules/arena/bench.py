"""Benchmarks of the rules, and soak tests."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from math import inf
from random import Random
from statistics import median
from time import perf_counter
from typing import Any, cast

from tabletown import rules

from ..bots.bot import Limit
from ..bots.ismcts import Search
from ..bots.level_descriptions import LEVELS
from ..bots.levels import choose
from ..core.game import Action, Game
from ..core.registry import game_module
from .one_line_errors import Parser

REPEATS = 5
"""Measurements of each figure; the median counts."""
SAMPLES = 40
"""Positions halfway through random games on which `copy` and `legal` are timed."""
ROUNDS = 50
"""Calls per position in one measurement of `copy` or `legal`."""
ITERATIONS = 500
"""Iterations of the tree search in each position."""
HURRIED = 8
"""Positions that a bot may search for a decision in a soak."""
MAX_DECISIONS = 5000
"""Most decisions of a game in a soak."""
FAULTS = 3
"""Most faults of a case that a soak prints in full."""


def versions(game: Game[Any]) -> Iterator[dict[str, str]]:
    """Every combination of a game's options."""
    choices = [[(option.key, value) for value, _ in option.choices] for option in game.OPTIONS]
    yield from map(dict, product(*choices))


def cases(only: str = "") -> Iterator[tuple[str, Game[Any], dict[str, str], int]]:
    """Every game, set of options and number of seats whose key, such as "splendor/base/2", starts with `only`."""
    for name in rules.GAMES:
        game = rules.load(name)
        for options in versions(game):
            for seats in game.SEATS:
                key = "/".join((name, *options.values(), str(seats)))
                if key.startswith(only):
                    yield key, game, options, seats


def any_of(legal: list[Action], rng: Random) -> Action:
    return legal[int(rng.random() * len(legal))]


def playout(game: Game[Any], s: Any, rng: Random) -> int:
    """Play at random to the end, in place, and return the number of decisions."""
    turn, legal, advance, decisions = game.turn, game.legal, game.advance, 0
    while turn(s) is not None:
        advance(s, any_of(legal(s), rng), rng)
        decisions += 1
    return decisions


def playouts(game: Game[Any], options: Mapping[str, str], seats: int, seconds: float) -> tuple[float, float]:
    """Decisions and games a second of random play to the end, each from a copy of a new game."""
    rng = Random(1)
    s, decisions, games, start = game.setup(seats, options, rng), 0, 0, perf_counter()
    while (spent := perf_counter() - start) < seconds or not games:
        decisions += playout(game, s.copy(), rng)
        games += 1
    return decisions / spent, games / spent


def middles(game: Game[Any], options: Mapping[str, str], seats: int) -> list[Any]:
    """Positions halfway through random games."""
    return [middle(game, options, seats, Random(seed)) for seed in range(SAMPLES)]


def middle(game: Game[Any], options: Mapping[str, str], seats: int, rng: Random) -> Any:
    states = [game.setup(seats, options, rng)]
    while game.turn(states[-1]) is not None:
        states.append(states[-1].copy())
        game.advance(states[-1], any_of(game.legal(states[-1]), rng), rng)
    return states[len(states) // 2]


def microseconds(call: Callable[[Any], Any], positions: Sequence[Any]) -> float:
    """Mean time of a call in microseconds, averaged over the positions."""
    start = perf_counter()
    for _ in range(ROUNDS):
        for s in positions:
            call(s)
    return 1e6 * (perf_counter() - start) / ROUNDS / len(positions)


def iterations(game: Game[Any], positions: Sequence[Any], seconds: float) -> float:
    """Iterations a second of the tree search, ITERATIONS in each position, until `seconds` are over."""
    done, spent = 0, 0.0
    for s in positions:
        view, start = game.observe(s, game.turn(s)), perf_counter()
        search = Search(game, view, Random(1))
        search.run(Limit(nodes=ITERATIONS), thorough=True)
        done += search.iterations
        spent += perf_counter() - start
        if spent >= seconds:
            break
    return done / spent


def measure(game: Game[Any], options: Mapping[str, str], seats: int, seconds: float) -> dict[str, float]:
    """The figures of one case; random play takes `seconds` in total, and the search as much again."""
    runs = [playouts(game, options, seats, seconds / REPEATS) for _ in range(REPEATS)]
    positions = middles(game, options, seats)
    copying = [microseconds(lambda s: s.copy(), positions) for _ in range(REPEATS)]
    asking = [microseconds(game.legal, positions) for _ in range(REPEATS)]
    return {
        "decisions_per_s": round(median(run[0] for run in runs)),
        "playouts_per_s": round(median(run[1] for run in runs), 1),
        "copy_us": round(median(copying), 3),
        "legal_us": round(median(asking), 3),
        "ismcts_iterations_per_s": round(iterations(game, positions, seconds)),
    }


def checker(game: Game[Any]) -> Callable[[Any], str]:
    """The game's own check of its pieces (`conserved` in `invariants.py`), which returns a fault, or "" for none."""
    module = game_module(game.NAME, "invariants")
    return cast(Any, module).conserved if module else lambda s: ""


def soak(game: Game[Any], options: Mapping[str, str], seats: int, seed: int, level: str = "") -> str:
    """Play one game at random, or by bots of a level, checking each position; return the first fault, "" for none."""
    rng, conserved = Random(f"{seed}/{seats}"), checker(game)
    s = game.setup(seats, options, rng)
    for ply in range(MAX_DECISIONS):
        if (fault := conserved(s)) or (player := game.turn(s)) is None:
            return fault
        legal = game.legal(s)
        if not legal:
            return "no action is legal although the game is not over"
        a = any_of(legal, rng)
        if level:
            a = choose(game.NAME, game.observe(s, player), level, f"{seed}/{ply}", nodes=HURRIED).action
            if a not in legal:
                return f"{level} played {a}, which is not legal"
        game.advance(s, a, rng)
    return "" if level else "the game does not end"


def soaked(key: str, game: Game[Any], options: Mapping[str, str], seats: int, games: int, level: str = "") -> list[str]:
    """Faults of `games` games of a case, each a line with its seed."""
    faults = []
    for seed in range(games):
        try:
            fault = soak(game, options, seats, seed, level)
        except Exception as e:  # any exception of the rules is a fault
            fault = f"{type(e).__name__}: {e}"
        if fault:
            faults.append(f"{key}, {level or 'random play'}, seed {seed}: {fault}")
    return faults


def soak_all(games: int, only: str = "", bots: bool = False) -> int:
    """Soak each case whose key starts with `only`, with bots at every level, print faults and return their number."""
    total, levels = 0, [*LEVELS] if bots else [""]
    for (key, game, options, seats), level in product(cases(only), levels):
        start = perf_counter()
        faults = soaked(key, game, options, seats, games, level)
        print(
            f"{key:28} {level:8}{games} games, {len(faults)} faults, {perf_counter() - start:.1f} s",
            *faults[:FAULTS],
            sep="\n  ",
            flush=True,
        )
        total += len(faults)
    return total


def table(figures: Mapping[str, Mapping[str, float]]) -> str:
    """The figures as a table of text."""
    heads = ("decisions/s", "playouts/s", "copy (us)", "legal (us)", "ismcts it/s")
    lines = [f"{'':28}" + "".join(f"{head:>14}" for head in heads)]
    lines += [f"{key:28}" + "".join(f"{value:14,}" for value in row.values()) for key, row in figures.items()]
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None, prog: str = "python -m tabletown.rules.arena.bench") -> int:
    p = Parser(prog, description=__doc__, allow_abbrev=False)
    p.add_argument("--json", action="store_true", help="print JSON")
    p.add_argument("--seconds", type=float, default=2.0, help="seconds of random play per case")
    p.add_argument(
        "--soak",
        type=int,
        metavar="N",
        help="play N random games per case with all checks on; exit with code 1 if a check fails",
    )
    p.add_argument(
        "--bots", action="store_true", help="with --soak: use fast bots instead of random play, N games per level"
    )
    p.add_argument("--only", default="", metavar="KEY", help="only cases with this prefix, e.g. splendor/orient")
    a = p.parse_args(argv)
    if not 0 < a.seconds < inf or (a.soak is not None and a.soak < 1):
        p.error("--seconds and --soak must be more than 0")
    if a.bots and not a.soak:
        p.error("--bots only works with --soak; add --soak 10")
    if not any(cases(a.only)):
        p.error(f"no benchmark name starts with {a.only!r}; try {next(cases())[0]}")
    if a.soak:
        return min(1, soak_all(a.soak, a.only, a.bots))
    figures = {key: measure(game, options, seats, a.seconds) for key, game, options, seats in cases(a.only)}
    print(json.dumps(figures) if a.json else table(figures))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
