"""Learned weights as arrays for compiled code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..engine.compiled import ROOM

Floats = npt.NDArray[np.float64]
KINDS = (
    *("take", "pair", "reserve", "reserve_blind", "buy", "return", "noble", "city", "token", "place", "remove", "move"),
    *("conquer", "decline", "associate", "free", "discard", "reserve_noble", "pass"),
)
"""Kinds of actions of the policy."""
TAKE, PAIR, RESERVE, RESERVE_BLIND, BUY, RETURN, NOBLE, CITY, TOKEN, PLACE, REMOVE, MOVE = range(12)
CONQUER, DECLINE, ASSOCIATE, FREE, DISCARD, RESERVE_NOBLE, PASS = range(12, len(KINDS))
MOST_FEATURES = 19
"""Most features of an action."""
ONE = 1 << 24
"""Fixed-point form of 1, as in `rules.bots.networks`."""


class Weights(NamedTuple):
    """Weights of one module."""

    columns: npt.NDArray[np.int64]
    """[feature, unit] in fixed point; the last unit is the direct sum."""
    constants: npt.NDArray[np.int64]
    """[unit]: where each sum starts."""
    out: Floats
    """[hidden unit]: its weight in the value."""
    policy: Floats
    """[kind, feature of the action]."""
    c_puct: float
    prior_temperature: float


def pack(
    direct: Sequence[float],
    hidden: Sequence[Sequence[float]],
    out: Sequence[float],
    policy: Mapping[str, Sequence[float]],
    c_puct: float,
    prior_temperature: float,
) -> Weights:
    """The weights of a file of weights, as arrays."""
    assert len(out) < ROOM, "a larger network needs more room in `value_of`"
    *columns, constants = zip(*hidden, [*direct, 0.0], strict=True)
    rows = np.zeros((len(KINDS), MOST_FEATURES))
    for number, kind in enumerate(KINDS):
        row = policy.get(kind, ())
        rows[number, : len(row)] = row
    return Weights(
        np.array([[round(weight * ONE) for weight in column] for column in columns], dtype=np.int64),
        np.array([round(weight * ONE) * ONE for weight in constants], dtype=np.int64),
        np.array([weight / ONE**2 for weight in out], dtype=np.float64),
        rows,
        c_puct,
        prior_temperature,
    )
