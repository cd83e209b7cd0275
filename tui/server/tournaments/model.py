"""A tournament as it is stored: its players and the games of its rounds. Everything else is derived from these."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby
from math import ceil, log2

from tabletown import rules
from tabletown.rules.core.registry import is_game

from ...protocol.clocks import CLOCKS
from ...protocol.tournament_messages import ROBIN, SYSTEMS
from . import pairing

COMING, RUNNING, FINISHED, CANCELLED = STAGES = ("coming", "running", "finished", "cancelled")
GAME, BYE, FORFEIT, DRAWN = ("", "bye", "forfeit", "drawn")
"""Ways to a result: by playing, without an opponent, by a player who gave up or ran out of time, or by a game
that the server could not continue, which counts as a draw."""


class BadTournament(ValueError):
    """A stored tournament that makes no sense; the message says why."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of a tournament."""

    number: int
    name: str
    place: int
    """Pairing number from 1 on, in the order of ratings; 0 before the start."""
    withdrawn: bool


@dataclass(frozen=True, slots=True)
class RoundGame:
    """A pairing and its result."""

    round: int
    board: int
    first: int
    second: int | None
    """None for a bye."""
    code: str = ""
    """Code of the table; empty without one."""
    scores: tuple[float, float] | None = None
    """1 for a win, 0.5 for a draw; None while the game runs."""
    points: tuple[int, int] = (0, 0)
    """Points in the game."""
    how: str = GAME
    record: int | None = None
    """Number of the game in the archive; None without one."""


@dataclass(frozen=True, eq=False, slots=True)
class Tournament:
    """A tournament; times are seconds since 1970. A change makes another one."""

    number: int
    name: str
    game: str
    options: dict[str, str]
    system: str
    """SWISS or ROBIN."""
    rounds: int
    """Rounds in all; 0 before the start for the usual number."""
    clock: str
    most: int
    """Maximum number of players."""
    creator: int
    starts: float
    stage: str
    seed: int
    """Settles the order of players with the same rating."""
    due: float | None = None
    """Start of the next round; None while games run."""
    ended: float | None = None
    winners: list[str] = field(default_factory=list)
    """Names of those who share the first rank, once it is finished."""
    entrants: list[Entrant] = field(default_factory=list)
    """In the order of joining, from the start on by pairing number."""
    games: list[RoundGame] = field(default_factory=list)
    """By round and board."""

    @property
    def round(self) -> int:
        """The newest round that is paired; 0 before the first."""
        return self.games[-1].round if self.games else 0

    @property
    def active(self) -> list[Entrant]:
        """The players who have not withdrawn."""
        return [entrant for entrant in self.entrants if not entrant.withdrawn]

    @property
    def possible(self) -> bool:
        """True when its games can be played with this version of the program."""
        if not is_game(self.game) or self.system not in SYSTEMS or self.clock not in CLOCKS:
            return False
        choices = {option.key: {value for value, _ in option.choices} for option in rules.load(self.game).OPTIONS}
        return all(value in choices.get(key, ()) for key, value in self.options.items())

    def entrant(self, number: int) -> Entrant | None:
        return next((entrant for entrant in self.entrants if entrant.number == number), None)

    def in_round(self, number: int) -> list[RoundGame]:
        return [game for game in self.games if game.round == number]

    def open_games(self) -> list[RoundGame]:
        """The games that have no result yet."""
        return [game for game in self.games if game.scores is None]

    def running_game(self, player: int) -> RoundGame | None:
        """The game that a player has to play now."""
        return next((game for game in self.open_games() if player in (game.first, game.second)), None)

    def check(self) -> None:
        """Raise BadTournament when the rows do not fit together."""
        numbers = {entrant.number for entrant in self.entrants}
        paired = {player for game in self.games for player in (game.first, game.second)} - {None}
        started = self.stage in (RUNNING, FINISHED)
        if self.stage not in STAGES or not paired <= numbers:
            raise BadTournament("has players or a stage that do not exist")
        if self.stage in (COMING, RUNNING) and not self.possible:
            raise BadTournament("has a game, a kind or a clock that do not exist")
        if started and (not self.games or self.rounds < self.round):
            raise BadTournament("is missing rounds")
        rounds = [(number, [game.board for game in games]) for number, games in groupby(self.games, by_round)]
        if [number for number, _ in rounds] != [*range(1, self.round + 1)] or any(
            boards != [*range(1, len(boards) + 1)] for _, boards in rounds
        ):
            raise BadTournament("is missing games")


def by_round(game: RoundGame) -> int:
    return game.round


def usual_rounds(system: str, players: int) -> int:
    """All rounds of a round robin; in a Swiss tournament one more than needed for a single winner of every game."""
    most = pairing.rounds_of_round_robin(players)
    return most if system == ROBIN else min(most, ceil(log2(players)) + 1)


def rounds_of(system: str, chosen: int, players: int) -> int:
    """Rounds of a tournament that starts; 0 wants the usual number."""
    usual = usual_rounds(system, players)
    return usual if system == ROBIN or not chosen else min(chosen, pairing.rounds_of_round_robin(players))
