"""Replay of a match, step by step: moves, winning chances, best moves and mistakes."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.geometry import Size
from textual.widgets import OptionList, Static

from tabletown.rules.core.game import Action
from tabletown.rules.core.match import Match
from tabletown.rules.core.text import plural

from ..model import review_words
from ..model.actions import bindings
from ..model.daily_files import replayed_day
from ..model.saved_games import export
from ..model.selection import Part
from ..narration.grammar import best_move, clause, past_clause, within
from ..narration.summary import winner_line
from ..widgets.board_state import BoardState
from ..widgets.chart import Chart
from ..widgets.mistake_list import Charts, MistakeList
from .best_move import BestMoveScreen
from .hint_panel import HintPanel, hideable, moves
from .home import Home
from .match_base import chances_chart, points_chart
from .move_input import MoveInput
from .retry_list import RetryList

WIDE = 110
"""Columns from which charts and mistakes are side by side."""
BESIDE = (120, 30)
"""Columns and rows from which the board stands beside the list of mistakes."""
LARGE = (150, 44)
"""Columns and rows from which the board stays above the charts; in smaller windows they replace it."""
MIN_POINTS = 3
"""Points from which a chart of them has something to show."""
FIRST, NEXT = "First: ", "Next: "
"""Beginning of the line on the move to come; the line above the board is on the last one."""
AT_START = "{game.forward} shows the first move, {replay.play} plays the game by itself."
"""Line below the board at the start, as long as the review says nothing on the first move."""
NEXT_MISTAKE = "{replay.next-loss} goes to the next mistake; {replay.retry} lets you try your mistakes again."
"""Line below the board while a box over it is about a mistake."""
TO_WIN = "To win"
"""Label of the winning chances, left out where it would take the room of the last move in words."""


class Replay(BestMoveScreen):
    """Replay that starts at the position after `ply` moves, on the board or with the page "charts" or "losses" open."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("replay")]

    match: Match

    def __init__(self, match: Match, record: Path | None = None, ply: int = 0, page: str = "") -> None:
        super().__init__(match)
        self.record, self.first_page = record, page
        self.past_ply = ply if ply < len(match.log) else None
        humans = match.human_seats
        self.player = self.reader = humans[0] if len(humans) == 1 else None
        self.aside = ""
        """Text before the position in the prompt."""
        self.mistake_ply: int | None = None
        """Ply of the mistake on screen, which a box over the board is about until it is closed; None without one."""

    def middle(self) -> ComposeResult:
        p = self.app.palette_for(self.match.seats)
        with Horizontal(id="desk"):
            with Vertical(id="main"):
                yield from super().middle()
                with Charts(id="charts", classes="below hidden"):
                    yield Chart(p, chances_chart(self.match, self.winning_chances), soft=True)
                    points = points_chart(self.match, self.reader)
                    if max(abs(each) for line in points.series for each in line) >= MIN_POINTS:
                        yield Chart(p, points)
                yield Static(id="verdict", markup=False)
            yield MistakeList(id="losses", classes="below hidden")
        yield HintPanel()

    def begin(self) -> None:
        self.fit(self.size)
        super().begin()
        self.join_review()
        if self.first_page:
            self.open_page(self.first_page)
            self.widen_board()
        elif not self.ply and self.match.log and not self.message:
            self.message = self.verdict_shown = self.app.key_names.fill(AT_START)
            self.describe()

    def on_resize(self, event: events.Resize) -> None:
        self.fit(event.size)

    def fit(self, size: Size) -> None:
        """Arrange board, charts and mistakes according to the size of the window."""
        large = size.width >= LARGE[0] and size.height >= LARGE[1]
        self.set_class(large, "-large")
        self.set_class(not large, "-small")
        self.set_class(size.width >= WIDE, "-wide")
        self.set_class(size.width >= BESIDE[0] and size.height >= BESIDE[1] and not large, "-beside")
        if not self.query_one("#charts").has_class("hidden") or not self.query_one("#losses").has_class("hidden"):
            self.open_page("losses" if self.query_one("#charts").has_class("hidden") else "charts")

    # Display

    def viewer(self) -> int | None:
        return self.reader

    def view(self, ply: int) -> Any:
        """A position of a finished game without secrets, as everyone sees its end."""
        return super().view(ply) if self.match.player is not None else self.match.states[ply]

    def board_state(self) -> BoardState:
        """State of the position on screen, with the best move marked as if it were picked where there is a hint or a
        mistake.
        """
        best = self.best_here()
        return replace(super().board_state(), picked=tuple(self.board.parts(best)) if best else ())

    def best_here(self) -> Action | None:
        """The move of the hint on screen, or the better one where the player went to a mistake."""
        if hint := self.hint_here:
            return hint.action
        if self.mistake_ply == self.ply:
            return review_words.better_action(self.analysis, self.analysis.decisions[self.ply])
        return None

    def prompt(self, state: BoardState) -> str:
        """Position in the game, and the last move, in words if they fit."""
        if not state.ply:
            return self.aside + self.at_start
        line = state.story[state.ply - 1]
        name, room = self.match.seats[line.player].name, self.size.width - len(self.notice(state)) - 4
        long, short = f"Move {state.ply} of {len(self.match.log)}: ", f"{state.ply}/{len(self.match.log)}  "
        brief = past_clause(name, review_words.in_short(self.analysis, line.ply, line.notation))
        moves = clause(name, line.text), review_words.played(self.analysis, line.ply), brief
        ways = [f"{self.aside}{head}{move}" for move in moves for head in (long, short)]
        return next((way for way in ways if len(way) <= room), f"{self.aside}{short}{name}: {line.notation}")

    @property
    def at_start(self) -> str:
        """Text above the board at the start position."""
        return f"Start position; {plural(len(self.match.log), 'move')}"

    def notice(self, state: BoardState) -> str:
        """Winning chances of all players, or the result once the game is over."""
        if self.match.player is None and state.ply == len(self.match.log):
            return winner_line(self.match)
        names, chances = [name for name, _ in self.match.seats], [line[state.ply] for line in self.winning_chances]
        each = "  ".join(f"{name} {chance:.0%}" for name, chance in zip(names, chances, strict=True))
        number = f"{state.ply}/{len(self.match.log)}  "
        last = number + review_words.played(self.analysis, state.ply - 1) if state.ply else self.at_start
        left = self.size.width - len(last + each) - 4
        basis = review_words.basis_of(self.match)
        ways = [f"{TO_WIN}, {basis}: "] * bool(basis) + [f"{TO_WIN}: "]
        return next((way for way in ways if len(way) <= left), "" if left >= 0 else ways[-1]) + each

    def show(self) -> None:
        super().show()
        for chart in self.query(Chart):
            chart.ply = self.ply

    def go(self, ply: int) -> None:
        ply = max(0, min(ply, len(self.match.log)))
        self.go_to(ply, self.opens_mistake(ply))

    def go_to(self, ply: int, is_mistake: bool) -> None:
        """Go to a ply, with a mistake or without one to be told of there."""
        self.message = self.verdict_shown = self.next_move(ply)
        self.news = ""  # a notice was about the position before
        self.analysis.focus = ply
        self.mistake_ply = ply if is_mistake else None
        super().go(ply)
        self.laid_out()

    def opens_mistake(self, ply: int) -> bool:
        """Does a box over the board tell of the move at a ply: a big mistake, unless the game plays itself?"""
        is_read = self.playing is None and not self.has_class("-paged")
        return is_read and any(decision.ply == ply for decision in self.analysis.worst)

    def next_move(self, ply: int) -> str:
        """Verdict on the move that follows a ply; empty if it is not known. Beside the list of mistakes it does not
        name a better move that the list leaves to find.
        """
        head, to_find = NEXT if ply else FIRST, self.has_class("-paged") and ply in self.to_find()
        verdict = review_words.verdict(self.analysis, ply, self.size.width - 2 - len(head), to_find)
        return verdict and head + within(verdict)

    def moved(self, old: Part | None = None, new: Part | None = None) -> None:
        """Describe the part at the cursor; a message stays if the cursor only left a part that is not on the board."""
        if self.board.tile(old) is not None:
            self.message = ""
            if self.hinted:
                self.hinted = None
                return self.show()
        return self.describe()

    def describe(self) -> None:
        self.describe_in_box()
        self.query_one("#verdict", Static).update(review_words.explanation(self.analysis, self.ply))
        if self.mistake_in_box and self.message == self.verdict_shown:  # the box says it
            self.detail(self.app.key_names.fill(NEXT_MISTAKE))
        elif self.message:
            self.detail(self.message)
        elif self.has_class("-small", "-paged"):
            self.detail(self.next_move(self.ply))  # the cursor is out of sight
        else:
            super().describe()

    @property
    def mistake_in_box(self) -> bool:
        """True while a box over the board is about the mistake on screen."""
        return self.mistake_ply == self.ply and not self.hint_here and not self.has_class("-paged")

    def describe_in_box(self) -> None:
        """Show the hint in a box over the board, or else the mistake that the player went to."""
        match, ply, box = self.match, self.ply, self.query_one(HintPanel)
        if self.hinted and self.hinted[0] == ply:
            _, lines, _, choice = self.hinted
            name = match.seats[match.game.turn(match.states[ply]) or 0].name
            title = hideable(best_move(name), self.app.key_names, "replay.leave", "closes")
            box.say(lines, self.board, moves(choice), title, self.pieces, kept=1)
        elif self.mistake_in_box:
            better = self.best_here()
            actions = [match.log[ply], *([better] if better else [])]
            lines = review_words.explanation(self.analysis, ply).splitlines()
            title = hideable("Mistake", self.app.key_names, "replay.leave", "closes")
            box.say(lines, self.board, actions, title, whole=True, kept=len(lines) - 1, is_over=True)
        else:
            box.say([], self.board, [])

    def action_page(self, page: str) -> None:
        """Show or hide a page, "charts" or "losses": in place of the board, or below it in a large window."""
        if self.query_one(f"#{page}").has_class("hidden"):
            self.open_page(page)
        elif self.has_class("-wide") and page == "losses" and not self.query_one("#losses").has_focus:
            if self.has_class("-beside"):
                self.open_page(page)
            self.set_focus(self.query_one("#losses"))
        else:
            self.open_page("")

    @property
    def next_page(self) -> str:
        """The page to which the key of the review leads: the charts, then in a narrow window the list of mistakes, then
        none.
        """
        charts, losses = (not self.query_one(id).has_class("hidden") for id in ("#charts", "#losses"))
        if charts:
            return "" if self.has_class("-wide") else "losses"
        return "" if losses and not self.has_class("-wide") else "charts"

    def action_next_page(self) -> None:
        self.open_page(self.next_page)

    def open_page(self, page: str) -> None:
        """Show a page, or none for an empty name; a wide window shows both, or the board beside the list."""
        self.set_class(page == "losses" and self.has_class("-beside"), "-board")
        for below in self.query(".below"):
            both = self.has_class("-wide") and not self.has_class("-board")
            beside = both and (below.id == "charts" or bool(self.analysis.total))
            below.set_class(not page or (below.id != page and not beside), "hidden")
        self.set_class(bool(page), "-paged")
        self.query_one("#main").set_class(page == "losses" and not self.has_class("-wide"), "hidden")
        self.hinted = None
        self.message = self.verdict_shown = self.next_move(self.ply)
        self.describe()
        self.update_review()
        self.set_focus(self.query_one(f"#{page}") if page else self.board)

    def catch_up(self) -> None:
        """Show all decisions so far; a list beside the board that has turned out empty gives way to it."""
        super().catch_up()
        self.widen_board()

    def widen_board(self) -> None:
        """Give the board the whole window, and the line below it what the list says, if a list beside it is empty."""
        if self.has_class("-board") and self.analysis.is_over and not self.listed_mistakes() and not self.hinted:
            self.open_page("")
            self.message = self.verdict_shown = self.analysis.flawless(self.player)
            self.describe()

    @on(OptionList.OptionSelected, "#losses")
    def chosen(self, event: OptionList.OptionSelected) -> None:
        self.show_mistake(int(event.option_id or 0))

    @on(OptionList.OptionHighlighted, "#losses")
    def follow(self, event: OptionList.OptionHighlighted) -> None:
        """Go to the mistake at the cursor of the list, where a chart or the board beside it shows it."""
        if event.option_id and self.query_one("#losses").has_focus and not self.query_one("#main").has_class("hidden"):
            self.visit(int(event.option_id))

    def visit(self, ply: int) -> None:
        """Go to a mistake, with the cursor on the move that was played and a mark on the better one."""
        self.hinted = None
        self.better_seen.add(ply)
        self.go_to(ply, is_mistake=True)

    def laid_out(self) -> None:
        """Put the cursor on the move that was played, where a box is about a mistake, whose better move it shows."""
        if self.mistake_ply == self.ply:
            self.better_seen.update({self.ply} if self.mistake_in_box else ())
            better = self.best_here()
            at = self.place(self.match.log[self.ply]) or (self.place(better) if better else None)
            self.board.cursor = at or self.board.cursor
            self.message = self.verdict_shown = self.next_move(self.ply)
            self.describe()

    def show_mistake(self, ply: int) -> None:
        """Go to a mistake and say what was played; a list that covers the board gives way to it."""
        self.visit(ply)
        if self.query_one("#main").has_class("hidden"):
            self.open_page("")

    def action_loss(self, step: int) -> None:
        """Go to the next or previous big mistake."""
        plies = sorted(decision.ply for decision in self.analysis.worst)
        ahead = [ply for ply in plies if (ply - self.ply) * step > 0]
        if ahead:
            self.show_mistake(ahead[0] if step > 0 else ahead[-1])
        else:
            so_far = " so far" * bool(self.analysis.progress)
            self.shows_notice(f"No {'later' if step > 0 else 'earlier'} mistakes{so_far}.")

    def action_retry(self) -> None:
        """Show the biggest mistakes of the only person in the game, to try each again."""
        self.app.push_screen(RetryList(self.match, self.analysis))

    def action_export(self) -> None:
        """Save the game up to the position on screen as a text file."""
        if self.record is None:
            return
        path = self.record.with_name(f"{self.record.name}-{self.ply}.txt")
        self.shows_notice(export(self.match, path, self.ply))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow the export of finished games only, since it would reveal the secrets of other players."""
        if action == "mistake":
            return not self.analysis.is_over or int(str(parameters[0])) < len(self.listed.get(self.player, ()))
        if action == "retry":
            return bool(self.match.log) and len(self.match.human_seats) == 1
        if action == "export":
            return self.record is not None and self.match.player is None
        return super().check_action(action, parameters)

    def key_label(self, action: str) -> str:
        """The page to which the key of the review leads, if a page of the review is on screen; the way out."""
        if action == "leave" and self.below and not isinstance(self.below, Home):
            return "Back"
        if action == "leave" and self.day:
            return "Calendar"
        if action != "next_page" or not self.has_class("-paged"):
            return ""
        return {"charts": "Charts", "losses": "Mistakes"}.get(self.next_page, "Board")

    @property
    def day(self) -> date | None:
        """Day of the daily game that is replayed; None for any other game."""
        return replayed_day(self.record) if self.record else None

    def action_leave(self) -> None:
        """Go back to where the replay was opened; otherwise from a daily game to the calendar, or home."""
        if self.below:
            self.stop()
            self.app.pop_screen()
        elif self.day:
            self.app.open_calendar(self.day)
        else:
            super().action_leave()

    def action_close(self) -> None:
        if not self.query_one(HintPanel).has_class("hidden"):
            self.hinted = self.mistake_ply = None
            self.show()
        elif self.has_class("-paged") and not self.query_one(MoveInput).typing:
            self.open_page("")
        else:
            super().action_close()
