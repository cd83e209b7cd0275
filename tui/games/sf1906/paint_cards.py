"""Painting of permits and urban cards."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from tabletown.rules.core.text import join_words
from tabletown.rules.sf1906.components.model import LIGHT, PARK, URBAN_TYPES
from tabletown.rules.sf1906.limits import PERMIT_LIMIT
from tabletown.rules.sf1906.notation import TYPE_WORDS
from tabletown.rules.sf1906.state import PERMIT

from ...widgets.canvas import Rect
from .board_facts import BRIEF_TYPES, fitted, permit_words, refills, viewing_seat
from .detail_phrases import about_pile
from .layout import PILE_ROWS
from .tile_painter import TilePainter

WORDS_FROM = 8
"""Columns of a permit that are enough for its colour in words."""
SIGN_FROM = 9
"""Columns that are enough for the sign of an urban type before its short name."""
NAME_AND_COUNT, COUNT = 12, 3
"""Columns of a pile that are enough for its whole name and the number of cards in a row, and those of the number."""


def shelf(b: TilePainter, which: str) -> None:
    """Draw the heading above the permits on offer, or above those of the player shown."""
    if which == "row":
        left = len(b.view.permit_deck)
        return b.heading(0, 0, b.w - 1, "Permits", note_that_fits(b.w - 14, f"{left} more"))
    seat = viewing_seat(b.state)
    name = "Yours" if seat == b.state.viewer else b.state.seats[seat].name[:10]
    title = f"{name}, {len(b.me.permits)} of {PERMIT_LIMIT}" if not b.preview.shared else name
    b.heading(0, 0, b.w - 1, title)
    if b.preview.shared:
        text = note_that_fits(b.w - len(title) - 7, *shared_texts(b.preview.shared))
        b.c.right(b.w - 1, 0, f" {text} ", b.p.style("good", bold=True))
    return None


def shared_texts(kinds: Sequence[int]) -> list[str]:
    """Wordings of the symbols that two permits share, the longest first; the shortest names only the first of them."""
    words = [join_words([names[kind].lower() for kind in kinds]) for names in (TYPE_WORDS, BRIEF_TYPES)]
    brief = [BRIEF_TYPES[kind].lower() for kind in kinds]
    texts = [f"{head} {names}" for names in words for head in ("both show", "both:")]
    return [*texts, f"both: {', '.join(brief)}", ", ".join(brief), f"both: {brief[0]}"]


def note_that_fits(room: int, *texts: str) -> str:
    """The first of the texts that fits into `room` columns, else an empty string."""
    return next((text for text in texts if len(text) <= room), "")


def permit(b: TilePainter, permit: int) -> None:
    """Draw a permit: head with colour and number, the two symbols in words, an edge that shows its state."""
    spent = permit in b.view.spent
    back = calm(b, permit)
    field = b.permit_field(permit) + "-dim" * back
    b.c.fill(Rect(0, 0, b.w, b.h - 1), b.p.style(paper="card"))
    b.c.fill(Rect(0, 0, b.w, 1), b.p.style(f"{field}-text", field))
    names = permit_words(b.view, permit)
    name = names[0] if b.w >= WORDS_FROM or len(names[-1]) == 1 else names[-1]
    b.c.write(b.start_of(name), 0, name, b.p.style(f"{field}-text", field, bold=True))
    if permit in b.preview.reaching and b.w > len(name) + 1:
        b.c.write(0, 0, b.p["here"], b.p.style(f"{field}-text", field, bold=True))
    for n, kind in enumerate(sorted(b.view.city.kit.permits[permit].symbols)):
        common = kind in b.preview.shared and (b.picked or spent)
        earns = (permit, kind) in b.preview.earning
        ink = b.p.style("good" if earns else "muted" if back else "ink", "card", bold=earns)
        style = b.p.style("good", "card", bold=True, reverse=True) if common else ink
        inset = int(b.w > 12)
        text = f"{' ' * inset}{type_words(b, kind, b.w - inset)}"
        b.c.write(0, 1 + n, text.ljust(b.w) if common else text, style)
    permit_edge(b, spent)


def calm(b: TilePainter, permit: int) -> bool:
    """Does a permit on offer step back while none can be taken, as the plots do?"""
    return b.preview.paged and not b.p.flat and permit in b.view.permit_row and b.view.step != PERMIT


def permit_edge(b: TilePainter, spent: bool) -> None:
    """Draw the lower edge: thin if the permit cannot be picked, strong with its key if it can, in brackets if it is."""
    strong = b.legal or b.picked or b.at_cursor or spent
    b.c.write(0, b.h - 1, b.p["strong-rule" if strong else "rule"] * b.w, b.edge_style)
    if b.at_cursor:
        b.c.write(0, b.h - 1, b.p["here"], b.edge_style)
    if spent:
        b.c.write(0, b.h - 1, b.p["strong-rule"] * b.w, b.p.style("picked", bold=True))
    elif b.picked:
        b.centre(b.h - 1, f"[{b.key}]", b.p.style("picked", bold=True))
    elif b.key and b.legal:
        b.centre(b.h - 1, f" {b.key} ", b.edge_style)


def type_words(b: TilePainter, kind: int, room: int) -> str:
    """An urban type in `room` columns: its name or short name, with its sign if every type has room for that."""
    sign, word, brief = b.p["urban-symbols"][kind], TYPE_WORDS[kind], BRIEF_TYPES[kind].lower()
    if room < SIGN_FROM:
        return fitted((brief, "hydr."), room)
    return f"{sign} {word if room >= len(sign) + 1 + len(max(TYPE_WORDS, key=len)) else brief}"


def room(b: TilePainter, n: int, held: int, own: bool) -> None:
    """Draw the empty place `n` beside the permits on offer or your own; the first of them says so."""
    b.c.write(0, b.h - 1, b.p["rule"] * b.w, b.edge_style)
    if n == held or b.at_cursor:
        word = "taken" if not own and refills(b.view) else "empty"
        b.centre((b.h - 1) // 2, word, b.p.style("cursor" if b.at_cursor else "faint"))


# Urban cards


def pile(b: TilePainter, kind: int) -> None:
    """Draw a pile: sign and name, number of cards left, and their points."""
    left, kit = b.view.piles[kind], b.view.city.kit
    paper = "card" if left else "felt"
    b.c.fill(Rect(0, 0, b.w, b.h), b.p.style(paper=paper))
    glow = kind in b.preview.shared
    ink = "cursor" if b.at_cursor else "good" if glow else "ink" if left else "faint"
    flat = b.h < PILE_ROWS - 1
    narrow = flat and b.w < NAME_AND_COUNT
    x = 1 if b.w > 7 and not narrow else 0
    name = type_words(b, kind, b.w - x - COUNT * narrow)
    b.c.write(x, 0, name, b.p.style(ink, paper, bold=bool(left), reverse=b.at_cursor))
    texts = (f"{left} left", f"x{left}") if left or narrow else ("none left", "none")
    quiet = b.p.style("muted" if left else "faint", paper)
    if flat:
        b.c.right(b.w, 0, texts[-1], quiet)
    else:
        b.c.write(x, 1, fitted(texts, b.w - x), quiet)
    if left:
        points = [kit.urban_cards[card].points for card in kit.piles[kind]]
        b.c.write(x, b.h - 1, fitted(pays(b, kind, points), b.w - x), b.p.style("good", paper))


def cards(b: TilePainter) -> None:
    """Write what the urban cards of each type score, and the way to gain one."""
    texts = [("ink", about_pile(b.view, kind)[1]) for kind in range(len(URBAN_TYPES))]
    texts.append(("muted", "To gain one, build with two permits that both show its type."))
    rows = [(ink, line) for ink, text in texts for line in wrap(text, b.w - 2)]
    for y, (ink, line) in enumerate(rows[: b.h]):
        b.c.write(2, y, line, b.p.style(ink))


def pays(b: TilePainter, kind: int, points: list[int]) -> tuple[str, ...]:
    """Wordings of the points of a pile's cards, the longest first."""
    kit, left = b.view.city.kit, b.view.piles[kind]
    if kind == LIGHT:
        lights = [str(n) for n in kit.lights[1:]]
        return " ".join(lights), f"{lights[0]} to {lights[-1]}", f"{lights[0]}-{lights[-1]}"
    cost = kit.urban_cards[kit.piles[kind][-left]].cost
    if kind == PARK:
        rest = [str(n) for n in points[-left:]]
        return " ".join(rest), f"{rest[0]} to {rest[-1]}", f"{rest[0]}"
    price = (f"{points[-left]} each, costs ${cost}", f"{points[-left]}, costs ${cost}") if cost else ()
    return *price, f"{points[-left]} each", f"{points[-left]}"
