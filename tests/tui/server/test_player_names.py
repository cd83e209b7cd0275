"""Names that look alike, and names that nobody may have."""

from __future__ import annotations

import pytest

from tabletown.rules.bots.level_descriptions import LEVELS
from tabletown.tui.server.player_names import checked_name, folded
from tabletown.tui.server.tables.table import RequestDenied


@pytest.mark.parametrize("names", [
    ("Ada", "ada", "ADA", "\uff21\uff44\uff41", "\u0410da", "A d a"),
    ("HaI", "Hal", "Ha1", "HAL"),
    ("Bob", "B0b", "\u0412ob"),
    ("paypal", "\u0440\u0430ypal"),
    ("\u0412\u0435\u0440\u0430", "\u0432\u0435\u0440\u0430"),
    ("Modern", "Modem"),
    ("Stra\u00dfe", "STRASSE"),
])  # fmt: skip
def test_names_that_look_alike_are_one(names: tuple[str, ...]) -> None:
    assert len({folded(name) for name in names}) == 1, {name: folded(name) for name in names}


def test_names_that_look_different_are_two() -> None:
    names = ("Ada", "Ida", "Eda", "Zoe", "Zo\u00eb", "Hana", "Hanna", "\u674e\u96f7", "\u041c\u0430\u0440\u0438\u044f")
    assert len({folded(name) for name in names}) == len(names)


@pytest.mark.parametrize(
    "name", ["Jean-Luc", "O'Neil", "Zo\u00eb", "\u674e\u96f7", "\u041c\u0430\u0440\u0438\u044f", "Ada & Ben", "R2-D2"]
)
def test_names_of_people_are_accepted(name: str) -> None:
    assert checked_name(f"  {name} ") == name


@pytest.mark.parametrize("name", [level.title for level in LEVELS.values()])
def test_no_player_has_the_name_of_a_bot(name: str) -> None:
    with pytest.raises(RequestDenied, match="The program uses that name itself"):
        checked_name(name.upper())
