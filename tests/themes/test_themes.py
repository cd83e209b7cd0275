"""Themes and glyphs as data, and what is decided by settings and environment."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from unicodedata import east_asian_width

import pytest
from rich.cells import cell_len
from textual.color import Color
from textual.theme import Theme

from tabletown import themes
from tabletown.themes.colours import contrast, table_colours
from tabletown.tui.model import settings as config
from tabletown.tui.model import terminal as terminals
from tabletown.tui.model.settings import Settings
from tests.tui.app_driver import QUIET

SHIPPED = {theme.name: theme for theme in themes.shipped()}
MIXED = [name for name, theme in SHIPPED.items() if not theme.ansi]
"""Themes whose colours are known; terminal colours are its own."""
COLOURS = ("white", "blue", "green", "red", "black", "gold", "violet")
FRAMES = ("frame", "strong", "cursor")
TEXT, LARGE_TEXT = 4.5, 3.0
"""Contrasts that WCAG 2.1 asks for (1.4.3)."""
GOOD = 'name = "mine"\nprimary = "#ff0000"\n'


def test_contrast_is_that_of_the_standard() -> None:
    black, white = Color.parse("#000000"), Color.parse("#ffffff")
    assert contrast(black, white) == pytest.approx(21)
    assert contrast(white, white) == 1
    assert contrast(Color.parse("#767676"), white) == pytest.approx(4.54, abs=0.01)


def test_there_are_dark_light_strong_safe_and_plain_themes() -> None:
    assert set(SHIPPED) >= {"dusk", "paper", "contrast", "okabe", "ansi", "ansi-light"}
    assert SHIPPED["dusk"].dark and not SHIPPED["paper"].dark


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_theme_has_all_colours(name: str) -> None:
    assert set(SHIPPED[name].variables) >= set(themes.game_colours())
    for value in SHIPPED[name].variables.values():
        Color.parse(value)


@pytest.mark.parametrize("name", SHIPPED)
def test_the_file_is_named_as_its_theme(name: str) -> None:
    assert (Path(str(themes.files("tabletown.themes"))) / f"{name}.toml").is_file()


def test_every_colour_that_the_screens_ask_for_exists() -> None:
    """Names in the sources, as in style("ink", "card") and style(paper="card")."""
    defined = set(table_colours(SHIPPED["dusk"], "truecolor"))
    asked = set()
    for path in (Path(__file__).parents[2] / "tui").rglob("*.py"):
        for call in re.findall(r"\.style\(([^()]*)\)", path.read_text(encoding="utf-8")):
            asked |= set(re.findall(r'"([a-z][a-z-]*)"', re.sub(r'f"[^"]*"', "", call)))
    assert {"ink", "muted", "cursor"} <= asked, "the search finds nothing"
    assert asked <= defined


@pytest.mark.parametrize("name", MIXED)
@pytest.mark.parametrize("ink, paper, least", [
    ("ink", "felt", TEXT), ("ink", "card", TEXT), *((f"gem-{c}-text", f"gem-{c}", TEXT) for c in COLOURS),
    *((ink, "felt", LARGE_TEXT) for ink in ("muted", "good", "fresh", "cursor", "warn")), ("good", "card", LARGE_TEXT),
    *((f"seat-{n}", "felt", LARGE_TEXT) for n in range(1, 5)),
])  # fmt: skip
def test_text_can_be_read(name: str, ink: str, paper: str, least: float) -> None:
    variables = SHIPPED[name].variables
    ratio = contrast(Color.parse(variables[ink]), Color.parse(variables[paper]))
    assert ratio >= least, f"{ink} on {paper} has {ratio:.2f}"


@pytest.mark.parametrize("name", MIXED)
def test_interface_text_can_be_read(name: str) -> None:
    theme = SHIPPED[name]
    assert theme.foreground and theme.background and theme.panel and theme.surface
    for ground in (theme.background, theme.panel, theme.surface):
        assert contrast(Color.parse(theme.foreground), Color.parse(ground)) >= TEXT


@pytest.mark.parametrize("name", ["ansi", "ansi-light"])
def test_colours_of_the_terminal_are_not_mixed(name: str) -> None:
    ansi = SHIPPED[name]
    assert ansi.ansi and all(value.startswith("ansi_") for value in ansi.variables.values())
    assert all(ansi.variables[f"gem-{c}"] != ansi.variables[f"gem-{c}-text"] != ansi.variables["felt"] for c in COLOURS)


# Glyphs


@pytest.mark.parametrize("name", ["unicode", "console", "ascii"])
def test_glyphs_are_one_cell_wide(name: str) -> None:
    for key, value in themes.glyphs(name).items():
        for char in "" if key in ("art", "braille") else value:
            assert cell_len(char) == 1, f"{key}: {char!r}"


def drawing(char: str) -> bool:
    """ASCII, or one of the blocks that terminals draw themselves: boxes, blocks, braille."""
    return char.isascii() or 0x2500 <= ord(char) <= 0x259F or 0x2800 <= ord(char) <= 0x28FF


def test_no_glyph_is_of_ambiguous_width() -> None:
    """In an East Asian terminal those would be two cells wide."""
    glyphs = themes.glyphs("unicode")
    wide = {
        key: char for key in glyphs for char in glyphs[key] if not drawing(char) and east_asian_width(char) in "AWF"
    }
    assert not wide


def test_the_ascii_set_is_ascii() -> None:
    assert all(value.isascii() and value.isprintable() for value in themes.glyphs("ascii").values())


@pytest.mark.parametrize("name", ["console", "ascii"])
def test_all_sets_have_the_same_glyphs(name: str) -> None:
    reference, glyphs = themes.glyphs("unicode"), themes.glyphs(name)
    assert list(reference) == list(glyphs)
    for key in set(reference) - {"spinner", "art", "braille"}:
        assert len(reference[key]) == len(glyphs[key]), key


def test_the_console_of_linux_has_its_glyphs() -> None:
    """Boxes and blocks of code page 437, and Latin-1, but not the half blocks, which the fonts of Debian lack."""
    for char in "".join(themes.glyphs("console").values()):
        assert ord(char) < 0x100 or (drawing(char) and char.encode("cp437") and char not in "▀▄▌▐"), char


@pytest.mark.parametrize("name", ["unicode", "console", "ascii"])
def test_frames_have_eight_glyphs_and_differ(name: str) -> None:
    glyphs = themes.glyphs(name)
    assert {len(glyphs[frame]) for frame in FRAMES} == {8}
    assert len({glyphs[frame] for frame in FRAMES}) == len(FRAMES), "without colour they look alike"


def test_these_sets_are_all_that_there_is() -> None:
    file = themes.files("tabletown.themes").joinpath(themes.GLYPHS)
    assert set(tomllib.loads(file.read_text(encoding="utf-8"))) == {"unicode", "console", "ascii"}


# Files of players


@pytest.mark.parametrize("text, reason", [
    ("name = ", "Invalid value"),
    ('name = "mine"\n', "a theme needs a primary colour"),
    ('primary = "#ff0000"\n', "a theme needs a name"),
    (GOOD + 'shine = "#ff0000"\n', "unknown entry 'shine'"),
    (GOOD + "variables = 3\n", "variables = 3 is not a table"),
    (GOOD + 'accent = "nocolour"\n', "accent = 'nocolour' is not a colour; try something like #ff8800"),
    (GOOD + "accent = 7\n", "accent = 7 is not a colour"),
    (GOOD + '[variables]\nink = "inky"\n', "ink = 'inky' is not a colour"),
    ('name = "mine"\nprimary = "red-ish"\n', "primary = 'red-ish' is not a colour"),
    (GOOD + 'dark = "yes"\n', "dark"),
    (GOOD + 'luminosity_spread = "wide"\n', "luminosity_spread"),
    ('name = 5\nprimary = "#ff0000"\n', "name"),
])  # fmt: skip
def test_a_bad_theme_is_named_with_the_reason(folders: Path, text: str, reason: str) -> None:
    (folders / "mine.toml").write_text(text, encoding="utf-8")
    with pytest.raises(themes.BadTheme) as bad:
        themes.read(folders / "mine.toml", {})
    assert str(bad.value).startswith("mine.toml: ") and reason in str(bad.value)


@pytest.mark.parametrize("text, reason", [
    (GOOD + '[variables]\ngem-rde = "#ff0000"\n', "unknown colour 'gem-rde'"),
    (GOOD + '[variables]\n"" = "#ff0000"\n', "unknown colour ''"),
    (GOOD + "[variables]\nink = 5\n", "ink = 5 is not a colour"),
    (GOOD + "x = " + "[" * 5000, "nested too deeply"),
    ("# much\n" * 20_000, "larger than 100 kB"),
    ('name = ""\nprimary = "#ff0000"\n', "a name must be 1 to 24 letters long, not ''"),
    ('name = "mi\\nne"\nprimary = "#ff0000"\n', "a name must be 1 to 24 letters long"),
    (f'name = "{"x" * 500}"\nprimary = "#ff0000"\n', "a name must be 1 to 24 letters long"),
], ids=range(8))  # fmt: skip
def test_a_field_that_is_wrong_is_named(folders: Path, text: str, reason: str) -> None:
    (folders / "mine.toml").write_text(text, encoding="utf-8")
    with pytest.raises(themes.BadTheme) as bad:
        themes.read(folders / "mine.toml", {})
    assert reason in str(bad.value) and str(bad.value).isprintable() and len(str(bad.value)) < 200


def test_colours_that_textual_asks_for_may_be_given(folders: Path) -> None:
    (folders / "mine.toml").write_text(GOOD + '[variables]\nblock-cursor-background = "#00ff00"\n', encoding="utf-8")
    assert themes.read(folders / "mine.toml", {}).variables["block-cursor-background"] == "#00ff00"


def test_a_folder_is_no_theme(folders: Path) -> None:
    (folders / "mine.toml").mkdir()
    os.mkfifo(folders / "pipe.toml")
    assert themes.load(folders)[1] == ["mine.toml: not a regular file", "pipe.toml: not a regular file"]


def test_what_a_theme_leaves_out_is_named(folders: Path) -> None:
    loaded(folders, dark=GOOD, light='name = "light"\nprimary = "#ff0000"\ndark = false\n', bad="name =")
    count = len(themes.game_colours())
    assert themes.gaps(folders) == {
        "mine": f"dark.toml does not set felt and {count - 1} more; using the values from dusk.",
        "light": f"light.toml does not set felt and {count - 1} more; using the values from paper.",
    }
    every = "".join(f'{key} = "#ff0000"\n' for key in themes.game_colours() if key != "ink")
    loaded(folders, dark=GOOD + "[variables]\n" + every)
    assert themes.gaps(folders)["mine"] == "dark.toml does not set ink; using the value from dusk."
    loaded(folders, dark=GOOD + "[variables]\n" + every + 'ink = "#ffffff"\n')
    assert "mine" not in themes.gaps(folders)


def test_a_light_theme_is_completed_from_paper(folders: Path) -> None:
    loaded_themes, _ = loaded(folders, mine=GOOD.strip() + "\ndark = false\n")
    assert loaded_themes["mine"].variables == SHIPPED["paper"].variables


@pytest.mark.parametrize("lost", ["ink", "seat-4", "gem-red-text"])
def test_a_shipped_theme_that_lacks_a_colour_is_named(monkeypatch: pytest.MonkeyPatch, lost: str) -> None:
    parse = themes.parse

    def without(file: Any) -> dict[str, Any]:
        data = parse(file)
        if file.name == "paper.toml":
            del data["variables"][lost]
        return data

    monkeypatch.setattr(themes, "parse", without)
    with pytest.raises(themes.BadTheme, match=rf"^paper\.toml: {lost} is missing$"):
        themes.shipped()


def test_a_set_of_glyphs_that_lacks_one_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(themes, "parse", lambda file: {"unicode": {"here": ">", "full": "#"}, "ascii": {"here": ">"}})
    with pytest.raises(themes.BadTheme, match=r"^glyphs\.toml: ascii has no 'full'$"):
        themes.glyphs("ascii")


def test_bytes_that_are_no_text_are_a_bad_theme(folders: Path) -> None:
    (folders / "mine.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(themes.BadTheme, match=r"^mine\.toml: "):
        themes.read(folders / "mine.toml", {})


def loaded(folder: Path, **files: str) -> tuple[dict[str, Theme], list[str]]:
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    loaded_themes, problems = themes.load(folder)
    return {theme.name: theme for theme in loaded_themes}, problems


def test_a_players_theme_is_added_and_completed_from_dusk(folders: Path) -> None:
    by_name, problems = loaded(folders, mine=GOOD + '[variables]\nink = "#123456"\n')
    assert problems == [] and set(by_name) == {*SHIPPED, "mine"}
    dusk = {name: value for name, value in SHIPPED["dusk"].variables.items() if name != "ink-256"}
    assert by_name["mine"].variables == {**dusk, "ink": "#123456"}


def test_a_players_theme_may_replace_a_shipped_one(folders: Path) -> None:
    loaded_themes, problems = loaded(folders, other=GOOD.replace("mine", "paper"))
    assert problems == [] and set(loaded_themes) == set(SHIPPED) and loaded_themes["paper"].primary == "#ff0000"


def test_bad_themes_are_left_out_and_said(folders: Path) -> None:
    by_name, problems = loaded(folders, one="name =", two=GOOD, three=GOOD + "accent = 7\n")
    assert set(by_name) == {*SHIPPED, "mine"}
    assert [problem.split(":")[0] for problem in problems] == ["one.toml", "three.toml"]


def test_no_folder_is_no_problem(folders: Path) -> None:
    assert themes.load(folders / "nowhere")[1] == []


# What is decided


@pytest.mark.parametrize("env, expected", [
    ({}, "none"),
    ({"TERM": "dumb"}, "none"),
    ({"TERM": "vt100"}, "none"),
    ({"TERM": "vt220", "COLORTERM": ""}, "none"),
    ({"TERM": "xterm"}, "16"),
    ({"TERM": "linux"}, "16"),
    ({"TERM": "screen"}, "16"),
    ({"TERM": "xterm-256color"}, "256"),
    ({"TERM": "tmux-256color"}, "256"),
    ({"TERM": "xterm-kitty"}, "256"),
    ({"TERM": "xterm-direct"}, "256"),
    ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, "truecolor"),
    ({"TERM": "xterm", "COLORTERM": "24bit"}, "truecolor"),
    ({"TERM": "xterm", "COLORTERM": "TrueColor"}, "truecolor"),
    ({"TERM": "xterm-256color", "COLORTERM": "yes"}, "256"),
    ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, "none"),
    ({"TERM": "xterm-256color", "NO_COLOR": ""}, "256"),
])  # fmt: skip
def test_colours_follow_the_environment(env: Mapping[str, str], expected: str) -> None:
    assert terminals.colours(env) == expected


@pytest.mark.parametrize("env, expected", [
    ({}, "ascii"),
    ({"LANG": "C"}, "ascii"),
    ({"LANG": "POSIX"}, "ascii"),
    ({"LANG": "de_DE.ISO-8859-1"}, "ascii"),
    ({"LANG": "C.UTF-8"}, "unicode"),
    ({"LANG": "en_GB.utf8"}, "unicode"),
    ({"LANG": "C", "LC_ALL": "C.UTF-8"}, "unicode"),
    ({"LANG": "C", "LC_CTYPE": "en_GB.UTF-8"}, "unicode"),
    ({"LANG": "C.UTF-8", "LC_ALL": "C"}, "ascii"),
    ({"LANG": "C.UTF-8", "TERM": "vt100"}, "ascii"),
    ({"LANG": "C.UTF-8", "TERM": "dumb"}, "ascii"),
])  # fmt: skip
def test_glyphs_follow_the_locale(env: Mapping[str, str], expected: str) -> None:
    assert terminals.glyphs(env) == expected


RICH = {"TERM": "xterm", "COLORTERM": "truecolor", "LANG": "C.UTF-8"}


@pytest.mark.parametrize("settings, env, expected", [
    (Settings(), RICH, terminals.Terminal("truecolor", "unicode", True)),
    (Settings(), {**RICH, "SSH_TTY": "/dev/pts/1"}, terminals.Terminal("truecolor", "unicode", False)),
    (Settings(), {**RICH, "SSH_CONNECTION": "a b"}, terminals.Terminal("truecolor", "unicode", False)),
    (Settings(animation="on"), {**RICH, "SSH_TTY": "x"}, terminals.Terminal("truecolor", "unicode", True)),
    (Settings(animation="off"), RICH, terminals.Terminal("truecolor", "unicode", False)),
    (Settings(colours="16", glyphs="ascii"), RICH, terminals.Terminal("16", "ascii", True)),
    (Settings(colours="256"), {**RICH, "NO_COLOR": "1"}, terminals.Terminal("256", "unicode", True)),
    (Settings(glyphs="unicode"), {"TERM": "vt100"}, terminals.Terminal("none", "unicode", True, titled=False)),
    (Settings(), {**RICH, "COLORFGBG": "0;15"}, terminals.Terminal("truecolor", "unicode", True, light=True)),
    (Settings(), {**RICH, "COLORFGBG": "0;default;7"}, terminals.Terminal("truecolor", "unicode", True, light=True)),
    (Settings(), {**RICH, "COLORFGBG": "15;0"}, terminals.Terminal("truecolor", "unicode", True)),
    (Settings(), {**RICH, "STY": "1.pts"}, terminals.Terminal("truecolor", "unicode", True, mouse=False)),
    (Settings(), {"TERM": "linux", "LANG": "C.UTF-8"}, terminals.Terminal("16", "console", True, titled=False)),
    (Settings(), {"TERM": "linux", "LANG": "C"}, terminals.Terminal("16", "ascii", True, titled=False)),
])  # fmt: skip
def test_settings_go_before_the_environment(
    settings: Settings, env: Mapping[str, str], expected: terminals.Terminal
) -> None:
    assert terminals.terminal(settings, env) == expected


@pytest.mark.parametrize("colours, flat", [("truecolor", False), ("256", False), ("16", True), ("none", True)])
def test_sixteen_colours_and_none_are_flat(colours: str, flat: bool) -> None:
    assert terminals.Terminal(colours, "unicode", False).flat is flat


def test_settings_are_read_as_they_were_written() -> None:
    config.save_settings(QUIET)
    assert config.load_settings() == (QUIET, [])


def test_no_settings_are_the_defaults() -> None:
    assert config.load_settings() == (Settings(), [])
