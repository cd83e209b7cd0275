"""Messages about a tournament for one player."""

from __future__ import annotations

from ...protocol.tournament_messages import Pairing, Standing, TournamentDetails, TournamentRow
from .model import RoundGame, Tournament
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
