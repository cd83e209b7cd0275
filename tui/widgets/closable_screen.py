"""Screens that can be closed while keys typed ahead are still on their way to them."""

from __future__ import annotations

from textual import events
from textual.dom import DOMNode
from textual.geometry import Size
from textual.message import Message
from textual.screen import Screen


def is_open(node: DOMNode) -> bool:
    """Is a widget on an open screen? Keys typed ahead may reach a screen that has been closed."""
    return any(screen in node.app.screen_stack for screen in node.ancestors_with_self if isinstance(screen, Screen))


class ClosableScreen(Screen[None]):
    """A screen that ignores keys and messages once it has been closed."""

    def check_message_enabled(self, message: Message) -> bool:
        left = message.bubble and self.is_running and not is_open(self)
        return not left and super().check_message_enabled(message)

    async def on_event(self, event: events.Event) -> None:
        """Ignore input and mounting once the screen is closed, and clicks outside the window, which arrive if it has
        just shrunk.
        """
        if isinstance(event, events.MouseEvent) and not self.size.contains(int(event.screen_x), int(event.screen_y)):
            return
        if is_open(self) or not isinstance(event, events.InputEvent | events.Mount | events.ScreenResume):
            await super().on_event(event)

    def _screen_resized(self, size: Size) -> None:
        """Lay out to the app's current size, not `size`: Textual 8.2 posts the event again, so two sizes in quick
        succession would alternate for ever.
        """
        super()._screen_resized(self.app.size)
        self.refresh()  # sizes in between may have left remains on the terminal
