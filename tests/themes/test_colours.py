"""The colours of fields, plates and seats: complete in every theme, at every depth, and exact in 256 colours."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.color import Color as RichColor
from rich.color import ColorSystem
from textual.color import Color

from tabletown import themes
from tabletown.themes.colours import FIELDS, SHADES, as_xterm, exact_colours, for_depth, table_colours, xterm

SHIPPED = {theme.name: theme for theme in themes.shipped()}
DEPTHS = ("truecolor", "256", "16", "none")
GOOD = 'name = "mine"\nprimary = "#ff0000"\n'


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("name", SHIPPED)
def test_every_theme_has_every_field_and_its_shades_at_every_depth(name: str, depth: str) -> None:
    colours = table_colours(SHIPPED[name], depth)
    assert colours.keys() >= {*themes.game_colours(), *FIELDS, *SHADES, "accent", "error", "panel"}
    for value in colours.values():
        Color.parse(value)


GREYS_OF_THE_CUBE = {59, 102, 145, 188}
"""Colours of the cube for which Rich sends a neighbour."""


@pytest.mark.parametrize("number", sorted({*range(16, 256)} - GREYS_OF_THE_CUBE))
def test_a_number_of_xterm_is_sent_as_that_number(number: int) -> None:
    assert RichColor.parse(xterm(number)).downgrade(ColorSystem.EIGHT_BIT).number == number


@pytest.mark.parametrize("name", SHIPPED)
def test_shades_in_256_colours_are_those_that_the_terminal_shows(name: str) -> None:
    """Two that a terminal cannot tell apart are equal here too."""
    colours = table_colours(SHIPPED[name], "256")
    for shade in (f"{field}-edge" for field in FIELDS if not colours[field].startswith("ansi")):
        sent = RichColor.parse(colours[shade]).downgrade(ColorSystem.EIGHT_BIT)
        assert sent.number is not None and xterm(sent.number) == colours[shade], shade


@pytest.mark.parametrize("name", SHIPPED)
def test_no_theme_asks_for_a_number_that_is_not_sent(name: str) -> None:
    colours = table_colours(SHIPPED[name], "256")
    assert not {xterm(number) for number in GREYS_OF_THE_CUBE} & {colours[field] for field in FIELDS}


def chroma(colour: str) -> int:
    return max(Color.parse(colour).rgb) - min(Color.parse(colour).rgb)


@pytest.mark.parametrize("name", [name for name in SHIPPED if not SHIPPED[name].ansi])
def test_what_is_nearly_grey_is_grey_in_256_colours(name: str) -> None:
    """The nearest colour of the cube may be a strong blue or yellow."""
    whole, few = (table_colours(SHIPPED[name], depth) for depth in ("truecolor", "256"))
    nearly = [key for key in whole if whole[key][0] == "#" and chroma(whole[key]) < 20 and not key.endswith("-edge")]
    assert not {key: few[key] for key in nearly if chroma(as_xterm(few[key])) > chroma(whole[key]) + 20}


def test_style_sheets_have_the_exact_colours_too() -> None:
    dusk = SHIPPED["dusk"]
    few = for_depth(dusk, "256")
    assert (few.panel, few.variables["panel"], few.variables["card"]) == (xterm(235), xterm(235), xterm(235))
    assert few.background == dusk.background and for_depth(dusk, "truecolor") == dusk
    assert table_colours(few, "256") == table_colours(dusk, "256")


def test_256_colours_have_a_table_of_their_own() -> None:
    colours = table_colours(SHIPPED["dusk"], "256")
    assert (colours["park"], colours["park-dim"]) == ("#008700", "#005f00")
    assert colours["river"] == colours["river-dim"] == "#00005f"
    assert table_colours(SHIPPED["dusk"], "truecolor")["park"] == "#3a6c43"


def test_a_field_steps_back_towards_the_felt() -> None:
    colours = {name: Color.parse(value) for name, value in table_colours(SHIPPED["dusk"], "truecolor").items()}
    for field in FIELDS:
        assert colours[f"{field}-dim"] == colours[field].blend(colours["felt"], 0.3)


def test_a_theme_may_give_a_shade_itself(folders: Path) -> None:
    (folders / "mine.toml").write_text(GOOD + '[variables]\nmall-dim = "#123456"\n', encoding="utf-8")
    own = themes.read(folders / "mine.toml", SHIPPED["dusk"].variables)
    assert table_colours(own, "truecolor")["mall-dim"] == "#123456"


def test_a_players_field_is_not_replaced_by_the_256_colours_of_dusk(folders: Path) -> None:
    (folders / "mine.toml").write_text(GOOD + '[variables]\nmall = "#123456"\n', encoding="utf-8")
    colours = table_colours(themes.read(folders / "mine.toml", SHIPPED["dusk"].variables), "256")
    assert colours["mall"] == "#123456" and colours["park"] == "#008700"


@pytest.mark.parametrize("table", [3, {"mall": 300}, {"mall": 15}, {"mall": [88]}, {"mall": "red"}])
def test_a_number_that_is_no_colour_is_refused(table: object) -> None:
    with pytest.raises(ValueError, match="in the 256-colour palette"):
        exact_colours(table)


def test_a_name_that_is_no_colour_is_refused_in_the_table_of_256(folders: Path) -> None:
    (folders / "mine.toml").write_text(GOOD + "[colours-256]\nmoll = 88\n", encoding="utf-8")
    with pytest.raises(themes.BadTheme, match="unknown colour 'moll'"):
        themes.read(folders / "mine.toml", {})
