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
    """A network of one hidden layer beside a weighted sum, in units of log odds."""

    direct: list[float]
    """A weight for each feature."""
    hidden: list[list[float]]
    """For each unit its weights for the features, the last for a constant 1."""
    out: list[float]
    """A weight for each unit."""

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
"""Stands for 1 in weights and features. So a sum may be at most 2 to the 15, and is right to about 1e-6."""
SIGN = 1 << LANE_BITS - 1


def fixed_point(net: ValueNet) -> Callable[[Sequence[float]], float]:
    """The same network in whole numbers, in less than half the time.

    All weights of a feature, for the units and for the direct sum, stand side by side in one long number: one
    multiplication and one addition for each feature do for all sums. They start at SIGN, so that none is negative.
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
        found: float = (direct - SIGN) * whole
        for unit, weight in zip(units, out, strict=True):
            if unit > SIGN:
                found += (unit - SIGN) * weight
        return found

    return value


PolicyWeights = dict[str, list[float]]
"""For each kind of action the weights of its features."""


def softmax(values: Sequence[float]) -> tuple[float, ...]:
    """Positive numbers in proportion to e to the power of these values, adding up to 1."""
    most = max(values)
    weights = [exp(value - most) for value in values]
    total = sum(weights)
    return tuple([weight / total for weight in weights])


class Weights(NamedTuple):
    """The weights of one version of a game, and where they come from."""

    value: ValueNet
    policy: PolicyWeights
    rounds: list[Mapping[str, Any]]
    """For each round of training its command, seed and amounts."""


def load_weights(name: str, version: str) -> Weights | None:
    """The weights in a game's package; None where nothing has been learned."""
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
