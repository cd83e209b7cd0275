"""The miner of puzzles: numbered games, a file that survives a kill, deep searches that must agree, ratings."""

from __future__ import annotations

import gzip
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from tabletown.rules.analysis.puzzles import load_puzzles, unpack
from tabletown.rules.arena import mine_puzzles
from tabletown.rules.arena.mine_puzzles import Best, Mined, Task, confirm, deal, finished, main, mine, rating, write
from tabletown.rules.bots.bot import Limit
from tabletown.rules.bots.ismcts import Search
from tabletown.rules.core.match import Match

LEVELS = {"novice": 0, "easy": 200, "medium": 500, "hard": 800, "master": 1000}


@pytest.fixture
def shallow() -> Iterator[None]:
    """Games so short, searches so shallow and leads so small that every game has puzzles at once."""
    leads = {"FIRST_LEAD": -1.0, "MIN_LEAD": -1.0, "SIEVE": ()}
    with patch.multiple(mine_puzzles, PLAY_NODES=4, NODES=4, MAX_DECISIONS=8, TRIES={"novice": 1}, **leads):
        yield


@pytest.fixture
def none_shipped() -> Iterator[None]:
    with patch.object(mine_puzzles, "load_puzzles", lambda: ()):
        yield


def test_the_same_task_gives_the_same_game_and_puzzles(shallow: None) -> None:
    first, second = (mine(Task("base", 2)) for _ in range(2))
    assert {**first, "seconds": 0} == {**second, "seconds": 0} and first["puzzles"]
    assert deal(Task("base", 2)).seed != deal(Task("base", 3)).seed


def one_puzzle(task: Task) -> dict[str, Any]:
    """A game with one puzzle, without playing it."""
    return {**task._asdict(), "moves": 1, "candidates": 1, "seconds": 1.0, "puzzles": [{}]}


@patch.object(mine_puzzles, "mine", one_puzzle)
def test_a_run_continues_where_it_was_killed(none_shipped: None, tmp_path: Path) -> None:
    path = tmp_path / "mined.jsonl"
    main(["--file", str(path), "--only", "family", "--each", "1", "--jobs", "1"])
    whole = path.read_bytes()
    first, rest = whole.split(b"\n", 1)
    assert rest, "a round has several games"
    path.write_bytes(first + b"\n" + rest[:40])
    main(["--file", str(path), "--only", "family", "--each", "9", "--jobs", "1"])
    numbers = [game["number"] for game in Mined(path, writing=False).games]
    assert sorted(numbers) == list(range(len(numbers))), "no game twice and none left out"


@patch.object(mine_puzzles, "mine", one_puzzle)
def test_a_new_file_continues_after_the_puzzles_that_ship(tmp_path: Path) -> None:
    shipped = mine_puzzles.shipped("orient")
    last = mine_puzzles.next_number("orient") - 1
    assert deal(Task("orient", last)).seed == shipped[-1].seed
    path = tmp_path / "mined.jsonl"
    main(["--file", str(path), "--only", "orient", "--each", str(len(shipped)), "--jobs", "1"])
    assert path.read_bytes() == b""
    main(["--file", str(path), "--only", "orient", "--each", str(len(shipped) + 1), "--jobs", "1"])
    assert min(game["number"] for game in Mined(path, writing=False).games) == last + 1


def test_two_runs_do_not_write_to_one_file(tmp_path: Path) -> None:
    mined = Mined(tmp_path / "mined.jsonl")
    with pytest.raises(BlockingIOError):
        Mined(tmp_path / "mined.jsonl")
    mined.file.close()


def test_the_first_seed_that_disagrees_ends_the_search() -> None:
    answers = iter([Best(("a",), 0.6, 0.2, ()), Best(("b",), 0.6, 0.2, ()), Best(("a",), 0.6, 0.2, ())])
    match = deal(Task("base", 0))
    with patch.object(mine_puzzles, "verified", lambda *a: next(answers)):
        assert not confirm(match.game, match.state, "seed")
    assert next(answers), "the third seed was not searched"


def test_a_root_without_its_best_move_searches_the_others() -> None:
    match: Match = deal(Task("base", 0))
    search = Search(match.game, match.view(0, match.player), Random(1))
    search.run(Limit(nodes=40), thorough=True)
    best = mine_puzzles.best_of(search)
    visits = search.root.edges[best.action].visits
    edge = search.root.edges[best.action]
    search.restrict(search.root.edges.keys() - {best.action})
    search.run(Limit(nodes=600), thorough=True)
    assert best.action not in search.root.edges and edge.visits == visits
    assert sum(other.visits for other in search.root.edges.values()) == 640 - visits


def test_a_puzzle_that_more_levels_solve_is_rated_lower() -> None:
    def rated(*solved: int) -> int:
        return rating({level: [n, 3] for level, n in zip(LEVELS, solved, strict=True)}, LEVELS)

    assert rated(3, 3, 3, 3, 3) < rated(0, 3, 3, 3, 3) < rated(0, 0, 0, 3, 3) < rated(0, 0, 0, 0, 0)


def test_the_file_that_ships_holds_what_was_mined(shallow: None, none_shipped: None, tmp_path: Path) -> None:
    mined = Mined(tmp_path / "mined.jsonl")
    mined.add(mine(Task("base", 0)))
    path = tmp_path / "puzzles.jsonl.gz"
    assert write(mined, path).startswith(f"{len(mined.puzzles('base'))} puzzles")
    assert [puzzle.best for puzzle in unpack(path.read_bytes())] == [
        finished(data).best for data in mined.puzzles("base")
    ]
    with patch.object(mine_puzzles, "load_puzzles", lambda: tuple(unpack(path.read_bytes()))):
        again = tmp_path / "again"
        write(mined, again)
        assert again.read_bytes() == path.read_bytes(), "a puzzle was written twice"
    with patch.object(mine_puzzles, "MAX_BYTES", 10):
        assert "nothing was written" in write(mined, tmp_path / "other")
    assert not (tmp_path / "other").exists() and gzip.decompress(path.read_bytes())


def test_a_check_counts_the_puzzles_that_a_deeper_search_confirms(capsys: Any) -> None:
    shipped = load_puzzles()[:4]
    with (
        patch.object(mine_puzzles, "load_puzzles", lambda: shipped),
        patch.object(mine_puzzles, "agrees", lambda puzzle: puzzle != shipped[0]),
    ):
        main(["--check", "9", "--jobs", "1"])
    assert f"{len(shipped) - 1} of {len(shipped)} agree" in capsys.readouterr().out


def test_a_missing_dask_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(SystemExit) as left:
        main(["--file", str(tmp_path / "mined.jsonl"), "--dask", "tcp://127.0.0.1:1"])
    errors = capsys.readouterr().err
    assert left.value.code == 2 and "pip install 'tabletown[dask]'" in errors and errors.count("\n") == 1
