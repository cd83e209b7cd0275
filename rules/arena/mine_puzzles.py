"""Mine puzzles: `python -m tabletown.rules.arena.mine_puzzles --file mined.jsonl --jobs 2`.

Games of strong bots are searched for positions with one clearly best move that a greedy player would not make. Cheap
searches drop most positions; the rest must stand searches from several seeds, of which the first that disagrees is the
last. Every game is numbered and the same on every machine. A line of the file is a game and its puzzles, so that an
interrupted run continues where it stopped; a new file starts after the games of the puzzles that Tabletown ships.
`--write` adds the puzzles of the file to those, `--check 50` compares random ones with searches ten times as deep.
"""

from __future__ import annotations

import fcntl
import json
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from hashlib import sha256
from itertools import count, islice
from math import inf
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, NamedTuple

from tabletown import rules

from ..analysis import puzzles
from ..analysis.puzzle_themes import theme
from ..analysis.puzzles import Puzzle, load_puzzles, pack
from ..bots.bot import Limit
from ..bots.ismcts import Search
from ..bots.levels import choose
from ..bots.matched import case_of, level_ratings
from ..bots.player_rating import first_rating
from ..bots.search_tree import Edge, rank
from ..core.game import Action, Game, defaults, freeze
from ..core.match import Match, Seat
from ..core.workers import WorkerError, WorkerPool, as_completed, worker_pool
from .one_line_errors import Parser
from .progress import with_progress
from .series import MAX_DECISIONS

CATEGORIES: dict[str, tuple[str, dict[str, str]]] = {
    "base": ("splendor", {"module": "base"}),
    "cities": ("splendor", {"module": "cities"}),
    "trading_posts": ("splendor", {"module": "trading_posts"}),
    "orient": ("splendor", {"module": "orient"}),
    "strongholds": ("splendor", {"module": "strongholds"}),
    "family": ("metropolys", {"version": "family"}),
    "expert": ("metropolys", {"version": "expert"}),
    "sf1906": ("sf1906", {}),
}
"""Games and their options, by name."""
SEATS = (2, 2, 2, 3, 2, 2, 2, 4)
"""Numbers of players, in turn."""
PLAY_NODES = 40
"""Positions searched for each move of a game."""
MIN_LEGAL = 5
"""Fewest legal actions in a puzzle."""
SIEVE = ((300, 0.08), (2500, 0.125))
"""Cheap searches before the deep ones: positions searched, and the lead of the best move that keeps a position."""
FIRST_LEAD = 0.05
"""Least lead in the search that chose the move of the game."""
NODES = 20_000
"""Positions searched from each seed."""
OTHERS = 1 / 4
"""Share of that for a further search without the best move, which finds the second best one."""
SEEDS = 4
MIN_LEAD = 0.15
"""Least lead of the best move over the second best one, in winning chance, in the search of each seed."""
FEW = 1 / 200
"""Share of a search's visits from which the value of a move counts."""
MOST = 2
"""Most puzzles from one game."""
APART = 6
"""Fewest moves between two puzzles of a game."""
TRIES = {"novice": 6, "easy": 6, "medium": 3, "hard": 3, "master": 2}
"""Number of tries of each level at a puzzle."""
MASTER_NODES = 1000
"""Positions that the level without a limit of its own may search in a try, as in the ladder."""
ROUND = 4
"""Games of each category that are played before the next choice of categories."""
MAX_BYTES = 500_000
"""Largest file that Tabletown ships."""
SHIPPED = Path(puzzles.__file__).with_name(puzzles.FILE)
CHECK_FACTOR = 10
"""Depth of a check, as a multiple of that of mining."""


class Task(NamedTuple):
    """A numbered game of a category."""

    category: str
    number: int


def deal(task: Task) -> Match:
    """The match of a task before its first move."""
    name, options = CATEGORIES[task.category]
    seats = SEATS[task.number % len(SEATS)]
    seed = int.from_bytes(sha256(f"puzzle/{task.category}/{task.number}".encode()).digest()[:6], "big")
    return Match(name, [Seat(f"Player {n + 1}") for n in range(seats)], {**defaults(rules.load(name)), **options}, seed)


class Best(NamedTuple):
    """Result of a search: the best move and its lead over the second best one."""

    action: Action
    value: float
    lead: float
    line: tuple[Action, ...]


def ranked(search: Search) -> list[Edge]:
    """The moves of a search that count, the best first."""
    edges = sorted(search.root.edges.values(), key=rank, reverse=True)
    visits = sum(edge.visits for edge in edges)
    return [edge for edge in edges if edge.visits >= max(2, FEW * visits)]


def best_of(search: Search) -> Best:
    """The best move so far. One that is alone in having been visited leads by its whole value."""
    best, *others = ranked(search)
    second = max((edge.value for edge in others), default=0.0)
    return Best(best.action, best.value, best.value - second, tuple(search.principal_variation()))


def searched(game: Game[Any], view: Any, seed: str, nodes: float) -> Search:
    """A finished search of that many positions."""
    search = Search(game, view, Random(seed))
    search.run(Limit(nodes=nodes), thorough=True)
    return search


def without(search: Search, best: Best, nodes: float) -> Best:
    """The best move with its lead over the best of all others, which get a further search of their own."""
    search.restrict(search.root.edges.keys() - {best.action})
    search.run(Limit(nodes=nodes), thorough=True)
    second = max(search.root.edges.values(), key=rank)
    return best._replace(lead=best.value - second.value)


def verified(game: Game[Any], view: Any, seed: str, nodes: float, lead: float) -> Best | None:
    """The best move by a search of its own; None where it does not lead by that much."""
    search = searched(game, view, seed, nodes)
    best = best_of(search)
    if best.lead >= lead:
        best = without(search, best, nodes * OTHERS)
    return best if best.lead >= lead else None


def is_candidate(game: Game[Any], view: Any, seed: str, search: Search) -> bool:
    """Return whether each cheap search, the first that of the game, finds a move well ahead that is not the greedy one.

    They need not agree on the move: some are found only by a deeper search.
    """
    if len(game.legal(view)) < MIN_LEGAL:
        return False
    first = best_of(search)
    if first.value < MIN_LEAD or first.lead < FIRST_LEAD or without(search, first, PLAY_NODES).lead < FIRST_LEAD:
        return False
    greedy = choose(game.NAME, view, "greedy", seed).action
    for nodes, lead in SIEVE:
        best = verified(game, view, f"{seed}/{nodes}", nodes, lead)
        if best is None or best.action == greedy:
            return False
    return True


def confirm(game: Game[Any], view: Any, seed: str) -> list[Best]:
    """Results of the deep searches, all with the same move well ahead; empty as soon as one disagrees."""
    results: list[Best] = []
    for number in range(SEEDS):
        best = verified(game, view, f"{seed}/{number}", NODES, MIN_LEAD)
        if best is None or (results and best.action != results[0].action):
            return []
        results.append(best)
    return results


def solved(game: str, view: Any, best: Action, seed: str) -> dict[str, list[int]]:
    """Number of times that each level finds the move, and number of its tries."""

    def finds(level: str, number: int) -> bool:
        nodes = MASTER_NODES if level == "master" else None
        return choose(game, view, level, f"{seed}/{level}/{number}", inf, nodes=nodes).action == best

    return {level: [sum(finds(level, n) for n in range(tries)), tries] for level, tries in TRIES.items()}


def mine(task: Task) -> dict[str, Any]:
    """Play a game and return its puzzles as data, with the figures of the search for them."""
    start, match = process_time(), deal(task)
    game, candidates, last = match.game, 0, -APART
    puzzles: list[dict[str, Any]] = []
    while match.player is not None and len(match.log) < MAX_DECISIONS:
        ply = len(match.log)
        view, seed = match.view(ply, match.player), match.seed_for(ply, "puzzle")
        search = searched(game, view, seed, PLAY_NODES)
        move = max(search.root.edges.values(), key=rank).action
        if len(puzzles) < MOST and ply - last >= APART and is_candidate(game, view, seed, search):
            candidates += 1
            if results := confirm(game, view, seed):
                last = ply
                puzzles.append(puzzle_data(match, view, results, seed))
        match.act(move)
    return {
        "category": task.category,
        "number": task.number,
        "moves": len(match.log),
        "candidates": candidates,
        "seconds": round(process_time() - start, 1),
        "puzzles": puzzles,
    }


def puzzle_data(match: Match, view: Any, results: Sequence[Best], seed: str) -> dict[str, Any]:
    """A puzzle as data, without its theme and its rating, which `--write` adds."""
    first = results[0]
    return {
        "game": match.name,
        "version": match.game.VERSION,
        "options": match.options,
        "seats": len(match.seats),
        "seed": match.seed,
        "moves": match.log[:],
        "best": first.action,
        "line": first.line,
        "value": round(sum(best.value for best in results) / len(results), 4),
        "lead": round(min(best.lead for best in results), 4),
        "solved": solved(match.name, view, first.action, seed),
    }


class Mined:
    """The file of a run: its games by category and number. Lines are appended and never changed."""

    def __init__(self, path: Path, writing: bool = True) -> None:
        """Read the file; for writing, lock it and cut off an incomplete last line. Raises OSError."""
        self.file = open(path, "a+b", buffering=0)  # noqa: SIM115 (open until the program ends)
        if writing:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        self.file.seek(0)
        *lines, torn = self.file.read().split(b"\n")
        if writing:
            self.file.truncate(self.file.tell() - len(torn))
        self.games = [json.loads(line) for line in lines]

    def add(self, game: dict[str, Any]) -> None:
        self.games.append(game)
        self.file.write(json.dumps(game, separators=(",", ":")).encode() + b"\n")

    def puzzles(self, category: str) -> list[dict[str, Any]]:
        """The puzzles of a category, in the order of their games, whatever the order in which these were finished."""
        games = sorted((game for game in self.games if game["category"] == category), key=lambda game: game["number"])
        return [puzzle for game in games for puzzle in game["puzzles"]]

    def next_tasks(self, categories: Iterable[str], each: int) -> list[Task]:
        """The next games of every category that has too few puzzles, with those shipped; none once all have enough."""
        done = {(game["category"], game["number"]) for game in self.games}
        tasks = []
        for category in categories:
            if len(shipped(category)) + len(self.puzzles(category)) < each:
                unplayed = (number for number in count(next_number(category)) if (category, number) not in done)
                tasks += [Task(category, number) for number in islice(unplayed, ROUND)]
        return sorted(tasks, key=lambda task: task.number)

    def all_puzzles(self, category: str) -> list[Puzzle]:
        """The puzzles shipped in a category, with themes found anew, and those of this file that are not shipped."""
        shipping = [*map(themed, shipped(category))]
        names = {puzzle.name for puzzle in shipping}
        return shipping + [puzzle for puzzle in map(finished, self.puzzles(category)) if puzzle.name not in names]


def shipped(category: str) -> list[Puzzle]:
    """The puzzles of a category that Tabletown ships, in the order of their file."""
    name, options = CATEGORIES[category]
    return [p for p in load_puzzles() if p.game == name and p.options.items() >= options.items()]


def next_number(category: str) -> int:
    """The number after the last game of a category with a shipped puzzle."""
    seeds, number = {puzzle.seed for puzzle in shipped(category)}, 0
    while seeds:
        seeds.discard(deal(Task(category, number)).seed)
        number += 1
    return number


def run(mined: Mined, categories: Sequence[str], each: int, pool: WorkerPool) -> None:
    """Play games until every category has `each` puzzles, and print a line about each game with one."""
    while tasks := mined.next_tasks(categories, each):
        for task, game in with_progress(as_completed(mine, tasks, pool), len(tasks), "games of this round"):
            mined.add(game)
            if game["puzzles"]:
                print(figures(mined, task.category), flush=True)


def figures(mined: Mined, category: str) -> str:
    """The state of a category in a line: its games, candidates and puzzles, and puzzles per hour of computing."""
    games = [game for game in mined.games if game["category"] == category]
    seconds, puzzles = sum(game["seconds"] for game in games), sum(len(game["puzzles"]) for game in games)
    candidates = sum(game["candidates"] for game in games)
    rate = 3600 * puzzles / max(1, seconds)
    return (
        f"{category}: {len(games)} games, {candidates} candidates, {puzzles} puzzles, {rate:.0f} per hour of computing"
    )


def finished(data: dict[str, Any]) -> Puzzle:
    """A puzzle from the data of a run, with its theme and its rating."""
    game, tries = rules.load(data["game"]), data["solved"]
    fields = {key: freeze(data[key]) for key in data if key != "solved"}
    puzzle = themed(Puzzle(**fields, theme="", rating=0))
    return replace(puzzle, rating=rating(tries, level_ratings(case_of(game, state_of(puzzle)))))


def themed(puzzle: Puzzle) -> Puzzle:
    """The puzzle with the theme that the reasons for its best move give it."""
    game, s = rules.load(puzzle.game), state_of(puzzle)
    return replace(puzzle, theme=theme(game, game.observe(s, game.turn(s)), puzzle.line))


def state_of(puzzle: Puzzle) -> Any:
    """The position of a puzzle."""
    return puzzle.match([Seat(f"Player {n + 1}") for n in range(puzzle.seats)]).state


def rating(tries: Mapping[str, Sequence[int]], levels: Mapping[str, float]) -> int:
    """Rating of a puzzle, which wins against every try of a level that does not solve it."""
    estimate = first_rating()
    for level, (solved, of) in tries.items():
        for number in range(of):
            estimate = estimate.after([levels[level]], float(number >= solved))
    return round(estimate.mean)


def write(mined: Mined, path: Path) -> str:
    """Write the file that Tabletown ships, with the puzzles that it has already, and return a line on it."""
    done = [puzzle for category in CATEGORIES for puzzle in mined.all_puzzles(category)]
    data = pack(done)
    if len(data) > MAX_BYTES:
        return f"{len(done)} puzzles need {len(data)} bytes, more than {MAX_BYTES}; nothing was written"
    path.write_bytes(data)
    return f"{len(done)} puzzles, {len(data)} bytes"


def agrees(puzzle: Puzzle) -> bool:
    """Return whether a deeper search of the position finds the same move."""
    match = puzzle.match([Seat(f"Player {n + 1}") for n in range(puzzle.seats)])
    view = match.view(len(match.log), match.player)
    return best_of(searched(match.game, view, f"check/{puzzle.name}", CHECK_FACTOR * NODES)).action == puzzle.best


def check(number: int, seed: int, pool: WorkerPool) -> str:
    """Compare random puzzles with deeper searches, print each that disagrees, and return a line on all of them."""
    shipped = load_puzzles()
    chosen = Random(seed).sample(shipped, min(number, len(shipped)))
    agreed = 0
    for puzzle, same in with_progress(as_completed(agrees, chosen, pool), len(chosen), "puzzles"):
        agreed += same
        print(f"{puzzle.name} ({puzzle.game}): {'agrees' if same else 'DISAGREES'}", flush=True)
    return f"{agreed} of {len(chosen)} agree with a search of {CHECK_FACTOR * NODES} positions"


def main(argv: Sequence[str] | None = None) -> int:
    p = Parser("python -m tabletown.rules.arena.mine_puzzles", description=__doc__)
    p.add_argument("--file", type=Path, help="save games to this file and resume from it")
    p.add_argument(
        "--only", action="append", choices=CATEGORIES, help="only this category; can be repeated (default: all)"
    )
    p.add_argument("--each", type=int, default=60, help="number of puzzles to find in each category")
    work = p.add_mutually_exclusive_group()
    work.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="number of processes")
    work.add_argument("--dask", metavar="ADDRESS", help="run on a Dask cluster")
    p.add_argument("--write", action="store_true", help="add the puzzles in --file to the file shipped with Tabletown")
    p.add_argument("--check", type=int, metavar="N", help="check N random puzzles with searches ten times deeper")
    p.add_argument("--seed", type=int, default=0, help="seed for choosing the puzzles that --check searches")
    a = p.parse_args(argv)
    if a.file is None and not a.check:
        p.error("--file is missing")
    if a.write and not a.check:
        print(write(Mined(a.file, writing=False), SHIPPED))
        return 0
    try:
        with closing(worker_pool(a.dask, a.jobs)) as pool:
            if a.check:
                print(check(a.check, a.seed, pool))
            else:
                run(Mined(a.file), a.only or list(CATEGORIES), a.each, pool)
    except WorkerError as wrong:
        p.error(str(wrong))
    return 0


if __name__ == "__main__":
    sys.exit(main())
