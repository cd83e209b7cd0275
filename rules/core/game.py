"""What every game is: a package of plain functions over a State."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import zip_longest
from random import Random
from typing import Any, NamedTuple, Protocol, Self, TypeAlias, TypeVar

from .text import Perspective

Action: TypeAlias = tuple[Any, ...]
"""A move as plain data: a verb, then its arguments, as in ("reserve", 17). Hashable, comparable, JSON."""

Score: TypeAlias = tuple[tuple[str, int], ...]
"""One player's points by source: labelled parts that add up to the total. Every player has the same labels."""

Options: TypeAlias = Mapping[str, str]
"""A value for every key of a game's OPTIONS."""


class Option(NamedTuple):
    """Something that setup can vary."""

    key: str
    title: str
    choices: tuple[tuple[str, str], ...]
    """(value, title) pairs; the first is the default."""
    read: Callable[[str], str] | None = None
    """Takes a value that is not among the choices, such as a path, and gives it as records keep it, itself when it is
    given again; raises ValueError with a sentence."""
    words: tuple[str, ...] = ()
    """What is typed for the key and for each choice, where records have other words for them."""

    @property
    def name(self) -> str:
        """The option as it is typed, without its hyphens."""
        return self.words[0] if self.words else self.key

    @property
    def values(self) -> dict[str, str]:
        """The choices as they are typed, with the values that records have for them."""
        values = [value for value, _ in self.choices]
        return dict(zip(self.words[1:] or values, values, strict=True))

    def typed(self, value: str) -> str:
        """A value as it is typed."""
        return next((word for word, known in self.values.items() if known == value), value)


class State(Protocol):
    """Everything that is on the table. Mutable; whoever calls `advance` owns the copy."""

    def copy(self) -> Self: ...


S = TypeVar("S", bound=State)


class Illegal(ValueError):
    """The action is not legal in this state; the message says why, for people."""


class Game(Protocol[S]):
    """What a game package provides. Players are numbered from 0 in the order of play; 0 begins."""

    NAME: str
    TITLE: str
    SEATS: range
    OPTIONS: tuple[Option, ...]
    VERSION: int
    """Changes when behaviour does: a record of another version is refused."""

    def setup(self, seats: int, options: Options, rng: Random) -> S: ...

    def turn(self, s: S) -> int | None:
        """The player who decides now; None when the game is over."""

    def legal(self, s: S) -> list[Action]:
        """Complete, without duplicates, in a stable order; never empty before the end. Works on views too."""

    def advance(self, s: S, a: Action, rng: Random) -> None:
        """Play a legal action in place. Trusts its caller; see `apply` and `Match.act`."""

    def score(self, s: S) -> tuple[Score, ...]: ...

    def winners(self, s: S) -> tuple[int, ...]:
        """Who wins if the game ends now; several when they share the victory."""

    def observe(self, s: S, player: int | None) -> S:
        """What that player (None: a spectator) may know, unknown cards as markers. Idempotent."""

    def determinize(self, view: S, rng: Random) -> S:
        """A full state that agrees with the view, what is unseen dealt at random."""

    def notation(self, s: S, a: Action) -> str:
        """Short text for typing and logs, such as "buy 2-3"; unique among the legal actions."""

    def describe(self, s: S, a: Action, perspective: Perspective = "third", brief: bool = False) -> str:
        """A sentence without its subject: "takes white and blue", or "take white and blue" after "You".

        `brief` leaves out what follows from the move: "buys a red card", without ", gaining a noble".
        """

    def refusal(self, s: S, a: Action) -> str:
        """Why the action is not legal now, as a sentence for people; empty when it is legal."""


def total_points(parts: Iterable[tuple[str, int]]) -> int:
    """One player's points from all sources."""
    return sum([points for _, points in parts])


def totals(game: Game[S], s: S) -> list[int]:
    """Each player's points."""
    return [total_points(parts) for parts in game.score(s)]


def apply(game: Game[S], s: S, a: Action, rng: Random) -> S:
    """The state after a legal action; `s` is left as it was."""
    s = s.copy()
    game.advance(s, a, rng)
    return s


def freeze(x: Any) -> Any:
    """JSON's lists as the tuples they were."""
    return tuple(map(freeze, x)) if isinstance(x, list) else x


def defaults(game: Game[Any]) -> dict[str, str]:
    """The first choice of every option."""
    return {option.key: option.choices[0][0] for option in game.OPTIONS}


def unknown_option(game: Game[Any], options: Any) -> str:
    """What is wrong with a game's options, as a sentence; empty when nothing is."""
    if not isinstance(options, dict) or set(options) != {option.key for option in game.OPTIONS}:
        return f"the options are not those of {game.TITLE}"
    return next(filter(None, (unknown_value(option, options[option.key]) for option in game.OPTIONS)), "")


def unknown_value(option: Option, value: Any) -> str:
    """What is wrong with the value of an option as a record has it, as a sentence; empty when nothing is."""
    try:
        known = isinstance(value, str) and read_value(option, value) == value
    except ValueError as wrong:
        return str(wrong)
    return "" if known else f"{value!r} is not a choice of {option.name}"


def read_value(option: Option, value: str) -> str:
    """A value as a person gives it in the form that records keep; raises ValueError with a sentence."""
    values = option.values
    if value in values.values():
        return value
    if value in values:
        return values[value]
    if option.read:
        return option.read(value)
    raise ValueError(f"{value!r} is not a choice of {option.name}; choose one of {', '.join(values)}")


def modern_spelling(args: Sequence[str], options: Iterable[Option]) -> list[str]:
    """Arguments of a command line with today's names of options: `--memory on` as `--values on`."""
    renamed = {f"--{option.key}": option for option in options if option.name != option.key}
    found = []
    for arg, following in zip_longest(args, args[1:], fillvalue=""):
        word, equals, value = arg.partition("=")
        option = renamed.get(word)
        known = {*option.values, *option.values.values()} if option else set()
        found.append(f"--{option.name}{equals}{value}" if option and (value if equals else following) in known else arg)
    return found


def chosen(game: Game[Any], options: Options) -> dict[str, str]:
    """These options, and the defaults for those that are not among them; raises ValueError with a sentence."""
    found = {**defaults(game), **options}
    for option in game.OPTIONS:
        found[option.key] = read_value(option, found[option.key])
    if wrong := unknown_option(game, found):
        raise ValueError(wrong)
    return found
