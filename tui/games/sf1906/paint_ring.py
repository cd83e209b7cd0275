"""Painting of the ring: the names of all spaces, and the current stop, open with its prices."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style

from tabletown.rules.core.text import plural
from tabletown.rules.sf1906.components.model import (
    BUILD,
    BUILD_GRANT,
    CLEAR_UP,
    EARN,
    MATERIALS,
    OBJECTIVE,
    PASS,
    PERMIT,
    URBAN,
)
from tabletown.rules.sf1906.costs import CLEAR_UP_COST
from tabletown.rules.sf1906.decision_facts import place_after, reachable
from tabletown.rules.sf1906.effects import up
from tabletown.rules.sf1906.limits import MONEY_MAX
from tabletown.rules.sf1906.state import ACT, BONUS, SPACE, STRIP, Sf1906

from ...narration.recap import news_by_player
from ...widgets.canvas import Rect
from .board_facts import (
    EARNINGS,
    ORDINALS,
    bonus_choice,
    choices,
    fitted,
    next_stop,
    space_words,
    stops,
    strip_is_last,
    strip_year,
    tokens_at,
    viewing_seat,
    waiting_words,
)
from .detail_phrases import gain
from .development_board import after
from .layout import SPACED
from .preview import Offer
from .recap import recent
from .tile_painter import TilePainter

NAME = 3
"""The first column of names on the open card."""
MIN_BROAD = 34
"""Columns of an open card that are enough for broad tokens, and for prices with the money left."""
PRICE = 16
"""Columns of a price with the money left."""
NAMED = 24
"""Columns of an open card that are enough for a rule before its title."""
PLACE_TITLE, PLACE_HEAD = "next: ", " next"
"""The name of a place in the next turn order: before it, or where a row has no room at the head of its column."""
PLACE = len("1st?")
"""Columns of a place in the next turn order."""
BRIEF_NAME, BRIEF_PRICE = 9, 9
"""Columns of a name, and the fewest of a price or of the reason against an action, on a card that is not so broad."""


def stop(b: TilePainter, n: int) -> None:
    """Draw the title of a stop of the ring."""
    if n == b.view.stop:
        return open_title(b, n)
    x, plain = int(b.w >= SPACED), not b.has_bodies
    title = stop_title(b.view, n, b.w - 1 - 3 * x)
    head = waiting(b, n) if plain else b.p.style("ink" if n == next_stop(b.view) else "muted", "card", bold=True)
    if plain:
        b.c.write(0, 0, b.p["rule"] * (b.w - 1), b.p.style("frame"))
    else:
        b.c.fill(Rect(0, 0, b.w - 1, 1), head)
    style = b.p.style("cursor", bold=True, reverse=True) if b.at_cursor else head
    b.c.write(x, 0, f" {title} " if x and plain else title, style)
    if plain and not x and len(title) < b.w - 1:
        b.c.write(len(title), 0, " ", b.p.style())
    return None


def spaces(b: TilePainter, n: int) -> None:
    """Write the names of the spaces of a stop, and draw the tokens there where they stand apart from what is beside."""
    ending = n == STRIP and strip_is_last(b.view)
    lines = (
        last_bonus(b.view) if ending else [(*space_words(space), *waiting_words(space)) for space in stops(b.view)[n]]
    )
    lying = tokens_at(b.view, n)
    x, broad = int(b.w >= SPACED), b.w > SPACED + 1
    b.c.fill(Rect(0, 0, b.w - 1, b.h), b.p.style(paper="card"))
    if not broad and any(len(lines[k][-1]) > b.w - 3 - x for k in lying):
        lying = {}
    for k, words in enumerate(lines):
        room = b.w - 1 - x - (4 if broad else 2) * (k in lying)
        ink = "muted" if ending else "good" if n == STRIP else INKS.get(stops(b.view)[n][k].kind, "muted")
        b.c.write(x, k, fitted(words, room), waiting(b, n, ink))
    for k, seat in lying.items():
        b.token(b.w - (4 if broad else 2), k, seat, broad)


INKS = {EARN: "good", BUILD: "warn", BUILD_GRANT: "warn", CLEAR_UP: "noble", URBAN: "noble"}
"""Inks that tell kinds of spaces apart on stops that are not open: money, buildings, and the city around them."""


def waiting(b: TilePainter, n: int, ink: str = "muted") -> Style:
    """The style of a stop that is not open: the next one is easier to read than those after it."""
    paper = "card" if b.has_bodies else "felt"
    return b.p.style(ink, paper) if n == next_stop(b.view) else b.p.quiet("muted" if b.p.flat else ink, paper)


def stop_title(view: Sf1906, n: int, room: int) -> str:
    """The title of a stop in `room` columns: "Card 3", "Earnings", "The end", or the year that has just started."""
    words = (f"Card {n}", str(n)) if n != STRIP else strip_words(view)
    return fitted(words, room)


def strip_words(view: Sf1906) -> tuple[str, ...]:
    """Wordings of the strip's title: the year while it is played, and in the final year the end that comes next;
    after it the last bonus.
    """
    if view.stop != STRIP:
        return ("The end", "End") if strip_is_last(view) else (EARNINGS,)
    if strip_is_last(view):
        return "Last bonus", "Last", "End"
    name = str(view.city.kit.years[strip_year(view)].year)
    return f"Year {name}", name, name[2:]


def last_bonus(view: Sf1906) -> list[tuple[str, ...]]:
    """Lines for the bonus that the last year gives in place of earnings."""
    parts = [bonus_choice(part).words[-1] for part in view.city.kit.years[-1].bonus]
    return [("Bonus:",), *((f"{'or ' * bool(n)}{text}",) for n, text in enumerate(parts))]


def open_title(b: TilePainter, n: int) -> None:
    """Draw the title of the current stop, and the initials of the players in turn order."""
    view, seats = b.view, b.view.order
    if b.state.active and view.step == ACT:
        return action_title(b, n)
    width = b.w - len(PLACE_HEAD) * heads_places(b)
    room = width - len(f" {'1906' if n == STRIP else 'Card 1'}:  ") - (b.w >= NAMED)
    names = [] if view.over else order_names(b, seats, room - len(" order"))
    order_width = len(b.p["then"].join(names))
    word = " order:" if order_width <= room - len(" order") else ":"
    name = stop_title(view, n, width - 2 - (len(word) + order_width + 1) * bool(names))
    b.c.write(0, 0, b.p["strong-rule"] * (b.w - 1), b.p.style("accent"))
    style = b.p.style("cursor" if b.at_cursor else "accent", bold=True, reverse=b.at_cursor)
    x = b.c.write(int(b.w >= NAMED), 0, f" {name}{word * bool(names)} ", style)
    for k, (seat, text) in enumerate(zip(seats, names, strict=False)):
        x = b.c.write(x, 0, b.p["then"], b.p.style("muted")) if k else x
        if k == view.acted:
            x = b.chip(x, 0, text, f"seat-{seat + 1}")
        else:
            done = b.p.style("faint") if k < view.acted else b.seat_style(seat, solid=False)
            x = b.c.write(x, 0, text, done)
    if x < b.w - 1:
        b.c.write(x, 0, " ", b.p.style())
    if width < b.w:
        b.c.right(b.w - 1, 0, PLACE_HEAD, b.p.style("muted"))


def order_names(b: TilePainter, seats: Sequence[int], room: int) -> list[str]:
    """The players in turn order in `room` columns: names, or signs with "You" if it fits."""
    ways = (
        [b.state.seats[seat].name for seat in seats],
        [b.sign(seat, 3) for seat in seats],
        [b.sign(seat) for seat in seats],
    )
    return next((way for way in ways if len(b.p["then"].join(way)) <= room), ways[-1])


def action_title(b: TilePainter, n: int) -> None:
    """Draw the title of the card while the viewer takes an action, unlike that while they choose a space."""
    text = fitted((f" Card {n}: take an action ", " Take an action "), b.w - 2)
    b.c.write(0, 0, b.p["strong-rule"] * (b.w - 1), b.p.style("good"))
    b.c.write(int(b.w >= NAMED), 0, text, b.p.style("cursor" if b.at_cursor else "good", bold=True, reverse=True))


def card(b: TilePainter) -> None:
    """Fill the background of the open card."""
    b.c.fill(Rect(0, 0, b.w - 1, b.h), b.p.style(paper="card"))


# Rows of the open card


def row(b: TilePainter, taken: int = 0) -> int:
    """Write the mark, digit and name of a row, before a price of `taken` columns; return the column after it."""
    b.c.fill(Rect(0, 0, b.w - 1, 1), b.p.style(paper="card"))
    if b.picked or (b.at_cursor and not b.state.picked):
        b.c.write(0, 0, b.p["here"], b.p.style("cursor", "card", bold=True))
    if b.key:
        b.c.write(1, 0, b.key, b.p.style("accent" if b.legal or b.picked else "faint", "card", bold=True))
    words = next(choice.words for choice in choices(b.state) if choice.part == b.part)
    room = name_room(b) if b.part[0] == "slot" else b.w - NAME - 2 - max(taken, BRIEF_PRICE // 2)
    name = fitted(words, room)
    ink = "cursor" if b.at_cursor or b.picked else "ink" if b.legal or not b.state.active else "muted"
    b.c.write(NAME, 0, name, b.p.style(ink, "card", bold=b.at_cursor or b.legal))
    return NAME + 1 + len(name)


def name_room(b: TilePainter) -> int:
    """Columns for the name of a space of the open card."""
    return max(BRIEF_NAME, min(17, b.w - NAME - 2 - PRICE - len("next: 1st? "))) if b.w >= MIN_BROAD else BRIEF_NAME


def token_column(b: TilePainter) -> int:
    """The column of tokens on the open card, after the longest name of a space."""
    names = [fitted(choice.words, name_room(b)) for choice in choices(b.state) if choice.part[0] == "slot"]
    return NAME + 1 + max(map(len, names))


def slot(b: TilePainter, k: int) -> None:
    """Write a space of the current stop: its token, and the cost of its action with the money left."""
    view, broad = b.view, b.w >= MIN_BROAD
    end = row(b)
    x = token_column(b)
    lying = tokens_at(view, view.stop)
    if k in lying:
        b.token(x, 0, lying[k], broad)
        end = x + 2
    elif chooses_space(b):
        end = next_place(b, k, x, end)
    if not b.state.active or view.over or view.step not in (SPACE, ACT):
        return
    x = end
    if k in lying and view.step == SPACE:
        money(b, ("taken",), "faint")
    elif view.stop == STRIP:
        dollars = min(MONEY_MAX, b.me.money + view.city.kit.earnings[k])
        money(b, (f"you then have ${dollars}", f"then ${dollars}", f"${dollars}"), "good", x)
    elif stops(view)[view.stop][k].kind == PASS:
        money(b, ("no action",), "muted", x)
    elif b.preview.offers and (offer := b.preview.offers[k]):
        if offer.why:
            return money(b, (obstacle(b, k, offer),), "faint", x)
        price(b, offer, x)


def chooses_space(b: TilePainter) -> bool:
    """Is the viewer choosing a space of the open card?"""
    return b.state.active and b.view.step == SPACE


def heads_places(b: TilePainter) -> bool:
    """Are the places in the next turn order in a column at the right with a head, as a row has no room to name them?"""
    if not chooses_space(b):
        return False
    room = b.w - 2 - (b.w >= NAMED) - (PRICE if b.w >= MIN_BROAD else BRIEF_PRICE) - token_column(b)
    return room < len(PLACE_TITLE) + PLACE


def next_place(b: TilePainter, k: int, x: int, end: int) -> int:
    """Write the place in the next turn order from free space `k`, with "?" if others may change it: from column `x` on,
    or below its head; return the column from which on there is room, after a name that ends before column `end`.
    """
    earliest, latest = place_after(b.view, k)
    place = f"{ORDINALS[earliest]}{'?' * (earliest < latest)}"
    seat = b.view.order[b.view.acted]
    chosen = k == b.preview.space
    style = b.p.style(f"seat-{seat + 1}" if chosen else "muted", "card", bold=chosen)
    if heads_places(b):
        b.c.write(b.w - 1 - PLACE, 0, place, style)
        return end
    b.c.write(x, 0, PLACE_TITLE + place, style)
    return x + len(PLACE_TITLE) + PLACE + 1


def obstacle(b: TilePainter, k: int, offer: Offer) -> str:
    """The reason why the action of space `k` cannot be chosen."""
    kind, lacking = stops(b.view)[b.view.stop][k].kind, offer.cost.total - offer.money
    if kind in (BUILD, BUILD_GRANT) and (text := build_obstacle(b, kind == BUILD_GRANT)):
        return text
    return f"needs ${offer.cost.total}" if lacking > 0 else obstacles(b, kind)


def build_obstacle(b: TilePainter, grant: bool) -> str:
    """The reason why the player shown cannot build whatever it costs; empty if there is none."""
    if not b.me.hand:
        return NO_BUILDING
    if not b.me.permits:
        return "no permit"
    return "" if reachable(b.view, viewing_seat(b.state), grant) else "no plot"


def obstacles(b: TilePainter, kind: str) -> str:
    """The reason why an action that costs nothing cannot be chosen."""
    if kind == PERMIT and not b.view.permit_row:
        return NONE_LEFT
    return OBSTACLES.get(kind, "can't")


NO_BUILDING, NONE_LEFT = "0 in hand", "none left"
OBSTACLES = {EARN: "have $15", MATERIALS: "0 in pool", PERMIT: "hold 5", OBJECTIVE: NONE_LEFT}
"""Reasons why actions that cost nothing cannot be chosen, short enough for the narrowest card, so that each has one
wording.
"""
BONUS_ACTIONS = {"building": MATERIALS, "permit": PERMIT, "objective": OBJECTIVE}
"""The actions that bonuses give for nothing."""


def money(b: TilePainter, texts: tuple[str, ...], ink: str, x: int | None = None) -> None:
    """Write the longest text that fits at the right end of a row, from column `x` on at the earliest."""
    end = b.w - 1 - (b.w >= NAMED and (x is None or b.w - 2 - x >= len(texts[-1])))
    end = b.w - 1 - len(PLACE_HEAD) if heads_places(b) else end
    room = PRICE if b.w >= MIN_BROAD else BRIEF_PRICE
    room = room if x is None else min(PRICE, end - x)
    b.c.right(end, 0, fitted(texts, room), b.p.style(ink, "card"))


def price(b: TilePainter, offer: Offer, x: int) -> None:
    """Write the total cost of an action that can be chosen and the money after it, from column `x` on."""
    total = offer.cost.total
    pay = f"pay ${total}" if total else "free"
    if offer.most > total:
        between = "or" if offer.most == total + 1 else "to"
        full, brief = f"${total} {between} ${offer.most}", f"${total} {between} {offer.most}"
        texts: tuple[str, ...] = (f"pay {full}", full, brief, f"${total}-{offer.most}")
    else:
        texts = (f"{pay}, have ${offer.left}", pay) if total or offer.gain else (pay,)
    return money(b, texts, "warn" if total else "good", x)


def do(b: TilePainter, which: str) -> None:
    """Write a row that is not a space: $1 in place of an action, no token, no urban card."""
    if which == "no_urban":
        return urban_row(b, 0)
    x = row(b)
    dollars = {"collect": 1, "clear_up": -CLEAR_UP_COST}[which]
    if b.state.active and (which,) in b.state.game.legal(b.view):
        me = b.me if dollars > 0 else after(b, up)
        left = min(MONEY_MAX, me.money + dollars)
        pays = ("free",) if dollars > 0 else (f"pay ${-dollars}", f"${-dollars}")
        money(b, (f"{pays[0]}, have ${left}", *pays), "good" if dollars > 0 else "warn", x)
    return None


def bonus(b: TilePainter, kind: str) -> None:
    """Write a row for a part of the year's bonus, with its money while it can be chosen."""
    x = row(b)
    if b.view.over or b.view.step != BONUS:
        return
    part = next(part for part in b.view.city.kit.years[b.view.year].bonus if part.kind == kind)
    if kind == "money":
        dollars = part.dollars * (b.me.built.bit_count() if part.per_built else 1)
        money(b, (f"get ${dollars}, have ${min(MONEY_MAX, b.me.money + dollars)}", f"get ${dollars}"), "good", x)
    elif b.state.active and b.part not in b.state.game.legal(b.view):
        why = build_obstacle(b, False) if kind == "build" else obstacles(b, BONUS_ACTIONS.get(kind, ""))
        money(b, (why or "too dear",), "faint", x)


def urban(b: TilePainter, kind: int) -> None:
    """Write a row for an urban card that a building can gain."""
    urban_row(b, b.view.city.kit.urban_cards[b.view.city.kit.piles[kind][0]].cost)


def urban_row(b: TilePainter, cost: int) -> None:
    """Write a choice of urban card: its price, and the points that building with it brings."""
    more = gain(b.state, b.part if b.part[0] == "urban" else ("no_urban",)) if b.legal else 0
    price = f"pay ${cost}, " * bool(cost)
    texts = tuple(f"{price}{text}" for text in (plural(more, "point", sign=True), f"{more:+} pts", f"{more:+}"))
    text = fitted(texts, PRICE if b.w >= MIN_BROAD else len("pay $1, +10"))
    row(b, len(text))
    if b.legal:
        money(b, (text,), "good" if more else "muted", 0)


AIM = (
    "Aim: most points after six years; everyone starts below 0. Permits let you build, objectives pay at the end.",
    "Aim: most points after six years; all start below 0. Permits let you build.",
    "Aim: most points after six years.",
    "",
)
"""The aim of the game in ever fewer words, for the first turn."""


def news(b: TilePainter) -> None:
    """Write what the others did since the viewer's last turn, with their names in their colours; before anyone has
    done anything the aim of the game.
    """
    if b.state.viewer is None or b.view.over:
        return
    if (b.view.year, b.view.stop, b.view.acted, b.view.step) == (0, STRIP, 0, SPACE):
        b.c.write(1, 0, fitted(AIM, b.w - 2), b.p.style("muted"))
    sentences = news_by_player(recent(b.state, b.state.viewer), b.state.seats, b.w - 2)
    if len(" ".join(text for _, text in sentences)) > b.w - 2:
        return
    x = 1
    for seat, text in sentences:
        end = b.c.write(x, 0, text, b.p.style("ink"))
        if seat is not None:
            b.c.write(x, 0, b.state.seats[seat].name, b.seat_style(seat, solid=False))
        x = end + 1
