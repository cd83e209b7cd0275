"""`tabletown` with a short live clock and quick bots, for towns that have little time: `python -m ... serve`."""

from __future__ import annotations

from tabletown.tui.cli.main import main
from tabletown.tui.model import bot_pace
from tabletown.tui.protocol.clocks import CLOCKS

SHORT = "5+5"
"""The live clock that is short here."""
SECONDS, PER_TURN = 20.0, 2.0
PACE = 0.1
"""Least seconds of a bot's move."""


def shorten() -> None:
    """Let the time of a live game run out soon, and bots answer soon."""
    CLOCKS[SHORT] = CLOCKS[SHORT]._replace(time=SECONDS, per_turn=PER_TURN)
    bot_pace.ONLINE_PACE = PACE


if __name__ == "__main__":
    shorten()
    main(prog_name="tabletown")
