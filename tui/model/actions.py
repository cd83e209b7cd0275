"""All that keys are bound to, screen by screen, and where two would meet."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from textual.keys import key_to_character

from tabletown import rules

from .keymap import FIXED, Action, Keymap, by_id, label

TITLES = {"app": "Everywhere", "form": "Forms", "game": "Table and replay", "board": "Boards", "over": "End of a game",
          "setup": "New game", "stats": "Statistics"}  # fmt: skip
"""Of the groups of actions, where they are not called as the first half of their ids."""

MODULES = {"over": "score_sheet", "setup": "new_game", "stats": "statistics", "game": "match_base",
           "keys": "key_bindings", "learn": "lesson_list", "replays": "record_list", "opening": "new_table",
           "room": "waiting_room", "seat": "table", "talk": "chat", "lost": "disconnected"}  # fmt: skip
"""Modules that are not called as the first half of the ids in them."""


def screens() -> list[str]:
    """The names of the modules of screens, but for those at a server: their keys are nobody's to change."""
    prefixes = {
        name: prefix for prefix, name in MODULES.items() if prefix not in ("seat", "opening", "room", "talk", "lost")
    }
    modules = pkgutil.iter_modules(import_module("tabletown.tui.screens").__path__)
    return [prefixes.get(module.name, module.name) for module in modules]


def homes(prefix: str) -> list[type]:
    """The classes that bind what has ids such as "table.play": the first half tells where."""
    if prefix in rules.GAMES:
        return [import_module(f"tabletown.tui.games.{prefix}.board").BOARD]
    where = {"app": "tabletown.tui.app", "board": "tabletown.tui.widgets.board", "form": "tabletown.tui.widgets.form"}
    folder = "screens" if prefix in screens() else "client"
    module = import_module(where.get(prefix) or f"tabletown.tui.{folder}.{MODULES.get(prefix, prefix)}")
    return [cls for cls in vars(module).values() if isinstance(cls, type) and cls.__module__ == module.__name__]


@cache
def group(prefix: str) -> dict[str, Action]:
    """What has ids with that first half."""
    found: dict[str, Action] = {}
    for cls in homes(prefix):
        found |= {a.id: a for a in by_id(cls) if a.id.startswith(f"{prefix}.")}
    return found


def action(id: str) -> Action:
    return group(id.partition(".")[0])[id]


@cache
def groups() -> dict[str, dict[str, Action]]:
    """Every group that binds something, by its title, as they are listed."""
    first = ["app", "home", "setup", "form", "game", "table", "board", *rules.GAMES]
    found = {}
    for prefix in [*first, *(name for name in screens() if name not in first)]:
        title = rules.load(prefix).TITLE if prefix in rules.GAMES else TITLES.get(prefix, prefix.capitalize())
        if held := {id: action for id, action in group(prefix).items() if id not in FIXED}:
            found[title] = held
    return found


@cache
def known() -> dict[str, Action]:
    """Everything that keys can be given to, by id."""
    return {id: action for held in groups().values() for id, action in held.items()}


@dataclass(frozen=True)
class Scope:
    """A screen and what can have the focus on it: keys that are heard at the same time."""

    actions: tuple[Action, ...]
    typed: str
    """Characters that are typed there as they are."""

    def shared(self) -> frozenset[frozenset[str]]:
        """Pairs that have a key in common by default, since they are never possible together."""
        return frozenset(
            frozenset((a.id, b.id)) for a in self.actions for b in self.actions if a != b and set(a.keys) & set(b.keys)
        )


@cache
def scopes() -> tuple[Scope, ...]:
    from ..app import Tabletown
    from ..screens.base import TownScreen

    found = []
    for name in screens():
        for cls in homes(name):
            if issubclass(cls, TownScreen) and cls is not TownScreen:
                for widget in cls.keyed() or (None,):
                    parts: list[type] = [cls, Tabletown, *([widget] if widget else [])]
                    actions = tuple(a for part in parts for a in by_id(part))
                    found.append(Scope(actions, getattr(widget, "TYPED", "")))
    return tuple(found)


def clashes(keymap: Keymap, id: str) -> Iterator[str]:
    """In a sentence each: what else the keys of a binding would do on the same screen."""
    changed, names = keymap.changed, known()
    wanted = changed.get(id) or names[id].keys
    said = set()
    for scope in scopes():
        mine = next((a for a in scope.actions if a.id == id), None)
        if mine is None:
            continue
        shared = scope.shared()
        for key in wanted:
            if (char := key_to_character(key)) and char in scope.typed and key not in mine.keys:
                said.add(f"{label(key)} is typed there in names of places.")
            for other in scope.actions:
                held = changed.get(other.id, other.keys)
                if other.id != id and key in held and frozenset((id, other.id)) not in shared:
                    said.add(f"{label(key)} is {name(other, keymap)} already; give that another key first.")
    yield from sorted(said)


def name(action: Action, keymap: Keymap) -> str:
    """What a key does, and of which group it is."""
    title = next((title for title, held in groups().items() if action.id in held), "")
    return f"{action.title!r}" + (f" ({title})" if title else "")
