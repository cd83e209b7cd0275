"""Report on a results file: a page of Markdown with a table, and a plot.

The file is one of games between bots (`tabletown arena --file`), of mined puzzles, or of trained weights.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tabletown import rules
from tabletown.rules.arena.elo import Estimate, difference
from tabletown.rules.arena.ladder_table import ahead, line, title
from tabletown.rules.arena.results_file import ResultsFile
from tabletown.rules.arena.series import GameResult, SeriesTerms, tallies, total
from tabletown.rules.core.game import chosen

PAGE, PLOT = "report.md", "report.png"
INCHES, HEAD_INCHES, ROW_INCHES = 10.0, 1.2, 0.25
"""Width of a plot, and height of its frame and of each of its rows."""
LEGEND: dict[str, Any] = {"loc": "lower right", "bbox_to_anchor": (1, 1), "ncols": 2, "frameon": False}
"""Place of a legend: above the plot."""
BAR = 0.4
"""Height of a bar, in rows."""
NETWORKS = {"value": ("value",), "policy": ("policy", "taste")}
"""Networks, and their names in the weights' files."""


class Report(NamedTuple):
    """A table, and the plot that has a row for each of its rows."""

    subject: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    draw: Callable[[Axes], None]


def write_report(results: Path, folder: Path) -> list[Path]:
    """Write the page and the plot of a results file into a folder, and return their paths; raises ValueError."""
    report = read(results)
    page, plot = folder / PAGE, folder / PLOT
    table = [line(report.heads), line(["---"] * len(report.heads)), *map(line, report.rows)]
    figure = Figure(figsize=(INCHES, HEAD_INCHES + ROW_INCHES * len(report.rows)), layout="constrained")
    report.draw(figure.add_subplot())
    try:
        folder.mkdir(parents=True, exist_ok=True)
        page.write_text("\n".join([f"# {report.subject}", "", f"![]({PLOT})", "", *table, ""]), encoding="utf-8")
        figure.savefig(plot)
    except OSError as wrong:
        raise ValueError(f"cannot write to {folder}: {wrong.strerror}") from None
    return [page, plot]


def read(path: Path) -> Report:
    """The report on a file, whose kind is told from its first line or its whole text; raises ValueError."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as wrong:
        raise ValueError(f"cannot read {path}: {wrong}") from None
    for part in (text.partition("\n")[0], text):
        match parsed(part):
            case {"series": _}:
                return of_games(ResultsFile(path))
            case {"category": _}:
                return of_puzzles([json.loads(game) for game in text.splitlines(keepends=True) if game.endswith("\n")])
            case {"made": list(rounds)}:
                return of_training(rounds)
    raise ValueError(f"{path} is not a results file of the arena, of mined puzzles or of trained weights")


def parsed(text: str) -> object:
    """The value of a JSON text; None where it is none."""
    try:
        return json.loads(text)
    except ValueError:
        return None


# Games


def of_games(results: ResultsFile) -> Report:
    """For each series the difference in Elo points between its bots, with its 95% interval."""
    rows, names, estimates = list[list[str]](), list[str](), list[Estimate]()
    for head, games in results.games.items():
        series, played = json.loads(head), sorted(games.items())
        estimates.append(difference(tallies(played)))
        names.append(f"{about(series)}: {' - '.join(series['bots'])}")
        bots, seed = " against ".join(series["bots"]), f"{series['seed']}"
        rows.append([about(series), bots, seed, *result(played), ahead(estimates[-1])])

    def draw(axes: Axes) -> None:
        for row, estimate in enumerate(estimates):
            ends = [points for points in estimate if points is not None]
            axes.plot(ends, [row] * len(ends), color="tab:blue")
            if estimate.middle is not None:
                axes.plot(estimate.middle, row, "o", color="tab:blue")
        axes.axvline(0, color="grey", linewidth=0.8)
        label_rows(axes, names, "difference in Elo points, with 95% intervals")

    return Report("Games between bots", ("game", "bots", "seed", "games", "score", "Elo (95%)"), rows, draw)


def about(series: Mapping[str, Any]) -> str:
    """Game, options and number of players of a series, given by the file's own words for it."""
    options = chosen(rules.load(series["game"]), series["options"])
    terms = SeriesTerms(series["game"], options, series["seats"], series["seed"], None, None)
    return f"{title(terms)}, {terms.seats} players"


def result(played: Sequence[tuple[int, GameResult]]) -> tuple[str, str]:
    """Number of games, and the first bot's share of the wins."""
    won = sum(total(game.victory_shares, number) for number, game in played)
    return f"{len(played)}", f"{won / len(played):.1%}"


# Puzzles


def of_puzzles(games: Sequence[Mapping[str, Any]]) -> Report:
    """For each category the games that were played, the positions searched deeply, and the puzzles among them."""
    figures: dict[str, list[float]] = {}
    for game in games:
        of = figures.setdefault(game["category"], [0, 0, 0, 0.0])
        for place, more in enumerate((1, game["candidates"], len(game["puzzles"]), game["seconds"])):
            of[place] += more
    rows = [
        [category, *(f"{number:.0f}" for number in of[:3]), f"{3600 * of[2] / max(1, of[3]):.1f}"]
        for category, of in figures.items()
    ]

    def draw(axes: Axes) -> None:
        places = range(len(figures))
        axes.barh([place - BAR / 2 for place in places], [of[1] for of in figures.values()], BAR, label="candidates")
        axes.barh([place + BAR / 2 for place in places], [of[2] for of in figures.values()], BAR, label="puzzles")
        label_rows(axes, list(figures), "positions")
        axes.legend(**LEGEND)

    heads = ("category", "games", "candidates", "puzzles", "puzzles an hour of computing")
    return Report("Mined puzzles", heads, rows, draw)


# Training


def of_training(rounds: Sequence[Mapping[str, Any]]) -> Report:
    """For each round of training its games and positions, and the losses on held-out games before and after it."""
    measured = [{network: losses(entry, network) for network in NETWORKS} for entry in rounds]
    rows = [
        [f"{number}", f"{entry['games']:,}", f"{entry['positions']:,}", *(map(span, of.values()))]
        for number, (entry, of) in enumerate(zip(rounds, measured, strict=True), 1)
    ]

    def draw(axes: Axes) -> None:
        for colour, network in enumerate(NETWORKS):
            for row, of in enumerate(measured):
                if ends := of[network]:
                    axes.plot(ends, [row, row], color=f"C{colour}")
                    axes.plot(ends[-1], row, "o", color=f"C{colour}", label=network)
        label_rows(axes, [f"round {row[0]}" for row in rows], "loss in nats before a round, and after it (dots)")
        handles = dict(zip(*reversed(axes.get_legend_handles_labels()), strict=True))
        axes.legend(handles.values(), handles.keys(), **LEGEND)

    return Report("Training", ("round", "games", "positions", "value loss", "policy loss"), rows, draw)


def losses(entry: Mapping[str, Any], network: str) -> Sequence[float]:
    """Loss of a network before and after a round; empty where it was not measured."""
    keys = [key for key in entry if "before and after" in key and any(name in key for name in NETWORKS[network])]
    return entry[keys[0]] if keys else ()


def span(ends: Sequence[float]) -> str:
    return " to ".join(f"{loss:.4f}" for loss in ends)


def label_rows(axes: Axes, names: Sequence[str], meaning: str) -> None:
    """Name the rows from the top down, and say what the horizontal axis measures."""
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xlabel(meaning)
    axes.grid(axis="x", alpha=0.3)
