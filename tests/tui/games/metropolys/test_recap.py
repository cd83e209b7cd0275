"""Metropolys on screen: the others' moves since the viewer's last, the state of the race, and highlights."""

from __future__ import annotations

import re
from functools import cache
from random import Random

import pytest
from textual.pilot import Pilot

from tabletown.rules.core.game import total_points
from tabletown.rules.core.match import LogLine, Match
from tabletown.rules.core.text import plural
from tabletown.rules.metropolys.ai.standing import most_hidden
from tabletown.rules.metropolys.board import BRIDGES, LAKES, NAMES, STATUES, TYPE_PLACES, TYPES, places
from tabletown.rules.metropolys.objectives import EXPERT_AREA, OBJECTIVES, union
from tabletown.rules.metropolys.turn import build
from tabletown.tui.games.metropolys.auction_log import with_awards
from tabletown.tui.games.metropolys.highlights import highlights
from tabletown.tui.games.metropolys.holdings import objective, task_of
from tabletown.tui.games.metropolys.layout import STORY
from tabletown.tui.games.metropolys.place_label import NEW
from tabletown.tui.games.metropolys.recap import last_move, losses, recent
from tabletown.tui.games.metropolys.story import Auction, Ending, ending, endings
from tabletown.tui.narration.recap import CUT, news
from tabletown.tui.screens.table import Table
from tabletown.tui.widgets.board_state import BoardState
from tabletown.tui.widgets.canvas import Rect
from tabletown.tui.widgets.move_log import LOG, log_rows
from tests.tui.app_driver import (
    LARGE,
    MIDDLE,
    SMALL,
    current_table,
    make_app,
    press,
    put_cursor,
    run_app,
    screen_lines,
    screen_text,
    settle,
    status_text,
)
from tests.tui.games.metropolys.test_board import board
from tests.tui.sample_matches import make_seats, match_prefix

TWO, THREE, FOUR = ("You", "greedy"), ("You", "greedy", "greedy"), ("You", "greedy", "greedy", "greedy")
SIZES = (SMALL, MIDDLE, LARGE)
Size = tuple[int, int]


@cache
def whole(names: tuple[str, ...], seed: int = 1, memory: str = "on") -> Match:
    """A game of careless players to its end; tests must not change it."""
    match, rng = Match("metropolys", make_seats(*names), {"version": "expert", "memory": memory}, seed), Random(seed)
    while match.player is not None:
        legal = match.game.legal(match.state)
        some = legal if rng.random() < 0.7 else legal[-1:]
        match.act(some[int(rng.random() * len(some))])
    return match


def last_seen(match: Match, ply: int) -> int:
    """The ply of the last action of the first seat before that one."""
    return next((n for n in range(ply - 1, -1, -1) if match.game.turn(match.states[n]) == 0), 0)


def changed(names: tuple[str, ...], token: bool, memory: str = "on") -> Match:
    """The first seat is to move in mid-auction; a player has built by its last move or since, with a token or not."""
    for seed in range(1, 40):
        course = whole(names, seed, memory)
        for ply, s in enumerate(course.states[:-1]):
            before = course.states[last_seen(course, ply)]
            gone = union(before.tokens) & ~union(s.tokens)
            if course.game.turn(s) == 0 and s.bids and s.values != before.values and bool(gone) == token:
                return match_prefix(course, ply)
    raise LookupError("no game came to such a position")


def tile_rect(pilot: Pilot[None], *part: object) -> Rect:
    tile = board(pilot).tile(part)
    assert tile is not None, part
    return tile.rect


def tile_rows(pilot: Pilot[None], *part: object) -> list[str]:
    """The text of a tile, row by row."""
    x, y, w, h = tile_rect(pilot, *part)
    return [row.ljust(200)[x : x + w] for row in screen_lines(pilot)[y + 1 : y + 1 + h]]


# The map


@pytest.mark.slow_unless(glyphs=("unicode",), size=(SMALL,))
@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("token", [True, False])
async def test_what_was_built_by_ones_last_move_or_since_is_marked(token: bool, size: Size, glyphs: str) -> None:
    match = changed(THREE, token, memory="off")
    s, before = match.state, match.states[last_seen(match, len(match.log))]
    async with run_app(make_app(Table(match, None), glyphs=glyphs, colours="16"), size) as pilot:
        board(pilot).cursor = None
        await settle(pilot)
        for place in places(s.in_use):
            label = " ".join(tile_rows(pilot, "place", place))
            new = bool(s.values[place]) and not before.values[place]
            took = [kind for kind, where in enumerate(before.tokens) if new and where >> place & 1]
            assert (NEW in label) == new and ("new" not in label or new), (NAMES[place], label)
            if new:
                put_cursor(pilot, "place", place)
                await settle(pilot)
                assert re.search(
                    r"(small building .1 to 5|medium building .6 to 9|tall building .10 to 13)", status_text(pilot)
                )
                assert " just built a " in status_text(pilot) and ("taking the" in status_text(pilot)) == bool(took)
                board(pilot).cursor = None
                await settle(pilot)


def nearly_over(names: tuple[str, ...] = THREE) -> Match:
    """The first seat is to move in mid-auction, with one building left."""
    for seed in range(1, 60):
        course = whole(names, seed)
        for ply, s in enumerate(course.states[:-1]):
            if course.game.turn(s) == 0 and s.bids and s.players[0].places.bit_count() == 12:
                return match_prefix(course, ply)
    raise LookupError("no game came to such a position")


@pytest.mark.slow_unless(size=(SMALL,))
@pytest.mark.parametrize("size", SIZES)
async def test_a_highlight_leaves_the_alarm_in_view(size: Size) -> None:
    async with run_app(make_app(Table(nearly_over(), None)), size) as pilot:
        current_table(pilot).warn([1])
        await settle(pilot)
        last = "You have one building left; it ends the game. More buildings win a tie."
        assert status_text(pilot).startswith(last), "a rival who had one left before changes nothing"
        assert status_text(pilot, "notice").startswith("LAST BUILDING: You")
        assert not board(pilot).lit
        for _ in range(30):
            if board(pilot).lit == "administration":
                break
            await press(pilot, "t")
            shown = highlights(current_table(pilot).board_state())[board(pilot).lit]()
            assert any(title in screen_text(pilot) for title in shown.title)
            assert status_text(pilot, "notice").startswith("LAST BUILDING: You")
            assert len(status_text(pilot, "prompt")) + len(status_text(pilot, "notice")) + 4 <= size[0]
        assert board(pilot).lit == "administration"
        current_table(pilot).warn([])
        await settle(pilot)
        assert status_text(pilot).startswith(last)


async def test_warnings_end_with_the_game() -> None:
    match = nearly_over()
    async with run_app(make_app(Table(match, None))) as pilot:
        current_table(pilot).news = "Hana can now end the game."
        current_table(pilot).warn([])
        assert "one building left" in status_text(pilot) and "end the game" in current_table(pilot).news
        while match.player is not None:
            match.act(match.legal()[0])
        current_table(pilot).show()
        current_table(pilot).warn([0])
        assert not current_table(pilot).news and "one building left" not in status_text(pilot)


# Recap when the viewer's turn starts


def awarded(names: tuple[str, ...], winner: int, move: str) -> tuple[Match, int]:
    """A match in which the first seat has just ended an auction that `winner` won, and the place of the building."""
    for seed in range(1, 40):
        course = whole(names, seed)
        for ply, s in enumerate(course.states[:-1]):
            own = last_seen(course, ply)
            if course.game.turn(s) != 0 or not 0 < ply - own < 4 or course.log[own][0] != move:
                continue
            before, after = course.states[own], course.states[own + 1]
            new = after.players[winner].places & ~before.players[winner].places
            if new and len(course.log) > ply + 20:
                return match_prefix(course, ply), places(new)[0]
    raise LookupError("no game came to such a position")


@pytest.mark.parametrize(
    ("winner", "move", "says"), [(0, "bid", "You (build|built)"), (1, "pass", "Hana (builds|built)")]
)
@pytest.mark.parametrize("names", [TWO, THREE], ids=len)
async def test_it_begins_with_what_ones_own_last_move_has_built(
    names: tuple[str, ...], winner: int, move: str, says: str
) -> None:
    match, place = awarded(names, winner, move)
    value = match.state.values[place]
    async with run_app(make_app(Table(match, None))) as pilot:
        current_table(pilot).go_on()
        assert re.match(f"{says} {value} on {NAMES[place]}", status_text(pilot)), status_text(pilot)
        board(pilot).cursor = None
        await settle(pilot)
        assert is_new(pilot, place) and "Built" in status_text(pilot, "notice")
        current_table(pilot).play(next(a for a in match.legal() if a != ("pass",)))
        board(pilot).cursor = None
        await settle(pilot)
        assert not is_new(pilot, place), "one's next move ends it"


def is_new(pilot: Pilot[None], place: int) -> bool:
    """Is the building there underlined, which needs no room?"""
    state = current_table(pilot).board_state()
    canvas = board(pilot).paint(state, board(pilot).tile(("place", place)), False)
    return any(style.underline for row in canvas.rows for _, style in row)


def test_notation_tells_what_was_built() -> None:
    story = (
        LogLine(0, 0, ("bid", NAMES.index("C8"), 5), "bid 5 C8", "open with 5 on C8"),
        LogLine(1, 1, ("bid", NAMES.index("C9"), 6), "bid 6 C9", "bid 6 on C9"),
        LogLine(2, 0, ("pass",), "pass", "pass"),
        LogLine(3, 1, ("bid", NAMES.index("N7"), 1), "bid 1 N7", "open with 1 on N7"),
        LogLine(4, 2, ("bid", NAMES.index("C1"), 13), "bid 13 C1", "bid 13 on C1"),
        LogLine(5, 2, ("bid", NAMES.index("N5"), 2), "bid 2 N5", "open with 2 on N5"),
        LogLine(6, 1, ("pass",), "pass", "pass"),
    )
    start = Match("metropolys", make_seats(*THREE), {"version": "expert", "memory": "on"}, 1)
    story_with_awards = with_awards(story, start.state, start.seats)
    state = BoardState(start.game, start.state, start.state, 0, start.seats, story=story_with_awards, ply=len(story))
    moves = recent(state, 0)
    short = (
        "Hana built 6 on C9 and bid 1 on N7. Bruno built 13 on C1 (nobody could outbid) and bid 2 on N5. "
        "Hana passed; Bruno built 2 on N5."
    )
    assert news(moves, start.seats, len(short)) == short
    assert news(moves, start.seats, len(short) - 1) == f"{CUT} {short.replace('built 6 on C9 and ', '')}"
    assert endings(state) == [
        Ending(1, "6 on C9", (", beating your 5",)),
        Ending(2, "13 on C1", (" (nothing is higher)",), unasked=True),
        Ending(2, "2 on N5", ()),
    ]


def test_what_others_have_taken_from_the_viewer_is_told_after_the_auctions_that_have_ended() -> None:
    start = Match("metropolys", make_seats(*TWO), {"version": "expert", "memory": "on"}, 1)
    before, view = start.state.copy(), start.state.copy()
    build(before, 0, NAMES.index("C1"), 7)
    build(view, 0, NAMES.index("C1"), 7)
    build(view, 1, NAMES.index("C2"), 13)
    before.subway_card, view.subway_card = 0, 1
    lines = recent(BoardState(start.game, view, before, 0, start.seats), 0)
    recap_text = "Hana takes the subway card from you (-3) and takes the lead in the Centre from you (-5)."
    assert news(lines, start.seats, 100) == recap_text
    bid = LogLine(0, 1, ("bid", NAMES.index("C2"), 13), "bid 13 C2", "", "taking the lead in the Centre")
    view.bids, view.player = ((1, NAMES.index("N1"), 3),), 0
    opens = LogLine(1, 1, ("bid", NAMES.index("N1"), 3), "open with 3 on N1", "bid 3 N1")
    moves = recent(BoardState(start.game, view, before, 0, start.seats, story=(bid, opens)), 0)
    assert [line.text.split()[0] for line in moves] == ["build", "take", "take", "bid"]
    lost = ending(Auction((bid,), bid), view, 0, losses(before, view, 0))
    assert lost.taken == "the subway card from you (-3) and the lead in the Centre from you (-5)"
    assert lost.notes == (" (nothing is higher)",)


def test_each_auction_is_told_with_what_its_own_building_took() -> None:
    """Hana took the lead in the Centre by her first building, and by her last one nothing but a token."""
    start = Match("metropolys", make_seats(*TWO), {"version": "expert", "memory": "on"}, 1)
    before, view = start.state.copy(), start.state.copy()
    for s in (before, view):
        build(s, 0, NAMES.index("C1"), 7)
    built = ("C2", 13, "taking the lead in the Centre"), ("E1", 4, "taking the trendy token")
    story = []
    for ply, (name, value, effects) in enumerate(built):
        build(view, 1, NAMES.index(name), value)
        action = ("bid", NAMES.index(name), value)
        story.append(LogLine(ply, 1, action, f"bid {value} on {name}", f"bid {value} {name}", effects))
    first, last = endings(BoardState(start.game, view, before, 0, start.seats, story=tuple(story), ply=2))
    assert first.taken == "the lead in the Centre from you (-5)" and not last.taken
    assert last.notes[-1] == ", taking the trendy token"


def test_a_building_of_yours_that_completed_a_group_says_so() -> None:
    """In the panel of the story and in the recap; the other buildings in the run do not."""
    start = Match("metropolys", make_seats(*TWO), {"version": "expert", "memory": "on"}, 1)
    view = start.state.copy()
    around = places(STATUES[0] & view.in_use)[:3]
    for value, place in enumerate(around, 1):
        build(view, 0, place, value)
    number = next(n for n in EXPERT_AREA if OBJECTIVES[n].name == "statues")
    view.players[0].cards, view.player, last = (number,), 0, around[-1]
    for effects in ("", "taking the trendy token"):
        line = LogLine(0, 0, ("bid", last, 3), "bid", "open", effects)
        state = BoardState(start.game, view, view, 0, start.seats, story=(line,), ply=1)
        end = f", {effects}" * bool(effects)
        assert endings(state)[0].with_parts(9) == f"built 3 on {NAMES[last]}, completing a group (+7){end}"
        assert recent(state, 0)[0].text == f"build 3 on {NAMES[last]}, completing a group (+7){end}"


def test_buildings_of_a_player_in_a_row_are_told_together() -> None:
    start = Match("metropolys", make_seats(*TWO), {"version": "family", "memory": "on"}, 1)
    names = ["C1", "C2", "C3", "N1", "N2", "N3", "N4"]
    bids = [
        LogLine(n + 2, 1, ("bid", NAMES.index(name), n + 1), f"bid {n + 1} {name}", f"open with {n + 1} on {name}")
        for n, name in enumerate(names)
    ]
    before = LogLine(0, 1, ("bid", 7, 9), "bid 9 C8", "open with 9 on C8"), LogLine(1, 0, ("pass",), "pass", "pass")
    view = start.state.copy()
    view.player = 1

    def sentence(count: int) -> str:
        story = (*before, *bids[:count])
        state = BoardState(start.game, view, view, 0, start.seats, story=story, ply=len(story))
        return news(recent(state, 0)[1:], start.seats, 78)

    assert sentence(2) == "Hana builds 1 on C1 and 2 on C2 (nobody could outbid)."
    assert sentence(3) == "Hana builds 1 on C1, 2 on C2 and 3 on C3 (nobody could outbid)."
    assert sentence(7) == f"Hana builds on 7 places: {' '.join(names)} (nobody could outbid)."


# The players


@pytest.mark.slow_unless(names=(TWO, FOUR), size=(SMALL,))
@pytest.mark.parametrize("memory", ["on", "off"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("names", [TWO, THREE, FOUR], ids=len)
async def test_the_points_of_everybody_are_in_view(names: tuple[str, ...], size: Size, memory: str) -> None:
    """As far as the viewer knows them: others' objectives are shown as the most that they can be worth so far."""
    course = whole(names, 2, memory)
    ply = next(n for n in range(len(course.log) // 2, 999) if course.game.turn(course.states[n]) == 0)
    match = match_prefix(course, ply)
    scores = [total_points(parts) for parts in course.game.score(match.view(ply, 0))]
    most = [most_hidden(match.view(ply, 0), seat) for seat in range(len(scores))]
    assert any(scores)
    async with run_app(make_app(Table(match, None)), size) as pilot:
        for seat, score in enumerate(scores):
            panel = tile_rows(pilot, "player", seat)[0]
            assert f" {score} " in panel and (f"+ up to {most[seat]}" in panel) == bool(seat), panel
            put_cursor(pilot, "player", seat)
            await settle(pilot)
            assert f": {plural(score, 'point')}{f' + up to {most[seat]}' * bool(seat)}" in status_text(pilot)


@pytest.mark.slow_unless(names=(TWO, FOUR), size=(SMALL,))
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("names", [TWO, THREE, FOUR], ids=len)
async def test_the_last_move_of_every_player_is_told(names: tuple[str, ...], size: Size) -> None:
    course, seen = whole(names), set()
    plies = [n for n in range(8, len(course.log)) if course.game.turn(course.states[n]) == 0]
    async with run_app(make_app(Table(match_prefix(course, plies[-1]), None)), size) as pilot:
        for ply in plies[:: len(plies) // 5]:
            current_table(pilot).go(ply)
            for seat in range(len(names)):
                short = [line.notation for line in current_table(pilot).story()[:ply] if line.player == seat][-1]
                state = current_table(pilot).board_state()
                verb, *words = last_move(state, seat)
                what = " ".join(words)
                assert short in ("pass", f"bid {what}")
                seen.add(verb)
                parts = ("player", seat), ("auction",), STORY, LOG
                laid = [part for part in parts if current_table(pilot).board.tile(part)]
                panel = " ".join([row for part in laid for row in tile_rows(pilot, *part)])
                in_panel = verb in panel and what in panel.replace(" on ", " ")
                if verb == "bid":
                    in_panel = all(word in panel for word in (names_of(state)[seat], *words))
                assert (size == SMALL and (len(names) > 2 or verb in ("outbid", "passed"))) or in_panel, panel
                put_cursor(pilot, "player", seat)
                await settle(pilot)
                assert verb in status_text(pilot) and what.replace(" ", " on ") in status_text(pilot)
    assert seen >= {"passed", "bid", "built"}


def names_of(state: BoardState) -> list[str]:
    return [seat.name for seat in state.seats]


def test_nobody_has_done_anything_before_the_first_move() -> None:
    match = match_prefix(whole(TWO), 0)
    assert last_move(BoardState(match.game, match.view(0, 0), match.view(0, 0), 0, match.seats), 1) == ()


@pytest.mark.parametrize("names", [TWO, THREE, FOUR], ids=len)
async def test_a_large_window_shows_all(names: tuple[str, ...]) -> None:
    course = whole(names, 3)
    ply = max(n for n, s in enumerate(course.states[:-1]) if course.game.turn(s) == 0)
    match = match_prefix(course, ply)
    async with run_app(make_app(Table(match, None)), LARGE) as pilot:
        table, s = current_table(pilot), match.state
        assert "Log ─" in screen_text(pilot)
        _, _, width, height = tile_rect(pilot, *LOG)
        for line, row, _ in log_rows(table.board_state(), width, height - 1):
            assert row.strip() in screen_text(pilot), line
        for p in s.players:
            for place in places(p.places):
                assert str(s.values[place]) in " ".join(tile_rows(pilot, "place", place)), NAMES[place]
        mine = " ".join(" ".join(tile_rows(pilot, "player", 0)).replace("█", "").split())
        assert all(task_of(card) in mine or objective(card)[0] in mine for card in s.players[0].cards), mine


# Lighting up


async def test_everything_can_be_lit_up() -> None:
    """Highlights cycle; each shows the places that the rules have for it, if they are in play."""
    match = changed(TWO, True)
    s, areas = match.state, {"statues": union(STATUES), "lakes": union(LAKES), "bridges": union(BRIDGES)}
    areas |= dict(zip(TYPES, TYPE_PLACES, strict=True))  # no card of the Expert edition uses the edge
    own = [OBJECTIVES[card] for card in s.players[0].cards]
    async with run_app(make_app(Table(match, None))) as pilot:
        seen: list[str] = []
        for _ in range(30):
            await press(pilot, "t")
            seen.append(" ".join(tile_rows(pilot, "key")).split("  ")[0])
            if not board(pilot).lit:
                break
        assert seen[2].startswith("Leads: C ")
        assert seen[3:-1] == [f"Highlighted: {name}" for name in areas]
        assert all(f" card: {card.points:+} for " in words for words, card in zip(seen, own, strict=False))
        lights = highlights(current_table(pilot).board_state())
        assert {name: lights[name]().places for name in areas} == {
            name: where & s.in_use for name, where in areas.items()
        }
