"""Commands of the laboratory: `describe` a game, `measure` the sizes of all games, `report` on a file of results."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path

from .episode import EncodedGame
from .measure import table


def main() -> None:
    parser = ArgumentParser(prog="python -m tabletown.tui.lab", description=__doc__)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("describe", help="actions and observations of a game")
    command.add_argument("game")
    command.add_argument("options", nargs="*", metavar="OPTION=VALUE", help="such as module=orient")
    command.add_argument("--seats", type=int, default=2)
    command.set_defaults(run=describe)
    command = commands.add_parser("measure", help="sizes, branching and length of all games by random play")
    command.add_argument("--games", type=int, default=100, help="random games for each row")
    command.add_argument("--seed", type=int, default=1)
    command.set_defaults(run=lambda args: table(args.games, args.seed))
    command = commands.add_parser("report", help="a table and a plot from a results file")
    command.add_argument("results", type=Path, help="games between bots, mined puzzles, or trained weights")
    command.add_argument(
        "--to", type=Path, required=True, metavar="FOLDER", help="where to write report.md, report.png"
    )
    command.set_defaults(run=report)
    args = parser.parse_args()
    try:
        for line in args.run(args):
            print(line, flush=True)
    except ValueError as error:
        parser.error(str(error))


def describe(args: Namespace) -> Iterator[str]:
    """Lines of the action table and of the observation: where each part starts, its shape, range and meaning."""
    coded = EncodedGame(args.game, args.seats, options(args.options))
    yield f"{coded.table.size} actions"
    for group in coded.table.groups:
        yield f"{coded.table.starts[group.name]:6} {group.name:17} {shape(group.shape):11} {group.meaning}"
    yield f"{sum(segment.size for segment in coded.segments)} numbers of an observation"
    for segment in coded.segments:
        start, span = coded.slices[segment.name].start, f"{segment.low}..{segment.high}"
        yield f"{start:6} {segment.name:17} {shape(segment.shape):11} {span:7} {segment.meaning}"


def report(args: Namespace) -> Iterator[str]:
    """Lines about the files that a report consists of."""
    from .report import write_report

    yield from (f"{path} written" for path in write_report(args.results, args.to))


def options(words: list[str]) -> dict[str, str]:
    """Options such as module=orient; raises ValueError."""
    if wrong := next((word for word in words if "=" not in word), ""):
        raise ValueError(f"{wrong!r} is not an option; write it as module=orient")
    return dict(word.split("=", 1) for word in words)


def shape(sizes: tuple[int, ...]) -> str:
    """A shape such as "15 x 31"; "1" for a single action."""
    return " x ".join(map(str, sizes)) or "1"


if __name__ == "__main__":
    main()
