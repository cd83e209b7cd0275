"""Space the levels of a table evenly: `python -m tabletown.rules.arena calibrate splendor --option module=base`.

Print the error in judging moves at which `medium`, `easy` and `novice` lose the given share of games to the level
above: figures for difficulty.toml. Games are played at errors around the best guess so far, and a logistic function
of the error's logarithm, with a prior slope of 1, is fitted to the results.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import closing
from math import exp, log
from typing import NamedTuple

from tabletown import rules

from ..bots.level_descriptions import LEVELS
from ..core.game import chosen
from ..core.workers import WorkerPool, as_completed, local_pool
from .elo import chance
from .one_line_errors import Parser
from .series import Series, SeriesTerms, play_part, total

FIRST, LEAST, MOST = 1.0, 0.05, 30.0
"""First guess of the error, and its least and greatest value, in log odds."""
AROUND = (-0.35, 0.35, 0.0, 0.0)
"""Offsets from the guess, in the logarithm of the error, at which the deals of a round are played."""
SLOPE = 1.0
"""Prior mean of the slope; that of the log odds at an error of 1 is 0."""
SURE, UNSURE = 4.0, 0.5
"""Prior precisions (inverse variances) of the slope and of the log odds at an error of 1."""
STEPS, STRIDE = 50, 1.0
"""Most steps of Newton's method, and the longest of one parameter."""


class Trial(NamedTuple):
    """A game played at an error."""

    log_error: float
    won: float
    """Share of the win that the level above had, 0 to 1."""


def fitted(trials: Sequence[Trial]) -> tuple[float, float]:
    """Log odds of the level above at an error of 1, and their slope in the logarithm of the error (Newton's method)."""
    level, slope = 0.0, SLOPE
    for _ in range(STEPS):
        up, tilt = -UNSURE * level, SURE * (SLOPE - slope)
        aa, ab, bb = UNSURE, 0.0, SURE
        for x, won in trials:
            p = chance(level + slope * x)
            up, tilt = up + won - p, tilt + (won - p) * x
            w = p * (1 - p)
            aa, ab, bb = aa + w, ab + w * x, bb + w * x * x
        det = aa * bb - ab * ab
        step = (up * bb - tilt * ab) / det, (tilt * aa - up * ab) / det
        scale = min(1.0, STRIDE / max(1e-9, *map(abs, step)))
        level, slope = level + scale * step[0], slope + scale * step[1]
    return level, slope


def guess(trials: Sequence[Trial], share: float) -> float:
    """Estimate of the error at which the level above wins that share, 0 to 1, of the games."""
    level, slope = fitted(trials)
    least, most = log(LEAST), log(MOST)
    return exp(min(most, max(least, (log(share / (1 - share)) - level) / slope))) if slope > 0 else MOST


def space(
    terms: SeriesTerms, above: str, below: str, share: float, games: int, pool: WorkerPool
) -> tuple[float, list[Trial]]:
    """Error at which `above` wins that share against `below`, and at least `games` games from which it is estimated."""
    trials: list[Trial] = []
    error = FIRST
    while len(trials) < games:
        deal = len(trials) // 2
        errors = [error * exp(off) for off in AROUND]
        series = [Series(terms, (above, f"{below}:error={at:.3f}")) for at in errors]
        parts = [(entry, 2 * (deal + n) + side) for n, entry in enumerate(series) for side in (0, 1)]
        for (entry, number), game in as_completed(play_part, parts, pool):
            trials.append(Trial(log(errors[series.index(entry)]), total(game.victory_shares, number)))
        error = guess(trials, share)
    return error, trials


def main(argv: Sequence[str] | None = None) -> None:
    p = Parser("python -m tabletown.rules.arena calibrate", description=__doc__)
    p.add_argument("game", choices=rules.GAMES)
    p.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="one of the game's options")
    p.add_argument("--seats", type=int, default=2)
    p.add_argument("--share", type=float, default=0.78, help="share of wins that the higher level should get")
    p.add_argument("--games", type=int, default=56, help="minimum number of games for each of the three levels")
    p.add_argument("--seed", type=int, default=7)
    p.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="number of processes")
    a = p.parse_args(argv)
    try:
        options = chosen(rules.load(a.game), dict(pair.partition("=")[::2] for pair in a.option))
    except ValueError as wrong:
        p.error(str(wrong))
    if a.seats not in rules.load(a.game).SEATS or not 0 < a.share < 1 or min(a.games, a.jobs) < 1:
        p.error(
            "--seats must be a number of players the game allows; --share must be between 0 and 1; "
            "--games and --jobs must be 1 or more"
        )
    terms = SeriesTerms(a.game, options, a.seats, a.seed, None, None)
    names = list(LEVELS)[-2::-1]
    with closing(local_pool(a.jobs)) as pool:
        above = names[0]
        for below in names[1:]:
            error, trials = space(terms, above, below, a.share, a.games, pool)
            won = sum(trial.won for trial in trials) / len(trials)
            print(
                f"{below}: error {error:.2f} ({above} won {won:.0%} of {len(trials)} games near that value)", flush=True
            )
            above = f"{below}:error={error:.3f}"


if __name__ == "__main__":
    main()
