"""The coach in text mode: silence, a move that is stopped, a better one, and what can be tried again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from threading import Event
from time import monotonic, sleep
from typing import Any
from unittest.mock import patch

import pytest

from tabletown import rules
from tabletown.rules.analysis.coach import Advice, CoachQuestion
from tabletown.rules.bots.level_descriptions import BOTS
from tabletown.rules.core.game import defaults
from tabletown.rules.core.match import Match, Seat
from tabletown.rules.core.save_file import Record
from tabletown.tui.model.coach import QUICK
from tabletown.tui.model.files import records_folder
from tabletown.tui.model.settings import Settings, save_settings
from tests.tui.coaching import REASON, Coaching
from tests.tui.plain.text_player import Typist, saved, talk, used_chance

STOPPED = f"This lowers your winning chances from 64% to 46%. {REASON}. Enter plays it, hint shows a better move."


class Pondering(Coaching):
    """The coach does not answer."""

    async def coach(self, question: CoachQuestion) -> Advice | None:
        self.questions.append(question)
        return None


@pytest.fixture(autouse=True)
def pool() -> Iterator[Coaching]:
    """Let a coach that answers at once take the place of the process."""
    coaching = Coaching()
    save_settings(Settings(coach="on"))
    with patch("tabletown.tui.plain.coach.BotPool", lambda processes: coaching):
        yield coaching


def alone(name: str = "splendor") -> Match:
    return Match(name, [Seat("You"), Seat("Hana", "greedy")], defaults(rules.load(name)), 5)


def heard(match: Match, *typed: str, record: Record | None = None, wait: bool = True) -> list[str]:
    """All that is printed when these lines are typed, each after the coach has answered."""
    left = list(typed)

    def answer(typist: Typist) -> str | None:
        if wait and match.player is not None:
            wait_for_coach(typist)
        return left.pop(0) if left else None

    return talk(match, answer, record).text.splitlines()


def wait_for_coach(typist: Typist) -> None:
    assert typist.playing
    end = monotonic() + 20
    while not typist.playing.coach.current:
        assert monotonic() < end, "the coach does not answer"
        sleep(0.001)


class Blunders(Coaching):
    """Only the first look, or only what is asked about a move already played, is answered."""

    def __init__(self, late: bool) -> None:
        super().__init__()
        self.late = late

    async def coach(self, question: CoachQuestion) -> Advice | None:
        answers = question.only is not None if self.late else question.terms == QUICK
        return await super().coach(question) if answers else None


def test_a_first_look_stops_a_move_and_approves_of_none() -> None:
    match = alone()
    with patch("tabletown.tui.plain.coach.BotPool", lambda processes: Blunders(late=False)):
        seen: list[Any] = []

        def answer(typist: Typist) -> str | None:
            assert typist.playing
            while not typist.playing.coach.latest:
                sleep(0.001)
            seen.append(typist.playing.coach.current)
            return "take gwu" if len(seen) == 1 else None

        assert STOPPED in talk(match, answer).text.splitlines()
    assert not match.log and seen == [None, None]


def test_a_late_answer_is_told_at_the_next_prompt() -> None:
    match = alone()
    late = f"Take white, blue and green: this lowered your winning chances from 64% to 46%. {REASON}. Better: "
    seen: list[str] = []

    def answer(typist: Typist) -> str | None:
        seen.extend(typist.lines)
        return (
            ("undo" if match.log else None)
            if any(line.startswith(late) for line in seen)
            else "score"
            if match.log
            else "take gwu"
        )

    with patch("tabletown.tui.plain.coach.BotPool", lambda processes: Blunders(late=True)):
        text = talk(match, answer).text
    assert text.count(late) == 1 and "Undone: " in text and not match.log


def test_a_move_that_gives_up_a_lot_is_played_only_after_enter() -> None:
    match = alone()
    assert STOPPED in heard(match, "take gwu") and not match.log
    match = alone()
    lines = heard(match, "take gwu", "")
    assert lines.index(STOPPED) < lines.index("You take white, blue and green.")


def test_the_same_move_typed_again_is_played_and_another_is_stopped_too() -> None:
    match = alone()
    lines = heard(match, "take gwu", "take gur", "take gur")
    assert lines.count(STOPPED) == 2 and match.log[0] == ("take", (1, 2, 3))


def test_after_another_command_enter_only_repeats_the_question() -> None:
    match = alone()
    lines = heard(match, "take gwu", "me", "")
    assert not match.log and lines[-3].startswith("Your turn: ")


def test_hint_names_the_better_move_of_the_coach() -> None:
    match = alone()
    best = match.game.notation(match.state, match.game.legal(match.state)[-1])
    lines = heard(match, "take gwu", "hint")
    assert any(line.startswith(f"{best}: ") for line in lines) and "Winning chances: about 65%." in lines


def test_the_coach_is_silent_as_long_as_it_has_no_answer() -> None:
    match = alone()
    with patch("tabletown.tui.plain.coach.BotPool", lambda processes: Pondering()):
        lines = heard(match, "take gwu", wait=False)
    assert "You take white, blue and green." in lines and not any("Gives up" in line for line in lines)


@pytest.mark.parametrize("coach", ["on", "off"])
def test_a_game_with_the_coach_is_noted_as_one_with_help(coach: str, pool: Coaching) -> None:
    save_settings(Settings(coach=coach))
    match = alone()
    record = saved(records_folder().parent / "game.jsonl", match)
    heard(match, "me", record=record, wait=coach == "on")
    assert bool(pool.questions) is (coach == "on")
    record.release()
    assert Record.load(record.path, BOTS)[1].helped is (coach == "on")


def test_a_command_turns_the_coach_off_and_on(pool: Coaching) -> None:
    match = Match("splendor", [Seat("You"), Seat("Hana", "easy")], defaults(rules.load("splendor")), 5)
    lines = heard(match, "coach", "coach", record=saved(records_folder() / "game.jsonl", match), wait=False)
    on, off = (f"The coach is {way}, in new games too. This game {rated}." for way, rated in (
        ("on", "is not rated"), ("off", "stays unrated")
    ))  # fmt: skip
    start = "The coach warns before costly moves, or just after. This game is not rated."
    assert [line for line in lines if line.startswith("The coach")] == [start, off, on]


def test_there_is_no_coach_for_several_people(pool: Coaching) -> None:
    seats = [Seat("Ada"), Seat("Ben"), Seat("Hana", "greedy")]
    heard(Match("splendor", seats, defaults(rules.load("splendor")), 5), "", "take gwu", wait=False)
    assert not pool.questions


@pytest.mark.slow
@pytest.mark.parametrize("name", rules.GAMES)
def test_a_coached_game_ends_with_turning_points_to_try_again(name: str) -> None:
    """A whole game, each move confirmed; then the second turning point is played from."""
    match, chance, stopped = alone(name), used_chance(Random(1)), Event()

    def answer(typist: Typist) -> str | None:
        if match.player is None:
            asked = typist.lines[-1]
            return "better" if "better to see" in asked else "2" if "to try again" in asked else None
        if any("Enter plays it" in line for line in typist.lines):
            stopped.set()
            return ""
        wait_for_coach(typist)
        return chance(typist)

    text = talk(match, answer).text
    assert stopped.is_set() and "Your three biggest mistakes:" in text
    points = re.findall(r"^[123]\. .*This lowered your winning chances from 64% to 46%\.$", text, re.M)
    assert len(points) == 3 == len(re.findall(r"^[123]\. Better: .*\.$", text, re.M))
    after = text[text.rindex("to try again from there") :]
    assert re.search(r"^Moves played: \d+\.$", after, re.M), "a game goes on from the second turning point"


def test_a_move_is_listed_as_turning_point_only_if_it_is_part_of_the_game() -> None:
    """A move that was taken back is not."""
    match = alone()
    seen: list[Any] = []

    def answer(typist: Typist) -> str | None:
        assert typist.playing
        left = ["take gwu", "", "undo", "take gur", ""]
        if len(seen) < len(left):
            wait_for_coach(typist)
            seen.append(typist.playing.coach)
            return left[len(seen) - 1]
        return None

    talk(match, answer)
    assert seen[-1].turning_points() == [0] and seen[-1].losses[0][0] == match.log[0]
