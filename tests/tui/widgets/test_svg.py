"""Pictures of screens: the same in every viewer, however it treats spaces and fonts."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from rich.segment import Segment
from rich.style import Style

from tabletown import themes
from tabletown.tui.widgets.svg import BAR, HIGH, MARGIN, WIDE, cells, shapes, svg

TEXT, PATH, GROUP = (f"{{http://www.w3.org/2000/svg}}{tag}" for tag in ("text", "path", "g"))
PLAIN = Style.parse("#ffffff on #000000")


def drawn(*segments: Segment) -> ElementTree.Element:
    return ElementTree.fromstring(svg([list(cells(segments))], "A title"))


def letters(picture: ElementTree.Element) -> list[ElementTree.Element]:
    """The texts of a screen of one row from left to right, without the title of the window."""
    texts = [text for group in picture.findall(GROUP) for text in group.findall(TEXT)]
    return sorted(texts, key=lambda text: int((text.get("x") or "").split()[0]))


def words(picture: ElementTree.Element) -> list[tuple[str, list[int]]]:
    """The words of a picture of one row, with the columns of their letters."""
    written = [(text.text or "", (text.get("x") or "").split()) for text in letters(picture)]
    return [(text, [(int(x) - MARGIN) // WIDE for x in places]) for text, places in written]


def test_every_letter_has_its_own_place_and_no_word_has_a_space() -> None:
    assert words(drawn(Segment("  ab & <c>  ", PLAIN))) == [("ab", [2, 3]), ("&", [5]), ("<c>", [7, 8, 9])]


def test_a_style_begins_a_word() -> None:
    bold = Style.parse("bold #ffffff on #000000")
    assert words(drawn(Segment("a", PLAIN), Segment("b", bold))) == [("a", [0]), ("b", [1])]


def test_signs_that_fonts_make_wider_do_not_move_what_follows() -> None:
    assert words(drawn(Segment("a▸bc", PLAIN))) == [("a", [0]), ("▸", [1]), ("bc", [2, 3])]


def test_a_wide_letter_takes_two_columns() -> None:
    assert words(drawn(Segment("\u732bx", PLAIN))) == [("\u732b", [0]), ("x", [2])]


@pytest.mark.parametrize("char", "─│╭╮╰╯┌┐└┘├┤┬┴┼━┃┏┓┗┛═║╔╗╚╝█▌▐▀▄▁▂▃▅▆▇▏▎▍▋▊▉▔▕▖▗▘▙▚▛▜▝▞▟░▒▓⠋⣿")
def test_what_terminals_draw_to_the_edge_of_a_cell_is_drawn(char: str) -> None:
    assert shapes(char), char
    for x, y, w, h in shapes(char) or ():
        assert 0 <= x < x + w <= 1.001 and 0 <= y < y + h <= 1.001
    assert not letters(drawn(Segment(char, PLAIN)))


def test_no_frame_or_bar_is_left_to_the_font() -> None:
    glyphs = themes.glyphs("unicode")
    assert all(
        shapes(c) for key in ("frame", "strong", "cursor", "eighths", "full", "half", "rule") for c in glyphs[key]
    )


@pytest.mark.parametrize("char, area", [("█", 1), ("▌", 0.5), ("▂", 0.25), ("▏", 0.125), ("▙", 0.75), ("▕", 0.125)])
def test_a_block_covers_its_part_of_the_cell(char: str, area: float) -> None:
    assert sum(w * h for _, _, w, h in shapes(char) or ()) == area


@pytest.mark.parametrize("char", "aA1▸♜‡ ")
def test_letters_and_signs_are_left_to_the_font(char: str) -> None:
    assert shapes(char) is None


def test_lines_of_neighbours_meet() -> None:
    right_end = max(x + w for x, _, w, _ in shapes("╭") or ())
    left_end = min(x for x, _, _, _ in shapes("╮") or ())
    assert (right_end, left_end) == (1, 0)


def test_papers_lie_under_shapes_of_the_same_colour() -> None:
    """The first cell is a red block on black, the second red paper: shapes come after all papers."""
    picture = drawn(Segment("█", Style.parse("#ff0000 on #000000")), Segment(" ", Style.parse("#ffffff on #ff0000")))
    fills = [path.get("fill") for path in picture.iter(PATH)]
    assert fills == ["#000000", "#ff0000", "#ff0000"]


def test_reversed_and_underlined_cells_are_as_a_terminal_shows_them() -> None:
    picture = drawn(Segment("a ", Style.parse("#ffffff on #000000 reverse underline")))
    paths = {path.get("fill"): path.get("d") or "" for path in picture.iter(PATH)}
    assert [group.get("fill") for group in picture.findall(GROUP)] == [None, "#000000"]
    assert paths["#ffffff"].startswith("M0 0h2v1h-2z")
    group = picture.find(GROUP)
    assert group is not None and group.get("transform") == f"translate({MARGIN} {BAR}) scale({WIDE} {HIGH})"
    assert paths["#000000"] == "M0 .88h2v.06h-2z", "the space is underlined too"


def test_a_line_across_cells_is_one_shape() -> None:
    [_, line] = drawn(Segment("──", Style.parse("#ff0000 on #000000"))).iter(PATH)
    assert line.get("d") == "M0 .46h2v.07h-2z"
