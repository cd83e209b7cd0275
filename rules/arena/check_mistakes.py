"""Check of reviews: `python -m tabletown.rules.arena mistakes --only splendor/base/2 --mistakes 50`.

Bots of mixed levels play games, and some moves of each are reviewed, until enough mistakes are found. A search ten
times deeper, in other worlds, then compares every mistake with the better move that the review names. It confirms the
mistake if the move loses at least LEAST there too.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import closing
from math import inf, sqrt
from pathlib import Path
from random import Random
from typing import NamedTuple

from tabletown import rules

from ..analysis.decision import Question, ReviewTerms, questions
from ..analysis.mistakes import LEAST
from ..analysis.review_depth import full_depth
from ..analysis.searches import checked_loss, judge
from ..bots.level_descriptions import LEVELS
from ..bots.levels import choose
from ..core.match import Match, Seat
from ..core.workers import as_completed, local_pool
from .bench import cases
from .one_line_errors import Parser

MIXED = tuple(level for level in LEVELS if level != "master")
"""Levels that play, any of them in any seat."""
PLAYED_NODES = 100
"""Positions that these bots search for a move."""
MAX_MOVES = 600
"""Moves after which a game of bots is left out."""
MAX_GAMES = 500
MOVES = 12
"""Moves of each game that are reviewed."""
Z = 1.96
"""Standard deviations of a 95% interval."""


class Check(NamedTuple):
    """A reviewed move: the loss by the review, and by the deeper search if that loss is a mistake."""

    loss: float
    deeper: float = 0.0


class Part(NamedTuple):
    """A game of the sample with the limits of its review; zero nodes for the depth of reviews on screen."""

    game: str
    options: Mapping[str, str]
    seats: int
    seed: int
    nodes: int
    times: int

    @property
    def key(self) -> str:
        options = "/".join(self.options.values())
        limits = f"{self.nodes} positions, checked {self.times} times deeper"
        return f"{self.game}/{options}/{self.seats}, seed {self.seed}, {limits}"


def play(part: Part) -> Match:
    """A game of bots of mixed levels."""
    levels = Random(part.seed).choices(MIXED, k=part.seats)
    match = Match(part.game, [Seat(level.title(), level) for level in levels], dict(part.options), part.seed)
    while match.player is not None and len(match.log) < MAX_MOVES:
        view, level = match.game.observe(match.state, match.player), match.seats[match.player].bot
        match.act(choose(part.game, view, level, match.seed_for(len(match.log), "bot"), nodes=PLAYED_NODES).action)
    return match


def checks(part: Part) -> list[Check]:
    """Reviews of some moves of a game, and deeper searches of the mistakes among them."""
    match = play(part)
    asked = questions(match, ReviewTerms(nodes=part.nodes or full_depth(match))) if match.player is None else []
    chosen = Random(part.seed).sample(asked, min(MOVES, len(asked)))
    return [check(q, part.times) for q in chosen]


def check(q: Question, times: int) -> Check:
    """Review a move, and search it again if it is a mistake: half of the positions after it, half after the better."""
    decision, game = judge(q), rules.load(q.game)
    if not decision.loss:
        return Check(0.0)
    better = next(a for a in game.legal(q.view) if game.notation(q.view, a) == decision.better)
    return Check(
        decision.loss, checked_loss(game, q._replace(seed=f"{q.seed}/deeper"), better, q.terms.part(times / 2))
    )


def sample(parts: Sequence[Part], mistakes: int, jobs: int, file: Path | None) -> list[Check]:
    """Checks of as many of these games as it takes to find that many mistakes; those in the file come first."""
    earlier = read(file) if file else {}
    sampled = [check for part in parts for check in earlier.get(part.key, [])]
    missing = [part for part in parts if part.key not in earlier]
    with closing(local_pool(jobs)) as pool:
        games = as_completed(checks, missing, pool)
        while sum(1 for check in sampled if check.loss) < mistakes and (game := next(games, None)):
            sampled += game[1]
            if file:
                with file.open("a", encoding="utf-8") as rows:
                    rows.write(json.dumps([game[0].key, game[1]]) + "\n")
    return sampled


def read(file: Path) -> dict[str, list[Check]]:
    """Checks by the key of their game."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return {key: [Check(*row) for row in rows] for key, rows in map(json.loads, lines)}


def interval(hits: int, of: int) -> tuple[float, float]:
    """95% interval of a share by Wilson's score (1927)."""
    if not of:
        return 0.0, 1.0
    share, weight = hits / of, Z * Z / of
    middle, half = share + weight / 2, Z * sqrt(share * (1 - share) / of + weight / (4 * of))
    return (middle - half) / (1 + weight), (middle + half) / (1 + weight)


def line(key: str, sample: Sequence[Check]) -> str:
    """The figures of a case in a line."""
    mistakes = [check for check in sample if check.loss]
    hits = sum(check.deeper >= LEAST for check in mistakes)
    low, high = interval(hits, len(mistakes))
    loss, deeper = (
        (sum(values) / max(1, len(mistakes)) for values in zip(*mistakes, strict=True)) if mistakes else (0, 0)
    )
    return (
        f"{key:28} {len(sample)} moves, {len(mistakes)} mistakes, confirmed {hits} "
        f"= {hits / max(1, len(mistakes)):.0%} ({low:.0%} to {high:.0%}); "
        f"mean loss {loss:.1%}, by the deeper search {deeper:.1%}"
    )


def main(argv: Sequence[str] | None = None, prog: str = "python -m tabletown.rules.arena mistakes") -> int:
    p = Parser(prog, description=__doc__, allow_abbrev=False)
    p.add_argument("--only", default="", metavar="KEY", help="only cases with this prefix, e.g. splendor/base/2")
    p.add_argument("--mistakes", type=int, default=50, help="mistakes to check per case (default 50)")
    p.add_argument(
        "--nodes", type=int, default=0, help="positions that a review searches per move (default: as in the program)"
    )
    p.add_argument("--times", type=int, default=10, help="how many times deeper the check is (default 10)")
    p.add_argument("--seed", type=int, default=1, help="same seed, same games (default 1)")
    p.add_argument("--file", type=Path, help="save checks to this file and resume from it")
    p.add_argument("--jobs", type=int, default=1, help="number of processes")
    a = p.parse_args(argv)
    if not 0 < min(a.mistakes, a.times, a.jobs) < inf or a.nodes < 0:
        p.error("--mistakes, --times and --jobs must be 1 or more")
    if not any(cases(a.only)):
        p.error(f"no case starts with {a.only!r}; try {next(cases())[0]}")
    for key, game, options, seats in cases(a.only):
        games = range(a.seed, a.seed + MAX_GAMES)
        parts = [Part(game.NAME, options, seats, seed, a.nodes, a.times) for seed in games]
        print(line(key, sample(parts, a.mistakes, a.jobs, a.file)), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
