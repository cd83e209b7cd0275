"""The ladder: who plays whom, the table of ratings, and where it is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletown import rules
from tabletown.rules.arena.elo import Estimate
from tabletown.rules.arena.ladder import HEADS, Ladder, Rung, ahead, cases, pairs, rows, rungs, shortened, title, write
from tabletown.rules.arena.run import main
from tabletown.rules.arena.series import ArenaError, GameResult, SeriesTerms
from tabletown.rules.bots.levels import LEVELS

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


def test_titles() -> None:
    terms = SeriesTerms("metropolys", {"version": "expert", "memory": "on"}, 2, 1, None, None)
    assert title(terms) == "Metropolys, Expert"
    assert title(terms._replace(options={"version": "family", "memory": "off"})) == "Metropolys, Family, Hidden"
    assert title(SeriesTerms("sf1906", {"components": "stand-in"}, 2, 1, None, None)) == "1906 San Francisco"


def test_ratings_add_up_from_the_first_level() -> None:
    cells_by_row = list(
        rows(
            [
                Rung("novice", None, 10, 0.001),
                Rung("easy", Estimate(150.4, 100.0, None), 20, 0.002),
                Rung("medium", Estimate(None, 300.0, None), 20, 0.2),
                Rung("hard", Estimate(1000.0, 900.0, 1100.0), 20, 1.2345),
                Rung("master", Estimate(0.0, None, None), 0, 0.0),
            ]
        )
    )
    assert cells_by_row == [
        ("novice", "0", "", "10", "1.0"),
        ("easy", "150", "+150 (+100 to unbounded)", "20", "2.0"),
        ("medium", "> 450", "unbounded (+300 to unbounded)", "20", "200.0"),
        ("hard", "> 1,450", "+1,000 (+900 to +1,100)", "20", "1,234.5"),
        ("master", "?", "?", "0", "0.0"),
    ]
    assert ahead(Estimate(None, None, -5.0)) == "unbounded (unbounded to -5)"


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
        *lower, highest = [one.bots for _, one in Ladder([terms], adjacent=True).matches(terms)]
        assert lower == [("easy", "novice"), ("medium", "easy"), ("hard", "medium")]
        assert highest == shortened(terms, ("master", "hard")) and highest[0].startswith("master:nodes=")
        assert shortened(terms._replace(nodes=20), ("master", "hard")) == ("master", "hard")


def test_the_table_says_who_was_held_back_for_once() -> None:
    terms = SeriesTerms("splendor", {"module": "base"}, 2, 1, None, None)
    game = GameResult((1.0, 0.0), (0.5, 0.1), (10, 10), (10, 10), False)
    levels = rungs(Ladder([terms], adjacent=True), terms, lambda _: {0: game})
    assert [rung.bot for rung in levels] == [
        "novice",
        "easy",
        "medium",
        "hard",
        "master:nodes=1000 against hard:nodes=200",
    ]
    assert [rung.games for rung in levels] == [1, 2, 2, 1, 1], "those against another hard do not count for it"
    assert [rung.bot for rung in rungs(Ladder([terms], ["easy", "hard"]), terms, lambda _: {0: game})] == [
        "easy",
        "hard",
    ]


def test_the_table_goes_between_the_markers(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    readme = tmp_path / "README.md"
    readme.write_text("# Bots\n\n<!-- ladder -->\nold\n<!-- /ladder -->\n\nEnd\n")
    main([*RUN, "--games", "2", "--seats", "2", "--write", str(readme)])
    assert str(readme) in capsys.readouterr().out
    text = readme.read_text()
    assert text.startswith("# Bots\n\n<!-- ladder -->\nRatings are in Elo") and text.endswith(
        "|\n<!-- /ladder -->\n\nEnd\n"
    )
    assert "old" not in text and "| easy |" in text
    write(readme, "again\n")
    assert readme.read_text() == "# Bots\n\n<!-- ladder -->\nagain\n<!-- /ladder -->\n\nEnd\n"


@pytest.mark.parametrize("text", ["", "<!-- ladder -->", "<!-- /ladder --> <!-- ladder -->", "<!-- ladder -->" * 2])
def test_without_markers_nothing_is_played_or_written(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    readme = tmp_path / "README.md"
    readme.write_text(text)
    with pytest.raises(SystemExit) as left:
        main([*RUN, "--games", "2", "--write", str(readme), "--file", str(tmp_path / "games.jsonl")])
    errors = capsys.readouterr().err
    assert left.value.code == 2 and errors.count("\n") == 1 and "must contain <!-- ladder --> exactly once" in errors
    assert readme.read_text() == text and list(tmp_path.iterdir()) == [readme]
    with pytest.raises(ArenaError, match="cannot read"):
        write(tmp_path / "nosuch.md", "x")
