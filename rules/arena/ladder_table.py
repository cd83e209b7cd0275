"""The table of the ladder in rules/bots/README.md: its columns, rows and caption, and writing it into a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

from tabletown import rules

from ..bots.level_descriptions import LEVELS
from ..core.game import Game, defaults
from .elo import Estimate, ladder
from .ladder import Ladder
from .series import ArenaError, GameResult, Series, SeriesTerms, tallies
from .series_report import pace

MARKERS = ("<!-- ladder -->", "<!-- /ladder -->")
HEADS = ("game", "players", "level", "rating", "above the previous level (95%)", "games", "ms per move")


class Rung(NamedTuple):
    """A level of one case, a row of the table."""

    bot: str
    """Name of the level, with the opponent where both played with fewer positions than usual."""
    gap: Estimate | None
    """Elo difference to the level before; None for the first."""
    games: int
    seconds: float
    """Mean time of a move."""


def rungs(asked: Ladder, terms: SeriesTerms, of: Games) -> list[Rung]:
    """Rows of one case, weak to strong; none where no game was played."""
    bots = asked.players or list(LEVELS)
    titles, results, played = [*bots], [], list[list[tuple[int, GameResult]]]([[] for _ in bots])
    for (high, low), series in asked.matches(terms):
        games = list(of(series).items())
        results += tallies(games, low, high)
        played[high] += games
        if series.bots[1] == bots[low]:
            played[low] += [(number ^ 1, game) for number, game in games]  # as if it were the first of the two
        if series.bots != (bots[high], bots[low]):
            titles[high] = " against ".join([bot for bot in series.bots if ":" in bot])
    if not results:
        return []
    gaps = [None, *ladder(results, len(bots))]
    return [
        Rung(bot, gap, len(games_played), pace(games_played, 0))
        for bot, gap, games_played in zip(titles, gaps, played, strict=True)
    ]


Games = Callable[[Series], Mapping[int, GameResult]]
"""Look-up of the finished games of a series, by number."""


def table(asked: Ladder, of: Games) -> str:
    """The ratings as Markdown; raises ArenaError when there is no game."""
    lines = []
    for terms in asked.cases:
        for row_number, cells in enumerate(rows(rungs(asked, terms, of))):
            about = (title(terms), str(terms.seats)) if not row_number else ("", "")
            lines.append(line((*about, *cells)))
    if not lines:
        raise ArenaError("no games have been played for this ladder yet")
    return "\n".join([caption(asked.cases[0]), "", line(HEADS), line(["---"] * len(HEADS)), *lines]) + "\n"


def line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def caption(terms: SeriesTerms) -> str:
    """Caption of the table: scale, limits and seed."""
    limits = [
        f"{value:g} {name} a decision" for name, value in (("seconds", terms.seconds), ("nodes", terms.nodes)) if value
    ]
    limited = f"Every level had {' and '.join(limits)}."
    usual = (
        "Each level played at its usual strength, unless `nodes=` shows how many positions it searched. Where a row "
        "also names an opponent, the opponent was limited too, and the rating is that of the row above plus the "
        "difference between the two."
    )
    return (
        f"Ratings are in Elo points, with the first level at 0. {limited if limits else usual} The same deals were "
        f'played from every seat, with seed {terms.seed}. ">" marks a lower bound, where one side won every game.'
    )


def title(terms: SeriesTerms) -> str:
    """Title of a case: the game, its first option where that has choices, and other options that are not defaults."""
    game, usual = rules.load(terms.game), defaults(rules.load(terms.game))
    settings = [
        titled(game, key, value)
        for place, (key, value) in enumerate(terms.options.items())
        if value != usual[key] or (not place and len(game.OPTIONS[0].choices) > 1)
    ]
    return ", ".join([game.TITLE, *settings])


def titled(game: Game[Any], key: str, value: str) -> str:
    choices = next(dict(option.choices) for option in game.OPTIONS if option.key == key)
    return choices.get(value, value)


def rows(levels: Sequence[Rung]) -> Iterator[tuple[str, ...]]:
    """Cells of each row, from the name of the level on."""
    rating, sure = 0.0, ""
    for bot, gap, games, seconds in levels:
        if gap:
            points = gap.low if gap.middle is None else gap.middle
            rating += inf if points is None or gap.low is gap.high is None else points
            sure = ">" if gap.middle is None else sure
        cell = "?" if rating == inf else f"{sure} {rating:,.0f}".strip()
        yield bot, cell, ahead(gap) if gap else "", f"{games}", f"{1000 * seconds:,.1f}"


def ahead(gap: Estimate) -> str:
    """A difference and its interval in Elo points, as text."""
    if gap.low is gap.high is None:
        return "?"
    low, high = (f"{end:+,.0f}" if end is not None else "unbounded" for end in (gap.low, gap.high))
    middle = f"{gap.middle:+,.0f}" if gap.middle is not None else "unbounded"
    return f"{middle} ({low} to {high})"


def split_at_table(path: Path) -> tuple[str, str]:
    """Text of a file before its table and from the end marker on; raises ArenaError."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as wrong:
        raise ArenaError(f"cannot read {path}: {wrong}") from None
    if [text.count(marker) for marker in MARKERS] != [1, 1] or text.index(MARKERS[1]) < text.index(MARKERS[0]):
        raise ArenaError(f"{path} must contain {MARKERS[0]} exactly once, then {MARKERS[1]} exactly once")
    return text[: text.index(MARKERS[0])], text[text.index(MARKERS[1]) :]


def write(path: Path, text: str) -> None:
    """Write a table between the markers of a file; raises ArenaError."""
    before, after = split_at_table(path)
    try:
        path.write_text(f"{before}{MARKERS[0]}\n{text}{after}", encoding="utf-8")
    except OSError as wrong:
        raise ArenaError(f"cannot write {path}: {wrong.strerror}") from None
