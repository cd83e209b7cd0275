"""Random play of any game, as the tests use it: the same choices on every Python."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from random import Random
from types import SimpleNamespace
from typing import Any

from tabletown import rules
from tabletown.rules.core.game import Action, Game, apply
from tabletown.rules.core.match import Match, Seat

MOST_PLIES = 4000
"""Actions after which a random game is taken to be endless."""


@dataclass
class PlayedGame:
    """A game played to its end: `actions[i]` leads from `states[i]` to `states[i + 1]`."""

    game: Any
    seats: int
    options: dict[str, str]
    seed: int
    states: list[Any] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)
    printed: list[str] = field(default_factory=list)
    """The text of every state when it was new."""

    @property
    def undecided(self) -> list[Any]:
        """The states in which a player must decide."""
        return self.states[: len(self.actions)]

    @property
    def views(self) -> list[int | None]:
        """All viewers of the table; None is a spectator."""
        return [None, *range(self.seats)]


def random_action(rng: Random, legal: list[Action], *, by_verb: bool) -> Action:
    """A random action; `by_verb` draws the verb first, so that rare verbs are played as often as common ones."""
    if by_verb:
        verbs = sorted({a[0] for a in legal})
        verb = verbs[int(rng.random() * len(verbs))]
        legal = [a for a in legal if a[0] == verb]
    return legal[int(rng.random() * len(legal))]


def play_random(game: Game[Any], seats: int, options: dict[str, str], seed: int) -> PlayedGame:
    """A whole game; even seeds draw the verb first."""
    rng = Random(seed)
    s = game.setup(seats, options, rng)
    run = PlayedGame(game, seats, options, seed, [s], [], [repr(s)])
    while game.turn(s) is not None:
        assert len(run.actions) < MOST_PLIES, "the game does not end"
        legal = game.legal(s)
        assert legal, "the game is not over, and nothing is legal"
        a = random_action(rng, legal, by_verb=seed % 2 == 0)
        s = apply(game, s, a, rng)
        run.states.append(s)
        run.actions.append(a)
        run.printed.append(repr(s))
    return run


@cache
def played_once(name: str, seats: int, options: tuple[tuple[str, str], ...], seed: int) -> PlayedGame:
    """A game that is played once for all tests; they must not change its states."""
    return play_random(rules.load(name), seats, dict(options), seed)


def variants(game: Game[Any]) -> Iterator[tuple[tuple[str, str], ...]]:
    """Every combination of options."""
    yield from product(*([(option.key, value) for value, _ in option.choices] for option in game.OPTIONS))


def configurations() -> Iterator[tuple[str, int, tuple[tuple[str, str], ...]]]:
    """Every registered game with every number of seats and every combination of options."""
    for name in rules.GAMES:
        game = rules.load(name)
        for options, seats in product(variants(game), game.SEATS):
            yield name, seats, options


def sample_states(run: PlayedGame, n: int) -> list[Any]:
    """About n of the undecided states, and the first state of every set of verbs that occurred."""
    states = run.undecided
    chosen = {i * len(states) // n for i in range(n)} if len(states) > n else set(range(len(states)))
    seen: set[frozenset[str]] = set()
    for i, s in enumerate(states):
        verbs = frozenset(a[0] for a in run.game.legal(s))
        if verbs not in seen:
            seen.add(verbs)
            chosen.add(i)
    return [states[i] for i in sorted(chosen)]


def game_with(game: Game[Any], **replaced: Any) -> Any:
    """A game with some of its functions replaced."""
    names = [name for name in dir(game) if not name.startswith("__")]
    return SimpleNamespace(**{name: getattr(game, name) for name in names} | replaced)


def first_match(name: str = "splendor", seats: int = 2, seed: int = 5, options: dict[str, str] | None = None) -> Match:
    """A match before its first action, by default of the first variant."""
    if options is None:
        options = dict(next(iter(variants(rules.load(name)))))
    return Match(name, [Seat(f"Player {n}") for n in range(1, seats + 1)], options, seed)


def play_match(match: Match, plies: int = MOST_PLIES, seed: int = 0) -> Match:
    """Play that number of random plies."""
    rng = Random(seed)
    while plies and match.player is not None:
        match.act(random_action(rng, match.game.legal(match.state), by_verb=True))
        plies -= 1
    return match
