"""The players of Splendor beside the table: tokens, points, reserved cards, last turns; the text beside the nobles."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from textwrap import wrap

from tabletown.rules.core.match import LogLine
from tabletown.rules.core.text import plural
from tabletown.rules.splendor.cards import COLOURS, GOLD, LETTERS
from tabletown.rules.splendor.limits import GOAL, HAND_LIMIT, TOKEN_LIMIT
from tabletown.rules.splendor.state import Player

from ...model.selection import Part
from ...narration.grammar import owned
from ...widgets.canvas import Rect
from .costs import viewing_seat
from .gem_key import FULL_GAP
from .last_moves import Run, fitted, shortest, wrapped
from .reserved_cards import ReservedCardPainter
from .selection import BASE, due, token_changes

WIDE = 36
"""Columns that a panel needs for words and for the row of sums."""
NOBLES_KEY = (
    "A noble visits if you own these cards",
    "Own the cards: a noble visits",
    "A noble: 3 points",
    "",
)
"""The purpose of nobles, the longest wording first."""
LEAST_POINTS = 3
"""Columns of the points without their unit, and a gap."""


class PanelPainter(ReservedCardPainter):
    """Painter of one tile beside the cards, on a canvas of the tile's size."""

    gained: frozenset[Part] = frozenset()
    """Pieces to highlight because somebody has just gained them."""
    INTRODUCTION = ""
    """Of an expansion: what it is about, in one sentence; {fort} stands for the sign of a stronghold."""
    BADGE = 0
    """Columns that an expansion needs at least for the pieces beside the points."""
    points_columns = 2
    """Columns of the points beside the name."""

    # Beside the nobles

    def gap(self) -> None:
        """Write the purpose of nobles, the letters of the gems, the pieces of an expansion, and reduced prices."""
        low = self.h < FULL_GAP
        y = self.piece_key(self.legend(0 if low else self.caption(0)))
        if y < self.h and any(self.me.bonuses):
            y = self.discount(y)
        if low and y < self.h:
            self.caption(y)

    def caption(self, y: int) -> int:
        """Write the purpose of nobles; return the row after it."""
        text = next(text for text in NOBLES_KEY if len(text) <= self.w)
        self.c.write(0, y, text, self.p.style("muted"))
        return y + 1

    def piece_key(self, y: int) -> int:
        """In an expansion, explain its pieces in a row; return the row after it."""
        return y

    def recent(self) -> None:
        """Write the last turns, the newest last."""
        self.title(0, "Last moves", "")
        if not self.state.ply:
            self.c.write(1, 1, "No moves yet.", self.p.style("faint"))
        y = 1
        for seat, rows in self.last_turns(self.h - 1):
            x = self.c.write(1, y, self.state.seats[seat].name, self.seat_style(seat, solid=False)) + 1
            for steps in rows:
                self.write_steps(x, y, steps)
                y += 1

    def last_turns(self, rows: int) -> list[tuple[int, list[list[list[Run]]]]]:
        """As many of the last turns as fit into so many rows, of the last one if need be only how it began: their
        players, and their steps in rows.
        """
        turns: list[tuple[int, list[list[list[Run]]]]] = []
        story = self.state.story[: self.state.ply]
        for seat, lines in reversed([(seat, list(lines)) for seat, lines in groupby(story, lambda line: line.player)]):
            steps = wrapped(lines, self.w - 2 - len(self.state.seats[seat].name), self.is_you(seat))
            if len(steps) > rows:
                return turns or [(seat, steps[:rows])]
            rows -= len(steps)
            turns.insert(0, (seat, steps))
        return turns

    def is_you(self, seat: int) -> bool:
        return self.state.seats[seat].name == "You"

    @property
    def shows_turns(self) -> bool:
        """Do the players' panels show their last turns?"""
        return len(self.state.seats) > 2

    def write_steps(self, x: int, y: int, steps: Sequence[Sequence[Run]]) -> None:
        """Write steps of a turn, tokens and cards on their colours."""
        for n, step in enumerate(steps):
            x = self.c.write(x, y, ", ", self.p.style("muted")) if n else x
            for i, (text, colour) in enumerate(step):
                x += bool(i)
                x = (
                    self.c.write(x, y, text, self.p.style("muted"))
                    if colour is None
                    else self.gem_chip(x, y, text, colour)
                )

    # Players

    def title(self, y: int, title: str, note: str, strong: bool = False) -> None:
        """Draw a heading from edge to edge."""
        self.heading(0, y, self.w, title, note, strong)

    def own_reserve(self) -> None:
        """Draw the heading of the viewer's reserved cards."""
        name = self.state.seats[viewing_seat(self.state)].name
        self.title(0, f"{owned(name)} reserve", f"{len(self.me.hand)}/{HAND_LIMIT}")

    def no_reserve(self) -> None:
        """Say that the viewer has no reserved cards, in the first rounds of their game how to reserve one where that is
        possible now, and in the first round of an expansion what it is about.
        """
        ink = "muted"
        newest = self.state.ply == len(self.state.story)
        if self.INTRODUCTION and self.state.ply < len(self.state.seats):
            lines = wrap(self.INTRODUCTION.format(fort=self.p["fort"]), self.w - 2)
            ink = "ink"
        elif self.early and newest and self.state.viewer is not None and due(self.state) in ("", *BASE):
            lines = [f"{self.state.keys['splendor.reserve']} reserves the card", "under the cursor"]
        else:
            lines = ["nothing reserved"]
        for y, text in enumerate(lines[: self.h], max(0, (self.h - len(lines)) // 2)):
            self.c.middle(y, text, self.p.style(ink))

    def player(self, seat: int) -> None:
        """Draw a player's points, tokens and bonuses, and reserved cards unless they are the viewer's."""
        own, wide, rows = seat == self.state.viewer, self.w >= WIDE, list(range(1, self.h))
        self.spine(0, 0, self.h, seat, self.state.game.turn(self.view) == seat)
        self.name(seat)
        raced = self.h >= (5 if own and wide else 4 if own else 7)
        if raced:
            self.race(rows.pop(0), seat)
        summed = self.h >= (4 if own and wide else 5 if own else 8) and (own or wide)
        holding_rows, rows = rows[: 2 + summed], rows[2 + summed :]
        for row, y in enumerate(holding_rows):
            (self.wide_holdings if wide else self.holdings)(y, row, self.view.players[seat])
        if seat == self.view.player and any(token_changes(self.state)):
            self.show_changes(rows[0] if own and rows else 1 if holding_rows[0] > 1 else holding_rows[-1])
        if not own and (rows := self.warned(rows, seat)):
            self.reserved(rows, seat)
            if not raced and (cards := self.cards_elsewhere(seat)):
                self.beside(rows, cards)

    def cards_elsewhere(self, seat: int) -> str:
        """The number of a player's cards if gold of cards takes its place in the row of bonuses; else empty."""
        player = self.view.players[seat]
        text = plural(len(player.cards), "card")
        fits = len(text) < self.w - self.holdings_end(1, player)
        return "" if fits or GOLD not in self.in_row(1, player) else text

    def nothing_reserved(self, seat: int) -> str:
        return "none reserved" if self.cards_elsewhere(seat) else super().nothing_reserved(seat)

    def beside(self, rows: Sequence[int], text: str) -> None:
        """Write text at the end of the first of these rows that has room for it."""
        x = self.w - len(text)
        free = (y for y in rows if all(char == " " for char, _ in self.c.rows[y][x - 1 :]))
        if (y := next(free, None)) is not None:
            self.c.write(x, y, text, self.p.style("muted"))

    def show_changes(self, y: int) -> None:
        """Write in a row of their own, in the columns of the colours, the tokens of the player to move that the picks
        would add or take away: "+1    +1 taking". Where no row is free, in that of the bar, else in the last one.
        """
        self.c.fill(Rect(2, y, self.w - 2, 1), self.p.style())
        changes, step = token_changes(self.state), 5 if self.w >= WIDE else 3
        style = self.p.style("picked", bold=True)
        for colour, change in enumerate(changes):
            if change:
                self.c.write(2 + step * colour, y, f"{change:+}".rjust(2 + (step > 3)), style)
        returning = due(self.state) == "return"
        self.c.right(self.w, y, "return" if returning else "paying" if min(changes) < 0 else "taking", style)

    def name(self, seat: int) -> None:
        """Write the row of name, pieces, last turn and points."""
        player = self.view.players[seat]
        turn_mark = self.p["here"] if self.state.game.turn(self.view) == seat else " "
        style = (
            self.p.style("cursor", bold=True, reverse=True) if self.at_cursor else self.seat_style(seat, solid=False)
        )
        x = self.c.write(1, 0, f"{turn_mark}{self.state.seats[seat].name}"[:13], style)
        turn = self.last_turn(seat) if self.shows_turns and seat != self.state.viewer else []
        nobles = plural(len(player.nobles), "noble") if player.nobles else ""
        spare = self.w - x - 2 - len(nobles) - self.BADGE
        least = shortest(turn, self.is_you(seat))
        first = least + 1 if turn and least + LEAST_POINTS < spare else 0
        self.points(player, spare - first)
        badge = self.badge(seat, self.edge - x - 2 - first)
        room = self.edge - badge - x - 2
        if nobles and len(nobles) <= room:
            x_nobles = self.edge - bool(badge) - badge - len(nobles)
            if any(("noble", noble) in self.gained for noble in player.nobles):
                self.c.write(x_nobles, 0, nobles, self.p.style("fresh", bold=True, reverse=True))
            else:
                self.chip(x_nobles, 0, nobles, "gem-violet")
            room -= len(nobles) + 1
        self.write_steps(x + 1, 0, fitted(turn, room, self.is_you(seat)))

    def last_turn(self, seat: int) -> list[LogLine]:
        """The steps of a player's last turn; none if they have not played yet."""
        turns = groupby(reversed(self.state.story[: self.state.ply]), lambda line: line.player)
        return next((list(lines)[::-1] for player, lines in turns if player == seat), [])

    def badge(self, seat: int, room: int) -> int:
        """In an expansion, write the pieces that a player has left before the points, in words if `room` allows; return
        the columns used.
        """
        return 0

    @property
    def edge(self) -> int:
        """The column of the row with a player's name from which the points may start."""
        return self.w - (10 if self.w >= WIDE else 1 + max(2, self.points_columns))

    def points(self, player: Player, room: int) -> None:
        """Write a player's points at the end of a row, in a narrow panel with their unit if `room` allows."""
        text = plural(player.points, "point" if self.w >= WIDE else "pt")
        if self.w < WIDE and len(text) > room:
            text = str(player.points)
        self.points_columns = len(text)
        style = self.p.style("good" if player.points >= GOAL else "ink", bold=True)
        self.c.right(self.w, 0, text, style)

    def goal(self, seat: int) -> int:
        """The points at which a player's bar is full."""
        return GOAL

    def race(self, y: int, seat: int, after: int = 0) -> int:
        """Draw a bar of progress to the points that end the game, one cell a point or fewer to leave room for as many
        columns `after` it; return the column after it.
        """
        goal, points = self.goal(seat), self.view.players[seat].points
        cards = self.cards_elsewhere(seat)
        label = f" {points}/{goal}" + f"{cards:>{len(cards) + 3}}" * bool(cards)
        cells = min(goal, self.w - 2 - len(label) - after)
        done = min(goal, points) * cells // goal
        x = self.c.write(2, y, self.p["full"] * done, self.p.style("good"))
        x = self.c.write(x, y, self.p["part"] * (cells - done), self.p.style("faint"))
        return self.c.write(x, y, label, self.p.style("muted"))

    def holdings(self, y: int, row: int, player: Player) -> None:
        """Write a row of holdings, three cells a colour: tokens (row 0), bonuses (1) or their sum (2)."""
        for colour in self.in_row(row, player):
            text = self.holding_text(row, colour, player)
            number = text.strip("+=")
            x = 2 + 3 * colour
            if number == "0":
                empty = f"{LETTERS[colour].upper() if not row else ' '}{self.p['none']}"
                self.c.write(x, y, empty, self.p.style("faint"))
            elif row < 2:
                text = f"{LETTERS[colour].upper()}{number}" if not row else text
                self.gem_chip(
                    x, y, f"{text} gold" if row and colour == GOLD and self.names_gold(player) else text, colour
                )
            else:
                self.c.write(x, y, text, self.p.style("ink"))
        self.count(y, row, player)

    def wide_holdings(self, y: int, row: int, player: Player) -> None:
        """Write a row of holdings, five cells a colour."""
        for colour in self.in_row(row, player):
            text = self.holding_text(row, colour, player)
            number, x = text.strip("+="), 2 + 5 * colour
            if number == "0":
                text = f"{LETTERS[colour].upper() if not row else ' '} {self.p['none']}"
                self.c.write(x, y, text, self.p.style("faint"))
            elif row < 2:
                text = f"{LETTERS[colour].upper()} {number}" if not row else text
                self.shaded(x, y, f"{text:>3} ", colour) if row else self.gem_chip(x, y, f"{text:>3} ", colour)
            else:
                self.c.write(x, y, f"{'=' + number:>3}", self.p.style("ink", bold=True))
        self.count(y, row, player)

    def shaded(self, x: int, y: int, text: str, colour: int) -> None:
        """Write text after a narrow mark in a gem's colour, so that bonuses do not melt into the tokens above them."""
        if self.p.flat:
            self.gem_chip(x, y, text, colour)
        else:
            self.c.write(x, y, text, self.p.style("ink", "card", bold=True))
            self.c.write(x, y, self.p["half"], self.p.style(f"gem-{COLOURS[colour]}", "card"))

    def in_row(self, row: int, player: Player) -> range:
        """The colours in a row of holdings: gold as tokens, and as a bonus if cards give some."""
        return range(GOLD + (row == 0 or (row == 1 and self.bonuses(player, GOLD) > 0)))

    def holdings_end(self, row: int, player: Player) -> int:
        """The column after the last colour in a row of holdings; in a narrow one gold of cards may have its name."""
        colours, wide = self.in_row(row, player), self.w >= WIDE
        named = row == 1 and GOLD in colours and not wide and self.names_gold(player)
        return 1 + (5 if wide else 3) * len(colours) + len(" gold") * named

    def names_gold(self, player: Player) -> bool:
        """Is there room for the name of gold before the number of cards, or for the name alone?"""
        bare, number = 1 + 3 * (GOLD + 1), len(f" {plural(len(player.cards), 'card')}")
        return bare + len(" gold") + number <= self.w or bare + number > self.w

    def bonuses(self, player: Player, colour: int) -> int:
        """The tokens of a colour that a player's cards save."""
        return player.bonuses[colour] if colour < GOLD else 0

    def holding_text(self, row: int, colour: int, player: Player) -> str:
        """Number of tokens, bonuses or both of a colour, by the row of holdings: "3", "+2", "=5"."""
        bonuses = self.bonuses(player, colour)
        return (f"{player.tokens[colour]}", f"+{bonuses}", f"={self.to_spend(player)[colour] + bonuses}")[row]

    def tokens(self, player: Player) -> list[int]:
        """A player's tokens of each colour; those of the player to move as they would be after the picks."""
        changes = (
            token_changes(self.state) if player is self.view.players[self.view.player] else [0] * len(player.tokens)
        )
        return [held + change for held, change in zip(player.tokens, changes, strict=True)]

    def to_spend(self, player: Player) -> list[int]:
        """A player's tokens of each colour, with those picked; those of a payment are not spent yet."""
        after = self.tokens(player)
        return after if sum(after) > sum(player.tokens) else player.tokens

    def count(self, y: int, row: int, player: Player) -> None:
        """Write the total at the end of a row of holdings: tokens, those picked and their limit, or the number of cards
        if there is room for it.
        """
        if row == 0:
            held, total = sum(player.tokens), sum(self.tokens(player))
            full, change = total >= TOKEN_LIMIT, f"{total - held:+}" if total != held else ""
            ways, room = (f"{held}{change}/{TOKEN_LIMIT}", f"{held}{change}"), self.w - self.holdings_end(row, player)
            text = next((way for way in ways if len(way) < room), ways[-1])
            self.c.right(self.w, y, text, self.p.style("warn" if full else "muted", bold=full))
        elif row == 1:
            text, room = plural(len(player.cards), "card"), self.w - self.holdings_end(row, player)
            self.c.right(self.w, y, text if len(text) < room else "", self.p.style("muted"))
        else:
            self.c.right(self.w, y, "to spend", self.p.style("muted"))
