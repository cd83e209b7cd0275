"""Positions as JSON and back, exactly: a client decodes an object equal to the server's observation.

Numbers, strings, booleans, None and lists stay as they are; a tuple is {"": [...]}; anything else is {"module.name":
[...]}: the class or function of the game's own package that makes it, and its arguments.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from dataclasses import fields
from functools import cache
from importlib import import_module
from typing import Any

from tabletown.rules.core.game import Action, freeze
from tabletown.rules.core.registry import package

TUPLE = ""


def encode(game: str, x: Any) -> Any:
    """A position of that game, or a part of it, in types of JSON."""
    if x is None or isinstance(x, int | str):
        return x
    if type(x) is list:
        return [encode(game, part) for part in x]
    if type(x) is tuple:
        return {TUPLE: [encode(game, part) for part in x]}
    made_by, args = constructor_args(x)
    module = made_by.__module__.removeprefix(package(game)).lstrip(".")
    return {f"{module}.{made_by.__name__}": [encode(game, part) for part in args]}


def constructor_args(x: Any) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """The constructor of an object and its arguments, as for pickling, or else from its fields."""
    if type(x) in copyreg.dispatch_table:
        return copyreg.dispatch_table[type(x)](x)[:2]  # type: ignore[return-value]
    if "__reduce__" in vars(type(x)):
        return x.__reduce__()[:2]  # type: ignore[no-any-return]
    if isinstance(x, tuple):
        return type(x), x
    return type(x), tuple(getattr(x, field.name) for field in fields(x))


def decode(game: str, value: Any) -> Any:
    """Inverse of `encode`; raises ValueError for anything else."""
    if isinstance(value, list):
        return [decode(game, part) for part in value]
    if not isinstance(value, dict):
        return value
    if len(value) != 1:
        raise ValueError("expected a single name with its fields")
    [(name, parts)] = value.items()
    args = (decode(game, part) for part in parts)
    return tuple(args) if name == TUPLE else constructor(game, name)(*args)


@cache
def constructor(game: str, name: str) -> Callable[..., Any]:
    """A class or function of the game's own package by its qualified name; raises ValueError for anything else."""
    module, _, short = name.rpartition(".")
    path = f"{package(game)}.{module}".rstrip(".")
    try:
        builder = getattr(import_module(path), short)
    except (ImportError, AttributeError):
        builder = None
    if not callable(builder) or builder.__module__ != path:
        raise ValueError(f"{game} has nothing called {name}")
    return builder  # type: ignore[no-any-return]


def action(value: list[Any]) -> Action:
    """An action in the types of the rules."""
    return tuple(freeze(value))
