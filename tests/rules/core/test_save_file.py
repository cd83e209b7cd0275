"""Records: what is written and read, and that saving keeps the file equal to the match."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tabletown.rules.bots.level_descriptions import BOTS
from tabletown.rules.core import save_file as module
from tabletown.rules.core.match import Match
from tabletown.rules.core.save_file import FORMAT, Record, header
from tests.rules.core.record_files import PLIES, lines_of, same
from tests.rules.random_play import first_match, play_match


def test_a_record_is_a_header_and_a_line_an_action(saved: Path, match: Match) -> None:
    first, *rest = (json.loads(line) for line in lines_of(saved))
    assert first == header(match) | {"helped": 0}
    assert header(match) == {
        "tabletown": FORMAT,
        "game": "splendor",
        "version": match.game.VERSION,
        "options": {"module": "base"},
        "seats": [["Player 1", ""], ["Player 2", ""]],
        "seed": 5,
    }
    assert rest == json.loads(json.dumps(match.log)) and len(rest) == PLIES


def test_loading_gives_the_same_match(saved: Path, match: Match) -> None:
    again, _ = Record.load(saved, BOTS)
    assert same(again, match)


def test_the_loaded_record_goes_on(saved: Path, match: Match) -> None:
    again, record = Record.load(saved, BOTS)
    play_match(again, 5, seed=1)
    record.save(again)
    third, _ = Record.load(saved, BOTS)
    assert same(third, again) and len(third.log) == PLIES + 5


def test_a_whole_game_with_any_seats(path: Path) -> None:
    for seats in (2, 3, 4):
        match = play_match(first_match(seats=seats, seed=-seats))
        Record(file := path.with_name(f"{seats}")).save(match)
        again, _ = Record.load(file, BOTS)
        assert same(again, match) and again.player is None


def test_names_may_be_in_any_script(path: Path) -> None:
    match = Match("splendor", [("Zoë ö", ""), ("李", "hard")], {"module": "base"}, 1)  # type: ignore[list-item]
    Record(path).save(match)
    again, _ = Record.load(path, BOTS)
    assert [tuple(seat) for seat in again.seats] == [("Zoë ö", ""), ("李", "hard")]


def test_saving_after_every_action_appends(path: Path) -> None:
    match, record = first_match(), Record(path)
    record.save(match)
    before = path.read_bytes()
    for _ in range(10):
        play_match(match, 1)
        record.save(match)
        after = path.read_bytes()
        assert after.startswith(before) and after.count(b"\n") == len(match.log) + 1
        before = after


def test_saving_twice_writes_nothing(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match, record = Record.load(saved, BOTS)
    monkeypatch.setattr(module, "open", None, raising=False)
    record.save(match)


def test_undo_cuts_the_file(path: Path, match: Match) -> None:
    record = Record(path)
    record.save(match)
    whole = lines_of(path)
    for _ in range(5):
        match.undo()
    record.save(match)
    assert lines_of(path) == whole[:-5]
    match.redo()
    record.save(match)
    assert lines_of(path) == whole[:-4]


def test_undo_and_another_way_replaces_the_end(path: Path, match: Match) -> None:
    record = Record(path)
    record.save(match)
    old = match.log[:]
    for _ in range(3):
        match.undo()
    match.act(next(a for a in match.game.legal(match.state) if a != old[-3]))
    record.save(match)
    again, _ = Record.load(path, BOTS)
    assert same(again, match) and again.log != old


def test_undo_to_the_beginning_leaves_the_header(path: Path, match: Match) -> None:
    record = Record(path)
    record.save(match)
    while match.log:
        match.undo()
    record.save(match)
    assert len(lines_of(path)) == 1 and Record.load(path, BOTS)[0].log == []


def test_every_save_is_on_the_disk(path: Path, match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    fsync = os.fsync
    monkeypatch.setattr(os, "fsync", lambda fd: (synced.append(os.fstat(fd).st_size), fsync(fd)))
    Record(path).save(match)
    assert synced == [path.stat().st_size]


def test_a_new_record_never_overwrites_a_file(path: Path, match: Match) -> None:
    path.parent.mkdir()
    path.write_bytes(b"precious")
    record = Record(path)
    for _ in range(2):
        with pytest.raises(FileExistsError):
            record.save(match)
    assert path.read_bytes() == b"precious"


def test_numbers_are_the_games_own(saved: Path, match: Match) -> None:
    """1.0 and true in a file are equal to 1: they load as the action itself, whole numbers all."""
    head, *actions = lines_of(saved)
    floats = [json.dumps(with_floats(json.loads(line))).encode() + b"\n" for line in actions]
    saved.write_bytes(head + b"".join(floats))
    assert b".0" in b"".join(floats)
    again, _ = Record.load(saved, BOTS)
    assert same(again, match)


def test_true_and_false_are_numbers(path: Path) -> None:
    match = first_match()
    match.act(("take", (0, 1, 2)))
    Record(path).save(match)
    path.write_bytes(path.read_bytes().replace(b"[0,1,2]", b"[false,true,2]"))
    assert same(Record.load(path, BOTS)[0], match)


def with_floats(x: Any) -> Any:
    if isinstance(x, list):
        return [with_floats(item) for item in x]
    return float(x) if isinstance(x, int) else x


# Hints and undo


def test_a_file_says_whether_a_hint_or_undo_was_used(saved: Path, match: Match) -> None:
    again, record = Record.load(saved, BOTS)
    assert record.helped is False
    before = saved.read_bytes()
    record.helped = True
    record.save(again)
    after = saved.read_bytes()
    assert [n for n, (a, b) in enumerate(zip(before, after, strict=True)) if a != b] == [after.index(b"\n") - 2]
    third, record = Record.load(saved, BOTS)
    assert record.helped is True and same(third, again)
    play_match(third, 5, seed=1)
    record.save(third)
    assert Record.load(saved, BOTS)[1].helped is True


def test_a_new_file_says_it_from_the_first_save(tmp_path: Path, match: Match) -> None:
    record = Record(tmp_path / "new.jsonl")
    record.helped = True
    record.save(match)
    assert Record.load(record.path, BOTS)[1].helped is True


def test_a_file_says_which_moves_followed_a_hint(path: Path) -> None:
    """Such a line ends with a space; a move that was undone and redone is still marked, another move is not."""
    match, record = first_match(), Record(path)
    for plies in (1, 2):
        match.suggest(match.legal()[0])
        match.act(match.legal()[0])
        play_match(match, plies)
    match.undo()
    match.undo()
    match.redo()
    record.save(match)
    assert [line.endswith(b" \n") for line in lines_of(path)] == [False, True, False, True, False]
    again, record = Record.load(path, BOTS)
    assert same(again, match) and [ply for ply in range(4) if again.followed_hint(ply)] == [0, 2]
    again.undo()
    again.undo()
    again.act(again.legal()[1])
    record.save(again)
    assert not Record.load(path, BOTS)[0].followed_hint(2)


def test_an_older_file_that_does_not_say_it_goes_on(saved: Path, match: Match) -> None:
    saved.write_bytes(saved.read_bytes().replace(b',"helped":0}', b"}", 1))
    again, record = Record.load(saved, BOTS)
    assert record.helped is None and same(again, match)
    record.helped = True
    play_match(again, 5, seed=1)
    record.save(again)
    third, record = Record.load(saved, BOTS)
    assert record.helped is None and same(third, again)
