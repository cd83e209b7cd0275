"""The program with a clock of the tables that a test moves forward: `python -m tests.e2e.timed_server serve ...`.

The seconds to add are in a file `clock` beside the data folder.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import monotonic
from typing import Any

from tabletown.tui.cli.main import main
from tabletown.tui.server import gateway


def moved_forward(file: Path) -> None:
    """Let servers of this process use the clock in a file."""
    real = gateway.TableService

    def now() -> float:
        return monotonic() + float(file.read_text() if file.exists() else 0)

    def service(store: Any, post: Any, think: Any, _now: Any, *rest: Any, **more: Any) -> Any:
        return real(store, post, think, now, *rest, **more)

    gateway.TableService = service  # type: ignore[assignment,misc]


if __name__ == "__main__":
    moved_forward(Path(sys.argv[sys.argv.index("--data") + 1]).parent / "clock")
    main()
