"""How the pieces of Splendor look."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rich.style import Style

from tabletown.rules.core.text import plural
from tabletown.rules.splendor.base_turn import GOAL, HAND_LIMIT, TOKEN_LIMIT
from tabletown.rules.splendor.cards import BACK, CARDS, COLOURS, GOLD, LETTERS, NOBLES, deck_of
from tabletown.rules.splendor.names import PAID_LETTERS, place
from tabletown.rules.splendor.payment import need
from tabletown.rules.splendor.state import Player, Splendor, deck_size

from ...model.palette import Palette
from ...widgets.board import Tile
from ...widgets.board_state import BoardState
from ...widgets.canvas import Rect
from ...widgets.painter import Painter
from .costs import CardCosts, need_of, viewing_player
from .gem_art import draw_gem
from .seat_marks import host_of
from .selection import MAIN, PAID, deck_tag, due, reserving


class SplendorPainter(CardCosts, Painter):
    """One tile at a time, on a canvas of its size."""

    def __init__(self, palette: Palette, state: BoardState, tile: Tile, here: bool) -> None:
        super().__init__(palette, state, tile, here)
        self.view: Splendor = state.view
        self.me: Player = viewing_player(state)
        reserve = reserving(tile.part)
        self.legal = self.legal or reserve in state.options
        self.picked += state.picked.count(reserve)

    def frame(self, strong: bool = False, ink: str = "frame") -> None:
        """The outline of a tile with the paper of a card."""
        self.outline(strong, ink)

    def gem_chip(self, x: int, y: int, text: str, colour: int, bold: bool = True) -> int:
        """Text on the colour of a gem."""
        return self.chip(x, y, text, f"gem-{COLOURS[colour]}", bold)

    # The market

    def card(self, card: int) -> None:
        data = CARDS[card]
        short = self.short(self.state, card)
        self.frame(strong=self.offered(card, short))
        self.band(data.bonus, data.points)
        self.place_name(card)
        self.costs(card)
        self.status(card, short)
        if self.h >= 7 and self.w >= 15 and not self.p.flat and self.p["art"]:
            self.picture(card, 2)

    def picture(self, card: int, top: int) -> None:
        """The gem of a card, below its head."""
        height = self.h - 2 - top
        width = min(self.w - 11, 2 * height)
        draw_gem(self.c, self.p, COLOURS[CARDS[card].bonus], self.w - width - 1, top, width, height, "card")

    def offered(self, card: int, short: int) -> bool:
        """Can the viewer buy it, or pick it in a step of another kind?"""
        return short <= 0 if due(self.state) in ("", *MAIN) else self.legal

    def band(self, bonus: int, points: int) -> None:
        """The head of a card: its points and the colour it is worth."""
        name = f"gem-{COLOURS[bonus]}"
        style = self.p.style(f"{name}-text", name, bold=True)
        self.c.fill(Rect(1, 1, self.w - 2, 1), style)
        self.c.write(2, 1, str(points) if points else "", style)
        self.c.right(self.w - 2, 1, COLOURS[bonus] if self.w >= 15 else LETTERS[bonus].upper(), style)

    def place_name(self, card: int) -> None:
        """The card's name in typed moves, and whether it is new."""
        s = self.view
        if card in s.market:
            name = place(s, card)
            if self.is_fresh:
                self.fresh()
        else:
            name = f"r{self.me.hand.index(card) + 1}"
        self.c.write(1, 0, name, self.tag())

    def tag(self) -> Style:
        """Of a name or a number that is bold where its tile can be picked."""
        return self.p.style("cursor" if self.here else "ink" if self.legal else "muted", bold=self.legal)

    @property
    def is_fresh(self) -> bool:
        """Has the card come to the table since the viewer last moved?"""
        which = self.tile.part[1]
        return which in self.view.market and which not in self.state.before.market

    def fresh(self) -> None:
        self.c.right(self.w - 1, 0, "new", self.p.style("fresh", bold=True))

    def body(self) -> int:
        """The row in which the costs of a small card begin."""
        return 2

    def costs(self, card: int) -> None:
        """The printed cost, and what the viewer would pay of it now."""
        owed = need(self.me, card)
        wide = self.wide()
        colours = [c for c in range(GOLD) if CARDS[card].cost[c]]
        if self.w < 11 and self.narrow(card, colours, owed):
            return
        for i, colour in enumerate(colours):
            cost, left = CARDS[card].cost[colour], owed[colour]
            if wide:
                x, y = 2, self.h - 1 - len(colours) + i
                x = self.gem_chip(x, y, f" {LETTERS[colour].upper()} {cost} ", colour)
            else:
                x, y = 1 + self.w // 2 * (i % 2), self.body() + i // 2
                x = self.gem_chip(x, y, f"{LETTERS[colour].upper()}{cost}", colour)
            if left != cost and self.w >= 11:
                self.c.write(x, y, f"{self.p['then']}{left}", self.p.style("good", "card", bold=True))

    def narrow(self, card: int, colours: list[int], owed: Sequence[int]) -> bool:
        """Costs on a card with room for one arrow in a row, what is less now first; False if they are too many."""
        rows, cost = self.h - 1 - self.body(), CARDS[card].cost
        less = [c for c in colours if owed[c] != cost[c]]
        if self.w < 8 or not 0 < len(less) <= rows or len(colours) > 2 * rows:
            return False
        for i, colour in enumerate([*less, *(c for c in colours if c not in less)]):
            x, y = 1 + self.w // 2 * (i // rows), self.body() + i % rows
            x = self.gem_chip(x, y, f"{LETTERS[colour].upper()}{cost[colour]}", colour)
            if colour in less:
                self.c.write(x, y, f"{self.p['then']}{owed[colour]}", self.p.style("good", "card", bold=True))
        return True

    def wide(self) -> bool:
        """Is there room for a cost in each row?"""
        return self.w >= 15 and self.h >= 7

    def status(self, card: int, short: int) -> None:
        """On the lower edge: can the viewer buy it?"""
        if short > 0:
            text, style = need_of(short), self.p.style("muted")
        else:
            way = self.ways(self.state, card)[0]
            dear = "".join(f" {n}{PAID_LETTERS[what].upper()}" for what, n in enumerate(way) if n and what >= GOLD)
            text = f" buy{dear} " if any(way) else " free "
            style = self.p.style("good", bold=True)
            if due(self.state) not in ("", *MAIN, *PAID):  # something else is to be decided first
                text, style = "affordable" if self.room() >= len("affordable") else "", self.p.style("muted")
        if word := self.instead(card):
            text, style = word, self.p.style("good" if self.legal else "muted", bold=self.legal)
        if self.picked:
            text, style = " picked ", self.p.style("picked", bold=True)
        if len(text) > self.room():
            text = text.strip() if len(text.strip()) <= self.room() else text.split()[0]
        self.c.right(self.w - 1, self.h - 1, text, style)

    def instead(self, card: int) -> str:
        """With an expansion: what is said of a card in place of what it costs."""
        return ""

    def room(self) -> int:
        """Cells of the lower edge for what the viewer would pay."""
        return self.w - 2

    def back(self, place: int, card: int) -> None:
        """A card of which this side of the screen may know only the level."""
        self.frame()
        self.c.fill(Rect(1, 1, self.w - 2, self.h - 2), self.p.style("faint", "card"), self.p["shade"])
        self.c.middle(self.h // 2, f" {deck_tag(deck_of(card))} ", self.p.style(paper="card", bold=True))

    def empty(self, level: int, slot: int) -> None:
        self.c.box(Rect(0, 0, self.w, self.h), self.p["frame"], self.p.style("faint"))

    def place(self, slot: int) -> None:
        """Room for a card to reserve."""
        self.c.box(Rect(0, 0, self.w, self.h), self.p["frame"], self.p.style("faint"))
        self.c.middle(self.h // 2, "reserve" if self.w > 8 else "", self.p.style("faint"))

    def deck(self, deck: int) -> None:
        left = deck_size(self.view, deck)
        self.frame(ink="frame" if left else "faint")
        y = max(1, self.h // 2 - 1)
        self.c.middle(y, deck_tag(deck), self.p.style("ink" if left else "faint", "card", bold=True))
        style = self.p.style("ink" if self.legal else "muted" if left else "faint", "card", bold=self.legal)
        self.c.middle(y + 1, str(left), style)
        if self.h > 5:
            self.c.middle(y + 2, "left" if left else "empty", self.p.style("faint", "card"))

    def noble(self, noble: int) -> None:
        data = NOBLES[noble]
        lack = [max(0, n - have) for n, have in zip(data.cost, self.me.bonuses, strict=True)]
        host = host_of(self.view, noble)
        self.frame(strong=self.legal, ink="noble" if host is None else f"seat-{host + 1}")
        self.c.write(2, 0, f" {data.points} ", self.p.style("noble", bold=True, reverse=True))
        wanted = [c for c in range(GOLD) if data.cost[c]]
        step = 3 if self.w < 15 else 4
        x = max(1, (self.w - step * len(wanted) + 1) // 2)
        for i, colour in enumerate(wanted):
            text = f"{LETTERS[colour].upper()}{data.cost[colour]}"
            self.gem_chip(x + i * step, self.h // 2 if self.h > 4 else 1, text if step == 3 else f"{text} "[:3], colour)
        done = not any(lack)
        if host is not None:
            text = f" {self.state.seats[host].name[: self.w - 4]} "
            self.c.right(self.w - 1, self.h - 1, text, self.p.style(f"seat-{host + 1}", bold=True, reverse=True))
        else:
            text = "ready" if done else f"{sum(lack)} to go"
            self.c.right(self.w - 1, self.h - 1, text, self.p.style("good" if done else "muted"))
        if self.h > 4:
            self.c.middle(self.h // 2 - 1, "noble", self.p.style("muted", "card"))

    def gem(self, colour: int) -> None:
        left, mine = self.view.bank[colour], self.me.tokens[colour]
        returning = self.state.active and bool(self.state.left) and self.state.left[0][0] == "return"
        name = f"gem-{COLOURS[colour]}"
        self.frame(strong=self.legal, ink="faint")
        letter = LETTERS[colour].upper()
        if left:
            style = self.p.style(f"{name}-text", name, bold=True)
            self.c.fill(Rect(1, 1, self.w - 2, self.h - 2), style)
        else:
            style = self.p.style("faint", "card")
        self.c.write(2, (self.h - 1) // 2, letter, style)
        self.c.right(self.w - 2, (self.h - 1) // 2, str(left), style)
        if self.w >= 13 and self.h > 3:
            self.c.middle((self.h - 1) // 2, COLOURS[colour], style)
            self.c.middle(self.h - 2, f"you {mine}" if mine else "", style)
        change = left - self.state.before.bank[colour]
        if change:
            self.c.right(self.w - 1, 0, f"{change:+}", self.p.style("fresh", bold=True))
        if self.picked:
            text = f" {'-' if returning else '+'}{self.picked} "
            self.c.right(self.w - 1, self.h - 1, text, self.p.style("picked", bold=True))

    # The players

    def player(self, seat: int) -> None:
        player, seats = self.view.players[seat], self.state.seats
        bar = self.p.style(f"seat-{seat + 1}", bold=True)
        for y in range(self.h - (self.h > 6)):
            self.c.write(0, y, self.p["half"] if not self.here else self.p["full"], bar)
        turn = self.state.game.turn(self.view) == seat
        name = f"{self.p['here'] if turn else ' '}{seats[seat].name}"[:13]
        style = self.p.style(f"seat-{seat + 1}", bold=True, reverse=self.here)
        x = self.c.write(1, 0, name, style)
        self.points(player)
        rows = iter(range(1, self.h))
        badge = self.badge(seat)
        if self.h <= 4:
            room = max(0, self.edge - badge - x - 2)
            self.c.write(x + 1, 0, self.last_turn(seat, room), self.p.style("muted"))
        elif self.h >= 7:
            self.race(next(rows), player.points)
        self.tokens(next(rows), player)
        self.bonuses(next(rows), player)
        self.holdings(next(rows), player)
        if self.h > 4:
            self.c.write(2, next(rows), self.last_turn(seat, self.w - 2), self.p.style("muted"))

    def last_turn(self, seat: int, room: int) -> str:
        """What a player did at last: all steps of the turn where there is room, else the first, which leads to them."""
        turns = groupby(reversed(self.state.story[: self.state.shown]), lambda line: line.player)
        steps = next(([line.notation for line in lines][::-1] for player, lines in turns if player == seat), [""])
        return told if len(told := ", ".join(steps)) <= room else steps[0][:room]

    def badge(self, seat: int) -> int:
        """With an expansion: what a player has left of its pieces, before the points. How many cells it takes."""
        return 0

    @property
    def edge(self) -> int:
        """Where points may begin in the row of a player's name."""
        return self.w - (10 if self.w >= 36 else 3)

    def points(self, player: Player) -> None:
        text = plural(player.points, "point") if self.w >= 36 else str(player.points)
        self.c.right(self.w, 0, text, self.p.style("good" if player.points >= self.goal() else "ink", bold=True))

    def goal(self) -> int:
        """The points that the bar leads to."""
        return GOAL

    def race(self, y: int, points: int) -> None:
        """A bar towards the points that end the game."""
        goal = self.goal()
        done = min(goal, points)
        x = self.c.write(2, y, self.p["full"] * done, self.p.style("good"))
        x = self.c.write(x, y, self.p["part"] * (goal - done), self.p.style("faint"))
        self.c.write(x + 1, y, f"{points}/{goal}", self.p.style("muted"))

    def tokens(self, y: int, player: Player) -> None:
        x = 2
        for colour, n in enumerate(player.tokens):
            letter = LETTERS[colour].upper()
            if n:
                self.gem_chip(x, y, f"{letter}{n}", colour)
            else:
                self.c.write(x, y, f"{letter}{self.p['none']}", self.p.style("faint"))
            x += 3
        total = sum(player.tokens)
        style = self.p.style("warn" if total >= TOKEN_LIMIT else "muted", bold=total >= TOKEN_LIMIT)
        self.c.right(self.w, y, f"{total}/{TOKEN_LIMIT}" + (" tokens" if self.w >= 36 else ""), style)

    def bonuses(self, y: int, player: Player) -> None:
        x = 2
        for colour, n in enumerate(player.bonuses):
            if n:
                self.gem_chip(x, y, f"+{n}", colour)
            else:
                self.c.write(x, y, f" {self.p['none']}", self.p.style("faint"))
            x += 3
        n = len(player.cards)
        self.c.right(self.w, y, plural(n, "card"), self.p.style("muted"))

    def holdings(self, y: int, player: Player) -> None:
        """Reserved cards (only the level of those that are secret) and nobles."""
        n = len(player.nobles)
        room = self.w - 2 - 3 * len(player.hand) - (6 if n else 0)
        word = next(word for word in ("reserved", "res.", "") if len(word) + 5 <= room or not word)
        x = self.c.write(2, y, f"{word} {len(player.hand)}/{HAND_LIMIT} ", self.p.style("muted"))
        for card in player.hand:
            if card >= BACK:
                x = self.c.write(x, y, deck_tag(deck_of(card)), self.p.style(paper="card")) + 1
            else:
                x = self.gem_chip(x, y, self.held(card), CARDS[card].bonus) + 1
        text = plural(n, "noble") if n else ""
        if x + len(text) > self.w:
            text = f"{n} nob"
        self.c.right(self.w, y, text, self.p.style("noble", bold=True))

    def held(self, card: int) -> str:
        """A reserved card: its colour and its points."""
        return f"{LETTERS[CARDS[card].bonus].upper()}{CARDS[card].points or ' '}"
