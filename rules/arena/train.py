"""Train weights by self-play: `python -m tabletown.rules.arena train splendor --games 600 --nodes 400 --seed 1`.

The tree search plays against itself. The value is fitted to the results of the games and to the search's own values,
the policy to the search's visits of each action (Silver et al., "Mastering the game of Go without human knowledge",
2017). With `--nodes 0` there is no search: moves are drawn from the policy, and only the value is fitted, to the
results of a large number of games. The weights are written into the game's package; the next round starts from them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from math import inf, log, sqrt
from operator import mul
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, cast

from tabletown import rules

from ..bots.bot import Limit
from ..bots.evaluation import evaluator_for, victory_shares
from ..bots.fast_search import fastest_search
from ..bots.networks import PolicyWeights, ValueNet, Weights, dump_weights, load_weights, softmax
from ..core.game import chosen
from ..core.game_ai import ActionFeatures
from ..core.registry import game_module
from ..core.workers import map_ordered
from .one_line_errors import Parser
from .progress import with_progress
from .series import MAX_DECISIONS, SeriesTerms

OPENING = 0.25
"""Share of a game's usual length, from the start, in which moves are drawn by visits, so that games differ."""
EXPLORATION_RATE = 0.05
"""Probability of drawing a later move by visits instead of playing the most visited one."""
HIDDEN = 16
"""Hidden units of the value network."""
TRUST = 0.5
"""Weight of the search's own value in a target; the result of the game has the rest."""
POLICY_SHARE = 0.3
"""Share of the decisions to which the policy is fitted; more would be redundant."""
GLIMPSE = 0.25
"""Share of the decisions to which the value is fitted without a search, as neighbouring positions are much alike."""
VALUE_RATE, POLICY_RATE = 0.02, 0.02
"""Initial learning rates of value and policy; both fall linearly with the epochs."""
DECAY = 1e-4
"""Weight decay in each step of the descent, relative to the learning rate."""
HELD_OUT = 10
"""Every tenth game is held out for validation."""


class TrainingExample(NamedTuple):
    """A decision of a game."""

    features: list[tuple[float, ...]]
    """Value features of each player."""
    search_values: tuple[float, ...]
    """Each player's chance to win by the search; empty without a search."""
    action_features: list[ActionFeatures]
    """Features of the legal actions; empty if the policy is not fitted to this decision."""
    visits: list[float]
    """Share of the search's iterations for each legal action."""


class TrainingGame(NamedTuple):
    """The examples from one game, and each player's share of the win."""

    examples: list[TrainingExample]
    victory_shares: tuple[float, ...]


def play(terms: SeriesTerms, seats: Sequence[int], length: int, number: int) -> TrainingGame:
    """Play one game of the search against itself; `length` is the usual number of its examples."""
    game, rng = rules.load(terms.game), Random(f"{terms.seed}/{number}")
    ai = cast(Any, game_module(terms.game, "ai"))
    count = seats[number % len(seats)]
    s = game.setup(count, terms.options, rng)
    examples: list[TrainingExample] = []
    for ply in range(MAX_DECISIONS):
        if (player := game.turn(s)) is None:
            break
        legal = game.legal(s)
        action = legal[0]
        if len(legal) > 1 and not terms.nodes:
            if rng.random() < GLIMPSE:
                examples.append(TrainingExample([ai.features(s, seat) for seat in range(count)], (), [], []))
            action = rng.choices(legal, softmax(evaluator_for(game, s).logits(s, legal)))[0]
        elif len(legal) > 1:
            limit = Limit(nodes=terms.nodes or inf)
            search = fastest_search(game, game.observe(s, player), rng, limit)
            search.run(limit, thorough=True)
            share = {candidate.action: candidate.visits / search.iterations for candidate in search.candidates()}
            visits = [share[a] for a in legal]
            policy_actions = ai.action_features(s, legal) if rng.random() < POLICY_SHARE else []
            examples.append(
                TrainingExample(
                    [ai.features(s, seat) for seat in range(count)], search.win_probabilities(), policy_actions, visits
                )
            )
            drawn = ply < OPENING * length or rng.random() < EXPLORATION_RATE
            action = rng.choices(legal, visits)[0] if drawn else legal[visits.index(max(visits))]
        game.advance(s, action, rng)
    return TrainingGame(examples, victory_shares(game, s, count))


# Value


def targets(game: TrainingGame, example: TrainingExample) -> list[float]:
    """Target of each player's chance to win: the result, mixed with the search's value where there is one."""
    if not example.search_values:
        return [*game.victory_shares]
    return [
        (1 - TRUST) * won + TRUST * hope for won, hope in zip(game.victory_shares, example.search_values, strict=True)
    ]


def train_epoch(value: ValueNet, rows: Sequence[tuple[list[tuple[float, ...]], list[float]]], rate: float) -> None:
    """Fit the network in place by one pass of gradient descent on the cross entropy."""
    direct, hidden, out = value.direct, value.hidden, value.out
    keep = 1 - DECAY * rate
    for xs, expected in rows:
        units = [[sum(map(mul, row, (*x, 1.0))) for row in hidden] for x in xs]
        outputs = softmax(
            [
                sum(map(mul, direct, x)) + sum([w * u for w, u in zip(out, us, strict=True) if u > 0])
                for x, us in zip(xs, units, strict=True)
            ]
        )
        for x, us, chance, target in zip(xs, units, outputs, expected, strict=True):
            step = rate * (target - chance)
            direct = [w * keep + step * v for w, v in zip(direct, x, strict=True)]
            x1 = (*x, 1.0)
            for h, u in enumerate(us):
                if u > 0:
                    back = step * out[h]
                    out[h] = out[h] * keep + step * u
                    hidden[h] = [w * keep + back * v for w, v in zip(hidden[h], x1, strict=True)]
    value.direct = direct


def cross_entropy(value: ValueNet, rows: Sequence[tuple[list[tuple[float, ...]], list[float]]]) -> float:
    """Mean cross entropy in nats a position."""
    total = 0.0
    for xs, expected in rows:
        outputs = softmax([value(x) for x in xs])
        total -= sum([t * log(max(chance, 1e-9)) for t, chance in zip(expected, outputs, strict=True)])
    return total / len(rows)


def spans(rows: Sequence[tuple[list[tuple[float, ...]], list[float]]]) -> list[float]:
    """Root mean square of each input; 1 for an input that is always 0."""
    columns = zip(*(x for xs, _ in rows for x in xs), strict=True)
    return [sqrt(sum(map(mul, column, column)) / len(column)) or 1.0 for column in columns]


def scaled(value: ValueNet, factors: Sequence[float]) -> ValueNet:
    """The same network for inputs that are divided by these factors."""
    direct = [w * f for w, f in zip(value.direct, factors, strict=True)]
    return ValueNet(
        direct, [[w * f for w, f in zip(row, (*factors, 1.0), strict=True)] for row in value.hidden], value.out[:]
    )


def fresh(features: int, rng: Random) -> ValueNet:
    """An untrained network: no direct weights, small random weights for the hidden units."""
    hidden = [[rng.gauss(0, 1 / sqrt(features)) for _ in range(features + 1)] for _ in range(HIDDEN)]
    return ValueNet([0.0] * features, hidden, [rng.gauss(0, 0.1) for _ in range(HIDDEN)])


def widened(value: ValueNet, features: int) -> ValueNet:
    """The network with further inputs of weight 0 at the end, up to that number of features."""
    more = [0.0] * (features - len(value.direct))
    return ValueNet(value.direct + more, [[*row[:-1], *more, row[-1]] for row in value.hidden], value.out[:])


def train_value(
    value: ValueNet | None, games: Sequence[TrainingGame], epochs: int, rng: Random, rate: float = VALUE_RATE
) -> tuple[ValueNet, float, float]:
    """Fit a network, a new one if None; return it and its cross entropy on held-out games before and after."""
    tables = [[([*example.features], targets(game, example)) for example in game.examples] for game in games]
    kept = [row for number, rows in enumerate(tables) if number % HELD_OUT == 0 for row in rows]
    rows = [row for number, rows in enumerate(tables) if number % HELD_OUT for row in rows]
    features = len(rows[0][0][0])
    value = widened(value, features) if value else fresh(features, rng)
    before, factors = cross_entropy(value, kept), spans(rows)
    shrunk = [([tuple(v / f for v, f in zip(x, factors, strict=True)) for x in xs], expected) for xs, expected in rows]
    value = scaled(value, factors)
    for epoch in range(epochs):
        rng.shuffle(shrunk)
        train_epoch(value, shrunk, rate * (1 - epoch / epochs))
    value = scaled(value, [1 / f for f in factors])
    return value, before, cross_entropy(value, kept)


# Policy


def fit_policy(policy: PolicyWeights, examples: Sequence[TrainingExample], rate: float) -> float:
    """Fit the policy in place by one pass of gradient descent on the cross entropy with the visits.

    Return the mean cross entropy in nats a decision; with a rate of 0 only measure it.
    """
    total = 0.0
    for example in examples:
        probabilities = softmax([sum(map(mul, policy[kind], x)) for kind, x in example.action_features])
        total -= sum([v * log(max(chance, 1e-9)) for v, chance in zip(example.visits, probabilities, strict=True)])
        if rate:
            for (kind, x), visits, chance in zip(example.action_features, example.visits, probabilities, strict=True):
                step = rate * (visits - chance)
                policy[kind] = [w + step * v for w, v in zip(policy[kind], x, strict=True)]
    return total / max(1, len(examples))


def train_policy(
    policy: PolicyWeights, games: Sequence[TrainingGame], epochs: int, rng: Random
) -> tuple[PolicyWeights, float, float]:
    """Fit a copy of the policy; return it and its cross entropy on held-out games before and after."""
    tables = [[example for example in game.examples if example.action_features] for game in games]
    kept = [example for number, examples in enumerate(tables) if number % HELD_OUT == 0 for example in examples]
    examples = [example for number, examples in enumerate(tables) if number % HELD_OUT for example in examples]
    policy = dict(policy)
    for example in (*kept, *examples):
        for kind, x in example.action_features:
            if len(row := policy.get(kind, [])) < len(x):
                policy[kind] = row + [0.0] * (len(x) - len(row))
    before = fit_policy(policy, kept, 0.0)
    for epoch in range(epochs):
        rng.shuffle(examples)
        fit_policy(policy, examples, POLICY_RATE * (1 - epoch / epochs))
    return policy, before, fit_policy(policy, kept, 0.0)


# The command


def games(terms: SeriesTerms, seats: Sequence[int], count: int, jobs: int) -> Iterator[TrainingGame]:
    """Self-play games in order; an extra game, played first, gives their usual length."""
    length = len(play(terms, seats, 0, count).examples)
    yield from map_ordered(partial(play, terms, seats, length), count, jobs)


def main(argv: Sequence[str] | None = None) -> None:
    p = Parser("python -m tabletown.rules.arena train", description=__doc__)
    p.add_argument("game", choices=rules.GAMES)
    p.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="one of the game's options")
    p.add_argument("--seats", default="2,2,3,4", help="player counts to cycle through")
    p.add_argument("--games", type=int, default=600)
    p.add_argument("--nodes", type=int, default=400, help="search iterations per move; 0 plays by the policy alone")
    p.add_argument("--epochs", type=int, default=12)
    p.add_argument("--rate", type=float, default=VALUE_RATE, help="learning rate for the value weights")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--jobs", type=int, default=os.cpu_count(), help="number of processes")
    p.add_argument("--start", metavar="VERSION", help="start from the weights of another version")
    p.add_argument("--anew", action="store_true", help="train the value from scratch; the policy is kept")
    p.add_argument("--to", type=Path, help="where to write the weights; default: the game's package")
    a = p.parse_args(argv)
    game = rules.load(a.game)
    try:
        options = chosen(game, dict(pair.partition("=")[::2] for pair in a.option))
        seats = [int(n) for n in a.seats.split(",")]
    except ValueError as wrong:
        p.error(str(wrong))
    if not {*seats} <= {*game.SEATS} or a.games < 2 or min(a.epochs, a.jobs) < 1 or a.nodes < 0 or not a.rate > 0:
        p.error(
            "--seats must be numbers of players the game allows; --games must be 2 or more; "
            "--epochs, --jobs and --rate must be more than 0"
        )
    if a.start and (a.to or load_weights(a.game, a.start) is None):
        p.error("--start must name a version that has weights, and does not work with --to")
    terms = SeriesTerms(a.game, options, 2, a.seed, None, a.nodes)
    ai, table = cast(Any, game_module(a.game, "ai")), game.setup(2, options, Random(1))
    version = ai.version(table)
    path = a.to or Path(__file__).parents[1] / a.game / "ai" / "weights" / f"{version}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    old, before = load_weights(a.game, a.start or version), path.read_bytes() if path.exists() else None
    try:
        if old and a.start:
            old = old._replace(value=widened(old.value, len(ai.features(table, 0))))
            path.write_text(dump_weights(old), encoding="utf-8")
        played = list(with_progress(games(terms, seats, a.games, a.jobs), a.games, "games"))
    except BaseException:
        path.write_bytes(before) if before is not None else path.unlink(missing_ok=True)
        raise
    rng = Random(a.seed)
    value, *of_value = train_value(old.value if old and not a.anew else None, played, a.epochs, rng, a.rate)
    policy, *of_policy = train_policy(old.policy if old else {}, played, a.epochs, rng)
    made = {
        "command": " ".join(["python -m tabletown.rules.arena.train", *(sys.argv[1:] if argv is None else argv)]),
        "games": len(played),
        "positions": sum(len(game.examples) for game in played),
        "value loss before and after": [round(x, 4) for x in of_value],
    }
    if a.nodes:  # the policy learns from searches alone
        made["policy loss before and after"] = [round(x, 4) for x in of_policy]
    new = Weights(value, policy, [*(old.rounds if old else []), made])
    path.write_text(dump_weights(new), encoding="utf-8")
    print(made)


if __name__ == "__main__":
    main()
