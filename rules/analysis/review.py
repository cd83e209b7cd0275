"""Review of a match: the analysis of its decisions, the winning chances at each position, and the biggest mistakes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ..bots.bot import never
from ..core.game import Action
from ..core.match import Match
from .decision import Decision, ReviewTerms, questions
from .mistakes import MINOR, NOTABLE, WORST
from .searches import decisions
from .winning_chances import estimates, winning_chances


def worst(decisions: Mapping[int, Decision], log: Sequence[Action], most: int = WORST) -> list[Decision]:
    """The biggest mistakes of the decisions of a log, the greatest loss first: at most `most`, one of each turn.

    Small ones are left out where there are larger ones, and where no reason can be named.
    """
    each = (max(turn, key=lambda decision: decision.loss) for turn in turns(decisions, log))
    lossy = [decision for decision in each if decision.loss >= MINOR or (decision.loss > 0 and decision.reason)]
    large = [decision for decision in lossy if decision.loss >= NOTABLE]
    return sorted(large or lossy, key=lambda decision: (-decision.loss, decision.ply))[:most]


def turns(decisions: Mapping[int, Decision], log: Sequence[Action]) -> list[list[Decision]]:
    """Decisions by turn: consecutive ones of a seat, until a kind of action comes again that the turn already has."""
    grouped: list[list[Decision]] = []
    for ply, decision in sorted(decisions.items()):
        last = grouped[-1] if grouped else []
        continues = bool(last) and (last[-1].seat, last[-1].ply + 1) == (decision.seat, ply)
        if continues and log[ply][0] not in (log[earlier.ply][0] for earlier in last):
            last.append(decision)
        else:
            grouped.append([decision])
    return grouped


@dataclass(frozen=True)
class Review:
    """A match and the analysis of its decisions, by ply."""

    match: Match
    terms: ReviewTerms
    decisions: Mapping[int, Decision]

    @property
    def winning_chances(self) -> list[list[float]]:
        """Every seat's chance to win at each position, from 0 to 1."""
        return winning_chances(self.match, estimates(self.match), self.decisions)

    def total_loss(self, seat: int) -> float:
        """Sum of the chances to win that a seat lost."""
        return sum(decision.loss for decision in self.decisions.values() if decision.seat == seat)


def review(
    match: Match,
    terms: ReviewTerms,
    jobs: int = 1,
    progress: Callable[[int, int], None] = lambda done, of: None,
    stop: Callable[[], bool] = never,
) -> Review:
    """Review a match. Call `progress(done, of)` and then `stop()` after each decision; stop when it is true."""
    terms = terms.limited()
    asked, analysed = questions(match, terms), {}
    progress(0, len(asked))
    for decision in decisions(asked, min(jobs, max(1, len(asked)))):
        analysed[decision.ply] = decision
        progress(len(analysed), len(asked))
        if stop():
            break
    return Review(match, terms, dict(sorted(analysed.items())))
