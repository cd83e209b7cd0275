"""The auction in words: every bid, the one to beat, and the points that each choice would score now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from textwrap import wrap

from rich.style import Style

from tabletown.rules.core.game import Action
from tabletown.rules.core.text import join_words, plural
from tabletown.rules.metropolys.board import NAMES
from tabletown.rules.metropolys.state import Metropolys

from ...model.palette import Palette
from ...narration.grammar import clause
from ...widgets.board_state import BoardState
from .panel_lines import Line, Span, cut, first_fitting
from .pieces import TOKEN_COLOURS, TOKEN_MARKS
from .preview import Preview, cut_off, in_brief, preview, reasons
from .recap import points_in_words
from .selection import bids_on, passes_now, value_first
from .story import KEPT_TOGETHER, Ending, by_player, endings, finish

NARROW = 24
"""The most columns of a panel that leaves out words."""
HALF = 12
"""The most columns of a choice that shares its row, which has no words."""
INDENT = 5
"""Columns of the mark and the name of a choice, before its reasons."""
MOST_ROWS = 3
"""The most rows of a choice: for all reasons where there is room."""
MOST, MOST_NARROW = 8, 6
"""The most choices listed when an auction starts, and in a narrow panel."""
NAME = 10
"""The most columns of a player's name."""
CROWDED = 4
"""Players whose panels fill a narrow column."""
FEW = 3
"""Rows in which each building since the viewer's move matters more than why the viewer was not asked."""
EARLIER = 2
"""Least rows for buildings of which one says how many are left out."""
ENOUGH = 1000
"""Rows in which every story is whole."""
UNASKED = "You could not outbid."
NOWHERE = -1
POINTS = ("points now", "points")
"""Headings of the column of points, the longest first."""
START = "Start an auction: bid any building on any place."
OPENING = "Bid any building anywhere. A low one may make others spend."


def everywhere(state: BoardState) -> int:
    """The building that is bid on every place: one picked before its place, or to open an auction; 0 for none."""
    opens = [which for kind, which in state.picked if kind == "value" and not state.view.bids]
    return value_first(state) or next(iter(opens), 0)


def lowest_bids(state: BoardState) -> list[Action]:
    """The lowest legal bid on each place, or the one picked, always in the same order."""
    picked: dict[str, int] = {kind: which for kind, which in state.picked if kind in ("place", "value")}
    where = None if everywhere(state) else picked.get("place", NOWHERE)
    bids: dict[int, Action] = {}
    for action in state.game.legal(state.view):
        if action[0] == "bid":
            is_picked = where in (None, action[1]) and action[2] == picked.get("value")
            bids[action[1]] = action if is_picked else bids.get(action[1], action)
    return list(bids.values())


def choices(state: BoardState, columns: int) -> list[Action]:
    """The bids that a panel of `columns` columns lists; when an auction starts, those that score most now."""
    if not state.active or "choices" in state.hides:
        return []
    bids = lowest_bids(state)
    if state.view.bids:
        return bids
    value = everywhere(state) or min(bid[2] for bid in state.game.legal(state.view))
    best = sorted(bids, key=lambda bid: worth(state.view, ("bid", bid[1], value)), reverse=True)
    most = MOST_NARROW if columns <= NARROW else MOST
    chosen = [bid for bid in best[most:] if ("place", bid[1]) in state.picked]
    return best[: most - len(chosen)] + chosen


def worth(view: Metropolys, bid: Action) -> tuple[int, int]:
    """Points that a bid would score if it were built now, and those of them that last."""
    gains = preview(view, view.player, bid[1], bid[2])
    return gains.points, gains.lasting


class AuctionPanel:
    """The lines above and below the choices, for a panel of `columns` columns."""

    def __init__(self, palette: Palette, state: BoardState, columns: int) -> None:
        self.p, self.state, self.w = palette, state, columns
        self.view: Metropolys = state.view

    def text(self, words: str, ink: str = "muted", bold: bool = False) -> list[Line]:
        return [Line((Span(row, self.p.style(ink, bold=bold)),)) for row in wrap(words, self.w)]

    def name(self, seat: int) -> str:
        return cut(self.state.seats[seat].name, NAME)

    def bids(self) -> list[Line]:
        """A line for each bid, the latest last."""
        return [] if self.view.over else [self.bid(n) for n in range(len(self.view.bids))]

    def story(self, rows: int) -> list[Line]:
        """The auctions that have ended since the viewer's last move, in at most `rows` rows: the latest, in full if
        there is room, else with a line that says once why the viewer was not asked.
        """
        ended = [] if self.view.over else endings(self.state)
        closing = self.text(UNASKED) if any(each.unasked for each in ended) and rows > FEW else []
        for parts in (ended[0].length, 1, 0) if ended else ():
            lines = [line for each in ended for line in self.sentence(each.player, each.with_parts(parts))]
            lines += [] if parts else closing
            if len(lines) <= rows:
                return lines
        for brief in (False, True):
            lines = [
                line for player, words in by_player(ended, brief) for line in self.sentence(player, words)
            ] + closing
            if ended and len(lines) <= rows:
                return lines
        rows -= len(closing)
        lost = self.lost([each for each in ended if each.taken], rows)
        others = [[*self.sentence(each.player, each.with_parts(0))] for each in ended if not each.taken]
        return [*self.latest(others, rows - len(lost)), *lost, *closing] if rows > 0 else []

    def tells_all(self, rows: int) -> bool:
        """Does the story leave nothing out in so many rows?"""
        return self.story(rows) == self.story(ENOUGH)

    def latest(self, groups: Sequence[list[Line]], rows: int) -> list[Line]:
        """The latest of the buildings told in some lines each, in so many rows: below the number of those left out, if
        there is room for that.
        """
        counted = rows >= EARLIER and sum(map(len, groups)) > rows
        kept = whole(groups, rows - counted)
        words = plural(len(groups) - len(kept), "earlier building")
        key = f" ({self.state.keys['game.log']})"
        return [*self.text(first_fitting([f"{words}{key}", words], self.w) if counted else ""), *chain(*kept)]

    def lost(self, endings: Sequence[Ending], rows: int) -> list[Line]:
        """Losses of the viewer in so many rows, all in full if there is room, else in points."""
        full, brief = ([[*self.sentence(each.player, each.losses[n])] for each in endings] for n in range(2))
        return [*chain(*whole(full if sum(map(len, full)) <= rows else brief, rows))]

    def sentence(self, player: int, words: str) -> Iterator[Line]:
        """A sentence on a player: "Hana built 11 on W10, beating your 8"."""
        colour, name = self.p.style(f"seat-{player + 1}", bold=True), self.name(player)
        rows = wrap(f"{name} {words}", self.w, subsequent_indent=" ")
        first, *rest = [row.replace(KEPT_TOGETHER, " ") for row in rows]
        yield Line((Span(first[: len(name)], colour), Span(first[len(name) :], self.p.style("ink"))))
        yield from (Line((Span(row, self.p.style("muted")),)) for row in rest)

    def dropped_out(self) -> list[Line]:
        """The players who have passed."""
        names = [name for seat, (name, _) in enumerate(self.state.seats) if self.view.passed >> seat & 1]
        if not names:
            return []
        words = [f"passed: {', '.join(names)}", f"{len(names)} passed"]
        return [Line((Span(first_fitting(words, self.w), self.p.style("muted")),))]

    def question(self) -> list[Line]:
        """The players who have passed, then a heading of the choices, or for a viewer without a move who is to move."""
        if self.view.over:
            return list(self.ending())
        return self.dropped_out() + (self.asked() if self.state.active else self.waiting())

    def asked(self) -> list[Line]:
        """A heading of the choices; without these the task."""
        if "choices" in self.state.hides:
            return self.text(START, "ink")
        if not self.view.bids:
            value, legal = value_first(self.state), bids_on(self.state, None)
            counted = everywhere(self.state) or min((bid[2] for bid in legal), default=0)
            task = f"Your {value} on any free place." if value else OPENING
            win = (f"If your {counted} wins on:", f"If your {counted} wins:", f"If {counted} wins:")
            return [
                *self.text("" if self.w <= NARROW else task, "ink"),
                self.choices_heading(*win),
            ]
        _, place, least = self.view.bids[-1]
        bids = choices(self.state, self.w)
        if not bids:
            return self.text(f"You have no building above {least}.", "ink")
        lowest, *others = {bid[2] for bid in bids}
        if others:  # the building that was picked is bid on one place, the lowest on the others
            return [self.choices_heading(f"Places next to {NAMES[place]}:", "Bid on:")]
        return [self.choices_heading(f"Places next to {NAMES[place]} for {lowest}:", f"Bid {lowest} on:")]

    def choices_heading(self, *wordings: str) -> Line:
        """The heading of the choices, the longest wording first, and of the column of their points."""
        style = self.p.style("muted")
        if "points" in self.state.hides:
            return Line((Span(first_fitting(wordings, self.w), style),))
        left, points = next(
            ((words, points) for points in POINTS for words in wordings if len(words) + len(points) < self.w),
            (wordings[-1], POINTS[-1]),
        )
        return Line((Span(left, style),), (Span(points, style),))

    def below(self) -> list[Line]:
        """The key to pass, which a narrow panel leaves to the prompt."""
        if not self.state.active or not self.view.bids or self.w <= NARROW:
            return []
        key = self.state.keys["metropolys.pass"]
        if passes_now(self.state):
            return [
                Line((Span(f"{self.p['chosen']}{key} pass: out of this auction", self.p.style("cursor", bold=True)),))
            ]
        note = Span(" pass: out of this auction", self.p.style("muted"))
        return [Line((Span(" ", self.p.style()), Span(key, self.p.style("accent", bold=True)), note))]

    def bid(self, n: int) -> Line:
        seat, place, value = self.view.bids[n]
        last, colour = n == len(self.view.bids) - 1, f"seat-{seat + 1}"
        number = self.p.style(colour, bold=True, reverse=True) if last else self.p.style(colour, "sign", bold=True)
        name = self.name(seat)
        left = (
            Span(f"{name:<{max(6, len(name) + 1)}}", self.p.style(colour, bold=True)),
            Span(f"{value:>2} ", number),
            Span(f" on {NAMES[place]}", self.p.style("ink" if last else "muted", bold=last)),
            *self.token(place),
        )
        note = "to beat" if last else "opened" if n == 0 else ""
        if self.w <= NARROW or not note:
            return Line(left)
        return Line(left, (Span(note, self.p.style("accent" if last else "muted")),))

    def token(self, place: int) -> Iterator[Span]:
        """The mark of the token on a place, which its bid can cover on the map."""
        for kind, where in enumerate(self.view.tokens):
            if where >> place & 1:
                colour = TOKEN_COLOURS[kind]
                yield Span(" ", self.p.style())
                yield Span(TOKEN_MARKS[kind], self.p.style(f"{colour}-text", colour, bold=True))

    def waiting(self) -> list[Line]:
        """The player to move, if not the viewer, and what they must do."""
        seat = self.state.game.turn(self.view)
        assert seat is not None
        name, bot = self.state.seats[seat]
        auction = "the next auction" if any(self.view.values) else "the first auction"
        words = f"{name} to bid or pass" if self.view.bids else clause(name, f"start {auction}")
        if self.view.bids and bot and self.state.ply == len(self.state.story):
            words = f"{name} is thinking ..."
        return self.text(words, f"seat-{seat + 1}", bold=True)

    def ending(self) -> Iterator[Line]:
        """The winners and their points, and how the game ended, if the players' panels leave room for that."""
        won = self.state.game.winners(self.view)
        names = [self.state.seats[seat].name for seat in won]
        with_points = f"with {points_in_words(self.state, won[0])}"
        words = clause(names[0], f"win {with_points}") if len(won) == 1 else f"{join_words(names)} win {with_points}"
        yield from self.text(words, f"seat-{won[0] + 1}", bold=True)
        if self.w > NARROW or len(self.state.seats) < CROWDED:
            yield from self.text(finish(self.state))

    # Choices

    def choice(self, bid: Action, at_cursor: bool, rows: int = 1) -> list[Line]:
        """A choice in so many rows: the place, the reasons, and the points that it would score now."""
        _, place, value = bid
        gains = preview(self.view, self.view.player, place, value)
        picked = ("place", place) in self.state.picked
        strong, quiet = self.p.style("cursor" if at_cursor or picked else "ink", bold=True), self.p.style("muted")
        sign = self.p["chosen" if picked else "here" if at_cursor else "open"]
        mark = Span(sign if at_cursor or picked or self.view.bids else " ", strong)
        if "points" in self.state.hides:
            return [Line((mark, Span(NAMES[place], strong)))]
        first, *more = self.reasons(gains, rows) or [""]
        head = Line((mark, Span(f"{NAMES[place]:<4}", strong), Span(first, quiet)), (self.points(gains),))
        return [head, *(Line((Span(f"{' ' * INDENT}{words}", quiet),)) for words in more)]

    def rows_of(self, bid: Action) -> int:
        """The number of rows of a choice that names all reasons if there is room."""
        _, place, value = bid
        if "points" in self.state.hides:
            return 1
        return len(self.reasons(preview(self.view, self.view.player, place, value), MOST_ROWS)) or 1

    def points(self, gains: Preview) -> Span:
        """The points that the bid would score if the game ended with it."""
        return Span(f"{gains.points:+}" if gains.points else "0", self.gain_style(gains.points))

    def reasons(self, gains: Preview, rows: int) -> list[str]:
        """The reasons for the points of a choice, and what rivals lose or gain by it, in at most so many rows: all of
        them, if need be each special card together with its token, else all of the points or the most important ones,
        losses before gains; none in half a row. A narrow panel never names the district, which the place says, and
        gives numbers without words before it leaves points out.
        """
        gap = 1 if self.w <= NARROW else 2
        widths = self.w - INDENT - gap - len(self.points(gains).text), self.w - INDENT
        brief, rivals = in_brief(gains), [f"{self.name(seat)} {n:+}" for seat, n in gains.rivals]
        named = [] if self.w <= NARROW else [reasons(gains)]
        whole = [[*way, *rivals] for way in (*named, *(brief[:1] or [[]]))]
        ways = [(most, way) for most in range(1, rows + 1) for way in whole]
        ways += [(rows, [*way, *rivals]) for way in brief[1:]]
        is_tight = bool(brief) and rows == 1 and self.w <= NARROW
        close = [[*way, *rivals] for way in close_together(brief[-1])] if is_tight else []
        own = [[*way, "..."] for way in brief if rivals]
        fewer = [way for ways in zip(*(cut_off(way, gains) for way in brief), strict=True) for way in ways]
        least = [way[:-1] for way in fewer[-1:]] or brief[-1:]
        few = [*own, *([*way[:-1], *rivals, way[-1]] for way in fewer), *fewer, *least]
        for most, way in [] if self.w <= HALF else [*ways, *((rows, way) for way in [*close, *few])]:
            lines = in_lines(way, *widths)
            if len(lines) <= most and all(len(line) <= widths[n > 0] for n, line in enumerate(lines)):
                return lines
        return []

    def gain_style(self, points: int) -> Style:
        return self.p.style("good" if points > 0 else "warn" if points < 0 else "muted", bold=points != 0)


def whole(groups: Sequence[list[Line]], rows: int) -> Sequence[list[Line]]:
    """The last groups of lines that all have room in so many rows."""
    first = next(n for n in range(len(groups) + 1) if sum(map(len, groups[n:])) <= max(0, rows))
    return groups[first:]


def newest(lines: list[Line], most: int, note: Style) -> list[Line]:
    """The latest bids that fit into `most` rows, the newest last, below the number of those left out."""
    if len(lines) <= most:
        return lines
    kept = lines[len(lines) - max(1, most - 1) :]
    if most < 2:
        return kept
    return [Line((Span(plural(len(lines) - len(kept), "earlier bid"), note),)), *kept]


def close_together(reasons: Sequence[str]) -> list[list[str]]:
    """All points in few columns, with the words of the first reason or none: "+5 lead +4+2", "+5+4+2"."""
    numbers = [words.partition(" ")[0] for words in reasons]
    return [[f"{reasons[0]} {''.join(numbers[1:])}"], ["".join(numbers)]] if numbers[1:] else []


def in_lines(reasons: list[str], first: int, others: int) -> list[str]:
    """Reasons in lines of so many columns, the first and the others; a line ends between two, without a comma."""
    lines: list[list[str]] = []
    for reason in reasons:
        if lines and len(", ".join([*lines[-1], reason])) <= (others if lines[1:] else first):
            lines[-1].append(reason)
        else:
            lines.append([reason])
    return [", ".join(line) for line in lines]
