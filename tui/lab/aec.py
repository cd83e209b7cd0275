"""PettingZoo environments in which the seats act in turn (agent environment cycle)."""

from __future__ import annotations

from typing import Any

from gymnasium.spaces import Dict, Discrete
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from .episode import MOST_DECISIONS, EncodedGame, Episode
from .rendering import MODES, Rendering, render
from .rewards import rewards

Observation = dict[str, Any]
"""The seat's numbers as "observation", and its legal actions as "action_mask"."""


def aec_env(game: str, **settings: Any) -> AECEnv[str, Observation, int | None]:
    """The environment `RawEnv` with PettingZoo's usual checks: an illegal action ends the game with a reward of -1."""
    env: Any = wrappers.TerminateIllegalWrapper(RawEnv(game, **settings), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))


class RawEnv(AECEnv[str, Observation, int | None]):  # type: ignore[misc]
    """A game of any number of seats; `options` are those of the game, such as module="orient".

    Agents are "player_0", who begins, "player_1" and so on. Raises KeyError for an illegal action.
    """

    def __init__(
        self,
        game: str,
        seats: int = 2,
        *,
        reward: str = "victory",
        render_mode: str | None = None,
        most_decisions: int = MOST_DECISIONS,
        **options: str,
    ) -> None:
        super().__init__()
        self.coded = EncodedGame(game, seats, options)
        self.make_rewards, self.render_mode, self.most_decisions = rewards(reward), render_mode, most_decisions
        version = self.coded.rules.VERSION
        self.metadata = {
            "name": f"tabletown_{game}_v{version}",
            "render_modes": list(MODES),
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: self._observations() for agent in self.possible_agents}
        self.action_spaces = {agent: self.coded.action_space() for agent in self.possible_agents}
        self.np_random, _ = seeding.np_random()

    def _observations(self) -> Dict:
        return Dict({"observation": self.coded.observation_space(), "action_mask": self.coded.mask_space()})

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: with a seed that of a match with this seed, else the next of those that the last seed gives."""
        if seed is not None:
            self.np_random, _ = seeding.np_random(seed)
        self.episode = Episode(self.coded, int(self.np_random.integers(2**31)) if seed is None else seed)
        self.reward = self.make_rewards(self.episode)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        """Select the agent to act, or end the game for all agents."""
        player = self.episode.player
        truncated = player is not None and len(self.episode.log) >= self.most_decisions
        if player is not None:
            self.agent_selection = self.possible_agents[player]
        if player is None or truncated:
            self.terminations = dict.fromkeys(self.agents, not truncated)
            self.truncations = dict.fromkeys(self.agents, truncated)

    def observe(self, agent: str) -> Observation:
        seat = self.seat_of[agent]
        return {"observation": self.episode.observation(seat), "action_mask": self.episode.mask(seat)}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self.episode.play(int(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, self.reward.after_action(), strict=True))
        self._accumulate_rewards()
        self._select()

    def render(self) -> Rendering:
        """The table as everybody sees it, as text or as an array of pixels; see `rendering`."""
        return render(self.episode.match(), self.render_mode)
