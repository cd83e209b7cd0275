"""Protocol of a game: a package of plain functions over a State."""

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
    """An option of a game, which varies its setup."""

    key: str
    title: str
    choices: tuple[tuple[str, str], ...]
    """(value, title) pairs; the first is the default."""
    read: Callable[[str], str] | None = None
    """Function that converts a value beyond the choices, such as a path, to the form that records keep, and leaves that
    form as it is; raises ValueError with a sentence."""
    words: tuple[str, ...] = ()
    """Words to type for the key and for each choice, where they differ from those in records; or none."""
    long_title: str = ""
    """Title for the command line's help, if the title on screen is too short there."""

    @property
    def name(self) -> str:
        """The option as it is typed, without its hyphens."""
        return self.words[0] if self.words else self.key

    @property
    def values(self) -> dict[str, str]:
        """Values in records by the words typed for them."""
        values = [value for value, _ in self.choices]
        return dict(zip(self.words[1:] or values, values, strict=True))

    def help(self, game: str) -> str:
        """The option and its values in a line for the command line's help."""
        values = ", ".join(self.values) + (
            " (made for Tabletown), or a folder containing your own" if self.read else ""
        )
        return f"{self.long_title or self.title} ({game}): {values}"

    def typed(self, value: str) -> str:
        """The word to type for a value in a record; the value itself where there is none."""
        return next((word for word, stored in self.values.items() if stored == value), value)


class State(Protocol):
    """Everything on the table. Mutable; the caller of `advance` owns the copy."""

    def copy(self) -> Self: ...


S = TypeVar("S", bound=State)


class Illegal(ValueError):
    """The action is not legal in this state; the message says why, in words for a player."""


class Game(Protocol[S]):
    """Names that a game package provides. Players are numbered from 0 in the order of play; 0 starts."""

    NAME: str
    TITLE: str
    SEATS: range
    OPTIONS: tuple[Option, ...]
    VERSION: int
    """Number that changes with the rules' behaviour: a saved game of another version is refused."""

    def setup(self, seats: int, options: Options, rng: Random) -> S: ...

    def turn(self, s: S) -> int | None:
        """The player to move; None when the game is over."""

    def legal(self, s: S) -> list[Action]:
        """All legal actions without duplicates, in a stable order; never empty before the end. Takes views too."""

    def advance(self, s: S, a: Action, rng: Random) -> None:
        """Play a legal action in place, without checking that it is legal; see `apply` and `Match.act`."""

    def score(self, s: S) -> tuple[Score, ...]: ...

    def winners(self, s: S) -> tuple[int, ...]:
        """The winners if the game ends now; several when they share the win."""

    def observe(self, s: S, player: int | None) -> S:
        """The view of a player (None: a spectator): the state with markers for hidden cards. Idempotent."""

    def determinize(self, view: S, rng: Random) -> S:
        """A full state that agrees with the view, the hidden cards dealt at random."""

    def notation(self, s: S, a: Action) -> str:
        """Short text for typing and logs, such as "buy 2-3"; unique among the legal actions."""

    def describe(self, s: S, a: Action, perspective: Perspective = "third", brief: bool = False) -> str:
        """A sentence without its subject: "takes white and blue", or "take white and blue" after "You".

        `brief` leaves out the move's consequences: "buys a red card", without ", gaining a noble".
        """

    def refusal(self, s: S, a: Action) -> str:
        """A sentence that says why the action is not legal now and what would be; empty when it is legal."""


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
    """A JSON value with its lists, nested ones too, turned into tuples."""
    return tuple(map(freeze, x)) if isinstance(x, list) else x


def defaults(game: Game[Any]) -> dict[str, str]:
    """The first choice of every option."""
    return {option.key: option.choices[0][0] for option in game.OPTIONS}


def unknown_option(game: Game[Any], options: Any) -> str:
    """Error in a game's options, as a sentence without its full stop; empty when they are valid."""
    if not isinstance(options, dict) or set(options) != {option.key for option in game.OPTIONS}:
        return f"the options do not match {game.TITLE}"
    return next(filter(None, (unknown_value(option, options[option.key]) for option in game.OPTIONS)), "")


def unknown_value(option: Option, value: Any) -> str:
    """Error in an option's value as records keep it, as a sentence without its full stop; empty when it is valid."""
    try:
        valid = isinstance(value, str) and read_value(option, value) == value
    except ValueError as wrong:
        return str(wrong)
    return "" if valid else f"{value!r} is not a valid choice for {option.name}"


def read_value(option: Option, value: str) -> str:
    """Convert a typed value to the form that records keep; raises ValueError with a sentence."""
    values = option.values
    if value in values.values():
        return value
    if value in values:
        return values[value]
    if option.read:
        return option.read(value)
    raise ValueError(f"{value!r} is not a valid choice for {option.name}; choose from {', '.join(values)}")


def modern_spelling(args: Sequence[str], options: Iterable[Option]) -> list[str]:
    """Arguments of a command line with the current names of options: `--memory on` as `--values on`."""
    renamed = {f"--{option.key}": option for option in options if option.name != option.key}
    respelled = []
    for arg, following in zip_longest(args, args[1:], fillvalue=""):
        word, equals, value = arg.partition("=")
        option = renamed.get(word)
        values = {*option.values, *option.values.values()} if option else set()
        respelled.append(
            f"--{option.name}{equals}{value}" if option and (value if equals else following) in values else arg
        )
    return respelled


def chosen(game: Game[Any], options: Options) -> dict[str, str]:
    """A value in record form for every option, defaults for those not given; raises ValueError with a sentence."""
    values = {**defaults(game), **options}
    for option in game.OPTIONS:
        values[option.key] = read_value(option, values[option.key])
    if wrong := unknown_option(game, values):
        raise ValueError(wrong)
    return values
