"""Painting of the ring: the names of all spaces, and the current stop, open with its prices."""

from __future__ import annotations

from tabletown.rules.sf1906.components import model as c
from tabletown.rules.sf1906.components.model import MONEY_MAX
from tabletown.rules.sf1906.state import SPACE, STRIP, Sf1906
from tabletown.rules.sf1906.turn import CLEAR_UP_COST, card_spaces

from ...widgets.canvas import Rect
from .board_facts import BONUS_WORDS, choices, fitted, initial, next_stop, space_words, stops, tokens_at
from .preview import Offer
from .tile_painter import TilePainter

SPACED = 13
"""Columns of a stop that are enough for spaces round its title."""
NAME = 4
"""The first column of names on the open card."""


def stop(b: TilePainter, n: int) -> None:
    """Draw the title of a stop of the ring; beside that of the next one its turn order."""
    view = b.view
    if n == view.stop:
        return open_title(b, n)
    ordered = n == next_stop(view) and bool(b.preview.order) and not view.over
    ink = "cursor" if b.at_cursor else "muted"
    b.c.write(0, 0, b.p["rule"] * (b.w - 1), b.p.style("frame"))
    wide = b.w >= SPACED
    title = stop_title(view, n, b.w - 2 - (len(b.preview.order) + 2 * wide) * ordered - wide)
    loose = wide or (not ordered and len(title) + 3 < b.w)
    x = int(wide or not ordered)
    x = b.c.write(x, 0, f" {title}" if loose else title, b.p.style(ink, bold=True, reverse=b.at_cursor))
    if ordered:
        order(b, x)
    else:
        b.c.write(x, 0, " ", b.p.style())
    return None


def spaces(b: TilePainter, n: int) -> None:
    """Write the names of the spaces of a stop, and draw the tokens there."""
    ending = n == STRIP and strip_words(b.view) == THE_END
    lines = last_bonus(b.view) if ending else [space_words(space) for space in stops(b.view)[n]]
    for k, words in enumerate(lines):
        b.c.write(1, k, fitted(words, b.w - 2), b.p.style("muted"))
    for k, seat in tokens_at(b.view, n).items():
        b.token(b.w - (1 if b.w < 14 else 4), k, seat, b.w >= 14)


def stop_title(view: Sf1906, n: int, room: int) -> str:
    """The title of a stop in `room` columns: "Card 3", or the year that the earnings strip starts."""
    words = (f"Card {n}", str(n)) if n != STRIP else strip_words(view)
    return fitted(words, room)


def strip_words(view: Sf1906) -> tuple[str, ...]:
    """Wordings of the strip's title: the year it started, or starts next once its tokens have left; at last the end."""
    years = view.city.kit.years
    year = view.year + (view.stop > STRIP + 1)
    name = str(years[year].year)
    return THE_END if year > view.year and year == len(years) - 1 else (f"Year {name}", name, name[2:])


THE_END = ("The end", "end")
"""Wordings of the strip's title when no year follows."""


def last_bonus(view: Sf1906) -> list[tuple[str, ...]]:
    """Lines for the bonus that the last year gives in place of earnings."""
    year = view.city.kit.years[-1]
    parts = [f"${part.dollars}" if part.kind == "money" else BONUS_WORDS[part.kind][-1] for part in year.bonus]
    return [(f"{year.year}:",), *((f"{'or ' * bool(n)}{text}",) for n, text in enumerate(parts))]


def order(b: TilePainter, x: int) -> None:
    """Write initials in the turn order of the next stop, with gaps for spaces that a player can still take."""
    x = b.c.write(x, 0, f" {b.p['then']}" if b.w >= SPACED else b.p["then"], b.p.style("muted"))
    for seat in b.preview.order:
        if seat is None:
            x = b.c.write(x, 0, b.p["none"], b.p.style("faint"))
        else:
            x = b.c.write(x, 0, initial(b.state, seat), b.seat_style(seat, solid=False))
    b.c.write(x, 0, " ", b.p.style())


def open_title(b: TilePainter, n: int) -> None:
    """Draw the title of the current stop, and the initials of the players in turn order."""
    view = b.view
    name = stop_title(view, n, b.w - 11 - 2 * len(view.order))
    b.c.write(0, 0, b.p["strong-rule"] * (b.w - 1), b.p.style("accent"))
    b.c.write(1, 0, f" {name}, now ", b.p.style("cursor" if b.at_cursor else "accent", bold=True, reverse=b.at_cursor))
    if view.over:
        return
    seats = view.order
    x = b.w - 3 - 2 * len(seats)
    b.c.write(x, 0, " " * (2 * len(seats) + 1), b.p.style())
    for k, seat in enumerate(seats):
        x = b.c.write(x, 0, b.p["then"] if k else " ", b.p.style("muted"))
        if k == view.acted:
            x = b.token(x, 0, seat, wide=False)
        else:
            done = b.p.style("faint") if k < view.acted else b.seat_style(seat, solid=False)
            x = b.c.write(x, 0, initial(b.state, seat), done)


def card(b: TilePainter) -> None:
    """Fill the background of the open card."""
    b.c.fill(Rect(0, 0, b.w - 1, b.h - (len(choices(b.state)) < b.h)), b.p.style(paper="card"))


# Rows of the open card


def row(b: TilePainter, possible: bool = True) -> int:
    """Write the mark, digit and name of a row; return the column after the name, which is that of a token."""
    active = b.state.active
    b.c.fill(Rect(0, 0, b.w - 1, 1), b.p.style(paper="card"))
    if b.at_cursor or b.picked:
        b.c.write(1, 0, b.p["here"], b.p.style("cursor", "card", bold=True))
    if b.key:
        b.c.write(2, 0, b.key, b.p.style("accent" if b.legal or b.picked else "faint", "card", bold=True))
    choice = next(row for row in choices(b.state) if row.part == b.part)
    room = max(10, min(17, b.w - 17))
    ink = "cursor" if b.at_cursor else "ink" if (possible and (b.legal or b.preview.offers)) or not active else "muted"
    b.c.write(NAME, 0, fitted(choice.words, room), b.p.style(ink, "card", bold=b.at_cursor or b.legal))
    return NAME + room + (room > 10)


def slot(b: TilePainter, k: int) -> None:
    """Write a space of the current stop: its token, and the cost of its action with the money left."""
    view, offers = b.view, b.preview.offers
    x = row(b, not offers or not offers[k].why)
    lying = tokens_at(view, view.stop)
    if k in lying:
        b.token(x, 0, lying[k])
    elif k == b.preview.space and view.step == SPACE:
        seat = view.order[view.acted]
        style = b.p.style(f"seat-{seat + 1}", "card", bold=True, underline=True)
        b.c.write(x, 0, f" {initial(b.state, seat)} ", style)
    if b.state.active and view.step == SPACE and view.stop == STRIP:
        dollars = view.city.kit.earnings[k]
        money(b, (f"{b.p['then']} ${min(MONEY_MAX, b.me.money + dollars)}",), "good" if b.legal else "faint")
    elif offers:
        price(b, offers[k], card_spaces(view)[k].kind)


def money(b: TilePainter, texts: tuple[str, ...], ink: str) -> None:
    """Write the longest text that fits at the right end of a row."""
    b.c.right(b.w - 2, 0, fitted(texts, b.w - 2 - NAME - 10 - 3), b.p.style(ink, "card"))


def price(b: TilePainter, offer: Offer, kind: str) -> None:
    """Write the total cost of an action and the money left, or why it cannot be chosen."""
    if kind == c.PASS:
        return
    lacking = offer.cost.total - offer.money
    if offer.why:
        wants = (f"-${offer.cost.total}, need ${lacking}", f"-${offer.cost.total}") if lacking > 0 else ("not now",)
        return money(b, wants, "faint")
    least, net = offer.cost.total, offer.gain - offer.cost.total
    head = f"{'-' if net < 0 else '+'}${abs(net)}" if net or offer.gain else "free"
    sign = "-" * bool(least)
    heads = (f"{sign}${least} to {offer.most}", f"{sign}${least}+") if offer.most > least else (head,)
    then = b.p["then"]
    texts = (*(f"{text} {then} ${offer.left}" for text in heads), f"{heads[-1]}{then}${offer.left}", heads[-1])
    return money(b, texts, "warn" if net < 0 or offer.most > least else "good")


def do(b: TilePainter, which: str) -> None:
    """Write a row that is not a space: $1 in place of an action, no token, no urban card."""
    row(b)
    dollars = {"collect": 1, "clear_up": -CLEAR_UP_COST, "no_urban": 0}[which]
    if b.legal and dollars:
        left = min(MONEY_MAX, b.me.money + dollars)
        head, then = f"{'+' if dollars > 0 else '-'}${abs(dollars)}", b.p["then"]
        money(b, (f"{head} {then} ${left}", f"{head}{then}${left}"), "good" if dollars > 0 else "warn")


def bonus(b: TilePainter, kind: str) -> None:
    """Write a row for a part of the year's bonus."""
    row(b)
    part = next(part for part in b.view.city.kit.years[b.view.year].bonus if part.kind == kind)
    if kind == "money":
        dollars = part.dollars * (b.me.built.bit_count() if part.per_built else 1)
        money(b, (f"+${dollars} {b.p['then']} ${min(MONEY_MAX, b.me.money + dollars)}", f"+${dollars}"), "good")
    elif not b.legal and b.state.active:
        money(b, ("not now",), "faint")


def urban(b: TilePainter, kind: int) -> None:
    """Write a row for an urban card that a building can gain."""
    row(b)
    cost = b.view.city.kit.urban_cards[b.view.city.kit.piles[kind][0]].cost
    money(b, (f"-${cost}, step right", f"-${cost}") if cost else ("step right", "right"), "warn" if cost else "good")


def stand_in(b: TilePainter) -> None:
    """Write a notice that the components are stand-ins for the publisher's, with the key that explains it."""
    if b.view.city.kit.name == "stand-in":
        key = b.state.keys["game.help"]
        texts = (
            f"Cards, plots, permits and boards are stand-ins ({key} explains)",
            f"Stand-in cards and plots ({key} explains)",
            f"Stand-in tables ({key}: why)",
        )
        b.c.write(1, 0, fitted(texts, b.w - 2), b.p.style("muted"))
