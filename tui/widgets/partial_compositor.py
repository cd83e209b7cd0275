"""Updates that send only changed cells: over a slow connection a key should cost a kilobyte or two."""

from __future__ import annotations

from rich.console import Console
from rich.control import Control
from textual._compositor import ChopsUpdate, Compositor


class SparingUpdate(ChopsUpdate):
    """An update that starts at the changed cells; Textual 8.2 starts at the left edge of their widget."""

    def render_segments(self, console: Console) -> str:
        sent = []
        for y, first, last in self.spans:
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                if strip is not None and x < last and end > first:
                    begin = max(x, first)
                    sent.append(Control.move_to(begin, y).segment.text)
                    sent.append(strip.crop(begin - x, min(end, last) - x).render(console))
        return "".join(sent)


class SparingCompositor(Compositor):
    """Compositor for a screen with one large widget that changes little at a time."""

    def render_partial_update(self) -> ChopsUpdate | None:
        update = super().render_partial_update()
        return update and SparingUpdate(update.chops, update.spans, update.chop_ends)
