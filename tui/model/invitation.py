"""The invitation: a line that ends texts to share, with the place where a friend can get the program or play."""

from __future__ import annotations

import os
from collections.abc import Mapping

from .settings import TYPED, is_line, load_settings

VARIABLE = "TABLETOWN_INVITATION"
"""Environment variable with the line; it comes before the setting."""
LEFT_OUT = f"{VARIABLE} is left out"
"""The fact that the line cannot be used."""
WIDTH = TYPED["invitation"]
"""Most columns of the line, as of every line of a text to share."""
MISSING = "Settings: add an invitation"
"""Note beside a text to share without an invitation."""


def current(ascii_only: bool = False) -> str:
    """The invitation that is set; empty without one, and for one that cannot end a text to share."""
    line = os.environ.get(VARIABLE, "") or load_settings()[0].invitation
    return line if usable(line, ascii_only) else ""


def problem(env: Mapping[str, str] = os.environ) -> str:
    """The reason why texts to share leave out the invitation that is set; empty if they do not, or none is set."""
    line = env.get(VARIABLE, "")
    return f"{LEFT_OUT}: it must be one line of at most {WIDTH} columns" if line and not usable(line) else ""


def lack(ascii_only: bool = False) -> str:
    """A short note that texts to share have no invitation, and why; empty if they have one."""
    return LEFT_OUT if problem() else "" if current(ascii_only) else MISSING


def usable(line: str, ascii_only: bool = False) -> bool:
    """True if a line can end a text to share: printable, not empty and narrow enough."""
    return bool(line) and is_line(line, WIDTH) and (line.isascii() or not ascii_only)
