"""Colours and glyphs as data: one TOML file a theme, and `glyphs.toml`. Players add their own beside their settings."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import fields
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from textual.color import Color, ColorParseError
from textual.theme import Theme

GLYPHS = "glyphs.toml"


KINDS: dict[str, type | tuple[type, ...]] = {
    "name": str,
    "dark": bool,
    "ansi": bool,
    "variables": dict,
    "luminosity_spread": (int, float),
    "text_alpha": (int, float),
}
"""What the entries of a theme are that are not colours."""
ANSI = {"ansi-background": "ansi_default", "ansi-foreground": "ansi_default"}
"""Colours that Textual asks of a theme with the terminal's own colours."""


class BadTheme(ValueError):
    """The file is not a theme; the message names file and reason."""


def shipped() -> list[Theme]:
    """The themes of this package, by name."""
    return [read(file, {}) for file in toml_files(files(__package__))]


def load(folder: Path) -> tuple[list[Theme], list[str]]:
    """The shipped themes and those of a player's folder, and what was wrong with files there.

    A player's theme may leave out game colours: it gets those of "dusk".
    """
    themes, problems = {theme.name: theme for theme in shipped()}, []
    base = themes["dusk"].variables
    for file in toml_files(folder) if folder.is_dir() else []:
        try:
            theme = read(file, base)
            themes[theme.name] = theme
        except BadTheme as bad:
            problems.append(str(bad))
    return list(themes.values()), problems


def toml_files(folder: Traversable) -> Iterable[Traversable]:
    return sorted((f for f in folder.iterdir() if f.name.endswith(".toml") and f.name != GLYPHS), key=lambda f: f.name)


def read(file: Traversable, base: dict[str, str]) -> Theme:
    """One theme; `base` gives the variables that it leaves out. Raises BadTheme."""
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadTheme(f"{file.name}: {error}") from None
    known = {field.name for field in fields(Theme)}
    if unknown := sorted(set(data) - known):
        raise BadTheme(f"{file.name}: unknown entry {unknown[0]!r}")
    variables = data.get("variables", {})
    if "name" not in data or "primary" not in data or not isinstance(variables, dict):
        raise BadTheme(f"{file.name}: a theme has a name, a primary colour and a table of variables")
    for key, value in {**data, **variables}.items():
        kind = KINDS.get(key)
        if kind is None:
            check_colour(file.name, key, value)
        elif not isinstance(value, kind):
            raise BadTheme(f"{file.name}: {key} cannot be {value!r}")
    return Theme(**{**data, "variables": {**ANSI, **base, **variables}})


def check_colour(file: str, key: str, value: Any) -> None:
    try:
        Color.parse(value)
    except (ColorParseError, TypeError, AttributeError):
        raise BadTheme(f"{file}: {key} is not a colour: {value!r}") from None


def glyphs(name: str) -> dict[str, str]:
    """The glyphs of the set "unicode" or "ascii"."""
    table: dict[str, dict[str, str]] = tomllib.loads(files(__package__).joinpath(GLYPHS).read_text(encoding="utf-8"))
    return table[name]
