"""Messages about a tournament for one player."""

from __future__ import annotations

from datetime import UTC, datetime

from ...protocol.tournament_messages import Pairing, Standing, TournamentDetails, TournamentRow
from .model import COMING, RoundGame, Tournament
from .standings import standings

NAMED = 4
"""Maximum number of winners named in a list."""


def row(tournament: Tournament, player: int) -> TournamentRow:
    entrant = tournament.entrant(player)
    return TournamentRow(
        number=tournament.number,
        name=tournament.name,
        game=tournament.game,
        options=tournament.options,
        system=tournament.system,
        rounds=tournament.rounds,
        round=tournament.round,
        clock=tournament.clock,
        stage=tournament.stage,
        starts=tournament.starts,
        players=len(tournament.entrants),
        most=tournament.most,
        joined=entrant is not None and not entrant.withdrawn,
        winners=tournament.winners[:NAMED],
    )


def next_round(tournament: Tournament, player: int) -> str:
    """A sentence on the next round for a player who takes part and has no game to play; empty for others."""
    entrant, name = tournament.entrant(player), tournament.name
    if entrant is None or entrant.withdrawn or tournament.running_game(player):
        return ""
    if tournament.stage == COMING:
        return f"{name} starts on {datetime.fromtimestamp(tournament.starts, UTC):%a %-d %b at %H:%M} UTC"
    left = len(tournament.open_games())
    games = f"{left} more {'game ends' if left == 1 else 'games end'}"
    if tournament.round == tournament.rounds:
        return f"{name} is over when {games}" if left else ""
    step = f"{name}: round {tournament.round + 1} starts"
    return f"{step} when {games}" if left else f"{step} in a moment"


def details(tournament: Tournament, player: int, creator: str, chosen: int = 0) -> TournamentDetails:
    """A tournament with one of its rounds; 0 for the newest."""
    number = chosen if 0 < chosen <= tournament.round else tournament.round
    names = {entrant.number: entrant.name for entrant in tournament.entrants}
    return TournamentDetails(
        row=row(tournament, player),
        creator=creator,
        hosting=tournament.creator == player,
        standings=lines(tournament, player),
        round=number,
        pairings=[pairing(game, names, player) for game in tournament.in_round(number)],
        open_games=len(tournament.open_games()),
        due=tournament.due,
    )


def lines(tournament: Tournament, player: int) -> list[Standing]:
    """The standings; before the first round the players in the order in which they joined, without ranks."""
    by_number = {entrant.number: entrant for entrant in tournament.entrants}
    if not tournament.games:
        return [
            Standing(0, entrant.name, 0.0, 0.0, 0.0, 0, entrant.withdrawn, entrant.number == player)
            for entrant in tournament.entrants
        ]
    return [
        Standing(
            rank=place.rank,
            name=by_number[place.number].name,
            points=place.points,
            tie_break=place.tie_break,
            direct=place.direct,
            in_games=place.in_games,
            withdrawn=by_number[place.number].withdrawn,
            yours=place.number == player,
        )
        for place in standings(tournament)
    ]


def pairing(game: RoundGame, names: dict[int, str], player: int) -> Pairing:
    return Pairing(
        first=names[game.first],
        second=names[game.second] if game.second is not None else "",
        scores=list(game.scores) if game.scores else None,
        points=list(game.points),
        how=game.how,
        code=game.code if game.scores is None else "",
        record=game.record,
        yours=player in (game.first, game.second),
    )
