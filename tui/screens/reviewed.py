"""Base of the replay: the review in its chart and in its list of mistakes, while it grows."""

from __future__ import annotations

from textual.timer import Timer

from tabletown.rules.analysis.decision import Decision
from tabletown.rules.core.match import Match
from tabletown.rules.core.text import possessive

from ..model.retry import load_answers, to_retry
from ..model.review_words import basis_of, is_minor
from ..model.reviews import ReviewProgress
from ..narration.grammar import owned
from ..widgets.chart import Chart, Mark
from ..widgets.closable_screen import is_open
from ..widgets.headings_and_bars import progress_bar
from ..widgets.mistake_list import LETTERS, MistakeList, in_rows
from ..widgets.status_line import fitting
from .stepping import SteppingScreen

LIST_COLUMNS = 34
"""Columns for a text on the edge of the list of mistakes beside the board."""
CATCH_UP_SECONDS = 0.3
"""Time in which decisions of the analysis are gathered before they are shown together."""
TITLE_MARGIN = 6
"""Columns beside the title of the list."""
PROGRESS_BAR = 8
"""Columns of the bar of the analysis."""
FIRST_LOOK = """

   Every move gets a quick look first, then a close one.
   Moves that cost you much come up here as they are found.
   You can leave: the review continues."""
"""Text of an empty list while the review is in progress."""
NO_LETTERS = "Enter chooses one"
"""Note of a list that may still grow, so that no letter ever stands for another mistake."""
NOT_YET = f"No letters until the review is done; until then, {NO_LETTERS}."
"""Answer to a letter before that."""
CONTINUES = "it continues if you leave"
"""Note on a review in progress."""


class ReviewedScreen(SteppingScreen):
    """Match with a review: charts, and a list of mistakes, whose letters lead to them once the list is complete."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self.analysis = ReviewProgress(match)
        self.winning_chances = self.analysis.winning_chances
        self.catching_up: Timer | None = None
        """Timer until the next decisions of the analysis are shown."""
        self.player: int | None = None
        """Player whose chances and mistakes are highlighted; None for all players."""
        self.listed: dict[int | None, list[int]] = {}
        """Plies of the mistakes in the list of each player; None for all players."""
        self.better_seen = set[int]()
        """Plies of the mistakes whose better move this screen has shown."""
        self.message = ""
        """Message in place of the description until the cursor moves."""
        self.verdict_shown = ""
        """The verdict in the message line, or shown there last."""

    def join_review(self) -> None:
        """Join the analysis of this match if it is in progress, and show what it knows."""
        self.analysis = self.app.review(self.analysis)
        self.analysis.focus = self.ply
        self.analysis.watchers.append(self.learned)
        self.winning_chances = self.analysis.winning_chances
        self.update_review()

    def next_move(self, ply: int) -> str:
        """Verdict on the move that follows a ply; empty if it is not known."""
        raise NotImplementedError

    def show_mistake(self, ply: int) -> None:
        """Go to a mistake and say what was played."""
        raise NotImplementedError

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
        if self.news == NOT_YET and self.analysis.is_over:
            self.shows_notice("")
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
        whose, others = ("everyone's" if seat is None else possessive(names[seat]) for seat in (self.player, after))
        following = f"{self.app.key_names['mistakes.player']}: {others} mistakes"
        self.plot_chances(mistakes, whose, following)
        if not self.query_one(MistakeList).has_class("hidden"):
            self.list_mistakes(mistakes, following)

    def listed_mistakes(self) -> list[Decision]:
        """The mistakes in the list, in the order of play."""
        mistakes = self.analysis.mistakes(self.player)
        self.listed[self.player] = [decision.ply for decision in mistakes]
        return mistakes

    def plot_chances(self, mistakes: list[Decision], whose: str, following: str) -> None:
        """Show the chances, marks for the mistakes, and in the heading the progress or else the key `following`."""
        marks = [
            Mark(decision.ply, letter, decision.seat, is_minor(self.analysis, decision))
            for letter, decision in zip(self.letters, mistakes, strict=False)
        ]
        span = "-".join(dict.fromkeys(mark.letter for mark in (*marks[:1], *marks[-1:])))
        named = f"{span}: " if self.letters == LETTERS else "marked: "
        listed = f"{named}{whose} mistake{'s' * (len(marks) > 1)}" if marks else ""
        details = [listed, basis_of(self.match), self.analysis.depth_text]
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
        listed = sorted([*mistakes, *self.analysis.suspects(self.player)], key=lambda decision: decision.ply)
        to_find, narrow = self.to_find(), self.has_class("-wide")
        way = self.app.key_names.fill("{replay.retry} lets you look for a better move; Enter shows it")
        rows = [
            mistake._replace(way_to_find=way * (mistake.ply in to_find)) for mistake in in_rows(self.analysis, listed)
        ]
        title = f"{whose} so far" if narrow and progress else f"{whose}, {progress}" if progress else whose
        losses.border_title = f" {fitting(title, self.size.width - TITLE_MARGIN)} "
        way = "press its letter to go there" if self.letters == LETTERS else f"{NO_LETTERS}; {CONTINUES}"
        keys_named = [following] * (not narrow) + [way] * bool(mistakes)
        if progress and self.has_class("-board"):  # where no chart shows it
            keys_named = [fitting(self.analysis.progress, LIST_COLUMNS)]
        losses.border_subtitle = f" {'; '.join(keys_named)} " if keys_named else ""
        palette = self.app.palette_for(self.match.seats)
        nothing = f"   {self.analysis.flawless(self.player)}{FIRST_LOOK * bool(progress)}"
        losses.fill(palette, rows, self.letters, nothing, narrow)

    def to_find(self) -> set[int]:
        """Plies of the mistakes that the only person can try again, and whose better move was not shown yet."""
        if len(self.match.human_seats) != 1:
            return set()
        plies = {mistake.ply for mistake in to_retry(self.analysis, self.match.human_seats[0])}
        return plies - {*load_answers(self.match)} - self.better_seen

    @property
    def letters(self) -> str:
        """The letters of the mistakes in the list; spaces as long as more mistakes may come."""
        return LETTERS if self.analysis.is_over else " " * len(LETTERS)

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
        """Go to the mistake with a letter; as long as there are no letters, say so."""
        if self.letters != LETTERS:
            self.shows_notice(NOT_YET)
            return
        self.query_one(MistakeList).highlighted = number
        self.show_mistake(self.listed[self.player][number])

    def on_unmount(self) -> None:
        self.analysis.watchers.remove(self.learned)
        self.analysis.save_new()
