"""The lessons: what they teach is legal, real, complete and readable."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from tabletown import rules
from tabletown.rules.core.game import Action, total_points
from tabletown.rules.core.match import Match
from tabletown.rules.sf1906.state import STRIP
from tabletown.rules.sf1906.turn import card_spaces
from tabletown.tui.model import lessons
from tabletown.tui.model.keymap import KeyLabels, Keymap, presets
from tabletown.tui.model.lessons import Course, Lesson, Step
from tests.tui.scenes_lessons import do_step

KINDS = {
    "splendor": {"take", "reserve", "reserve_blind", "buy", "return", "noble"},
    "metropolys": {"bid", "pass"},
    "sf1906": {"space", "act", "collect", "permit", "objective", "objective_deck", "clear", "spend", "plot", "urban",
               "bonus"},
}  # fmt: skip
"""Verbs that a learner uses in each lesson: all of the game, except a forced pass in Splendor and declining a part of
an action in 1906."""
LEAST, MOST = 10, 28
"""Steps of a lesson."""


@pytest.fixture(params=rules.GAMES)
def lesson(request: pytest.FixtureRequest) -> Lesson:
    return lessons.load(request.param)


def through(lesson: Lesson, last: bool = False) -> Iterator[tuple[Course, Step]]:
    """A learner who does what is asked, the first thing that will do or the last; seen before each deed."""
    course = Course(lesson)
    while not course.over:
        yield course, course.step
        do_step(course, last)


def end_of_game(lesson: Lesson, last: bool = False) -> tuple[Course, Step]:
    """The step at which the game is over. Another edition may follow it."""
    return next((course, step) for course, step in through(lesson, last) if course.match.player is None)


def learners(match: Match) -> int:
    """The learner's seat."""
    return [seat.name for seat in match.seats].index(lessons.LEARNER)


# What a lesson says


def test_a_lesson_has_a_few_minutes_of_steps(lesson: Lesson) -> None:
    assert LEAST <= len(lesson.steps) <= MOST
    assert lesson.about and 3 <= lesson.minutes <= 6


@pytest.mark.parametrize("last", [False, True], ids=["first", "last"])
def test_what_is_asked_is_legal_and_the_learners(lesson: Lesson, last: bool) -> None:
    asked = 0
    for course, step in through(lesson, last):
        if step.moves:
            match = course.match
            assert match.player == learners(match), course.at
            assert set(course.expected()) <= set(match.game.legal(match.state))
            assert course.expected(), course.at
            asked += 1
    assert asked >= 6


@pytest.mark.parametrize("last", [False, True], ids=["first", "last"])
def test_every_position_is_one_of_a_real_game(lesson: Lesson, last: bool) -> None:
    for course, _ in through(lesson, last):
        match = course.match
        again = Match(match.name, match.seats, match.options, match.seed)
        for action in match.log:
            again.act(action)
        assert again.states == match.states


@pytest.mark.parametrize("last", [False, True], ids=["first", "last"])
def test_a_game_is_played_to_its_end_and_won(lesson: Lesson, last: bool) -> None:
    course, step = end_of_game(lesson, last)
    assert step.reading_only
    assert course.match.game.winners(course.match.state) == (learners(course.match),)


def test_the_scores_that_are_told_are_right() -> None:
    results = ("splendor", [18, 6], "18 to 6"), ("metropolys", [35, 27, 27], "35 points; the others have 27 each")
    for game, points, words in results:
        course, step = end_of_game(lessons.load(game))
        totals = [total_points(parts) for parts in course.match.game.score(course.match.state)]
        assert totals == points and words in step.say


def test_every_bid_asked_for_in_metropolys_is_typed_with_its_place() -> None:
    bids = [step for step in lessons.load("metropolys").steps if step.ask.startswith("Bid ")]
    for step in bids:
        _, value, place = step.moves[0].split()
        assert step.ask == f"Bid {value} on {place}: type {place.lower()}, then {value}, then press {{table.play}}."
    assert len(bids) > 4


def test_each_kind_of_action_is_taught(lesson: Lesson) -> None:
    assert {a[0] for a in learner_moves(lesson)} == KINDS[lesson.game]


def learner_moves(lesson: Lesson) -> list[Action]:
    """The actions that a learner plays."""
    return [course.expected()[0] for course, step in through(lesson) if step.moves]


def test_the_spaces_of_1906_are_taught() -> None:
    """Those that a learner goes to, or whose action they choose; earning, alone, is left to others."""
    kinds = set()
    for course, step in through(lessons.load("sf1906")):
        a = course.expected()[0] if step.moves else ("",)
        if a[0] in ("space", "act") and course.match.state.stop != STRIP:
            kinds.add(card_spaces(course.match.state)[a[1]].kind)
    assert kinds >= {"permit", "objective", "build", "build_grant", "materials", "clear_up", "urban"}
    assert any("is Pass" in step.say for step in lessons.load("sf1906").steps), "two players have none"


@pytest.mark.slow_unless(lesson=("splendor",))
def test_another_action_is_never_wanted(lesson: Lesson) -> None:
    refused = 0
    for course, step in through(lesson):
        game, s = course.match.game, course.match.state
        others = [a for a in game.legal(s) if a not in course.expected()] if step.moves else game.legal(s)
        assert not any(course.accepts(a) for a in others)
        assert step.reading_only or step.ask.endswith("."), course.at
        refused += len(others)
    assert refused > 40


@pytest.mark.parametrize("preset", presets())
def test_tasks_fit_into_the_line_below_the_board(lesson: Lesson, preset: str) -> None:
    for n, step in enumerate((step.filled(KeyLabels(Keymap(preset))) for step in lesson.steps), 1):
        assert len(f"Not yet. {step.ask}") <= 78, n


def test_a_lesson_takes_three_to_six_minutes(lesson: Lesson) -> None:
    """At 200 words a minute, and 3 seconds for each move or key."""
    words = sum(len(f"{step.text} {step.ask}".split()) for step in lesson.steps)
    steps = sum(len(step.moves) + len(step.keys) + bool(step.go) for step in lesson.steps)
    assert 3 <= words / 200 + steps / 20 <= 6


def test_texts_are_plain(lesson: Lesson) -> None:
    """Texts have only ASCII characters."""
    assert all((step.text + step.ask).isascii() for step in lesson.steps), lesson.game


def test_every_choice_in_the_lesson_of_1906_leads_to_its_end() -> None:
    """Moves played for both sides two years later are legal whatever the learner has chosen, and the learner wins."""
    lesson = lessons.load("sf1906")
    counts = [len(course.expected()) for course in paths(lesson) if len(course.expected()) > 1]
    assert counts == [4, 3]
    for choices in product(*map(range, counts)):
        ends = [course.match for course in paths(lesson, *choices) if course.match.player is None]
        assert [end.game.winners(end.state) for end in ends] == [(0,)], choices


def paths(lesson: Lesson, *choices: int) -> Iterator[Course]:
    """A learner before each deed, who chooses so where several moves will do."""
    course, left = Course(lesson), list(choices)
    while not course.over:
        yield course
        expected = course.expected()
        if expected:
            course.act(expected[left.pop(0) if left and len(expected) > 1 else 0])
        else:
            course.skip()
