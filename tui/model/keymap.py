"""Keymap: presets, a player's own keys in keys.toml, and labels of keys."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import NamedTuple

from textual.keys import Keys, _character_to_key, format_key, key_to_character

from tabletown.rules.core.text import join_words, quoted

from . import files, settings
from .actions import action, groups, known_actions, scopes
from .default_keys import FIXED
from .key_action import Action

DEFAULT = "default"
NAMES = {
    "enter": "Enter", "escape": "Esc", "space": "Space", "tab": "Tab", "backspace": "Backspace", "delete": "Del",
    "insert": "Ins", "pageup": "PgUp", "pagedown": "PgDn", "home": "Home", "end": "End",
}  # fmt: skip
ARROWS = {"up": "↑", "down": "↓", "left": "←", "right": "→"}
ALIASES = {
    **{name.lower(): key for key, name in NAMES.items()},
    "return": "enter", "ctrl+m": "enter", "ctrl+i": "tab", "ctrl+[": "escape",
    "ctrl+_": "ctrl+underscore", "ctrl+@": "ctrl+at",
}  # fmt: skip
"""Other names of keys; a terminal sends the same for Enter and ctrl+m."""
NAMED = frozenset(key.value for key in Keys)
PLACEHOLDER = re.compile(r"\{([a-z0-9]+\.[a-z0-9-]+)\}")
"""Placeholder for the key of an action in a text: {table.hint}."""


class BadKey(ValueError):
    """Not the name of a key, or no valid entry of keys.toml; the message is the reason."""


def parse(name: object) -> str:
    """Textual's name of a key, from a character ("?") or a name ("Esc", "ctrl+r"). Raises BadKey."""
    if not isinstance(name, str):
        raise BadKey(f"{name!r} is not a key; try something like ?, Esc or ctrl+r")
    if len(name) == 1 and name.isprintable():
        return "space" if name == " " else _character_to_key(name)
    key = ALIASES.get(name.lower(), name)
    *modifiers, base = key.split("+")
    if modifiers == ["shift"] and len(base) == 1 and base.isalpha():
        return base.upper()
    plain = len(format_key(base)) == 1 and format_key(base).isprintable()
    if key in NAMED or ((plain or base in NAMED) and set(modifiers) <= {"ctrl", "alt", "shift"}):
        return key
    raise BadKey(f"{name!r} is not a key; try something like ?, Esc or ctrl+r")


def label(key: str, ascii: bool = False) -> str:
    """Label of a key in texts: "Enter", "?", "^r"."""
    *modifiers, base = key.split("+")
    name = NAMES.get(base) or (base.capitalize() if ascii else ARROWS[base]) if base in {*NAMES, *ARROWS} else ""
    name = name or format_key(base)
    if "ctrl" in modifiers:
        modifiers.remove("ctrl")
        name = f"^{name}"
    return "+".join([*modifiers, name])


@cache
def presets() -> dict[str, dict[str, tuple[str, ...]]]:
    """Keys that each preset changes, by preset and id of the action."""
    table = tomllib.loads(resources.files(__package__).joinpath("key_presets.toml").read_text(encoding="utf-8"))
    return {name: {id: tuple(map(parse, keys)) for id, keys in changed.items()} for name, changed in table.items()}


@dataclass(frozen=True)
class Keymap:
    """A preset and a player's own keys, by id of the action. Keys have Textual's names; texts quote the first."""

    preset: str = DEFAULT
    own: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def changed(self) -> dict[str, tuple[str, ...]]:
        """Keys that differ from the defaults, by id of the action."""
        return {**presets()[self.preset], **self.own}

    def textual(self) -> dict[str, str]:
        """The keymap in the form of `App.set_keymap`."""
        return {id: ",".join(keys) for id, keys in self.changed.items()}

    def with_keys(self, id: str, keys: tuple[str, ...]) -> Keymap:
        """Return a copy with other keys for one action; no keys means those of the preset."""
        rest = {other: held for other, held in self.own.items() if other != id}
        return Keymap(self.preset, {**rest, id: keys} if keys else rest)


class KeyLabels:
    """Labels of keys by id of the action: `labels["table.play"]` is "Enter"."""

    def __init__(self, keymap: Keymap | None = None, ascii: bool = False) -> None:
        self._changed, self._ascii = (keymap or Keymap()).changed, ascii

    def __getitem__(self, id: str) -> str:
        if keys := self._changed.get(id):
            return label(keys[0], self._ascii)
        return action(id).display or label(action(id).keys[0], self._ascii)

    def all(self, id: str) -> list[str]:
        """Labels of all keys of an action."""
        return [label(key, self._ascii) for key in self.keys(id)]

    def keys(self, id: str) -> tuple[str, ...]:
        """Textual's names of all keys of an action."""
        return self._changed.get(id) or action(id).keys

    def fill(self, text: str) -> str:
        """Replace the placeholders in a text with the keys in use."""
        return PLACEHOLDER.sub(lambda match: self[match[1]], text)


def path() -> Path:
    return files.config_folder() / "keys.toml"


def save(keymap: Keymap) -> None:
    """Save the keymap in keys.toml. Raises OSError."""
    rows = [f"{files.toml_string(id)} = [{', '.join(map(files.toml_string, keys))}]" for id, keys in keymap.own.items()]
    files.write_toml("keys", "\n".join([f"preset = {files.toml_string(keymap.preset)}", "", "[keys]", *rows, ""]))


def load() -> tuple[Keymap, list[str]]:
    """The keymap, and a line for each entry of the file that is ignored."""
    data, problems = files.load_toml("keys")
    if not data:
        return Keymap(), problems
    preset, keys = data.get("preset", DEFAULT), data.get("keys", {})
    unknown = sorted(set(data) - {"preset", "keys"})
    problems += [f"{path()}: unknown entry {name!r}; remove it" for name in unknown]
    if not isinstance(preset, str) or preset not in presets():
        problems.append(f"{path()}: unknown preset {quoted(preset)}; choose {join_words(list(presets()), 'or')}")
        preset = DEFAULT
    if not isinstance(keys, dict):
        problems.append(f"{path()}: keys must be a table: start it with [keys]")
        keys = {}
    own = {}
    for id, value in keys.items():
        try:
            own[id] = read(id, value)
        except BadKey as bad:
            problems.append(f"{path()}: {bad}")
    keymap, lost = without_clashes(Keymap(preset, own))
    return keymap, settings.summarise([*problems, *map(clash_warning, lost)])


def read(id: str, value: object) -> tuple[str, ...]:
    """Textual's names of the keys in an entry of the file. Raises BadKey."""
    if id in FIXED or id not in known_actions():
        raise BadKey(f"unknown action {quoted(id)}; remove it")
    listed = value if isinstance(value, list) else [value]
    if not listed:
        raise BadKey(f"{id} has no key; add one or remove the line")
    try:
        return tuple(dict.fromkeys(map(parse, listed)))
    except BadKey as bad:
        raise BadKey(f"{id}: {bad}") from None


class LostKeys(NamedTuple):
    """An action whose own keys were dropped, and the reason."""

    id: str
    why: str
    """Reason, as a sentence."""


def without_clashes(keymap: Keymap) -> tuple[Keymap, list[LostKeys]]:
    """The keymap without own keys that are already in use, and the actions that lost theirs."""
    lost_keys = []
    for id in list(keymap.own):
        if id in keymap.own and (why := next(clashes(keymap, id), "")):
            lost_keys.append(LostKeys(id, why))
            keymap = keymap.with_keys(id, ())
    return keymap, lost_keys


def clash_warning(lost_keys: LostKeys) -> str:
    """Warning for the player that own keys are ignored, with the file."""
    return f"{path()}: {lost_keys.id} ignored: {lost_keys.why}"


def clashes(keymap: Keymap, id: str) -> Iterator[str]:
    """Conflicts of the keys of an action with others on the same screen, as sentences."""
    changed = keymap.changed
    chosen = changed.get(id) or known_actions()[id].keys
    sentences = set()
    for scope in scopes():
        mine = next((a for a in scope.actions if a.id == id), None)
        if mine is None:
            continue
        shared = scope.shared()
        for key in chosen:
            if (char := key_to_character(key)) and char in scope.typed and key not in mine.keys:
                sentences.add(f"{label(key)} is used to type the names of places on that screen; choose another key.")
            for other in scope.actions:
                taken = changed.get(other.id) or other.keys
                if other.id != id and key in taken and frozenset((id, other.id)) not in shared:
                    sentences.add(f"{label(key)} is taken by {title(other)}; change that key first.")
    yield from sorted(sentences)


def title(action: Action) -> str:
    """Title of an action, with the title of its group in brackets."""
    group = next((title for title, held in groups().items() if action.id in held), "")
    return f"{action.title!r}" + (f" ({group})" if group else "")
