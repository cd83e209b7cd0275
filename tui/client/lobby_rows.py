"""Tables of the lobby and seats of the waiting room as lines of lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from tabletown import rules
from tabletown.rules.bots.level_descriptions import BOTS

from ..protocol.clocks import named
from ..protocol.server_messages import Row, SeatInfo

GAME, STATE = 26, 17
"""Columns of the game and of the state of a table."""
OPEN = "open"


def played(game: str, options: Mapping[str, str]) -> str:
    """Name of the game, and the options that differ from their defaults."""
    module = rules.load(game)
    words = [
        dict(option.choices).get(options.get(option.key, ""), "")
        for option in module.OPTIONS
        if options.get(option.key) != option.choices[0][0]
    ]
    return ", ".join([module.TITLE, *filter(None, words)])


def sitter(seat_info: SeatInfo) -> str:
    """The player of a seat, in a word or two."""
    if seat_info.person and seat_info.bot:
        return f"{seat_info.name}'s bot"
    return seat_info.name or OPEN


def state(row: Row) -> str:
    """The state of a table, in a word or two."""
    free = sum(not seat_info.name for seat_info in row.seats)
    if row.turn:
        return "your turn"
    stages = {"playing": "playing", "over": "over", "waiting": f"{free} open" if free else "full"}
    return stages[row.stage] + (", yours" if row.yours else ", private" if row.locked else "")


def table(row: Row, width: int) -> Text:
    """A table as a line: code, game, players and state."""
    names = ", ".join(sitter(seat_info) for seat_info in row.seats)
    room = width - 8 - GAME - STATE
    title = (
        "Practice: " * row.practice
        + "Daily: " * bool(row.day)
        + ", ".join(filter(None, [played(row.game, row.options), named(row.clock)]))
    )
    return Text.assemble(
        (f"{row.code}  ", "bold"),
        fit(title, GAME),
        fit(names, room),
        state(row),
        no_wrap=True,
    )


def fit(text: str, width: int) -> str:
    """Text cut or padded to a width, with at least one space at the end."""
    cut = text if cell_len(text) < width else set_cell_size(text, width - 4).rstrip() + "..."
    return set_cell_size(cut, width)


def seat_line(number: int, seat_info: SeatInfo, marks: Sequence[str]) -> Text:
    """A seat as a line of the waiting room."""
    name = (set_cell_size(seat_info.name, 22), "bold") if seat_info.name else OPEN
    bot = [f"bot: {BOTS[seat_info.bot].title}"] if seat_info.bot in BOTS else []
    rating = [f"rating {seat_info.rating}"] if seat_info.rating is not None else []
    away = ["away"] if seat_info.away else []
    return Text.assemble(f" {number}  ", name, ", ".join([*bot, *marks, *away, *rating]))
