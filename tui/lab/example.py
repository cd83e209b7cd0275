"""An example: a small network learns Splendor from a bot's moves, with scikit-learn, and then plays against `easy`.

`pip install 'tabletown[lab]' scikit-learn`, then `python -m tabletown.tui.lab.example`, which takes less than ten
minutes on two cores. The teacher plays both seats; for each position the network learns which move the teacher plays.
Some actions are random, so that the positions also include what comes after a mistake. The network sees what the
observation and the mask of legal actions tell, see `example_inputs`, and nothing of how the teacher decides.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from time import perf_counter
from typing import NamedTuple

import numpy as np
from sklearn.neural_network import MLPClassifier
from threadpoolctl import threadpool_limits

from tabletown.rules.bots.levels import choose

from .aec import Observation, RawEnv
from .bot_env import BotEnv
from .episode import EncodedGame
from .example_inputs import Counts, Inputs, Places

GAME, TEACHER, OPPONENT = "splendor", "novice", "easy"
"""The teacher plays without the errors of its level."""
EXPLORATION_RATE = 0.1
"""Share of the actions that are random while the teacher plays."""
HIDDEN, BATCH, CHUNK = 256, 128, 2_000
"""Hidden units, rows of a step of the descent, and rows that are renamed together."""
RENAMINGS = 5
"""Renamings of a position of which the student takes the mean."""
FIRST_TEST = 1_000_000
"""Seed of the first deal against the opponent, which no game of the teacher has."""


class Lesson(NamedTuple):
    """Decisions of a game: a row of counts for each, and the move that the teacher plays."""

    rows: Counts
    answers: Places


@cache
def inputs() -> Inputs:
    return Inputs(EncodedGame(GAME, 2, {}))


def lesson(seed: int) -> Lesson:
    """A game that the teacher plays against itself."""
    env, rng = RawEnv(GAME), np.random.default_rng(seed)
    env.reset(seed=seed)
    rows, answers = list[Counts](), list[int]()
    for _ in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        answer = teacher_action(env, f"{seed}/{len(answers)}")
        rows.append(inputs().row(observation))
        answers.append(int(inputs().move_of[answer]))
        is_random = rng.random() < EXPLORATION_RATE
        env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))) if is_random else answer)
    return Lesson(np.array(rows), np.array(answers))


def teacher_action(env: RawEnv, seed: str) -> int:
    """Number of the action that the teacher plays in the position of an environment."""
    episode, seat = env.episode, env.seat_of[env.agent_selection]
    action = choose(GAME, episode.view(seat), TEACHER, seed, value_noise=0).action
    return next(number for number, legal in episode.legal().items() if legal == action)


class Student:
    """A network that gives each move a probability."""

    def __init__(self) -> None:
        self.network = MLPClassifier((HIDDEN,), batch_size=BATCH, random_state=1)
        rng = np.random.default_rng(2)
        self.renamings = [inputs().random_renaming(rng) for _ in range(RENAMINGS)]

    def learn(self, lessons: Sequence[Lesson], passes: int) -> None:
        """Learn all decisions in random order, several times, with colours and slots renamed at random."""
        rows, answers = np.concatenate([of.rows for of in lessons]), np.concatenate([of.answers for of in lessons])
        rng, classes = np.random.default_rng(1), np.arange(len(inputs().actions))
        for number in range(passes):
            losses = []
            for part in np.array_split(rng.permutation(len(answers)), len(answers) // CHUNK + 1):
                sources, moves = inputs().random_renaming(rng)
                some = inputs().numbers(rows[part][:, sources])
                self.network.partial_fit(some, moves[answers[part]], classes=classes)
                losses.append(self.network.loss_)
            print(f"  pass {number + 1} of {passes}: loss {np.mean(losses):.2f}", flush=True)

    def action(self, observation: Observation) -> int:
        """The legal action with the greatest probability, as a mean over several renamings."""
        row = inputs().row(observation)
        numbers = inputs().numbers(np.array([row[sources] for sources, _ in self.renamings]))
        named = zip(self.network.predict_proba(numbers), self.renamings, strict=True)
        chances = np.sum([of_renamed[moves] for of_renamed, (_, moves) in named], axis=0)
        return int(inputs().actions[np.where(row[-len(chances) :], chances, -1).argmax()])


def play(student: Student, number: int) -> float:
    """Reward of a game against the opponent: 1 for a win, -1 for a loss. Two games in a row have the same deal."""
    env = BotEnv(GAME, bot=OPPONENT, seat=number % 2)
    numbers, info = env.reset(seed=FIRST_TEST + number // 2)
    reward, over = 0.0, False
    while not over:
        action = student.action({"observation": numbers, "action_mask": info["action_mask"]})
        numbers, reward, terminated, truncated, info = env.step(action)
        over = terminated or truncated
    return reward


def main(argv: Sequence[str] | None = None) -> None:
    p = argparse.ArgumentParser(prog="python -m tabletown.tui.lab.example", description=__doc__)
    p.add_argument("--games", type=int, default=5000, help="games of the teacher")
    p.add_argument("--passes", type=int, default=10, help="passes over their decisions")
    p.add_argument("--test-games", type=int, default=100, help="games against the opponent")
    a, start = p.parse_args(argv), perf_counter()
    with threadpool_limits(1), ProcessPoolExecutor() as pool:  # threads do not help with matrices this small
        lessons = list(pool.map(lesson, range(a.games), chunksize=20))
        decisions = sum(len(of.answers) for of in lessons)
        print(f"{decisions:,} decisions of {a.games:,} games, {perf_counter() - start:.0f} s", flush=True)
        student = Student()
        student.learn(lessons, a.passes)
        rewards = list(pool.map(partial(play, student), range(a.test_games)))
    won, drawn = sum(reward > 0 for reward in rewards), sum(reward == 0 for reward in rewards)
    print(f"won {won} and shared {drawn} of {a.test_games} games against {OPPONENT}, {perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
