"""Analyses of matches: saved in the data folder, beside the records and never in them, and reported as text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from tabletown.rules.analysis.review import (
    Decision,
    Question,
    Review,
    ReviewTerms,
    entry,
    estimates,
    from_entry,
    open_seats,
    questions,
    standing,
    worst,
)
from tabletown.rules.core.match import Match
from tabletown.rules.core.save_file import header

from ..narration.grammar import clause
from . import files
from .files import atomic_write

FORMAT = 1
TERMS = ReviewTerms("ismcts", nodes=1000)
"""Level and search nodes of an analysis on screen; all decisions of a game take about a minute."""

FAILURES = 3
"""Number of unanswered questions after which the analysis stops."""


def path(match: Match, terms: ReviewTerms = TERMS) -> Path:
    """Path of the decisions of a match; it differs for every match and for other terms of the analysis."""
    asked = json.dumps([FORMAT, header(match), match.log, terms])
    return files.data_folder() / "reviews" / f"{match.name}-{sha256(asked.encode()).hexdigest()[:20]}.json"


def load(match: Match, terms: ReviewTerms = TERMS) -> dict[int, Decision]:
    """Saved decisions by ply; empty if the file is missing or damaged."""
    try:
        decisions = [from_entry(data) for data in json.loads(path(match, terms).read_text(encoding="utf-8"))]
    except (OSError, ValueError, KeyError, TypeError):
        return {}
    return {decision.ply: decision for decision in decisions if decision.ply < len(match.log)}


def save(match: Match, decisions: Mapping[int, Decision], terms: ReviewTerms = TERMS) -> None:
    """Save decisions by ply. Raises OSError."""
    atomic_write(path(match, terms), json.dumps([entry(decisions[ply]) for ply in sorted(decisions)]))


class ReviewProgress:
    """Progress of an analysis: the decisions that are known, and the questions still to ask."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.estimates = estimates(match)
        self.decisions = load(match)
        self.left = {q.ply: q for q in questions(match, TERMS) if q.ply not in self.decisions}
        """Questions not asked yet, by ply."""
        self.total = len(self.decisions) + len(self.left)
        self._kept = len(self.decisions)
        self.failed = 0
        """Number of questions without an answer; from FAILURES on, the analysis stops."""

    @property
    def winning_chances(self) -> list[list[float]]:
        """Winning chances of every seat at each position, from 0 to 1."""
        rows = [
            standing(row, self.decisions[n]) if n in self.decisions else row for n, row in enumerate(self.estimates)
        ]
        return [list(line) for line in zip(*rows, strict=True)]

    @property
    def lines(self) -> list[list[float]]:
        """Winning chances of every seat at each position, as analysed at its own last decision, from 0 to 1.

        Before a seat's first analysed decision and at the end they are estimates.

        At the decisions of others there are only estimates, and a line through both would jump up and down.
        """
        return [self._line(seat) for seat in range(len(self.match.seats))]

    def _line(self, seat: int) -> list[float]:
        own = {ply: decision.chance for ply, decision in self.decisions.items() if decision.seat == seat}
        line: list[float] = []
        for ply, row in enumerate(self.estimates):
            judged = own.get(ply, line[-1] if min(own, default=ply) < ply < len(self.match.log) else row[seat])
            line.append(judged)
        return line

    @property
    def worst(self) -> list[Decision]:
        return worst(self.decisions)

    @property
    def progress(self) -> str:
        """Progress of the analysis in words; empty once it is complete."""
        given_up = f", {self.failed} failed" if self.failed else ""
        return f"{len(self.decisions)} of {self.total} analysed{given_up}" if len(self.decisions) < self.total else ""

    def leave(self) -> None:
        """Stop the analysis: drop the remaining questions."""
        self.left.clear()
        self.total = len(self.decisions)

    def take(self, ply: int) -> Question | None:
        """Remove and return the question nearest to a ply; None if none is left or too many have failed."""
        if self.failed >= FAILURES:
            return None
        nearest = min(self.left, key=lambda other: (abs(other - ply), other), default=None)
        return None if nearest is None else self.left.pop(nearest)

    def add(self, decision: Decision) -> None:
        self.decisions[decision.ply] = decision

    def keep(self) -> None:
        """Save new decisions. If that fails, they are only analysed again the next time."""
        if len(self.decisions) > self._kept:
            with suppress(OSError):
                save(self.match, self.decisions)
                self._kept = len(self.decisions)

    def mistakes(self, seat: int | None) -> list[Decision]:
        """Biggest mistakes of a seat, or of all for None, in the order of play."""
        own = {ply: decision for ply, decision in self.decisions.items() if seat in (None, decision.seat)}
        return sorted(worst(own), key=lambda decision: decision.ply)

    def played(self, ply: int) -> str:
        """Sentence on the move at a ply, without its consequences."""
        match, line = self.match, self.match.line(ply)
        words = match.game.describe(match.states[ply], line.action, "second", brief=True)
        return clause(match.seats[line.player].name, words)

    def better(self, decision: Decision, brief: bool = False) -> str:
        """The better move of a decision in words; in notation if it is not legal."""
        game, s = self.match.game, self.match.states[decision.ply]
        action = next((a for a in game.legal(s) if game.notation(s, a) == decision.better), None)
        return decision.better or "" if action is None else game.describe(s, action, "second", brief)

    def verdict(self, ply: int, width: int) -> str:
        """Verdict on the move at a ply, in one line: in words if they fit into `width`, then the reason."""
        if ply not in self.decisions:
            return ""
        decision, line = self.decisions[ply], self.match.line(ply)
        name, chance = self.match.seats[decision.seat].name, f"({decision.chance:.0%})"
        better = self.better(decision, brief=True)
        words = clause(name, line.text), self.played(ply), f"{name}: {decision.move}"
        if decision.better is None:
            lines = [f"{played}: best move {chance}" for played in words]
        elif not decision.loss:
            lines = [f"{played}: as good as {better} {chance}" for played in words[:2]]
            lines.append(f"{words[2]}: as good as {decision.better} {chance}")
        else:
            lines = [f"{played} (-{decision.loss:.0%}); better: {better} {chance}" for played in words[1:2]]
            lines.append(f"{words[2]} (-{decision.loss:.0%}); better: {decision.better} {chance}")
        best_line = next((line for line in lines if len(line) <= width), lines[-1])
        return best_line + because(decision.reason) if decision.loss or decision.better is None else best_line


def because(reason: str) -> str:
    """A reason as it follows a better move; empty without one."""
    return f": {reason}" if reason else ""


def report(r: Review) -> str:
    """Report of a review as text."""
    match = r.match
    names = [seat.name for seat in match.seats]
    judge = [f"{what} {value:g}" for what, value in limits(r.terms).items()]
    lines = [
        f"{match.game.TITLE}, seed {match.seed}, {len(match.log)} moves",
        f"{len(r.decisions)} moves analysed by {', '.join([r.terms.level, *judge])}",
        "",
        "Winning chances",
        "  ".join(["move", *(f"{name[:12]:>6}" for name in names)]),
    ]
    rows = r.winning_chances
    step = max(1, len(rows) // 20)
    for ply in sorted({*range(0, len(rows), step), len(rows) - 1}):
        cells = (f"{value:>{max(6, len(name[:12]))}.0%}" for value, name in zip(rows[ply], names, strict=True))
        lines.append("  ".join([f"{ply:4}", *cells]))
    lines += ["", "Total winning chances lost"]
    lines += [f"{names[seat]}: {r.total_loss(seat):.0%}" for seat in open_seats(match)]
    if lossy := worst(r.decisions):
        lines += ["", "Biggest mistakes"]
    for decision in lossy:
        lines += [
            f"{decision.ply + 1:4}. {names[decision.seat]}: {decision.move}, {decision.loss:.0%} lost",
            f"      better {decision.better} ({decision.chance:.0%}){because(decision.reason)}",
            f"      likely continuation: {', '.join(decision.play[:6])}",
        ]
    return "\n".join(lines) + "\n"


def limits(terms: ReviewTerms) -> dict[str, float]:
    """Limits of an analysis that are set, by name."""
    return {key: value for key, value in (("nodes", terms.nodes), ("seconds", terms.seconds)) if value is not None}
