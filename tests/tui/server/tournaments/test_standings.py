"""Points, tie-breaks and ranks."""

from __future__ import annotations

from tabletown.tui.protocol.tournament_messages import ROBIN, SWISS
from tabletown.tui.server.tournaments.model import BYE, RUNNING, Entrant, RoundGame, Tournament
from tabletown.tui.server.tournaments.standings import Place, contenders, standings

WIN, DRAW, LOSS = (1.0, 0.0), (0.5, 0.5), (0.0, 1.0)


def tournament(system: str, *games: RoundGame, players: int = 4) -> Tournament:
    entrants = [Entrant(number, f"P{number}", number, False) for number in range(1, players + 1)]
    fields = {"options": {}, "rounds": 3, "clock": "5+5", "most": 64, "creator": 1, "starts": 0.0, "seed": 1}
    return Tournament(1, "Cup", "splendor", system=system, stage=RUNNING, entrants=entrants, games=[*games], **fields)  # type: ignore[arg-type]


def game(number: int, board: int, first: int, second: int, scores: tuple[float, float], *points: int) -> RoundGame:
    return RoundGame(number, board, first, second, scores=scores, points=(points[0], points[1]) if points else (0, 0))


def test_points_come_first_then_the_opponents_points() -> None:
    """Ada and Ben have two wins each; Ada's opponents did better."""
    cup = tournament(
        SWISS,
        game(1, 1, 1, 3, WIN),
        game(1, 2, 2, 4, WIN),
        game(2, 1, 1, 2, DRAW),
        game(2, 2, 3, 4, WIN),
    )
    assert [(place.number, place.rank, place.points, place.tie_break) for place in standings(cup)] == [
        (1, 1, 1.5, 2.5),
        (2, 2, 1.5, 1.5),
        (3, 3, 1.0, 1.5),
        (4, 4, 0.0, 2.5),
    ]


def test_in_a_round_robin_points_of_beaten_opponents_count() -> None:
    cup = tournament(
        ROBIN,
        game(1, 1, 1, 2, WIN),
        game(1, 2, 3, 4, WIN),
        game(2, 1, 1, 3, LOSS),
        game(2, 2, 2, 4, WIN),
        game(3, 1, 1, 4, DRAW),
        game(3, 2, 2, 3, DRAW),
    )
    assert {place.number: (place.points, place.tie_break) for place in standings(cup)} == {
        3: (2.5, 0.5 + 1.5 + 0.75),
        1: (1.5, 1.5 + 0.25),
        2: (1.5, 0.5 + 1.25),
        4: (0.5, 0.75),
    }
    assert [place.number for place in standings(cup)] == [3, 1, 2, 4], "Ada has beaten Ben"
    assert [place.direct for place in standings(cup)] == [0.0, 1.0, 0.0, 0.0]


def test_equal_players_are_ranked_by_the_points_in_their_games_or_share_a_rank() -> None:
    cup = tournament(SWISS, game(1, 1, 1, 2, WIN, 15, 9), game(1, 2, 3, 4, WIN, 18, 9))
    assert [(place.number, place.rank) for place in standings(cup)] == [(3, 1), (1, 2), (2, 3), (4, 3)]
    assert standings(cup)[0] == Place(3, 1, 1.0, 0.0, 0.0, 18)


def test_a_bye_counts_as_a_win_and_running_games_do_not_count() -> None:
    bye = RoundGame(1, 2, 3, None, scores=(1.0, 0.0), how=BYE)
    cup = tournament(SWISS, RoundGame(1, 1, 1, 2, "ABCDEF"), bye, players=3)
    assert [(place.number, place.rank, place.points) for place in standings(cup)] == [
        (3, 1, 1.0),
        (1, 2, 0.0),
        (2, 2, 0.0),
    ]


def test_the_next_round_knows_seats_opponents_byes_and_floats() -> None:
    bye = RoundGame(1, 2, 3, None, scores=(1.0, 0.0), how=BYE)
    cup = tournament(SWISS, game(1, 1, 1, 2, WIN), bye, game(2, 1, 3, 2, DRAW), players=3)
    by_number = {contender.number: contender for contender in contenders(cup)}
    assert [contender.number for contender in contenders(cup)] == [3, 1, 2]
    assert (by_number[3].byes, by_number[3].balance, by_number[3].floated, by_number[3].opponents) == (1, 1, -1, [2])
    assert (by_number[2].balance, by_number[2].last, by_number[2].floated, by_number[2].opponents) == (
        -2,
        -1,
        1,
        [1, 3],
    )
