"""The command `export`: a whole game as text, or a position as text or as a picture."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .params import CliError, find_file, load_match, parse_record, parse_size

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from tabletown.rules.core.match import Match


@click.command()
@parse_record
@click.option("--log", is_flag=True, help="Every move (default).")
@click.option("--text", is_flag=True, help="One position as text.")
@click.option("--svg", is_flag=True, help="One position as SVG.")
@click.option("--at", type=click.IntRange(0), metavar="N", help="Position after N moves; default: the last.")
@click.option(
    "--size",
    callback=parse_size,
    metavar="WxH",
    help="Size of the SVG picture; default: 120x36.",
)
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Output file; default: standard output."
)
def export(
    file: Path, log: bool, text: bool, svg: bool, at: int | None, size: tuple[int, int] | None, output: Path | None
) -> None:
    """Export a saved game as text, or one position as text or SVG."""
    match, _ = load_match(file)
    if log + text + svg > 1:
        raise CliError("use only one of --log, --text and --svg")
    if at is not None and not (text or svg):
        raise CliError("--at needs --text or --svg")
    if size is not None and not svg:
        raise CliError("--size needs --svg")
    if at is not None and at > len(match.log):
        raise CliError(f"no move {at}: the game has {len(match.log)} moves")
    if output is not None and output.exists() and output.samefile(find_file(file)):
        raise CliError(f"{output} is the saved game itself; choose another file")
    ply = len(match.log) if at is None else at
    content = export_text("svg" if svg else "text" if text else "log", match, ply, size or (120, 36))
    if output is None:
        return click.echo(content, nl=False)
    try:
        output.write_text(content, encoding="utf-8")
    except OSError as error:
        raise CliError(f"cannot write {output}: {error.strerror}; choose another file") from None
    return None


def export_text(kind: str, match: Match, ply: int, size: tuple[int, int]) -> str:
    """The match as a "log", or the position at a ply as "text" or "svg"."""
    from ..narration.transcript import position, transcript

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
