"""One command for all tools: `python -m tabletown.rules.arena play splendor --players hard,greedy`."""

from __future__ import annotations

import sys
from argparse import REMAINDER
from collections.abc import Callable, Sequence

from .one_line_errors import Parser

PROGRAM = "python -m tabletown.rules.arena"


def play(args: Sequence[str]) -> int:
    from .play_command import main

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
    from .check_matched import main

    main(args)
    return 0


def coach(args: Sequence[str]) -> int:
    from .check_coach import main

    main(args)
    return 0


def mistakes(args: Sequence[str]) -> int:
    from .check_mistakes import main

    return main(args, f"{PROGRAM} mistakes")


def review_time(args: Sequence[str]) -> int:
    from .review_time import main

    return main(args, f"{PROGRAM} review-time")


def search(args: Sequence[str]) -> int:
    from .search_pair import main

    return main(args, f"{PROGRAM} search")


TOOLS: dict[str, tuple[str, Callable[[Sequence[str]], int]]] = {
    "play": ("play bots against each other, or rate all levels with --ladder", play),
    "calibrate": ("find the error rates that space the bot levels evenly", calibrate),
    "train": ("train a bot's weights by self-play", train),
    "ratings": ("work out the levels' ratings, which matched opponents use, from the ladder's games", ratings),
    "matched": ("test whether opponents matched to a player's rating settle at the player's strength", matched),
    "coach": ("check the coach's warnings with deeper searches", coach),
    "mistakes": ("use deeper searches to check the mistakes that reviews find", mistakes),
    "review-time": ("time the reviews of games between bots", review_time),
    "search": ("compare the compiled tree search with the plain one", search),
    "bench": ("time the rules engine, or play random games with all checks on", bench),
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
