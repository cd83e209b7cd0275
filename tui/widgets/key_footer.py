"""The last line of a screen: its keys, as many as fit, each whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple, Protocol, runtime_checkable

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen
from textual.widgets import Footer
from textual.widgets._footer import FooterKey, FooterLabel, KeyGroup

DISPENSABLE = (
    "table.type",
    "board.jump",
    "game.log",
    "metropolys.light",
    "sf1906.players",
    "replay.branch",
    "sf1906.next",
    "table.undo",
    "splendor.payment",
    "talk.say",
    "over.export",
    "over.again",
    "lobby.settings",
    "lobby.rules",
    "lobby.watch",
    "lobby.archive",
    "lobby.hide",
    "lobby.code",
    "home.stats",
    "home.settings",
)
"""Ids of actions in the order in which they are left out where a line is too narrow; then the last ones follow."""
SHORT = {"table.type": "Type"}
"""Labels by the ids of actions for a line that is too narrow for the usual ones."""
NEEDED = ("help", "play", "leave", "home", "quit")
"""Last words of the ids of actions that stay longest: the way out, and the list of what was left out."""


@runtime_checkable
class VaryingLabels(Protocol):
    """A screen or widget whose keys do not always have the same label."""

    def key_label(self, action: str) -> str:
        """The label of an action's key now; empty for its usual label."""


class Entry(NamedTuple):
    """A key of the footer with its label."""

    binding: Binding
    key: str
    enabled: bool
    tooltip: str


class Item(NamedTuple):
    """Keys of the footer that share a label; mostly one."""

    label: str
    entries: tuple[Entry, ...]

    @property
    def width(self) -> int:
        """Columns with the space after it."""
        return sum(cell_len(entry.key) + 1 for entry in self.entries) + cell_len(self.label) + 1

    @property
    def helps(self) -> bool:
        """True for the key of the help, which lists all keys."""
        return [entry.binding.action for entry in self.entries] == ["app.help"]

    @property
    def rank(self) -> int:
        """Position in the order of being left out."""
        ids = [entry.binding.id or "" for entry in self.entries]
        if any(id.rpartition(".")[2] in NEEDED for id in ids):
            return len(DISPENSABLE) + 1
        return min((DISPENSABLE.index(id) for id in ids if id in DISPENSABLE), default=len(DISPENSABLE))


def fitting_items(items: Sequence[Item], width: int) -> list[Item]:
    """The items that fit into a line, in their order; where they do not, with SHORT labels, without those least
    needed.
    """
    kept = list(items)
    if total_width(kept) > width:
        kept = [item._replace(label=SHORT.get(item.entries[0].binding.id or "", item.label)) for item in items]
    while kept and total_width(kept) > width:
        kept.remove(min(reversed(kept), key=lambda item: item.rank))
    return kept


def total_width(items: Sequence[Item]) -> int:
    """Columns of items in a line."""
    return sum(item.width for item in items) - 1


class KeyFooter(Footer):
    """The keys of a screen in one line. It is composed again only if they change."""

    def __init__(self, more: str = "") -> None:
        """`more` is the label of the key of the help while the line has no room for some keys; empty for the usual."""
        super().__init__(compact=True, show_command_palette=False)
        self._more = more
        self._shown: list[Item] = []

    def compose(self) -> ComposeResult:
        if not self._bindings_ready:
            return
        self._shown = self.fitting()
        for item in self._shown:
            if len(item.entries) == 1:
                yield from self.keys(item.entries, item.label)
            else:
                with KeyGroup():
                    yield from self.keys(item.entries, "", "-grouped")
                yield FooterLabel(item.label)

    def keys(self, entries: Iterable[Entry], label: str, classes: str = "") -> Iterator[FooterKey]:
        """The keys of some entries. They are made with their classes, as each one added later styles a key again."""
        classes = f"-compact {classes}".strip()
        for binding, key, enabled, tooltip in entries:
            yield FooterKey(
                binding.key, key, label, binding.action, disabled=not enabled, tooltip=tooltip, classes=classes
            )

    def fitting(self) -> list[Item]:
        """The items that fit into the window."""
        items, width = self.items(), self.app.size.width
        fitting = fitting_items(items, width)
        if not self._more or fitting == items:
            return fitting
        return fitting_items([item._replace(label=self._more) if item.helps else item for item in items], width)

    def items(self) -> list[Item]:
        """The keys to show, by label: the first key of each action, with its neighbours of the same group."""
        by_action: dict[str, Entry] = {}
        for node, binding, enabled, tooltip in self.screen.active_bindings.values():
            if binding.show and binding.action not in by_action:
                if isinstance(node, VaryingLabels) and (label := node.key_label(binding.action)):
                    binding = replace(binding, description=label)
                key = self.app.get_key_display(binding)
                by_action[binding.action] = Entry(binding, key, enabled, tooltip or binding.description)
        items = []
        for group, entries in groupby(by_action.values(), lambda entry: entry.binding.group):
            alike = tuple(entries)
            if group is not None and len(alike) > 1:
                items.append(Item(group.description, alike))
            else:
                items += [Item(entry.binding.description, (entry,)) for entry in alike]
        return items

    def bindings_changed(self, screen: Screen[object]) -> None:
        if not self._bindings_ready or self._shown != self.fitting():
            super().bindings_changed(screen)

    def on_resize(self, event: events.Resize) -> None:
        if self._bindings_ready and self._shown != self.fitting():
            self.call_after_refresh(self.recompose)
