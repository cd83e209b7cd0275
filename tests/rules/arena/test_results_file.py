"""The arena's file: a series continues where it stopped, and damage is reported."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tabletown.rules.arena.play_command import main
from tabletown.rules.arena.results_file import ResultsFile, head
from tabletown.rules.arena.series import ArenaError, Series, SeriesTerms, play_one
from tabletown.rules.bots import levels
from tabletown.rules.bots.difficulty import Difficulty

SERIES = Series(SeriesTerms("splendor", {"module": "base"}, 2, 1, None, 20), ("greedy", "random"))
RUN = ["splendor", "--players", "greedy,random", "--nodes", "20", "--jobs", "1", "--json"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.jsonl"


def run(capsys: pytest.CaptureFixture[str], path: Path, games: int, *more: str) -> dict[str, Any]:
    main([*RUN, "--games", str(games), "--file", str(path), *more])
    return json.loads(capsys.readouterr().out)


def refused(capsys: pytest.CaptureFixture[str], path: Path) -> str:
    """The sentence for a file that is then as it was before."""
    before = path.read_bytes()
    with pytest.raises(SystemExit) as left:
        main([*RUN, "--games", "4", "--file", str(path)])
    printed = capsys.readouterr()
    assert (left.value.code, printed.out, printed.err.count("\n")) == (2, "", 1)
    assert path.read_bytes() == before
    return printed.err


def test_a_game_is_a_line(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    run(capsys, path, 2)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert [line["number"] for line in lines] == [0, 1]
    assert lines[0]["series"] == head(SERIES)
    assert lines[0]["series"]["limits"] == [[None, 20, 0], [None, 20, 0]]
    played = play_one(*SERIES, 1)
    assert (lines[1]["shares"], lines[1]["decisions"]) == ([*played.victory_shares], [*played.decisions])


def test_a_series_goes_on_where_it_stopped(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    whole = run(capsys, path.with_name("whole.jsonl"), 6)
    run(capsys, path, 4)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text(lines[0] + lines[3] + lines[2][:50])  # games can finish in any order
    report = run(capsys, path, 6)
    numbers = [json.loads(line)["number"] for line in path.read_text().splitlines()]
    assert numbers == [0, 3, 1, 2, 4, 5]
    assert {**report, "seconds_a_move": 0} == {**whole, "seconds_a_move": 0}
    before = path.read_bytes()
    assert run(capsys, path, 6) == report
    assert run(capsys, path, 2)["games"] == 2
    assert path.read_bytes() == before


def test_other_series_are_left_alone(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    run(capsys, path, 2)
    before = path.read_bytes()
    run(capsys, path, 2, "--seed", "2")
    run(capsys, path, 2, "--nodes", "30")
    run(capsys, path, 2, "--seats", "3")
    assert path.read_bytes().startswith(before)
    assert len(path.read_bytes().splitlines()) == 8


def test_what_makes_a_series_another() -> None:
    terms, bots = SERIES
    others = [
        Series(terms._replace(seed=2), bots),
        Series(terms._replace(nodes=21), bots),
        Series(terms._replace(seats=4), bots),
        Series(terms._replace(options={"module": "orient"}), bots),
        Series(terms, ("random", "greedy")),
        Series(terms, ("greedy:nodes=9", "random")),
    ]
    assert len({json.dumps(head(series)) for series in (SERIES, *others)}) == 7


def test_another_handicap_makes_another_series(monkeypatch: pytest.MonkeyPatch) -> None:
    own = Series(SERIES.terms._replace(nodes=None), ("easy", "novice"))
    before = head(own)
    monkeypatch.setattr(levels, "difficulty_of", lambda *_: Difficulty(value_noise=9.0))
    assert head(own) != before


@pytest.mark.parametrize("tail", [b'{"series":{"ga', b'{"series":{"ga\n', b"\0\0\0\0", b"\xff\xfe\n"])
def test_a_damaged_last_line_is_dropped(capsys: pytest.CaptureFixture[str], path: Path, tail: bytes) -> None:
    run(capsys, path, 2)
    whole = path.read_bytes()
    path.write_bytes(whole + tail)
    run(capsys, path, 2)
    assert path.read_bytes() == whole + tail, "nothing was to be written"
    run(capsys, path, 4)
    assert path.read_bytes().startswith(whole)
    assert [json.loads(line)["number"] for line in path.read_bytes().splitlines()] == [0, 1, 2, 3]


def test_a_first_line_that_was_broken_off_is_dropped(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    path.write_text('{"serie')
    assert run(capsys, path, 2)["games"] == 2


def changed(**facts: Any) -> str:
    """A line in which something is wrong."""
    good = {"number": 0, "shares": [1.0, 0.0], "seconds": [1, 1], "decisions": [9, 9], "moves": [9, 9], "capped": False}
    line = {"series": head(SERIES), **good, **facts}
    return json.dumps({name: value for name, value in line.items() if value is not None}) + "\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("# Notes\n", "line 1: not an arena game"),
        ("a letter without an end", "line 1: not an arena game"),
        ("[]\n", "line 1: not an arena game"),
        ("nonsense\n" + changed(), "line 1: not an arena game"),
        (changed() + "nonsense\n" + changed(number=1), "line 2: not an arena game"),
        (changed(number=None), "line 1: the game number"),
        (changed(number=True), "line 1: the game number"),
        (changed(shares=[1.0, 1.0]), "line 1: the win shares"),
        (changed(shares=[1.0]), "line 1: the win shares"),
        (changed(shares=None), "line 1: the win shares"),
        (changed(moves=[9]), "line 1: the times"),
        (changed(seconds=[1, "x"]), "line 1: the times"),
        (changed() + changed(), "line 2: duplicate game 0"),
    ],
)
def test_any_other_damage_is_told(capsys: pytest.CaptureFixture[str], path: Path, text: str, words: str) -> None:
    path.write_text(text)
    assert words in refused(capsys, path)


def test_a_file_that_cannot_be_written_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nosuch" / "games.jsonl"):
        with pytest.raises(SystemExit):
            main([*RUN, "--games", "2", "--file", str(path)])
        errors = capsys.readouterr().err
        assert str(path) in errors and errors.count("\n") == 1


def test_two_programs_do_not_write_to_one_file(path: Path) -> None:
    first, other = ResultsFile(path), ResultsFile(path)
    first.open()
    other.open()
    game = play_one(*SERIES, 0)
    first.add(SERIES, 0, game)
    with pytest.raises(ArenaError, match="in use by another arena run"):
        other.add(SERIES, 1, game)
    with pytest.raises(ArenaError, match="in use by another arena run"):
        stale = ResultsFile(path)
        first.add(SERIES, 1, game)
        stale.open()
    first.close()
    other.close()
    assert len(path.read_bytes().splitlines()) == 2
