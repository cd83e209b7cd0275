"""The ladder: who plays whom, and at which limits."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletown import rules
from tabletown.rules.arena.ladder import Ladder, cases, pairs, shortened
from tabletown.rules.arena.ladder_table import HEADS
from tabletown.rules.arena.play_command import main
from tabletown.rules.arena.series import SeriesTerms
from tabletown.rules.bots.level_descriptions import LEVELS

RUN = ["splendor", "--module", "base", "--ladder", "--players", "random,novice,easy", "--nodes", "20"]


def cells(table: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines() if line[:1] == "|"]


def test_every_game_module_and_version_is_rated_with_two_and_four() -> None:
    rated = list(cases(None, {}, None))
    assert {name for name, _, _ in rated} == set(rules.GAMES)
    assert {seats for _, _, seats in rated} == {2, 4}
    first = {name: rules.load(name).OPTIONS[0] for name in rules.GAMES}
    assert len(rated) == sum(2 * len(option.choices) for option in first.values())
    assert len(list(cases("splendor", {}, None))) == 10
    assert list(cases("splendor", {"module": "orient"}, 3)) == [("splendor", {"module": "orient"}, 3)]
    assert len(list(cases("metropolys", {"memory": "off"}, 2))) == 2


def test_all_pairs_or_neighbours() -> None:
    assert pairs("abc", False) == [("b", "a"), ("c", "a"), ("c", "b")]
    assert pairs("abc", True) == [("b", "a"), ("c", "b")]
    assert len(pairs(list(LEVELS), False)) == 10


def test_a_ladder_is_played_in_pieces(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Two numbers of players; a table of what is there at any time; the whole is what one run gives."""
    file = ["--file", str(tmp_path / "games.jsonl")]
    main([*RUN, *file, "--games", "2", "--seats", "2", "--jobs", "2"])
    printed = capsys.readouterr()
    assert printed.err.count("Splendor, Base game, 2 players: ") == 3
    head, _, *levels = cells(printed.out)
    assert tuple(head) == HEADS
    assert levels[0][:4] == ["Splendor, Base game", "2", "random", "0"]
    assert [row[2] for row in levels] == ["random", "novice", "easy"]
    assert [row[5] for row in levels] == ["4"] * 3
    assert "20 nodes a decision" in printed.out
    main([*RUN, *file, "--table"])
    assert capsys.readouterr().out == printed.out
    main([*RUN, *file, "--games", "2", "--jobs", "1"])
    pieces = cells(capsys.readouterr().out)
    assert [row[1] for row in pieces[2:] if row[1]] == ["2", "4"]
    main([*RUN, "--games", "2", "--jobs", "2"])
    assert [row[:6] for row in cells(capsys.readouterr().out)] == [row[:6] for row in pieces]
    main([*RUN, *file, "--table", "--adjacent", "--seats", "4"])
    assert [row[5] for row in cells(capsys.readouterr().out)[2:]] == ["2", "4", "2"]


def test_levels_are_rated_as_they_are_in_play(capsys: pytest.CaptureFixture[str]) -> None:
    """But for those that would think for weeks; the table says which."""
    main(["--ladder", "sf1906", "--players", "random,novice", "--games", "2", "--seats", "2", "--jobs", "1"])
    assert "Each level played at its usual strength" in capsys.readouterr().out
    for case in cases(None, {}, None):
        terms = SeriesTerms(*case, 1, None, None)
        *lower, highest = [series.bots for _, series in Ladder([terms], adjacent=True).matches(terms)]
        assert lower == [("easy", "novice"), ("medium", "easy"), ("hard", "medium")]
        assert highest == shortened(terms, ("master", "hard")) and highest[0].startswith("master:nodes=")
        assert shortened(terms._replace(nodes=20), ("master", "hard")) == ("master", "hard")
