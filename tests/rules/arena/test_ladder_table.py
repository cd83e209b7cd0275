"""The table of the ladder: titles, rows, and its place in a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletown.rules.arena.elo import Estimate
from tabletown.rules.arena.ladder import Ladder
from tabletown.rules.arena.ladder_table import Rung, ahead, rows, rungs, title, write
from tabletown.rules.arena.play_command import main
from tabletown.rules.arena.series import ArenaError, GameResult, SeriesTerms

RUN = ["splendor", "--module", "base", "--ladder", "--players", "random,novice,easy", "--nodes", "20"]


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
