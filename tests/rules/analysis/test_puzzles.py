"""The puzzles that ship: legal, reachable, small, and silent about hidden cards."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from tabletown import rules
from tabletown.rules.analysis import puzzles
from tabletown.rules.analysis.puzzle_themes import theme
from tabletown.rules.analysis.puzzles import (
    Puzzle,
    consequence,
    load_puzzles,
    pack,
    reply,
    unpack,
)
from tabletown.rules.core.game import apply
from tabletown.rules.core.match import Match, Seat
from tabletown.rules.core.reason import Reason, to_mover

MAX_BYTES = 500_000
SOME = 12
"""Puzzles checked in the fast tests; the long ones check all."""
NAMES = ("You", "Hana", "Bruno", "Ines")


def some() -> Sequence[Puzzle]:
    shipped = load_puzzles()
    return Random(1).sample(shipped, min(SOME, len(shipped)))


def position(puzzle: Puzzle) -> tuple[Match, Any]:
    """The game of a puzzle, and the view of the player to move."""
    match = puzzle.match([Seat(name) for name in NAMES[: puzzle.seats]])
    return match, match.view(len(match.log), match.player)


def check(puzzle: Puzzle) -> None:
    match, view = position(puzzle)
    assert match.log == list(puzzle.moves), "every move of the game is legal, with the chance of its seed"
    legal = match.legal()
    assert puzzle.best in legal and puzzle.line[0] == puzzle.best and len(legal) >= 5
    assert legal == match.game.legal(view), "the view is enough to answer"
    assert puzzle.lead >= 0.15 and puzzle.value >= puzzle.lead
    assert view == match.game.observe(match.game.determinize(view, Random(5)), match.player), "other worlds look alike"
    assert theme(match.game, view, puzzle.line) == puzzle.theme


def test_puzzles_are_legal_reachable_and_need_only_the_view() -> None:
    assert some()
    for puzzle in some():
        check(puzzle)


@pytest.mark.slow
def test_every_puzzle_is_legal_reachable_and_needs_only_the_view() -> None:
    for puzzle in load_puzzles():
        check(puzzle)


def test_the_file_is_small_and_has_each_puzzle_once() -> None:
    shipped = load_puzzles()
    assert len(files(puzzles.__package__).joinpath(puzzles.FILE).read_bytes()) <= MAX_BYTES
    assert len({puzzle.name for puzzle in shipped}) == len(shipped)
    assert list(unpack(pack(shipped))) == list(shipped) and pack(shipped) == pack(shipped)


def test_puzzles_of_other_rules_are_left_out() -> None:
    puzzle = load_puzzles()[0]
    older = next(unpack(pack([puzzle]).replace(b"", b"")))
    assert older.usable()
    object.__setattr__(older, "version", rules.load(puzzle.game).VERSION + 1)
    assert not older.usable()


def test_what_follows_a_move_is_the_same_in_every_world_that_looks_alike() -> None:
    puzzle = some()[0]
    match, view = position(puzzle)
    other = next(action for action in match.legal() if action != puzzle.best)
    follows = consequence(puzzle.game, view, other)
    assert follows.action == other and follows.line[0] == other and 0 <= follows.value <= 1
    alike = match.game.observe(match.game.determinize(view, Random(9)), match.player)
    assert consequence(puzzle.game, alike, other) == follows


def test_the_play_after_a_wrong_move_needs_no_lucky_deal() -> None:
    puzzle = next(each for each in load_puzzles() if each.game == "splendor" and each.rating == 579)
    match, view = position(puzzle)
    bought = next(a for a in match.legal() if match.game.notation(match.state, a).startswith("buy 1-1"))
    answer = reply(match.game, view, consequence(puzzle.game, view, bought).line, NAMES)
    assert answer, "its likeliest answer buys a card that may not be dealt"
    for deal in range(5):
        after = apply(match.game, match.game.determinize(view, Random(deal)), bought, Random(deal))
        assert answer.action in match.game.legal(after)


def test_a_reply_has_its_reasons_but_for_those_that_say_you_to_its_player() -> None:
    replies = 0
    reasons = [to_mover(1.0, "costs only {your} 5"), Reason(1.0, "cannot be outbid")]
    with patch.object(puzzles, "strongest", lambda *given: reasons):
        for puzzle in some():
            match, view = position(puzzle)
            names = ["You" if seat == match.player else f"Rival {seat}" for seat in range(puzzle.seats)]
            answer = reply(match.game, view, puzzle.line, names)
            assert not answer or (answer.player != match.player and answer.why == "cannot be outbid")
            replies += bool(answer)
    assert replies


def test_the_reasons_for_a_reply_are_known_for_views_of_every_game() -> None:
    for puzzle in some():
        match, view = position(puzzle)
        reply(match.game, view, puzzle.line, NAMES[: puzzle.seats])


def test_a_stopped_search_of_what_follows_still_answers() -> None:
    puzzle = some()[0]
    match, view = position(puzzle)
    assert consequence(puzzle.game, view, match.legal()[0], lambda: True).nodes == 1
