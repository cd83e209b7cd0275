"""Sizes of the games as benchmarks, measured by random play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random
from statistics import mean
from typing import Any, NamedTuple

from tabletown.rules.core.game import Game, Option
from tabletown.rules.core.registry import load

from .episode import MOST_DECISIONS, EncodedGame, encoded_games

HEADER = (
    *("game", "options", "players", "actions", "observation", "decisions", "choices", "most choices"),
    *("hidden", "worlds"),
)
STRIDE = 25
"""Decisions between two at which hidden information is measured."""
SAMPLES = 64
"""Samples of the hidden cards at each of them."""


class RandomGame(NamedTuple):
    """One random game."""

    choices: list[int]
    """Number of legal actions at each decision."""
    agreeing: list[float]
    """At some of them, the share of pairs of samples of the hidden cards that agree: 1 where nothing is hidden."""
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
    """A row of the table: sizes of the spaces, then mean decisions, mean choices and most choices of random games.

    At the end the share of the decisions at which something is hidden, and the number of worlds that it may be there.
    """
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
        *hidden([share for game in played for share in game.agreeing]),
    ]


def hidden(agreeing: list[float]) -> tuple[str, str]:
    """The last two cells of a row. Of n worlds that are equally likely, two samples agree in 1 of n cases."""
    shares = [share for share in agreeing if share < 1]
    pairs = len(shares) * SAMPLES * (SAMPLES - 1) / 2
    if not shares:
        return "0%", "1"
    worlds = f"{1 / mean(shares):,.0f}" if sum(shares) else f"> {pairs:,.0f}"
    return f"{len(shares) / len(agreeing):.0%}", worlds


def random_game(coded: EncodedGame, seed: int) -> RandomGame:
    """Play a game of random actions, the deal being that of a match of the seed."""
    game, choices, agreeing = coded.rules, list[int](), list[float]()
    state, rng, samples = game.setup(coded.seats, coded.options, Random(f"{seed}/setup")), Random(seed), Random(seed)
    while (player := game.turn(state)) is not None and len(choices) < MOST_DECISIONS:
        legal = game.legal(state)
        if len(choices) % STRIDE == seed % STRIDE:
            agreeing.append(agreement(game, game.observe(state, player), samples))
        choices.append(len(legal))
        game.advance(state, legal[int(rng.random() * len(legal))], rng)
    return RandomGame(choices, agreeing, game.turn(state) is None)


def agreement(game: Game[Any], view: Any, rng: Random) -> float:
    """Share of the pairs of samples of the hidden cards of a view that agree."""
    counts = Counter(repr(game.determinize(view, rng)) for _ in range(SAMPLES))
    return sum(n * (n - 1) for n in counts.values()) / (SAMPLES * (SAMPLES - 1))
