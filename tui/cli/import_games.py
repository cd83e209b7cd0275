"""The command `import`."""

from __future__ import annotations

from pathlib import Path

import click

from .params import CliError


@click.command("import")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
def import_files(files: tuple[Path, ...]) -> None:
    """Import saved games; each is checked, and your own games are never overwritten."""
    from ..model.import_games import ImportRefused, import_game

    refused = []
    for file in files:
        try:
            click.echo(f"imported {file} as {import_game(file).name}")
        except ImportRefused as why:
            refused.append(str(why))
    if refused:
        raise CliError("\ntabletown: ".join(refused))
