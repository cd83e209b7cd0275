"""The Trading Posts on screen: the route of five posts below the nobles, with all players' coats of arms."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style

from tabletown.rules.core.game import Action
from tabletown.rules.core.text import join_words, plural
from tabletown.rules.splendor.cards import CARDS, COLOURS, GOLD, LETTERS, LEVELS
from tabletown.rules.splendor.expansions.trading_posts import DOUBLE_GOLD, POSTS, Posts, met, of, unpaid
from tabletown.rules.splendor.payment import missing
from tabletown.rules.splendor.state import Splendor

from ....model.selection import Part
from ....widgets.board_state import BoardState
from ....widgets.canvas import Rect
from ....widgets.tiles import Tile
from ..costs import CardCosts, brief, need_of, viewing_player, viewing_seat
from ..gem_key import FULL_GAP
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
    "A post: a power for good",
    "",
)
"""The purpose of trading posts, the longest wording first."""
ASKED, CLAIMED = 0.12, 0.25
"""Share of the route's colour in the ground of what a post requires, and of the viewer's in a post of theirs."""
POST_ROWS = 5
"""Rows of a post: its requirement, and what it gives in two rows, in a frame with its name and owners."""
BROADER = (0, 2, 4)
"""The posts that get a column more as far as there are some, those with two colours first."""
LOW_CARD, LOW_DECK, EDGED = 4, 3, 12
"""Rows of a low card, columns of a deck beside it, and those from which a low card has edges at its sides and below."""
NAMED = 10
"""Columns from which a card without a frame has room for its name beside what it needs."""
NOBLE = "noble"


def plan_of(width: int, height: int) -> Plan:
    """Sizes with the columns of the base game, but lower cards, to make room for the row of posts above them."""
    plan = measured(width, height)
    row, bank = (3, 3) if height < 33 else (4, 3) if height < 42 else (5, 5)
    top = row + POST_ROWS
    bank = min(bank, height - top - len(LEVELS) * LOW_CARD)
    card_height = max(LOW_CARD, min(10, (height - top - bank) // len(LEVELS)))
    plan = plan._replace(top=top, bank=bank, card=(plan.card[0], card_height))
    if card_height >= plan.framed[1]:
        return plan
    return plan._replace(deck=LOW_DECK, card=(max(EDGED, plan.card[0]), card_height), framed=(NARROW, card_height))


def lay_out(state: BoardState, width: int, height: int) -> list[Tile]:
    plan = plan_of(width, height)
    row, tiles, x = plan.top - POST_ROWS, list[Tile](), plan.margin
    each, spare = divmod(plan.board - plan.margin, len(POSTS))
    for post in range(len(POSTS)):
        width = each + (post in BROADER[:spare])
        tiles.append(Tile(("post", post), Rect(x, row, width, POST_ROWS), "posts"))
        x += width
    return [*nobles(state.view, plan, row), *tiles, *table(state, plan)]


def requirement_text(bonuses: Sequence[int], nobles: int) -> str:
    return " and ".join(filter(None, (brief(bonuses), "a noble" * bool(nobles))))


def number_alone(need: str) -> str:
    """The number of "need 12", where the word would leave no gap before it; other words as they are."""
    return need.removeprefix("need ")


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

    def body_style(self, ink: str = "ink", bold: bool = False) -> Style:
        return self.ground(ink, bold) if self.edged else super().body_style(ink, bold)

    def low_card(self, card: int) -> None:
        if not self.edged:
            return super().low_card(card)
        self.frame(strong=self.offered(card, self.short(self.state, card)))
        self.low_head(card)
        return self.low_price(card, 1)

    def low_head(self, card: int) -> None:
        """Write the card's name in place of the upper left corner, and right of it its points and its bonus on the
        colour of that.
        """
        if not self.edged:
            return super().low_head(card)
        style = self.p.style(*self.head_colours(card), bold=True, reverse=self.p.bare)
        x, right = self.c.write(0, 0, self.label(card).ljust(LABEL - 1), self.tag()), self.w - 1
        self.c.fill(Rect(x, 0, right - x, 1), style)
        self.c.write(x + 1, 0, str(CARDS[card].points or ""), style)
        return self.c.right(right, 0, self.signs(card)[0], style)

    def foot(self, card: int, short: int) -> None:
        """Write on the lower edge whether the viewer can buy the card."""
        return self.status(card, short) if self.edged else super().foot(card, short)

    def room(self) -> int:
        return self.w - 2 if self.edged else super().room()

    def post(self, post: int) -> None:
        """Draw a post: in its frame its name, what it requires on a ground of its own, and below that what it gives; if
        the viewer has it all on their colour.
        """
        mine = self.has(post)
        self.frame(ink=self.seat_ink if mine else "bridge")
        if mine:
            self.c.fill(Rect(1, 1, self.w - 2, self.h - 2), self.words())
        ink = "cursor" if self.at_cursor else "fresh" if self.part in self.gained else "bridge"
        self.c.write(1, 0, f"Post {post + 1}", self.p.style(ink, bold=True, reverse=ink != "bridge"))
        top, room = self.requirement(post) + 1, self.w - 2
        fitting = [rows for rows in POWERS[post].rows if max(map(len, rows)) <= room and top + len(rows) < self.h]
        for y, words in enumerate((fitting or POWERS[post].rows[-1:])[0], top):
            self.c.write(1, y, words, self.words())
        self.claims(post)

    def has(self, post: int) -> bool:
        """Has the viewer claimed the post?"""
        return post in of(self.view).coats[viewing_seat(self.state)]

    @property
    def seat_ink(self) -> str:
        """The name of the viewer's colour."""
        return f"seat-{viewing_seat(self.state) + 1}"

    def words(self) -> Style:
        """The style of what a post gives."""
        if self.p.flat or not self.has(self.part[1]):
            return self.p.style("ink", "card")
        return self.p.washed("ink", self.seat_ink, CLAIMED)

    def requirement(self, post: int) -> int:
        """Write the bonuses that a post requires, after an arrow those still needed, and after them or in the next row
        the noble that it requires; return the last row. The requirement of a post of the viewer's steps back.
        """
        bonuses, nobles = lack_for_post(self.me, post)
        cost, x, y, mine = POSTS[post].cost, 1, 1, self.has(post)
        beside = PAIR * sum(map(bool, cost)) + len(f"+ {NOBLE}") <= self.w - 2
        rows = 1 + (POSTS[post].nobles > 0 and not beside)
        done = self.words() if mine else self.asked("muted")
        if not mine:
            self.c.fill(Rect(1, y, self.w - 2, rows), done)
        for colour in (c for c in range(GOLD) if cost[c]):
            text = f"{LETTERS[colour].upper()}{cost[colour]}"
            if mine:
                x = self.c.write(x, y, text, done) + 1
                continue
            x = self.gem_chip(x, y, text, colour)
            if bonuses[colour] != cost[colour]:
                x = self.c.write(x, y, f"{self.p['then']}{bonuses[colour]}", self.asked("good", bold=True))
            x += 1
        if POSTS[post].nobles:
            y += rows - 1
            x = self.c.write(x if beside else 1, y, "+ ", done)
            if mine or not nobles:
                self.c.write(x, y, NOBLE, done)
            else:
                self.chip(x, y, NOBLE, "gem-violet")
        return y

    def asked(self, ink: str = "ink", bold: bool = False) -> Style:
        """The style of what a post requires."""
        return self.p.style(ink, "card", bold=bold) if self.p.flat else self.p.washed(ink, "bridge", ASKED, bold=bold)

    def claims(self, post: int) -> None:
        """Write on the lower edge whether the viewer has a post, can claim it, or how much they need for it, and on its
        left its other owners: in short, without what the viewer needs or as a number alone where there is no room.
        """
        coats, me = of(self.view).coats, viewing_seat(self.state)
        word, style = self.standing(post)
        seats = [seat for seat, held in enumerate(coats) if post in held and seat != me]
        names, marks = [self.state.seats[seat].name for seat in seats], [mark(self.state.seats, seat) for seat in seats]
        ways = [(names, word), (marks, word)]
        ways += [(marks, number_alone(word)), (names, ""), (marks, "")] if " " in word else []
        room = self.w - 2
        for owners, text in ways:
            if len(" ".join(filter(None, (*owners, text)))) <= room:
                self.c.right(self.w - 1, self.h - 1, text, style)
                return self.owners(post, seats, owners)
        self.c.right(self.w - 1, self.h - 1, word, style)
        self.c.write(1, self.h - 1, f"+{len(seats)}", self.p.style("ink", "card", bold=True))
        return None

    def standing(self, post: int) -> tuple[str, Style]:
        """The viewer's standing at a post: "yours", "ready" or, until the game is over, "need 3"."""
        if self.has(post):
            return "yours", self.seat_style(viewing_seat(self.state))
        if met(self.me, post):
            return "ready", self.p.style("good", bold=True)
        bonuses, nobles = lack_for_post(self.me, post)
        return "" if self.view.over else need_of(sum(bonuses) + nobles), self.p.style("muted")

    def owners(self, post: int, seats: Sequence[int], names: Sequence[str]) -> None:
        """Write the owners of a post on its lower edge, each on their colour; new ones are underlined."""
        x, before = 1, self.state.before.extra
        for seat, name in zip(seats, names, strict=True):
            new = isinstance(before, Posts) and post not in before.coats[seat]
            x = self.c.write(x, self.h - 1, name, self.seat_style(seat, underline=new)) + 1

    def piece_key(self, y: int) -> int:
        """Say that the pieces below the nobles are trading posts, if a row is left for the caption of the nobles."""
        if self.h - y < 1 + (self.h < FULL_GAP):
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

    def choice(self, state: BoardState, part: Part) -> str:
        """The choice of a part, or where there is no gem to take the step's question."""
        return super().choice(state, part) if part in state.options else self.asks(state) or super().choice(state, part)

    def asks(self, state: BoardState) -> str:
        """The gem to choose for a post, in a sentence; empty in other steps."""
        if due(state) != "token":
            return ""
        return self.listed(state, "Choose the gem that your post gives", state.game.legal(state.view))

    def why(self, state: BoardState, part: Part) -> str:
        if part[0] == "post":
            return "You claim a post at the end of your turn, once you have its bonuses."
        if part[0] == "gem" and due(state) == "token":
            view: Splendor = state.view
            none = f"The bank has no {COLOURS[part[1]]} left."
            rule = "A post does not give gold." if part[1] == GOLD else "It must be a different colour from the pair."
            return none if not view.bank[part[1]] else rule
        return self.asks(state) or super().why(state, part)

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
