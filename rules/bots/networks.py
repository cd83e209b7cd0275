"""Weights learned by self-play: a value network and a linear policy, as plain lists of numbers, and their files.

The value of a player is a small network over the player's features: a weighted sum, and one layer of rectified units.
The probabilities of winning are the softmax over all players' values. The policy has a weighted sum for each kind of
action; the probabilities of the actions are the softmax over theirs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from math import exp
from operator import mul
from struct import Struct
from typing import Any, NamedTuple

from ..core.registry import package

SIGNIFICANT_DIGITS = 5
"""Significant digits of a weight in a file."""


@dataclass(slots=True)
class ValueNet:
    """A network of one hidden layer beside a weighted sum, with a value in log odds."""

    direct: list[float]
    """Weights of the features in the sum."""
    hidden: list[list[float]]
    """Weights of the features in each hidden unit, the last for a constant 1."""
    out: list[float]
    """Weights of the hidden units."""

    def __call__(self, x: Sequence[float]) -> float:
        value: float = sum(map(mul, self.direct, x))
        x = (*x, 1.0)
        for row, weight in zip(self.hidden, self.out, strict=True):
            unit = sum(map(mul, row, x))
            if unit > 0:
                value += weight * unit
        return value


LANE_BITS = 64
"""Bits of each sum in a long number."""
ONE = 1 << 24
"""Fixed-point form of 1 in weights and features. A sum may be at most 2 to the 15, and is exact to about 1e-6."""
SIGN = 1 << LANE_BITS - 1
"""Start of each sum, which keeps it from being negative."""


def fixed_point(net: ValueNet) -> Callable[[Sequence[float]], float]:
    """A function that computes the same network in whole numbers, in less than half the time.

    All weights of a feature, for the units and for the direct sum, are packed side by side into one long number, so
    that one multiplication and one addition for each feature serve all sums. They start at SIGN, so that none is
    negative.
    """
    *columns, constants = [
        sum([round(weight * ONE) << LANE_BITS * i for i, weight in enumerate(column)])
        for column in zip(*net.hidden, [*net.direct, 0.0], strict=True)
    ]
    lanes = len(net.hidden) + 1
    size, unpack = lanes * LANE_BITS // 8, Struct(f"<{lanes}Q").unpack
    start = constants * ONE + sum([SIGN << LANE_BITS * i for i in range(lanes)])
    ones, out, whole = [float(ONE)] * len(columns), [weight / ONE**2 for weight in net.out], 1 / ONE**2

    def value(x: Sequence[float]) -> float:
        sums = sum(map(mul, columns, map(int, map(mul, x, ones))), start)
        *units, direct = unpack(sums.to_bytes(size, "little"))
        total: float = (direct - SIGN) * whole
        for unit, weight in zip(units, out, strict=True):
            if unit > SIGN:
                total += (unit - SIGN) * weight
        return total

    return value


PolicyWeights = dict[str, list[float]]
"""Weights of the action features, by kind of action."""


def softmax(values: Sequence[float]) -> tuple[float, ...]:
    """Softmax: numbers in proportion to e to the power of each value, adding up to 1."""
    most = max(values)
    weights = [exp(value - most) for value in values]
    total = sum(weights)
    return tuple([weight / total for weight in weights])


class Weights(NamedTuple):
    """Weights of one version of a game, and a record of their training."""

    value: ValueNet
    policy: PolicyWeights
    rounds: list[Mapping[str, Any]]
    """Command, amounts and cross entropy of each round of training."""


def load_weights(name: str, version: str) -> Weights | None:
    """The weights in a game's package; None where there are none."""
    path = files(package(name)).joinpath("ai", "weights", f"{version}.json")
    if not path.is_file():
        return None
    data = json.loads(path.read_text(encoding="utf-8"))
    return Weights(ValueNet(data["direct"], data["hidden"], data["out"]), data["taste"], data["made"])


def dump_weights(w: Weights) -> str:
    """The text of a weights file."""

    def short(row: Sequence[float]) -> list[float]:
        return [float(f"{x:.{SIGNIFICANT_DIGITS}g}") for x in row]

    lines = [
        '"made": [' + ",\n  ".join(json.dumps(entry) for entry in w.rounds) + "]",
        '"direct": ' + json.dumps(short(w.value.direct)),
        '"hidden": [' + ",\n  ".join(json.dumps(short(row)) for row in w.value.hidden) + "]",
        '"out": ' + json.dumps(short(w.value.out)),
        '"taste": {'
        + ",\n  ".join(f"{json.dumps(kind)}: {json.dumps(short(row))}" for kind, row in w.policy.items())
        + "}",
    ]
    return "{" + ",\n ".join(lines) + "}\n"
