"""Report on a series between two bots, from the first one's side, as figures and in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tabletown import rules

from .elo import difference
from .series import EVEN, GameResult, SeriesTerms, tallies, total
from .sprt import Sprt


@dataclass(frozen=True)
class Report:
    """Figures of a series; a move is all decisions of a player before another player decides."""

    game: str
    options: Mapping[str, str]
    seats: int
    seed: int
    bots: tuple[str, str]
    games: int
    wins: int
    losses: int
    draws: int
    """Games whose win both bots shared."""
    capped: int
    """Games stopped unfinished."""
    score: float
    """Share of the wins, 0 to 1."""
    expected: float
    """Score between bots of equal strength: the share of the seats."""
    elo: float | None
    """Difference in Elo points; None where every game was won or every game lost."""
    elo_low: float | None
    elo_high: float | None
    seconds_a_move: tuple[float, float]
    decisions_a_move: tuple[float, float]


def report(terms: SeriesTerms, bots: tuple[str, str], played: Sequence[GameResult]) -> Report:
    """Figures of the first games of a series, given in order of their numbers."""
    games, firsts = len(played), [total(game.victory_shares, number) for number, game in enumerate(played)]
    wins, losses = sum(won > 1 - EVEN for won in firsts), sum(won < EVEN for won in firsts)
    seats = sum(total([1] * terms.seats, number) for number in range(games))
    elo = difference(tallies(enumerate(played)))
    return Report(
        game=terms.game,
        options=dict(terms.options),
        seats=terms.seats,
        seed=terms.seed,
        bots=bots,
        games=games,
        wins=wins,
        losses=losses,
        draws=games - wins - losses,
        capped=sum(game.capped for game in played),
        score=round(sum(firsts) / games, 4),
        expected=round(seats / terms.seats / games, 4),
        elo=elo.middle,
        elo_low=elo.low,
        elo_high=elo.high,
        seconds_a_move=both(lambda side: pace(enumerate(played), side)),
        decisions_a_move=both(lambda side: per_move(enumerate(played), side, lambda game: game.decisions)),
    )


def both(figure: Callable[[int], float]) -> tuple[float, float]:
    """A figure for the first bot and for the second."""
    return round(figure(0), 5), round(figure(1), 5)


def pace(played: Iterable[tuple[int, GameResult]], side: int) -> float:
    """Mean seconds a move of the first bot (side 0) or the second (side 1)."""
    return per_move(played, side, lambda game: game.seconds)


def per_move(
    played: Iterable[tuple[int, GameResult]], side: int, figure: Callable[[GameResult], Sequence[float]]
) -> float:
    """Sum of a figure over one bot's seats, divided by the number of its moves."""
    totals = [(total(figure(game), number, side), total(game.moves, number, side)) for number, game in played]
    return sum(value for value, _ in totals) / max(1, sum(moves for _, moves in totals))


def text(r: Report) -> str:
    """The report as text."""
    names = "\n".join(
        f"{name}: {1000 * seconds:.1f} ms and {decisions:.2f} choices per move"
        for name, seconds, decisions in zip(r.bots, r.seconds_a_move, r.decisions_a_move, strict=True)
    )
    span = " to ".join("unbounded" if bound is None else f"{bound:+.0f}" for bound in (r.elo_low, r.elo_high))
    middle = "unbounded" if r.elo is None else f"{r.elo:+.0f}"
    options = "".join(f", {option.typed(r.options[option.key])}" for option in rules.load(r.game).OPTIONS)
    return (
        f"{r.game}{options}, {r.seats} players, seed {r.seed}: {r.bots[0]} against {r.bots[1]}\n"
        f"{r.wins} won, {r.losses} lost, {r.draws} drawn, of {r.games} ({r.capped} stopped unfinished)\n"
        f"score {100 * r.score:.1f}% (equal players would score {100 * r.expected:.1f}%), Elo {middle} (95%: {span})\n"
        f"{names}"
    )


def verdict(test: Sprt) -> dict[str, float | None]:
    """Figures of the test; `accepted` is None while it is undecided."""
    return {"low": test.low, "high": test.high, "ratio": round(test.ratio, 3), "accepted": test.accepted}


def decision(test: Sprt) -> str:
    """Result of the test in words."""
    if test.accepted is None:
        return f"undecided between {test.low:+g} and {test.high:+g} Elo (LLR {test.ratio:+.2f})"
    return f"accepted {test.accepted:+g} Elo after {2 * test.pairs} games (bounds {test.low:+g}, {test.high:+g})"
