"""Matches between bots, seats swapped on the same deals: `python -m rules.bots.arena splendor greedy random`."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from math import exp, log, log10, sqrt
from random import Random
from typing import Any, NamedTuple, TypeVar

import rules

from ..game import Game, chosen
from .bot import Choice
from .knowledge import knowledge, shares
from .levels import BOTS, choose

CAP = 1500
"""Decisions after which a game is scored as it stands: careful bots may take and return for ever."""
NORMAL = 1.96
"""Standard deviations on either side that hold 95%."""
SCALES = [step / 10 for step in range(2, 301)]

T = TypeVar("T")


class Terms(NamedTuple):
    """What holds for every game of a series."""

    game: str
    options: Mapping[str, str]
    seats: int
    seed: int
    seconds: float | None
    nodes: float | None


class Played(NamedTuple):
    """One finished game, seat by seat."""

    shares: tuple[float, ...]
    seconds: tuple[float, ...]
    decisions: tuple[int, ...]
    capped: bool
    leads: tuple[tuple[float, float], ...]
    """For every turn begun how far a player was ahead by the evaluation, and their share of the victory."""


def follow(terms: Terms, levels: Sequence[str], deal: int, watch: Callable[[Any, int, Choice], None]) -> Any:
    """Play one game between bots of these levels and return its end; `watch` meets every choice before it is played.

    The deal and the levels determine the game, unless a time limit does.
    """
    game, seed = rules.load(terms.game), f"{terms.seed}/{deal}"
    s = game.setup(terms.seats, terms.options, Random(f"{seed}/setup"))
    for ply in range(CAP):
        if (player := game.turn(s)) is None:
            break
        view, own = game.observe(s, player), f"{seed}/{ply}/{player}"
        choice = choose(terms.game, view, levels[player], own, terms.seconds, nodes=terms.nodes)
        watch(s, player, choice)
        game.advance(s, choice.action, Random(f"{seed}/{ply}"))
    return s


def play(terms: Terms, levels: Sequence[str], deal: int) -> Played:
    """One game and what it came to."""
    game = rules.load(terms.game)
    seconds, decisions = [0.0] * terms.seats, [0] * terms.seats
    leads: list[tuple[int, float]] = []

    def watch(s: Any, player: int, choice: Choice) -> None:
        seconds[player] += choice.seconds
        decisions[player] += 1
        if not leads or leads[-1][0] != player:
            leads.append((player, lead(game, s, player, terms.seats)))

    s = follow(terms, levels, deal, watch)
    won = shares(game, s, terms.seats)
    told = tuple((ahead, won[player]) for player, ahead in leads)
    return Played(won, tuple(seconds), tuple(decisions), game.turn(s) is not None, told)


def lead(game: Game[Any], s: Any, player: int, seats: int) -> float:
    """How far a player is ahead of the best of the others."""
    evaluate = knowledge(game, s).evaluate
    return evaluate(s, player) - max(evaluate(s, other) for other in range(seats) if other != player)


def seating(levels: tuple[str, str], seats: int, number: int) -> tuple[str, ...]:
    """The two bots in alternate seats, the other way round in every second game."""
    return tuple(levels[(seat + number) % 2] for seat in range(seats))


def contest(terms: Terms, levels: tuple[str, str], number: int) -> Played:
    """A game of the series: games 0 and 1 have the same deal, and so on."""
    return play(terms, seating(levels, terms.seats, number), number // 2)


def spread(work: Callable[[int], T], count: int, jobs: int) -> Iterator[T]:
    """The work for every number below count, in order, on several cores."""
    if jobs == 1:
        yield from map(work, range(count))
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(work, range(count))


@dataclass(frozen=True)
class Report:
    """What a series between two bots came to, from the first one's side."""

    game: str
    seats: int
    seed: int
    bots: tuple[str, str]
    games: int
    wins: int
    losses: int
    shared: int
    capped: int
    score: float
    """Share of the victories, 0 to 1."""
    elo: float | None
    """None where everything was won or lost."""
    elo_low: float | None
    elo_high: float | None
    ms_a_move: tuple[float, float]


def report(terms: Terms, levels: tuple[str, str], played: Sequence[Played]) -> Report:
    """Add up a series of `contest`."""
    firsts = [first(game.shares, number) for number, game in enumerate(played)]
    score = sum(firsts) / len(firsts)
    low, high = interval(score, len(firsts))
    wins, losses = firsts.count(1), firsts.count(0)
    return Report(
        terms.game,
        terms.seats,
        terms.seed,
        levels,
        len(played),
        wins,
        losses,
        len(played) - wins - losses,
        sum(game.capped for game in played),
        round(score, 4),
        elo(score),
        elo(low),
        elo(high),
        (pace(played, 0), pace(played, 1)),
    )


def first(values: Sequence[float], number: int) -> float:
    """The sum over the first bot's seats in that game of a series."""
    return sum(value for seat, value in enumerate(values) if (seat + number) % 2 == 0)


def pace(played: Sequence[Played], bot: int) -> float:
    """Milliseconds a move of the first or the second bot."""
    seconds = sum(first(game.seconds, number + bot) for number, game in enumerate(played))
    return round(1000 * seconds / sum(first(game.decisions, number + bot) for number, game in enumerate(played)), 2)


def interval(score: float, games: int) -> tuple[float, float]:
    """Wilson's 95% interval of a score between 0 and 1."""
    z = NORMAL**2 / games
    middle, half = score + z / 2, NORMAL * sqrt(score * (1 - score) / games + z / 4 / games)
    return max(0.0, (middle - half) / (1 + z)), min(1.0, (middle + half) / (1 + z))


def elo(score: float) -> float | None:
    """The difference in Elo points that such a score means."""
    return round(-400 * log10(1 / score - 1)) if 1e-9 < score < 1 - 1e-9 else None


def calibrate(leads: Sequence[tuple[float, float]]) -> float:
    """The scale by which leads tell the results best (logistic function, least surprise)."""

    def surprise(scale: float) -> float:
        told = [(1 / (1 + exp(max(-30.0, min(30.0, -ahead / scale)))), won) for ahead, won in leads]
        return -sum(won * log(chance) + (1 - won) * log(1 - chance) for chance, won in told)

    return min(SCALES, key=surprise)


def table(r: Report) -> str:
    """A report for people."""
    names = "  ".join(f"{name} {ms} ms a move" for name, ms in zip(r.bots, r.ms_a_move, strict=True))
    span = " to ".join("unbounded" if bound is None else f"{bound:+.0f}" for bound in (r.elo_low, r.elo_high))
    middle = "unbounded" if r.elo is None else f"{r.elo:+.0f}"
    return (
        f"{r.game}, {r.seats} players, seed {r.seed}: {r.bots[0]} against {r.bots[1]}\n"
        f"{r.wins} won, {r.losses} lost, {r.shared} shared, of {r.games} ({r.capped} stopped unfinished)\n"
        f"score {100 * r.score:.1f}%, Elo {middle} (95%: {span})\n{names}"
    )


def parser() -> argparse.ArgumentParser:
    p = argparse.ArgumentParser("python -m rules.bots.arena", description=__doc__)
    p.add_argument("game", choices=rules.GAMES)
    p.add_argument("bots", nargs=2, choices=BOTS)
    p.add_argument("--games", type=int, default=100)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--seats", type=int, default=2)
    p.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="one of the game's options")
    p.add_argument("--seconds", type=float, help="limit of a move")
    p.add_argument("--nodes", type=int, help="limit of a move; makes a series repeatable")
    p.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes")
    p.add_argument("--json", action="store_true")
    p.add_argument("--calibrate", action="store_true", help="also print the scale of chances that fits the results")
    return p


def main(argv: Sequence[str] | None = None) -> None:
    p = parser()
    a = p.parse_args(argv)
    game = rules.load(a.game)
    if a.seats not in game.SEATS:
        p.error(f"{game.TITLE} is for {game.SEATS[0]} to {game.SEATS[-1]} players")
    if a.games < 1:
        p.error("there must be at least one game")
    try:
        options = chosen(game, dict(pair.partition("=")[::2] for pair in a.option))
    except ValueError as wrong:
        p.error(str(wrong))
    terms = Terms(a.game, options, a.seats, a.seed, a.seconds, a.nodes)
    levels = (a.bots[0], a.bots[1])
    played = list(spread(partial(contest, terms, levels), a.games, a.jobs))
    found = report(terms, levels, played)
    scale = {"scale": calibrate([pair for game in played for pair in game.leads])} if a.calibrate else {}
    if a.json:
        print(json.dumps(asdict(found) | scale))
    else:
        print(table(found), *(f"scale {value}" for value in scale.values()), sep="\n")


if __name__ == "__main__":
    main()
