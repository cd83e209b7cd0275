"""Command palette: the actions of the open screen, by name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.command import (
    CommandInput,
    CommandList,
    CommandPalette,
    DiscoveryHit,
    Hit,
    Hits,
    Provider,
    SearchIcon,
)
from textual.containers import Horizontal, Vertical
from textual.dom import DOMNode
from textual.types import IgnoreReturnCallbackType
from textual.widgets import LoadingIndicator

from ..widgets.closable_screen import ClosableScreen, is_open


class Command(NamedTuple):
    """An action that is possible now."""

    title: str
    """Name and keys."""
    tooltip: str
    run: IgnoreReturnCallbackType


class MatchingCommands(CommandList):
    """List of the actions found; a click on a line that has just gone does nothing."""

    async def on_event(self, event: events.Event) -> None:
        line = event.style.meta.get("option") if isinstance(event, events.Click) else None
        if line is None or line < self.option_count:
            await super().on_event(event)


class Commands(CommandPalette, ClosableScreen):
    """Textual's palette, which runs only one command, whatever was typed or clicked ahead."""

    left = False
    """True once a command has been chosen."""

    def compose(self) -> ComposeResult:
        with Vertical(id="--container"):
            with Horizontal(id="--input"):
                yield SearchIcon()
                yield CommandInput(placeholder=self._placeholder, select_on_focus=False)
            with Vertical(id="--results"):
                yield MatchingCommands()
                yield LoadingIndicator()

    def _select_or_command(self, event: Any = None) -> None:
        if self.is_active and not self.left:
            self.left = self._selected_command is not None and not self._list_visible
            super()._select_or_command(event)

    def dismiss(self, result: Any = None) -> AwaitComplete:
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def _action_command_list(self, action: str) -> None:
        with suppress(KeyError):  # a list that is not laid out yet has no pages
            super()._action_command_list(action)

    def _refresh_command_list(self, *commands: Any) -> None:
        """Ignore commands found after the palette has been closed."""
        if is_open(self):
            super()._refresh_command_list(*commands)


class Actions(Provider):
    """Every available action with a key, on the screen from which the palette was opened."""

    def commands(self) -> Iterator[Command]:
        by_name: dict[str, Command] = {}
        keys: dict[str, list[str]] = {}
        active = sorted(self.screen.active_bindings.values(), key=lambda bound: not bound.binding.show)
        for node, binding, enabled, tooltip in active:
            if not binding.id or not binding.description or not enabled or binding.id in ("app.palette", "app.break"):
                continue
            key = self.app.get_key_display(binding)
            bound_keys = keys.setdefault(binding.description, [])
            bound_keys += [key] if key not in bound_keys else []
            title = f"{binding.description:<26}{' '.join(bound_keys)}"
            command = Command(title, tooltip, partial(self.run, binding.action, node))
            first = by_name.get(binding.description, command)
            by_name[binding.description] = first._replace(title=title)
        yield from by_name.values()

    async def run(self, action: str, node: DOMNode) -> None:
        """Run an action, unless its screen is no longer in front."""
        if node is self.app or self.app.screen in node.ancestors_with_self:
            await self.app.run_action(action, node)

    async def discover(self) -> Hits:
        for title, tooltip, run in self.commands():
            yield DiscoveryHit(title, run, title, tooltip or None)

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for title, tooltip, run in self.commands():
            score = max(matcher.match(title), matcher.match(tooltip) / 2)
            if score > 0:
                yield Hit(score, matcher.highlight(title), run, title, tooltip or None)
