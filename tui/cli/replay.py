"""The command `replay`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .launch import run
from .params import find_file, load_match, parse_record, plain_option, run_text_mode

if TYPE_CHECKING:
    from textual.screen import Screen

    from ..app import TabletownApp


@click.command()
@parse_record
@plain_option
def replay(file: Path, plain: bool) -> None:
    """Replay a saved game move by move."""
    match, _ = load_match(file)
    if plain:
        from ..plain.replay import Stepping

        run_text_mode(lambda page: Stepping(match, page).run())

    def screen(app: TabletownApp) -> Screen[Any]:
        from ..screens.replay import Replay

        return Replay(match, find_file(file))

    run(screen)
