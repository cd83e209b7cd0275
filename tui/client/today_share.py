"""The result of a server's daily game as a text to send to a friend, with the way to the server."""

from __future__ import annotations

from datetime import date

from tabletown.rules.core.text import plural

from ..model.daily import long_date
from ..model.daily_share import MIN_STREAK
from ..protocol.addresses import Address, ssh_command
from ..protocol.daily_messages import Today

COPIED = "Copied, if your terminal allows it. If not, select the text above."
"""Notice after copying, which a terminal need not confirm."""


def share_text(today: Today, to: Address | None, link: str) -> list[str]:
    """Short lines on a finished first try: its date and game, the result with its place, a streak, and how a friend can
    play; `link` is the server's URL, empty for none.
    """
    places = [f"place {row.place} of {today.players}" for row in today.board if row.yours]
    streak = [f"streak {plural(today.streak, 'day')}"] if today.streak >= MIN_STREAK else []
    way = link or (ssh_command(to) if to else "")
    return [
        f"Tabletown, {long_date(date.fromisoformat(today.day))}",
        f"{today.title}, the daily game",
        f"I {today.result}",
        *filter(None, [", ".join([*places, *streak])]),
        *(["Can you do better? Play here:", way] if way else ["Can you do better?"]),
    ]
