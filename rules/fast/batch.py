"""Many games of Splendor at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from .engine import layout as at
from .engine.action_table import ACTIONS, ORIENT_ACTIONS
from .engine.layout import BLOCK, MODULES, PLAYERS
from .engine.loops import legal_all, observe_all, play_all, results_all, set_up_all
from .engine.result import PARTS
from .engine.source import CELLS, Source

NO_NUMBERS, NO_MASKS = np.empty(0, dtype=np.int64), np.empty((0, 0), dtype=np.bool_)


class Batch:
    """Games of one module with one number of seats, game `i` with the draws of `Random(seeds[i])`.

    `states` is [game, cell] as in `layout`, `sources` [game, word] as in `source`; both may be changed or copied.
    """

    def __init__(self, seats: int, seeds: Sequence[int], module: str = "base") -> None:
        self.seats, games = seats, len(seeds)
        self.actions = ORIENT_ACTIONS if module == "orient" else ACTIONS
        self.states: npt.NDArray[np.int8] = np.empty((games, at.SIZE), dtype=np.int8)
        self.sources: Source = np.empty((games, CELLS), dtype=np.uint32)
        set_up_all(self.states, self.sources, np.array(seeds, dtype=np.int64), seats, MODULES.index(module))

    @property
    def players(self) -> npt.NDArray[np.int8]:
        """[game]: the player to move."""
        return self.states[:, at.PLAYER]

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """[game]."""
        return self.states[:, at.OVER].astype(np.bool_)

    @property
    def points(self) -> npt.NDArray[np.int8]:
        """[game, seat]."""
        first = PLAYERS + at.POINTS
        return self.states[:, first : first + self.seats * BLOCK : BLOCK]

    def masks(self) -> npt.NDArray[np.bool_]:
        """[game, action]: true for the legal actions of the player to move, as in `action_table`."""
        masks = np.empty((len(self.states), self.actions), dtype=np.bool_)
        legal_all(self.states, masks, NO_NUMBERS)
        return masks

    def step(self, actions: Any) -> None:
        """Play an action in every game that is not over; raises ValueError when one is not legal, and plays none."""
        numbers = np.ascontiguousarray(actions, dtype=np.int64)
        game = legal_all(self.states, NO_MASKS, numbers)
        if game >= 0:
            raise ValueError(f"action {numbers[game]} is not legal in game {game}")
        play_all(self.states, self.sources, numbers, 1)

    def views(self, seats: Any) -> npt.NDArray[np.int8]:
        """[game, cell]: what a seat of each game sees, -1 for a spectator."""
        views = np.empty_like(self.states)
        observe_all(self.states, views, np.ascontiguousarray(seats, dtype=np.int64))
        return views

    def winners(self) -> npt.NDArray[np.bool_]:
        """[game, seat]: true for the winners, or for those who would win if a game ended now."""
        return self.results()[1]

    def results(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
        """[game, seat, part]: points, counted from the pieces; and the winners."""
        games = len(self.states)
        points = np.empty((games, self.seats * PARTS), dtype=np.int64)
        wins = np.empty((games, self.seats), dtype=np.bool_)
        results_all(self.states, points, wins.view(np.int8))
        return points.reshape(games, self.seats, PARTS), wins
