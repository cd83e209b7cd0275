"""Opening the app on the terminal."""

from __future__ import annotations

import gc
import importlib
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from .exit_codes import NO_TERMINAL

if TYPE_CHECKING:
    from textual.screen import Screen

    from ..app import TabletownApp


def run(first: Callable[[TabletownApp], Screen[Any]] | None = None) -> None:
    """Open the app, with a screen on top of the home screen."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):  # Textual draws on stderr
        click.echo("tabletown: no terminal found; use --plain for text mode", err=True)
        sys.exit(NO_TERMINAL)
    if os.environ.get("TERM") == "dumb":
        click.echo("tabletown: TERM=dumb cannot draw screens; use --plain for text mode", err=True)
        sys.exit(NO_TERMINAL)
    gc.disable()  # little of what a start creates is garbage; the app enables it again after its first paint
    from ..model import settings as config
    from ..model import terminal as terminals

    settings, problems = config.load_settings()
    settings = replace(settings, theme=os.environ.get("TABLETOWN_THEME") or settings.theme)
    terminal = terminals.terminal(settings, os.environ)
    prepare(terminal.colours)
    from ..model.bot_pool import BotPool, serve

    serve()
    from ..app import TabletownApp

    bot_pool = BotPool()  # before the app runs, since processes cannot be started inside it
    try:
        app = TabletownApp(bot_pool, settings, terminal, problems)
        app.opening = first(app) if first else None
        app.run(mouse=terminal.mouse)
        code = app.return_code or 0
    finally:
        gc.enable()
        bot_pool.close()
    sys.stdout.flush()
    os._exit(code) if code else None


def prepare(colours: str) -> None:
    """Set Textual's colours, and a short delay between key and paint. Textual reads them when it is imported, so it is
    reloaded in a forked program, which has imported it already.
    """
    os.environ.setdefault("TEXTUAL_FPS", "250")
    if colours == "none":
        os.environ["NO_COLOR"] = "1"
    else:
        os.environ.pop("NO_COLOR", None)
        os.environ["TEXTUAL_COLOR_SYSTEM"] = {"16": "standard"}.get(colours, colours)
    if constants := sys.modules.get("textual.constants"):
        importlib.reload(constants)
