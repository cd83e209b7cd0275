"""Exports of a match: the whole game as text, or a position as text or as a picture."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from tabletown.rules.core.match import Match

from ..narration.transcript import position, transcript

if TYPE_CHECKING:
    from textual.pilot import Pilot


def export_text(kind: str, match: Match, ply: int, size: tuple[int, int]) -> str:
    """The match as a "log", or the position at a ply as "text" or "svg"."""
    if kind == "log":
        return transcript(match)
    return position(match, ply) if kind == "text" else picture(match, ply, size)


def picture(match: Match, ply: int, size: tuple[int, int]) -> str:
    """The position on screen as SVG, in the colours of the settings."""
    from ..app import TabletownApp
    from ..model import settings as config
    from ..model import terminal as terminals
    from ..model.bot_pool import BotPool
    from ..screens.position_picture import Still
    from ..widgets.svg import screen_svg

    settings, _ = config.load_settings()
    terminal = terminals.Terminal("truecolor", terminals.terminal(settings, os.environ).glyphs, False)
    bot_pool = BotPool()
    try:
        app = TabletownApp(bot_pool, settings, terminal)
        app.opening = Still(match, ply)
        drawn: list[str] = []

        async def draw(pilot: Pilot[Any]) -> None:
            await pilot.pause()
            drawn.append(screen_svg(app, match.game.TITLE))
            app.exit()

        app.run(headless=True, size=size, auto_pilot=draw)
    finally:
        bot_pool.close()
    return drawn[0]
