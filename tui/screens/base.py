"""The base of all screens."""

from __future__ import annotations

from textual import events
from textual.await_remove import AwaitRemove
from textual.binding import ActiveBinding

from ..app_protocol import AppProtocol
from ..widgets.closable_screen import ClosableScreen, is_open


class TabletownScreen(ClosableScreen):
    """A screen of Tabletown."""

    app: AppProtocol

    def queues(self, event: events.Key) -> bool:
        """Put a key in a queue of its own, to be heard there, and return True; False to leave it."""
        return False

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """In the order in which they are declared, as the footer has them; Textual puts those with other keys last."""
        if self.is_running and not (self.is_mounted and is_open(self)):
            return {}
        found = super().active_bindings
        if not self.app.keymap.changed:
            return found
        nodes = list({id(node): node for node, *_ in found.values()}.values())
        ids = {node: [binding.id for _, binding in node._bindings] for node in nodes}

        def rank(item: tuple[str, ActiveBinding]) -> tuple[int, int]:
            node, binding, *_ = item[1]
            return nodes.index(node), ids[node].index(binding.id)

        return dict(sorted(found.items(), key=rank))

    def remove(self) -> AwaitRemove:
        """Stop its workers first: what they find out must not meet a screen of which half is gone."""
        self.workers.cancel_node(self)
        return super().remove()
