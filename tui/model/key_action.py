"""An action that keys are bound to."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Action:
    """An action with its default keys."""

    id: str
    default: str
    """Default keys by Textual's names, separated by commas; the first is the one shown."""
    call: str
    """The action as Textual calls it, such as "step(-1)"."""
    title: str
    tooltip: str = ""
    display: str = ""
    """The key as texts show it, if not by its own label."""
    show: bool = True
    """True when the footer shows it."""
    priority: bool = False
    """True when it takes precedence over the bindings of the focused widget."""
    group: str = ""
    """A title that actions share in the footer."""

    @property
    def keys(self) -> tuple[str, ...]:
        """The default keys."""
        return tuple(self.default.split(","))
