"""Check the coach: `python -m tabletown.rules.arena coach --games 60`.

Bots of the levels below `hard` play every game, module and edition with two to four players. The coach says that a move
gives up at least so much. Of the moves that it would have stopped, count those that lose that much, less five points at
most, by a search ten times deeper; and those whose loss is within five points of it either way.
With a file the command continues where it stopped; each line of the file holds the stopped moves of a game.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from itertools import count
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

from tabletown import rules

from ..analysis.coach import CoachTerms, least_losses, losses_of, survey, surveys
from ..bots.bot import Choice
from ..core.game import Action, Game, defaults
from ..core.workers import as_completed, local_pool
from .one_line_errors import Parser
from .series import SeriesTerms, play_moves

LEVELS = ("novice", "easy", "medium")
DEEPER = 10
"""Factor by which the check searches more than the coach."""
WITHIN = 0.05
"""Difference of the two losses that counts as none, from 0 to 1."""
SHARE = 0.25
"""Share of the decisions that are looked at."""
Z = 1.96
"""Half the width of a 95% interval in standard deviations."""


@dataclass(frozen=True)
class Stopped:
    """A move that the coach stops, with its loss by the coach and by the deeper search."""

    game: str
    version: str
    seats: int
    level: str
    ply: int
    coach_loss: float
    deeper_loss: float

    @property
    def confirmed(self) -> bool:
        """True when the move loses as much as the coach says or more, within the tolerance."""
        return self.deeper_loss >= self.coach_loss - WITHIN

    @property
    def close(self) -> bool:
        return abs(self.coach_loss - self.deeper_loss) <= WITHIN


def cases() -> list[tuple[str, str]]:
    """Every game with each value of its first option, which is its module or edition."""
    return [
        (name, value) for name in rules.GAMES for option in rules.load(name).OPTIONS[:1] for value, _ in option.choices
    ]


def loss(game: Game[Any], view: Any, action: Action, seed: str, terms: CoachTerms) -> float | None:
    """Least loss of an action by the coach, from 0 to 1; None if it has too few visits."""
    return least_losses(surveys(game, view, seed, terms), terms).get(action)


def deeper_loss(game: Game[Any], view: Any, action: Action, seed: str, terms: CoachTerms) -> float:
    """Loss of an action by a search ten times deeper, from 0 to 1."""
    terms = terms._replace(nodes=DEEPER * terms.nodes, visits=DEEPER * terms.visits, margin=0.0)
    return losses_of(survey(game, view, seed, terms, only=action), terms)[action]


def stopped(part: tuple[int, int, CoachTerms]) -> list[Stopped]:
    """Moves of one game that the coach stops; the part is the number of the game, the seed, and the coach's terms."""
    number, seed, terms = part
    name, value = cases()[number % len(cases())]
    game, rng, moves = rules.load(name), Random(f"{seed}/{number}"), list[Stopped]()
    seats, level = rng.choice((2, 2, 3, 4)), LEVELS[number // len(cases()) % len(LEVELS)]
    options = {**defaults(game), game.OPTIONS[0].key: value}

    plies = count()

    def watch(s: Any, player: int, choice: Choice) -> None:
        ply, view = next(plies), game.observe(s, player)
        if rng.random() >= SHARE or len(game.legal(s)) < 2:
            return
        coach_loss = loss(game, view, choice.action, f"{seed}/{number}/{ply}", terms)
        if coach_loss is not None and coach_loss >= terms.threshold:
            deep = deeper_loss(game, view, choice.action, f"{seed}/{number}/{ply}/deep", terms)
            moves.append(Stopped(name, value, seats, level, ply, round(coach_loss, 4), round(deep, 4)))

    play_moves(SeriesTerms(name, options, seats, seed, None, None), [level] * seats, number, watch)
    return moves


def interval(hits: int, total: int) -> tuple[float, float]:
    """95% interval of a share (Wilson 1927)."""
    p, w = hits / total, Z * Z / total
    middle, half = (p + w / 2) / (1 + w), Z * sqrt((p * (1 - p) + w / 4) / total) / (1 + w)
    return middle - half, middle + half


def share(moves: Sequence[Stopped], hits: int) -> str:
    low, high = interval(hits, len(moves))
    return f"{hits} of {len(moves)}, {hits / len(moves):.0%} ({low:.0%} to {high:.0%})"


def report(moves: Sequence[Stopped]) -> Iterator[str]:
    """A line for each game and one for all."""
    for name in [*dict.fromkeys(move.game for move in moves), "all"] if moves else []:
        of = [move for move in moves if name in (move.game, "all")]
        least, close = sum(move.confirmed for move in of), sum(move.close for move in of)
        right, near = share(of, least), share(of, close)
        yield f"{name}: in {right} the loss was at least what the coach said; in {near} it was within 5 points of that"


def read(path: Path) -> tuple[set[int], list[Stopped]]:
    """Numbers of the finished games in a file, and the stopped moves in it."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []
    return {line["number"] for line in lines}, [Stopped(**move) for line in lines for move in line["moves"]]


def check(numbers: Iterable[int], seed: int, terms: CoachTerms, jobs: int) -> Iterator[tuple[int, list[Stopped]]]:
    """Stopped moves of each game, in the order in which the games end."""
    with closing(local_pool(jobs)) as pool:
        for (number, _, _), moves in as_completed(stopped, [(number, seed, terms) for number in numbers], pool):
            yield number, moves


def main(argv: Sequence[str] | None = None) -> None:
    usual = CoachTerms()
    p = Parser("python -m tabletown.rules.arena coach", description=__doc__)
    p.add_argument("--games", type=int, default=60, help="number of games, cycling through all modules and editions")
    p.add_argument("--nodes", type=int, default=usual.nodes, help="positions that the coach searches per decision")
    p.add_argument("--visits", type=int, default=usual.visits, help="visits that a move needs before its value counts")
    p.add_argument(
        "--threshold", type=float, default=usual.threshold, help="smallest loss for which the coach stops a move"
    )
    p.add_argument(
        "--margin",
        type=float,
        default=usual.margin,
        help="how much to subtract from each loss, as searches are not exact",
    )
    p.add_argument("--seed", type=int, default=1, help="same seed, same games (default 1)")
    p.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="number of processes")
    p.add_argument("--file", type=Path, help="save results to this file and resume from it")
    a = p.parse_args(argv)
    if min(a.games, a.nodes, a.visits, a.jobs) < 1:
        p.error("--games, --nodes, --visits and --jobs must be 1 or more")
    done, moves = read(a.file) if a.file else (set[int](), list[Stopped]())
    left = [number for number in range(a.games) if number not in done]
    for number, stopped_moves in check(left, a.seed, CoachTerms(a.nodes, a.visits, a.threshold, a.margin), a.jobs):
        moves += stopped_moves
        if a.file:
            with a.file.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"number": number, "moves": [asdict(move) for move in stopped_moves]}) + "\n")
    for line in report(moves):
        print(line)


if __name__ == "__main__":
    main()
