"""Gymnasium environments: you take one seat, and bots take all the others."""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium
import numpy as np

from tabletown.rules.bots.level_descriptions import find_level
from tabletown.rules.bots.levels import choose

from .episode import MOST_DECISIONS, EncodedGame, Episode, Mask, Numbers
from .rendering import MODES, Rendering, render
from .rewards import rewards

ILLEGAL = -1.0
"""Reward of an illegal action, which ends the game."""

Info = dict[str, Any]


class BotEnv(gymnasium.Env[Any, np.int64]):
    """A game against bots of one level. `seat` is yours, None for one drawn anew in every game.

    `nodes` limits the positions that a bot searches for a decision, so that the same seeds give the same games with
    levels that have a limit of time. `options` are those of the game, such as module="orient".
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(MODES), "render_fps": 1}  # type: ignore[misc]

    def __init__(
        self,
        game: str,
        seats: int = 2,
        bot: str = "easy",
        *,
        seat: int | None = None,
        nodes: int | None = None,
        reward: str = "victory",
        render_mode: str | None = None,
        most_decisions: int = MOST_DECISIONS,
        **options: str,
    ) -> None:
        find_level(bot)
        if seat is not None and seat not in range(seats):
            raise ValueError(f"there is no seat {seat}")
        self.coded = EncodedGame(game, seats, options)
        self.bot, self.wanted_seat, self.nodes = bot, seat, nodes
        self.make_rewards, self.render_mode, self.most_decisions = rewards(reward), render_mode, most_decisions
        self.observation_space = self.coded.observation_space()
        self.action_space = self.coded.action_space()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Numbers, Info]:
        """Begin a game: with a seed that of a match with this seed, else the next of those that the last seed gives."""
        super().reset(seed=seed)
        self.episode = Episode(self.coded, int(self.np_random.integers(2**31)) if seed is None else seed)
        drawn = int(self.np_random.integers(self.coded.seats))
        self.seat = drawn if self.wanted_seat is None else self.wanted_seat
        self.reward = self.make_rewards(self.episode)
        self._let_bots_play()
        return self.episode.observation(self.seat), self._info()

    def action_masks(self) -> Mask:
        """1 for each legal action; the name is that of other libraries for masked policies."""
        return self.episode.mask(self.seat)

    def _info(self) -> Info:
        return {"action_mask": self.action_masks()}

    def _let_bots_play(self) -> float:
        """Play until it is your turn or the game is over; return your rewards for it."""
        gained, episode = 0.0, self.episode
        while episode.player not in (None, self.seat) and len(episode.log) < self.most_decisions:
            seat, ply = episode.player, len(episode.log)
            assert seat is not None
            seed = f"{episode.seed}/{ply}/{seat}"
            episode.advance(choose(self.coded.name, episode.view(seat), self.bot, seed, nodes=self.nodes).action)
            gained += self.reward.after_action()[self.seat]
        return gained

    def step(self, action: np.int64 | int) -> tuple[Numbers, float, bool, bool, Info]:
        """Play an action and let the bots answer; an illegal one ends the game with ILLEGAL as its reward."""
        if int(action) not in self.episode.legal():
            return self.episode.observation(self.seat), ILLEGAL, True, False, self._info() | {"illegal": True}
        self.episode.play(int(action))
        gained = self.reward.after_action()[self.seat] + self._let_bots_play()
        over = self.episode.player is None
        truncated = not over and len(self.episode.log) >= self.most_decisions
        return self.episode.observation(self.seat), gained, over, truncated, self._info()

    def render(self) -> Rendering:
        """The table as you see it, as text or as an array of pixels; see `rendering`."""
        bots = {seat: self.bot for seat in range(self.coded.seats) if seat != self.seat}
        return render(self.episode.match(bots), self.render_mode)
