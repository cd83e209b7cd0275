"""One command for all tools: `python -m tabletown.rules.arena play splendor --players hard,greedy`."""

from __future__ import annotations

import sys
from argparse import REMAINDER
from collections.abc import Callable, Sequence

from .cli import Parser

PROGRAM = "python -m tabletown.rules.arena"


def play(args: Sequence[str]) -> int:
    from .run import main

    main(args, f"{PROGRAM} play")
    return 0


def calibrate(args: Sequence[str]) -> int:
    from .calibrate import main

    main(args)
    return 0


def train(args: Sequence[str]) -> int:
    from .train import main

    main(args)
    return 0


def bench(args: Sequence[str]) -> int:
    from .bench import main

    return main(args, f"{PROGRAM} bench")


def ratings(args: Sequence[str]) -> int:
    from .level_ratings import main

    main(args)
    return 0


def matched(args: Sequence[str]) -> int:
    from .matched import main

    main(args)
    return 0


def coach(args: Sequence[str]) -> int:
    from .coach import main

    main(args)
    return 0


def mistakes(args: Sequence[str]) -> int:
    from .mistakes import main

    return main(args, f"{PROGRAM} mistakes")


def review_time(args: Sequence[str]) -> int:
    from .review_time import main

    return main(args, f"{PROGRAM} review-time")


TOOLS: dict[str, tuple[str, Callable[[Sequence[str]], int]]] = {
    "play": ("a series of games between bots, or with --ladder the ratings of all levels", play),
    "calibrate": ("find the error rates that space the bot levels evenly", calibrate),
    "train": ("weights from self-play", train),
    "ratings": ("write the levels' ratings for matched opponents from the ladder's games", ratings),
    "matched": ("measure whether a matched opponent finds the strength of a level in place of a person", matched),
    "coach": ("check the coach's warnings by deeper searches", coach),
    "mistakes": ("check the mistakes that reviews find by deeper searches", mistakes),
    "review-time": ("time the reviews of games of bots", review_time),
    "bench": ("time the rules, or play random games with all checks on", bench),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the tool that the first argument names, and return its exit code."""
    tools = "; ".join(f"{name}: {does}" for name, (does, _) in TOOLS.items())
    parser = Parser(PROGRAM, description=f"Tools for people who make bots. {tools}.")
    parser.add_argument("tool", choices=TOOLS)
    parser.add_argument("args", nargs=REMAINDER, help="TOOL --help lists them")
    given = parser.parse_args(argv)
    return TOOLS[given.tool][1](given.args)


if __name__ == "__main__":
    sys.exit(main())
