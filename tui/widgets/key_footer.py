"""The last line of a screen: its keys, as many as fit, each whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import ClassVar, NamedTuple, Protocol, runtime_checkable

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

DIM = Style(dim=True)

DISPENSABLE = (
    "table.type",
    "board.jump",
    "game.log",
    "metropolys.light",
    "replay.branch",
    "sf1906.next",
    "sf1906.points",
    "sf1906.town",
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
    "sf1906.objectives",
    "sf1906.players",
)
"""Ids of actions in the order in which they are left out where a line is too narrow; then the last ones follow."""
SHORT = {"table.type": "Type", "puzzle.next": "Next", "puzzle.kind": "Topics"}
"""Labels by the ids of actions for a line that is too narrow for the usual ones."""
LESS_IN_PUZZLES = ("game.log", "splendor.payment")
"""Ids of actions that are left out before all others in a puzzle, where cursor and typed moves matter more."""
PAGES = {"sf1906.players", "sf1906.objectives", "sf1906.town", "sf1906.points"}
"""Ids of actions that show a page each; in a replay that cannot name all of them, their keys share a label."""
PAGES_LABEL = "Pages"
IN_REPLAYS = {"replay.play": "Play"}
"""Labels by the ids of actions of a replay beside such keys."""
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
        return max((DISPENSABLE.index(id) for id in ids if id in DISPENSABLE), default=len(DISPENSABLE))

    @property
    def is_page(self) -> bool:
        """True for keys of PAGES."""
        return any(entry.binding.id in PAGES for entry in self.entries)

    def shortened(self, labels: Mapping[str, str]) -> Item:
        """The item with its shorter label, if there is one by its first id."""
        return self._replace(label=labels.get(self.entries[0].binding.id or "", self.label))


def fitting_items(items: Sequence[Item], width: int) -> list[Item]:
    """The items that fit into a line, in their order; where they do not, with SHORT labels, without those least
    needed.
    """
    if total_width(items) <= width:
        return list(items)
    short = [item.shortened(SHORT) for item in items]
    if any(item.entries[0].binding.id == "puzzle.next" for item in short):
        less = [item for item in short if item.entries[0].binding.id in LESS_IN_PUZZLES]
        while less and total_width(short) > width:
            short.remove(less.pop(0))
    kept = most_needed(short, width)
    pages = [item for item in short if item.is_page]
    in_replay = any(item.entries[0].binding.id in IN_REPLAYS for item in short)
    if len(pages) < 2 or not in_replay or all(page in kept for page in pages):
        return kept
    return most_needed(with_pages_together(short), width)


def most_needed(items: Sequence[Item], width: int) -> list[Item]:
    """As many of the items as fit into a line, without those least needed."""
    kept = list(items)
    while kept and total_width(kept) > width:
        kept.remove(min(reversed(kept), key=lambda item: item.rank))
    return kept


def with_pages_together(items: Sequence[Item]) -> list[Item]:
    """The items with one for all PAGES, where the first of these was."""
    pages = Item(PAGES_LABEL, tuple(entry for item in items if item.is_page for entry in item.entries))
    first = next(n for n, item in enumerate(items) if item.is_page)
    others = [item.shortened(IN_REPLAYS) for item in items if not item.is_page]
    return [*others[:first], pages, *others[first:]]


def total_width(items: Sequence[Item]) -> int:
    """Columns of items in a line."""
    return sum(item.width for item in items) - 1


class Piece(NamedTuple):
    """Text in the line from column `start` on, and the key that a click on it presses."""

    start: int
    text: str
    component: str
    """A class; empty for a space that belongs to no key."""
    entry: Entry | None


KEY, LABEL, POINTED = COMPONENTS = ("key-footer--key", "key-footer--label", "key-footer--pointed")
"""Classes of a key, of its label, and of both below the pointer."""


def pieces(items: Iterable[Item]) -> Iterator[Piece]:
    """The items side by side with a space between them; a label of several keys presses none."""
    x = 0
    for label, entries in items:
        if x:
            yield Piece(x, " ", "", None)
            x += 1
        alone = entries[0] if len(entries) == 1 else None
        for entry in entries:
            yield Piece(x, entry.key, KEY, entry)
            x += cell_len(entry.key)
            yield Piece(x, " ", LABEL if alone else "", alone)
            x += 1
        yield Piece(x, label, LABEL, alone)
        x += cell_len(label)


class KeyFooter(Widget):
    """The keys of a screen in one line, which is drawn again only if they change.

    Textual's footer makes a widget for each key, all anew at each change, which took half the time of a key press.
    """

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {*COMPONENTS}
    DEFAULT_CSS = """
    KeyFooter {
        dock: bottom;
        height: 1;
        color: $footer-foreground;
        background: $footer-background;
        .key-footer--key {
            color: $footer-key-foreground;
            background: $footer-key-background;
            text-style: bold;
        }
        .key-footer--label {
            color: $footer-description-foreground;
            background: $footer-description-background;
        }
        .key-footer--pointed {
            background: $block-hover-background;
        }
    }
    """

    def __init__(self, more: str = "") -> None:
        """`more` is the label of the key of the help while the line has no room for some keys; empty for the usual."""
        super().__init__()
        self._more = more
        self._ready = False
        """Has the screen said that its keys are complete?"""
        self._pieces: list[Piece] = []
        self._pointed: Entry | None = None
        """The key below the mouse pointer."""
        self.visible_items: list[Item] = []

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self.bindings_changed)

    def on_unmount(self) -> None:
        self.screen.bindings_updated_signal.unsubscribe(self)

    def bindings_changed(self, screen: Screen[object]) -> None:
        self._ready = True
        if screen.app.app_focus:
            self.call_after_refresh(self.show)

    def on_resize(self, event: events.Resize) -> None:
        if self._ready:
            self.call_after_refresh(self.show)

    def show(self) -> None:
        """Draw the keys that fit now, if they are others than before and the screen has not been closed."""
        if not self.is_attached:
            return
        fitting = self.fitting()
        if fitting != self.visible_items:
            self.visible_items, self._pieces = fitting, list(pieces(fitting))
            self.point_at(None)
            self.refresh()

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

    def render_line(self, y: int) -> Strip:
        look = {component: self.get_component_rich_style(component) for component in COMPONENTS}
        look[""] = Style(bgcolor=self.rich_style.bgcolor)
        pointed = Style(bgcolor=look[POINTED].bgcolor)
        segments = []
        for _, text, component, entry in self._pieces:
            style = look[component]
            if entry is not None and not entry.enabled:
                style += DIM
            if entry is not None and entry is self._pointed:
                style += pointed
            segments.append(Segment(text, style))
        return Strip(segments)

    def entry_at(self, x: int) -> Entry | None:
        """The key at a column."""
        at = (piece.entry for piece in self._pieces if piece.start <= x < piece.start + cell_len(piece.text))
        return next(at, None)

    def point_at(self, entry: Entry | None) -> None:
        """Show that a click would press a key, and say what it does."""
        if entry is not self._pointed:
            self._pointed = entry
            self.tooltip = entry and entry.tooltip
            self.styles.pointer = "pointer" if entry else "default"
            self.app.screen.update_pointer_shape()
            self.refresh()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self.point_at(self.entry_at(event.x))

    def on_leave(self) -> None:
        self.point_at(None)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        entry = self.entry_at(event.x)
        if entry is not None and entry.enabled:
            self.app.simulate_key(entry.binding.key)
        elif entry is not None:
            self.app.bell()
