"""A position as JSON and back: exact, so that what a client decodes is equal to what the server observed.

Numbers, strings, booleans, None and lists stay as they are; a tuple is {"": [...]}; anything else is {"module.name":
[...]}, the class or function of the game's own package that makes it, and what it is made of.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from dataclasses import fields
from functools import cache
from importlib import import_module
from typing import Any

from tabletown.rules.core.game import Action, freeze

TUPLE = ""


def plain(x: Any) -> Any:
    """A position, or a part of it, in JSON's types."""
    if x is None or isinstance(x, int | str):
        return x
    if type(x) is list:
        return [plain(part) for part in x]
    if type(x) is tuple:
        return {TUPLE: [plain(part) for part in x]}
    maker, parts = apart(x)
    module = maker.__module__.split(".", 3)[3]
    return {f"{module}.{maker.__name__}": [plain(part) for part in parts]}


def apart(x: Any) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """What makes an object, and out of what: as the class says itself for pickling, else by its fields."""
    if type(x) in copyreg.dispatch_table:
        return copyreg.dispatch_table[type(x)](x)[:2]  # type: ignore[return-value]
    if "__reduce__" in vars(type(x)):
        return x.__reduce__()[:2]  # type: ignore[no-any-return]
    if isinstance(x, tuple):
        return type(x), x
    return type(x), tuple(getattr(x, field.name) for field in fields(x))


def view(game: str, value: Any) -> Any:
    """The position of that game that `plain` was given; raises ValueError if there is none."""
    if isinstance(value, list):
        return [view(game, part) for part in value]
    if not isinstance(value, dict):
        return value
    if len(value) != 1:
        raise ValueError("not one name and its parts")
    [(name, parts)] = value.items()
    made = (view(game, part) for part in parts)
    return tuple(made) if name == TUPLE else maker(game, name)(*made)


@cache
def maker(game: str, name: str) -> Callable[..., Any]:
    """A class or function of the game's own package by its place there; raises ValueError for anything else."""
    package = f"tabletown.rules.{game}"
    module, _, short = name.rpartition(".")
    try:
        found = getattr(import_module(f"{package}.{module}"), short)
    except (ImportError, AttributeError):
        found = None
    if not callable(found) or found.__module__ != f"{package}.{module}":
        raise ValueError(f"{game} has nothing called {name}")
    return found  # type: ignore[no-any-return]


def action(value: list[Any]) -> Action:
    """An action as the rules have it."""
    return tuple(freeze(value))
