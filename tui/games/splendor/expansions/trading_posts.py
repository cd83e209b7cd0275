"""The Trading Posts on screen: the route of five posts below the nobles, with all players' coats of arms."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style

from tabletown.rules.core.game import Action
from tabletown.rules.core.text import join_words, plural
from tabletown.rules.splendor.cards import CARDS, COLOURS, GOLD, LETTERS
from tabletown.rules.splendor.expansions.trading_posts import DOUBLE_GOLD, POSTS, Posts, met, of, unpaid
from tabletown.rules.splendor.payment import missing
from tabletown.rules.splendor.state import Splendor

from ....model.selection import Part
from ....widgets.board_state import BoardState
from ....widgets.canvas import Rect
from ....widgets.tiles import Tile
from ..costs import CardCosts, brief, viewing_player, viewing_seat
from ..layout import NARROW, Plan, measured, nobles, table
from ..low_cards import LABEL, PAIR
from ..painter import SplendorPainter
from ..prompts import SplendorPrompts
from ..seat_marks import mark
from ..selection import due
from .requirements import POWERS, lack_for_post

POSTS_KEY = (
    "Own the cards that a post shows, and you have its power",
    "Own a post's cards: you have its power",
    "",
)
"""The purpose of trading posts, the longest wording first."""
HEAD = 0.55
"""Share of the route's colour in the head of a post."""
MIN_POST = 4
"""Rows of a post: its name, its requirement, and what it gives in two rows."""
PADDED = 13
"""Columns of a post from which its text keeps away from its edge."""
LOW_DECK, EDGED = 3, 12
"""Columns of a deck beside low cards, and those from which a low card has edges at its sides and below."""
NAMED = 10
"""Columns from which a card without a frame has room for its name beside what it needs."""
NOBLE, NEW = "noble", "new"


def plan_of(width: int, height: int) -> Plan:
    """Sizes with the columns of the base game, but lower cards, to make room for the row of posts above them."""
    plan = measured(width, height)
    row, bank = (3, 2) if height < 22 else (3, 3) if height < 33 else (4, 4) if height < 42 else (5, 5)
    top = row + max(MIN_POST, row)
    card_height = max(4, min(10, (height - top - bank) // 3))
    plan = plan._replace(top=top, bank=bank, card=(plan.card[0], card_height))
    if card_height >= plan.framed[1]:
        return plan
    return plan._replace(deck=LOW_DECK, card=(max(EDGED, plan.card[0]), card_height), framed=(NARROW, card_height))


def lay_out(state: BoardState, width: int, height: int) -> list[Tile]:
    plan = plan_of(width, height)
    row = min(plan.top - MIN_POST, plan.top // 2)
    width = (plan.board - plan.margin) // len(POSTS)
    tiles = [
        Tile(("post", post), Rect(plan.margin + post * width, row, width, plan.top - row), "posts")
        for post in range(len(POSTS))
    ]
    return [*nobles(state.view, plan, row), *tiles, *table(state, plan)]


def requirement_text(bonuses: Sequence[int], nobles: int) -> str:
    return " and ".join(filter(None, (brief(bonuses), "a noble" * bool(nobles))))


class PostsCosts(CardCosts):
    """Costs with trading posts: gold counts double for players who have the third post."""

    def doubles(self, state: BoardState, seat: int | None) -> bool:
        """Does gold count double for a seat, or for the viewer?"""
        return DOUBLE_GOLD in of(state.view).coats[viewing_seat(state) if seat is None else seat]

    def short(self, state: BoardState, card: int, seat: int | None = None) -> int:
        if not self.doubles(state, seat):
            return super().short(state, card, seat)
        player = self.payer(state, seat)
        return unpaid(missing(player, card), player.tokens[GOLD])


class PostsPainter(PostsCosts, SplendorPainter):
    INTRODUCTION = "Own cards in the colours that a trading post shows, and its power is yours for good."

    @property
    def named_below(self) -> bool:
        return self.w >= NAMED

    @property
    def edged(self) -> bool:
        """Has a low card edges, with its head in place of the upper one?"""
        return self.part[0] == "card" and self.low and self.w >= EDGED

    @property
    def says_new(self) -> bool:
        return super().says_new or self.edged

    def body_style(self, ink: str = "ink", bold: bool = False) -> Style:
        return self.ground(ink, bold) if self.edged else super().body_style(ink, bold)

    def low_card(self, card: int) -> None:
        if not self.edged:
            return super().low_card(card)
        self.frame(strong=self.offered(card, self.short(self.state, card)))
        self.low_head(card)
        return self.low_price(card, 1)

    def low_head(self, card: int) -> None:
        """Write points and bonus on the bonus's colour between the upper corners; a new card says so in the first."""
        if not self.edged:
            return super().low_head(card)
        style = self.p.style(*self.head_colours(card), bold=True, reverse=self.p.bare)
        x, right = 1, self.w - 1
        if self.is_fresh:
            x = self.c.write(0, 0, NEW, self.p.style("fresh", bold=True, reverse=True))
        self.c.fill(Rect(x, 0, right - x, 1), style)
        self.c.write(x + 1, 0, str(CARDS[card].points or ""), style)
        return self.c.right(right - (not self.is_fresh), 0, self.signs(card)[0], style)

    def foot(self, card: int, short: int) -> None:
        """Write on the lower edge the card's name, and whether the viewer can buy it."""
        if not self.edged:
            return super().foot(card, short)
        self.c.write(1, self.h - 1, self.label(card), self.tag())
        text, style = self.verdict(card, short)
        right = self.gold_spent(card, self.w - 1) if text == "buy" else self.w - 1
        ways = [f" {text} "] * bool(style.bold) + [text, text.replace(" ", "")]
        return self.c.right(right, self.h - 1, next((way for way in ways if LABEL + len(way) < right), ""), style)

    def room(self) -> int:
        return super().room() - 2 * self.edged

    def post(self, post: int) -> None:
        """Draw a post on its stretch of the route: its head, its requirement, and what it gives."""
        if self.margin or self.at_cursor:
            self.c.fill(Rect(0, 1, self.w - 1, self.h - 1), self.post_style())
        self.edges(1, self.h, self.w - 1)
        self.road(post)
        top = self.progress(post) + 1
        room = self.w - 1 - 2 * self.margin
        fitting = [rows for rows in POWERS[post].rows if max(map(len, rows)) <= room and top + len(rows) <= self.h]
        for y, words in enumerate((fitting or POWERS[post].rows[-1:])[0], top):
            self.c.write(self.margin, y, words, self.post_style())

    @property
    def margin(self) -> int:
        return int(self.w >= PADDED)

    def post_style(self, ink: str = "ink", bold: bool = False) -> Style:
        """The style of text below a post's head: in a narrow one, without a ground of its own."""
        return self.body_style(ink, bold) if self.margin or self.at_cursor else self.p.style(ink, bold=bold)

    def road(self, post: int) -> None:
        """Draw the road to the next post, the head of this one, and on its right its other owners."""
        last = post == len(POSTS) - 1
        self.c.write(0, 0, self.p["strong"][1] * (self.w - last), self.p.style("bridge"))
        if self.at_cursor:
            style = self.p.style("cursor", bold=True, reverse=True)
        elif self.part in self.gained:
            style = self.p.style("fresh", bold=True, reverse=True)
        else:
            style = self.p.washed("ink", "bridge", HEAD, bold=True)
        mark = self.p["here"] if self.at_cursor else " " * self.margin
        name = f"Post {post + 1}"
        least = 1 + len(" ".join(self.state.seats[seat].name for seat in self.other_owners(post)))
        if len(f"{mark}{name}") + least >= self.w > len(f"{mark}{post + 1}") + least > 2 + len(mark):
            name = f" {post + 1} " if len(f"{mark} {post + 1} ") + least < self.w else str(post + 1)
        x = self.c.write(0, 0, f"{mark}{name}{' ' * self.margin}", style)
        self.owners(post, self.w - 1 - x - (not self.margin))

    def other_owners(self, post: int) -> list[int]:
        """The seats that have a post, but for the viewer's."""
        me = viewing_seat(self.state)
        return [seat for seat, held in enumerate(of(self.view).coats) if post in held and seat != me]

    def owners(self, post: int, room: int) -> None:
        """Write a post's other owners at the end of its head, if need be in short or as a number alone; new ones are
        underlined.
        """
        before, seats = self.state.before.extra, self.other_owners(post)
        names = [self.state.seats[seat].name for seat in seats]
        for words in (names, [mark(self.state.seats, seat) for seat in seats]):
            if seats and len(" ".join(words)) <= room:
                x = self.w - 1 - len(" ".join(words))
                for seat, word in zip(seats, words, strict=True):
                    new = isinstance(before, Posts) and post not in before.coats[seat]
                    x = self.c.write(x, 0, word, self.seat_style(seat, underline=new)) + 1
                return
        if seats and len(number := f"+{len(seats)}") <= room:
            self.c.right(self.w - 1, 0, number, self.p.style("ink", "card", bold=True))

    def progress(self, post: int) -> int:
        """Write below the head whether the viewer has a post or can claim it, else what it requires; the last row."""
        me = viewing_seat(self.state)
        if post in of(self.view).coats[me]:
            self.c.write(self.margin, 1, "yours", self.seat_style(me))
        elif met(self.me, post):
            self.c.write(self.margin, 1, "ready", self.post_style("good", bold=True))
        else:
            return self.requirement(post)
        return 1

    def requirement(self, post: int) -> int:
        """Write the bonuses that a post requires, after an arrow those still needed, and the noble that it requires, in
        the next row if this one is full; return the last row.
        """
        bonuses, nobles = lack_for_post(self.me, post)
        cost, x, y = POSTS[post].cost, self.margin, 1
        for colour in (c for c in range(GOLD) if cost[c]):
            x = self.gem_chip(x, y, f"{LETTERS[colour].upper()}{cost[colour]}", colour)
            if bonuses[colour] != cost[colour]:
                x = self.c.write(x, y, f"{self.p['then']}{bonuses[colour]}", self.post_style("good", bold=True))
            x += 1
        if nobles:
            if self.margin + PAIR * sum(map(bool, cost)) + len(NOBLE) >= self.w:  # also once bonuses reduce the cost
                y += 1
                x = self.c.write(self.margin, y, "+ ", self.post_style())
            self.chip(x, y, NOBLE, "gem-violet")
        return y

    def piece_key(self, y: int) -> int:
        """Say that the pieces below the nobles are trading posts, if a row is left for the caption of the nobles."""
        if self.h - y < 2:
            return y
        text = next((text for text in POSTS_KEY if len(text) <= self.w), "")
        if text:
            self.c.write(0, y, text, self.p.style("bridge"))
        return y + bool(text)


class PostsPrompts(PostsCosts, SplendorPrompts):
    def prompt(self, state: BoardState) -> str:
        if due(state) == "token":
            letters = " ".join(self.letter(state, a[1]) for a in state.left)
            return f"take the gem your post gives ({letters}, {state.enter})"
        return super().prompt(state)

    def summary(self, state: BoardState, action: Action) -> str:
        return f"takes a {COLOURS[action[1]]} gem" if action[0] == "token" else super().summary(state, action)

    def why(self, state: BoardState, part: Part) -> str:
        if part[0] == "post":
            return "You claim a post at the end of your turn, once you have its bonuses."
        if part[0] == "gem" and due(state) == "token":
            view: Splendor = state.view
            none = f"The bank has no {COLOURS[part[1]]} left."
            rule = "A post does not give gold." if part[1] == GOLD else "It must be a different colour from the pair."
            return none if not view.bank[part[1]] else rule
        return super().why(state, part)

    def about(self, state: BoardState, part: Part | None) -> str:
        match part:
            case ("post", int(post)):
                held = sum(post in coats for coats in of(state.view).coats)
                text, owners = about_post(state, post)
                return self.fitting(text + owners, f"{text} {plural(held, 'owner')}.", text)
        return super().about(state, part)

    def more(self, before: Splendor, after: Splendor, brevity: int) -> list[str]:
        old, new = of(before).coats[before.player], of(after).coats[before.player]
        phrases = [
            f"post {post + 1} is yours" + f" ({POWERS[post].sentence})" * (not brevity)
            for post in new
            if post not in old
        ]
        if after.player == before.player and of(after).barred > of(before).barred:
            phrases.append("then you take a gem")
        return phrases


def about_post(state: BoardState, post: int) -> tuple[str, str]:
    """A post's requirement, power and the viewer's shortage, and its other owners."""
    view: Splendor = state.view
    coats = [state.seats[seat].name for seat, held in enumerate(of(view).coats) if post in held]
    player, power = viewing_player(state), POWERS[post].sentence
    if post in of(view).coats[viewing_seat(state)]:
        return f"Post {post + 1}, yours: {power}.", ""
    held = f" {join_words(coats)} {'own' if coats[1:] else 'owns'} it." if coats else ""
    if met(player, post):
        return f"Post {post + 1}: {power}; yours at the end of your turn.", held
    asked = f"{brief(POSTS[post].cost)} in bonuses" + " and a noble" * bool(POSTS[post].nobles)
    needed = requirement_text(*lack_for_post(player, post))
    return f"Post {post + 1}, for {asked}: {power}; you need {needed}.", held
