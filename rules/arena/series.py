"""A series of games between two bots: their seats, their play and the results.

Games come in pairs with the same deal; in the second game every seat has the other bot. With three players, therefore,
a bot has two seats in one game of a pair and one in the other, and the odd seat moves on with every deal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf
from random import Random
from typing import Any, NamedTuple

from tabletown import rules

from ..bots.bot import Choice, finite
from ..bots.evaluation import evaluator_for, victory_shares
from ..bots.ismcts import SearchTreeCache
from ..bots.levels import choose, limits
from ..bots.matched import RATINGS
from ..core.game import Game
from .elo import Tally

MAX_DECISIONS = 1500
"""Decisions after which a game is stopped and scored: two bots may take and return tokens for ever."""
EVEN = 1e-9
"""Tolerance for shares of a win: thirds do not add up to exactly 1."""


class ArenaError(ValueError):
    """An argument or file cannot be used; the message is one sentence for the user."""


class SeriesTerms(NamedTuple):
    """Terms of every game of a series; limits apply to each decision, None for the level's own."""

    game: str
    options: Mapping[str, str]
    seats: int
    seed: int
    seconds: float | None
    nodes: float | None


class BotSpec(NamedTuple):
    """A bot's name, its limits for each decision (None for no limit), and its value noise in log odds."""

    name: str
    seconds: float | None
    nodes: float | None
    error: float | None = 0.0
    """None for a matched opponent, which has that of the level it plays a move like."""


class Series(NamedTuple):
    terms: SeriesTerms
    bots: tuple[str, str]


class GameResult(NamedTuple):
    """Result of one game, seat by seat."""

    victory_shares: tuple[float, ...]
    seconds: tuple[float, ...]
    """Thinking time of each player in seconds, to the millisecond."""
    decisions: tuple[int, ...]
    moves: tuple[int, ...]
    """Number of turns: decisions in a row count as one."""
    capped: bool
    """True when the game was stopped unfinished."""
    leads: tuple[tuple[float, float], ...] = ()
    """The player's lead at the start of each turn by the evaluation, and their share of the win."""


def bot_spec(terms: SeriesTerms, bot: str) -> BotSpec:
    """Read a bot such as "ismcts:nodes=800"; limits that it lacks are those of the terms or of its level.

    A bot with a limit of its own ignores those of the terms. Raises ArenaError.
    """
    name, *parts = bot.split(":")
    own = dict(map(limit, parts))
    error = own.pop("error", None)
    given = (own.get("seconds"), own.get("nodes")) if own else (terms.seconds, terms.nodes)
    if name in RATINGS:
        return BotSpec(name, *given, error)
    game = rules.load(terms.game)
    view = game.setup(terms.seats, terms.options, Random(terms.seed))
    try:
        seconds, nodes, error = limits(game, view, name, *given, error)
    except ValueError as wrong:
        raise ArenaError(str(wrong)) from None
    return BotSpec(name, finite(seconds), finite(nodes), error)


def limit(part: str) -> tuple[str, float]:
    """Read "nodes=800" or "error=0.5" as a pair; raises ArenaError."""
    key, _, value = part.partition("=")
    try:
        number = float(value)
    except ValueError:
        number = 0
    if key not in ("seconds", "nodes", "error") or not 0 < number < inf:
        raise ArenaError(f"bad limit {part!r}; write a bot as ismcts:nodes=800, minimax:seconds=0.2 or easy:error=1.5")
    return key, number


def seat_bots(bots: tuple[str, str], seats: int, number: int) -> tuple[str, ...]:
    """Bots by seat in that game of a series: alternating, and the other way round in the second game of a deal."""
    return tuple(bots[side] for side in sides(seats, number))


def sides(seats: int, number: int) -> tuple[int, ...]:
    """Side of each seat in that game of a series: 0 for the first bot, 1 for the second."""
    return tuple(((seat + number // 2 * 2) % seats + number) % 2 for seat in range(seats))


def play_moves(terms: SeriesTerms, levels: Sequence[str], deal: int, watch: Callable[[Any, int, Choice], None]) -> Any:
    """Play one game, `levels` naming the bot of each seat, and return the last state.

    Call `watch` with state, player and choice before each action. Without a time limit the same deal and bots give the
    same game.
    """
    minds, trees = [bot_spec(terms, level) for level in levels], SearchTreeCache()

    def decide(view: Any, player: int, seed: str) -> Choice:
        name, seconds, nodes, error = minds[player]
        return choose(terms.game, view, name, seed, seconds, nodes=nodes, value_noise=error, trees=trees)

    return play_out(terms, deal, decide, watch)


def play_out(
    terms: SeriesTerms,
    deal: int,
    decide: Callable[[Any, int, str], Choice],
    watch: Callable[[Any, int, Choice], None] = lambda s, player, choice: None,
) -> Any:
    """Play one game, `decide` choosing by view, player and seed, and return the last state; see `play_moves`."""
    game, seed = rules.load(terms.game), f"{terms.seed}/{deal}"
    s = game.setup(terms.seats, terms.options, Random(f"{seed}/setup"))
    for ply in range(MAX_DECISIONS):
        if (player := game.turn(s)) is None:
            break
        choice = decide(game.observe(s, player), player, f"{seed}/{ply}/{player}")
        watch(s, player, choice)
        game.advance(s, choice.action, Random(f"{seed}/{ply}"))
    return s


def play(terms: SeriesTerms, levels: Sequence[str], deal: int) -> GameResult:
    """Play one game, `levels` naming the bot of each seat, and return its result."""
    game = rules.load(terms.game)
    seconds, decisions, moves = [0.0] * terms.seats, [0] * terms.seats, [0] * terms.seats
    leads: list[tuple[int, float]] = []

    def watch(s: Any, player: int, choice: Choice) -> None:
        seconds[player] += choice.seconds
        decisions[player] += 1
        if not leads or leads[-1][0] != player:
            moves[player] += 1
            leads.append((player, lead(game, s, player, terms.seats)))

    s = play_moves(terms, levels, deal, watch)
    won = victory_shares(game, s, terms.seats)
    leads_won = tuple((ahead, won[player]) for player, ahead in leads)
    return GameResult(
        won,
        tuple([round(spent, 3) for spent in seconds]),
        tuple(decisions),
        tuple(moves),
        game.turn(s) is not None,
        leads_won,
    )


def lead(game: Game[Any], s: Any, player: int, seats: int) -> float:
    """Lead of a player over the best of the others, by the evaluation."""
    evaluate = evaluator_for(game, s).evaluate
    return evaluate(s, player) - max(evaluate(s, other) for other in range(seats) if other != player)


def play_one(terms: SeriesTerms, bots: tuple[str, str], number: int) -> GameResult:
    """Play a game of a series by its number; games 0 and 1 share a deal, as do 2 and 3 and so on."""
    return play(terms, seat_bots(bots, terms.seats, number), number // 2)


def play_part(part: tuple[Series, int]) -> GameResult:
    """Play a game given as (series, number), the form in which worker processes get it."""
    (terms, bots), number = part
    return play_one(terms, bots, number)


def total(values: Sequence[float], number: int, side: int = 0) -> float:
    """Sum of the values, one for each seat, over one bot's seats in that game of a series."""
    return sum(value for value, at in zip(values, sides(len(values), number), strict=True) if at == side)


def tallies(played: Iterable[tuple[int, GameResult]], low: int = 0, high: int = 1) -> list[Tally]:
    """Tallies of numbered games, one for each split of the seats; `low` and `high` are places on a list of players.

    The first bot of the series is `high`.
    """
    by_split: dict[tuple[int, int], list[float]] = {}
    for number, game in played:
        seats = len(game.victory_shares)
        others = sum(sides(seats, number))
        by_split.setdefault((seats - others, others), []).append(total(game.victory_shares, number))
    return [Tally(low, high, seats, len(won), sum(won)) for seats, won in by_split.items()]
