"""The colours of every theme, as 24 bits and of 256, can be read and distinguished, also by the colour-blind."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product

import pytest
from textual.color import Color

from tabletown import themes
from tabletown.themes.colours import FIELDS, PLATES, READABLE, contrast, table_colours
from tests.themes.colour_vision import DEFICIENCIES, as_sent, distance

SHIPPED = {theme.name: theme for theme in themes.shipped()}
MIXED = [name for name, theme in SHIPPED.items() if not theme.ansi]
"""Themes whose colours are known; those of the terminal are its own."""
SAFE = {"okabe"}
"""Themes for the colour-blind."""

GROUNDS = ("felt", "card", "panel")
TEXTS = ("ink", "muted", "cursor", "picked", "accent", "good", "warn", "fresh", "error", "noble", "seat-1", "seat-2",
         "seat-3", "seat-4")  # fmt: skip
"""Inks that words are written with on the grounds of tables and panels."""
GEMS = tuple(f"gem-{gem}" for gem in ("white", "blue", "green", "red", "black", "gold", "violet"))
SEATS = ("seat-1", "seat-2", "seat-3", "seat-4")
TYPES = ("industry", "lodgings", "mall", "administration", "park")
PLOTS = ("plot-green", "plot-red", "plot-yellow", "plot-violet")
PLAIN, SCORING = ("land", "land-2"), ("prized", "prized-2")
"""Places of the Family edition, each in two tones: a border between them helps those who see it."""
LAND = tuple(dict.fromkeys((*TYPES, *PLOTS, *PLAIN, *SCORING)))
WATER = ("river", "lake")
WRITTEN: list[tuple[str, str]] = [
    *((ink, ground) for ink in TEXTS for ground in GROUNDS),
    *((f"{name}-text", name) for name in (*FIELDS, *PLATES, *GEMS)),
    *((f"{name}-dim-text", f"{name}-dim") for name in FIELDS),
    *((seat, "sign") for seat in SEATS), *(("felt", seat) for seat in SEATS), ("felt", "cursor"), ("felt", "noble"),
]  # fmt: skip
"""Ink and paper of text."""
MARKS: list[tuple[str, str]] = [
    *((mark, field) for mark in ("cursor", "legal") for field in (*LAND, *GROUNDS)),
    *((mark, f"{field}-dim") for mark in ("cursor", *SEATS) for field in LAND),
    *(("rubble", f"{plot}{shade}") for plot in PLOTS for shade in ("", "-dim")),
    ("bridge", "river"), *(("roof", seat) for seat in SEATS), *(("faint", g) for g in ("felt", "card")),
]  # fmt: skip
"""Colour and ground of outlines, signs and pieces that must be seen, and of words for what is out of the game."""
MARK, PIECE = 3.0, 2.4
"""The contrast of marks (WCAG 2.1, 1.4.11), and the least of a piece on a field at full strength in 256 colours, which
may not have a better one: its letter has the contrast of text.
"""
LIMITED = ("okabe-256", "dusk-256", "contrast-256")
"""Themes and depths in which pieces on fields at full strength do not reach the contrast of marks."""
SEATS_APART, FIELDS_APART, PIECES_APART = 0.1, 0.06, 0.2
SAFE_SEATS_APART, SAFE_FIELDS_APART, SAFE_PIECES_APART = 0.1, 0.04, 0.15
"""Distances in OKLab; 0.02 is just seen side by side. The second row holds for every colour vision deficiency: there
the fields of a city, which have signs too, cannot lie as far apart.
"""

CASES = [(name, depth) for name in MIXED for depth in ("truecolor", "256")]
every_case = pytest.mark.parametrize("name, depth", CASES, ids=[f"{name}-{depth}" for name, depth in CASES])


@cache
def colours_in(name: str, depth: str) -> dict[str, Color]:
    """The colours of a theme as the terminal shows them."""
    colours = table_colours(SHIPPED[name], depth)
    return {key: as_sent(Color.parse(value), depth) for key, value in colours.items()}


def faint_pairs(colours: dict[str, Color], pairs: list[tuple[str, str]], least: float) -> dict[str, float]:
    """The pairs whose contrast is too low."""
    measured = {f"{ink} on {paper}": contrast(colours[ink], colours[paper]) for ink, paper in pairs}
    return {pair: round(ratio, 2) for pair, ratio in measured.items() if ratio < least}


def near_pairs(
    colours: dict[str, Color], pairs: list[tuple[str, str]], least: float, deficiency: str
) -> dict[str, float]:
    """The pairs that look alike."""
    measured = {f"{a} and {b}": distance(colours[a], colours[b], deficiency) for a, b in pairs}
    return {pair: round(gap, 3) for pair, gap in measured.items() if gap < least}


def field_pairs() -> list[tuple[str, str]]:
    """Fields that can be side by side, at the same strength."""
    return [
        *combinations((*TYPES, *WATER), 2),
        *combinations(PLOTS, 2),
        *product(PLAIN, SCORING),
        *product((*PLAIN, *SCORING), WATER),
        *((f"{plain}-dim", f"{scoring}-dim") for plain, scoring in product(PLAIN, SCORING)),
        *combinations([f"{name}-dim" for name in TYPES], 2),
        *combinations([f"{name}-dim" for name in PLOTS], 2),
    ]


@every_case
def test_text_has_the_contrast_of_text(name: str, depth: str) -> None:
    assert not faint_pairs(colours_in(name, depth), WRITTEN, READABLE)


@every_case
def test_marks_have_the_contrast_of_marks(name: str, depth: str) -> None:
    assert not faint_pairs(colours_in(name, depth), MARKS, MARK)


@every_case
def test_pieces_stand_out_on_every_field(name: str, depth: str) -> None:
    pairs = [(seat, field) for seat in SEATS for field in LAND]
    assert not faint_pairs(colours_in(name, depth), pairs, PIECE if f"{name}-{depth}" in LIMITED else MARK)
    assert not near_pairs(colours_in(name, depth), pairs, PIECES_APART, "none")


@every_case
def test_fields_lie_behind_the_pieces(name: str, depth: str) -> None:
    """Darker than the seats where the theme is dark, lighter where it is light."""
    colours, sign = colours_in(name, depth), 1 if SHIPPED[name].dark else -1
    black = Color(0, 0, 0)
    light = {key: sign * contrast(colours[key], black) for key in (*LAND, *WATER, *SEATS)}
    assert max(light[key] for key in LAND) < min(light[key] for key in SEATS)


@every_case
def test_seats_and_fields_can_be_told_apart(name: str, depth: str) -> None:
    assert not near_pairs(colours_in(name, depth), list(combinations(SEATS, 2)), SEATS_APART, "none")
    assert not near_pairs(colours_in(name, depth), field_pairs(), FIELDS_APART, "none")


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
@pytest.mark.parametrize("depth", ["truecolor", "256"])
@pytest.mark.parametrize("name", SAFE)
def test_the_colour_blind_can_tell_seats_and_fields_apart(name: str, depth: str, deficiency: str) -> None:
    colours = colours_in(name, depth)
    pieces = [(seat, field) for seat in SEATS for field in LAND]
    assert not near_pairs(colours, list(combinations(SEATS, 2)), SAFE_SEATS_APART, deficiency)
    assert not near_pairs(colours, field_pairs(), SAFE_FIELDS_APART, deficiency)
    assert not near_pairs(colours, pieces, SAFE_PIECES_APART, deficiency)


# Controls: planted colours are found


def test_a_bad_colour_is_found() -> None:
    colours = {**colours_in("dusk", "truecolor"), "muted": Color.parse("#5c6472"), "seat-2": Color.parse("#97742b")}
    assert "muted on felt" in faint_pairs(colours, WRITTEN, READABLE)
    assert "seat-2 on lodgings-dim" in faint_pairs(colours, MARKS, MARK)
    assert near_pairs(colours, [("seat-2", "lodgings")], PIECES_APART, "none")


def test_red_and_green_that_only_differ_in_hue_are_found() -> None:
    colours = {"red": Color.parse("#a85a4a"), "green": Color.parse("#6f7a3a")}
    pairs = [("red", "green")]
    assert not near_pairs(colours, pairs, SEATS_APART, "none")
    assert near_pairs(colours, pairs, SEATS_APART, "deuteranopia")
