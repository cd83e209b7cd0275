"""Analyses of matches: saved in the data folder, beside the records and never in them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import Any

from tabletown.rules.analysis.decision import Decision, Question, ReviewTerms, questions
from tabletown.rules.analysis.mistakes import NOTABLE
from tabletown.rules.analysis.review import worst
from tabletown.rules.analysis.review_depth import QUICK, full_depth
from tabletown.rules.analysis.review_json import entry, from_entry
from tabletown.rules.analysis.winning_chances import estimates, rests_on, winning_chances
from tabletown.rules.bots.bot import Candidate, Choice
from tabletown.rules.core.match import Match
from tabletown.rules.core.save_file import header
from tabletown.rules.core.text import plural

from ..narration.grammar import rough_time
from . import files
from .files import atomic_write

FORMAT = 1
TERMS = ReviewTerms("ismcts", nodes=1000)
"""Terms by which files are named; each decision says how deep its search was."""

ROUGH = 1000
"""Positions of a rough look at what the quick pass suspects, so that figures come soon: before the full search."""
WARNED = 2 * QUICK
"""Depth that stands for a loss noted by the coach: no quick look replaces it, and any full search does."""
SUSPICIOUS = 0.1
"""Least loss in the quick pass, from 0 to 1, for which a move is listed as a suspect."""
MAX_SUSPECTS = 4
"""Most suspects in a list."""
NEAR = 2
"""Moves from the focus that are analysed first at full depth."""
NOWHERE = -1 - NEAR
"""A focus near no decision: those of people come first, the greatest losses before others."""
FAILURES = 3
"""Number of unanswered questions after which the analysis stops."""
TELLING = 5.0, 0.02
"""Seconds of analysis, and the share of it done in them, after which the time left can be told."""
FAR_OFF = 1.5
"""Factor by which the time left may differ from what was told before something else is told."""


def path(match: Match, terms: ReviewTerms = TERMS) -> Path:
    """Path of the decisions of a match; it differs for every match and for other terms of the analysis."""
    return path_of(match, json.dumps([FORMAT, header(match), match.log, terms]))


def path_of(match: Match, asked: str) -> Path:
    return files.data_folder() / "reviews" / f"{match.name}-{sha256(asked.encode()).hexdigest()[:20]}.json"


def load(match: Match, terms: ReviewTerms = TERMS) -> dict[int, Decision]:
    """Saved decisions by ply; empty if the file is missing or damaged."""
    return load_file(path(match, terms), len(match.log))


def load_file(file: Path, moves: int) -> dict[int, Decision]:
    """Decisions by ply in a file, of that number of moves at most; empty if the file is missing or damaged."""
    try:
        decisions = [from_entry(data) for data in json.loads(file.read_text(encoding="utf-8"))]
    except (OSError, ValueError, KeyError, TypeError):
        return {}
    return {decision.ply: decision for decision in decisions if decision.ply < moves}


def load_earlier(match: Match) -> dict[int, Decision]:
    """Decisions saved while the match had fewer moves, by ply: those of the latest such review; empty without one."""
    saved = {file.name for file in path(match).parent.glob(f"{match.name}-*.json")}
    start, end = json.dumps([FORMAT, header(match)])[:-1], json.dumps(TERMS)
    moves = [json.dumps(action) for action in match.log] if saved else []
    for length in range(len(moves) - 1, 0, -1):
        file = path_of(match, f"{start}, [{', '.join(moves[:length])}], {end}]")
        if file.name in saved:
            return load_file(file, length)
    return {}


def save(match: Match, decisions: Mapping[int, Decision], terms: ReviewTerms = TERMS) -> None:
    """Save decisions by ply. Raises OSError."""
    atomic_write(path(match, terms), json.dumps([entry(decisions[ply]) for ply in sorted(decisions)]))


def add_known(match: Match, decisions: Mapping[int, Decision]) -> None:
    """Save what coach and hints found out during a match, by ply. If that fails, it is only analysed again."""
    if decisions:
        with suppress(OSError):
            save(match, {**decisions, **load(match)})


class ReviewProgress:
    """Progress of an analysis: the decisions that are known, and the questions still to ask.

    A quick pass over all moves comes first, then one at full depth, whose decisions replace those of the quick one.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self.estimates = estimates(match)
        self.decisions = load(match)
        if all(decision.nodes == WARNED for decision in self.decisions.values()):  # never reviewed with all its moves
            self.decisions = {**load_earlier(match), **self.decisions}
        self.warned = {ply for ply, decision in self.decisions.items() if decision.nodes == WARNED}
        """Plies of the mistakes that the coach noted during the match, which are known before the analysis."""
        self.depth = full_depth(match)
        self._full = {ply for ply, decision in self.decisions.items() if decision.nodes >= self.depth}
        """Plies of the decisions that the pass at full depth has analysed."""
        asked = {q.ply: q for q in questions(match, TERMS._replace(nodes=self.depth))}
        full = {ply: q for ply, q in asked.items() if ply not in self._full}
        quick = {ply: q.with_nodes(QUICK) for ply, q in full.items() if ply not in self.decisions}
        self.asked = {ply: question.player for ply, question in asked.items()}
        """The seats of all decisions that are analysed, by ply."""
        self.left = (quick, full)
        """Questions not asked yet, by ply: those of the quick pass, and those at full depth."""
        self.total = len(asked)
        self.failed = 0
        """Number of questions without an answer; from FAILURES on, the analysis stops."""
        self.focus = 0
        """Ply near which decisions are analysed first."""
        self.running = 0
        """Number of searches in progress."""
        self.watchers: list[Callable[[int, str], None]] = []
        """Called after each question with its ply, and with the reason if there is no answer."""
        self._kept = dict(self.decisions)
        self._rough = set[int]()
        """Plies of the suspects that were given a rough look."""
        self._began: tuple[float, float] | None = None
        """Time at which the first question was taken, and the share of the work done before."""
        self._told_end: float | None = None
        """Time at which the analysis will be complete, by what was told last."""

    def _missing(self, ply: int) -> set[int]:
        """Plies whose answers at full depth may still change the figures of the decision at a ply."""
        if self.is_over:
            return set()
        return {other for other in rests_on(self.match, self.asked, self.decisions, ply) if other not in self._full}

    @property
    def winning_chances(self) -> list[list[float]]:
        """Winning chances of every seat at each position, from 0 to 1."""
        rows = winning_chances(self.match, self.estimates, dict(self.decisions))
        return [list(line) for line in zip(*rows, strict=True)]

    @property
    def span(self) -> range | None:
        """The positions from the first to the last that the quick pass has analysed; None after it or a failure."""
        if not self.is_quick or self.failed:
            return None
        plies = list(self.decisions)
        return range(min(plies), max(plies) + 2) if plies else range(0)

    @property
    def checked(self) -> dict[int, Decision]:
        """The decisions whose verdict is final, by ply. Only these are shown as mistakes."""
        return {ply: decision for ply, decision in dict(self.decisions).items() if self.is_checked(decision)}

    @property
    def notable(self) -> set[int]:
        """Plies of the moves that are mistakes by what is known so far."""
        return {ply for ply, decision in dict(self.decisions).items() if decision.loss >= NOTABLE}

    @property
    def worst(self) -> list[Decision]:
        return self._worst(self.checked)

    def _worst(self, decisions: Mapping[int, Decision]) -> list[Decision]:
        """The biggest mistakes of some decisions; small ones, which larger ones may replace, only at the end."""
        mistakes = worst(decisions, self.match.log)
        return mistakes if self.is_over else [decision for decision in mistakes if decision.loss >= NOTABLE]

    def own_mistakes(self, seat: int) -> list[Decision]:
        """Mistakes of a seat's own making, the greatest loss first: without the moves that followed a hint.

        Those that the coach noted are among them at once.
        """
        shown = {ply: d for ply, d in dict(self.decisions).items() if ply in self.warned or self.is_checked(d)}
        own = {ply: d for ply, d in shown.items() if d.seat == seat and not self.match.followed_hint(ply)}
        return self._worst(own)

    @property
    def is_quick(self) -> bool:
        """True during the quick pass."""
        return len(self.decisions) + self.failed < self.total

    @property
    def analysed(self) -> int:
        """Number of decisions analysed in this pass."""
        return len(self.decisions) if self.is_quick else len(self._full)

    @property
    def is_complete(self) -> bool:
        return self.analysed >= self.total

    @property
    def is_over(self) -> bool:
        """True when nothing will change any more: the analysis is complete, or has given up on the rest."""
        gave_up = self.failed >= FAILURES or not any(self.left)
        return self.is_complete or (gave_up and bool(self.failed) and not self.running)

    @property
    def share(self) -> float:
        """Share of the whole work that is done, from 0 to 1."""
        work = len(self.decisions) * QUICK + len(self._full) * self.depth
        return min(1.0, work / max(1, self.total * (QUICK + self.depth)))

    @property
    def progress(self) -> str:
        """Progress of the analysis in words; empty once it is complete."""
        if self.is_complete:
            return ""
        failed = f", {self.failed} failed" if self.failed else ""
        if self.is_quick:
            return f"first look, {len(self.decisions) / self.total:.0%} done{failed}"
        left = self.time_left
        return f"closer look, {self.share:.0%} done{failed}" + f", {left} left" * bool(left)

    @property
    def time_left(self) -> str:
        """Time until the analysis is complete, "about 40 s", if it goes on as so far; empty while that is not known.

        It counts down, and changes otherwise only if it was far off.
        """
        if self._began is None:
            return ""
        now, (began, before) = monotonic(), self._began
        took, done = now - began, self.share - before
        if took < TELLING[0] or done < TELLING[1]:
            return ""
        left = took * (1 - self.share) / done
        if self._told_end and left / FAR_OFF < (counted := self._told_end - now) < left * FAR_OFF:
            left = counted
        self._told_end = now + left
        return rough_time(left)

    @property
    def depth_text(self) -> str:
        """Depth of a complete analysis in words; empty before."""
        depths = [decision.nodes for decision in list(self.decisions.values())]
        return f"{min(depths):,} positions searched per move" if depths and self.is_complete else ""

    def leave(self) -> None:
        """Stop the analysis: drop the remaining questions."""
        for questions_left in self.left:
            questions_left.clear()
        self.total, self.depth, self._full = len(self.decisions), 0, set(self.decisions)

    def take(self) -> Question | None:
        """Remove and return the most urgent question; None if none is left or too many have failed.

        It is the one nearest to the focus. At full depth those come first that a mistake waits for, then the NEAR ones,
        and then those of people and of the greatest losses that the quick pass has found, so that mistakes are soon
        known.
        """
        questions_left = next(filter(None, self.left), None)
        if self.failed >= FAILURES or not questions_left:
            return None
        self._began = self._began or (monotonic(), self.share)
        if questions_left is self.left[1] and (question := self._take_rough()):
            return question

        lossy = [ply for ply, decision in dict(self.decisions).items() if decision.loss and ply in self._full]
        missing = set[int]().union(*map(self._missing, lossy))

        def distance(ply: int) -> tuple[int, int]:
            return abs(ply - self.focus), ply

        def suspicion(ply: int) -> tuple[Any, ...]:
            quick = self.decisions.get(ply)
            is_bot = bool(self.match.seats[questions_left[ply].player].bot)
            return (
                ply not in missing,
                abs(ply - self.focus) > NEAR,
                is_bot,
                -quick.loss if quick else 0.0,
                *distance(ply),
            )

        return questions_left.pop(min(questions_left, key=distance if questions_left is self.left[0] else suspicion))

    def _take_rough(self) -> Question | None:
        """The next suspect to have a rough look at, which stays to be asked in full: those of people come first."""
        if self.depth <= ROUGH:
            return None
        people = [decision for seat in self.match.human_seats for decision in self.suspects(seat)]
        plies = [decision.ply for decision in (*people, *self.suspects(None)) if decision.nodes == QUICK]
        ply = next((ply for ply in plies if ply in self.left[1] and ply not in self._rough), None)
        if ply is None:
            return None
        self._rough.add(ply)
        return self.left[1][ply].with_nodes(ROUGH)

    def question(self, ply: int) -> Question | None:
        """The question of the pass at full depth about a ply, to ask before its turn; None if there is none to ask."""
        if ply not in self.asked or ply in self._full:
            return None
        asked = questions(self.match, TERMS._replace(nodes=full_depth(self.match)))
        return next((question for question in asked if question.ply == ply), None)

    def put_back(self, question: Question) -> None:
        """Return a question that has not been answered."""
        if question.terms.nodes == ROUGH < self.depth:
            return self._rough.discard(question.ply)
        self.left[question.terms.nodes != QUICK][question.ply] = question
        return None

    def add(self, decision: Decision) -> None:
        """Add a decision unless a deeper one is known."""
        earlier = self.decisions.get(decision.ply)
        if earlier is None or earlier.nodes <= decision.nodes:
            self.decisions[decision.ply] = decision
            if decision.nodes >= self.depth:
                self._full.add(decision.ply)
                for questions_left in self.left:
                    questions_left.pop(decision.ply, None)

    def save_new(self) -> None:
        """Save new decisions. If that fails, they are only analysed again the next time."""
        if self.decisions != self._kept:
            with suppress(OSError):
                save(self.match, self.decisions)
                self._kept = dict(self.decisions)

    def mistakes(self, seat: int | None) -> list[Decision]:
        """Biggest mistakes of a seat, or of all for None, in the order of play."""
        own = {ply: decision for ply, decision in self.checked.items() if seat in (None, decision.seat)}
        return sorted(self._worst(own), key=lambda decision: decision.ply)

    def own_suspects(self, seat: int) -> list[Decision]:
        """Suspects of a seat's own making: without the moves that followed a hint."""
        return [decision for decision in self.suspects(seat) if not self.match.followed_hint(decision.ply)]

    def suspects(self, seat: int | None) -> list[Decision]:
        """Moves of a seat, or of all for None, that look like mistakes and have no final verdict yet, in the order of
        play; none once the analysis is over.
        """
        if self.is_over:
            return []
        costly = {ply: d for ply, d in dict(self.decisions).items() if d.loss >= SUSPICIOUS and seat in (None, d.seat)}
        unsettled = {ply: decision for ply, decision in costly.items() if not self.is_checked(decision)}
        return sorted(worst(unsettled, self.match.log, MAX_SUSPECTS), key=lambda decision: decision.ply)

    def is_settled(self, ply: int) -> bool:
        """True when all decisions near a ply are analysed at full depth, so that its chances will hardly change."""
        near = (decision for other, decision in dict(self.decisions).items() if abs(other - ply) <= NEAR)
        return not self.is_quick and all(map(self.is_checked, near))

    def is_checked(self, decision: Decision) -> bool:
        """True for a decision at full depth; for a mistake, only once nothing can change its figures any more."""
        return decision.ply in self._full and not (decision.loss and self._missing(decision.ply))

    def is_rough(self, decision: Decision) -> bool:
        """True for figures of a rough look, which say more than the quick pass but are not final."""
        return ROUGH <= decision.nodes < self.depth

    def flawless(self, seat: int | None) -> str:
        """Sentence on the moves of a seat, or of all for None, among which there is no mistake."""
        own = [decision for decision in self.checked.values() if seat in (None, decision.seat)]
        if not own and self.progress:
            return "No move has been looked at closely yet."
        best = sum(decision.better is None for decision in own)
        as_good = best < len(own) and not any(decision.loss for decision in own)
        others = ", the others as good" * as_good
        moves = (
            f": {best} of {plural(len(own), 'move')} {'was' if best == 1 else 'were'} the best{others}" if own else ""
        )
        return f"No mistakes{' so far' if self.progress else ''}{moves}."

    def best(self, ply: int) -> Choice | None:
        """The best move at a ply, as the search at full depth chose it; None before, or if it was kept in a notation
        that the game no longer has. The move played costs its loss.
        """
        if ply not in self._full:
            return None
        decision, game, s = self.decisions[ply], self.match.game, self.match.states[ply]
        named = {game.notation(s, action): action for action in game.legal(s)}
        best = decision.better or decision.move
        chance, after = self.chances(decision)
        others = {move: max(0.0, chance - decision.chance + other) for move, other in decision.others}
        others |= {decision.move: after} if decision.loss else {}
        legal = [(named[move], value) for move, value in [(best, chance), *others.items()] if move in named]
        candidates = tuple(Candidate(action, value, 1) for action, value in legal)
        return Choice(named[best], chance, decision.nodes, candidates=candidates) if best in named else None

    def chances(self, decision: Decision) -> tuple[float, float]:
        """The mover's chances to win before a move and after it, from 0 to 1, as the curve has them."""
        before = winning_chances(self.match, self.estimates, dict(self.decisions))[decision.ply][decision.seat]
        return before, max(0.0, before - decision.loss)
