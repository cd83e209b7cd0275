"""Measure matched opponents: `python -m tabletown.rules.arena matched splendor --option module=orient`.

Levels play in place of people. Each starts without a rating and plays one game after another against an opponent
matched to its rating, which changes after every game, as at the table. The result is the share of games that the
opponent won once it had adapted: about half, if it has settled at the person's strength. Searches are limited by
positions (those of ladder.toml where it has some) rather than by time, so the same seed gives the same games.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial
from math import inf, sqrt
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tabletown import rules

from ..bots.bot import Choice
from ..bots.evaluation import victory_shares
from ..bots.level_descriptions import LEVELS
from ..bots.levels import choose
from ..bots.matched import RATINGS, Case, case_of, even_rating, matched_name, played_level
from ..bots.player_rating import SURE, PlayerRating, first_rating
from ..core.game import chosen
from ..core.workers import as_completed, local_pool
from .ladder import fewer_nodes
from .ladder_table import title
from .one_line_errors import Parser
from .series import SeriesTerms, play_out

PEOPLE = "easy,medium,hard"


class Person(NamedTuple):
    """A level in place of a person, and its games."""

    terms: SeriesTerms
    level: str
    run: int
    """Number of this run; each has its own deals."""
    games: int
    path: Path | None
    """File to which each game is added, and from which a run that was interrupted continues."""


class PersonGame(NamedTuple):
    """A game of a person."""

    opponent: str
    share: float
    """The person's share of the win."""


def play(person: Person) -> list[PersonGame]:
    """Play the games of a person that are not in the file yet; return all."""
    terms = person.terms
    game = rules.load(terms.game)
    case = case_of(game, game.setup(terms.seats, terms.options, Random(terms.seed)))
    rating, games = first_rating(), list(finished(person))[: person.games]
    for played in games:
        rating = after(rating, terms, played)
    for number in range(len(games), person.games):
        games.append(play_next(person, case, rating, number))
        rating = after(rating, terms, games[-1])
        if person.path:
            with person.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps([*identity(person), number, *games[-1]]) + "\n")
    return games


def after(rating: PlayerRating, terms: SeriesTerms, played: PersonGame) -> PlayerRating:
    return rating.after([RATINGS[played.opponent]] * (terms.seats - 1), played.share)


def play_next(person: Person, case: Case | None, rating: PlayerRating, number: int) -> PersonGame:
    """Play the next game of a person, who changes seats from game to game."""
    terms, seat = person.terms, number % person.terms.seats
    opponent = matched_name(even_rating(case, rating.mean, terms.seats - 1))
    bots = [person.level if player == seat else opponent for player in range(terms.seats)]
    s = play_out(terms, person.run * 1000 + number, partial(decide, terms, bots))
    return PersonGame(opponent, victory_shares(rules.load(terms.game), s, terms.seats)[seat])


def decide(terms: SeriesTerms, bots: Sequence[str], view: Any, player: int, seed: str) -> Choice:
    """The choice of a player, with a limit of positions and none of time."""
    level = played_level(rules.load(terms.game), view, bots[player], seed)
    return choose(terms.game, view, level, seed, inf, nodes=fewer_nodes(terms).get(level))


def identity(person: Person) -> list[Any]:
    return [person.terms.game, dict(person.terms.options), person.terms.seats, person.level, person.run]


def finished(person: Person) -> Iterator[PersonGame]:
    """Games of a person in the file, in order."""
    if person.path and person.path.exists():
        for line in person.path.read_text(encoding="utf-8").splitlines():
            *whose, _, opponent, share = json.loads(line)
            if whose == identity(person):
                yield PersonGame(opponent, share)


def row(level: str, runs: Sequence[Sequence[PersonGame]], first: int) -> str:
    """Games of a level: what the opponent won of the first ones and of the others, and its last ratings."""
    early = [played.share for games in runs for played in games[:first]]
    late = [1 - played.share for games in runs for played in games[first:]]
    score = sum(late) / len(late)
    margin = SURE * sqrt(sum((share - score) ** 2 for share in late)) / len(late)
    last_ratings = ", ".join(f"{RATINGS[games[-1].opponent]:,.0f}" for games in runs)
    return (
        f"{level}: opponent won {1 - sum(early) / len(early):.0%} of {len(early)} games while adapting, then "
        f"{score:.0%} +-{margin:.0%} of {len(late)} games; last rated {last_ratings}"
    )


def main(argv: Sequence[str] | None = None) -> None:
    p = Parser("python -m tabletown.rules.arena matched", description=__doc__)
    p.add_argument("game", choices=rules.GAMES)
    p.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="one of the game's options")
    p.add_argument("--seats", type=int, default=2, help="number of players in each game (default 2)")
    p.add_argument("--people", default=PEOPLE, help=f"levels that take the part of people (default {PEOPLE})")
    p.add_argument("--first", type=int, default=20, help="games in which the opponent adapts (default 20)")
    p.add_argument("--games", type=int, default=40, help="games after the opponent has adapted (default 40)")
    p.add_argument(
        "--runs", type=int, default=1, help="number of simulated people at each level, each with their own deals"
    )
    p.add_argument("--seed", type=int, default=1, help="same seed, same games (default 1)")
    p.add_argument("--file", type=Path, help="save games to this file and resume from it")
    p.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="number of processes")
    a = p.parse_args(argv)
    try:
        options = chosen(rules.load(a.game), dict(pair.partition("=")[::2] for pair in a.option))
    except ValueError as wrong:
        p.error(str(wrong))
    people = a.people.split(",")
    if (
        a.seats not in rules.load(a.game).SEATS
        or min(a.first, a.games, a.runs, a.jobs) < 1
        or not set(people) <= {*LEVELS}
    ):
        p.error(
            "--seats must be a number of players the game allows; --people must name levels; the rest must be 1 or more"
        )
    terms = SeriesTerms(a.game, options, a.seats, a.seed, None, None)
    parts = [Person(terms, level, run, a.first + a.games, a.file) for level in people for run in range(a.runs)]
    with closing(local_pool(min(a.jobs, len(parts)))) as pool:
        played = {(part.level, part.run): games for part, games in as_completed(play, parts, pool)}
    print(f"{title(terms)}, {a.seats} players")
    for level in people:
        print(row(level, [played[level, run] for run in range(a.runs)], a.first))


if __name__ == "__main__":
    main()
