"""Commands on saved games: replay, review, export and import."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .launch import run
from .params import (
    CliError,
    completed,
    find_file,
    load_match,
    parse_record,
    parse_size,
    plain_option,
    run_text_mode,
)

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
    from tabletown.rules.analysis.review import JUDGES, ReviewTerms, open_seats
    from tabletown.rules.analysis.review import review as analyse
    from tabletown.rules.analysis.review_json import as_json as to_json
    from tabletown.rules.core.workers import WorkerError

    from ..model.reviews import report

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
    from .export import export_text

    ply = len(match.log) if at is None else at
    content = export_text("svg" if svg else "text" if text else "log", match, ply, size or (120, 36))
    if output is None:
        return click.echo(content, nl=False)
    try:
        output.write_text(content, encoding="utf-8")
    except OSError as error:
        raise CliError(f"cannot write {output}: {error.strerror}; choose another file") from None
    return None


@click.command("import")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
def import_files(files: tuple[Path, ...]) -> None:
    """Import saved games; each is checked, and none is overwritten."""
    from ..model.import_games import ImportRefused, import_game

    refused = []
    for file in files:
        try:
            click.echo(f"imported {file} as {import_game(file).name}")
        except ImportRefused as why:
            refused.append(str(why))
    if refused:
        raise CliError("\ntabletown: ".join(refused))
