"""Time of reviews: `python -m tabletown.rules.arena review-time --only splendor/base/2`.

A game of bots of mixed levels is reviewed as on screen: a quick pass over all moves, then one at full depth. CPU time
is that of all processes together; wall time depends on what else the machine does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import times
from time import perf_counter
from typing import Any

from ..analysis.decision import ReviewTerms, questions
from ..analysis.review_depth import QUICK, full_depth
from ..analysis.searches import decisions
from ..core.game import Game
from ..core.match import Match
from .bench import cases
from .check_mistakes import Part, play
from .one_line_errors import Parser


def measured(match: Match, nodes: int, jobs: int) -> str:
    """Number of decisions, CPU time and wall time of a pass with that many positions a move."""
    asked = questions(match, ReviewTerms(nodes=nodes))
    wall, cpu = perf_counter(), cpu_seconds()
    moves = sum(1 for _ in decisions(asked, jobs))
    wall, cpu = perf_counter() - wall, cpu_seconds() - cpu
    return f"{moves} moves at {nodes:,} positions: {cpu:.1f} s CPU, {wall:.1f} s wall"


def cpu_seconds() -> float:
    """CPU time of this process and of those that it has waited for."""
    return sum(times()[:4])


def line(key: str, game: Game[Any], options: Mapping[str, str], seats: int, jobs: int, seed: int) -> str:
    """The figures of a case in a line."""
    match = play(Part(game.NAME, options, seats, seed, 0, 1))
    return f"{key:28} " + "; ".join(measured(match, nodes, jobs) for nodes in (QUICK, full_depth(match)))


def main(argv: Sequence[str] | None = None, prog: str = "python -m tabletown.rules.arena review-time") -> int:
    p = Parser(prog, description=__doc__, allow_abbrev=False)
    p.add_argument("--only", default="", metavar="KEY", help="only cases with this prefix, e.g. splendor/base/2")
    p.add_argument("--jobs", type=int, default=2, help="processes (default 2)")
    p.add_argument("--seed", type=int, default=1)
    a = p.parse_args(argv)
    for key, game, options, seats in cases(a.only):
        print(line(key, game, options, seats, a.jobs, a.seed), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
