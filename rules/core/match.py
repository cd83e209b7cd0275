"""Matches: seed, options and actions in, states out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple

from .game import Action, Illegal, Options, State, apply
from .registry import load


class Seat(NamedTuple):
    """A player's name, and the bot's level as in `tabletown.rules.bots.levels`; "" for a person."""

    name: str
    bot: str = ""


def human_seats(seats: Sequence[tuple[str, str]]) -> list[int]:
    """The seats without a bot, of pairs of name and bot."""
    return [seat for seat, (_, bot) in enumerate(seats) if not bot]


class LogLine(NamedTuple):
    """A line of the log: a player's action at a ply, known to all."""

    ply: int
    player: int
    action: Action
    notation: str
    text: str
    """A sentence without its subject, its verb in the base form: "take white and blue"."""
    effects: str = ""
    """Further consequences, in a phrase: "taking the subway token"; empty for none."""


class Match:
    """A match in progress or finished: its log is the truth, the states are a cache of it, and undo is a pop."""

    def __init__(self, name: str, seats: Sequence[Seat], options: Options, seed: int) -> None:
        self.name, self.seats, self.options, self.seed = name, tuple(seats), dict(options), seed
        self.game = load(name)
        self.log: list[Action] = []
        self.undone: list[Action] = []
        """Actions undone, the next to redo last; a new action clears them."""
        self.suggested: dict[int, list[Action]] = {}
        """The actions that hints named at a ply; kept when a move is undone."""
        self.states: list[Any] = [self.game.setup(len(seats), options, Random(f"{seed}/setup"))]

    @property
    def state(self) -> Any:
        return self.states[-1]

    def seed_for(self, ply: int, purpose: str) -> str:
        """Seed for random numbers outside the game's own, such as a bot's at a ply; it reveals nothing of the deal."""
        return sha256(f"{self.seed}/{ply}/{purpose}".encode()).hexdigest()

    @property
    def player(self) -> int | None:
        """The player to move; None when the game is over."""
        return self.game.turn(self.state)

    @property
    def human_seats(self) -> list[int]:
        """Seats of people, in order."""
        return human_seats(self.seats)

    def legal(self) -> list[Action]:
        """Legal actions now."""
        return self.game.legal(self.state)

    def view(self, ply: int, player: int | None) -> Any:
        """The position after `ply` actions as that player (None: a spectator) may see it."""
        return self.game.observe(self.states[ply], player)

    def line(self, ply: int) -> LogLine:
        """The line of the log for the action at a ply."""
        s, a = self.states[ply], self.log[ply]
        player = self.game.turn(s)
        assert player is not None
        effects: Callable[[Any, Action], str] | None = getattr(self.game, "automatic_effects", None)
        line = LogLine(ply, player, a, self.game.notation(s, a), self._sentence(s, a))
        return line._replace(effects=effects(s, a)) if effects else line

    def _sentence(self, s: Any, a: Action) -> str:
        """An action in the second person, with the names of other players that it affects if the game tells them."""
        naming: Callable[[Any, Action, Sequence[str]], str] | None = getattr(self.game, "describe_named", None)
        names = ["you" if seat.name == "You" else seat.name for seat in self.seats]
        return naming(s, a, names) if naming else self.game.describe(s, a, "second")

    def suggest(self, *actions: Action) -> None:
        """Note that a hint named these actions for the decision at hand."""
        self.suggested.setdefault(len(self.log), []).extend(actions)

    def followed_hint(self, ply: int) -> bool:
        """True if the action at a ply is one that a hint named before it was played."""
        return self.log[ply] in self.suggested.get(ply, ())

    def act(self, a: Action) -> None:
        """Play an action from any source: this is where legality is checked.

        Raises Illegal. Chance is a function of seed and ply, so undo and replay need no saved generator.
        """
        self._play(a)
        self.undone.clear()

    def undo(self) -> Action:
        """Undo the last action and return it; raises IndexError when there is none."""
        a = self.log.pop()
        self.states.pop()
        self.undone.append(a)
        return a

    def redo(self) -> Action:
        """Redo the action that was undone last and return it; raises IndexError when there is none."""
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
