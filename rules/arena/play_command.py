"""Matches between bots, with seats rotated.

Two bots play a series in which each plays from every seat equally often; if there are more seats, the bots share them.
The difference in Elo points is the maximum likelihood estimate, with its 95% interval, on the assumption that each seat
wins with a probability proportional to 10^(Elo / 400), where Elo is its bot's rating (Bradley-Terry with two seats,
Plackett-Luce with more). With --ladder all levels play each other.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict
from math import inf
from pathlib import Path
from types import FrameType
from typing import NoReturn

from tabletown import rules

from ..bots.level_descriptions import LEVELS, NAMED
from ..core.game import Option, chosen, modern_spelling
from ..core.workers import WorkerError, as_completed, worker_pool
from .elo import calibrate
from .ladder import Ladder, cases
from .ladder_table import split_at_table, table, title, write
from .one_line_errors import Parser
from .progress import with_progress
from .results_file import ResultsFile
from .series import ArenaError, GameResult, Series, SeriesTerms, bot_spec, play_part, total
from .series_report import Report, decision, report, text, verdict
from .sprt import Sprt

__all__ = ["main"]

INTERRUPTED = 130
"""Exit code after Ctrl+C."""


def parser(prog: str) -> Parser:
    p = Parser(prog, description=__doc__, allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.epilog = "Example: %(prog)s splendor --players hard,greedy"
    p.add_argument("game", nargs="?", choices=rules.GAMES, help="game to play; optional with --ladder (default: all)")
    p.add_argument("--players", metavar="A,B", help="two bots, e.g. hard,ismcts:nodes=800; from: " + ", ".join(NAMED))
    p.add_argument("--games", type=int, default=100, help="games to play, in pairs on the same deal (default 100)")
    p.add_argument("--seed", type=int, default=1, help="same seed, same deals (default 1)")
    p.add_argument("--seats", type=int, help="number of players (default 2; ladder: 2 and 4)")
    p.add_argument("--seconds", type=float, help="thinking time per move, unless the bot sets one")
    p.add_argument("--nodes", type=float, help="positions per move, instead of a time limit; makes results repeatable")
    p.add_argument("--file", type=Path, help="save games to this file and resume from it")
    p.add_argument("--sprt", metavar="LOW,HIGH", help="stop early, using an SPRT between two Elo bounds (5%% error)")
    p.add_argument("--json", action="store_true", help="print JSON")
    p.add_argument("--calibrate", action="store_true", help="also print how evaluations convert to winning chances")
    work = p.add_mutually_exclusive_group()
    work.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="number of processes")
    work.add_argument("--dask", metavar="ADDRESS", help="run on a Dask cluster")
    ladder = p.add_argument_group("ladder", "every pair plays; --players lists bots, weakest first")
    ladder.add_argument("--ladder", action="store_true", help="rate all levels: " + ", ".join(LEVELS))
    ladder.add_argument("--adjacent", action="store_true", help="only neighbouring levels play each other")
    ladder.add_argument("--table", action="store_true", help="print the table from --file without playing any games")
    ladder.add_argument("--write", type=Path, metavar="PATH", help="update the table in a Markdown file")
    options = p.add_argument_group("game options")
    for option, of in game_options():
        options.add_argument(f"--{option.name}", dest=f"option_{option.key}", metavar="VALUE", help=option.help(of))
    return p


def game_options() -> Iterator[tuple[Option, str]]:
    """The options of all games, each with the title of its game."""
    for game in map(rules.load, rules.GAMES):
        yield from ((option, game.TITLE) for option in game.OPTIONS)


def check(a: argparse.Namespace) -> None:
    """Check the arguments and their combinations; raises ArenaError."""
    ladder = a.ladder or a.table
    wrong = {
        "--games must be 1 or more": a.games < 1,
        "--jobs must be 1 or more": a.jobs < 1,
        "--seconds and --nodes must be more than 0": any(
            limit is not None and not 0 < limit < inf for limit in (a.seconds, a.nodes)
        ),
        "name a game or use --ladder": not (a.game or ladder),
        "--players is required, e.g. --players hard,greedy": not (a.players or ladder),
        "--adjacent and --write only work with --ladder": (a.adjacent or a.write) and not ladder,
        "--table needs --file": a.table and not a.file,
        "--sprt, --json and --calibrate do not work with a ladder": ladder and (a.sprt or a.json or a.calibrate),
        "--calibrate cannot be used with --file": a.calibrate and a.file,
    }
    for sentence, applies in wrong.items():
        if applies:
            raise ArenaError(sentence)


def bots(text: str) -> list[str]:
    """Names in a list separated by commas; `bot_spec` checks that they are bots."""
    return [word.strip() for word in text.split(",")]


def parse_pair(a: argparse.Namespace) -> tuple[str, str]:
    names = bots(a.players)
    if len(names) != 2:
        raise ArenaError(f"--players needs two bots, not {len(names)}")
    return names[0], names[1]


def parse_options(a: argparse.Namespace) -> dict[str, str]:
    """Options of a game that the command line gives."""
    given = {name.removeprefix("option_"): value for name, value in vars(a).items() if name.startswith("option_")}
    return {name: value for name, value in given.items() if value is not None}


def parse_terms(a: argparse.Namespace, name: str, given: Mapping[str, str], seats: int) -> SeriesTerms:
    """Terms of a series; raises ArenaError when the game does not allow these options or seats."""
    game = rules.load(name)
    if seats not in game.SEATS:
        raise ArenaError(f"{game.TITLE} is for {game.SEATS[0]} to {game.SEATS[-1]} players")
    try:
        options = chosen(game, given)
    except ValueError as wrong:
        raise ArenaError(str(wrong)) from None
    return SeriesTerms(name, options, seats, a.seed, a.seconds, a.nodes)


def parse_sprt(a: argparse.Namespace, seats: int) -> Sprt | None:
    if not a.sprt:
        return None
    try:
        low, high = map(float, a.sprt.split(","))
    except ValueError:
        low = high = 0.0
    if not -1000 <= low < high <= 1000:
        raise ArenaError("--sprt takes two Elo bounds, lower first, e.g. --sprt 0,30")
    return Sprt(low, high, seats)


def play(
    a: argparse.Namespace, results: ResultsFile, all_series: Sequence[Series], after: Callable[[Series], bool]
) -> None:
    """Play the missing games of these series; after each call `after`, and stop when it returns True."""
    parts = [
        (series, number) for series in all_series for number in sorted(set(range(a.games)) - results.of(series).keys())
    ]
    if not parts:
        return
    with closing(worker_pool(a.dask, min(a.jobs, len(parts)))) as pool:
        results.open()
        played, count = as_completed(play_part, parts, pool), a.games * len(all_series)
        for (series, number), game in with_progress(played, count, "games", before=count - len(parts)):
            results.add(series, number, game)
            if after(series):
                break


def tested(played: Mapping[int, GameResult], games: int, test: Sprt) -> bool:
    """Add complete pairs of games to the test, in order, and return whether it is decided."""
    while test.accepted is None:
        pair = (2 * test.pairs, 2 * test.pairs + 1)
        if pair[1] >= games or not played.keys() >= set(pair):
            return False
        test.add(sum(total(played[number].victory_shares, number) for number in pair) / 2)
    return True


def run_series(a: argparse.Namespace, results: ResultsFile) -> str:
    """Play two bots against each other, and return the report as text or JSON."""
    asked = Series(parse_terms(a, a.game, parse_options(a), a.seats or 2), parse_pair(a))
    for bot in asked.bots:
        bot_spec(asked.terms, bot)
    played, test = results.of(asked), parse_sprt(a, asked.terms.seats)
    if not (test and tested(played, a.games, test)):
        play(a, results, [asked], lambda _: bool(test and tested(played, a.games, test)))
    count = 2 * test.pairs if test and test.accepted is not None else a.games
    games = [played[number] for number in range(count)]
    return report_text(a, report(asked.terms, asked.bots, games), games, test)


def report_text(a: argparse.Namespace, report: Report, games: Sequence[GameResult], test: Sprt | None) -> str:
    """A report as printed, as text or JSON."""
    scale = {"scale": calibrate([pair for game in games for pair in game.leads])} if a.calibrate else {}
    if a.json:
        return json.dumps(asdict(report) | scale | ({"sprt": verdict(test)} if test else {}))
    lines = [text(report), *([decision(test)] if test else []), *(f"scale {value}" for value in scale.values())]
    return "\n".join(lines)


def run_ladder(a: argparse.Namespace, results: ResultsFile) -> str:
    """Play every pair of levels, and return the table, or a message when it was written to a file."""
    players = bots(a.players) if a.players else []
    if a.players and not 1 < len(players) == len(set(players)):
        raise ArenaError("a ladder needs at least two different bots")
    asked = Ladder([parse_terms(a, *case) for case in cases(a.game, parse_options(a), a.seats)], players, a.adjacent)
    for bot in players:
        bot_spec(asked.cases[0], bot)
    if a.write:
        split_at_table(a.write)

    def report_progress(series: Series) -> bool:
        if len(games := results.of(series)) >= a.games:
            won = sum(total(game.victory_shares, number) for number, game in games.items())
            about = f"{title(series.terms)}, {series.terms.seats} players: {' against '.join(series.bots)}"
            print(f"{about}, {won:g} of {len(games)}", file=sys.stderr)
        return False

    if not a.table:
        play(a, results, [series for terms in asked.cases for _, series in asked.matches(terms)], report_progress)
    ladder_table = table(asked, results.of)
    if a.write:
        write(a.write, ladder_table)
        return f"table written to {a.write}"
    return ladder_table.rstrip()


def interrupt(number: int, frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


def main(argv: Sequence[str] | None = None, prog: str = "python -m tabletown.rules.arena.play_command") -> None:
    p = parser(prog)
    a = p.parse_args(modern_spelling(sys.argv[1:] if argv is None else argv, [option for option, _ in game_options()]))
    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        check(a)
        with closing(ResultsFile(a.file)) as results:
            print((run_ladder if a.ladder or a.table else run_series)(a, results))
    except (ArenaError, WorkerError) as wrong:
        p.error(str(wrong))
    except KeyboardInterrupt:
        saved = f"the finished games are in {a.file} (run the same command to continue)"
        kept = saved if a.file else "nothing saved; use --file to keep games"
        p.exit(INTERRUPTED, f"{prog}: interrupted; {kept}\n")
    finally:
        signal.signal(signal.SIGTERM, before)


if __name__ == "__main__":
    main()
