"""An example: a small network learns Splendor from a bot's moves, with scikit-learn, and then plays against `easy`.

`pip install 'tabletown[lab]' scikit-learn`, then `python -m tabletown.tui.lab.example`, which takes less than ten
minutes on two cores. The teacher plays both seats; for each position the network learns which action the teacher plays.
Some actions are random, so that the positions also include what comes after a mistake. The network sees the observation
and the mask of legal actions, and nothing of how the teacher decides.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, cached_property, partial
from time import perf_counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.neural_network import MLPClassifier
from threadpoolctl import threadpool_limits

from tabletown.rules.bots.levels import choose
from tabletown.rules.splendor.cards import GOLD, NOBLES
from tabletown.rules.splendor.encoding.action_places import TAKES

from .aec import Observation, RawEnv
from .bot_env import BotEnv
from .episode import EncodedGame

GAME, TEACHER, OPPONENT = "splendor", "novice", "easy"
"""The teacher plays without the errors of its level."""
EXPLORATION_RATE = 0.1
"""Share of the actions that are random while the teacher plays."""
LEFT_OUT = ("unseen", "cards")
"""Segments of the observation that name each card: a small network learns more from fewer games without them."""
COLOURED = {"bank": (0,), "tokens": (0,), "bonuses": (0,), "market": (2, 7), "hands": (2, 7)}
"""Segments with a number for each colour, and where in their rows the first colour is."""
HIDDEN, BATCH, CHUNK = 128, 128, 20_000
"""Hidden units, rows of a step of the descent, and rows whose colours are changed together."""
FIRST_TEST = 1_000_000
"""Seed of the first deal against the opponent, which no game of the teacher has."""

Rows = NDArray[np.float16]
Places = NDArray[np.int64]


class Lesson(NamedTuple):
    """Decisions of a game: a row of inputs for each, and the action that the teacher plays."""

    rows: Rows
    answers: Places


class Inputs:
    """Inputs of the network, from 0 to 1: the observation without some segments, and the mask."""

    def __init__(self, coded: EncodedGame) -> None:
        self.coded, self.high = coded, coded.observation_space().high
        size, parts = len(self.high), [coded.slices[of.name] for of in coded.segments if of.name not in LEFT_OUT]
        self.columns = np.concatenate([*(np.arange(size)[part] for part in parts), size + np.arange(coded.table.size)])

    def row(self, observation: Observation) -> Rows:
        parts = [observation["observation"] / self.high, observation["action_mask"]]
        kept: Rows = np.concatenate(parts, dtype=np.float16)[self.columns]
        return kept

    @cached_property
    def rotated_actions(self) -> Places:
        """The number of each action when every colour becomes the next one: white blue, and so on, black white."""
        table = self.coded.table
        numbers = np.arange(table.size)
        for number in range(table.size):
            match table.place(number):
                case "take", (n,):
                    after = TAKES.index(tuple(sorted((colour + 1) % GOLD for colour in TAKES[n])))
                    numbers[number] = table.number(("take", (after,)))
                case "return", (colour,) if colour < GOLD:
                    numbers[number] = table.number(("return", ((colour + 1) % GOLD,)))
                case "noble", (n,):
                    numbers[number] = table.number(("noble", (next_nobles()[n],)))
        return numbers

    @cached_property
    def rotated_row(self) -> Places:
        """The place in a row from which each input comes when every colour becomes the next one."""
        size = len(self.high)
        places = np.arange(size + self.coded.table.size)
        for segment in self.coded.segments:
            part = places[self.coded.slices[segment.name]].reshape(segment.shape)
            for first in COLOURED.get(segment.name, ()):
                part[..., first : first + GOLD] = np.roll(part[..., first : first + GOLD], 1, axis=-1)
            if segment.name in ("nobles", "visits"):
                part[...] = part[..., np.argsort(next_nobles())]
        places[size + self.rotated_actions] = size + np.arange(self.coded.table.size)
        before: Places = np.searchsorted(self.columns, places[self.columns])
        return before


def next_nobles() -> list[int]:
    """The noble that each noble becomes when every colour becomes the next one."""
    costs = [noble.cost for noble in NOBLES]
    return [costs.index((*cost[-1:], *cost[:-1])) for cost in costs]


@cache
def inputs() -> Inputs:
    return Inputs(EncodedGame(GAME, 2, {}))


def lesson(seed: int) -> Lesson:
    """A game that the teacher plays against itself."""
    env, rng = RawEnv(GAME), np.random.default_rng(seed)
    env.reset(seed=seed)
    rows, answers = list[Rows](), list[int]()
    for _ in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        answer = teacher_action(env, f"{seed}/{len(answers)}")
        rows.append(inputs().row(observation))
        answers.append(answer)
        is_random = rng.random() < EXPLORATION_RATE
        env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))) if is_random else answer)
    return Lesson(np.array(rows), np.array(answers))


def teacher_action(env: RawEnv, seed: str) -> int:
    """Number of the action that the teacher plays in the position of an environment."""
    episode, seat = env.episode, env.seat_of[env.agent_selection]
    action = choose(GAME, episode.view(seat), TEACHER, seed, value_noise=0).action
    return next(number for number, legal in episode.legal().items() if legal == action)


class Student:
    """A network that gives each action a probability."""

    def __init__(self) -> None:
        self.network = MLPClassifier((HIDDEN,), batch_size=BATCH, random_state=1)

    def learn(self, lessons: Sequence[Lesson], passes: int) -> None:
        """Learn all decisions in random order, several times, with the colours changed at random."""
        rows, answers = np.concatenate([of.rows for of in lessons]), np.concatenate([of.answers for of in lessons])
        sources, numbers, rng = inputs().rotated_row, inputs().rotated_actions, np.random.default_rng(1)
        for number in range(passes):
            for part in np.array_split(rng.permutation(len(answers)), len(answers) // CHUNK + 1):
                some, actions = rows[part].astype(np.float32), answers[part]
                for _ in range(rng.integers(GOLD)):
                    some, actions = some[:, sources], numbers[actions]
                self.network.partial_fit(np.ascontiguousarray(some), actions, classes=np.arange(len(numbers)))
            print(f"  pass {number + 1} of {passes}: loss {self.network.loss_:.2f}", flush=True)

    def action(self, observation: Observation) -> int:
        """The legal action with the greatest probability, as a mean over all changes of the colours."""
        row, actions = inputs().row(observation).astype(np.float32), np.arange(inputs().coded.table.size)
        chances = np.zeros(len(actions))
        for _ in range(GOLD):
            chances += self.network.predict_proba(row[None])[0][actions]
            row, actions = row[inputs().rotated_row], inputs().rotated_actions[actions]
        return int(np.where(observation["action_mask"], chances, -1).argmax())


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
    p.add_argument("--passes", type=int, default=12, help="passes over their decisions")
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
