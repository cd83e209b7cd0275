"""Rendering of a match: "ansi" as the text of text mode, "rgb_array" as the board's picture in pixels."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tabletown.rules.core.match import Match

MODES = ("ansi", "rgb_array")

Rendering: TypeAlias = "str | NDArray[np.uint8] | None"


def render(match: Match, mode: str | None) -> Rendering:
    """The position with the secrets of the only seat without a bot, if there is exactly one; None without a mode.

    What draws it is loaded at the first use, as most training shows nothing.
    """
    if mode is None:
        return None
    if mode == "ansi":
        from ..narration.transcript import position

        return position(match, len(match.log))
    if mode == "rgb_array":
        from .picture import picture

        return picture(match)
    raise ValueError(f"unknown render mode {mode!r}; choose from {', '.join(MODES)}")
