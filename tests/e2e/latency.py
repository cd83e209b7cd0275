"""Response times of the program: `python -m tests.e2e.latency [--json]`.

A command that only prints, start to first paint, key press to the last byte of its paint, bytes sent for a key, the
same while a bot or the coach thinks, in a window of 120 by 36 cells.
"""

from __future__ import annotations

import argparse
import json
import os
import select
import subprocess
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

from tests.e2e.pty_terminal import ARROWS, ENTER, PATIENCE, ROOT, Terminal, environment, program

SIZE = (120, 36)
PLAY = ("play", "splendor", "--players", "me,greedy", "--seed", "7")
QUIET = 0.03
"""Seconds without a byte after which a paint is taken to be complete."""
PATH = ("right", "right", "down", "left", "down", "right", "up", "left", "up", "left")
"""Keys that move over the cards and back to the start."""

BUSY = 20
"""Keys pressed while a bot thinks."""

AIMS = {
    "--version": 150.0,
    "home": 500.0,
    "table": 500.0,
    "key": 10.0,
    "key p90": 20.0,
    "bytes": 4096.0,
    "bytes most": 4096.0,
    "thinking": 50.0,
    "busy key": 10.0,
    "busy/idle": 1.5,
    "coached": 1.1,
}


def printed(env: dict[str, str], *args: str) -> float:
    """Milliseconds from the start of the program until it has said something and ended."""
    began = perf_counter()
    subprocess.run([*program(), *args], env=env, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    return (perf_counter() - began) * 1000


def first_paint(env: dict[str, str], args: tuple[str, ...], words: str) -> float:
    """Milliseconds from the start of the program until the words are on screen."""
    began = perf_counter()
    with Terminal(args, env, SIZE) as terminal:
        _read_until(terminal, words)
        return (perf_counter() - began) * 1000


def _read_until(terminal: Terminal, words: str) -> None:
    """Read as soon as something comes, for `PATIENCE` seconds in all."""
    end = perf_counter() + PATIENCE
    while words not in terminal.text:
        assert perf_counter() < end, f"{words!r} does not appear"
        terminal.read(PATIENCE)


def presses(
    env: dict[str, str], count: int, args: tuple[str, ...] = PLAY, path: tuple[str, ...] = PATH
) -> Iterator[tuple[float, int]]:
    """Milliseconds and bytes of presses that move the cursor."""
    with Terminal(args, env, SIZE) as terminal:
        terminal.wait_for("Your turn")
        terminal.settle(0.5)
        for n in range(count + len(path)):
            paint = press(terminal, ARROWS[path[n % len(path)]])
            if n >= len(path):  # each place has been visited once before
                yield paint


def thinking(env: dict[str, str], count: int) -> tuple[float, list[float]]:
    """Milliseconds from playing a move until a master is said to think, and of keys pressed while it does."""
    times: list[float] = []
    with Terminal(("play", "splendor", "--players", "me,master", "--seed", "7"), env, SIZE) as terminal:
        terminal.wait_for("Your turn")
        terminal.keys("r", "r")
        terminal.settle(0.5)
        began = perf_counter()
        terminal.keys(ENTER)
        _read_until(terminal, "is thinking")
        first = (perf_counter() - began) * 1000
        for n in range(count):
            times.append(press(terminal, ARROWS[PATH[n % len(PATH)]])[0])
            terminal.read(0.01)
        terminal.settle(0.1)
        assert "is thinking" in terminal.text, "the bot has answered before all keys were pressed"
    return first, times


def coached(env: dict[str, str], folder: Path, starts: int) -> float:
    """Time of keys pressed from the start of a turn on, while a coach thinks, as a share of that without a coach."""
    times: dict[str, list[float]] = {"on": [], "off": []}
    for coach in ("off", "on") * starts:
        Path(folder, "settings.toml").write_text(f'pace = "instant"\ncoach = "{coach}"\n', encoding="utf-8")
        with Terminal(PLAY, env, SIZE) as terminal:
            terminal.wait_for("Your turn")
            times[coach] += [press(terminal, ARROWS[step])[0] for step in PATH * 2]
    return median(times["on"]) / median(times["off"])


def press(terminal: Terminal, key: str) -> tuple[float, int]:
    """Milliseconds until the last byte of a key's paint, and its bytes."""
    fd, paint = terminal.child.child_fd, b""
    began = last = perf_counter()
    os.write(fd, key.encode())
    wait = PATIENCE
    while select.select([fd], [], [], wait)[0]:
        paint += os.read(fd, 65536)
        last, wait = perf_counter(), QUIET
    assert paint, "a key that moves the cursor has no effect"
    terminal.show(paint)
    return (last - began) * 1000, len(paint)


def measure(starts: int = 5, keys: int = 100) -> dict[str, float]:
    """Every figure by name: milliseconds and bytes."""
    with TemporaryDirectory() as folder:
        Path(folder, "settings.toml").write_text('pace = "instant"\n', encoding="utf-8")
        env = environment(TABLETOWN_DATA=folder, TABLETOWN_CONFIG=folder, COLORTERM="truecolor")
        version = [printed(env, "--version") for _ in range(starts)]
        home = [first_paint(env, (), "New game") for _ in range(starts)]
        table = [first_paint(env, PLAY, "Your turn") for _ in range(starts)]
        times, sizes = zip(*presses(env, keys), strict=True)
        quiet = {**env, "SSH_CONNECTION": "none"}  # no animation, whose paints would count as those of keys
        rounds = [thinking(quiet, BUSY) for _ in range(starts)]
        busy = [time for _, times in rounds for time in times]
        share = coached(quiet, Path(folder), starts)
    return {
        "--version": median(version),
        "home": median(home),
        "table": median(table),
        "key": median(times),
        "key p90": quantiles(times, n=10)[-1],
        "bytes": median(sizes),
        "bytes most": max(sizes),
        "thinking": median(first for first, _ in rounds),
        "busy key": median(busy),
        "busy/idle": median(busy) / median(times),
        "coached": share,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    as_json = parser.parse_args().json
    figures = measure()
    if as_json:
        print(json.dumps(figures))
        return
    for name, figure in figures.items():
        unit = "bytes" if name.startswith("bytes") else "" if name in ("busy/idle", "coached") else "ms"
        print(f"{name:<12}{figure:8.1f} {unit:<6} aim {AIMS[name]:6g}{'' if figure < AIMS[name] else '  MISSED'}")


if __name__ == "__main__":
    main()
