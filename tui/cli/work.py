"""`tabletown work`: bots that think for the hosts of a PostgreSQL database."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import click

from .serve import FOR_POSTGRES, NEEDED, parse_database, refuse


@click.command()
@click.option(
    "--database",
    callback=parse_database,
    metavar="URL",
    required=True,
    help="PostgreSQL database of the hosts, e.g. postgresql:///tabletown.",
)
@click.option("--data", "folder", type=click.Path(file_okay=False, path_type=Path), help="The worker's data folder.")
@click.option("--workers", type=click.IntRange(1), default=1, show_default=True, help="Number of bot processes.")
def work(database: str, folder: Path | None, workers: int) -> None:
    """Let bots think here for the servers on a database."""
    if missing := [name for name in (*NEEDED, *FOR_POSTGRES) if find_spec(name) is None]:
        refuse(f"missing {', '.join(missing)}; install with: pip install 'tabletown[postgres]'")
    from ..model.files import data_folder
    from ..server.main import ServerError, start_worker

    try:
        start_worker((folder or data_folder() / "worker").absolute(), database, workers)
    except ServerError as error:
        refuse(str(error))
