"""Work spread over processes and over a Dask cluster: nothing is lost when one dies, and Ctrl+C keeps what is done."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from tabletown.rules.arena.play_command import main
from tabletown.rules.core import workers
from tabletown.rules.core.workers import ProcessPool, WorkerError, as_completed, map_ordered

ROOT = Path(__file__).parents[3]
PATIENCE = 300
QUICK = ["splendor", "--players", "ismcts,easy", "--nodes", "20", "--games", "6", "--seed", "3"]
LADDER = [
    "splendor",
    "--module",
    "base",
    "--ladder",
    "--players",
    "novice,easy,greedy",
    "--seats",
    "2",
    "--games",
    "10",
]
SERIES = [("easy", "novice"), ("greedy", "novice"), ("greedy", "easy")]
"""Bots of the ladder's three series."""
LONG = ["splendor", "--players", "greedy,easy", "--games", "30"]


def square(number: int) -> int:
    return number * number


def fatal(folder: Path, number: int) -> int:
    """Kill this process the first time that the argument is 3, and every time that it is 7."""
    mark = folder / "died"
    if number == 7 or (number == 3 and not mark.exists()):
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return square(number)


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_order(jobs: int) -> None:
    assert list(map_ordered(square, 20, jobs)) == [number * number for number in range(20)]


def test_every_part_is_finished_once() -> None:
    with closing(ProcessPool(2)) as processes:
        squares = list(as_completed(square, range(50), processes))
    assert sorted(squares) == [(number, number * number) for number in range(50)]


def test_what_a_dying_process_took_along_is_done_again(tmp_path: Path) -> None:
    with closing(ProcessPool(2)) as processes:
        results = list(as_completed(partial(fatal, tmp_path), range(7), processes))
    assert (tmp_path / "died").exists()
    assert sorted(results) == [(number, number * number) for number in range(7)]


def test_what_always_kills_its_process_is_given_up(tmp_path: Path) -> None:
    with closing(ProcessPool(2)) as processes, pytest.raises(WorkerError, match="keep crashing"):
        list(as_completed(partial(fatal, tmp_path), range(20), processes))


def test_an_error_in_the_work_is_not_hidden() -> None:
    with closing(ProcessPool(2)) as processes, pytest.raises(ValueError, match="invalid literal"):
        list(as_completed(int, ["1", "x"], processes))


def arena(*args: str) -> subprocess.Popen[str]:
    """The command in a process group of its own, as a shell starts it."""
    return subprocess.Popen(
        [sys.executable, "-m", "tabletown.rules.arena.play_command", *args],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def wait_for(true: Callable[[], object]) -> None:
    end = monotonic() + PATIENCE
    while not true():
        assert monotonic() < end
        sleep(0.02)


def count(path: Path) -> int:
    return len(path.read_bytes().splitlines()) if path.exists() else 0


def figures(printed: str) -> dict[str, Any]:
    """The figures of a report that do not depend on the clock."""
    return {name: value for name, value in json.loads(printed).items() if name != "seconds_a_move"}


def test_ctrl_c_keeps_what_is_done(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One sentence, no process left, and the same command continues."""
    path = tmp_path / "games.jsonl"
    args = [*LONG, "--jobs", "2", "--json", "--file", str(path)]
    running = arena(*args)
    wait_for(lambda: count(path))
    os.killpg(running.pid, signal.SIGINT)
    out, err = running.communicate(timeout=PATIENCE)
    assert (running.returncode, out) == (130, "")
    kept = f"interrupted; the finished games are in {path} (run the same command to continue)\n"
    assert err == f"python -m tabletown.rules.arena.play_command: {kept}"
    with pytest.raises(ProcessLookupError):
        os.killpg(running.pid, 0)
    kept = path.read_bytes()
    assert 0 < count(path) < 30
    main([*args, "--games", "6"])
    assert json.loads(capsys.readouterr().out)["games"] == 6
    assert path.read_bytes().startswith(kept)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are found in /proc")
@pytest.mark.parametrize("victim", ["child", "parent"])
def test_a_kill_leaves_no_process_and_no_damage(victim: str, tmp_path: Path) -> None:
    """A killed child is replaced; the children of a killed parent end with it, so that its pipes close."""
    path = tmp_path / "games.jsonl"
    running = arena(*LONG, "--jobs", "2", "--file", str(path))
    children = Path(f"/proc/{running.pid}/task/{running.pid}/children")
    wait_for(lambda: count(path))
    os.kill(int(children.read_text().split()[0]) if victim == "child" else running.pid, signal.SIGKILL)
    out, err = running.communicate(timeout=PATIENCE)
    if victim == "child":
        assert (running.returncode, err) == (0, "")
        assert ", of 30 (" in out
        numbers = [json.loads(line)["number"] for line in path.read_text().splitlines()]
        assert sorted(numbers) == list(range(30))
    else:
        assert running.returncode == -signal.SIGKILL


# Dask


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two workers on this machine, processes of one thread each."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as running:
        yield running


@pytest.mark.slow
def test_a_cluster_plays_the_same_games(cluster: Any, capsys: pytest.CaptureFixture[str]) -> None:
    main([*QUICK, "--json", "--jobs", "1"])
    local = figures(capsys.readouterr().out)
    running = arena(*QUICK, "--json", "--dask", cluster.scheduler_address)
    out, err = running.communicate(timeout=PATIENCE)
    assert running.returncode == 0, err
    assert figures(out) == local


@pytest.mark.slow
def test_a_cluster_may_lose_a_worker_in_the_middle_of_a_ladder(
    cluster: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No game is lost or counted twice, in the file and in the table."""
    path = tmp_path / "games.jsonl"
    ladder = [*LADDER, "--file", str(path)]
    running = arena(*ladder, "--dask", cluster.scheduler_address)
    wait_for(lambda: count(path) > 10)
    os.kill(next(iter(cluster.workers.values())).process.pid, signal.SIGKILL)
    out, err = running.communicate(timeout=PATIENCE)
    assert running.returncode == 0, err
    games = [json.loads(line) for line in path.read_text().splitlines()]
    numbers = sorted((game["series"]["bots"], game["number"]) for game in games)
    assert numbers == [([high, low], n) for high, low in sorted(SERIES) for n in range(10)]
    main([*ladder, "--table"])
    assert capsys.readouterr().out == out and out.count("| 20 |") == 3


def test_a_scheduler_that_is_not_there_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(workers, "SCHEDULER_SECONDS", 0.5)
    for address in ("tcp://127.0.0.1:1", "nonsense://x"):
        with pytest.raises(SystemExit) as left:
            main([*QUICK, "--dask", address])
        printed = capsys.readouterr().err
        assert left.value.code == 2 and printed.count("\n") == 1
        assert f"cannot reach a Dask scheduler at {address} (" in printed


def test_a_missing_dask_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(SystemExit) as left:
        main([*QUICK, "--dask", "tcp://127.0.0.1:1"])
    errors = capsys.readouterr().err
    assert left.value.code == 2 and "pip install 'tabletown[dask]'" in errors and errors.count("\n") == 1
