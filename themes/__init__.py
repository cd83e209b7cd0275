"""Themes as data: a TOML file of colours for each, and `glyphs.toml`. Players add their own beside their settings.

Textual is imported only where a theme is built, so that asking for names stays fast.
"""

from __future__ import annotations

import tomllib
from dataclasses import fields
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from textual.theme import Theme

GLYPHS = "glyphs.toml"
LARGEST = 100_000
"""Most bytes in a theme's file."""
LONGEST = 24
"""Most characters in a theme's name."""


KINDS: dict[str, type | tuple[type, ...]] = {
    "name": str,
    "dark": bool,
    "ansi": bool,
    "variables": dict,
    "luminosity_spread": (int, float),
    "text_alpha": (int, float),
}
"""Types of a theme's entries that are not colours."""
REQUIRED = {"name": "a name", "primary": "a primary colour"}
"""Entries that every theme must have, and how an error message calls them."""
ANSI = {"ansi-background": "ansi_default", "ansi-foreground": "ansi_default"}
"""Colours that Textual needs in a theme that uses the terminal's own colours."""


class BadTheme(ValueError):
    """The file is not a theme; the message names file and reason."""


def names(folder: Path) -> list[str]:
    """Names of the shipped themes and of the valid ones in a player's folder."""
    ours = [Path(file.name).stem for file in toml_files(files(__package__))]
    return ours if not any_in(folder) else [theme.name for theme in load(folder)[0]]


def any_in(folder: Path) -> bool:
    """Return whether a player's folder has themes."""
    return folder.is_dir() and any(toml_files(folder))


def shipped() -> list[Theme]:
    """The themes of this package, sorted by name. Raises BadTheme when one lacks a colour of the games."""
    themes = [read(file, {}) for file in toml_files(files(__package__))]
    for theme in themes:
        if missing := [key for key in game_colours() if key not in theme.variables]:
            raise BadTheme(f"{theme.name}.toml: {missing[0]} is missing")
    return themes


def load(folder: Path) -> tuple[list[Theme], list[str]]:
    """The shipped themes and those of a player's folder, and a sentence for each file there that is not a theme.

    A player's theme may leave out game colours: it gets those of "dusk", or of "paper" when it is light.
    """
    themes, problems = {theme.name: theme for theme in shipped()}, []
    dark, light = themes["dusk"].variables, themes["paper"].variables
    for file in toml_files(folder) if folder.is_dir() else []:
        try:
            theme = read(file, light if parse(file).get("dark") is False else dark)
            themes[theme.name] = theme
        except BadTheme as bad:
            problems.append(str(bad))
    return list(themes.values()), problems


def gaps(folder: Path) -> dict[str, str]:
    """Sentences about the colours that themes in a player's folder leave out, by the name of the theme."""
    sentences = {}
    for file in toml_files(folder) if folder.is_dir() else []:
        try:
            data = parse(file)
            name = read(file, {}).name
        except BadTheme:
            continue
        if missing := [key for key in game_colours() if key not in data.get("variables", {})]:
            more = f" and {len(missing) - 1} more" if missing[1:] else ""
            base = "paper" if data.get("dark") is False else "dusk"
            values = "values" if missing[1:] else "value"
            sentences[name] = f"{file.name} does not set {missing[0]}{more}; using the {values} from {base}."
    return sentences


@cache
def game_colours() -> tuple[str, ...]:
    """Names of all colours of the games, which every shipped theme has."""
    return tuple(parse(files(__package__).joinpath("dusk.toml"))["variables"])


@cache
def known_variables() -> frozenset[str]:
    """Names that a theme's variables may have: the games' colours, their shades, and those that Textual derives or
    needs.
    """
    from textual.design import ColorSystem
    from textual.theme import BUILTIN_THEMES

    from .colours import SHADES

    derived = ColorSystem("#000000").generate()
    return frozenset((*game_colours(), *SHADES, *derived, *ANSI, *BUILTIN_THEMES["nord"].variables))


def toml_files(folder: Traversable) -> list[Traversable]:
    return sorted(
        (f for f in folder.iterdir() if f.name.endswith(".toml") and f.name != GLYPHS), key=lambda f: f.name.split(".")
    )


def read(file: Traversable, base: dict[str, str]) -> Theme:
    """One theme; `base` gives the variables that it leaves out. Raises BadTheme."""
    from textual.theme import Theme

    from .colours import exact_colours, inherited

    data = parse(file)
    numbers = data.pop("colours-256", {})
    try:
        exact = exact_colours(numbers)
    except ValueError as error:
        raise BadTheme(f"{file.name}: {error}") from None
    allowed = {field.name for field in fields(Theme)}
    if unknown := sorted(set(data) - allowed):
        raise BadTheme(f"{file.name}: unknown entry {unknown[0]!r}; remove it")
    variables = data.get("variables", {})
    for key, noun in REQUIRED.items():
        if key not in data:
            raise BadTheme(f"{file.name}: a theme needs {noun}; add {key} = ...")
    if not isinstance(variables, dict):
        raise BadTheme(f"{file.name}: variables = {variables!r} is not a table; write [variables]")
    if unknown := sorted({*variables, *numbers} - known_variables()):
        raise BadTheme(f"{file.name}: unknown colour {unknown[0]!r}; remove it")
    for key, value in {**data, **variables}.items():
        kind = KINDS.get(key)
        if kind is None:
            check_colour(file.name, key, value)
        elif not isinstance(value, kind):
            raise BadTheme(f"{file.name}: {key} cannot be {value!r}")
    if not data["name"].isprintable() or not 0 < len(data["name"]) <= LONGEST:
        raise BadTheme(f"{file.name}: a name must be 1 to {LONGEST} letters long, not {data['name'][: 2 * LONGEST]!r}")
    return Theme(**{**data, "variables": {**ANSI, **inherited(base, variables), **variables, **exact}})


def parse(file: Traversable) -> dict[str, Any]:
    """The entries of a TOML file. Raises BadTheme when it cannot be read, is too large or is not TOML."""
    try:
        if not file.is_file():
            raise BadTheme(f"{file.name}: not a regular file")
        with file.open("rb") as stream:
            data = stream.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise BadTheme(f"{file.name}: it is larger than {LARGEST // 1000} kB")
        return tomllib.loads(data.decode("utf-8"))
    except OSError as error:
        raise BadTheme(f"{file.name}: {error.strerror or error}") from None
    except BadTheme:
        raise
    except ValueError as error:
        raise BadTheme(f"{file.name}: {error}") from None
    except RecursionError:
        raise BadTheme(f"{file.name}: it is nested too deeply") from None


def check_colour(file: str, key: str, value: Any) -> None:
    from textual.color import Color, ColorParseError

    try:
        Color.parse(value)
    except (ColorParseError, TypeError, AttributeError):
        raise BadTheme(f"{file}: {key} = {value!r} is not a colour; try something like #ff8800") from None


def glyphs(name: str) -> dict[str, str]:
    """The glyphs of the set "unicode" or "ascii". Raises BadTheme when it lacks one that the other set has."""
    table: dict[str, dict[str, str]] = parse(files(__package__).joinpath(GLYPHS))
    if lacking := sorted(set().union(*table.values()) - set(table[name])):
        raise BadTheme(f"{GLYPHS}: {name} has no {lacking[0]!r}")
    return table[name]
