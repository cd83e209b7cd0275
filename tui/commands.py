"""What can be done on the screen that is open, by name: the command palette."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from textual.await_complete import AwaitComplete
from textual.command import CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.types import IgnoreReturnCallbackType

from .widgets.opened import Leavable, is_open


class Command(NamedTuple):
    """An action that is possible now."""

    title: str
    """Its name and its keys."""
    tooltip: str
    run: IgnoreReturnCallbackType


class Commands(CommandPalette, Leavable):
    """Textual's palette; a second click or key on the way out closes nothing else."""

    def dismiss(self, result: Any = None) -> AwaitComplete:
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def _action_command_list(self, action: str) -> None:
        with suppress(KeyError):  # a list that is not laid out yet has no pages
            super()._action_command_list(action)

    def _refresh_command_list(self, *found: Any) -> None:
        """What is found when it has been left is not shown."""
        if is_open(self):
            super()._refresh_command_list(*found)


class Actions(Provider):
    """Every action that a key has, on the screen that was open when it was asked for."""

    def commands(self) -> Iterator[Command]:
        found: dict[str, Command] = {}
        active = sorted(self.screen.active_bindings.values(), key=lambda bound: not bound.binding.show)
        for node, binding, enabled, tooltip in active:
            if not binding.id or not binding.description or not enabled or binding.id in ("app.palette", "app.break"):
                continue
            key = self.app.get_key_display(binding)
            title = f"{binding.description:<26}{key}" if binding.id not in found else f"{found[binding.id].title} {key}"
            found[binding.id] = Command(title, tooltip, partial(self.app.run_action, binding.action, node))
        yield from found.values()

    async def discover(self) -> Hits:
        for title, tooltip, run in self.commands():
            yield DiscoveryHit(title, run, title, tooltip or None)

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for title, tooltip, run in self.commands():
            score = max(matcher.match(title), matcher.match(tooltip) / 2)
            if score > 0:
                yield Hit(score, matcher.highlight(title), run, title, tooltip or None)
