"""A small celebration: a row of sparks for two seconds, if animation is on."""

from __future__ import annotations

from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from ..app_protocol import AppProtocol
from .canvas import Canvas

FRAME_SECONDS = 0.12
FRAMES = 17
COLOURS = ("gem-gold", "gem-red", "gem-blue", "gem-green", "gem-violet")


class Celebration(Widget):
    """A row of sparks; empty before and after the animation, and if animation is off."""

    app: AppProtocol

    DEFAULT_CSS = "Celebration { height: 1; width: 1fr; }"

    def __init__(self, enabled: bool = True, paper: str = "panel") -> None:
        super().__init__()
        self.enabled, self.paper, self.frame = enabled, paper, 0
        self._timer: Timer | None = None

    def on_mount(self) -> None:
        if self.enabled and self.app.terminal.animation:
            self._timer = self.set_interval(FRAME_SECONDS, self.step)

    def step(self) -> None:
        """Show the next frame; after the last one the row is empty."""
        self.frame += 1
        if self.frame > FRAMES and self._timer is not None:
            self._timer.stop()
            self._timer, self.frame = None, 0
        self.refresh()

    def render_line(self, y: int) -> Strip:
        p, width = self.app.palette, self.size.width
        canvas = Canvas(width, 1, p.style(paper=self.paper))
        for x in range(width) if self.frame else ():
            light = (x * 7 + self.frame * 5 + x * x) % 11
            if light < len(p["sparks"]):
                colour = COLOURS[(x + self.frame) % len(COLOURS)]
                canvas.write(x, 0, p["sparks"][light], p.style(colour, self.paper, bold=True))
        return canvas.strip(0)
