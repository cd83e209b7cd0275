"""The coach: values for all moves, objections to the worst of them, and what they may rest on."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tabletown import rules
from tabletown.rules.analysis import coach
from tabletown.rules.analysis.coach import (
    FINE,
    Advice,
    CoachQuestion,
    CoachTerms,
    advise,
    fine_moves,
    least_losses,
    losses_of,
    missed,
    reply,
    survey,
    surveys,
)
from tabletown.rules.bots.ismcts import Search
from tabletown.rules.core.game import apply, defaults
from tabletown.rules.core.match import Match, Seat
from tabletown.rules.core.reason import Reason

TERMS = CoachTerms(nodes=600, visits=8, threshold=0.05)
NAMES = ("You", "Hana")


def played(name: str, plies: int, *verbs: str) -> Match:
    """A match of two players who pick moves at random, rather those with such verbs."""
    match, rng = Match(name, [Seat("You"), Seat("Hana", "greedy")], defaults(rules.load(name)), 3), Random(3)
    for _ in range(plies):
        legal = match.game.legal(match.state)
        best = [a for a in legal if a[0] in (verbs or ("buy", "act", "bid"))] or legal
        match.act(best[int(rng.random() * len(best))])
    return match


def asked(name: str, plies: int, terms: CoachTerms = TERMS) -> CoachQuestion:
    match = played(name, plies)
    return CoachQuestion(name, match.game.observe(match.state, match.player), NAMES, "seed", terms)


@pytest.mark.parametrize("name", rules.GAMES)
def test_every_move_has_a_value_if_the_search_is_long_enough_for_it(name: str) -> None:
    question = asked(name, 20)
    advice = advise(question)
    legal = rules.load(name).legal(question.view)
    assert set(advice.losses) <= set(legal) and advice.losses[advice.choice.action] == 0
    if len(legal) * TERMS.visits <= TERMS.nodes / 2:
        assert set(advice.losses) == set(legal)
    assert advice == advise(question), "the same question has the same answer"


def test_a_move_with_too_few_visits_has_no_value_and_no_objection() -> None:
    question = asked("splendor", 20, CoachTerms(nodes=40, visits=200, threshold=-1.0))
    assert not advise(question).losses and not advise(question).objections


@pytest.mark.parametrize("name", rules.GAMES)
def test_only_moves_that_lose_as_much_as_the_threshold_are_objected_to(name: str) -> None:
    advice = advise(asked(name, 20, TERMS._replace(threshold=0.03)))
    assert set(advice.objections) == {a for a, loss in advice.losses.items() if loss >= 0.03}
    assert all(objection.loss == advice.losses[a] for a, objection in advice.objections.items())
    assert all(objection.reason for objection in advice.objections.values())


def test_a_deeper_search_keeps_what_the_earlier_one_says_about_moves_that_it_does_not_reach() -> None:
    first = advise(asked("splendor", 20, TERMS._replace(threshold=0.0)))
    reached = {action: loss for n, (action, loss) in enumerate(first.losses.items()) if n % 2}
    both = first.deepened(Advice(first.choice, reached))
    assert both.losses == first.losses and set(both.objections) == set(first.objections) - set(reached)


def test_half_of_the_search_is_spread_over_moves_that_were_almost_untried() -> None:
    question = asked("splendor", 20)
    game = rules.load("splendor")
    usual = Search(game, question.view, Random("seed"))
    for _ in range(TERMS.nodes):
        usual.iterate()
    wide = survey(game, question.view, "seed", TERMS)
    assert wide.iterations <= TERMS.nodes
    assert min(edge.visits for edge in usual.root.edges.values()) < TERMS.visits
    assert min(edge.visits for edge in wide.root.edges.values()) >= TERMS.visits


def test_a_move_loses_what_both_searches_agree_on() -> None:
    question = asked("splendor", 20)
    first, second = searches = surveys(rules.load("splendor"), question.view, question.seed, TERMS)
    losses, others, both = losses_of(first, TERMS), losses_of(second, TERMS), least_losses(searches, TERMS)
    assert losses != others, "the searches are independent"
    assert both == {action: min(losses[action], others[action]) for action in losses if action in others}
    assert advise(question).losses == both


@pytest.mark.parametrize("name", rules.GAMES)
def test_a_move_is_fine_only_if_no_search_finds_that_it_loses_more_than_next_to_nothing(name: str) -> None:
    question = asked(name, 20)
    searches = surveys(rules.load(name), question.view, question.seed, TERMS)
    each, fine = [losses_of(search, TERMS._replace(margin=0.0)) for search in searches], fine_moves(searches, TERMS)
    assert fine == {a for a in each[0] if max(each[0][a], each[1].get(a, 1.0)) < FINE}
    advice = advise(question)
    assert advice.fine == fine and fine.isdisjoint(advice.objections)
    assert not advice.objected().fine, "a quick look calls no move fine"


def test_a_deeper_search_decides_anew_which_moves_are_fine() -> None:
    first = advise(asked("splendor", 20))
    reached = {action: 0.05 for action in first.fine}
    assert not first.deepened(Advice(first.choice, reached)).fine
    assert first.deepened(Advice(first.choice)).fine == first.fine


def test_a_search_that_is_stopped_ends_at_once() -> None:
    question = asked("splendor", 20)
    search = survey(rules.load("splendor"), question.view, "seed", TERMS, lambda: True)
    assert search.iterations < 20


@pytest.mark.parametrize("name", rules.GAMES)
def test_the_answer_stays_when_all_that_the_player_cannot_see_is_dealt_again(name: str) -> None:
    match = played(name, 24, "reserve_blind", "buy", "act", "bid")
    game, player = match.game, match.player
    view = game.observe(match.state, player)
    samples = [game.determinize(view, Random(n)) for n in range(12)]
    assert any(sample != match.state for sample in samples), "there is something to hide"
    answers: list[Advice] = []
    for sample in [match.state, *samples[:2]]:
        answers.append(advise(CoachQuestion(name, game.observe(sample, player), NAMES, "seed", TERMS)))
    assert answers[0] == answers[1] == answers[2]


class Counting:
    """A game of two: on 0 the first player may stay or go; only after staying may the second one score."""

    NAME = "counting"

    def __init__(self, scores: bool = True) -> None:
        self.scores = scores

    def turn(self, s: Any) -> int:
        return len(s.log)

    def legal(self, s: Any) -> list[tuple[str]]:
        if not s.log:
            return [("stay",), ("go",)]
        return [("score",), ("wait",)] if s.log == [("stay",)] else [("wait",)]

    def determinize(self, view: Any, rng: Random) -> Any:
        return view.copy()

    def advance(self, s: Any, a: tuple[str], rng: Random) -> None:
        s.log.append(a)

    def score(self, s: Any) -> Any:
        return ((("all", 0),), (("all", int(self.scores and ("score",) in s.log)),))

    def describe(self, s: Any, a: tuple[str], perspective: str = "third", brief: bool = False) -> str:
        return f"{a[0]} a point"


class Log:
    def __init__(self, log: list[tuple[str]]) -> None:
        self.log = log

    def copy(self) -> Log:
        return Log(self.log[:])


STAY, GO, SCORE = ("stay",), ("go",), ("score",)


def test_a_reply_is_a_reason_if_the_best_move_prevents_it() -> None:
    game: Any = Counting()
    assert reply(game, Log([]), (STAY, SCORE), GO, NAMES) == "Hana can then score a point"


@pytest.mark.parametrize(
    ("scores", "line", "best"),
    [(False, (STAY, SCORE), GO), (True, (STAY,), GO), (True, (STAY, ("wait",)), GO), (True, (STAY, SCORE), STAY)],
)
def test_a_reply_that_scores_nothing_or_comes_anyway_is_no_reason(scores: bool, line: Any, best: Any) -> None:
    game: Any = Counting(scores)
    assert reply(game, Log([]), line, best, NAMES) == ""


def test_fewer_points_are_no_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played("splendor", 40)
    view, (poor, rich, *_) = match.game.observe(match.state, match.player), match.legal()
    points = {poor: 1, rich: 2}
    monkeypatch.setattr(
        coach,
        "terms",
        lambda game, view, line, names: [Reason(2.0, f"it scores {points[line[0]]}", points=points[line[0]])],
    )
    assert not missed(match.game, view, (poor,), (rich,), NAMES).endswith("it scores 1")
    assert missed(match.game, view, (rich,), (poor,), NAMES).endswith(": it scores 2")


def test_what_only_the_best_move_brings_is_a_reason() -> None:
    match = played("splendor", 40)
    view = match.game.observe(match.state, match.player)
    bought = next(a for a in match.game.legal(view) if a[0] == "buy")
    took = next(a for a in match.game.legal(view) if a[0] == "take")
    assert missed(match.game, view, (bought,), (took,), NAMES).startswith("it would be better to ")
    better = f"it would be better to {match.game.describe(view, took, 'second', True)}"
    assert missed(match.game, view, (took,), (took,), NAMES) == better, "without an effect of its own"


def test_reasons_name_nothing_that_depends_on_hidden_cards() -> None:
    """A reply that is possible in only some deals of the hidden cards is not named."""
    match = played("splendor", 40)
    game, view = match.game, match.game.observe(match.state, match.player)
    hidden = next(
        (a, b)
        for a in game.legal(view)
        for b in game.legal(apply(game, game.determinize(view, Random(0)), a, Random(0)))
        if b not in game.legal(apply(game, game.determinize(view, Random(1)), a, Random(1)))
    )
    assert reply(game, view, hidden, game.legal(view)[-1], NAMES) == ""
