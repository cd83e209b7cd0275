"""Loops over many games, compiled: all that Python calls."""

from __future__ import annotations

import numpy as np

from . import layout as at
from .action_table import MOST_LEGAL
from .compiled import compiled, row
from .layout import Row
from .legal import list_legal
from .result import count_points, find_winners
from .setup import set_up
from .source import random_below, seed_sources
from .turn import advance
from .view import determinize, observe

AT_ONCE = 16
"""Games that are set up together."""


@compiled
def set_up_all(states: Row, sources: Row, seeds: Row, seats: int, module: int) -> None:
    """Set up the game of each seed."""
    games = len(states)
    for first in range(0, games, AT_ONCE):
        beyond = first + AT_ONCE if first + AT_ONCE < games else games
        seed_sources(sources, seeds, first, beyond)
        for game in range(first, beyond):
            set_up(row(states, game), seats, module, row(sources, game))


@compiled
def legal_all(states: Row, masks: Row, numbers: Row) -> int:
    """Mark the legal actions of each game in `masks`, [game, action].

    Returns the first game, not yet over, in which the action of its number is not legal; -1 without one. Either array
    may have no rows.
    """
    listed = np.empty((1, MOST_LEGAL), dtype=np.int64)
    first_illegal = -1
    for game in range(len(states)):
        s, legal = row(states, game), row(listed, 0)
        n = list_legal(s, legal)
        if len(masks):
            for number in range(masks.shape[1]):
                masks[game, number] = False
            for i in range(n):
                masks[game, legal[i]] = True
        if len(numbers) and n and first_illegal < 0:
            i = 0
            while i < n and legal[i] != numbers[game]:
                i += 1
            if i == n:
                first_illegal = game
    listed[0, 0] = 0  # which keeps the array until here
    return first_illegal


@compiled
def play_all(states: Row, sources: Row, numbers: Row, most: int) -> int:
    """Play at most so many decisions in each game: the action of its number, or where that is negative random ones.

    Returns how many were played.
    """
    listed, decisions = np.empty((1, MOST_LEGAL), dtype=np.int64), 0
    for game in range(len(states)):
        s, source, legal = row(states, game), row(sources, game), row(listed, 0)
        number, played = numbers[game], 0
        while played < most and not s[at.OVER]:
            advance(s, number if number >= 0 else legal[random_below(source, list_legal(s, legal))], source)
            played += 1
        decisions += played
    listed[0, 0] = 0  # which keeps the array until here
    return decisions


@compiled
def observe_all(states: Row, views: Row, seats: Row) -> None:
    """Write what a seat of each game sees to `views`."""
    for game in range(len(states)):
        for cell in range(at.SIZE):
            views[game, cell] = states[game, cell]
        observe(row(views, game), seats[game])


@compiled
def determinize_all(views: Row, sources: Row) -> None:
    """Turn views into full states that agree with them."""
    for game in range(len(views)):
        determinize(row(views, game), row(sources, game))


@compiled
def results_all(states: Row, points: Row, wins: Row) -> None:
    """Write the `points` of each game as in `count_points`, and mark the winners in [game, player]."""
    for game in range(len(states)):
        count_points(row(states, game), row(points, game))
        find_winners(row(states, game), row(wins, game))
