"""1906 San Francisco: the tables agree with what the rulebook counts, and another set is read or refused in a line."""

from __future__ import annotations

import pickle
import shutil
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from tabletown.rules import sf1906
from tabletown.rules.bots.level_descriptions import BOTS
from tabletown.rules.core.game import chosen, defaults, unknown_option
from tabletown.rules.core.match import Match, Seat
from tabletown.rules.core.save_file import BadRecord, Record
from tabletown.rules.sf1906.components.registry import STAND_IN, components, named
from tabletown.rules.sf1906.components.tables import FILES, BadComponents
from tests.rules.random_play import play_random
from tests.rules.sf1906.positions import KIT, TABLES, rows


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the tables."""
    return Path(shutil.copytree(TABLES, tmp_path / "mine"))


def change(folder: Path, name: str, old: str, new: str) -> None:
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert text.count(old) >= 1
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_the_counts_are_those_of_the_rulebook() -> None:
    """98 cards: 8 plot, 42 permit, 25 objective with Best Builder, 6 action and 17 urban cards; 16 rubble tokens."""
    counts = (
        *(len(KIT.plot_cards), len(KIT.permits), len(KIT.objectives) + 1),
        *(len(KIT.action_cards), len(KIT.urban_cards)),
    )
    assert counts == (8, 42, 25, 6, 17) and sum(counts) == 98
    assert [len(card.rubble[0]) + len(card.rubble[1]) for card in KIT.plot_cards] == [4] * 8
    assert Counter(o.deck for o in KIT.objectives) == {"initial": 8, "personal": 16}
    assert [year.build_cost for year in KIT.years] == [0, 1, 1, 2, 2, 3, 3]
    assert KIT.earnings == (4, 3, 2, 1) and KIT.lights == (0, 1, 3, 6, 10, 15) and KIT.best_builder == 3
    assert [len(pile) for pile in KIT.piles] == [5, 4, 4, 4]
    assert KIT.grid[0][0] == -7 and len(KIT.money_points) == 16
    assert Counter(permit.symbols for permit in KIT.permits).most_common()[-1][1] == 7


def test_every_table_says_what_is_official() -> None:
    """No table passes for the publisher's: its first lines say which values are official, inferred or designed."""
    for name in FILES:
        comments = [line for line in (TABLES / name).read_text(encoding="utf-8").splitlines() if line.startswith("#")]
        assert any(word in " ".join(comments) for word in ("official", "inferred", "designed")), name
    assert sorted(path.name for path in TABLES.iterdir()) == list(FILES)
    statuses = {row["status"] for name in ("objectives.csv", "urban.csv", "colours.csv") for row in rows(name)}
    assert any("designed" in status for status in statuses) and any("inferred" in status for status in statuses)


@pytest.mark.parametrize(
    "name, old, new, message",
    [
        ("permits.csv", "PE07,green,4,light cable_car\n", "", "permits.csv: found 41 permits, expected 42"),
        ("permits.csv", "PE41,,,", "PE41,red,1,", "permits.csv: found 1 grant permits, expected 2"),
        ("permits.csv", "PE02,", "PE01,", "permits.csv, line 5: duplicate PE01"),
        ("permits.csv", "PE01,green,1,light", "PE01,grene,1,light", "permits.csv, line 4: colour is 'grene'"),
        ("permits.csv", "light cable_car", "light light", "permits.csv, line 4: the two symbols must be different"),
        ("plots.csv", "PL1,a,green,5,A", "PL1,a,green,five,A", "plots.csv, line 4: number is 'five', not a whole"),
        ("plots.csv", "PL1,a,green,5,A", "PL1,a,green,5,", "side A of PL1 has rubble on 1 plots; it must have 2"),
        ("plots.csv", "PL1,a,green,5,A\n", "", "PL1 has plots bcde; the map has abcde"),
        ("objectives.csv", "OB_COUNT,initial", "OB_COUNT,personal", "found 7 initial objectives, expected 8"),
        ("objectives.csv", "per_building,,1", "per_house,,1", "kind is 'per_house'; it must be one of majority_colour"),
        (
            "objectives.csv",
            "majority_rubble,,,",
            "majority_rubble,,2,",
            "majority_rubble must not have points of its own",
        ),
        ("actions.csv", "build materials earn3,", "build materials earn3 pass,", "two_players has a pass"),
        ("actions.csv", "materials earn3 pass", "", "more_players has 2 spaces; 4 players need 4"),
        ("actions.csv", "AC1,build", "AC1,bild", "two_players has 'bild'; allowed: materials, permit"),
        ("urban.csv", "UR_PARK_D", "#", "urban.csv: found 16 urban cards, expected 17"),
        ("lights.csv", "5,15", "", "lights.csv: found 5 lines, expected 6"),
        ("money.csv", "15,5", "", "money.csv: found 15 lines, expected 16"),
        ("money.csv", "14,4", "13,4", "money.csv, line 17: dollars is 13, expected 14"),
        ("years.csv", "1909,", "1919,", "years.csv, line 7: year is 1919, expected 1909"),
        ("years.csv", "building permit", "building", "the bonus in the first year must be a building and a permit"),
        ("years.csv", "permit objective", "permit build", "only the last bonus may be a build action"),
        ("earnings.csv", "3,1", "", "earnings.csv: found 3 earnings spaces, expected 4"),
        ("development.csv", "0,-7", "0,-6", "the bottom-left cell is -6, expected -7"),
        ("development.csv", "3,-3,", "2,-3,", "row is 2, expected 3"),
        ("majority.csv", "5 3 1", "5 4 1", "2 players cannot share 9 points evenly"),
        ("colours.csv", "violet,V", "violet,R", "colours.csv, line 6: duplicate R"),
        ("colours.csv", "violet,V,designed", "", "colours.csv: found 3 colours, expected 4"),
        ("map.toml", '"d.e"', '"d.a"', "cells must be a rectangle in which each plot appears once"),
        (
            "map.toml",
            '["abc", "d.e"]',
            '["abcdefg", "h.....i"]',
            "the screen has room for at most 26 columns, and 12 plots per card",
        ),
        ("map.toml", "3 = 3", "3 = 4", "2 rows of 4 cards do not make the 6 that 3 players need"),
        ("map.toml", "cells = [", "cells = (", "map.toml: "),
    ],
)
def test_a_wrong_set_is_refused_in_one_line(folder: Path, name: str, old: str, new: str, message: str) -> None:
    """The sentence says which file, where it can which line, and which count is off."""
    change(folder, name, old, new)
    with pytest.raises(BadComponents) as refused:
        named(str(folder))
    text = str(refused.value)
    assert text.startswith(name) and message in text and "\n" not in text


@pytest.mark.parametrize("name", FILES)
def test_a_missing_or_empty_table_is_refused(folder: Path, name: str) -> None:
    (folder / name).write_text("")
    with pytest.raises(BadComponents, match=name):
        named(str(folder))
    (folder / name).unlink()
    with pytest.raises(BadComponents, match=f"cannot read the file {name}"):
        named(str(folder))


def test_a_table_without_a_column_is_refused(folder: Path) -> None:
    change(folder, "permits.csv", "number,symbols", "number,signs")
    with pytest.raises(BadComponents, match=r"permits\.csv, line 3: there is no column symbols"):
        named(str(folder))


def test_another_set_is_played_with(folder: Path) -> None:
    """Its path and a fingerprint are the value of the option; the values entered count."""
    change(folder, "money.csv", "0,-3", "0,-9")
    options = chosen(sf1906, {"components": str(folder)})
    assert options["components"].startswith(f"{folder.resolve()}#") and unknown_option(sf1906, options) == ""
    assert chosen(sf1906, options) == options
    s = sf1906.setup(2, options, Random(1))
    assert dict(sf1906.score(s)[0])["Money"] == -9
    run = play_random(sf1906, 2, options, 3)
    assert pickle.loads(pickle.dumps(run.states[5])) == run.states[5]


def test_line_ends_do_not_matter(folder: Path) -> None:
    before = named(str(folder))
    path = folder / "money.csv"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert named(str(folder)) == before


def test_a_record_is_played_on_with_its_own_set(folder: Path, tmp_path: Path) -> None:
    """Also after the tables were copied back; not when they are changed or gone."""
    options = chosen(sf1906, {"components": str(folder)})
    match = Match("sf1906", [Seat("a"), Seat("b")], options, 5)
    for _ in range(7):
        match.act(match.game.legal(match.state)[0])
    path = tmp_path / "match.jsonl"
    Record(path).save(match)
    again, _ = Record.load(path, BOTS)
    assert again.log == match.log and again.state == match.state
    kept = (folder / "money.csv").read_text()
    change(folder, "money.csv", "0,-3", "0,-2")
    with pytest.raises(BadRecord, match="the component set has changed"):
        Record.load(path, BOTS)
    (folder / "money.csv").write_text(kept)
    assert Record.load(path, BOTS)[0].log == match.log
    shutil.rmtree(folder)
    with pytest.raises(BadRecord, match="no component set in"):
        Record.load(path, BOTS)


@pytest.mark.parametrize("value", ["", "/no/such/folder", "/tmp/nowhere", "no#123456789abc", "\0", "#"])
def test_what_is_no_folder_is_refused(value: str) -> None:
    with pytest.raises(ValueError, match="no component set in") as refused:
        chosen(sf1906, {"components": value})
    assert str(refused.value).endswith(value.partition("#1")[0])
    assert unknown_option(sf1906, {"components": value})


def test_a_folder_without_fingerprint_is_not_a_record_s_value(folder: Path) -> None:
    assert "is not a valid choice" in unknown_option(sf1906, {"components": str(folder)})
    assert "is not a valid choice" in unknown_option(sf1906, {"components": 7})


def test_the_tables_of_the_package_need_no_option() -> None:
    assert defaults(sf1906) == {"components": STAND_IN} and named(STAND_IN) == STAND_IN
    assert components(STAND_IN) is KIT and pickle.loads(pickle.dumps(KIT)) is KIT
