"""The city of Metropolys at every size: names, bridges, boxes and pieces, by the cells that are drawn."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from tabletown.rules.core.match import Match
from tabletown.rules.metropolys.board import (
    CORNERS,
    DISTRICT_PLACES,
    DISTRICTS,
    NAMES,
    NEIGHBOURHOODS,
    NEIGHBOURS,
    TYPES,
    places,
)
from tabletown.rules.metropolys.state import Metropolys
from tabletown.tui.games.metropolys.city_plan import AROUND, Plan, plan
from tabletown.tui.games.metropolys.fields import Look, ground
from tabletown.tui.games.metropolys.layout import (
    city_plan,
)
from tabletown.tui.games.metropolys.painter import city_look, city_state
from tabletown.tui.games.metropolys.pieces import Bid, Building, Piece, Token, ground_sign, piece
from tabletown.tui.games.metropolys.place_label import HOUSE, Marks, PlaceLabel, storeys
from tabletown.tui.games.metropolys.selection import parts
from tabletown.tui.model.palette import Palette
from tabletown.tui.screens.table import Table
from tabletown.tui.widgets.board import Board
from tabletown.tui.widgets.board_state import BoardState
from tabletown.tui.widgets.canvas import Canvas, Rect
from tests.tui.app_driver import SMALL, make_app, put_cursor, run_app, screen_text, settle, status_text
from tests.tui.sample_matches import make_seats
from tests.tui.scenes_metropolys import FOUR, at_table, board, city, make_match

WIDTHS, HEIGHTS = range(80, 221), range(24, 71)
SOME = (80, 99, 100, 111, 120, 137, 160, 181, 200, 220)
SOME_HEIGHTS = (24, 26, 27, 31, 36, 41, 45, 52, 60, 70)
EVERYWHERE = (1 << len(NAMES)) - 1
OUT_OF_PLAY = [
    out | also for n, out in enumerate(DISTRICT_PLACES[1:]) for also in (0, DISTRICT_PLACES[1 + (n + 1) % 4])
]
"""Masks of the places that are not in play with three and with two players."""
SIZES = [(80, 21), (99, 24), (100, 33), (120, 33), (160, 42), (200, 57), (220, 67)]


@cache
def palette(glyphs: str = "unicode") -> Palette:
    return make_app(glyphs=glyphs).palette


@cache
def opening(seed: int = 4) -> Metropolys:
    view: Metropolys = Match("metropolys", make_seats(*FOUR), {"version": "expert", "memory": "on"}, seed).view(0, 0)
    return view


@cache
def positions() -> list[BoardState]:
    """The first player's turns of a whole game, and its end."""
    match = city(10**6)
    rng = Random(2)
    states = []
    for ply, s in enumerate(match.states):
        if match.game.turn(s) == 0 and rng.random() < 0.2:
            view = match.view(ply, 0)
            legal = tuple(match.game.legal(s))
            options = frozenset(part for action in legal for part in parts(action))
            story = tuple(match.line(n) for n in range(ply))
            states.append(BoardState(match.game, view, view, 0, match.seats, options, (), legal, story, ply, True))
    end = match.view(len(match.log), 0)
    story = tuple(match.line(n) for n in range(len(match.log)))
    return [*states, BoardState(match.game, end, end, 0, match.seats, story=story, ply=len(story))]


def text_of(canvas: Canvas) -> str:
    return "\n".join("".join(char for char, _ in row) for row in canvas.rows)


def labelled(
    drawn: Plan,
    where: int,
    sign: Piece,
    glyphs: str = "unicode",
    scoring: int | None = None,
    helping: int = 0,
    **marked: bool,
) -> str:
    """The label of a place with a piece, as text; in the Family edition with the places of a card, `scoring`, in Expert
    with those `helping` one.
    """
    (x, y, w, h), inner = drawn.boxes[where], drawn.inner[where]
    canvas = Canvas(w, h, palette(glyphs).style())
    look = Look(EVERYWHERE, EVERYWHERE, (), glyphs == "ascii", scoring, helping)
    marks = Marks(**dict.fromkeys(Marks._fields, False) | marked)
    label = PlaceLabel(canvas, palette(glyphs), look, where, sign, marks, "YHBI")
    label.draw(Rect(0, 0, w, h), inner._replace(x=inner.x - x, y=inner.y - y), storeys(drawn))
    return text_of(canvas)


def check_names(drawn: Plan) -> None:
    """Every place that can be picked has its name."""
    for where, name in enumerate(NAMES):
        for glyphs in ("unicode", "ascii"):
            label = labelled(drawn, where, piece(opening(), where), glyphs, named=True, legal=True)
            assert name in label, (drawn.width, drawn.height, name, label)


def check_bridges(drawn: Plan) -> None:
    """Every bridge leads over water from one end to the other."""
    field, seen = drawn.raster, set()
    for deck in drawn.decks:
        cells = deck.cells
        step = (0, 1) if deck.upright else (1, 0)
        assert all((x + step[0], y + step[1]) == then for (x, y), then in pairwise(cells))
        before = (cells[0][0] - step[0], cells[0][1] - step[1])
        after = (cells[-1][0] + step[0], cells[-1][1] + step[1])
        reached = [
            {area for cell in pair if field.holds(*cell) for area in field.quarters(*cell)}
            for pair in ((before, cells[0]), (cells[-1], after))
        ]
        start, end = deck.ends
        assert (start in reached[0] and end in reached[1]) or (end in reached[0] and start in reached[1]), (
            drawn.width, drawn.height, NAMES[start], NAMES[end],
        )  # fmt: skip
        assert not seen & set(cells), "two bridges cross"
        seen |= set(cells)


def check_labels(drawn: Plan) -> None:
    """No label covers another, a bridge or a statue."""
    taken = {cell for deck in drawn.decks for cell in deck.cells} | set(drawn.statues.values())
    assert len(taken) == sum(len(deck.cells) for deck in drawn.decks) + len(drawn.statues)
    for where, (x, y, w, h) in enumerate(drawn.boxes):
        if not w:
            continue  # not in play
        cells = {(x + column, y + row) for column in range(w) for row in range(h)}
        assert not cells & taken, (drawn.width, drawn.height, NAMES[where])
        assert all(drawn.raster.holds(*cell) for cell in cells)
        taken |= cells
        inner = drawn.inner[where]
        assert {inner.x, inner.x + inner.w - 1} <= set(range(x, x + w)) and y <= inner.y <= inner.y + inner.h <= y + h


def check_stars(drawn: Plan) -> None:
    """Every free place that helps a map card of the Expert edition has its star, beside a token too."""
    for where in (where for where, box in enumerate(drawn.boxes) if box.w):
        for sign in (None, Token(0)):
            label = labelled(drawn, where, sign, helping=EVERYWHERE)
            assert palette()["counts"] in label, (drawn.width, drawn.height, NAMES[where], label)


CHECKS = (check_names, check_bridges, check_labels, check_stars)


@pytest.mark.parametrize("check", CHECKS, ids=["names", "bridges", "labels", "stars"])
@pytest.mark.parametrize("width", SOME)
def test_names_bridges_and_labels_of_the_city(width: int, check: Callable[[Plan], None]) -> None:
    for height in SOME_HEIGHTS:
        check(city_plan(width, height))


@pytest.mark.parametrize("size", SIZES)
def test_a_city_with_fewer_districts_has_room_for_all_places_and_bridges_in_play(size: tuple[int, int]) -> None:
    for out in OUT_OF_PLAY:
        in_play = EVERYWHERE & ~out
        drawn = city_plan(*size, in_play)
        joined = {deck.ends for deck in drawn.decks}
        assert all(b.ends in joined for b in drawn.raster.map.bridges if all(in_play >> end & 1 for end in b.ends))
        assert all(bool(box.w) == bool(in_play >> where & 1) for where, box in enumerate(drawn.boxes))
        check_labels(drawn)
        check_stars(drawn)


@pytest.mark.slow
@pytest.mark.parametrize("width", WIDTHS)
def test_names_bridges_and_labels_at_every_width(width: int) -> None:
    """At every twentieth height, other ones at the next width."""
    for height in HEIGHTS[(3 * width + 1) % 20 :: 20]:
        for check in CHECKS:
            check(city_plan(width, height))


@pytest.mark.parametrize("size", [(57, 21), (57, 26), (86, 30), (114, 39), (153, 54)])
def test_the_fields_that_touch_are_those_of_the_board(size: tuple[int, int]) -> None:
    """As far as they are next to each other in quarters of cells; over water nothing touches."""
    rows = plan(*size).raster.rows
    for y, row in enumerate(rows[:-1]):
        for x, area in enumerate(row[:-1]):
            for other in (row[x + 1], rows[y + 1][x]):
                if area < len(NAMES) > other != area:
                    corner = frozenset((NAMES[area], NAMES[other])) in CORNERS
                    assert NEIGHBOURS[area] >> other & 1 or corner, (NAMES[area], NAMES[other])


def test_every_statue_stands_where_its_three_places_meet() -> None:
    for size in ((57, 21), (86, 30), (114, 39), (153, 54)):
        drawn = plan(*size)
        for name, (x, y) in drawn.statues.items():
            near = {
                area
                for column in (x - 1, x, x + 1)
                for row in (y - 1, y, y + 1)
                if drawn.raster.holds(column, row)
                for area in drawn.raster.quarters(column, row)
            }
            assert AROUND[name] <= near, (size, name)


# Tones of the Family edition


def test_neighbours_differ_in_tone_where_a_label_hides_their_border() -> None:
    """At 80x24 the name and token of a place one row high cover the line to the next."""
    drawn, look = city_plan(80, 21), Look(EVERYWHERE, EVERYWHERE, (), False, 0)
    for where, (x, y, w, h) in enumerate(drawn.boxes):
        low = h == 1 and y + 1 < drawn.height
        below = {area for column in range(x, x + w) for area in drawn.raster.quarters(column, y + 1)[:2]} if low else ()
        for other in below:
            if other < len(NAMES) and NEIGHBOURS[where] >> other & 1:
                assert look.field(where) != look.field(other), (NAMES[where], NAMES[other])
    for tight in ("W4 W7", "W6 W7", "N6 N7", "C6 C7"):
        assert len({look.field(NAMES.index(name)) for name in tight.split()}) == 2, tight


def test_most_neighbours_differ_in_tone() -> None:
    look = Look(EVERYWHERE, EVERYWHERE, (), False, 0)
    borders = [(NAMES.index(a.name), NAMES.index(b)) for a in NEIGHBOURHOODS for b in a.land]
    assert sum(look.field(a) != look.field(b) for a, b in borders) > 0.8 * len(borders)


@pytest.mark.parametrize("kind", range(3))
@pytest.mark.parametrize("size", SIZES)
def test_a_free_place_that_scores_always_has_its_star(size: tuple[int, int], kind: int) -> None:
    drawn, star = city_plan(*size), palette()["counts"]
    for where, name in enumerate(NAMES):
        for sign in (None, Token(kind)):
            assert star in labelled(drawn, where, sign, scoring=EVERYWHERE), name


@pytest.mark.parametrize("size", SIZES)
def test_the_star_of_a_place_never_replaces_the_sign_of_its_type(size: tuple[int, int]) -> None:
    drawn = city_plan(*size)
    for where, name in enumerate(NAMES):
        sign = ground_sign(palette(), None, where)
        for token in (None, Token(0)):
            plain, starred = (labelled(drawn, where, token, helping=helping) for helping in (0, EVERYWHERE))
            assert sign in starred or sign not in plain, (name, plain, starred)


# Bids and buildings


@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
@pytest.mark.parametrize("size", SIZES)
def test_every_bid_and_building_is_on_its_place_and_a_building_leaves_room_for_the_name(
    size: tuple[int, int], glyphs: str
) -> None:
    """The highest value takes the most room. Neither loses its owner's letter; a token leaves room for the sign."""
    drawn = city_plan(*size)
    for where, name in enumerate(NAMES):
        bid, building = (labelled(drawn, where, sign, glyphs) for sign in (Bid(1, 11), Building(1, 12, 2)))
        assert re.search("H ?11", bid) and re.search("H ?12", building) and name in building, (bid, building)
        if glyphs == "unicode":
            token = labelled(drawn, where, Token(0), glyphs)
            needed = f"{name} . +3" if drawn.inner[where].h == 1 else f"{name} ."
            narrow = drawn.inner[where].w < len(needed)
            assert name in token and (ground_sign(palette(), None, where) in token or narrow), token


@pytest.mark.parametrize("size", SIZES)
def test_a_name_stays_where_it_is_whatever_happens_there(size: tuple[int, int]) -> None:
    drawn = city_plan(*size)
    for where, name in enumerate(NAMES):
        labels = [labelled(drawn, where, None), labelled(drawn, where, None, legal=True)]
        labels += [labelled(drawn, where, sign) for sign in (Token(1), Bid(1, 12), Building(1, 3, 0))]
        labels.append(labelled(drawn, where, Building(1, 12, 2), fresh=True, at_cursor=True))
        assert len({label.index(name) for label in labels if name in label}) == 1, labels


def test_the_mark_of_a_new_building_follows_its_value() -> None:
    look = Look(EVERYWHERE, EVERYWHERE, (), False)
    marks = Marks(at_cursor=False, picked=False, named=False, legal=False, plate=False, fresh=True)
    for value, texts in ((7, ["B 7'", "B7'", "B 7", "B7"]), (13, ["B13'", "B13"])):
        label = PlaceLabel(Canvas(4, 1, palette().style()), palette(), look, 0, Building(1, value, 1), marks, "YBH")
        assert list(dict.fromkeys(label.shorts(4))) == texts


@pytest.mark.parametrize("size", [(120, 29), (120, 34), (160, 43)])
def test_windows_tell_tall_buildings_from_medium_ones(size: tuple[int, int]) -> None:
    """A tall building has them wherever its place has room for a house, and a medium one never."""
    drawn, window, tall = city_plan(*size), palette()["window"], 0
    for where, (_, _, w, h) in enumerate(drawn.inner):
        assert window not in labelled(drawn, where, Building(1, 9, 1))
        if w >= HOUSE and h > 1:
            assert window in labelled(drawn, where, Building(1, 12, 2)), (NAMES[where], w, h)
            tall += 1
    assert tall > 40


# What is kept


def test_the_ground_of_a_size_is_drawn_once() -> None:
    look = Look(EVERYWHERE, EVERYWHERE, (), False)
    assert ground(palette(), 86, 30, look) is ground(palette(), 86, 30, look)
    assert plan(86, 30) is plan(86, 30) and places(1)


# Districts and buildings that step back


@pytest.mark.parametrize("size", [(55, 20), (57, 21), (86, 30), (114, 39)])
@pytest.mark.parametrize("out", OUT_OF_PLAY)
def test_districts_that_are_not_in_play_are_named_once_instead_of_their_places(size: tuple[int, int], out: int) -> None:
    in_play = EVERYWHERE & ~out
    drawn = plan(*size, in_play)
    text = text_of(ground(palette(), *size, Look(in_play, in_play, (), False)))
    for name, district in zip(DISTRICTS, DISTRICT_PLACES, strict=True):
        assert text.count(name) == bool(district & out), text
    assert " ".join(text.split()).count("not") == 1
    assert not any(drawn.boxes[where].w for where in places(out))


@pytest.mark.parametrize("size", [(57, 21), (86, 30), (114, 39)])
@pytest.mark.parametrize("out", OUT_OF_PLAY)
def test_places_in_play_are_larger_where_others_are_not(size: tuple[int, int], out: int) -> None:
    """Not each of them, but all together; every place keeps room for its name."""
    in_play = EVERYWHERE & ~out
    whole, part = (
        sum(row.count(place) for row in plan(*size, shown).raster.rows for place in places(in_play))
        for shown in (EVERYWHERE, in_play)
    )
    assert part >= (1 if out in DISTRICT_PLACES else 1.2) * whole
    assert all(plan(*size, in_play).boxes[where].w >= len(NAMES[where]) for where in places(in_play))


@pytest.mark.parametrize("size", [(55, 20), (86, 30)])
def test_the_place_of_the_latest_bid_and_of_the_pick_are_outlined_in_a_window_of_any_size(
    size: tuple[int, int],
) -> None:
    state = next(state for state in positions() if state.view.bids and state.left)
    bidder, where, _ = state.view.bids[-1]
    place = next(action[1] for action in state.left if action[0] == "bid" and action[1] != where)
    look = city_look(replace(state, picked=(("place", place),)), 0, None, plan(*size), False, False)
    assert {(where, f"seat-{bidder + 1}"), (place, "picked")} <= {*look.outlined}


def test_a_building_lies_on_dimmed_land_unless_it_is_highlighted() -> None:
    """So that its colour stands out, whether the viewer can pick a place or not."""
    for state in positions()[1:]:
        drawn = city_state(state, "", plan(86, 30), False, False)
        built = sum(1 << where for where, value in enumerate(state.view.values) if value)
        assert built and drawn.look.full and not drawn.look.full & built
        look = city_look(state, 0, built, plan(86, 30), False, False)
        assert look.full == built


def two_players() -> tuple[Metropolys, BoardState]:
    match = Match("metropolys", make_seats("You", "greedy"), {"version": "family", "memory": "on"}, 4)
    view = match.view(0, 0)
    return view, BoardState(match.game, view, view, 0, match.seats, left=tuple(match.legal()), active=True)


# What steps back


def test_names_step_back_beside_the_places_that_can_be_picked_but_tokens_do_not() -> None:
    colours = palette()
    full = 1 << NAMES.index("C9")
    for full_too in (True, False):
        look = Look(EVERYWHERE, full if full_too else 0, (), False)
        canvas = Canvas(8, 2, colours.style())
        marks = Marks(at_cursor=False, picked=False, named=full_too, legal=full_too, plate=False, fresh=False)
        label = PlaceLabel(canvas, colours, look, NAMES.index("C9"), Token(0), marks, "YHBI")
        label.draw(Rect(0, 0, 8, 2), Rect(0, 0, 8, 2), 2)
        styles = {char: style for row in canvas.rows for char, style in row if char in "C3"}
        assert bool(styles["C"].bold) == full_too
        assert styles["3"].bgcolor == colours.colour("gem-gold").rich_color


def test_narrow_places_of_the_smallest_window_have_their_token_below_the_name() -> None:
    """In one row the token would reach over the border of the next place."""
    boxes = city_plan(80, 21).boxes
    for name in ("C3", "C4", "C5", "C6", "W9", "W10"):
        box = boxes[NAMES.index(name)]
        assert box.h > 1, name
        assert not any(
            other.y <= row < other.y + other.h and other.x in (box.x + box.w, box.x - other.w)
            for other in boxes
            for row in range(box.y, box.y + box.h)
        ), f"{name} touches another label"


@pytest.mark.parametrize("height", [1, 2])
def test_a_name_that_fills_its_place_has_the_sign_of_the_type_below(height: int) -> None:
    colours, where = palette(), NAMES.index("W10")
    canvas = Canvas(3, height, colours.style())
    marks = Marks(at_cursor=False, picked=False, named=False, legal=False, plate=False, fresh=False)
    label = PlaceLabel(canvas, colours, Look(EVERYWHERE, EVERYWHERE, (), False), where, None, marks, "YHBI")
    label.draw(Rect(0, 0, 3, height), Rect(0, 0, 3, height), 1)
    assert text_of(canvas).split() == ["W10", colours["place-types"][TYPES.index("mall")]][:height]


def test_the_sign_of_a_type_gives_way_to_a_piece_in_a_narrow_place_where_the_colour_is_seen() -> None:
    colours, where = palette(), NAMES.index("W10")
    sign = colours["place-types"][TYPES.index("mall")]
    marks = Marks(at_cursor=False, picked=False, named=False, legal=False, plate=False, fresh=False)
    texts = []
    for token_or_building, lines in ((Token(0), False), (Building(0, 13, 2), False), (Building(0, 13, 2), True)):
        canvas = Canvas(3, 3, colours.style())
        label = PlaceLabel(
            canvas, colours, Look(EVERYWHERE, EVERYWHERE, (), lines), where, token_or_building, marks, "YHBI"
        )
        label.draw(Rect(0, 0, 3, 3), Rect(0, 0, 3, 3), 1)
        texts.append(text_of(canvas).split())
    assert texts[0] == ["W10", "+3"]
    assert sign not in texts[1] and sign in texts[2]


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_the_names_of_places_next_to_the_cursor_are_underlined_and_named(size: tuple[int, int]) -> None:
    match = make_match(version="family")
    async with run_app(make_app(Table(match, None)), size) as pilot:
        for name in ("C7", "C9"):
            board = put_cursor(pilot, "place", NAMES.index(name))
            await settle(pilot)
            near = [NAMES[there] for there in places(NEIGHBOURS[NAMES.index(name)] & match.state.in_use)]
            assert underlined(board) == {*near}
            assert f"Next to {' '.join(near)}." in status_text(pilot) or size[0] == 80


def underlined(board: Board) -> set[str]:
    """The names of places on the map that are underlined."""
    seen = set()
    for tile in board.tiles:
        if tile.zone == "city":
            x, y, w, h = tile.rect
            cells = [cell for row in board.canvas.rows[y : y + h] for cell in row[x : x + w]]
            if "".join(char for char, style in cells if style.underline):
                seen.add(NAMES[tile.part[1]])
    return seen


@pytest.mark.parametrize(("storeys", "calmer"), [(1, True), (2, False)])
def test_old_buildings_are_less_bright_than_new_ones_on_a_small_map(storeys: int, calmer: bool) -> None:
    colours, fills = palette(), []
    for fresh in (False, True):
        canvas = Canvas(4, 2, colours.style())
        marks = Marks(False, False, False, False, False, fresh)
        look, house = Look(EVERYWHERE, 0, (), False), Building(1, 12, 2)
        label = PlaceLabel(canvas, colours, look, NAMES.index("C9"), house, marks, "YHBI")
        label.draw(Rect(0, 0, 4, 2), Rect(0, 0, 4, 2), storeys)
        [style] = {style for char, style in canvas.rows[1] if char == "H"}
        fills.append(style.color)
    assert (fills[0] != fills[1]) == calmer and fills[1] == colours.colour("seat-2").rich_color


async def test_a_sign_that_would_touch_others_gives_way_where_the_colour_tells_the_type() -> None:
    async with run_app(at_table(0), SMALL) as pilot:
        types = board(pilot).palette["place-types"]
        text = screen_text(pilot)
        assert not [name for name in ("C3", "C4", "C7", "W2") for sign in types if f"{name}{sign}" in text], text
        assert [sign for sign in types if f"C2 {sign}" in text]
    async with run_app(at_table(0, glyphs="ascii"), SMALL) as pilot:
        types = board(pilot).palette["place-types"]
        assert [sign for sign in types if f"C3{sign}" in screen_text(pilot)], screen_text(pilot)


@pytest.mark.parametrize("names", [("You", "greedy"), ("You", "greedy", "greedy"), ()])
async def test_tokens_and_statues_are_explained_when_a_game_starts(names: tuple[str, ...]) -> None:
    async with run_app(at_table(0, *names), SMALL) as pilot:
        statue = board(pilot).palette["statue"]
        assert f"{statue} statue" in screen_text(pilot)
        assert "+3 trendy" in screen_text(pilot) or "+3+1-1 tokens" in screen_text(pilot)
