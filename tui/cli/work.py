"""`tabletown work`: bots that think for the hosts of a PostgreSQL database, and notices that it sends for them."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import click

from .serve import FOR_POSTGRES, NEEDED, notice_command, notice_webhook, parse_database, refuse


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
@notice_command
@notice_webhook
def work(database: str, folder: Path | None, workers: int, notice_command: str, notice_webhook: str) -> None:
    """Let bots think here for the servers on a database."""
    if missing := [name for name in (*NEEDED, *FOR_POSTGRES) if find_spec(name) is None]:
        refuse(f"missing {', '.join(missing)}; install with: pip install 'tabletown[postgres]'")
    from ..model.files import data_folder
    from ..server.main import ServerError, start_worker
    from ..server.turn_notices import NoticeOptions

    try:
        notices = NoticeOptions(notice_command, notice_webhook)
        start_worker((folder or data_folder() / "worker").absolute(), database, workers, notices)
    except ServerError as error:
        refuse(str(error))
