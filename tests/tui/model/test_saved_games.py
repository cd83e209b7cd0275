"""Names, marks, deletion, import, filters and order of saved games."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tabletown.rules.bots.level_descriptions import BOTS
from tabletown.rules.core.save_file import Record
from tabletown.tui.model import deleted_games, files, game_names_and_marks, play_statistics, saved_games
from tabletown.tui.model.deleted_games import delete, deleted_paths, restore
from tabletown.tui.model.game_filter import GameFilter, game_choices, opponent_choices, parse_filter
from tabletown.tui.model.game_names_and_marks import change_label, labels_path, load_labels
from tabletown.tui.model.import_games import ImportRefused, import_game
from tests.tui.sample_matches import finished_match, match_after, save_record


@pytest.fixture
def three() -> list[Path]:
    """An unfinished game, and two finished ones, the last with several bots."""
    return [
        save_record(match_after(plies=9), "open", 1).path,
        save_record(finished_match("You", "random"), "alone", 2).path,
        save_record(finished_match("You", "greedy", "greedy", "greedy"), "four", 3).path,
    ]


def titles(chosen: GameFilter) -> list[str]:
    return [entry.path.stem for entry in chosen.apply(saved_games.entries()[0])]


def test_a_name_and_a_mark_are_kept_beside_the_record(three: list[Path]) -> None:
    before = three[0].read_bytes()
    assert change_label("open.jsonl", name=" My  best ") == change_label("open.jsonl", marked=True) == ""
    assert saved_games.entries()[0][0].label == game_names_and_marks.Label("My best", True)
    assert three[0].read_bytes() == before and "My best (You, Hana)" in str(saved_games.entries()[0][0])
    change_label("open.jsonl", name="", marked=False)
    assert load_labels() == ({}, "")


@pytest.mark.parametrize(
    ("name", "reason"),
    [("MINE", "already called"), ("x" * 31, "at most 30"), ("a\x1bb", "unprintable")],
)
def test_two_games_never_have_the_same_name(three: list[Path], name: str, reason: str) -> None:
    assert change_label("open.jsonl", name="Mine") == ""
    assert reason in change_label("four.jsonl", name=name)
    assert change_label("open.jsonl", name="mine") == "" and set(load_labels()[0]) == {"open.jsonl"}


def test_two_programs_that_mark_games_at_once_lose_no_mark() -> None:
    """Two threads stand for the programs: a lock of one descriptor holds off another, whichever process has it."""
    games = [f"{n}.jsonl" for n in range(40)]
    files.data_folder().mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(2) as programs:
        assert not any(programs.map(lambda file: change_label(file, marked=True), games))
    assert load_labels()[0].keys() == {*games}


def test_a_program_that_was_stopped_does_not_hold_up_another_for_long(
    three: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "LOCK_SECONDS", 0.05)
    with files.data_lock():
        assert change_label("open.jsonl", marked=True) == ""
    assert load_labels()[0]["open.jsonl"].marked


@pytest.mark.parametrize("text", ["nonsense", "[]", '{"tabletown": 1, "games": 3}', '{"tabletown": 2, "games": {}}'])
def test_a_damaged_index_costs_names_and_marks_and_is_kept_aside(three: list[Path], text: str) -> None:
    for kept in ("labels-damaged.json", "labels-damaged-1.json"):
        labels_path().write_text(text, encoding="utf-8")
        entries, problems = saved_games.entries()
        assert len(entries) == 3 and len(problems) == 1 and kept in problems[0]
        assert labels_path().with_name(kept).read_text(encoding="utf-8") == text
    assert change_label("open.jsonl", marked=True) == "" and saved_games.entries()[1] == []


def test_a_deleted_game_does_not_count_until_it_is_restored(three: list[Path]) -> None:
    change_label("alone.jsonl", name="Mine")
    before, counted = three[1].read_bytes(), play_statistics.collect().alone.games
    assert delete(three[1]) == "" and not three[1].exists()
    assert play_statistics.collect().alone.games == counted - 1
    assert restore(deleted_paths()[0]) == (three[1], "") and three[1].read_bytes() == before
    assert play_statistics.collect().alone.games == counted and saved_games.labelled(three[1]).name == "Mine"


def test_the_game_deleted_last_is_the_first_to_be_restored(three: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time_ns", lambda: 10**18)
    assert [delete(path) for path in three] == [""] * 3
    assert [deleted_games.original_name(path) for path in deleted_paths()] == [
        "four.jsonl",
        "alone.jsonl",
        "open.jsonl",
    ]


def test_a_restored_game_replaces_no_other(three: list[Path]) -> None:
    change_label("open.jsonl", name="Mine")
    delete(three[0])
    save_record(match_after(plies=3), "open")
    other = three[0].read_bytes()
    target, wrong = restore(deleted_paths()[0])
    assert target and target.name == "open-1.jsonl" and not wrong and three[0].read_bytes() == other
    assert saved_games.labelled(target).name == "Mine" and not saved_games.labelled(three[0]).name


def test_a_game_open_elsewhere_is_not_deleted(three: list[Path]) -> None:
    _, record = Record.load(three[0], BOTS)
    assert record.claim() and "open in another program" in delete(three[0]) and three[0].exists()


def test_deleted_games_are_removed_after_thirty_days(three: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    change_label("open.jsonl", marked=True)
    now = time.time_ns()
    delete(three[0])
    foreign = deleted_games.deleted_folder() / "notes.jsonl"
    foreign.write_text("mine", encoding="utf-8")
    for days, left in ((29, 1), (-400, 1), (31, 0)):
        monkeypatch.setattr(time, "time_ns", lambda days=days: now + days * 86400 * 10**9)
        deleted_games.empty()
        assert len(deleted_paths()) == left
    assert foreign.exists() and load_labels()[0] == {}


def test_an_imported_game_is_complete_and_keeps_its_date(three: list[Path], tmp_path: Path) -> None:
    source = tmp_path / "alone.jsonl"
    data, stamp = three[1].read_bytes(), three[1].stat().st_mtime
    three[1].rename(source)
    save_record(match_after(plies=4), "alone")
    source.write_bytes(data + b'["take",[1')
    copy = import_game(source)
    assert copy.name == "alone-1.jsonl" and copy.read_bytes() == data and abs(copy.stat().st_mtime - time.time()) < 60
    assert stamp and source.exists()


def test_a_game_is_imported_only_once(three: list[Path], tmp_path: Path) -> None:
    source = tmp_path / "copy.jsonl"
    source.write_bytes(three[1].read_bytes().replace(b'"helped":0', b'"helped":1', 1))
    with pytest.raises(ImportRefused, match=r"already have this game, as alone\.jsonl"):
        import_game(source)
    delete(three[1])
    with pytest.raises(ImportRefused, match="among your deleted games"):
        import_game(source)
    assert len(list(files.records_folder().iterdir())) == 2


@pytest.mark.parametrize(
    ("content", "reason"),
    [(None, "no such file"), (b"", "header is incomplete"), (b"nonsense\n", "not JSON"), (b"\xff\n", "not JSON"),
     (b"{}\n", "not a Tabletown game file"), (b"x" * 5_000_001, "larger than 5 MB")],
)  # fmt: skip
def test_a_bad_file_is_not_imported(tmp_path: Path, content: bytes | None, reason: str) -> None:
    source = tmp_path / "bad.jsonl"
    if content is not None:
        source.write_bytes(content)
    with pytest.raises(ImportRefused, match=reason):
        import_game(source)
    with pytest.raises(ImportRefused, match="not a file"):
        import_game(tmp_path)
    assert not list(files.records_folder().glob("*"))


def test_a_file_with_an_illegal_move_is_not_imported(three: list[Path], tmp_path: Path) -> None:
    source = tmp_path / "illegal.jsonl"
    source.write_bytes(three[0].read_bytes() + b'["buy",1,[0,0,0,0,0,0]]\n')
    with pytest.raises(ImportRefused, match="illegal move"):
        import_game(source)


def test_filters_leave_out_other_games(three: list[Path]) -> None:
    change_label("four.jsonl", name="Long evening", marked=True)
    assert titles(GameFilter()) == ["open", "alone", "four"]
    assert titles(GameFilter(result="unfinished")) == ["open"] and titles(GameFilter(opponent="random")) == ["alone"]
    assert titles(GameFilter(marked=True)) == titles(GameFilter(text="EVENING")) == ["four"]
    assert titles(GameFilter(game="Metropolys")) == [] and titles(GameFilter(game="Splendor", text="hana")) == [
        "open", "alone", "four",
    ]  # fmt: skip
    entries = saved_games.entries()[0]
    assert game_choices(entries) == ["Splendor"] and opponent_choices(entries) == ["greedy", "random"]


def test_games_are_sorted_by_date_length_or_result(three: list[Path]) -> None:
    assert titles(GameFilter(sort="length")) == ["four", "alone", "open"]
    assert titles(GameFilter(sort="result"))[0] == "open" and titles(GameFilter(sort="game")) == titles(GameFilter())


def test_the_name_of_a_game_takes_neither_its_result_nor_the_moves_of_others(three: list[Path]) -> None:
    change_label("alone.jsonl", name="My first noble of all")
    saved = [entry for entry in saved_games.entries()[0] if len(entry.match.seats) == 2]
    score = "-".join(str(points) for _, points in saved[1].table)
    results = {80: "My first noble of all (You 14, Hana (random) 15)", 60: f"My first noble of all ({score})"}
    for width, result in results.items():
        lines = saved_games.aligned(saved, width)
        assert "  move 9  " in lines[0] and lines[1].endswith(f" moves  {result}")
        assert all(len(line) <= width for line in lines)


def test_the_kinds_of_bots_are_named_before_the_moves_and_once_where_several_share_one(three: list[Path]) -> None:
    saved = {entry.path.stem: entry for entry in saved_games.entries()[0]}
    (narrow,) = saved_games.aligned([saved["alone"]], 50)
    assert narrow.endswith("You 14, Hana (random) 15") and "moves" not in narrow
    assert saved["four"].points_and_bots == "You 16, Hana 18, Bruno 17, Ines 16, all greedy"


def test_a_filter_names_a_matched_opponent_and_a_module_in_few_words() -> None:
    every_filter = GameFilter("Splendor, The Strongholds", "matched-760", "won")
    assert every_filter.summary(1, 2) == "1 of 2 games (Splendor, The Strongholds, against matched 760, won)"
    assert every_filter.summary(1, 2, brief=True) == "1 of 2 games (The Strongholds, against matched 760, won)"


def test_typed_words_make_a_filter(three: list[Path]) -> None:
    entries = saved_games.entries()[0]
    words = ["splendor", "Random", "won", "marked", "by", "length", "old", "evening"]
    every_filter = GameFilter("Splendor", "random", "won", True, "old evening", sort="length")
    assert parse_filter(words, entries) == (every_filter, "")
    assert parse_filter(["by", "colour"], entries)[1].startswith("Sort by date, length, result or game")
    assert every_filter.summary(0, 3) == '0 of 3 games (Splendor, against random, won, marked, "old evening")'
