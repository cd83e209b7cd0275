"""Reviews of a match: searches, losses, and secrets that they must not reveal."""

from __future__ import annotations

import json
import os
import signal
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tabletown import rules
from tabletown.rules.analysis import searches
from tabletown.rules.analysis.decision import Decision, Question, ReviewTerms, open_seats, questions
from tabletown.rules.analysis.mistakes import LEAST, least_loss
from tabletown.rules.analysis.review import Review, review, worst
from tabletown.rules.analysis.review_depth import full_depth
from tabletown.rules.analysis.review_json import as_json, entry, from_entry
from tabletown.rules.analysis.searches import JUDGES, continuation, decisions, judge, loss_of
from tabletown.rules.analysis.winning_chances import after_mistake, estimates, found_chances, standing, winning_chances
from tabletown.rules.bots.bot import Candidate, Choice
from tabletown.rules.bots.evaluation import win_probabilities
from tabletown.rules.bots.levels import choose
from tabletown.rules.core.game import defaults
from tabletown.rules.core.match import Match, Seat

TERMS = ReviewTerms("hard", nodes=60)
TWO = (Seat("You"), Seat("Hana", "greedy"))
PEOPLE = (Seat("Ada"), Seat("Bea"))


@cache
def whole(name: str) -> Match:
    """A finished match of careless players; tests must not change it."""
    match, rng = Match(name, TWO, defaults(rules.load(name)), 5), Random(5)
    while match.player is not None:
        legal = match.game.legal(match.state)
        best = [a for a in legal if a[0] in ("buy", "act")] or legal
        match.act(best[int(rng.random() * len(best))])
    return match


def part(name: str, plies: int, seats: tuple[Seat, ...] = TWO) -> Match:
    match = Match(name, seats, defaults(rules.load(name)), 5)
    for a in whole(name).log[:plies]:
        match.act(a)
    return match


@pytest.mark.parametrize("name", rules.GAMES)
def test_a_review_is_the_same_every_time_and_tells_what_it_says(name: str) -> None:
    match = part(name, 12)
    report = as_json(review(match, TERMS))
    assert report == as_json(review(match, TERMS)) == json.loads(json.dumps(report))
    assert set(report) == {
        "game", "title", "options", "seed", "seats", "finished", "winners", "level", "nodes", "seconds", "moves",
        "chances", "searched", "decisions", "lost", "worst",
    }  # fmt: skip
    assert (report["game"], report["moves"], report["finished"], report["winners"]) == (name, 12, False, [])
    assert (report["level"], report["nodes"], report["seconds"]) == ("hard", 60, None)
    assert report["seats"] == [{"name": "You", "bot": ""}, {"name": "Hana", "bot": "greedy"}]
    assert len(report["chances"]) == 13 and all(sum(row) == pytest.approx(1, abs=1e-3) for row in report["chances"])
    assert report["searched"] == [decision["ply"] for decision in report["decisions"]]
    for decision in report["decisions"]:
        ply = decision["ply"]
        s, a = match.states[ply], match.log[ply]
        names = {match.game.notation(s, legal) for legal in match.game.legal(s)}
        assert decision["seat"] == match.game.turn(s) == 0
        assert decision["move"] == match.game.notation(s, a)
        best = decision["better"] or decision["move"]
        assert best in names and decision["play"][0] == best and isinstance(decision["reason"], str)
        assert {other["move"] for other in decision["others"]} <= names - {best}
        before, after = (report["chances"][ply + n][0] for n in (0, 1))
        assert not decision["loss"] or before - after == pytest.approx(min(before, decision["loss"]), abs=1e-3)
        assert decision["loss"] == 0 or decision["loss"] >= LEAST


def test_without_a_limit_a_level_has_its_usual_time() -> None:
    """And only a part of it where the others play on."""
    assert (
        ReviewTerms("master").limited() == ReviewTerms("master", 5.0)
        and ReviewTerms("master").limited().part(0.5).seconds == 2.5
    )
    assert ReviewTerms("hard", nodes=60).limited() == TERMS and ReviewTerms("greedy", 0.1).limited().seconds == 0.1
    assert as_json(review(part("splendor", 1), ReviewTerms("greedy")))["seconds"] == 1.0


def test_the_whole_of_a_finished_match_is_searched_and_its_end_is_known() -> None:
    match = whole("metropolys")
    asked = questions(match, TERMS)
    free = [ply for ply, s in enumerate(match.states[:-1]) if len(match.game.legal(s)) > 1]
    assert [q.ply for q in asked] == free and {q.player for q in asked} == {0, 1}
    r = Review(match, TERMS, {})
    assert r.winning_chances[-1] == list(win_probabilities(match.game, match.state))


def test_only_the_view_of_the_seat_is_asked_about() -> None:
    match = whole("sf1906")
    for q in questions(match, TERMS):
        assert q.view == match.game.observe(match.states[q.ply], q.player)


def test_what_others_hold_stays_secret_until_the_end() -> None:
    assert open_seats(part("sf1906", 30)) == [0]
    assert {q.player for q in questions(part("sf1906", 30), TERMS)} == {0}
    assert open_seats(part("sf1906", 30, PEOPLE)) == [] == questions(part("sf1906", 30, PEOPLE), TERMS)
    assert open_seats(whole("sf1906")) == [0, 1]


def test_a_blunder_is_found() -> None:
    """To leave the winning card on the table in the last turn loses everything, also where it was hardly looked at."""
    from tests.rules.splendor.positions import find, give, lay, table

    s = table()
    s.player, s.turns, s.last_round = 1, 1, True
    s.players[0].points, s.players[1].points = 15, 14
    lay(s, 4, find(level=1, points=2, cost="rrrrr"))
    give(s, 1, "rrrr*")
    game = rules.load("splendor")
    [take] = [a for a in game.legal(s) if game.notation(s, a) == "take wug"]
    q = Question("splendor", 7, 1, game.observe(s, 1), take, ("You", "Hana"), "seed", TERMS)
    decision = judge(q)
    assert decision.better == "buy 2-1" and decision.loss == 1 and decision.chance > 0.9
    assert decision.reason.startswith("it wins the game")
    [buy] = [a for a in game.legal(s) if game.notation(s, a) == "buy 2-1"]
    best = judge(q._replace(action=buy))
    assert best.better is None and best.loss == 0


def weighed(first: Any, second: Any, visits: int) -> Choice:
    return Choice(first, 0.6, 100, (first,), 0, (Candidate(first, 0.6, 70), Candidate(second, 0.45, visits)))


@pytest.mark.parametrize("visits, checked, loss", [(30, 0.25, 0.15), (30, 0.05, 0.05), (3, 0.2, 0.2), (3, -0.1, -0.1)])
def test_a_mistake_is_checked_and_the_lesser_loss_counts(
    visits: int, checked: float, loss: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a move that the search hardly visited only the check counts."""
    [q, *_] = questions(part("splendor", 4), TERMS)
    game = rules.load("splendor")
    first, second = game.legal(q.view)[:2]
    asked: list[Any] = []

    def value(game: Any, view: Any, action: Any, seed: str, limit: Any) -> float:
        asked.append((action, limit.nodes))
        return 0.3 + checked * (action == first)

    monkeypatch.setattr(searches, "value_of", value)
    choice = weighed(first, second, visits)
    assert loss_of(game, q._replace(action=second), choice, lambda: False) == pytest.approx(loss)
    assert asked == [(first, 15), (second, 15)]


def test_a_move_that_is_nearly_as_good_is_not_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    [q, *_] = questions(part("splendor", 4), TERMS)
    game = rules.load("splendor")
    first, second = game.legal(q.view)[:2]
    monkeypatch.setattr(searches, "value_of", None)
    choice = Choice(first, 0.6, 100, (first,), 0, (Candidate(first, 0.6, 60), Candidate(second, 0.58, 40)))
    assert loss_of(game, q._replace(action=second), choice, lambda: False) == pytest.approx(0.02)


def test_a_shallow_search_needs_a_greater_loss_to_call_a_move_a_mistake() -> None:
    assert least_loss(100) > 0.045 > least_loss(1000) > 0.025 > least_loss(10_000) > LEAST


@pytest.mark.parametrize("name, nodes", [("splendor", 10_000), ("metropolys", 1000), ("sf1906", 1000)])
def test_the_full_depth_is_that_of_hard_and_at_least_a_thousand_positions(name: str, nodes: int) -> None:
    assert full_depth(part(name, 1)) == nodes
    [q] = questions(part(name, 1), ReviewTerms(nodes=40))
    assert judge(q).nodes == 40


def test_chances_of_others_are_shared_by_the_estimate() -> None:
    assert standing([0.6, 0.1, 0.3], 1, 0.4) == pytest.approx([0.4, 0.4, 0.2])
    assert standing([0.0, 1.0, 0.0], 1, 0.4) == pytest.approx([0.3, 0.4, 0.3])


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        (PEOPLE, [0.5, 0.3, (0.3 + 0.6) / 2, (0.3 + 0.6) / 2 - 0.2, (0.6 - 0.2 + 0.1) / 2]),
        (TWO, [0.5, 0.3, 0.6, 0.4, 0.4]),
    ],
)
def test_the_searches_find_the_chances_of_the_only_person_or_the_mean_of_all_and_a_mistake_takes_its_loss(
    seats: tuple[Seat, ...], expected: list[float]
) -> None:
    match, estimated = Match("splendor", seats, part("splendor", 4).options, 1), [[0.5, 0.5]] * 5
    searched = {
        ply: Decision(ply, ply % 2, "", chance, loss, None, "", (), ())
        for ply, chance, loss in ((1, 0.7, 0.0), (2, 0.6, 0.2), (3, 0.9, 0.0))
    }
    rows = found_chances(match, estimated, searched)
    assert [row[0] for row in rows] == pytest.approx(expected)
    assert [sum(row) for row in rows] == pytest.approx([1] * 5)


@pytest.mark.parametrize("seats", [PEOPLE, TWO])
def test_a_faultless_move_leaves_the_chances_nearly_as_they_were_and_a_mistake_takes_its_loss(
    seats: tuple[Seat, ...],
) -> None:
    """The search after a mistake says that it lost less: what it gives back is shared out, not given to one move."""
    match = Match("splendor", seats, part("splendor", 4).options, 1)
    own = [(0, 0.5, 0.0), (2, 0.49, 0.0), (4, 0.49, 0.13), (6, 0.44, 0.0), (8, 0.44, 0.0), (10, 0.44, 0.0)]
    searched = {ply: Decision(ply, 0, "", chance, loss, None, "", (), ()) for ply, chance, loss in own}
    rows = winning_chances(match, [[0.5, 0.5]] * 12, searched)
    steps = [after[0] - before[0] for before, after in pairwise(rows)]
    assert steps[4] == pytest.approx(-0.13)
    assert all(abs(step) < 0.03 for ply, step in enumerate(steps) if ply != 4)
    assert [sum(row) for row in rows] == pytest.approx([1] * 12)


def test_the_next_of_several_rivals_says_what_it_gained_from_a_mistake() -> None:
    mistake = Decision(4, 1, "", 0.73, 0.5, None, "", (), ())
    for seat, chance, expected in (
        (2, 0.95, [0.05, 0.0, 0.95]),
        (2, 0.01, [0.78, 0.0, 0.22]),
        (1, 0.95, [0.78, 0.0, 0.22]),
    ):
        following = Decision(5, seat, "", chance, 0.0, None, "", (), ())
        assert after_mistake([0.71, 0.09, 0.2], mistake, following) == pytest.approx(expected, abs=0.005)
    assert after_mistake([0.2, 0.8], mistake, Decision(5, 0, "", 0.9, 0.0, None, "", (), ())) == pytest.approx(
        [0.7, 0.3]
    )


def test_the_greatest_losses_come_first() -> None:
    plain = Decision(0, 0, "", 0.5, 0.0, None, "", (), ())
    by_ply = {ply: replace(plain, ply=ply, loss=loss) for ply, loss in enumerate((0.1, 0.0, 0.3, 0.1))}
    assert [decision.ply for decision in worst(by_ply, [("take",)] * 4)] == [2, 0, 3]
    assert [decision.ply for decision in worst(by_ply, [("take",)] * 4, 1)] == [2]
    assert Review(part("splendor", 4), TERMS, by_ply).total_loss(0) == pytest.approx(0.5)


def test_a_small_loss_is_listed_only_with_a_reason() -> None:
    plain = Decision(0, 0, "", 0.5, 0.06, None, "", (), ())
    by_ply = {0: plain, 1: replace(plain, ply=1, reason="keeps your 13")}
    assert [decision.ply for decision in worst(by_ply, [("take",)] * 2)] == [1]


def test_only_the_biggest_mistake_of_a_turn_is_listed() -> None:
    log = [("space", 1), ("act", 2), ("space", 3), ("act", 1), ("space", 2)]
    losses = [(0, 0.1), (0, 0.2), (0, 0.1), (0, 0.1), (1, 0.1)]
    by_ply = {ply: Decision(ply, seat, "", 0.5, loss, None, "", (), ()) for ply, (seat, loss) in enumerate(losses)}
    assert [decision.ply for decision in worst(by_ply, log)] == [1, 2, 4]


def test_progress_is_told_and_it_can_be_stopped() -> None:
    match, calls = part("splendor", 12), []
    review(match, TERMS, progress=lambda done, of: calls.append((done, of)))
    assert calls == [(n, 6) for n in range(7)]
    r = review(match, TERMS, stop=lambda: True)
    assert len(r.decisions) == 1


def test_no_decision_leans_on_the_one_asked_before() -> None:
    """The steps of turns that the judge played, where a search may go on from its tree, asked in both orders."""
    match = Match("sf1906", TWO, defaults(rules.load("sf1906")), 5)
    while len(match.log) < 12:
        view = match.game.observe(match.state, match.player)
        match.act(choose("sf1906", view, "hard", f"5/{len(match.log)}/review", nodes=60).action)
    asked = questions(match, TERMS)
    forwards, backwards = list(map(judge, asked)), list(map(judge, reversed(asked)))
    assert forwards == backwards[::-1]


def test_several_processes_find_the_same() -> None:
    match = part("splendor", 8)
    alone = list(map(judge, questions(match, TERMS)))
    assert sorted(decisions(questions(match, TERMS), 2), key=lambda decision: decision.ply) == alone


def killing(q: Question) -> int:
    """Kills its process once."""
    mark = Path(q.seed)
    if q.ply == 4 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return q.ply


def test_a_judge_that_is_killed_judges_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(searches, "judge", killing)
    asked = [q._replace(seed=str(tmp_path / "mark")) for q in questions(part("splendor", 8), TERMS)]
    reviewed: list[Any] = list(decisions(asked, 2))
    assert sorted(reviewed) == [q.ply for q in asked] == [0, 2, 4, 6] and (tmp_path / "mark").exists()


def test_a_decision_survives_json() -> None:
    [q, *_] = questions(part("splendor", 3), TERMS)
    decision = judge(q)
    assert from_entry(json.loads(json.dumps(entry(decision)))) == decision
    old = {key: value for key, value in entry(decision).items() if key != "nodes"}
    assert from_entry(old).nodes == 1000, "as reviews were before they said how deep they went"


@pytest.mark.parametrize("level", JUDGES)
def test_judges_weigh_what_they_do_not_play(level: str) -> None:
    view = part("splendor", 0).state
    assert len(choose("splendor", view, level, "seed", nodes=200).candidates) > 1


@pytest.mark.parametrize("name", rules.GAMES)
def test_a_continuation_begins_with_the_move(name: str) -> None:
    match = part(name, 6)
    game, view = match.game, match.game.observe(match.state, match.player)
    a = game.legal(view)[-1]
    line = continuation(name, view, a, TERMS, "seed")
    assert line[0] == a and len(line) > 1


@pytest.mark.parametrize(("seats", "seen_by"), [(TWO, 0), (PEOPLE, None)])
def test_estimates_of_an_unfinished_match_know_what_the_one_person_knows(
    seats: tuple[Seat, ...], seen_by: int | None
) -> None:
    match = Match("sf1906", seats, defaults(rules.load("sf1906")), 2)
    assert estimates(match) == [list(win_probabilities(match.game, match.game.observe(match.state, seen_by)))]


def test_estimates_of_a_finished_match_know_every_card() -> None:
    match = whole("sf1906")
    some = slice(100, 104)
    assert estimates(match)[some] == [list(win_probabilities(match.game, s)) for s in match.states[some]]
