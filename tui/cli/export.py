"""A match to keep: the whole game as text, a position as text or as a picture."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from tabletown.rules.core.match import Match

from ..narration import narrator
from ..narration.grammar import said, sentence

if TYPE_CHECKING:
    from textual.pilot import Pilot


def made(kind: str, match: Match, ply: int, size: tuple[int, int]) -> str:
    """A "log" of the match, or the position after so many moves as "text" or as "svg"."""
    if kind == "log":
        return transcript(match)
    return position(match, ply) if kind == "text" else picture(match, ply, size)


def transcript(match: Match) -> str:
    """Players, every move in notation and in words, and the scores."""
    game = match.game
    seats = ", ".join(f"{seat.name} ({seat.bot or 'person'})" for seat in match.seats)
    options = ", ".join(f"{key} {value}" for key, value in match.options.items())
    lines = [f"{game.TITLE} ({options}), seed {match.seed}", f"Players: {seats}", ""]
    for ply, (s, a) in enumerate(zip(match.states, match.log, strict=False)):
        name = match.seats[narrator.mover(match, ply)].name
        lines.append(f"{ply + 1:4}. {game.notation(s, a):18} {said(name, game.describe(s, a))}")
    lines.append("")
    view = game.observe(match.state, narrator.onlooker(match))
    for seat, parts in zip(match.seats, game.score(view), strict=True):
        sources = ", ".join(f"{label} {n}" for label, n in parts)
        lines.append(f"{seat.name}: {sum(n for _, n in parts)} ({sources})")
    if match.player is None:
        lines.append("Winner: " + " and ".join(match.seats[seat].name for seat in game.winners(match.state)))
    else:
        lines.append("The game is not finished.")
    return "\n".join(lines) + "\n"


def position(match: Match, ply: int) -> str:
    """What lies on the table and what everybody has, after so many moves, as the only person who played sees it."""
    lines = [*narrator.opening(match), f"After move {ply} of {len(match.log)}."]
    if ply:
        lines.append(f"Last move: {narrator.entry(match, ply - 1)}")
    player = match.game.turn(match.states[ply])
    lines.append(sentence(narrator.phase(match, ply)))
    lines.append("The game is over." if player is None else f"To move: {match.seats[player].name}.")
    lines += narrator.position(match, ply, narrator.onlooker(match))
    return "\n".join(lines) + "\n"


def picture(match: Match, ply: int, size: tuple[int, int]) -> str:
    """The same on screen, as SVG; in the colours of the settings."""
    from ..app import Tabletown
    from ..model import settings as config
    from ..model.bot_pool import Thinker
    from ..screens.still import Still

    settings, _ = config.load_settings()
    terminal = config.Terminal("truecolor", config.terminal(settings, os.environ).glyphs, False)
    thinker = Thinker()
    try:
        app = Tabletown(thinker, settings, terminal)
        app.opening = Still(match, ply)
        drawn: list[str] = []

        async def draw(pilot: Pilot[Any]) -> None:
            await pilot.pause()
            drawn.append(app.export_screenshot(title=match.game.TITLE))
            app.exit()

        app.run(headless=True, size=size, auto_pilot=draw)
    finally:
        thinker.close()
    return drawn[0]
