"""Tools of the fast engine: `python -m tabletown.rules.fast compare --games 1000`, `bench` and `compile`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from .installed import fault

PROGRAM = "python -m tabletown.rules.fast"
MODULES = ("base", "cities", "trading_posts", "strongholds", "orient")


def parser() -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(PROGRAM, description="Tools of the fast engine of Splendor.", allow_abbrev=False)
    p.add_argument("--module", choices=MODULES, action="append", help="only this module; may be given more than once")
    p.add_argument("--seats", type=int, choices=(2, 3, 4), action="append", help="only this number of players")
    tools = p.add_subparsers(dest="tool", required=True)
    compare = tools.add_parser("compare", help="play random games by the plain rules too, and compare every position")
    compare.add_argument("--games", type=int, default=100, help="games of each module and number of players")
    compare.add_argument("--seed", type=int, default=0, help="seed of the first game; the others follow")
    bench = tools.add_parser("bench", help="games of random play a second on one core, by both engines in turns")
    bench.add_argument(
        "--games", type=int, default=20_000, help="games of a measurement; the plain rules play 1 in 100"
    )
    bench.add_argument("--json", action="store_true", help="print JSON")
    tools.add_parser("compile", help="compile everything now, and keep it on disk")
    return p


def main(argv: Sequence[str] | None = None) -> int:
    p = parser()
    given = p.parse_args(argv)
    if given.tool != "compile" and given.games < 1:
        p.error("--games must be more than 0")
    if why := fault():
        p.exit(2, f"{PROGRAM}: cannot use the fast engine: {why}\n")
    modules, seats = given.module or MODULES, given.seats or (2, 3, 4)
    if given.tool == "compile":
        from .compile_all import compile_all
        from .ready import note_compiled
        from .tree_search import warm_up

        compile_all()
        warm_up()
        note_compiled()
        return 0
    if given.tool == "compare":
        from .compare import compare

        return min(1, compare(given.games, given.seed, modules, seats))
    from .bench import measure

    for module in modules:
        for number in seats:
            figures = measure(number, module, max(1, given.games // 100), given.games)
            key = f"splendor/{module}/{number}"
            print(json.dumps({key: figures}) if given.json else line(key, figures), flush=True)
    return 0


def line(key: str, figures: dict[str, float]) -> str:
    return f"{key:28}" + "   ".join(f"{name.replace('_', ' ')} {value:,}" for name, value in figures.items())


if __name__ == "__main__":
    sys.exit(main())
