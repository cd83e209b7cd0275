"""How players, objectives, the development board, the points and the years look."""

from __future__ import annotations

from tabletown.rules.core.game import total_points
from tabletown.rules.sf1906.components.model import PARK, Bonus
from tabletown.rules.sf1906.notation import SYMBOL_LETTERS
from tabletown.rules.sf1906.objectives import points as objective_points
from tabletown.rules.sf1906.objectives import urban_count
from tabletown.rules.sf1906.state import deck_size

from .board_facts import holder_of, lately, objective_title, objective_value, permit_label, symbols, viewing_seat
from .tile_painter import COLOURS, GRANT, TilePainter

HEADS = {"players": "Players", "objectives": "Objectives", "town": "Development", "points": "Points so far"}
PAGE_KEYS = {"players": "a", "objectives": "b", "town": "d", "points": "e"}
"""The key of each panel in a small window."""


def head(b: TilePainter, page: str) -> None:
    b.c.write(0, 0, b.p["rule"] * b.w, b.p.style("faint"))
    b.c.write(1, 0, f" {HEADS[page]} ", b.p.style("muted", bold=True))
    if page == "players" and not b.view.over:
        order_of(b, b.w - 2 * len(b.view.order))


def order_of(b: TilePainter, x: int) -> None:
    """The order of this stop; who has acted is dim."""
    for n, seat in enumerate(b.view.order):
        done = n < b.view.acted
        x = b.c.write(x, 0, b.p["then"] if n else " ", b.p.style("faint"))
        x = b.c.write(x, 0, str(seat + 1), b.p.style("faint") if done else b.seat_style(seat, solid=False))


# Players


def player(b: TilePainter, seat: int) -> None:
    view, p = b.view, b.view.players[seat]
    turn = b.state.game.turn(view) == seat
    name = b.state.seats[seat].name
    style = b.p.style("cursor", bold=True, reverse=True) if b.here else b.p.style("ink", bold=True)
    b.c.write(0, 0, f"{seat + 1}", b.seat_style(seat))
    b.c.write(1, 0, f"{b.p['here'] if turn else ' '}{name[:12]}", style)
    known = total_points(b.state.game.score(view)[seat])
    b.c.right(b.w - 5, 0, f"{known} pt", b.p.style("muted"))
    b.c.right(b.w, 0, f"${p.money}", b.p.style("ink", bold=True))
    best = ", best" if view.best_builder == seat else ""
    text = f"{p.pool} pool, {p.hand} hand, {p.built.bit_count()} built{best}"
    b.c.write(2, 1, text[: b.w - 2], b.p.style("ink" if not best else "good"))
    x = 2
    for permit in p.permits:
        colour = view.city.kit.permits[permit].colour
        label = permit_label(view, permit)
        x = b.chip(x, 2, label, GRANT if colour is None else COLOURS[colour])
        x = b.c.write(x, 2, symbols(view, permit), b.p.style("muted"))
        x += 1 if len(p.permits) < 6 else 0
    if not p.permits:
        b.c.write(2, 2, "no permits", b.p.style("faint"))
    x = b.c.write(2, 3, holdings(b, seat, b.w - 2), b.p.style("muted"))
    text, short = lately(b.state, seat)
    if b.h > 4:
        b.c.write(2, 4, text if len(text) <= b.w - 2 else short[: b.w - 2], b.p.style("muted"))
    elif x + 1 + len(short) <= b.w:
        b.c.right(b.w, 3, short, b.p.style("muted"))


def holdings(b: TilePainter, seat: int, width: int) -> str:
    """Urban cards by letter, rubble, objectives face up and secret; abbreviated where that is too wide."""
    p = b.view.players[seat]
    urban = " ".join(
        f"{letter}{n}" for kind, letter in enumerate(SYMBOL_LETTERS) if (n := urban_count(b.view.city, p, kind))
    )
    goals_held = f"obj {len(p.open)}+{len(p.secret)}"
    text = ", ".join(filter(None, (urban, f"rubble {p.rubble}" if p.rubble else "", goals_held)))
    short = " ".join(filter(None, (urban, f"rub{p.rubble}" if p.rubble else "", goals_held)))
    return text if len(text) <= width else short


# Objectives


def label(b: TilePainter, which: str) -> None:
    b.c.write(0, 0, LABELS[which], b.p.style("muted"))


LABELS = {
    "common": "Common to all",
    "row": "In the row",
    "own": "Yours (? secret)",
    "others": "Rivals' face-up",
    "rest": "More: see the players",
}


def objective(b: TilePainter, card: int) -> None:
    """What it is about, what it pays, and what it gives its holder, or whose hand is shown, as things are."""
    view, seat, holder = b.view, viewing_seat(b.state), holder_of(b.state, card)
    style = b.p.style("cursor", bold=True, reverse=True) if b.here else b.p.style("ink", bold=b.legal)
    mark = b.key or (b.p["here"] if b.picked else " ")
    b.c.write(0, 0, mark, b.p.style("picked" if b.picked else "legal", bold=True))
    if holder != seat:
        b.c.write(0, 0, str(holder + 1), b.seat_style(holder))
    secret = card in view.players[seat].secret
    if secret:
        b.c.write(0, 0, "?", b.p.style("fresh", bold=True))
    b.c.write(1, 0, objective_title(view, card)[: b.w - 10], style)
    gives = objective_points(view, holder, card)
    b.c.right(b.w - 4, 0, objective_value(view, card), b.p.style("muted"))
    b.c.right(b.w, 0, f"+{gives}" if gives else b.p["none"], b.p.style("good" if gives else "faint", bold=bool(gives)))


def deck(b: TilePainter) -> None:
    count = deck_size(b.view)
    style = b.p.style("cursor", bold=True, reverse=True) if b.here else b.p.style("ink", bold=b.legal)
    b.c.write(0, 0, b.key or " ", b.p.style("legal", bold=True))
    b.c.write(1, 0, f"Deck: {count} unseen", style if count else b.p.style("faint"))


# The development board


def town(b: TilePainter) -> None:
    """The grid from the top row down with its sidebars, then the urban piles."""
    kit, view = b.view.city.kit, b.view
    here = {(p.row, p.column) for p in view.players}
    for up, row in enumerate(kit.grid):
        y = 2 * (len(kit.grid) - 1 - up)
        for column, value in enumerate(row):
            x = 1 + 3 * column
            style = b.p.style("ink", bold=True) if (up, column) in here else b.p.style("muted")
            b.c.right(x + 2, y, str(value), style)
            seats = [seat for seat, p in enumerate(view.players) if (p.row, p.column) == (up, column)]
            for n, seat in enumerate(seats):
                b.c.write(x + n, y + 1, str(seat + 1), b.seat_style(seat))
        b.c.write(2 + 3 * len(row), y, f"{b.p['frame'][3]}{kit.row_sidebar[up]:>2}", b.p.style("faint"))
    y = 2 * len(kit.grid)
    for column, value in enumerate(kit.column_sidebar):
        b.c.right(3 + 3 * column, y, str(value), b.p.style("faint"))
    if b.h > y + 2:
        b.c.write(1, y + 1, "up clear-up, right urban", b.p.style("faint"))
    if b.h > y + 1:
        piles(b, b.h - 1)


def piles(b: TilePainter, y: int) -> None:
    """How many cards of each type are left; of the parks what the top one is worth."""
    view, x = b.view, 1
    for kind, letter in enumerate(SYMBOL_LETTERS):
        left = view.piles[kind]
        pile = view.city.kit.piles[kind]
        worth = view.city.kit.urban_cards[pile[len(pile) - left]].points if left and kind == PARK else 0
        text = f"{letter}{left}" + (f" (top {worth})" if worth else "")
        x = b.c.write(x, y, text, b.p.style("ink" if left else "faint")) + 2


# Points and years


def points(b: TilePainter) -> None:
    """The points by source of the seat that is shown, so far."""
    parts = b.state.game.score(b.view)[viewing_seat(b.state)]
    for y, (text, n) in enumerate(parts):
        b.c.write(1, y, text, b.p.style("muted"))
        b.c.right(b.w - 1, y, str(n), b.p.style("ink" if n else "faint"))
    b.c.write(1, len(parts), "Total", b.p.style("ink", bold=True))
    b.c.right(b.w - 1, len(parts), str(total_points(parts)), b.p.style("ink", bold=True))


def years(b: TilePainter) -> None:
    """Every year's cost of building and bonus, in as many columns as there is room for."""
    b.c.write(0, 0, b.p["rule"] * (b.w - 1), b.p.style("faint"))
    b.c.write(1, 0, " Years: build cost, bonus ", b.p.style("muted", bold=True))
    all_years = b.view.city.kit.years
    across = max(1, b.w // 30)
    down = -(-len(all_years) // across)
    for n, year in enumerate(all_years):
        x, y = n // down * (b.w // across), 1 + n % down
        now = n == b.view.year
        words = ("and " if n == 0 else "/").join(bonus_word(part) for part in year.bonus)
        words = " + ".join(bonus_word(part) for part in year.bonus) if n == 0 else words
        style = b.p.style("ink" if now else "muted" if n > b.view.year else "faint", bold=now)
        b.c.write(x, y, f"{b.p['here'] if now else ' '}{year.year} ${year.build_cost} {words}"[: b.w // across], style)


def bonus_word(part: Bonus) -> str:
    if part.kind == "money":
        return f"${part.dollars}{' each' if part.per_built else ''}"
    return {"right": "step right", "objective": "obj."}.get(part.kind, part.kind)
