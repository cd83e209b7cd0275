"""Fit the weights of a game's evaluation to self-play: `python -m rules.bots.fit splendor --games 400 --seed 1`.

The game's `bot.py` offers `features(s, player)`, whose weighted sum its evaluation is; the weights printed make the
difference between two players tell who wins (logistic regression).
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Sequence
from functools import partial
from math import exp, sqrt
from operator import mul, sub
from random import Random
from typing import Any, TypeAlias, cast

import rules

from ..game import defaults
from .arena import Terms, follow, spread
from .bot import Choice
from .knowledge import companion, knowledge, shares

Row: TypeAlias = tuple[tuple[float, ...], float]
"""One player's features less the other's at the beginning of a turn, and the first one's share of the victory."""

RATE = 0.05
PULL = 0.03
"""How strongly every weight is held back to where it began: a few hundred games tell little about each."""


def observations(terms: Terms, level: str, number: int) -> list[Row]:
    """The rows of one game between two bots of the level."""
    features, rows = cast(Any, companion(terms.game, "bot")).features, []
    last: int | None = None

    def watch(s: Any, player: int, choice: Choice) -> None:
        nonlocal last
        if player != last:
            mine, theirs = features(s, player), features(s, 1 - player)
            rows.append((player, tuple(map(sub, mine, theirs))))
        last = player

    won = shares(rules.load(terms.game), follow(terms, (level, level), number, watch), 2)
    return [(x, won[player]) for player, x in rows]


def fit(rows: Sequence[Row], start: Sequence[float], epochs: int, rng: Random) -> list[float]:
    """Weights in units of log odds, by stochastic gradient descent on scaled features from the weights given."""
    spans = [sqrt(sum(v * v for v in column) / len(rows)) or 1.0 for column in zip(*(x for x, _ in rows), strict=True)]
    scaled = [([v / span for v, span in zip(x, spans, strict=True)], won) for x, won in rows]
    home = [w * span for w, span in zip(start, spans, strict=True)]
    weights = home[:]
    for epoch in range(epochs):
        rng.shuffle(scaled)
        rate = RATE / (1 + epoch)
        for x, won in scaled:
            step = rate * (won - logistic(sum(map(mul, weights, x))))
            pull = rate * PULL
            weights = [w + step * v - pull * (w - h) for w, v, h in zip(weights, x, home, strict=True)]
    return [w / span for w, span in zip(weights, spans, strict=True)]


def logistic(x: float) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, x))))


def main(argv: Sequence[str] | None = None) -> None:
    p = argparse.ArgumentParser("python -m rules.bots.fit", description=__doc__)
    p.add_argument("game", choices=rules.GAMES)
    p.add_argument("--games", type=int, default=400)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--level", default="minimax")
    p.add_argument("--nodes", type=int, default=500, help="limit of a move")
    p.add_argument("--epochs", type=int, default=15)
    p.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes")
    a = p.parse_args(argv)
    terms = Terms(a.game, defaults(rules.load(a.game)), 2, a.seed, None, a.nodes)
    games = spread(partial(observations, terms, a.level), a.games, a.jobs)
    rows = [row for game in games for row in game]
    scale, start = knowledge(rules.load(a.game)).scale, cast(Any, companion(a.game, "bot")).WEIGHTS
    weights = fit(rows, [w / scale for w in start], a.epochs, Random(a.seed))
    print(json.dumps({"games": a.games, "positions": len(rows), "weights": [round(scale * w, 3) for w in weights]}))


if __name__ == "__main__":
    main()
