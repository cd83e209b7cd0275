"""Lessons in text mode: read, typed and finished without a screen."""

from __future__ import annotations

import re
from io import StringIO

import pytest

from tabletown import rules
from tabletown.tui.model import lessons
from tabletown.tui.model.coach import OFFER
from tabletown.tui.plain.console import Page
from tabletown.tui.plain.lesson import TYPED, TextLesson, learn


class Learner(StringIO):
    """Types what the lesson asks for, as its lines say it; or what is given first."""

    def __init__(self, *first: str) -> None:
        super().__init__()
        self.first, self.out = list(first), StringIO()
        self.typed: list[str] = []

    def readline(self, size: int | None = -1, /) -> str:
        asked = self.out.getvalue().splitlines()[-1]
        answer = self.first.pop(0) if self.first else asked.rpartition("Type: ")[2]
        self.typed.append("" if answer == "Press Enter to continue." else answer)
        return f"{self.typed[-1]}\n"


def taught(game: str, *first: str) -> list[str]:
    learner = Learner(*first)
    TextLesson(lessons.Course(lessons.load(game)), Page(learner, learner.out)).run()
    return learner.out.getvalue().splitlines()


@pytest.mark.parametrize("game", rules.GAMES)
def test_a_lesson_is_finished_by_typing_what_it_asks_for(game: str) -> None:
    lines = taught(game)
    places = [place[0] for line in lines if (place := re.match(r"Step \d+ of \d+", line))]
    count = len(places)
    assert places == [f"Step {n} of {count}" for n in range(1, count + 1)] and count >= 10
    assert lines[-2] == f"You now know how to play {rules.load(game).TITLE}. Play a real game with: play {game}"
    assert lines[-1].startswith(OFFER) and 'type "settings coach on"' in lines[-1]
    assert lessons.finished() == {game}


def test_a_coach_is_offered_after_the_first_lesson_only() -> None:
    lessons.finish("metropolys")
    assert taught("splendor")[-1] == "You now know how to play Splendor. Play a real game with: play splendor"


@pytest.mark.parametrize("game", rules.GAMES)
def test_a_lesson_has_no_words_of_the_screen(game: str) -> None:
    text = "\n".join(line for line in taught(game) if line.startswith("Step "))
    assert not re.search(r"\{|cursor|[Pp]ress |\bkeys?\b|below the board", text)
    assert all(command in ("Enter", *(word for word in TYPED.values())) for command in TYPED.values())


def test_the_lesson_of_metropolys_explains_tokens_and_the_expert_edition_in_text_mode_too() -> None:
    text = "\n".join(taught("metropolys"))
    assert all(
        words in text for words in ("Tokens score", "In Expert you have two secret cards", "Hana leads the West")
    )


def test_another_move_is_answered_by_what_is_asked_for() -> None:
    lines = taught("splendor", "", "", "take wug", "nonsense", "", "hint")
    assert lines.count("Not yet. Type: take rr") == 3 and lines.count("Type: take rr") == 2


def test_undo_goes_back_a_step_and_restart_to_the_first() -> None:
    lines = taught("splendor", "undo", "", "undo", "", "", "restart")
    assert lines.count("Nothing to undo.") == 1
    assert sum(line.startswith("Step 1 of ") for line in lines) == 3


def test_a_lesson_can_be_left_and_is_not_done_then() -> None:
    assert taught("splendor", "quit")[-1] == "Press Enter to continue." and not lessons.finished()


def test_a_lesson_that_was_left_continues_there_with_the_table() -> None:
    taught("splendor", "", "", "take rr", "quit")
    learner = Learner("quit")
    learn("splendor", Page(learner, learner.out))
    lines = learner.out.getvalue().splitlines()
    assert lines[2:4] == ["Continuing where you left off; type restart to start again.", "On the table:"]
    assert any(line.startswith("Step 4 of ") for line in lines)


def test_the_lessons_are_listed() -> None:
    out = StringIO()
    lessons.finish("metropolys")
    learn("", Page(StringIO(), out))
    lines = out.getvalue().splitlines()
    assert [line.partition(":")[0] for line in lines] == [f"learn {name}" for name in rules.GAMES]
    assert [", done." in line for line in lines] == [name == "metropolys" for name in rules.GAMES]
