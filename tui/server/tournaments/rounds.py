"""The next round of a tournament: its games, and their tables."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random

from ...protocol.clocks import LOSS
from ...protocol.tournament_messages import ROBIN
from ..ratings import Rating
from ..tables import game
from ..tables.clock import Clock
from ..tables.service_protocol import ServiceProtocol
from ..tables.table import Fixture, ServerSeat, Table
from . import pairing
from .model import BYE, FORFEIT, Entrant, RoundGame, Tournament, rounds_of
from .pairing import Meeting
from .standings import contenders

NO_HOST = 0
"""The host of a table that the server has made; no player has this number."""


def started(tournament: Tournament, ratings: dict[int, Rating]) -> Tournament:
    """A tournament with the number of its rounds, and with its players in the order of their ratings."""
    rng = Random(f"{tournament.seed} players")
    drawn = {
        entrant.number: rng.random() for entrant in sorted(tournament.entrants, key=lambda entrant: entrant.number)
    }
    value = {number: ratings.get(number, Rating()).value for number in drawn}
    order = sorted(tournament.entrants, key=lambda entrant: (-value[entrant.number], drawn[entrant.number]))
    placed = [replace(entrant, place=place) for place, entrant in enumerate(order, 1)]
    return replace(tournament, entrants=placed, rounds=rounds_of(tournament.system, tournament.rounds, len(placed)))


def next_games(tournament: Tournament) -> list[RoundGame]:
    """The games of the next round, still without tables; those without two players have their results."""
    number = tournament.round + 1
    if tournament.system == ROBIN:
        meetings = pairing.round_robin([entrant.number for entrant in tournament.entrants], number)
    else:
        meetings = pairing.swiss(contenders(tournament))
    active = {entrant.number for entrant in tournament.active}
    return [round_game(number, board, meeting, active) for board, meeting in enumerate(meetings, 1)]


def round_game(number: int, board: int, meeting: Meeting, active: set[int]) -> RoundGame:
    """A game of a round; a player without an opponent wins it, if `active`."""
    first, second = meeting
    if second is None:
        return RoundGame(number, board, first, None, scores=(float(first in active), 0.0), how=BYE)
    if {first, second} <= active:
        return RoundGame(number, board, first, second)
    scores = (float(first in active), float(second in active))
    return RoundGame(number, board, first, second, scores=scores, how=FORFEIT)


def tables_for(
    service: ServiceProtocol, tournament: Tournament, games: Iterable[RoundGame]
) -> tuple[list[RoundGame], list[Table]]:
    """The games of a round with the codes of their tables, and these tables, whose clocks run."""
    coded, tables = [], []
    people = {entrant.number: entrant for entrant in tournament.entrants}
    ratings = service.store.ratings(tournament.game, [*people])
    for round_game in games:
        if round_game.scores is None and round_game.second is not None:
            seats = [people[round_game.first], people[round_game.second]]
            table = table_for(service, tournament, round_game.round, seats, ratings)
            tables.append(table)
            round_game = replace(round_game, code=table.code)
        coded.append(round_game)
    return coded, tables


def table_for(
    service: ServiceProtocol, tournament: Tournament, number: int, seats: list[Entrant], ratings: dict[int, Rating]
) -> Table:
    """The table of two players; it is not in the service yet."""
    table = Table(
        service.new_code(),
        tournament.game,
        tournament.options,
        [ServerSeat(seat.number, seat.name, since=service.now()) for seat in seats],
        NO_HOST,
        muted=True,
        elo={seat.number: round(ratings[seat.number].value) for seat in seats if seat.number in ratings},
        clock=Clock(tournament.clock, LOSS),
        fixture=Fixture(tournament.number, tournament.name, number),
        since=service.now(),
    )
    game.set_up(table, service.ran())
    return table
