"""The program in every terminal: `python -m tests.e2e.terminal_matrix` prints a table in Markdown of what holds."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.e2e.terminal_checks import CHECKS, YES
from tests.e2e.terminal_emulators import TERMINALS, Row, Run, missing, tour

NO = "no"


def outcome(check: Callable[[Run], str | None], run: Run) -> str:
    try:
        return check(run) or YES
    except AssertionError:
        return NO


def cells(row: Row) -> list[str]:
    """The results of all checks in a terminal."""
    if missing(row):
        return ["not here"] * len(CHECKS)
    with TemporaryDirectory() as folder:
        try:
            run = tour(row, Path(folder) / "tour")
        except AssertionError as wrong:
            print(f"{row.title}: {wrong}", file=sys.stderr)
            return [NO] * len(CHECKS)
    return [outcome(check, run) for check in CHECKS.values()]


def line(faults: Sequence[str]) -> str:
    return f"| {' | '.join(faults)} |"


def main() -> None:
    print(line(["terminal", *CHECKS]))
    print(line(["---"] * (1 + len(CHECKS))))
    for row in TERMINALS.values():
        print(line([row.title, *cells(row)]), flush=True)


if __name__ == "__main__":
    main()
