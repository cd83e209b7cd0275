"""Sizes of the games as benchmarks, measured by random play."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from statistics import mean
from typing import NamedTuple

from tabletown.rules.core.game import Option
from tabletown.rules.core.registry import load

from .episode import MOST_DECISIONS, EncodedGame, encoded_games

HEADER = ("game", "options", "players", "actions", "observation", "decisions", "choices", "most choices")


class RandomGame(NamedTuple):
    """One random game: the number of legal actions at each decision, and whether the game came to its end."""

    choices: list[int]
    finished: bool


def table(games: int, seed: int) -> Iterator[str]:
    """Lines of a Markdown table with a row for each game, combination of options and number of players."""
    yield line(HEADER)
    yield line(["---"] * len(HEADER))
    for name in encoded_games():
        game = load(name)
        for choice, seats in product(product(*map(values, game.OPTIONS)), game.SEATS):
            yield line(sizes(EncodedGame(name, seats, dict(choice)), games, seed))


def values(option: Option) -> list[tuple[str, str]]:
    """An option's key with each of its values."""
    return [(option.key, value) for value, _ in option.choices]


def line(cells: tuple[str, ...] | list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def sizes(coded: EncodedGame, games: int, seed: int) -> list[str]:
    """A row of the table: sizes of the spaces, then mean decisions, mean choices and most choices of random games."""
    played = [random_game(coded, seed + number) for number in range(games)]
    choices = [n for game in played for n in game.choices]
    return [
        coded.rules.TITLE,
        ", ".join(coded.options.values()),
        f"{coded.seats}",
        f"{coded.table.size:,}",
        f"{sum(segment.size for segment in coded.segments):,}",
        f"{mean(len(game.choices) for game in played):.0f}{'*' * (not all(game.finished for game in played))}",
        f"{mean(choices):.1f}",
        f"{max(choices)}",
    ]


def random_game(coded: EncodedGame, seed: int) -> RandomGame:
    """Play a game of random actions, the deal being that of a match of the seed."""
    game, choices = coded.rules, list[int]()
    state, rng = game.setup(coded.seats, coded.options, Random(f"{seed}/setup")), Random(seed)
    while game.turn(state) is not None and len(choices) < MOST_DECISIONS:
        legal = game.legal(state)
        choices.append(len(legal))
        game.advance(state, legal[int(rng.random() * len(legal))], rng)
    return RandomGame(choices, game.turn(state) is None)
