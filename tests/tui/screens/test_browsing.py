"""The table apart from playing: earlier positions, log, help, leaving, result, saving, other sizes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tabletown.rules.bots.level_descriptions import BOTS
from tabletown.rules.core.game import total_points
from tabletown.rules.core.match import Match
from tabletown.rules.core.save_file import Record
from tabletown.tui.model import files
from tabletown.tui.narration.transcript import transcript
from tabletown.tui.screens.replay import Replay
from tabletown.tui.screens.table import Table
from tabletown.tui.widgets.board import Board
from tabletown.tui.widgets.move_log import LOG, log_rows
from tests.tui.app_driver import (
    LARGE,
    MIDDLE,
    QUIET,
    SMALL,
    current_table,
    make_app,
    press,
    run_app,
    screen_lines,
    screen_text,
    settle,
    status_text,
)
from tests.tui.sample_matches import finished_match, match_after, save_record, saved_table, start_match
from tests.tui.screens.forms import name


async def test_brackets_step_through_the_game() -> None:
    match = match_after("greedy", "You", plies=21)
    async with run_app(make_app(saved_table(match))) as pilot:
        ply, board = len(match.log), current_table(pilot).board
        for back in (1, 2, 3):
            await press(pilot, "left_square_bracket")
            assert board.state and board.state.ply == ply - back
            assert board.state.view == match.game.observe(match.states[ply - back], 1)
            assert f"move {ply - back} of {ply}" in status_text(pilot, "prompt") and not board.state.options
        await press(pilot, "right_square_bracket")
        assert board.state.ply == ply - 2
        await press(pilot, "escape")
        assert board.state.ply == ply and board.state.active and status_text(pilot, "prompt").startswith("Your turn")


async def test_stepping_stops_at_both_ends() -> None:
    match = match_after(plies=4)
    async with run_app(make_app(saved_table(match))) as pilot:
        await press(pilot, *["left_square_bracket"] * (len(match.log) + 2))
        assert current_table(pilot).ply == 0
        await press(pilot, *["right_square_bracket"] * (len(match.log) + 2))
        assert current_table(pilot).past_ply is None and current_table(pilot).active


async def test_nothing_is_played_while_looking_back() -> None:
    match = match_after(plies=4)
    async with run_app(make_app(saved_table(match))) as pilot:
        ply = len(match.log)
        await press(pilot, "left_square_bracket", "r", "r", "enter")
        assert len(match.log) == ply and current_table(pilot).selection.picked == []


async def test_picks_wait_while_looking_back() -> None:
    match = match_after(plies=2)
    async with run_app(make_app(saved_table(match))) as pilot:
        ply = len(match.log)
        before = [part[1] for part in list(current_table(pilot).selection.options()) if part[0] == "gem"][:1]
        current_table(pilot).selection.pick(("gem", before[0]))
        await press(pilot, "left_square_bracket", "right_square_bracket")
        assert current_table(pilot).selection.picked == [("gem", before[0])] and len(match.log) == ply


@pytest.mark.parametrize("size", [SMALL, MIDDLE])
async def test_the_whole_log_opens_to_scroll_and_closes_to_the_same_picture(size: tuple[int, int]) -> None:
    async with run_app(make_app(saved_table(match_after("Mia", "greedy", plies=60))), size) as pilot:
        before = screen_text(pilot)
        await press(pilot, "o")
        end = screen_text(pilot)
        assert "  60 " in end and "   1 " not in end
        await press(pilot, *["pageup"] * 6)
        assert "─ Log ─" in screen_text(pilot) and "   1 Mia takes" in screen_text(pilot)
        await press(pilot, "o")
        assert screen_text(pilot) == before and current_table(pilot).board.has_focus
        await press(pilot, "o", "escape")
        assert screen_text(pilot) == before


async def test_the_log_marks_the_move_that_is_looked_at() -> None:
    match = match_after("Mia", "greedy", plies=20)
    async with run_app(make_app(saved_table(match)), LARGE) as pilot:
        assert marked(pilot) == []
        await press(pilot, *["left_square_bracket"] * 3)
        ply = len(match.log) - 4
        does = match.game.describe(match.states[ply], match.log[ply])
        who = match.seats[match.game.turn(match.states[ply])].name  # type: ignore[index]
        assert " ".join(marked(pilot)) == f"{who} {does}"


def marked(pilot: Pilot[None]) -> list[str]:
    """The lines of the log that have the mark, without it."""
    x, y, w, h = next(tile.rect for tile in current_table(pilot).board.tiles if tile.part == LOG)
    top = current_table(pilot).board.region.y
    mark = pilot.app.palette["here"]  # type: ignore[attr-defined]
    rows = [line[x : x + w] for line in screen_lines(pilot)[top + y + 1 : top + y + h]]
    return [row[1:].strip() for row in rows if row.startswith(mark)]


async def test_a_click_on_a_line_of_the_log_goes_there() -> None:
    match = match_after("Mia", "greedy", plies=20)
    async with run_app(make_app(saved_table(match)), LARGE) as pilot:
        board = current_table(pilot).board
        x, y, w, h = next(tile.rect for tile in board.tiles if tile.part == LOG)
        for up in (3, 6):
            assert board.state is not None
            row = min(h - up - 1, len(log_rows(board.state, w, h - 1)) - up)
            line = log_rows(board.state, w, h - 1)[row].entry
            await pilot.click(board, offset=(x + 3, y + 1 + row))
            await settle(pilot)
            assert current_table(pilot).ply == line.ply + 1 < len(match.log) and len(marked(pilot)) >= 1
            assert board.has_focus


async def test_the_log_of_a_replay_is_empty_at_the_start() -> None:
    match = match_after("Mia", "greedy", plies=20)
    async with run_app(make_app(Replay(match)), (150, 50)) as pilot:
        board = pilot.app.screen.query_one(Board)
        x, y, w, h = next(tile.rect for tile in board.tiles if tile.part == LOG)

        def rows_of_the_log() -> str:
            rows = screen_lines(pilot)[board.region.y + y + 1 : board.region.y + y + h]
            return " ".join(row[x : x + w] for row in rows)

        assert "No moves yet" in rows_of_the_log() and "Mia" not in rows_of_the_log()
        await press(pilot, "right_square_bracket")
        assert "Mia" in rows_of_the_log()


async def test_letters_lead_the_cursor() -> None:
    match = start_match()
    async with run_app(make_app(saved_table(match))) as pilot:
        board = current_table(pilot).board
        assert board.state is not None
        first = next(tile.part for tile in board.tiles if tile.zone and board.can_pick(board.state, tile.part))
        await press(pilot, "f", "a")
        assert board.cursor == first, "only what can be picked has a letter"
        await press(pilot, "f", "escape")
        assert board.cursor == first
        await press(pilot, "r", "r", "enter")
    assert match.log[0] == ("take", (3, 3))


async def test_help_opens_and_closes() -> None:
    async with run_app(make_app(saved_table(start_match()))) as pilot:
        await press(pilot, "question_mark")
        assert name(pilot) == "Help" and "Undo your last move" in str(pilot.app.screen.query_one("#keys").render())
        await press(pilot, "escape")
        assert name(pilot) == "Table" and current_table(pilot).board.has_focus


async def test_leaving_goes_home_and_the_game_goes_on() -> None:
    match = start_match()
    async with run_app(make_app(saved_table(match))) as pilot:
        await press(pilot, "r", "r", "enter", "q")
        assert name(pilot) == "Home" and "Continue" in screen_text(pilot)
        await press(pilot, "c")
        assert current_table(pilot).match.log == match.log and status_text(pilot, "prompt").startswith("Your turn")


# The end


async def won(pilot: Pilot[None], match: Match) -> None:
    """Play on until the end screen is in front."""
    while match.player is not None:
        screen = current_table(pilot)
        buys = [a for a in match.game.legal(match.state) if a[0] == "buy"]
        screen.play((buys or match.game.legal(match.state))[0])
        await settle(pilot)
    await pilot.pause(0.05)
    await settle(pilot)


async def test_the_end_shows_the_scores() -> None:
    match = match_after(plies=-6)
    async with run_app(make_app(saved_table(match))) as pilot:
        await won(pilot, match)
        assert name(pilot) == "ScoreSheet"
        text = screen_text(pilot)
        winners = [match.seats[seat].name for seat in match.game.winners(match.state)]
        assert ("You win" if winners == ["You"] else f"{winners[0]} wins") in text
        for label, _ in match.game.score(match.state)[0]:
            assert label in text
        totals = [str(total_points(parts)) for parts in match.game.score(match.state)]
        assert next(line for line in screen_lines(pilot) if line.strip().startswith("Total")).split() == [
            "Total",
            *totals,
        ]
        assert f"seed {match.seed}" in text


async def over(pilot: Pilot[None]) -> None:
    """A finished game that is opened goes to its end screen."""
    await pilot.pause(0.05)
    await settle(pilot)
    assert name(pilot) == "ScoreSheet"


async def test_a_rematch_has_the_next_player_begin() -> None:
    match = finished_match("You", "greedy", "greedy")
    async with run_app(make_app(saved_table(match))) as pilot:
        await over(pilot)
        await press(pilot, "r", "r")
        fresh = current_table(pilot).match
        assert fresh.seats == match.seats[1:] + match.seats[:1] and fresh.options == match.options
        assert fresh.player == 2 and len(fresh.log) == 2


async def test_the_result_stays_for_who_still_presses_enter() -> None:
    async with run_app(make_app(saved_table(finished_match()))) as pilot:
        await over(pilot)
        await press(pilot, "enter", "enter")
        assert name(pilot) == "ScoreSheet"


async def test_one_slip_does_not_leave_the_result_for_a_new_game() -> None:
    async with run_app(make_app(saved_table(finished_match()))) as pilot:
        await over(pilot)
        for key in ("r", "s", "r"):
            await press(pilot, key)
            assert name(pilot) == "ScoreSheet"
            assert screen_lines(pilot)[-2].strip() == f"{key} again starts a new game; v reviews this one first"
        await press(pilot, "b", "escape")
        await over(pilot)
        assert "again starts" not in screen_text(pilot)


async def test_the_same_seed_deals_the_same() -> None:
    match = finished_match()
    async with run_app(make_app(saved_table(match))) as pilot:
        await over(pilot)
        await press(pilot, "s", "s")
        fresh = current_table(pilot).match
        assert fresh.states[0] == match.states[0] and fresh.seats == match.seats and fresh.log == []
        assert len(list(files.records_folder().glob("*.jsonl"))) == 2


async def test_review_goes_through_the_game() -> None:
    match = finished_match()
    async with run_app(make_app(saved_table(match))) as pilot:
        await over(pilot)
        await press(pilot, "v")
        assert name(pilot) == "Replay" and "Start position" in status_text(pilot, "prompt")
        await press(pilot, "escape")
        assert name(pilot) == "Replay", "the list of mistakes is closed first"
        await press(pilot, "escape")
        assert name(pilot) == "ScoreSheet"


async def test_export_writes_the_game_as_text() -> None:
    match = finished_match()
    async with run_app(make_app(saved_table(match))) as pilot:
        await over(pilot)
        await press(pilot, "e")
        written = (files.records_folder() / "game.jsonl.txt").read_text(encoding="utf-8")
    assert written == transcript(match)
    assert match.game.notation(match.states[0], match.log[0]) in written and "Winner: " in written


async def test_an_export_that_fails_is_said() -> None:
    match = finished_match()
    async with run_app(make_app(saved_table(match))) as pilot:
        await over(pilot)
        (files.records_folder() / "game.jsonl.txt").mkdir()
        await press(pilot, "e")
        assert status_text(pilot).startswith("Could not save")


@pytest.mark.parametrize("key", ["q", "escape", "h"])
async def test_from_the_end_home(key: str) -> None:
    async with run_app(make_app(saved_table(finished_match()))) as pilot:
        await over(pilot)
        await press(pilot, key)
        assert name(pilot) == "Home" and "Continue" not in screen_text(pilot), "a finished game does not go on"


# Saving


async def test_each_action_is_on_disk_before_it_is_on_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    match, seen = start_match(), []
    show = Table.show

    def looking(screen: Table) -> None:
        assert screen.record
        seen.append(Record.load(screen.record.path, BOTS)[0].log == screen.match.log)
        show(screen)

    monkeypatch.setattr(Table, "show", looking)
    async with run_app(make_app(saved_table(match))) as pilot:
        await press(pilot, "r", "r", "enter")
    assert len(match.log) == 2 and len(seen) > 2 and all(seen)


async def test_what_cannot_be_saved_is_said_until_it_can(monkeypatch: pytest.MonkeyPatch) -> None:
    match, full, save = start_match(), True, Record.save

    def refuse(record: Record, what: Match) -> None:
        if full:
            raise OSError(28, "No space left on device")
        save(record, what)

    async with run_app(make_app(screen := saved_table(match))) as pilot:
        monkeypatch.setattr(Record, "save", refuse)
        await press(pilot, "r", "r", "enter")
        assert len(match.log) == 2, "play goes on"
        assert "No space left on device" in screen_text(pilot) and "Not saved" in screen_text(pilot)
        full = False
        action = next(a for a in match.game.legal(match.state) if a[0] == "take")
        screen.selection.choose(action)
        await press(pilot, "enter")
        assert "No space left" not in screen_text(pilot) and "Not saved" not in screen_text(pilot)
        assert screen.record and Record.load(screen.record.path, BOTS)[0].log == match.log and len(match.log) == 4


async def test_a_folder_that_cannot_be_written_does_not_stop_a_new_game(folders: Path) -> None:
    Path("data").write_text("no folder", encoding="utf-8")
    async with run_app(make_app()) as pilot:
        await press(pilot, "n", "enter")
        assert name(pilot) == "Table" and "Not saved" in screen_text(pilot)


# Sizes


async def test_a_window_that_shrinks_and_grows_comes_back() -> None:
    match = start_match()
    async with run_app(make_app(saved_table(match))) as pilot:
        await press(pilot, "r")
        for size in ((120, 36), (160, 45), (97, 27), (60, 20), (79, 24), (40, 8), (80, 23), (80, 24)):
            await pilot.resize_terminal(*size)
            await settle(pilot)
            fits = size[0] >= 80 and size[1] >= 24
            assert name(pilot) == ("Table" if fits else "TooSmall"), size
            if not fits:
                assert f"{size[0]} x {size[1]}" in screen_text(pilot) and "80 x 24" in screen_text(pilot)
        assert "TooSmall" not in [type(screen).__name__ for screen in pilot.app.screen_stack]
        await press(pilot, "r", "enter")
    assert match.log[0] == ("take", (3, 3))


async def test_the_cursor_stays_where_it_was_when_the_window_changes() -> None:
    async with run_app(make_app(saved_table(start_match()))) as pilot:
        await press(pilot, "right", "down")
        cursor = current_table(pilot).board.cursor
        await pilot.resize_terminal(160, 45)
        await settle(pilot)
        assert current_table(pilot).board.cursor == cursor


@pytest.mark.parametrize("size", [(80, 24), (97, 27), (120, 36), (200, 60)], ids=str)
@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
async def test_every_line_fits(size: tuple[int, int], glyphs: str) -> None:
    """The lines of every screen are exactly as wide as the window."""
    from rich.cells import cell_len

    match = match_after("You", "greedy", "greedy", "greedy", plies=60)
    async with run_app(make_app(saved_table(match), replace(QUIET, glyphs=glyphs), glyphs=glyphs), size) as pilot:
        rows = [strip.text for strip in pilot.app.screen._compositor.render_strips()]
        assert len(rows) == size[1] and {cell_len(row) for row in rows} == {size[0]}
        if glyphs == "ascii":
            assert all(row.isascii() for row in rows), next(row for row in rows if not row.isascii())


async def test_a_record_that_another_program_changed_is_not_overwritten() -> None:
    match = start_match()
    async with run_app(make_app(screen := Table(match, save_record(match, "game")))) as pilot:
        assert screen.record
        with open(screen.record.path, "ab") as file:
            file.write(b'["take",[0,1,2]]\n')
        await press(pilot, "r", "r", "enter")
        assert "another program" in status_text(pilot, "notice")
        assert screen.record.path.read_bytes().endswith(b'["take",[0,1,2]]\n')
