"""Replay of a match, step by step: moves, winning chances, best moves and mistakes."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any, ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.geometry import Size
from textual.timer import Timer
from textual.widgets import OptionList, Static

from tabletown.rules.analysis.review import Decision
from tabletown.rules.bots.bot import Choice
from tabletown.rules.core.match import Match

from ..model.actions import bindings
from ..model.bot_pool import NoAnswer
from ..model.daily_files import replayed_day
from ..model.reviews import ReviewProgress
from ..model.saved_games import export
from ..model.selection import Part
from ..narration.grammar import best_move, clause, owned, owned_within
from ..narration.summary import winner_line
from ..widgets.board_state import BoardState
from ..widgets.chart import Chart
from ..widgets.closable_screen import is_open
from ..widgets.headings_and_bars import progress_bar
from ..widgets.mistake_list import LETTERS, Charts, MistakeList, in_words
from ..widgets.status_line import Prompt, fitting
from .hint_panel import HintPanel, advise, hint_lines, moves
from .match_base import chances_chart, points_chart
from .move_input import MoveInput
from .stepping import SteppingScreen

WIDE = 110
"""Columns from which charts and mistakes are side by side."""
BESIDE = (120, 30)
"""Columns and rows from which the board stands beside the list of mistakes."""
LIST_COLUMNS = 34
"""Columns for a text on the edge of the list of mistakes beside the board."""
LARGE = (150, 44)
"""Columns and rows from which the board stays above the charts; in smaller windows they replace it."""
CATCH_UP_SECONDS = 0.3
"""Time in which decisions of the analysis are gathered before they are shown together."""
PROGRESS_BAR = 8
"""Columns of the bar of the analysis."""
NEXT = "Next: "
"""Beginning of the line on the move to come; the line above the board is on the last one."""
TO_WIN = "To win: "
"""Label of the winning chances, left out where it would take the room of the last move in words."""


class Replay(SteppingScreen):
    """Replay that starts at the position after `ply` moves, on the board or with the page "charts" or "losses" open."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("replay")]

    match: Match

    def __init__(self, match: Match, record: Path | None = None, ply: int = 0, page: str = "") -> None:
        super().__init__(match)
        self.record, self.first_page = record, page
        self.past_ply = ply if ply < len(match.log) else None
        humans = match.human_seats
        self.reader = humans[0] if len(humans) == 1 else None
        self.analysis = ReviewProgress(match)
        self.winning_chances = self.analysis.winning_chances
        self.catching_up: Timer | None = None
        """Timer until the next decisions of the analysis are shown."""
        self.player: int | None = self.reader
        """Player whose chances and mistakes are highlighted; None for all players."""
        self.listed: dict[int | None, list[int]] = {}
        """Plies of the mistakes in the list of each player; None for all players."""
        self.aside = ""
        """Text before the position in the prompt."""
        self.verdict_shown = ""
        """The verdict in the message line, or shown there last."""
        self.message = ""
        """Message in place of the description until the cursor moves."""
        self.hinted: tuple[int, list[str], Any, Choice] | None = None
        """Ply of the newest hint, its lines, the bot's view and its choice."""

    def middle(self) -> ComposeResult:
        p = self.app.palette_for(self.match.seats)
        with Horizontal(id="desk"):
            with Vertical(id="main"):
                yield from super().middle()
                with Charts(id="charts", classes="below hidden"):
                    yield Chart(p, chances_chart(self.match, self.winning_chances), soft=True)
                    yield Chart(p, points_chart(self.match, self.reader))
                yield Static(id="verdict", markup=False)
            yield MistakeList(id="losses", classes="below hidden")
        yield HintPanel()

    def begin(self) -> None:
        self.fit(self.size)
        super().begin()
        self.analysis = self.app.review(self.analysis)
        self.analysis.focus = self.ply
        self.analysis.watchers.append(self.learned)
        self.winning_chances = self.analysis.winning_chances
        self.update_review()
        if self.first_page:
            self.open_page(self.first_page)

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

    # Analysis

    def learned(self, ply: int, wrong: str) -> None:
        """Show a new decision as far as it concerns what is on screen, or why there is none."""
        if not is_open(self):
            return
        if wrong and self.analysis.failed == 1:
            self.shows_notice(f"Could not analyse move {ply + 1} ({wrong}).")
        if ply == self.ply and not wrong and self.message in ("", self.verdict_shown):
            self.winning_chances = self.analysis.winning_chances
            self.message = self.verdict_shown = self.next_move(ply)
            self.show()
        if self.analysis.is_complete:
            self.catch_up()
        elif self.catching_up is None:
            self.catching_up = self.set_timer(CATCH_UP_SECONDS, self.catch_up)

    def catch_up(self) -> None:
        """Show all decisions so far in the line above the board, and in chart and list if they are open."""
        self.catching_up = None
        self.winning_chances = self.analysis.winning_chances
        if self.has_class("-paged") or not self.analysis.progress:
            self.update_review()
        if self.board.state:
            self.head(self.board.state)

    def update_review(self) -> None:
        """Update the chart of winning chances and the list of mistakes, as far as they are known."""
        mistakes, names = self.listed_mistakes(), [name for name, _ in self.match.seats]
        players = [*range(len(names)), None]
        after = players[(players.index(self.player) + 1) % len(players)]
        whose, others = ("everyone's" if seat is None else owned_within(names[seat]) for seat in (self.player, after))
        following = f"{self.app.key_names['mistakes.player']}: {others} mistakes"
        self.plot_chances(mistakes, whose, following)
        if not self.query_one(MistakeList).has_class("hidden"):
            self.list_mistakes(mistakes, following)

    def listed_mistakes(self) -> list[Decision]:
        """The mistakes in the list, in their order: later ones come last, so that no letter changes."""
        listed = self.listed.setdefault(self.player, [])
        listed += [decision.ply for decision in self.analysis.mistakes(self.player) if decision.ply not in listed]
        return [self.analysis.decisions[ply] for ply in listed]

    def plot_chances(self, mistakes: list[Decision], whose: str, following: str) -> None:
        """Show the chances, letters for the mistakes, and in the heading the progress or else the key `following`."""
        marks = [(decision.ply, letter, decision.seat) for letter, decision in zip(LETTERS, mistakes, strict=False)]
        span = "-".join(dict.fromkeys(letter for _, letter, _ in (*marks[:1], *marks[-1:])))
        details = [f"{span}: {whose} mistake{'s' * (len(marks) > 1)}" if marks else "", self.analysis.depth_text]
        self.query_one(Chart).plot(
            series=self.winning_chances,
            span=self.analysis.span,
            note=(self.progress() if self.has_class("-wide") else self.analysis.progress) or following,
            details=[detail for detail in details if detail],
            chosen=frozenset(() if self.player is None else (self.player,)),
            marks=marks,
        )

    def list_mistakes(self, mistakes: list[Decision], following: str) -> None:
        """Show the mistakes, with the key `following` below them where no chart shows it."""
        losses, progress = self.query_one(MistakeList), self.progress()
        whose = "Mistakes" if self.player is None else f"{owned(self.match.seats[self.player].name)} mistakes"
        rows, narrow = [in_words(self.analysis, decision) for decision in mistakes], self.has_class("-wide")
        so_far = " so far" * bool(progress)
        losses.border_title = f" {whose}{so_far} " if narrow or not progress else f" {whose}{so_far}, {progress} "
        keys_named = [following] * (not narrow) + ["press its letter to go there"] * bool(mistakes)
        if progress and self.has_class("-board"):  # where no chart shows it
            keys_named = [fitting(self.analysis.progress, LIST_COLUMNS)]
        losses.border_subtitle = f" {'; '.join(keys_named)} " if keys_named else ""
        palette = self.app.palette_for(self.match.seats)
        losses.fill(palette, rows, f"   {self.analysis.flawless(self.player)}", narrow)

    def progress(self) -> str:
        """Bar and progress of the analysis; empty once it is complete."""
        text = self.analysis.progress
        return f"{progress_bar(self.app.palette, PROGRESS_BAR, self.analysis.share)} {text}" if text else ""

    def action_next_player(self) -> None:
        """Highlight the chances and mistakes of the next player; after the last one, of all players."""
        players = [*range(len(self.match.seats)), None]
        self.player = players[(players.index(self.player) + 1) % len(players)]
        self.update_review()

    def action_mistake(self, number: int) -> None:
        self.query_one(MistakeList).highlighted = number
        self.show_mistake(self.listed[self.player][number])

    def on_unmount(self) -> None:
        self.analysis.watchers.remove(self.learned)
        self.analysis.save_new()

    # Display

    def viewer(self) -> int | None:
        return self.reader

    def view(self, ply: int) -> Any:
        """A position of a finished game without secrets, as everyone sees its end."""
        return super().view(ply) if self.match.player is not None else self.match.states[ply]

    def prompt(self, state: BoardState) -> str:
        """Position in the game, and the last move, in words if they fit."""
        if not state.ply:
            return f"{self.aside}Start position; {len(self.match.log)} moves"
        line = state.story[state.ply - 1]
        name, room = self.match.seats[line.player].name, self.size.width - len(self.notice(state)) - 4
        long, short = f"Move {state.ply} of {len(self.match.log)}: ", f"{state.ply}/{len(self.match.log)}  "
        moves = clause(name, line.text), self.analysis.played(line.ply)
        ways = [f"{self.aside}{head}{move}" for move in moves for head in (long, short)]
        return next((way for way in ways if len(way) <= room), f"{self.aside}{short}{name}: {line.notation}")

    def notice(self, state: BoardState) -> str:
        """Winning chances of all players, or the result once the game is over."""
        if self.match.player is None and state.ply == len(self.match.log):
            return winner_line(self.match)
        names, chances = [name for name, _ in self.match.seats], [line[state.ply] for line in self.winning_chances]
        each = "  ".join(f"{name} {chance:.0%}" for name, chance in zip(names, chances, strict=True))
        last = self.analysis.played(state.ply - 1) if state.ply else ""
        left = self.size.width - len(f"{state.ply}/{len(self.match.log)}  {last}{each}") - 4
        return each if 0 <= left < len(TO_WIN) else TO_WIN + each

    def show(self) -> None:
        super().show()
        for chart in self.query(Chart):
            chart.ply = self.ply

    def go(self, ply: int) -> None:
        ply = max(0, min(ply, len(self.match.log)))
        self.message = self.verdict_shown = self.next_move(ply)
        self.analysis.focus = ply
        super().go(ply)

    def next_move(self, ply: int) -> str:
        """Verdict on the move that follows a ply; empty if it is not known."""
        verdict = self.analysis.verdict(ply, self.size.width - 2 - len(NEXT))
        return verdict and NEXT + verdict

    def moved(self, old: Part | None = None, new: Part | None = None) -> None:
        """Describe the part at the cursor; a message stays if the cursor only left a part that is not on the board."""
        if self.board.tile(old) is not None:
            self.message, self.hinted = "", None
        self.describe()

    def describe(self) -> None:
        hinted = self.hinted if self.hinted and self.hinted[0] == self.ply else None
        self.query_one(HintPanel).say(hinted[1] if hinted else [], self.board, moves(hinted[3]) if hinted else [])
        self.query_one("#verdict", Static).update(self.analysis.explanation(self.ply))
        if self.message:
            self.detail(self.message)
        elif self.has_class("-small", "-paged"):
            self.detail(self.next_move(self.ply))  # the cursor is out of sight
        else:
            super().describe()

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

    @on(OptionList.OptionSelected, "#losses")
    def chosen(self, event: OptionList.OptionSelected) -> None:
        self.show_mistake(int(event.option_id or 0))

    def show_mistake(self, ply: int) -> None:
        """Go to a mistake and say what was played; a list that covers the board gives way to it."""
        self.go(ply)
        if self.query_one("#main").has_class("hidden"):
            self.open_page("")
        self.message = self.verdict_shown = self.next_move(ply)
        self.show()

    def action_loss(self, step: int) -> None:
        """Go to the next or previous big mistake."""
        plies = sorted(decision.ply for decision in self.analysis.worst)
        ahead = [ply for ply in plies if (ply - self.ply) * step > 0]
        if ahead:
            self.go(ahead[0] if step > 0 else ahead[-1])
        else:
            so_far = " so far" * bool(self.analysis.progress)
            self.shows_notice(f"No {'later' if step > 0 else 'earlier'} mistakes{so_far}.")

    @work(exclusive=True, group="bot")
    async def action_hint(self) -> None:
        """Show the best move here; the second time, the likely reply."""
        match, ply, detail = self.match, self.ply, self.query_one("#detail", Prompt)
        s = match.states[ply]
        player = match.game.turn(s)
        if player is None:
            return None
        if match.player is not None and player != self.reader:
            return detail.say("Hands are hidden until the game is over.")
        before = self.hinted[2:] if self.hinted and self.hinted[0] == ply else None
        again, view = self.app.key_names["replay.hint"], match.game.observe(s, player)
        choice = None if before else self.analysis.best(ply)
        if choice:
            lines = hint_lines(match, view, choice, again)
        else:
            detail.say("Thinking ...")
            try:
                lines, view, choice = await advise(self.app.bot_pool, match, ply, before, again)
            except NoAnswer as why:
                self.message = f"No hint available ({why})"
                return self.describe()
        if self.ply == ply:
            move, name = match.game.describe(s, choice.action, "second"), match.seats[player].name
            self.message = f"{best_move(name)}: {move}, {choice.value:.0%} to win"
            self.hinted = (ply, lines, view, choice)
            self.describe()
        return None

    def action_export(self) -> None:
        """Save the game up to the position on screen as a text file."""
        if self.record is None:
            return
        path = self.record.with_name(f"{self.record.name}-{self.ply}.txt")
        self.shows_notice(export(self.match, path, self.ply))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow the export of finished games only, since it would reveal the secrets of other players."""
        if action == "mistake":
            return int(str(parameters[0])) < len(self.listed.get(self.player, ()))
        if action == "export":
            return self.record is not None and self.match.player is None
        return super().check_action(action, parameters)

    def key_label(self, action: str) -> str:
        """The page to which the key of the review leads, if a page of the review is on screen; the way out."""
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
        """Leave for home; from a daily game for the calendar."""
        if self.day:
            self.app.open_calendar(self.day)
        else:
            super().action_leave()

    def action_close(self) -> None:
        if self.has_class("-paged") and not self.query_one(MoveInput).typing:
            self.open_page("")
        else:
            super().action_close()
