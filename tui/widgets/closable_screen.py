"""Whether a widget can still be seen, and screens that may be left while keys are on their way to them."""

from __future__ import annotations

from textual import events
from textual.dom import DOMNode
from textual.geometry import Size
from textual.message import Message
from textual.screen import Screen


def is_open(node: DOMNode) -> bool:
    """Is a widget on one of the screens that are open? Keys that were typed ahead may reach one that has been left."""
    return any(screen in node.app.screen_stack for screen in node.ancestors_with_self if isinstance(screen, Screen))


class ClosableScreen(Screen[None]):
    """Once it has been left, nothing that is typed or chosen there does anything."""

    def check_message_enabled(self, message: Message) -> bool:
        left = message.bubble and self.is_running and not is_open(self)
        return not left and super().check_message_enabled(message)

    async def on_event(self, event: events.Event) -> None:
        """It may be left before it is complete; a window that has shrunk may have been clicked where it was before."""
        if isinstance(event, events.MouseEvent) and not self.size.contains(int(event.screen_x), int(event.screen_y)):
            return
        if is_open(self) or not isinstance(event, events.InputEvent | events.Mount | events.ScreenResume):
            await super().on_event(event)

    def _screen_resized(self, size: Size) -> None:
        """Textual 8.2 lays out to each size it is told of, and tells itself again: two sizes in a row never end."""
        super()._screen_resized(self.app.size)
        self.refresh()  # sizes that came and went in between have torn what the terminal shows
