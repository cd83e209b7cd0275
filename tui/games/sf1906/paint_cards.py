"""How the ring, the current card and the permits look."""

from __future__ import annotations

from tabletown.rules.core.text import plural
from tabletown.rules.sf1906.components.model import MONEY_MAX
from tabletown.rules.sf1906.notation import SYMBOL_LETTERS, TYPE_WORDS
from tabletown.rules.sf1906.state import PERMIT_LIMIT, SPACE, STRIP, Sf1906
from tabletown.rules.sf1906.turn import CLEAR_UP_COST, card_spaces

from ...widgets.canvas import Rect
from .board_facts import (
    choices,
    next_stop,
    permit_label,
    slot_titles,
    space_letter,
    stops,
    symbols,
    tokens_at,
    viewing_seat,
)
from .preview import Offer
from .tile_painter import COLOURS, GRANT, TilePainter

# The ring


def stop(b: TilePainter, n: int) -> None:
    """Its name, a letter for each space, the tokens below; on the next one the order in which it will be played."""
    view, now = b.view, n == b.view.stop and not b.view.over
    rule = b.p["strong"][1] if now else b.p["rule"]
    ordered = n == next_stop(view) and bool(b.preview.order)
    name = str(n) if n != STRIP else strip_year(view, ordered and b.w < 14)
    style = b.p.style("cursor", bold=True, reverse=True) if b.here else b.p.style("ink" if now else "muted", bold=now)
    b.c.write(0, 0, rule * (b.w - 1), b.p.style("cursor" if now else "faint", bold=now))
    x = b.c.write(1, 0, f"{b.p['here'] if now else ' '}{name} ", style)
    if ordered:
        order(b, x)
    spaces, lying = stops(view)[n], tokens_at(view, n)
    step = max(2, (b.w - 2) // len(spaces))
    for k, space in enumerate(spaces):
        chosen = now and k == b.preview.space
        x = 1 + k * step
        b.c.write(x, 1, space_letter(space), b.p.style("cursor" if chosen else "ink" if now else "muted", bold=now))
        if k in lying:
            b.c.write(x, 2, str(lying[k] + 1), b.seat_style(lying[k]))
        elif chosen:
            seat = view.order[view.acted]
            b.c.write(x, 2, str(seat + 1), b.p.style(f"seat-{seat + 1}", bold=True, underline=True))
        else:
            b.c.write(x, 2, b.p["none"], b.p.style("faint"))


def strip_year(view: Sf1906, short: bool) -> str:
    """The year that the earnings strip opened last, or opens next once its tokens have moved on; at last the end."""
    years = view.city.kit.years
    year = view.year + (view.stop > STRIP + 1)
    return "end" if year > view.year and year == len(years) - 1 else str(years[year].year)[2 * short :]


def order(b: TilePainter, x: int) -> None:
    """Seats in the order of the next stop, and gaps where somebody may still come in between."""
    x = b.c.write(x, 0, b.p["then"], b.p.style("muted"))
    for seat in b.preview.order:
        if seat is None:
            x = b.c.write(x, 0, b.p["none"], b.p.style("faint"))
        else:
            x = b.c.write(x, 0, str(seat + 1), b.seat_style(seat, solid=False))
    b.c.write(x, 0, " ", b.p.style())


# The current card


def slot(b: TilePainter, k: int) -> None:
    """A space of the stop that is played: who lies there, and what its action costs and leaves."""
    view, active = b.view, b.state.active
    b.frame()
    token(b, k)
    asked = active and (b.legal or bool(b.preview.offers))
    title, short = slot_titles(view, k)
    shown = title if len(title) <= b.w - 2 else short
    possible = not b.preview.offers or not b.preview.offers[k].why or view.over
    ink = "ink" if (asked and possible) or not active else "faint"
    b.centre(1, shown, b.p.style(ink, "card", bold=b.legal or b.here))
    if view.stop == STRIP:
        if active and b.legal:
            left = min(MONEY_MAX, b.me.money + view.city.kit.earnings[k])
            b.centre(b.h - 2, f"{b.p['then']}${left}", b.p.style("good", "card"))
    elif b.preview.offers:
        price(b, b.preview.offers[k], card_spaces(view)[k].kind)


def token(b: TilePainter, k: int) -> None:
    """The digit that picks on the upper edge, the token on the lower."""
    if b.key:
        b.c.write(1, 0, b.key, b.edge_style)
    lying = tokens_at(b.view, b.view.stop)
    if k in lying:
        b.c.write((b.w - 3) // 2, b.h - 1, f" {lying[k] + 1} ", b.seat_style(lying[k]))
    elif b.here and b.view.step == SPACE and b.legal:
        seat = b.view.order[b.view.acted]
        b.c.write((b.w - 3) // 2, b.h - 1, f" {seat + 1} ", b.p.style(f"seat-{seat + 1}", bold=True, underline=True))


def price(b: TilePainter, offer: Offer, kind: str) -> None:
    """The whole cost, and below it the money that is left."""
    if kind == "pass":
        return
    if offer.why:
        lack = offer.cost.total - offer.money
        b.centre(2, f"-${offer.cost.total}" if lack > 0 else "not now", b.p.style("faint", "card"))
        if lack > 0:
            b.centre(3, f"${lack} short", b.p.style("faint", "card"))
        return
    least, gain = offer.cost.total, f"+${offer.gain}" if offer.gain else ""
    text = f"${least}..{offer.most}" if offer.most > least else f"-${least}" if least else ""
    text = f"{text}{gain}" or "free"
    pays = least or offer.most > least
    b.centre(2, text, b.p.style("warn" if pays else "good", "card"))
    b.centre(3, f"{b.p['then']}${offer.left}", b.p.style("muted", "card"))


def do(b: TilePainter, which: str) -> None:
    """What is no space: $1 in place of an action, no token, no urban card."""
    b.frame()
    if b.key:
        b.c.write(1, 0, b.key, b.edge_style)
    style = b.p.style("ink" if b.legal else "faint", "card", bold=b.legal)
    title, dollars = {"collect": ("+$1", 1), "clear_up": ("Up", -CLEAR_UP_COST), "no_urban": ("None", 0)}[which]
    b.centre(1, title, style)
    if b.legal and dollars:
        if dollars < 0:
            b.centre(2, f"-${-dollars}", b.p.style("warn", "card"))
        b.centre(3, f"{b.p['then']}${min(MONEY_MAX, b.me.money + dollars)}", b.p.style("muted", "card"))


def bonus(b: TilePainter, kind: str) -> None:
    b.frame()
    if b.key:
        b.c.write(1, 0, b.key, b.edge_style)
    found = next(choice for choice in choices(b.state) if choice.part == b.part)
    title = found.title if len(found.title) <= b.w - 2 else found.short
    b.centre(1, title, b.p.style("ink" if b.legal else "faint", "card", bold=b.legal))
    part = next(part for part in b.view.city.kit.years[b.view.year].bonus if part.kind == kind)
    if kind == "money":
        dollars = part.dollars * (b.me.built.bit_count() if part.per_built else 1)
        b.centre(2, f"+${dollars}", b.p.style("good", "card"))
    elif not b.legal and b.state.active:
        b.centre(2, "not now", b.p.style("faint", "card"))


def urban(b: TilePainter, kind: int) -> None:
    """An urban card that a build may bring."""
    b.frame()
    if b.key:
        b.c.write(1, 0, b.key, b.edge_style)
    b.centre(1, TYPE_WORDS[kind][: b.w - 2].capitalize(), b.p.style("ink", "card", bold=True))
    b.centre(2, plural(b.view.piles[kind], "card"), b.p.style("muted", "card"))
    b.centre(3, "step right", b.p.style("good", "card"))


def card(b: TilePainter) -> None:
    """What lies under the spaces."""


# Permits


def shelf(b: TilePainter) -> None:
    """The headings above the row and the hand."""
    style = b.p.style("muted")
    left = len(b.view.permit_deck)
    each = min(8, (b.w - 2) // 8)
    b.c.write(0, 0, f"Permits, {left} more", style)
    seat = viewing_seat(b.state)
    name = "Yours" if seat == b.state.viewer else f"{b.state.seats[seat].name[:8]}'s"
    x = b.c.write(3 * each + 2, 0, f"{name} {len(b.me.permits)}/{PERMIT_LIMIT}", style)
    if b.preview.shared:
        names = TYPE_WORDS if b.w > 60 or len(b.preview.shared) < 2 else SYMBOL_LETTERS
        words = " or ".join(names[kind] for kind in b.preview.shared)
        b.c.write(x + 1, 0, f"share {words}", b.p.style("good", bold=True))


def permit(b: TilePainter, permit: int) -> None:
    """Number and colour, the two symbols, and an edge that says what can be done with it."""
    data, w = b.view.city.kit.permits[permit], b.w - 1
    name = GRANT if data.colour is None else COLOURS[data.colour]
    text = permit_label(b.view, permit)
    spent = permit in b.view.spent
    mark = b.p["here"] if permit in b.preview.reaching or spent else " "
    row = 0
    if b.h > 3:
        b.c.write(0, 0, b.edge[1] * w, b.edge_style)
        row = 1
    b.chip(0, row, f"{mark}{text}".ljust(w), name)
    b.c.fill(Rect(0, row + 1, w, 1), b.p.style(paper="card"))
    for n, letter in enumerate(symbols(b.view, permit)):
        common = SYMBOL_LETTERS.index(letter) in b.preview.shared and (b.picked or spent)
        style = b.p.style("picked", "card", bold=True, reverse=True) if common else b.p.style("ink", "card")
        b.c.write(1 + 2 * n, row + 1, letter, style)
    b.c.write(0, b.h - 1, b.edge[1] * w, b.edge_style)
    b.c.write(1, b.h - 1, f"{b.key}{'+' * b.picked}", b.edge_style)


def room(b: TilePainter, *_: int) -> None:
    """Where a permit may lie."""
    style = b.edge_style
    b.c.write(0, b.h - 1, b.edge[1] * (b.w - 1), style)
    if b.h > 3:
        b.c.write(0, 0, b.edge[1] * (b.w - 1), style)
    b.c.write((b.w - 1) // 2, (b.h - 1) // 2, b.p["none"], style)
