"""A player in a panel: points, buildings, tokens, special cards, objectives and last move."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from textwrap import wrap

from rich.cells import cell_len
from rich.style import Style

from tabletown.rules.metropolys.board import BUILDINGS, size, values
from tabletown.rules.metropolys.objectives import EXPERT_AREA, FACE_DOWN, OBJECTIVES, paid
from tabletown.rules.metropolys.score import ARCHAEOLOGY_CARD, SUBWAY_CARD
from tabletown.rules.metropolys.state import ARCHAEOLOGY, SUBWAY, Metropolys

from ...model.palette import Palette
from ...widgets.board_state import BoardState
from .auction_panel import NARROW
from .card_progress import completing, progress
from .holdings import earned, objective, scored_objective, tally, task_of
from .panel_lines import Line, Span, cut, first_fitting, width
from .pieces import SHORT_TOKEN_NAMES, TOKEN_COLOURS, TOKEN_MARKS, TOKEN_NAMES
from .recap import current, in_runs, last_move, moves_of, points
from .tallest import led_in_rows, led_in_short_rows, led_in_words

ROOMY, SPREAD = 40, 43
"""Columns that are enough for full wording, and for the buildings spread out."""
WHOLE_WORDS = 1
"""The wordings of the districts led that name them in full: only those stand beside tokens and cards."""


class PlayerPanel:
    """The lines of one player for a panel of `columns` columns, the least important last."""

    def __init__(self, palette: Palette, state: BoardState, seat: int, columns: int) -> None:
        self.p, self.state, self.seat, self.w = palette, state, seat, columns
        self.view: Metropolys = state.view
        self.player = self.view.players[seat]
        self.narrow = columns <= NARROW

    def lines(self, at_cursor: bool = False, rows: int | None = None) -> list[Line]:
        """All known facts about the player except the last move; `at_cursor` if the cursor is on the panel.

        If they fit into `rows`, cards are in sentences, and districts led alone and shared in a row each; if nothing
        fits, all is briefer, the buildings are beside the name, and points for cards in one row.
        """
        name, hand = self.name(at_cursor), self.hand()
        rest = self.possessions()
        if rows is None:
            return [name, hand, *rest, *self.objectives()]
        for possessions in (self.possessions(apart=True), rest):
            for cards in (self.explained(), self.objectives()):
                if 2 + len(possessions) + len(cards) <= rows and (cards or not self.objectives()):
                    return [name, hand, *possessions, *cards]
        short = self.name(at_cursor, brief=True)
        beside = Line((*short.left, self.gap(), *self.hand(brief=True).left), short.right)
        ways = [[*self.possessions(brief=True), *cards] for cards in (self.objectives(brief=True), self.scored())]
        heads = [[name, hand], *([[beside]] if beside.width <= self.w else [])]
        lines = [[*head, *way] for way in ways for head in heads]
        return next((way for way in lines if len(way) <= rows), lines[-1])

    def last_move(self) -> list[Line]:
        """The last move before the current auction, whose panel has its bids; in a narrow panel only what was built."""
        if current(self.state, self.seat):
            return []
        last = first_fitting(moves_of(self.state, self.seat), self.w)
        if self.narrow and last_move(self.state, self.seat)[:1] in (("passed",), ("outbid",)):
            return []
        return [Line((Span(cut(last, self.w), self.p.style("muted")),))] if last else []

    def possessions(self, brief: bool = False, apart: bool = False) -> list[Line]:
        """Tokens, special cards and districts led, in as few lines as possible, or in a narrow panel with those led
        alone `apart` from those that are shared.
        """
        tokens, cards = self.tokens(), self.special_cards(brief or self.narrow)
        spans = [tokens, *cards] if any(self.player.tokens) else cards
        rows = spans[:1]
        for span in spans[1:]:
            if width(rows[-1]) + 2 + width(span) <= self.w + self.narrow:
                rows[-1] = (*rows[-1], self.gap(1 if self.narrow else 2), *span)
            else:
                rows.append(span)
        rows, label = self.with_leads(rows, brief, apart), (Span("tokens", self.p.style("muted")), self.gap())
        if self.narrow and any(self.player.tokens) and width((*label, *rows[0])) <= self.w:
            rows[0] = (*label, *rows[0])
        return [Line(row) for row in rows]

    def with_leads(self, rows: list[tuple[Span, ...]], brief: bool, apart: bool) -> list[tuple[Span, ...]]:
        """The rows with the districts that the player leads, in the last row if they fit."""
        wordings, style = led_in_words(self.view, self.seat), self.p.style("ink")
        if not wordings or (self.narrow and self.view.over and (not brief or self.lead_beside_name())):
            return rows
        each = led_in_short_rows(self.view, self.seat)
        if apart and self.narrow and len(each) > 1:
            return [*rows, *((Span(words, style),) for words in each)]
        gap = self.gap(1 if self.narrow else 2)
        room = self.w - width((*rows[-1], gap)) if rows else 0
        fitting = wordings if brief or self.narrow else wordings[:WHOLE_WORDS]
        if beside := [words for words in fitting if len(words) <= room]:
            return [*rows[:-1], (*rows[-1], gap, Span(beside[0], style))]
        each = led_in_rows(self.view, self.seat)
        if brief or self.narrow or len(wordings[0]) <= self.w or max(map(len, each)) > self.w:
            each = [first_fitting(wordings, self.w)]
        return [*rows, *((Span(words, style),) for words in each)]

    def gap(self, columns: int = 1) -> Span:
        return Span(" " * columns, self.p.style())

    def name(self, at_cursor: bool, brief: bool = False) -> Line:
        """Name, number of buildings built, points, and if there is room "passed"."""
        style = self.p.style(f"seat-{self.seat + 1}", bold=True, reverse=at_cursor)
        name, count = self.state.seats[self.seat].name, self.player.places.bit_count()
        totals = points(self.state, self.seat)[-1 if brief else 0 if self.w >= ROOMY else -2 :]
        total = "" if "points" in self.state.hides else first_fitting(totals, self.w - cell_len(name) - 1)
        left = [Span(cut(name, self.w - len(total) - 1), style)]
        built = () if self.narrow else (f"{count} of {len(BUILDINGS)} built", f"{count} of {len(BUILDINGS)}")
        for notes in (built, ("passed",) * (self.view.passed >> self.seat & 1)):
            room = self.w - width(tuple(left)) - len(total) - 2
            if notes and len(note := first_fitting(notes, room)) <= room:
                left += [self.gap(), Span(note, self.p.style("muted"))]
        return Line(tuple(left), (Span(total, self.p.style("ink", bold=True)),))

    def hand(self, brief: bool = False) -> Line:
        """The buildings in hand, those bid on a plate, built ones as dots. In a narrow panel only those in hand, as
        ranges; at the end the number built and, unless `brief`, what the districts led score.
        """
        left = values(self.player.hand)
        lying = [value for bidder, _, value in self.view.bids if bidder == self.seat]
        if self.narrow and self.view.over:
            return self.built_at_the_end(brief)
        if self.narrow:
            runs = in_runs(left) or ", ".join(f"{value} (bid)" for value in lying)
            label = Span(first_fitting(("left: ", "left ", ""), self.w - len(runs)), self.p.style("muted"))
            hand = Span(runs or "all built", self.p.style("ink", bold=bool(left)))
            return Line((label, hand) if runs else (hand,))
        space = 2 if self.w >= SPREAD else 1
        spans: list[Span] = []
        for value in BUILDINGS:
            text = str(value)
            if value in left:
                spans.append(Span(text, self.p.style("ink", bold=True)))
            elif value in lying:
                spans.append(Span(text, self.p.style(f"seat-{self.seat + 1}", "sign", bold=True)))
            else:
                spans.append(Span(self.p["none"] * len(text), self.p.style("faint")))
            if value < BUILDINGS[-1]:
                wider = space == 2 and size(value) != size(value + 1)
                spans.append(self.gap(space + wider))
        return Line(tuple(spans))

    def built_at_the_end(self, brief: bool) -> Line:
        """The number of buildings and the districts led with their points; if `brief` those, or else the number."""
        count = Span(f"{self.player.places.bit_count()} built", self.p.style("muted"))
        wordings, gap = led_in_words(self.view, self.seat), self.gap(2)
        if brief:
            return Line((Span(words, self.p.style("ink")),)) if (words := self.lead_beside_name()) else Line((count,))
        if not wordings:
            return Line((count,))
        return Line((count, gap, Span(first_fitting(wordings, self.w - width((count, gap))), self.p.style("ink"))))

    def lead_beside_name(self) -> str:
        """The districts led with their points, if they fit between name and points; else nothing."""
        name = self.name(at_cursor=False, brief=True)
        room, you = self.w - width((*name.left, *name.right)) - 2, self.state.seats[self.seat].name == "You"
        ways = led_in_words(self.view, self.seat, you)
        return next((words for words in ways if len(words) <= room), "")

    def tokens(self) -> tuple[Span, ...]:
        """A chip for each token, or if there are too many one for each kind after its number: "2x +3"."""
        ways = [tuple(chain.from_iterable(self.chips(each))) for each in (True, False)]
        fitting = next((way for way in ways if width(way) <= self.w), ways[-1])
        return fitting[1:]

    def chips(self, each: bool) -> Iterator[tuple[Span, ...]]:
        """Chips of each kind of token with the gaps before them, as many as there are tokens if `each`."""
        for kind, count in enumerate(self.player.tokens):
            chip = Span(TOKEN_MARKS[kind], self.chip_style(kind))
            if each:
                yield (self.gap(), chip) * count
            elif count:
                yield self.gap(), Span(f"{count}x " if count > 1 else "", self.p.style("ink")), chip

    def chip_style(self, kind: int) -> Style:
        colour = TOKEN_COLOURS[kind]
        return self.p.style(f"{colour}-text", colour, bold=True)

    def special_cards(self, brief: bool = False) -> list[tuple[Span, ...]]:
        """The player's special cards with their points, if `brief` in few letters and the colours of their tokens."""
        cards = ((SUBWAY, SUBWAY_CARD, self.view.subway_card),
                 (ARCHAEOLOGY, ARCHAEOLOGY_CARD, self.view.archaeology_card))  # fmt: skip
        held = [(kind, points) for kind, points, holder in cards if holder == self.seat]
        if not brief:
            return [(Span(f"{TOKEN_NAMES[kind]} card {points:+}", self.p.style("ink")),) for kind, points in held]
        return [(Span(f"{SHORT_TOKEN_NAMES[kind]} {points:+}", self.chip_style(kind)),) for kind, points in held]

    def objectives(self, brief: bool = False) -> list[Line]:
        """The player's objectives that the viewer can see: their own, at the end and in a review all players'.

        A narrow panel of another player has room for them only at the end, without a hand.
        """
        if self.narrow and self.seat != self.state.viewer and not self.view.over:
            return []
        if "card" in self.state.hides:
            return []
        cards = [card for card in self.player.cards if card != FACE_DOWN]
        if not self.narrow and not self.view.over:
            return [line for card in cards for line in self.labelled(card, brief)]
        rows = [", ".join(self.wordings(card, brief)[0] for card in cards)]
        if not cards or len(rows[0]) > self.w:
            rows = [first_fitting(self.wordings(card, brief), self.w) for card in cards]
        return [Line((Span(row, self.p.style("fresh")),)) for row in rows]

    def scored(self) -> list[Line]:
        """The points for both cards at the end, in one row; before it the cards in brief."""
        cards = [card for card in self.player.cards if card != FACE_DOWN]
        if not self.view.over or len(cards) < 2:
            return self.objectives(brief=True)
        points = " + ".join(str(paid(card, self.player.places)) for card in cards)
        return [Line((Span(f"cards: {points}", self.p.style("fresh")),))]

    def explained(self) -> list[Line]:
        """The viewer's cards of the Expert edition in sentences, in a narrow panel until the first building."""
        if self.seat != self.state.viewer or self.view.over or self.view.version != "expert":
            return []
        if self.narrow and self.player.places:
            return []
        return [line for card in self.player.cards if card != FACE_DOWN for line in self.sentence(card)]

    def sentence(self, card: int) -> Iterator[Line]:
        """A card's task, what it has earned and what it needs next."""
        label, style = f"{OBJECTIVES[card].kind}: ", self.p.style("fresh")
        words = "; ".join([f"{label}{task_of(card)}", *self.standing(card)[:1]])
        first, *more = wrap(words, self.w, subsequent_indent=" ")
        yield Line((Span(label, self.p.style("muted")), Span(first[len(label) :], style)))
        yield from (Line((Span(row, style),)) for row in more)

    def labelled(self, card: int, brief: bool) -> Iterator[Line]:
        """An objective after the name of its card, and below it what a card of groups has earned and needs next."""
        label, style = f"{OBJECTIVES[card].kind}: ", self.p.style("fresh")
        in_rows = card in EXPERT_AREA and not brief
        ways = objective(card) if in_rows else self.wordings(card, brief)
        yield Line((Span(label, self.p.style("muted")), Span(first_fitting(ways, self.w - len(label)), style)))
        if in_rows and (standing := self.standing(card)):
            yield Line((Span(f" {first_fitting(standing, self.w - 1)}", style),))

    def standing(self, card: int) -> list[str]:
        """Wordings of what a card of groups has earned and of its next group, the longest first."""
        points, following = paid(card, self.player.places), progress(self.view, self.seat, card)
        so_far = [f"earned {points}"] if points else []
        ways = (following.full, following.brief) if following else ()
        starred = self.seat == self.state.viewer
        where = completing(self.view, self.seat, card, f"a place with {self.p['counts']}" if starred else "")
        next_group = [*([f"next on {where}"] if where else []), *(f"next group {words}" for words in ways)]
        return [", ".join([*so_far, words]) for words in next_group] or so_far

    def wordings(self, card: int, brief: bool) -> tuple[str, ...]:
        """Wordings of an objective, the longest first; what it has scored, if it has scored anything or at the end."""
        if self.view.over:
            return (scored_objective(self.view, self.seat, card),)
        words = tally(card) if card in EXPERT_AREA else objective(card)
        words = words[-2:] if brief else words
        if scored := earned(self.view, self.seat, card):
            return (*scored, *words)
        if not (following := progress(self.view, self.seat, card)):
            return words
        notes = (f" (next {following.brief})", f" ({following.brief})")
        return (*(f"{way}{note}" for way in words for note in notes), *words)
