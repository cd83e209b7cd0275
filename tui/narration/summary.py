"""A match in figures: margin, rounds, length. A game adds its own in a module `summary`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple, Protocol, cast

from tabletown.rules.core.game import totals
from tabletown.rules.core.match import Match
from tabletown.rules.core.text import join_words, plural

from . import game_ui
from .grammar import clause, within

MOST_SOURCES = 3
"""Sources of points that are named as those of a lead."""
NOTHING: tuple[str, Sequence[int]] = ("", ())
"""The piece required of winners, and its owners, where points alone count."""


class Summary(Protocol):
    """A game's module `summary`."""

    PERIOD: str
    """Name of the numbered periods of a game: "round"."""
    TIE_BREAK: str
    """Tie-breaker in words: "fewer cards"."""
    SHORT_LABELS: Mapping[tuple[str, str], str]
    """Labels of the score sheet in short, by the label before and their own, where both end with the same word."""

    def period(self, s: Any) -> int:
        """Number of the period that a position belongs to."""

    def period_title(self, s: Any) -> str:
        """Period of a position in words: "round 14"."""

    def goal(self, s: Any) -> int | None:
        """Points that trigger the end of the game; None where points do not."""

    def required(self, s: Any) -> tuple[str, Sequence[int]]:
        """A piece without which nobody wins, "city", and the players who have it; no name where points alone count."""

    def facts(self, match: Match) -> Sequence[tuple[str, Sequence[str]]]:
        """Further figures: a label each, with one value per player."""


class Revealed(NamedTuple):
    """A hidden item that the end of a game reveals."""

    kind: str
    title: str
    points: tuple[str | None, ...]
    """One text per player: empty where it scores nothing; None for those who do not have it."""

    @property
    def holders(self) -> list[int]:
        return [seat for seat, points in enumerate(self.points) if points is not None]


class NoSummary:
    """Summary of a game without a module `summary`."""

    PERIOD = "move"
    TIE_BREAK = ""
    SHORT_LABELS: Mapping[tuple[str, str], str] = {}

    def period(self, s: Any) -> int:
        return 0

    def period_title(self, s: Any) -> str:
        return ""

    def goal(self, s: Any) -> int | None:
        return None

    def required(self, s: Any) -> tuple[str, Sequence[int]]:
        return NOTHING

    def facts(self, match: Match) -> Sequence[tuple[str, Sequence[str]]]:
        return ()


def load_summary(name: str) -> Summary:
    ui = game_ui.load(name)
    return cast(Summary, ui.module("summary")) if ui.has_module("summary") else NoSummary()


def winner_line(match: Match) -> str:
    """The winners and their points, with what decided: a piece that only they have, the lead or the tie-breaker."""
    winners, points = match.game.winners(match.state), totals(match.game, match.state)
    names, best = [match.seats[seat].name for seat in winners], points[winners[0]]
    if len(winners) > 1:
        return f"{join_words(names)} share the win with {plural(best, 'point')}"
    line, piece = f"{clause(names[0], 'win')} with {plural(best, 'point')}", decisive_piece(match, match.state)
    rivals = [points[seat] for seat in contenders(match, match.state) if seat not in winners]
    line += f" and {piece}" if piece else ""
    if not rivals:
        return line
    tie_break = load_summary(match.name).TIE_BREAK
    decided = (
        f", {best - max(rivals)} ahead" if best > max(rivals) else f", tie broken by {tie_break}" * bool(tie_break)
    )
    return f"{line}{decided}"


def why_points(match: Match) -> str:
    """A phrase on a piece that a player needs to win where everyone has one: "both own a city, so points decide"; empty
    in other games.
    """
    piece, owners = load_summary(match.name).required(match.state)
    if not piece or len(owners) < len(match.seats):
        return ""
    return f"{'both' if len(owners) == 2 else 'all'} own a {piece}, so points decide"


def contenders(match: Match, s: Any) -> Sequence[int]:
    """The players whose points count for the win at the end of a game."""
    piece, owners = load_summary(match.name).required(s)
    return owners if piece else range(len(match.seats))


def decisive_piece(match: Match, s: Any) -> str:
    """The piece that some player lacked to win: "the only city", or "a city" where several have one; else empty."""
    piece, owners = load_summary(match.name).required(s)
    if not piece or len(owners) == len(match.seats):
        return ""
    return f"the only {piece}" if len(owners) == 1 else f"a {piece}"


def lead_lines(match: Match) -> list[str]:
    """Ways to say what the winner gained most by on the player behind, the longest first: with three sources of points
    or fewer. None where several win, or where the sheet has no two sources of the lead.
    """
    winners, scores = match.game.winners(match.state), match.game.score(match.state)
    if len(winners) > 1 or len(scores) < 2:
        return []
    first = winners[0]
    points = totals(match.game, match.state)
    second = max((seat for seat in range(len(scores)) if seat != first), key=points.__getitem__)
    gains = [(n - other, label) for (label, n), (_, other) in zip(scores[first], scores[second], strict=True)]
    most = [(label, gain) for gain, label in sorted(gains, key=lambda each: -each[0]) if gain > 0][:MOST_SOURCES]
    labels, shorter = [label for label, _ in most], load_summary(match.name).SHORT_LABELS
    short = [shorter.get(pair, pair[1]) for pair in pairwise(["", *labels])]
    who, whom = (within(f"{match.seats[seat].name} ").rstrip() for seat in (first, second))
    return [
        f"Where {who} gained on {whom}: {', '.join(words[:n])}."
        for n in range(len(most), 1, -1)
        for words in (
            [f"{label} {gain}" for label, (_, gain) in zip(way, most, strict=True)] for way in (labels, short)
        )
    ]


def period_starts(match: Match) -> list[tuple[int, str]]:
    """First ply and number of each round; empty for a game without rounds."""
    period, starts = load_summary(match.name).period, list[tuple[int, str]]()
    for ply, s in enumerate(match.states[:-1]):
        number = str(period(s))
        if not starts or starts[-1][1] != number:
            starts.append((ply, number))
    return starts if len(starts) > 1 else []


def period_title(match: Match, ply: int) -> str:
    """Round of a move, "round 14"; in a game without rounds the number of the move."""
    return load_summary(match.name).period_title(match.states[ply]) or f"move {ply + 1}"


def period_titles(match: Match, plies: Iterable[int]) -> str:
    """Rounds of moves in order, once each: "rounds 1, 7 and 12"; "round 7" for one; empty for none."""
    summary, in_order = load_summary(match.name), sorted(plies)
    titles = [*dict.fromkeys(period_title(match, ply) for ply in in_order)]
    numbers = [*dict.fromkeys(str(summary.period(match.states[ply]) or ply + 1) for ply in in_order)]
    if len(numbers) > 1 and titles == [f"{summary.PERIOD} {number}" for number in numbers]:
        return f"{summary.PERIOD}s {join_words(numbers)}"
    return join_words(titles)


def length_of(match: Match) -> str:
    """Length of a game so far, "26 rounds"; in moves only if it has no rounds."""
    starts = period_starts(match)
    return plural(len(starts), load_summary(match.name).PERIOD) if starts else plural(len(match.log), "move")


def facts_line(match: Match, width: int = 1000, *, seed: bool = True) -> str:
    """Length of the game, in moves only if it has no rounds, and `seed` if it matters, then each further figure for
    every player, in lines of `width` columns that are broken between figures.
    """
    summary, length = load_summary(match.name), length_of(match)
    parts = [f"{length}, seed {match.seed}" if seed else length]
    for label, values in summary.facts(match):
        each = (f"{seat.name} {value}" for seat, value in zip(match.seats, values, strict=True))
        parts.append(f"{label}: {', '.join(each)}")
    lines = [f"{parts[0]}."]
    for part in parts[1:]:
        if len(lines[-1]) + len(part) + 2 <= width:
            lines[-1] += f" {part}."
        else:
            lines.append(f"{part}.")
    return "\n".join(lines)
