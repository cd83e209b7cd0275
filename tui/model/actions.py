"""Actions and their keys: bindings for Textual, actions by id, and groups that are active at the same time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from textual.binding import Binding

from tabletown import rules
from tabletown.rules.core.registry import is_game

from ..narration import game_ui
from .default_keys import ACTIONS, FIXED, LIST, SCREENS, TITLES, TYPED
from .key_action import Action


def bindings(group: str) -> list[Binding]:
    """Bindings of a group, for the BINDINGS of its screen or widget."""
    footer_groups = {a.group: Binding.Group(a.group) for a in actions(group) if a.group}
    return [
        Binding(
            a.default, a.call, a.title, show=a.show, key_display=a.display or None, priority=a.priority,
            tooltip=a.tooltip, id=a.id, group=footer_groups.get(a.group),
        )
        for a in actions(group)
    ]  # fmt: skip


def actions(group: str) -> tuple[Action, ...]:
    """Actions of a group; empty for an unknown group."""
    if group == "learn":
        lessons = enumerate(rules.GAMES, 1)
        return (*(learn_action(n, name) for n, name in lessons), *ACTIONS[group])
    if group == "list":
        return LIST
    if group in ACTIONS or not is_game(group):
        return ACTIONS.get(group, ())
    return outside(group).actions


class BoardActions(NamedTuple):
    """Actions and typed characters of the board of a game from outside."""

    actions: tuple[Action, ...] = ()
    typed: str = ""
    """Characters that it takes as typed text."""


def outside(game: str) -> BoardActions:
    """ACTIONS and TYPED of the module `actions` in the `ui` of a game from outside; empty without one."""
    ui = game_ui.load(game)
    if not ui.has_actions:
        return BoardActions()
    module = ui.module("actions")
    return BoardActions(tuple(module.ACTIONS), getattr(module, "TYPED", ""))


def learn_action(number: int, game: str) -> Action:
    """The action that opens the lesson of a game."""
    return Action(f"learn.{game}", str(number), f"learn('{game}')", f"Learn {rules.load(game).TITLE}", show=False)


def typed(game: str) -> str:
    """Characters that the board of a game takes as typed text."""
    return outside(game).typed if game not in ACTIONS and is_game(game) else TYPED.get(game, "")


@cache
def groups() -> dict[str, dict[str, Action]]:
    """Actions whose keys can be changed: by title of the group, then by id, in the order in which they are listed."""
    names = [*list(TITLES)[: list(TITLES).index("splendor")], *rules.GAMES]
    names += [name for name in TITLES if name not in names]
    by_title = {}
    for name in names:
        title = rules.load(name).TITLE if is_game(name) else TITLES[name]
        own = {a.id: a for part in (name, f"{name}.list") for a in actions(part)}
        if changeable := {id: a for id, a in own.items() if id not in FIXED and id.startswith(f"{name}.")}:
            by_title[title] = changeable
    return by_title


@cache
def known_actions() -> dict[str, Action]:
    """Every action whose keys can be changed, by id."""
    return {id: action for group in groups().values() for id, action in group.items()}


@cache
def action(id: str) -> Action:
    """Return an action of any screen by id. Raises KeyError."""
    home = id.partition(".")[0]
    for group in (home, f"{home}.list", *ACTIONS):
        for action in actions(group):
            if action.id == id:
                return action
    raise KeyError(id)


@dataclass(frozen=True)
class Scope:
    """A screen and its focused widget: actions whose keys are active at the same time."""

    actions: tuple[Action, ...]
    typed: str
    """Characters that are taken as typed text there."""

    def shared(self) -> frozenset[frozenset[str]]:
        """Pairs of ids that share a default key, because only one of the two is ever possible."""
        return frozenset(
            frozenset((a.id, b.id)) for a in self.actions for b in self.actions if a != b and {*a.keys} & {*b.keys}
        )


@cache
def scopes() -> tuple[Scope, ...]:
    """A scope for every screen, or one per game for a screen with a board."""
    all_scopes = []
    for parts in SCREENS.values():
        for game in rules.GAMES if "board" in parts else ("",):
            screen = heard(part for part in parts if part not in ("board", "list", "form") and "." not in part)
            widget = heard([part for part in parts if part in ("board", "list", "form") or "." in part] + [game])
            all_scopes.append(
                Scope(
                    (*screen, *actions("app"), *widget),
                    typed(game),
                )
            )
    return tuple(all_scopes)


def heard(parts: Iterable[str]) -> list[Action]:
    """Actions of these groups, each with those of its default keys that no later action uses."""
    by_key = {key: a for part in parts for a in actions(part) for key in a.keys}
    keys: dict[str, list[str]] = {}
    last: dict[str, Action] = {}
    for key, a in by_key.items():
        keys.setdefault(a.id, []).append(key)
        last[a.id] = a
    return [Action(id, ",".join(keys[id]), a.call, a.title, a.tooltip, a.display) for id, a in last.items()]
