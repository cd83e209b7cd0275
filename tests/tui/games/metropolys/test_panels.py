"""The panels beside the city: the call, the players and the key of the map have room for all that they say."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tabletown import rules
from tabletown.rules.core.match import Match
from tabletown.rules.metropolys.board import NAMES, TYPES
from tabletown.rules.metropolys.objectives import FAMILY_AREA, OBJECTIVES, paid
from tabletown.rules.metropolys.score import LEADS
from tabletown.rules.metropolys.state import Metropolys
from tabletown.tui.games.metropolys.auction_panel import POINTS, AuctionPanel, choices
from tabletown.tui.games.metropolys.holdings import SHORT_NAMES, places_of_card
from tabletown.tui.games.metropolys.layout import (
    AUCTION,
    KEY,
    MAP,
    PASS_KEY,
    SIDE_KEY,
    SIDE_KEY_ROWS,
    STORY,
    arrangement,
    city_plan,
    is_choice,
    lay_out,
)
from tabletown.tui.games.metropolys.map_key import MapKey
from tabletown.tui.games.metropolys.painter import CityState, MetropolysPainter, city_state
from tabletown.tui.games.metropolys.panel_lines import Line
from tabletown.tui.games.metropolys.pieces import NEW, TOKEN_NAMES
from tabletown.tui.games.metropolys.player_panel import PlayerPanel
from tabletown.tui.games.metropolys.story import Ending
from tabletown.tui.games.metropolys.tallest import led
from tabletown.tui.widgets.board_state import BoardState
from tabletown.tui.widgets.canvas import Rect
from tabletown.tui.widgets.tiles import Tile
from tests.rules.metropolys.positions import card, erect, table
from tests.rules.random_play import play_match
from tests.tui.app_driver import make_app
from tests.tui.games.metropolys.test_city import SIZES, palette, positions, text_of, two_players
from tests.tui.sample_matches import make_seats


def tiles_at(state: BoardState, width: int, height: int) -> tuple[list[Tile], CityState]:
    drawn = city_state(state, "", city_plan(width, height, state.view.in_use), False, False)
    return lay_out(state, palette(), width, height, drawn.plan.boxes), drawn


@pytest.mark.parametrize("size", SIZES)
def test_no_panel_lies_over_another_and_none_leaves_the_window(size: tuple[int, int]) -> None:
    for state in positions():
        tiles, _ = tiles_at(state, *size)
        panels = [tile for tile in tiles if tile.zone != "city"]
        seen: set[tuple[int, int]] = set()
        for tile in panels:
            x, y, w, h = tile.rect
            cells = {(column, row) for column in range(x, x + w) for row in range(y, y + h)}
            assert w > 0 and h > 0 and x + w <= size[0] and y + h <= size[1], tile
            assert not seen & cells, tile
            seen |= cells
        call = next(tile.rect for tile in tiles if tile.part == AUCTION)
        chosen = [tile.rect for tile in tiles if is_choice(tile)]
        assert len(chosen) == len(choices(state, call.w - 2))
        assert all(call.x <= rect.x and rect.y >= call.y + call.h for rect in chosen)
        assert next(tile for tile in tiles if tile.part == MAP).rect == arrangement(*size).city


@pytest.mark.parametrize("size", SIZES)
def test_everything_of_every_player_has_room(size: tuple[int, int]) -> None:
    """Points, buildings, tokens, special cards and open objectives; nothing is cut off, at the end neither."""
    for state in positions():
        tiles, drawn = tiles_at(state, *size)
        for tile in tiles:
            if tile.part[0] == "player":
                panel = PlayerPanel(palette(), state, tile.part[1], tile.rect.w - 3)
                lines = panel.lines(rows=tile.rect.h)
                assert len(lines) <= tile.rect.h, (state.ply, tile)
                assert all(line.width <= tile.rect.w - 3 for line in lines), lines
                text = text_of(MetropolysPainter(palette(), state, tile, False, drawn).paint())
                assert all(line_text(line) in text for line in lines), text


def line_text(line: Line) -> str:
    return "".join(span.text for span in line.left)


@pytest.mark.parametrize("size", SIZES)
def test_the_bid_to_beat_and_every_choice_have_room(size: tuple[int, int]) -> None:
    for state in positions():
        tiles, drawn = tiles_at(state, *size)
        call = next(tile for tile in tiles if tile.part == AUCTION)
        text = text_of(MetropolysPainter(palette(), state, call, False, drawn).paint())
        panel = AuctionPanel(palette(), state, call.rect.w - 2)
        if panel.bids():
            assert line_text(panel.bids()[-1]) in text
        assert all(line_text(line) in text for line in panel.question()), text
        assert sum(tile.part == PASS_KEY for tile in tiles) == len(panel.below())
        for tile in tiles:
            if is_choice(tile):
                drawn_choice = text_of(MetropolysPainter(palette(), state, tile, False, drawn).paint())
                assert NAMES[tile.part[1]] in drawn_choice


def test_a_narrow_panel_says_who_has_passed_and_heads_the_column_of_points() -> None:
    seen = 0
    for state in positions()[:-1]:
        out = [name for seat, (name, _) in enumerate(state.seats) if state.view.passed >> seat & 1]
        text = "\n".join(line_text(line) for line in AuctionPanel(palette(), state, 21).question())
        assert (f"passed: {', '.join(out)}" in text) == bool(out), text
        if choices(state, 21):
            assert AuctionPanel(palette(), state, 21).question()[-1].right[0].text in POINTS
        seen += bool(out)
    assert seen


@pytest.mark.parametrize("hand", ([1, 13], [10, 13], [13]))
@pytest.mark.parametrize("columns", (20, 21, 24, 40))
def test_the_heading_of_the_choices_stays_apart_from_that_of_the_points(hand: list[int], columns: int) -> None:
    view, state = two_players()
    view = view.copy()
    view.players[0].hand = sum(1 << value - 1 for value in hand)
    state = replace(state, view=view, left=tuple(state.game.legal(view)))
    for picked in ((), (("value", hand[0]),)):
        heading = AuctionPanel(palette(), replace(state, picked=picked), columns).question()[-1]
        assert f"{hand[0]} wins" in heading.left[0].text and heading.width <= columns, heading


def test_the_heading_of_the_choices_names_a_building_only_where_all_are_bid_with_it() -> None:
    seen: set[bool] = set()
    for state in [each for each in positions() if each.view.bids and choices(each, 21)]:
        for _, place, value in [action for action in state.left if action[0] == "bid"]:
            picked = replace(state, picked=(("place", place), ("value", value)))
            values = {bid[2] for bid in choices(picked, 21)}
            heading = line_text(AuctionPanel(palette(), picked, 21).question()[-1])
            assert heading.startswith("Bid on:" if len(values) > 1 else f"Bid {values.pop()} on:"), heading
            seen.add(heading.startswith("Bid on:"))
    assert seen == {False, True}


@pytest.mark.parametrize("size", SIZES)
def test_the_key_has_the_mark_of_a_new_building_where_the_map_has_it(size: tuple[int, int]) -> None:
    state, marked = positions()[-2], 0
    built = [place for place, value in enumerate(state.view.values) if value]
    for place in built:
        before = state.view.copy()
        before.values[place] = 0
        tiles, drawn = tiles_at(replace(state, before=before), *size)
        texts = {
            tile.part: text_of(MetropolysPainter(palette(), replace(state, before=before), tile, False, drawn).paint())
            for tile in tiles
            if tile.part in (KEY, ("place", place))
        }
        is_marked = NEW in texts["place", place]
        assert (f"{NEW} just built" in texts[KEY] or f"{NEW} new" in texts[KEY]) == is_marked, texts
        marked += is_marked
    assert marked and (size[0] > 80 or marked < len(built))


def test_a_player_and_those_after_them_have_the_same_colours_in_every_seat() -> None:
    app = make_app()
    for seats in (("You", ""), ("Hana", "easy"), ("Bruno", "easy")), (("Bruno", "easy"), ("You", ""), ("Hana", "easy")):
        own, after = (next(n for n, (name, _) in enumerate(seats, 1) if name == who) for who in ("You", "Hana"))
        colours = app.palette_for(seats)
        assert colours.colour(f"seat-{own}") == app.palette.colour("seat-1")
        assert colours.colour(f"seat-{after}") == app.palette.colour("seat-2")


def test_every_token_is_a_chip_or_if_there_are_too_many_every_kind_has_one_after_its_number() -> None:
    _, state = two_players()
    panel = PlayerPanel(palette(), state, 0, 20)
    for tokens, text in (
        ([2, 1, 0], "+3 +3 +1"),
        ([0, 0, 3], "-1 -1 -1"),
        ([3, 4, 1], "3x +3 4x +1 -1"),
        ([0, 0, 0], ""),
    ):
        panel.player.tokens[:] = tokens
        assert line_text(Line(panel.tokens())) == text


def test_a_narrow_panel_tells_at_the_end_what_the_districts_led_score() -> None:
    """Or the figures in it would not add up to the points beside the name."""
    seats, options = make_seats("You", "greedy"), {"version": "expert", "memory": "on"}
    match = play_match(Match("metropolys", seats, options, 1))
    view = match.view(len(match.log), 0)
    state = BoardState(match.game, view, view, 0, match.seats)
    for seat, parts in enumerate(match.game.score(view)):
        _, built, *_ = PlayerPanel(palette(), state, seat, 20).lines()
        points = dict(parts)[LEADS]
        assert points and line_text(built).endswith(f"{points:+}")


# The key of the map


@pytest.mark.parametrize("memory, words", [("on", ["built"]), ("off", ["small", "medium", "tall"])])
@pytest.mark.parametrize("small", [True, False])
def test_the_key_names_every_sign_of_the_map(small: bool, memory: str, words: list[str]) -> None:
    key = MapKey(palette(), False, memory == "on", "H", small, None)
    beside = [(key.land_alone(55), 55, 1), (key.beside(21), 21, SIDE_KEY_ROWS)]
    parts = beside if small else [(key.below(84, 3), 84, 3)]
    for lines, columns, most in parts:
        assert all(len(line_text(line).rstrip()) <= columns for line in lines) and len(lines) <= most
    text = " ".join(line_text(line) for lines, _, _ in parts for line in lines)
    for word in (*TYPES, *TOKEN_NAMES, "statue", "bridge", "lake", "bid", *words):
        assert word in text, text


@pytest.mark.parametrize("card", FAMILY_AREA)
def test_a_small_window_explains_the_mark_of_a_new_building_beside_the_star(card: int) -> None:
    """The mark is beside a number on the map, as in H 8', where nobody could guess it."""
    for fresh in (False, True):
        key = MapKey(palette(), False, True, "H", True, places_of_card(card), fresh=fresh)
        [line] = key.land_alone(55)
        text = line_text(line).rstrip()
        assert "your map card" in text and ("' just built" in text) == fresh and len(text) <= 55, text


def test_a_small_window_always_has_the_types_below_the_city_and_the_rest_beside_it_where_there_is_room() -> None:
    for state in [*positions(), two_players()[1]]:
        tiles, drawn = tiles_at(state, 80, 21)
        [key] = [tile for tile in tiles if tile.part == KEY]
        text = text_of(MetropolysPainter(palette(), state, key, False, drawn).paint())
        words = [SHORT_NAMES.get(kind, kind) for kind in TYPES] if "map" in text else TYPES
        assert all(word in text for word in words) or ("your map card" in text and state.view.version == "family"), text
    [side] = [tile for tile in tiles if tile.part == SIDE_KEY]
    text = text_of(MetropolysPainter(palette(), state, side, False, drawn).paint())
    assert "Map key" in text and all(word in text for word in (*TOKEN_NAMES, "statue", "lake", "bid")), text


@pytest.mark.parametrize("memory", ["on", "off"])
@pytest.mark.parametrize("width", [100, 111, 117, 118, 120, 160])
def test_the_key_below_a_large_city_is_whole(width: int, memory: str) -> None:
    key = arrangement(width, 33).key
    for tasks in (None, (), ("Your map card: 3 points for each building on the outer edge of the city",)):
        assert len(MapKey(palette(), False, memory == "on", "H", False, tasks).below(key.w, key.h)) <= key.h


def test_the_key_of_an_expert_game_says_which_sizes_there_are_and_what_they_score() -> None:
    key = MapKey(palette(), False, True, "H", False, None).below(arrangement(120, 33).key.w, 3)
    assert "small 1-5" in line_text(key[-1]) and "lead in C, N, E, S, W: most tall ones +5" in line_text(key[-1])


@pytest.mark.parametrize("width", [104, 111, 120, 160])
@pytest.mark.parametrize("star", [0, 7])
def test_the_sizes_stay_in_the_key_beside_the_mark_of_a_new_building(width: int, star: int) -> None:
    key = arrangement(width, 33).key
    lines = MapKey(palette(), False, True, "H", False, None, star, True).below(key.w, key.h)
    text = " ".join(map(line_text, lines))
    assert "small 1-5" in text and f"{NEW} " in text and len(lines) <= key.h, text


def test_the_key_names_only_districts_in_play_as_those_that_can_be_led() -> None:
    districts = ["Centre", "East", "South"]
    key = MapKey(palette(), False, True, "H", False, None, districts=districts).below(84, 3)
    assert "lead in C, E, S: most tall ones +5" in line_text(key[-1])


@pytest.mark.parametrize("rows", [2, 3, 4, 6])
def test_what_was_taken_from_you_is_told_even_if_there_is_no_room_for_all_auctions(
    rows: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = Ending(1, "10 on E8", (), "the subway card from you (-3)")
    ended = [taken, Ending(1, "5 on C12", (", taking the trendy token",)), Ending(1, "1 on E6", ())]
    monkeypatch.setattr("tabletown.tui.games.metropolys.auction_panel.endings", lambda state: ended)
    lines = [line_text(line) for line in AuctionPanel(palette(), two_players()[1], 21).story(rows)]
    assert len(lines) <= rows and "from you (-3)" in " ".join(" ".join(lines).split()), lines


@pytest.mark.parametrize(("rows", "closes"), [(3, False), (4, True), (6, True)])
def test_buildings_without_room_for_reasons_end_with_why_the_viewer_was_not_asked(
    rows: int, closes: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = [Ending(1, f"{n} on E{n}", (f" (you have none above {n})",), unasked=True) for n in range(1, 6)]
    monkeypatch.setattr("tabletown.tui.games.metropolys.auction_panel.endings", lambda state: ended)
    lines = [line_text(line).strip() for line in AuctionPanel(palette(), two_players()[1], 21).story(rows)]
    assert len(lines) == rows and (lines[-1] == "You could not outbid.") == closes, lines
    assert lines[:3] == ["Hana built 1 on E1,", "2 on E2, 3 on E3,", "4 on E4, 5 on E5"] or rows > 4, lines


@pytest.mark.parametrize(("rows", "key"), [(2, " (o)"), (4, "")])
def test_the_heading_of_the_story_names_the_key_of_the_log_where_it_leaves_out_reasons(
    rows: int, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = [Ending(1, "10 on E8", (", taking the trendy token",))]
    monkeypatch.setattr("tabletown.tui.games.metropolys.auction_panel.endings", lambda state: ended)
    state = two_players()[1]
    _, drawn = tiles_at(state, 80, 22)
    tile = Tile(STORY, Rect(0, 0, 23, rows), "")
    heading = text_of(MetropolysPainter(palette(), state, tile, False, drawn).paint()).splitlines()[0]
    assert heading.strip(f"{palette()['rule']} ") == f"Since your move{key}"


@pytest.mark.parametrize("rows", range(8))
def test_what_is_told_of_the_others_is_in_whole_sentences(rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two leads are taken at once, which is a long sentence for a narrow panel: else it is told in points."""
    taken = "the lead in the North from you (-5) and the lead in the East from you (-5)"
    ended = [Ending(1, "4 on W2", ()), Ending(1, "10 on E8", (), taken, points=10)]
    monkeypatch.setattr("tabletown.tui.games.metropolys.auction_panel.endings", lambda state: ended)
    lines = [line_text(line) for line in AuctionPanel(palette(), two_players()[1], 21).story(rows)]
    text = " ".join(" ".join(lines).split())
    leads, full, brief = f", taking {taken}", f"Hana took {taken}", "Hana took 10 points from you"
    together = "Hana built 4 on W2, 10 on E8"
    assert len(lines) <= rows and (rows < 2 or any(way in text for way in (leads, full, brief, together))), lines
    for way in (f"{together} (-10 points for you)", f"{together}{leads}", f"Hana built 10 on E8{leads}", full, brief):
        text = text.replace(way, "")
    assert text.strip() in ("", "Hana built 4 on W2", "1 earlier building"), lines


@pytest.mark.parametrize("rows", (4, 5, 6))
def test_a_narrow_panel_at_the_end_names_the_points_for_districts(rows: int) -> None:
    """Else its numbers would not add up to the player's points."""
    for names in (("You", "Hana"), ("You", "Hana", "Bruno", "Ines")):
        match = play_match(Match("metropolys", make_seats(*names), {"version": "expert", "memory": "on"}, 4))
        state = BoardState(match.game, match.state, match.state, 0, match.seats, ply=len(match.log))
        for seat, name in enumerate(names):
            text = "\n".join(map(line_text, PlayerPanel(palette(), state, seat, 20).lines(rows=rows)))
            assert ("lead" in text or "share" in text) == bool(led(match.state, seat)), (name, text)
            assert not text.startswith("You leads"), text


def test_the_key_of_the_family_edition_leaves_out_sizes_as_they_do_not_count() -> None:
    key = MapKey(palette(), False, True, "H", False, places_of_card(FAMILY_AREA[0])).below(
        arrangement(120, 33).key.w, 3
    )
    assert "10-13" not in " ".join(map(line_text, key)) and len(key) == 2


def ended(names: tuple[str, ...], seed: int) -> BoardState:
    """An Expert game at its end."""
    match = play_match(Match("metropolys", make_seats(*names), {"version": "expert", "memory": "on"}, seed))
    return BoardState(match.game, match.state, match.state, 0, match.seats, ply=len(match.log))


def seen_by_you(view: Metropolys) -> BoardState:
    return BoardState(rules.load("metropolys"), view, view, 0, make_seats("You", "Hana"))


@pytest.mark.parametrize("seed", [1, 4, 11])
def test_four_narrow_panels_at_the_end_show_every_part_of_the_points(seed: int) -> None:
    state = ended(("You", "Hana", "Bruno", "Ines"), seed)
    tiles, _ = tiles_at(state, 80, 21)
    for tile in tiles:
        if tile.part[0] == "player":
            lines = PlayerPanel(palette(), state, tile.part[1], tile.rect.w - 3).lines(rows=tile.rect.h)
            assert len(lines) <= tile.rect.h
            text, cards = "\n".join(map(line_text, lines)), state.view.players[tile.part[1]].cards
            both = f"cards: {' + '.join(str(paid(card, state.view.players[tile.part[1]].places)) for card in cards)}"
            named = [f"{OBJECTIVES[card].name}: " in text for card in cards]
            assert all(named) or both in text, text


def test_districts_led_alone_and_shared_have_a_row_each_with_its_points_where_a_narrow_panel_has_room() -> None:
    view = table(seats=2, version="expert")
    erect(view, 0, "10 C9")
    erect(view, 0, "9 W1")
    erect(view, 1, "8 W2")
    narrow, wide = (PlayerPanel(palette(), seen_by_you(view), 0, columns) for columns in (20, 40))
    text = [*map(line_text, narrow.lines(rows=9))]
    assert "leads C +5" in text and "shares W +5" in text, text
    assert "leads C, shares W" in [*map(line_text, narrow.lines())]
    assert "leads Centre +5, shares West +5" in " ".join(map(line_text, wide.lines()))


def test_a_group_that_is_only_begun_does_not_look_scored() -> None:
    view = table(seats=2, version="expert")
    view.players[0].cards = (card("expert area", "bridges"), view.players[0].cards[1])
    erect(view, 0, "9 W1")
    text = [*map(line_text, PlayerPanel(palette(), seen_by_you(view), 0, 20).lines(rows=5))]
    assert "bridges 0 (1 of 2)" in text, text


def test_a_narrow_panel_gives_the_choices_of_an_opening_their_reasons_where_the_players_leave_room() -> None:
    _, state = two_players()
    tiles, _ = tiles_at(state, 80, 24)
    shown = [tile.rect for tile in tiles if is_choice(tile)]
    assert len({rect.y for rect in shown}) == len(shown) > 3
    assert any(tile.part == SIDE_KEY for tile in tiles)


def test_the_place_picked_shows_all_its_reasons_before_others_do() -> None:
    view = table(seats=2, version="expert", tokens={"C9": "trendy"})
    view.players[0].cards = (card("expert area", "bridges"), card("neighbourhood", "lodgings"))
    game, place = rules.load("metropolys"), NAMES.index("C9")
    left = tuple(game.legal(view))
    state = replace(seen_by_you(view), left=left, active=True, picked=(("place", place),))
    tiles, drawn = tiles_at(state, 80, 24)
    [tile] = [tile for tile in tiles if is_choice(tile) and tile.part == ("place", place)]
    text = text_of(MetropolysPainter(palette(), state, tile, False, drawn).paint())
    assert all(part in text for part in ("+3 trendy", "+2 type card", "+5 lead")) and "..." not in text, text
