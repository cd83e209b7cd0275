"""Turns of Splendor: the order of their steps in the base game and in each expansion (rulebook, "Game play")."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from ..core.game import Action
from .base_turn import (
    above_limit,
    act,
    actions,
    choose_noble,
    end,
    give_back,
    nobles,
    nothing,
    play,
    refilled,
    returns,
    visit,
)
from .expansions import cities, orient, strongholds, trading_posts
from .state import Player, Splendor


def nobody(s: Splendor, p: Player, a: Action, rng: Random) -> None:
    """Do nothing, as in a step without a decision."""


class Step(NamedTuple):
    """A step of a turn."""

    due: Callable[[Splendor, Random], bool]
    """Function that does the automatic part and returns whether the player must decide."""
    legal: Callable[[Splendor], list[Action]] = nothing
    """Function for the legal decisions."""
    play: Callable[[Splendor, Player, Action, Random], None] = nobody
    """Function that carries out a decision."""
    again: bool = False
    """True when the step repeats after a decision until it is no longer due."""


ACTION = Step(act, actions, play)
REFILL = Step(refilled)
LIMIT = Step(above_limit, returns, give_back, again=True)
NOBLE = Step(visit, nobles, choose_noble)
END = Step(end)

FORTIFY = Step(strongholds.due, strongholds.options, strongholds.fortify)

ORDER: dict[str, tuple[Step, ...]] = {
    "base": (ACTION, REFILL, LIMIT, NOBLE, END),
    "cities": (ACTION, REFILL, LIMIT, Step(cities.claim, cities.candidates, cities.choose), Step(cities.end)),
    "trading_posts": (
        Step(act, trading_posts.actions, trading_posts.play),
        Step(trading_posts.due, trading_posts.tokens, trading_posts.take),
        REFILL,
        LIMIT,
        NOBLE,
        Step(trading_posts.claim),
        END,
    ),
    "orient": (
        Step(act, orient.actions, orient.play),
        Step(orient.due, orient.choices, orient.resolve, again=True),
        REFILL,
        LIMIT,
        Step(orient.visit, orient.nobles, orient.choose_noble),
        END,
    ),
    "strongholds": (
        Step(act, strongholds.actions, strongholds.play),
        FORTIFY,
        REFILL,
        Step(strongholds.besieged, strongholds.conquests, strongholds.conquer),
        FORTIFY,
        REFILL,
        LIMIT,
        NOBLE,
        END,
    ),
}
"""Steps of a turn, in order, for each module."""

DUE = {module: [step.due for step in steps] for module, steps in ORDER.items()}
LEGAL = {module: [step.legal for step in steps] for module, steps in ORDER.items()}
"""The functions of these steps, which a game asks for most."""


def turn(s: Splendor) -> int | None:
    return None if s.over else s.player


def legal(s: Splendor) -> list[Action]:
    return [] if s.over else LEGAL[s.module][s.step](s)


def advance(s: Splendor, a: Action, rng: Random) -> None:
    """Play a legal action in place, then continue through the steps of the turn to the next decision."""
    n, due = s.step, DUE[s.module]
    _, _, play, again = ORDER[s.module][n]
    play(s, s.players[s.player], a, rng)
    n += not again
    while not due[n](s, rng):
        n += 1
    s.step = n % (len(due) - 1)  # the last step ends the turn
