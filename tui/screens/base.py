"""The base of all screens."""

from __future__ import annotations

from textual import events
from textual.await_remove import AwaitRemove
from textual.binding import ActiveBinding
from textual.containers import VerticalScroll

from ..app_protocol import AppProtocol
from ..widgets.closable_screen import ClosableScreen, is_open

OVERLAP = 2
"""Lines that two pages of a text share."""


class TabletownScreen(ClosableScreen):
    """A screen of Tabletown."""

    app: AppProtocol

    def help_opening(self) -> str:
        """Text in Markdown before the keys in the help on this screen."""
        return ""

    @property
    def below(self) -> TabletownScreen | None:
        """The screen below this one; None if it is the only one of the program."""
        stack = self.app.screen_stack
        below = stack[stack.index(self) - 1] if self in stack[1:] else None
        return below if isinstance(below, TabletownScreen) else None

    def queues(self, event: events.Key) -> bool:
        """Put a key in the screen's own queue and return True; False leaves the key to Textual."""
        return False

    def shows_notice(self, text: str) -> bool:
        """Show a notice in a line of the screen and return True; False leaves it to a bar above the keys."""
        return False

    def put_away(self) -> None:
        """Release what the screen holds before it is closed for good."""

    def action_scroll(self, lines: int) -> None:
        """Scroll the text of the screen by lines."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    def action_turn_page(self, pages: int) -> None:
        """Scroll the text of the screen by pages; each begins with the last lines of the one before."""
        text = self.query_one(VerticalScroll)
        text.scroll_relative(y=pages * max(1, text.size.height - OVERLAP), animate=False)

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """Bindings in the order of declaration, as in the footer; Textual puts those with changed keys last."""
        if self.is_running and not (self.is_mounted and is_open(self)):
            return {}
        bindings = super().active_bindings
        if not self.app.keymap.changed:
            return bindings
        nodes = list({id(node): node for node, *_ in bindings.values()}.values())
        ids = {node: [binding.id for _, binding in node._bindings] for node in nodes}

        def rank(item: tuple[str, ActiveBinding]) -> tuple[int, int]:
            node, binding, *_ = item[1]
            return nodes.index(node), ids[node].index(binding.id)

        return dict(sorted(bindings.items(), key=rank))

    def remove(self) -> AwaitRemove:
        """Stop the workers first, so that their results do not reach a half-removed screen."""
        self.workers.cancel_node(self)
        return super().remove()
