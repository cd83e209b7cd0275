"""Ratings of the levels for matched opponents: `python -m tabletown.rules.arena ratings --write`.

They come from the ladder's games, as the table in rules/bots/README.md does.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tabletown import rules

from ..bots import matched
from ..bots.level_descriptions import LEVELS
from ..core.game import chosen
from .ladder import Ladder, cases
from .ladder_table import rungs
from .one_line_errors import Parser
from .results_file import ResultsFile
from .series import SeriesTerms

GAMES = Path(__file__).with_name("ladder.jsonl.gz")
TABLE = Path(matched.__file__).with_name("ratings.toml")
SEED = 1
HEADING = """\
# Rating of each level in Elo points, the weakest at 0, from the ladder's games in rules/arena/ladder.jsonl.gz.
# Written by `python -m tabletown.rules.arena ratings --write`; matched.py reads this file.
"""


def ladder_terms() -> Iterator[SeriesTerms]:
    """Terms of every case of the ladder."""
    for game, given, seats in cases(None, {}, None):
        yield SeriesTerms(game, chosen(rules.load(game), given), seats, SEED, None, None)


def ratings(terms: SeriesTerms, results: ResultsFile) -> list[int] | None:
    """Ratings of all levels in a case, from weak to strong; None where a level has no bounded one."""
    rows = rungs(Ladder([terms], adjacent=True), terms, results.of)
    gaps = [row.gap.middle for row in rows[1:] if row.gap]
    if len(gaps) < len(LEVELS) - 1:
        return None
    totals = [0.0]
    for gap in gaps:
        if gap is None:
            return None
        totals.append(totals[-1] + gap)
    return [round(total) for total in totals]


def text(results: ResultsFile) -> str:
    """The whole file, a table for each case."""
    tables = [HEADING]
    for terms in ladder_terms():
        game = rules.load(terms.game)
        case = matched.case_of(game, game.setup(terms.seats, terms.options, Random(SEED)))
        level_ratings = ratings(terms, results)
        if case and level_ratings:
            lines = [f"{level} = {rating}" for level, rating in zip(LEVELS, level_ratings, strict=True)]
            tables.append("\n".join([f"[{'.'.join(case)}]", *lines, ""]))
    return "\n".join(tables)


def main(argv: Sequence[str] | None = None) -> None:
    p = Parser("python -m tabletown.rules.arena ratings", description=__doc__)
    p.add_argument("--write", action="store_true", help=f"write {TABLE.name} instead of printing it")
    a = p.parse_args(argv)
    with TemporaryDirectory() as folder:
        games = Path(folder) / GAMES.stem
        games.write_bytes(gzip.decompress(GAMES.read_bytes()))
        tables = text(ResultsFile(games))
    if a.write:
        TABLE.write_text(tables, encoding="utf-8")
    else:
        print(tables, end="")


if __name__ == "__main__":
    main()
