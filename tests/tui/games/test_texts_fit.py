"""Texts around every table in a window of 80 columns: prompts, descriptions and refusals are whole."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from itertools import islice
from types import SimpleNamespace
from unittest.mock import patch

import pytest
from rich.cells import cell_len
from textual.geometry import Size

from tabletown import rules
from tabletown.rules.core.game import Action, defaults
from tabletown.tui.narration.game_ui import load
from tabletown.tui.widgets.board import Board
from tabletown.tui.widgets.board_state import BoardState
from tests.tui.app_driver import SMALL
from tests.tui.board_pictures import make_board, play_on, seen_by_mover

WIDTH, HEIGHT = SMALL
ROOM = WIDTH - 2
"""Cells of the lines above and below the board."""
PLIES = (0, 7, 25, 48, 80)
"""Moments of a game at which its texts are read."""
GAMES = [
    (name, seats, {option.key: value})
    for name in rules.GAMES
    for option in rules.load(name).OPTIONS[:1]
    for value, _ in option.choices
    for seats in (("You", "Hana"), ("You", "Hana", "Bruno", "Ines"))
]


def texts(board: Board, state: BoardState) -> Iterator[tuple[str, str]]:
    """Kind and text of everything that is said around a table."""
    if state.active:
        yield "above", f"Your turn: {board.prompt(state)}  {board.alarm(state) or board.notice(state)}"
    yield from (("refusal", state.game.refusal(state.view, action)) for action in some_moves(state))
    for tile in board.lay_out(state, WIDTH, HEIGHT - 3):
        if tile.zone:
            yield "below", board.detail(state, tile.part)
            yield "below", board.why(state, tile.part)


def some_moves(state: BoardState) -> list[Action]:
    """Every ninth move that can be named, legal or not."""
    named = load(state.game.NAME).narrator.all_named_moves(state.view)
    return [action for _, action in islice(named, 0, None, 9)]


def too_long(board: Board, state: BoardState) -> list[str]:
    return [f"{kind}: {text}" for kind, text in texts(board, state) if cell_len(text) > ROOM]


def board_size(board: Board) -> AbstractContextManager[object]:
    """A window of 80 columns around a board that no screen holds."""
    return patch.object(type(board), "app", SimpleNamespace(size=Size(*SMALL)))


def tables(name: str, seats: tuple[str, ...], options: dict[str, str]) -> Iterator[tuple[Board, BoardState]]:
    board = make_board(name)
    with board_size(board):
        for plies in PLIES:
            match = play_on(name, plies, seats, defaults(rules.load(name)) | options, seed=plies + 3)
            yield board, seen_by_mover(match, board)


@pytest.mark.parametrize("name, seats, options", GAMES, ids=str)
def test_every_text_around_a_table_fits_80_columns(name: str, seats: tuple[str, ...], options: dict[str, str]) -> None:
    assert [text for board, state in tables(name, seats, options) for text in too_long(board, state)] == []


@pytest.mark.parametrize("text", ["prompt", "detail", "why"])
def test_a_planted_long_text_is_found(text: str) -> None:
    for board, state in tables(*GAMES[0]):
        assert too_long(board, state) == []
        with patch.object(type(board), text, lambda *_: "x" * (WIDTH - 1)):
            assert too_long(board, state)
        return
