"""The standings of a tournament, from its games alone.

Players are ranked by points (1 for a win or a bye, a half for a draw), then by tie-breaks after the FIDE Handbook
(C.07): in a Swiss tournament Buchholz, the sum of the opponents' points; in a round robin Sonneborn-Berger, the points
of the opponents a player has beaten and half of those drawn with; then the games between the tied players, if all of
them have met; then the points in all games. Players who are equal in everything share a rank.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ...protocol.tournament_messages import ROBIN
from .model import RoundGame, Tournament
from .pairing import Contender


class Place(NamedTuple):
    """A player's place in the standings."""

    number: int
    rank: int
    points: float
    tie_break: float
    """Buchholz or Sonneborn-Berger."""
    direct: float
    """Points in the games between players who are equal so far; 0 if not all of them have met."""
    in_games: int
    """Points in all games."""


class Faced(NamedTuple):
    """A game with an opponent, from a player's side."""

    player: int
    opponent: int
    score: float
    points: int


def faced(games: Iterable[RoundGame]) -> Iterator[Faced]:
    """Both sides of every finished game."""
    for game in games:
        if game.second is not None and game.scores is not None:
            yield Faced(game.first, game.second, game.scores[0], game.points[0])
            yield Faced(game.second, game.first, game.scores[1], game.points[1])


def total_points(games: Iterable[RoundGame]) -> defaultdict[int, float]:
    """Points by player."""
    points: defaultdict[int, float] = defaultdict(float)
    for game in games:
        if game.scores is not None:
            points[game.first] += game.scores[0]
            if game.second is not None:
                points[game.second] += game.scores[1]
    return points


@lru_cache(maxsize=32)
def standings(tournament: Tournament) -> Sequence[Place]:
    """Everyone's place, the best first; computed once for all who look at it."""
    points, sides = total_points(tournament.games), [*faced(tournament.games)]
    breaks: defaultdict[int, float] = defaultdict(float)
    in_games: defaultdict[int, int] = defaultdict(int)
    for side in sides:
        weight = side.score if tournament.system == ROBIN else 1
        breaks[side.player] += weight * points[side.opponent]
        in_games[side.player] += side.points
    numbers = [entrant.number for entrant in tournament.entrants]
    direct = {n: 0.0 for n in numbers}
    for level in {(points[n], breaks[n]) for n in numbers}:
        direct |= between({n for n in numbers if (points[n], breaks[n]) == level}, sides)
    merits = {n: (points[n], breaks[n], direct[n], in_games[n]) for n in numbers}
    better = {n: sum(merit > merits[n] for merit in merits.values()) for n in numbers}
    return [Place(n, 1 + better[n], *merits[n]) for n in sorted(numbers, key=better.__getitem__)]


def between(tied: set[int], sides: list[Faced]) -> dict[int, float]:
    """Points of tied players in the games between them; 0 for all of them if two have not met."""
    among = [side for side in sides if side.player in tied and side.opponent in tied]
    met = {(side.player, side.opponent) for side in among}
    if len(met) < len(tied) * (len(tied) - 1):
        among = []
    return {number: sum((side.score for side in among if side.player == number), 0.0) for number in tied}


def contenders(tournament: Tournament) -> list[Contender]:
    """The players whom the next round of a Swiss tournament pairs, by points, then by pairing number."""
    by_number = {entrant.number: Contender(entrant.number) for entrant in tournament.entrants}
    for number in range(1, tournament.round + 1):
        games = tournament.in_round(number)
        before = {number: contender.points for number, contender in by_number.items()}
        for contender in by_number.values():
            contender.floated = 0
        for game in games:
            note(by_number, game, before)
    active = [by_number[entrant.number] for entrant in tournament.active]
    return sorted(active, key=lambda contender: -contender.points)


def note(by_number: dict[int, Contender], game: RoundGame, before: dict[int, float]) -> None:
    """Add a game of a round to what is known of its players; `before` are the points before that round."""
    first, scores = by_number[game.first], game.scores or (0.0, 0.0)
    first.points += scores[0]
    if game.second is None:
        first.byes, first.floated = first.byes + 1, -1
        return
    second = by_number[game.second]
    second.points += scores[1]
    for player, opponent, seat in ((first, second, 1), (second, first, -1)):
        player.opponents.append(opponent.number)
        player.balance, player.last = player.balance + seat, seat
        mine, theirs = before[player.number], before[opponent.number]
        player.floated = (theirs > mine) - (theirs < mine)
