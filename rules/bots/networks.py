"""What is learned from games: a value of positions and a taste in moves, as plain lists of numbers.

The value of a player is a small net over numbers that describe how they stand: a weighted sum, and a layer of rectified
units. The chances to win are the softmax over all players' values. The taste is a weighted sum for each kind of
action; the likelihood of the actions is the softmax over theirs.
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

DIGITS = 5
"""Significant digits of a weight in a file."""


@dataclass(slots=True)
class Value:
    """A net of one layer beside a weighted sum, in units of log odds."""

    direct: list[float]
    """A weight for each input."""
    hidden: list[list[float]]
    """For each unit its weights for the inputs, the last for a constant 1."""
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


LANE = 64
"""Bits of each sum in a long number."""
ONE = 1 << 24
"""What stands for 1 in weights, and in inputs. So a sum may be 2 to the 15 at most, and is right to about 1e-6."""
SIGN = 1 << LANE - 1


def packed(net: Value) -> Callable[[Sequence[float]], float]:
    """The same net in whole numbers, in less than half the time.

    All that an input is weighed by, for the units and for the direct sum, stands side by side in one long number: one
    multiplication and one addition for each input do for all the sums. They start at SIGN, so that none is negative.
    """
    *columns, constants = [
        sum([round(weight * ONE) << LANE * i for i, weight in enumerate(column)])
        for column in zip(*net.hidden, [*net.direct, 0.0], strict=True)
    ]
    lanes = len(net.hidden) + 1
    size, unpack = lanes * LANE // 8, Struct(f"<{lanes}Q").unpack
    start = constants * ONE + sum([SIGN << LANE * i for i in range(lanes)])
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


Taste = dict[str, list[float]]
"""For each kind of action the weights of what describes it."""

Aspects = tuple[str, tuple[float, ...]]
"""An action as taste sees it: its kind and the numbers that describe it."""


def softmax(values: Sequence[float]) -> tuple[float, ...]:
    """Positive numbers in the proportions of e to these values, adding up to 1."""
    most = max(values)
    weights = [exp(value - most) for value in values]
    total = sum(weights)
    return tuple([weight / total for weight in weights])


class Weights(NamedTuple):
    """What was learned for one version of a game, and how."""

    value: Value
    taste: Taste
    made: list[Mapping[str, Any]]
    """Of each round of learning the command, its seed and how much it learned from."""


def load(name: str, version: str) -> Weights | None:
    """The weights in the package of a game; None where nothing has been learned."""
    path = files("tabletown.rules").joinpath(name, "ai", "weights", f"{version}.json")
    if not path.is_file():
        return None
    data = json.loads(path.read_text(encoding="utf-8"))
    return Weights(Value(data["direct"], data["hidden"], data["out"]), data["taste"], data["made"])


def dump(w: Weights) -> str:
    """The text of a file of weights."""

    def short(row: Sequence[float]) -> list[float]:
        return [float(f"{x:.{DIGITS}g}") for x in row]

    lines = [
        '"made": [' + ",\n  ".join(json.dumps(one) for one in w.made) + "]",
        '"direct": ' + json.dumps(short(w.value.direct)),
        '"hidden": [' + ",\n  ".join(json.dumps(short(row)) for row in w.value.hidden) + "]",
        '"out": ' + json.dumps(short(w.value.out)),
        '"taste": {'
        + ",\n  ".join(f"{json.dumps(kind)}: {json.dumps(short(row))}" for kind, row in w.taste.items())
        + "}",
    ]
    return "{" + ",\n ".join(lines) + "}\n"
