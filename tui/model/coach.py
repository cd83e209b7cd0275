"""The coach at a table: advice on the decision at hand, found while the player thinks."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any, NamedTuple, Protocol

from tabletown.rules.analysis.coach import Advice, CoachQuestion, CoachTerms, Objection
from tabletown.rules.analysis.decision import Decision
from tabletown.rules.analysis.explain import waste
from tabletown.rules.analysis.mistakes import NOTABLE
from tabletown.rules.core.game import Action
from tabletown.rules.core.match import Match

from ..narration import game_ui
from ..narration.chances import exact
from ..narration.grammar import sentence
from .reviews import WARNED
from .settings import Settings
from .turning_points import TURNING_POINTS

QUICK = CoachTerms(nodes=300, visits=6, threshold=0.12, margin=0.1)
"""Terms of a first look at all moves, which takes about a tenth of a second and finds only blunders."""
DEPTHS = (QUICK, CoachTerms(), CoachTerms(nodes=12_000, visits=300))
"""Terms of the searches of a decision, one after the other as long as the player thinks: a first look, an answer, and a
better one."""
LATE = CoachTerms(nodes=1000, visits=100, margin=0.04)
"""Terms of a first look at a single move, picked or already played, which takes a quarter of the time of an answer:
before a fast player has moved again, also on a busy machine."""
SECOND = CoachTerms(nodes=12_000, visits=1500)
"""Terms of a second look at a move already played that the coach could neither stop nor call fine: as deep as its
deepest search, but with the visits for that one move."""
FINE, COSTLY, UNSURE, NOT_LOOKED_AT = "fine", "costly", "unsure", "still looking"
"""Opinions of a move: it loses next to nothing, it is stopped, it is neither, or the coach has not looked at it enough.
"""
LEAST_TOLD = 0.01
"""Least loss that a warning names, from 0 to 1."""
OFFER = "The coach warns you of a costly move, before it if there is time, and shows a better one."
"""The coach in a sentence, after a first lesson."""


def offered(finished: Collection[str], settings: Settings) -> bool:
    """True when the coach is offered at the end of a lesson: once, after the first of the finished lessons."""
    return settings.coach == "off" and len(finished) == 1


def can_be_coached(match: Match) -> bool:
    """True when one person plays against bots."""
    return len(match.human_seats) == 1 < len(match.seats)


def is_coached(match: Match, settings: Settings) -> bool:
    """True when the settings ask for a coach, and one person plays against bots."""
    return settings.coach == "on" and can_be_coached(match)


def switched(coach: str, standing: str) -> str:
    """Sentences on a coach that has just been turned "on" or "off", and on the rating of the game, if it has one."""
    rated = "stays unrated" if coach == "off" else "is not rated"
    return f"The coach is {coach}, in new games too." + f" This game {rated}." * bool(standing)


def coached_from_the_start(standing: str) -> str:
    """Sentences on a coach at the start of a game, and on the rating."""
    return "The coach warns before costly moves, or just after." + " This game is not rated." * bool(standing)


def warning(objection: Objection) -> str:
    """Loss and reason in words: "This lowers your winning chances from 64% to 46%. Hana can then buy 2-3.", or the
    reason alone.
    """
    if not objection.loss:
        return sentence(objection.reason)
    return f"This lowers {fall(objection.chance, objection.loss)}. {sentence(objection.reason)}"


def late_warning(match: Match, played: PlayedMove, ply: int, objection: Objection, second: bool = False) -> str:
    """The move played at a ply with its loss, the reason and the better move: "Reserve 3-1: this lowered your winning
    chances from 50% to 38%. You still need 8 gems for it. Better: take white, blue and green." On `second` thoughts it
    says so.
    """
    game, s, ui = match.game, match.states[ply], game_ui.load(match.name)
    move, best = (ui.in_short(game, s, action) for action in (played.action, played.best))
    reason = objection.reason.replace("it would be better", "it would have been better", int(objection.names_best))
    better = "" if objection.names_best else f" Better: {best}."
    this = "on second thoughts, this" if second else "this"
    return f"{sentence(move)[:-1]}: {this} lowered {fall(played.chance, played.loss)}. {sentence(reason)}{better}"


def fall(chance: float, loss: float) -> str:
    """The fall of the winning chances by a move, in words: "your winning chances from 64% to 46%"."""
    return f"your winning chances from {exact(chance)} to {exact(max(0.0, chance - loss))}"


class AdvicePool(Protocol):
    """The part of the bot pool that the coach needs."""

    async def coach(self, question: CoachQuestion) -> Advice | None:
        """Advise on a decision; None when the search was cut short. Raises NoAnswer."""


class CurrentAdvice(NamedTuple):
    """Advice on a position, and the view of it that the advice rests on."""

    state: Any
    view: Any
    advice: Advice
    quick: bool
    """True after a first look, which can object to a move but neither approve of one nor find the best."""


class PlayedMove(NamedTuple):
    """A move with its loss of winning chances, the best move instead, and the chances with that, all from 0 to 1."""

    action: Action
    loss: float
    best: Action
    chance: float


def played_move(action: Action, advice: Advice) -> PlayedMove:
    """A move about to be played, with its loss according to the advice."""
    return PlayedMove(action, advice.losses[action], advice.choice.action, advice.choice.value)


def upheld(objection: Objection, action: Action, advice: Advice) -> Objection | None:
    """An objection that the player has seen, with the figures of a deeper look; None if that finds the move about as
    good as the best: then it loses nothing beyond the margin of the search.
    """
    loss = advice.losses.get(action, objection.loss)
    return replace(objection, loss=max(loss, LEAST_TOLD), chance=advice.choice.value) if loss else None


def opinion_of(action: Action, advice: Advice) -> str:
    """The opinion of a move that follows from advice after more than a first look."""
    if action in advice.objections:
        return COSTLY
    return FINE if action in advice.fine else UNSURE if action in advice.losses else NOT_LOOKED_AT


class Coach:
    """Advice on the decision at hand, and losses of the moves played so far."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._latest: CurrentAdvice | None = None
        self.latest_opinion = ""
        """Opinion of the move played last; empty before the first one."""
        self.let_pass = set[int]()
        """Plies of the moves that the coach had looked at and let pass."""
        self.losses: dict[int, PlayedMove] = {}
        """The moves played so far whose losses are known, by ply."""
        self._stopped: dict[tuple[Action, ...], Objection] = {}
        """The objections to moves played, by all moves up to them: they hold again after an undo."""
        self._shown: dict[tuple[Action, ...], Objection] = {}
        """The objections that the player has seen before the move was played, by all moves up to it."""

    async def think(self, pool: AdvicePool, terms: CoachTerms) -> None:
        """Search the decision at hand. Raises NoAnswer."""
        await self.search(pool, self.match.state, self.question(terms))

    async def search(self, pool: AdvicePool, state: Any, question: CoachQuestion) -> None:
        """Search the decision in a position. Raises NoAnswer."""
        quick = question.terms == QUICK
        if advice := await pool.coach(question):
            advice = advice.objected() if quick else advice
            earlier = self._latest.advice if self._latest and self._latest.state is state else advice
            self._latest = CurrentAdvice(state, question.view, earlier.deepened(advice), quick)

    async def look_at(self, pool: AdvicePool, action: Action) -> None:
        """Have a first look at one move of the decision at hand, to object to it if it is costly. Raises NoAnswer."""
        state, question = self.match.state, self.question(LATE)._replace(only=action)
        if advice := await pool.coach(question):
            first, latest = advice.objected(), self._latest
            if latest and latest.state is state:
                self._latest = latest._replace(advice=first.deepened(latest.advice))
            else:
                self._latest = CurrentAdvice(state, question.view, first, quick=True)

    def question(self, terms: CoachTerms) -> CoachQuestion:
        """The decision at hand, as the player sees it."""
        match, player = self.match, self.match.player
        names = tuple(seat.name for seat in match.seats)
        view = match.game.observe(match.state, player)
        return CoachQuestion(match.name, view, names, match.seed_for(len(match.log), "coach"), terms)

    def drop(self) -> None:
        """Drop the advice, as after an undo."""
        self._latest = None

    @property
    def latest(self) -> CurrentAdvice | None:
        """Advice on the decision at hand, perhaps after a first look only; None as long as there is none."""
        return self._latest if self._latest and self._latest.state is self.match.state else None

    @property
    def current(self) -> CurrentAdvice | None:
        """Advice on the decision at hand; None as long as there has been a first look at most."""
        return None if self.latest is None or self.latest.quick else self.latest

    def objection(self, steps: Sequence[Action]) -> Objection | None:
        """Objection to a move of the decision at hand that takes these actions; None if there is none, or no answer
        yet.
        """
        advice = self.latest.advice if self.latest else None
        moves = (*self.match.log, steps[0])
        if earlier := self._stopped.get(moves):
            return earlier
        if advice and steps[0] in advice.objections:
            return advice.objections[steps[0]]
        if advice and moves in self._shown and (again := upheld(self._shown[moves], steps[0], advice)):
            return again
        turn = [*self.turn_so_far(), *steps]
        if len(turn) == 1 and (advice is None or advice.losses.get(steps[0], 1.0) == 0):
            return None  # it may be as good as any
        wasted = waste(self.match.game, self.match.view(len(self.match.log), self.match.player), turn)
        return Objection(0.0, wasted) if wasted else None

    def show(self, steps: Sequence[Action]) -> None:
        """Note that the player sees the objection to a move of the decision at hand: a deeper look may change its
        figures, but withdraws it only if the move is about as good as the best.
        """
        if (objection := self.objection(steps)) and objection.loss:
            self._shown[(*self.match.log, steps[0])] = objection

    def turn_so_far(self) -> list[Action]:
        """Actions that the player to move has played since another player's."""
        match = self.match
        own = takewhile(lambda ply: match.game.turn(match.states[ply]) == match.player, reversed(range(len(match.log))))
        return [match.log[ply] for ply in own][::-1]

    def opinion(self, steps: Sequence[Action]) -> str:
        """The coach's opinion of a move of the decision at hand that takes these actions."""
        if self.objection(steps):
            return COSTLY
        return opinion_of(steps[0], self.current.advice) if self.current else NOT_LOOKED_AT

    def note(self, action: Action) -> None:
        """Note the coach's opinion of the move about to be played, and its loss, if it is known."""
        self.latest_opinion = self.opinion([action])
        self.remember(len(self.match.log), action, self.objection([action]))
        self.let_pass = {ply for ply in self.let_pass if ply < len(self.match.log)}
        if self.latest_opinion in (FINE, UNSURE):
            self.let_pass.add(len(self.match.log))
        if self.current and action in self.current.advice.losses:
            self.losses[len(self.match.log)] = played_move(action, self.current.advice)

    def late_questions(self, action: Action) -> list[CoachQuestion]:
        """Questions about a move noted just now and about to be played, the quickest first; none if the coach is sure
        of it.
        """
        terms_of = {NOT_LOOKED_AT: (LATE, DEPTHS[1], SECOND), UNSURE: (SECOND,)}
        return [self.question(terms)._replace(only=action) for terms in terms_of.get(self.latest_opinion, ())]

    def note_late(self, ply: int, question: CoachQuestion, advice: Advice) -> Objection | None:
        """Note the coach's opinion of a move already played, which it has only now; return its objection, if any."""
        action = question.only
        if question.terms == LATE:
            advice = advice.objected()
        if action is None or action not in advice.losses:
            return None
        self.losses[ply] = played_move(action, advice)
        earlier, objection = self._stopped.get((*self.match.log[:ply], action)), advice.objections.get(action)
        if earlier and not objection:
            objection = upheld(earlier, action, advice)
        self.latest_opinion = COSTLY if objection else opinion_of(action, advice)
        self.remember(ply, action, objection)
        return objection

    def remember(self, ply: int, action: Action, objection: Objection | None) -> None:
        """Remember the objection to a move at a ply, or that there is none any more."""
        moves = (*self.match.log[:ply], action)
        if objection and objection.loss:
            self._stopped[moves] = objection
        else:
            self._stopped.pop(moves, None)

    def turning_points(self) -> list[int]:
        """Plies of the moves of the game that lost most, in the order of play."""
        mistakes = self.mistakes()
        return sorted(sorted(mistakes, key=lambda ply: -mistakes[ply].loss)[:TURNING_POINTS])

    def mistakes(self) -> dict[int, Decision]:
        """Mistakes of the game whose losses are known, by ply, as a review has them."""
        match, mistakes = self.match, dict[int, Decision]()
        for ply, played in self.losses.items():
            if played.loss >= NOTABLE and match.log[ply : ply + 1] == [played.action]:
                s, notation = match.states[ply], match.game.notation
                moves = [notation(s, action) for action in (played.action, played.best)]
                mistakes[ply] = Decision(
                    ply, match.human_seats[0], moves[0], played.chance, played.loss, moves[1], "", (), (), WARNED
                )
        return mistakes
