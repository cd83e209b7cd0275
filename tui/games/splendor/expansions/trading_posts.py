"""The Trading Posts on screen: the route of five posts below the nobles, with all players' coats of arms."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from tabletown.rules.core.game import Action
from tabletown.rules.core.text import join_words, plural
from tabletown.rules.splendor.cards import COLOURS, GOLD, LETTERS
from tabletown.rules.splendor.expansions.trading_posts import DOUBLE_GOLD, POSTS, Posts, of, unpaid
from tabletown.rules.splendor.payment import missing
from tabletown.rules.splendor.state import Splendor

from ....model.selection import Part
from ....widgets.board import Tile
from ....widgets.board_state import BoardState
from ....widgets.canvas import Rect
from ..costs import CardCosts, brief, need_of, viewing_player, viewing_seat
from ..layout import Plan, measured, nobles, table
from ..painter import SplendorPainter
from ..prompts import SplendorPrompts
from ..seat_marks import mark
from ..selection import due
from .requirements import POWERS, lack_for_post

ROUTE: Part = ("route",)


def plan_of(width: int, height: int) -> Plan:
    """Sizes with the columns of the base game, but lower cards, to make room for the row of posts above them."""
    plan = measured(width, height)
    row, bank = (3, 3) if height < 33 else (4, 4) if height < 42 else (5, 5)
    card_height = max(4, min(10, (height - 2 * row - bank) // 3))
    return plan._replace(top=2 * row, bank=bank, card=(plan.card[0], card_height))


def lay_out(state: BoardState, width: int, height: int) -> list[Tile]:
    plan = plan_of(width, height)
    row = plan.top // 2
    gap = int(plan.board > 12 * len(POSTS))
    edges = [n * (plan.board + gap) // len(POSTS) for n in range(len(POSTS) + 1)]
    tiles = [Tile(ROUTE, Rect(0, row, plan.board, row), "")]
    tiles += [
        Tile(("post", post), Rect(x, row, end - gap - x, row), "posts") for post, (x, end) in enumerate(pairwise(edges))
    ]
    return [*nobles(state.view, plan.board, row), *tiles, *table(state, plan)]


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

    def wild(self, state: BoardState, seat: int | None = None) -> list[str]:
        return [f"{text} (x2)" if self.doubles(state, seat) else text for text in super().wild(state, seat)]


class PostsPainter(PostsCosts, SplendorPainter):
    def route(self) -> None:
        """Draw the route behind the posts."""
        y = self.h // 2
        self.c.write(0, y, self.p["rule"] * self.w, self.p.style("bridge"))

    def post(self, post: int) -> None:
        """Draw a post: its requirement, its power, and on the edges the viewer's shortage and the other owners."""
        coats = [seat for seat, held in enumerate(of(self.view).coats) if post in held]
        others = [seat for seat in coats if seat != viewing_seat(self.state)]
        mine = others != coats
        self.frame(strong=mine, ink="bridge")
        if not self.low_post and not others:
            self.c.write(1, 0, "post", self.p.style("bridge", bold=True))
        self.requirement(post, 0 if self.low_post else 1)
        words = next((text for text in POWERS[post][0] if len(text) <= self.w - 2), POWERS[post][0][-1])
        style = self.p.style("ink", "card", bold=mine)
        self.c.write(max(1, (self.w - len(words) + 1) // 2), 1 if self.low_post else self.h - 2, words, style)
        left = self.progress(post, mine, len(others) + bool(others) if self.low_post else 0)
        self.owners(others, self.h - 1 if self.low_post else 0, (left if self.low_post else self.w) - 1)

    @property
    def low_post(self) -> bool:
        """Is there only one row inside the frame?"""
        return self.h < 4

    def requirement(self, post: int, y: int) -> None:
        asked = POSTS[post]
        chips = [(f"{LETTERS[colour].upper()}{n}", colour) for colour, n in enumerate(asked.cost) if n]
        length = sum(len(text) + 1 for text, _ in chips) + len("noble ") * bool(asked.nobles) - 1
        x = 1 if self.low_post else max(1, (self.w - length + 1) // 2)
        for text, colour in chips:
            x = self.gem_chip(x, y, text, colour) + 1
        if asked.nobles:
            self.c.write(x, y, "noble", self.p.style("noble", "felt" if self.low_post else "card", bold=True))

    def piece_key(self, y: int) -> int:
        """Say that the pieces below the nobles are trading posts, if a row is left for the last turn."""
        if self.h - y < 2:
            return y
        words = ("Below: trading posts, which give powers", "Below: trading posts", "posts below")
        text = next((text for text in words if len(text) <= self.w), "")
        if text:
            self.c.write(0, y, text, self.p.style("bridge"))
        return y + bool(text)

    def owners(self, seats: Sequence[int], y: int, room: int) -> None:
        """Write the owners' names, or their marks if room is short, those of new owners underlined."""
        labels = [self.state.seats[seat].name for seat in seats]
        if len(" ".join(labels)) > room - 1:
            labels = [mark(self.state.seats, seat) for seat in seats]
        x, gap, before = 1, int(len(" ".join(labels)) < room), self.state.before.extra
        for seat, label in zip(seats, labels, strict=True):
            new = isinstance(before, Posts) and self.tile.part[1] not in before.coats[seat]
            x = self.c.write(x, y, label, self.seat_style(seat, underline=new)) + gap

    def progress(self, post: int, mine: bool, taken: int) -> int:
        """Write the viewer's shortage on the lower edge, but not in its first `taken` columns; its first column."""
        bonuses, nobles = lack_for_post(self.me, post)
        if mine or not (any(bonuses) or nobles):
            ways, style = ["yours" if mine else "ready"], self.p.style("good", bold=True)
        else:
            number = sum(bonuses) + nobles
            ways = [need_of(number), f"need{number}"]
            style = self.p.style("muted")
        text = next((way for way in ways if len(way) <= self.w - 2 - taken), ways[-1])
        self.c.right(self.w - 1, self.h - 1, text, style)
        return self.w - 1 - len(text)


class PostsPrompts(PostsCosts, SplendorPrompts):
    def prompt(self, state: BoardState) -> str:
        if due(state) == "token":
            letters = " ".join(self.letter(state, a[1]) for a in state.left)
            return f"take the token your post gives ({letters}, {state.enter})"
        return super().prompt(state)

    def summary(self, state: BoardState, action: Action) -> str:
        return f"takes a {COLOURS[action[1]]} token" if action[0] == "token" else super().summary(state, action)

    def why(self, state: BoardState, part: Part) -> str:
        if part[0] == "post":
            return "Coats of arms are placed automatically at the end of your turn."
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

    def more(self, before: Splendor, after: Splendor) -> list[str]:
        old, new = of(before).coats[before.player], of(after).coats[before.player]
        phrases = [f"+post ({POWERS[post][0][0]})" for post in new if post not in old]
        if after.player == before.player and of(after).barred > of(before).barred:
            phrases.append("then a token")
        return phrases


def about_post(state: BoardState, post: int) -> tuple[str, str]:
    """A post's requirement, power and the viewer's shortage, and its other owners."""
    view: Splendor = state.view
    coats = [state.seats[seat].name for seat, held in enumerate(of(view).coats) if post in held]
    bonuses, nobles = lack_for_post(viewing_player(state), post)
    asked = f"{brief(POSTS[post].cost)} in bonuses" + " and a noble" * bool(POSTS[post].nobles)
    what = f"Post ({asked}): {POWERS[post][1]}"
    if post in of(view).coats[viewing_seat(state)]:
        return f"Post: {POWERS[post][1]}. You own it.", ""
    held = f" {join_words(coats)} {'own' if coats[1:] else 'owns'} it." if coats else ""
    progress = (
        f"you need {requirement_text(bonuses, nobles)}" if any(bonuses) or nobles else "yours at the end of your turn"
    )
    return f"{what}; {progress}.", held
