"""The command `review`."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import click

from .params import CliError, completed, load_match, parse_record


@click.command()
@parse_record
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option(
    "--level",
    metavar="BOT",
    default="ismcts",
    show_default=True,
    shell_complete=completed("judges"),
    help="Bot to analyse with.",
)
@click.option(
    "--nodes", type=click.IntRange(1), metavar="N", help="Positions to search per move; makes the review repeatable."
)
@click.option("--seconds", type=click.FloatRange(0, min_open=True), metavar="S", help="Seconds to think per move.")
@click.option("--jobs", type=click.IntRange(1), metavar="N", default=os.cpu_count(), help="Number of processes.")
def review(file: Path, as_json: bool, level: str, nodes: int | None, seconds: float | None, jobs: int) -> None:
    """Analyse a saved game: winning chances and the worst mistakes."""
    from tabletown.rules.analysis.decision import ReviewTerms, open_seats
    from tabletown.rules.analysis.review import review as analyse
    from tabletown.rules.analysis.review_json import as_json as to_json
    from tabletown.rules.analysis.searches import JUDGES
    from tabletown.rules.core.workers import WorkerError

    from ..model.review_report import report

    if level not in JUDGES:
        raise CliError(f"{level!r} cannot analyse games; choose from {', '.join(JUDGES)}")
    if nodes is not None and seconds is not None:
        raise CliError("use --nodes or --seconds, not both")
    match, _ = load_match(file)
    if not open_seats(match):
        raise CliError(f"{file}: this game is still in progress and hands are hidden; finish it with: tabletown resume")
    watched = sys.stderr.isatty()

    def progress(done: int, of: int) -> None:
        if watched:
            click.echo(f"\r{done} of {of} moves analysed" + "\n" * (done == of), err=True, nl=False)

    try:
        result = analyse(match, ReviewTerms(level, seconds, nodes), jobs, progress)
    except WorkerError as why:
        raise CliError(str(why)) from None
    click.echo(json.dumps(to_json(result), ensure_ascii=False) if as_json else report(result), nl=as_json)
