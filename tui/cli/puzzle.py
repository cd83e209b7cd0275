"""The command `puzzle`: positions from games of strong bots, each with one clearly best move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from .launch import run
from .params import CliError, completed, plain_option, run_text_mode

if TYPE_CHECKING:
    from textual.screen import Screen


@click.command()
@click.argument("words", nargs=-1, metavar="[WORD]...", shell_complete=completed("puzzle_words"))
@plain_option
def puzzle(words: tuple[str, ...], plain: bool) -> None:
    """Solve puzzles: find the best move.

    WORDs choose a game, a module or edition, or a kind of puzzle, e.g. orient denial.
    """
    from ..model import puzzles

    words = tuple(word.lower() for word in words)
    if wrong := puzzles.unknown(words):
        raise CliError(wrong[:1].lower() + wrong[1:].rstrip("."))
    if plain:
        from ..plain.puzzle import run as run_plainly

        run_text_mode(lambda page: run_plainly(words, page))
    else:
        run(lambda app: puzzle_screen(words))


def puzzle_screen(words: tuple[str, ...]) -> Screen[Any]:
    from ..screens.puzzle import PuzzleScreen

    return PuzzleScreen(words)
