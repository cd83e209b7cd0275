"""Rewards of an action for every seat."""

from __future__ import annotations

from collections.abc import Callable

from .episode import Episode


class VictoryReward:
    """Nothing until the end; then 1 for a win and -1 for a loss."""

    def __init__(self, episode: Episode) -> None:
        self.episode = episode

    def after_action(self) -> list[float]:
        """The reward of the action just played, for each seat."""
        return self.episode.results() if self.episode.player is None else [0.0] * self.episode.coded.seats


class PointsReward:
    """Each action's change of a seat's points: with the points at the start, the rewards add up to the score."""

    def __init__(self, episode: Episode) -> None:
        self.episode = episode
        self.points = episode.points()

    def after_action(self) -> list[float]:
        """The reward of the action just played, for each seat."""
        before, self.points = self.points, self.episode.points()
        return [float(now - then) for then, now in zip(before, self.points, strict=True)]


REWARDS: dict[str, Callable[[Episode], VictoryReward | PointsReward]] = {
    "victory": VictoryReward,
    "points": PointsReward,
}


def rewards(kind: str) -> Callable[[Episode], VictoryReward | PointsReward]:
    """The rewards of that name; raises ValueError for an unknown one."""
    if kind not in REWARDS:
        raise ValueError(f"unknown reward {kind!r}; choose from {', '.join(REWARDS)}")
    return REWARDS[kind]
