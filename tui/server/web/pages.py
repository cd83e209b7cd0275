"""The pages of the web server, from templates that escape every text."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from ...model import daily
from ...model.titles import title
from ...narration.transcript import transcript
from ..archive import Archive, Query, counted, match_of, outcome, played
from ..daily_desk import DAY, DailyDesk
from ..store import Store
from ..tables.service import TableService

TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
LISTED = 100
"""Finished games that are listed."""
NOBODY = -1
"""Number that no player has."""
PAST = 7
"""Days whose winners are shown."""


class Town(Protocol):
    """The part of the server that the pages show."""

    store: Store
    service: TableService


def render(template: str, **values: object) -> str:
    return TEMPLATES.get_template(template).render(**values)


def terminal(path: str, new: bool) -> str:
    """The page with the program; `path` says which table it opens. In a `new` browser it asks for a name first."""
    return render("terminal.html", path=path, new=new)


def message(sentence: str) -> str:
    """A page with one sentence, such as an error."""
    return render("message.html", sentence=sentence)


def games_page(town: Town) -> str:
    """The list of finished games, the newest first."""
    archive = Archive(town.store)
    listed = archive.games(Query(), LISTED)
    rows = [
        {
            "number": game.number,
            "ended": f"{datetime.fromtimestamp(game.ended, UTC):%d %b %Y, %H:%M}",
            "game": played(game.game, game.options),
            "outcome": outcome(game),
        }
        for game in listed
    ]
    return render("games.html", games=rows, note=counted(len(rows), archive.count(Query())))


def lines_of(town: Town, number: int) -> list[str]:
    """The lines of a finished game that everybody may see. Raises BadGame."""
    return Archive(town.store).lines(number)


def game_page(number: int, lines: Sequence[str]) -> str:
    """A finished game with all its moves, from the lines of its file. Raises BadGame."""
    match = match_of(lines)
    return render("game.html", number=number, title=title(match), moves=transcript(match))


def today_page(town: Town, most: int) -> str:
    """The daily game's and the puzzles' leaderboards of the day, and the winners of the days before."""
    day = daily.today()
    desk: DailyDesk = town.service.daily
    deal = desk.deal(day)
    board, players = desk.results.board(day, NOBODY, most)
    solvers, solved = desk.results.puzzle_board(day, NOBODY, most)
    return render(
        "today.html",
        day=f"{day:%A, %d %B %Y}",
        title=played(deal.game, deal.options),
        board=board,
        players=players,
        puzzles=solvers,
        solvers=solved,
        winners=desk.results.winners(day - PAST * DAY, day - DAY),
    )
