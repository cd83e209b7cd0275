"""One game being played: seed, options and actions in, states out."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple

from .game import Action, Illegal, Options, State, apply
from .registry import load


class Seat(NamedTuple):
    """Who sits there: a person, or a bot of a level named in `tabletown.rules.bots.levels`."""

    name: str
    bot: str = ""


def human_seats(seats: Sequence[tuple[str, str]]) -> list[int]:
    """The seats without a bot, of pairs of name and bot."""
    return [seat for seat, (_, bot) in enumerate(seats) if not bot]


class LogLine(NamedTuple):
    """A line of the log: what a player did at a ply. It is known to all."""

    ply: int
    player: int
    action: Action
    notation: str
    text: str
    """As a sentence without its subject, its verb in the base form: "take white and blue"."""


class RecordingRandom(Random):
    """Chance that remembers whether it was asked."""

    asked = False

    def random(self) -> float:
        self.asked = True
        return super().random()


class Match:
    """The log is the truth; the states are a cache of it, and undo is a pop."""

    def __init__(self, name: str, seats: Sequence[Seat], options: Options, seed: int) -> None:
        self.name, self.seats, self.options, self.seed = name, tuple(seats), dict(options), seed
        self.game = load(name)
        self.log: list[Action] = []
        self.undone: list[Action] = []
        """Actions taken back, the next to redo last; a new action forgets them."""
        self.states: list[Any] = [self.game.setup(len(seats), options, Random(f"{seed}/setup"))]

    @property
    def state(self) -> Any:
        return self.states[-1]

    def seed_for(self, ply: int, purpose: str) -> str:
        """The seed for what is drawn at a ply besides the game, such as by a bot: nothing of the deal is told by it."""
        return sha256(f"{self.seed}/{ply}/{purpose}".encode()).hexdigest()

    @property
    def player(self) -> int | None:
        """Who decides now; None when the game is over."""
        return self.game.turn(self.state)

    @property
    def human_seats(self) -> list[int]:
        """The seats without a bot."""
        return human_seats(self.seats)

    def legal(self) -> list[Action]:
        """What can be played now."""
        return self.game.legal(self.state)

    def view(self, ply: int, player: int | None) -> Any:
        """What that player (None: a spectator) may know of the position after so many actions."""
        return self.game.observe(self.states[ply], player)

    def line(self, ply: int) -> LogLine:
        """The action at a ply in words."""
        s, a = self.states[ply], self.log[ply]
        player = self.game.turn(s)
        assert player is not None
        return LogLine(ply, player, a, self.game.notation(s, a), self.game.describe(s, a, "second"))

    def act(self, a: Action) -> None:
        """Play an action, which may come from anyone: this is where legality is checked.

        Raises Illegal. Chance is a function of seed and ply, so undo and replay need no saved RNG.
        """
        self._play(a)
        self.undone.clear()

    def undo(self) -> Action:
        """Take back the last action and return it; raises IndexError when there is none."""
        a = self.log.pop()
        self.states.pop()
        self.undone.append(a)
        return a

    def plies_back(self, people: Sequence[int], player: int | None) -> int:
        """How many plies an undo by `player` takes back, 0 when it is not allowed; `people` are seats without a bot.

        One person alone goes back to the last decision of theirs. Several may take back only within their own turn, and
        nothing that chance had a part in: what was shown cannot be hidden again.
        """
        players = [self.game.turn(s) for s in self.states]
        if len(people) == 1:
            own = [ply for ply in range(len(self.log)) if players[ply] == people[0]]
            return len(self.log) - own[-1] if own else 0
        return int(len(self.log) > 0 and players[-2] == players[-1] == player and not self.used_chance())

    def used_chance(self) -> bool:
        """Did chance have a part in the last action?"""
        noting = RecordingRandom()
        apply(self.game, self.states[-2], self.log[-1], noting)
        return noting.asked

    def redo(self) -> Action:
        """Redo the move you undid last."""
        a = self.undone.pop()
        self._play(a)
        return a

    def _play(self, a: Action) -> None:
        s = self.state
        if self.game.turn(s) is None:
            raise Illegal("the game is over")
        legal = self.game.legal(s)
        if a not in legal:
            raise Illegal(self.game.refusal(s, a))
        a = legal[legal.index(a)]  # its own numbers: 1.0 and true from a file are equal to 1 but index nothing
        state: State = apply(self.game, s, a, Random(f"{self.seed}/{len(self.log)}"))
        self.states.append(state)
        self.log.append(a)
