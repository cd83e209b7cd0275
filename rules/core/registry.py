"""Registry of games: those of this package, and those that other installed packages register.

A package from outside registers in the entry-point group `tabletown.games`, as in `pairs = "tabletown_pairs"`. That
module satisfies the protocol `Game`; its submodule `ui` is for screens and text mode, an optional `ai` for bots.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from .text import shorten

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from .game import Game

GROUP = "tabletown.games"
BUILT_IN = ("splendor", "metropolys", "sf1906")
FUNCTIONS = (
    "setup", "turn", "legal", "advance", "score", "winners", "observe", "determinize", "notation", "describe",
    "refusal",
)  # fmt: skip
TYPES = {"NAME": str, "TITLE": str, "SEATS": range, "OPTIONS": tuple, "VERSION": int}
"""Constants that a game must have besides its functions, and their types."""
SCREEN = ("board", "narrator")
"""Submodules of `ui` that a game needs to be shown."""


class Installed(NamedTuple):
    """The games that other packages register."""

    packages: dict[str, str]
    """Packages of the usable games, by name."""
    problems: tuple[str, ...]
    """A sentence for each game that cannot be used."""


@cache
def installed() -> Installed:
    """Look once for games of other packages, importing each to check that it can be used."""
    from importlib.metadata import entry_points

    packages: dict[str, str] = {}
    problems = []
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        taken = entry.name in packages or entry.name in BUILT_IN
        why = "another game has that name" if taken else fault(entry)
        if why:
            problems.append(f"cannot use the game {entry.name!r}{owner(entry)}: {why}; update or remove the package")
        else:
            packages[entry.name] = entry.module
    return Installed(packages, tuple(problems))


def owner(entry: EntryPoint) -> str:
    """Name and version of the package that registers an entry, in brackets; empty when unknown."""
    return f" (package {entry.dist.name} {entry.dist.version})" if entry.dist else ""


def fault(entry: EntryPoint) -> str:
    """The fault of a package from outside, as a clause; empty when it can be used."""
    try:
        module = import_module(entry.module)
        missing = [name for name in FUNCTIONS if not callable(getattr(module, name, None))]
        missing += [name for name, kind in TYPES.items() if not isinstance(getattr(module, name, None), kind)]
        if missing:
            return f"it does not implement {', '.join(missing)} from the game protocol"
        if entry.name != module.NAME:
            return f"it calls itself {module.NAME!r}"
        if absent := [part for part in SCREEN if not find_spec(f"{entry.module}.ui.{part}")]:
            return f"it lacks {', '.join(f'ui/{part}.py' for part in absent)}"
    except Exception as error:  # a faulty package must not stop the others
        return shorten(str(error) or type(error).__name__)
    return ""


def games() -> tuple[str, ...]:
    """The names of all games that can be used."""
    return (*BUILT_IN, *installed().packages)


def is_game(name: str) -> bool:
    """True for a name in `games()`; other packages are looked for only when the name is not one of this package's."""
    return name in BUILT_IN or name in installed().packages


def find(words: str) -> str:
    """Name of the game meant by "1906", "San Francisco" or "metro"; empty when it fits several games or none."""
    typed = letters(words)
    parts_by_name = {name: (letters(name), *title_parts(load(name).TITLE)) for name in games()}
    same = [name for name, parts in parts_by_name.items() if typed in parts]
    begun = [
        name for name, parts in parts_by_name.items() if len(typed) > 1 and any(p.startswith(typed) for p in parts)
    ]
    matches = same or begun
    return matches[0] if len(matches) == 1 else ""


def title_parts(title: str) -> list[str]:
    """Endings of a title from each of its words, as letters: "1906sanfrancisco", "sanfrancisco", "francisco"."""
    words = title.split()
    return [letters("".join(words[n:])) for n in range(len(words))]


def letters(text: str) -> str:
    """The letters and digits of a text, in lower case."""
    return "".join(c for c in text.casefold() if c.isalnum())


def package(name: str) -> str:
    """The package of a game; raises KeyError for a name that is not in `games()`."""
    return f"tabletown.rules.{name}" if name in BUILT_IN else installed().packages[name]


def load(name: str) -> Game[Any]:
    """The game of that name; raises KeyError for a name that is not in `games()`."""
    return cast("Game[Any]", import_module(package(name)))


@cache
def game_module(name: str, part: str) -> ModuleType | None:
    """An optional module of a game's package, such as `ai` or `invariants`; None where the game has none."""
    if not is_game(name):
        return None
    path = f"{package(name)}.{part}"
    return import_module(path) if has_module(path) else None


def has_module(path: str) -> bool:
    """Return whether a module of that dotted path exists, importing nothing but its parents."""
    try:
        return find_spec(path) is not None
    except ModuleNotFoundError:
        return False


def problems() -> Iterator[str]:
    """A sentence for each game of another package that cannot be used."""
    yield from installed().problems
