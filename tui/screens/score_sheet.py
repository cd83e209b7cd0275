"""Result: winners, points by source, turning point, and what to do next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import ClassVar

from rich.console import RenderableType
from rich.style import Style
from rich.text import Text
from textual import events, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.timer import Timer
from textual.types import CSSPathType
from textual.widgets import Static

from tabletown.rules.core.match import Match
from tabletown.rules.core.save_file import Record

from ..model import review_words
from ..model.actions import bindings
from ..model.matched_opponent import to_match_again
from ..model.rating_words import rating_after
from ..model.retry import to_retry
from ..model.reviews import ReviewProgress
from ..model.saved_games import export
from ..model.titles import title
from ..narration import summary
from ..narration.grammar import owned, sentence
from ..narration.turning_point import TurningPoint, same_turn, turning_lines, turning_point
from ..widgets.celebration import Celebration
from ..widgets.chart import Chart
from ..widgets.headings_and_bars import progress_bar
from ..widgets.key_footer import KeyFooter
from ..widgets.score_bars import ScoreTable
from ..widgets.status_line import Prompt, fitting
from .base import TabletownScreen
from .match_base import board_class, points_chart
from .retry_list import RetryList

REVEAL = 0.6
"""Seconds between two rows that are revealed."""
PROGRESS_BAR = 8
"""Columns of the bar of the review."""
PROGRESS_SECONDS = 0.3
"""Seconds between two looks at the progress of the review."""
MANY_SOURCES = 6
"""Sources of points from which on a line says where the winner gained most."""
SCROLLBAR = 2
"""Columns that a scrollbar takes from the text until the chart has its height."""
MIN_CHART, GOOD_CHART = 4, 7
"""Minimum height of the chart of points, and one in which lines close to each other can be told apart, in rows."""
FOLDED = "folded"
"""The form of the list with only those items that scored most, in one line."""
FORMS = {"apart": 8, "together": GOOD_CHART, "brief": GOOD_CHART, "tight": GOOD_CHART, FOLDED: GOOD_CHART}
"""Forms of the list of revealed rows from the best on, each with the rows that it should leave for the chart."""


def by_kind(items: Mapping[str, Sequence[str]]) -> str:
    """Items by kind, in one line: "Broadway (3), Corners (2); secret: Pairs (0)"; open ones need no word, and empty
    items are left out.
    """
    lists = {kind: ", ".join(filter(None, what)) for kind, what in items.items() if any(what)}
    return "; ".join(f"{kind}: {what}" if kind else what for kind, what in lists.items())


def beside_labels(lines: Sequence[tuple[str, Style, list[str]]], width: int, aligned: bool) -> Text:
    """Paragraphs, each with a label in its style at the left, wrapped to `width` columns beside or below it."""
    column = 2 + max((len(label) for label, _, _ in lines), default=0)
    rows = []
    for label, style, texts in lines:
        head = label.ljust(column if aligned else len(label) + 2)
        later = " " * column if aligned else ""
        starts = [head, *[later] * (len(texts) - 1)]
        paragraphs = [start + text for start, text in zip(starts, texts, strict=True)]
        wrapped = [line for text in paragraphs for line in wrap(text, max(20, width), subsequent_indent=later)]
        rows += [Text.assemble((line[: len(label)], style), line[len(label) :]) for line in wrapped[:1]]
        rows += map(Text, wrapped[1:])
    return Text("\n").join(rows)


def best_form(left: Mapping[str, int], whole: bool) -> str:
    """The form of the list of revealed rows, given the rows that each leaves for the chart: the first that leaves it as
    many as it should, else the one that leaves it most; where the chart has no room, one that fits, or the shortest. If
    the `whole` list is wanted, the first that fits.
    """
    if whole:
        return next((form for form, rows in left.items() if form != FOLDED and rows >= 0), "tight")
    if form := next((form for form, rows in left.items() if rows >= FORMS[form]), None):
        return form
    most = max(left, key=lambda form: left[form])
    if left[most] >= MIN_CHART:
        return most
    return next((form for form in left if form != "apart" and left[form] >= 0), FOLDED)


class ScoreSheet(TabletownScreen):
    """Result screen: score sheet, revealed items, turning point, and the points by move."""

    CSS_PATH: ClassVar[CSSPathType | None] = "score_sheet.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("over")]
    NAMES_SEED: ClassVar[bool] = True
    """True where the seed is among the figures: with it anyone can play the same game."""

    def __init__(self, match: Match, record: Record | None) -> None:
        super().__init__()
        self.match, self.record = match, record
        self.rows = board_class(match.name).revealed(match.game, match.state)
        self.turned_up = 0
        """Number of rows revealed so far."""
        self.analysis = ReviewProgress(match)
        self.catching_up: Timer | None = None
        """Timer until the progress of the review is shown again."""
        self.turning: TurningPoint | None = None
        """The turning point, as soon as it is certain; from then on it stays as it is."""
        self.rating: list[str] = []
        """A line on the effect of the game on your rating, once it is known."""
        self.notice = ""
        """Notice in the line below the sheet, which no progress replaces; empty before the first one."""
        self.folds = False
        """True where the window is so low that the list takes one line, or would without being asked for."""
        self.in_brief = False
        """True where figures that need a line more would leave the chart too few rows."""
        self.unfolded = False
        """True once the whole list of revealed rows was asked for, which may leave the chart no room."""
        self._timer: Timer | None = None
        self._asked = ""
        """The action that starts a game when it comes again; empty for none."""

    def compose(self) -> ComposeResult:
        match, p = self.match, self.app.palette_for(self.match.seats)
        winners = match.game.winners(match.state)
        names = [name for name, _ in match.seats]
        with Horizontal(id="top"):
            yield Prompt(id="winner", fits=True)
            yield Celebration(any(not match.seats[seat].bot for seat in winners))
            yield Prompt(id="game", fits=True)
        with VerticalScroll(can_focus=False):
            yield ScoreTable(p, names, match.game.score(match.state), winners)
            yield Static(id="facts", classes="muted", markup=False)
            if self.rows:
                yield Static(id="revealed", markup=False)
            yield Chart(p, points_chart(match))
        yield Prompt(id="detail")
        yield KeyFooter()

    def facts(self, width: int) -> RenderableType:
        """Figures of the game, the last one in a line of its own if they need two, and its turning point."""
        figures = self.figures(width)
        figures = figures.splitlines()[0] if self.in_brief else figures
        return "\n".join([figures, *self.lead_lines(width), *self.turning_lines(width), *self.rating])

    def figures(self, width: int) -> str:
        """Figures of the game, in a line or more."""
        return summary.facts_line(self.match, width, seed=self.NAMES_SEED)

    def lead_lines(self, width: int) -> list[str]:
        """A line on where the winner gained most, in a sheet with so many sources that this is not seen at once."""
        ways = summary.lead_lines(self.match) if len(self.match.game.score(self.match.state)[0]) >= MANY_SOURCES else []
        return [line for line in ways if len(line) <= width - SCROLLBAR][:1]

    def turning_lines(self, width: int) -> list[str]:
        """A line on the turning point, in as many words as have room; none before it is known."""
        if self.turning is None:
            return []
        ways = turning_lines(self.match, self.turning, self.better_at(self.turning.ply))
        return [next((line for line in ways if len(line) <= width), ways[-1])]

    def better_at(self, ply: int) -> str:
        """The move that the review prefers to the one at a ply, in a few words; empty if it knows none."""
        decision = self.analysis.decisions.get(ply)
        return (
            ""
            if decision is None or not decision.better
            else review_words.in_short(self.analysis, ply, decision.better)
        )

    def revealed(self, width: int, form: str = "together", count: int | None = None) -> Text:
        """The revealed rows, or the first `count` of all rows, in words: first items that count for several players,
        then those of each player, beside whose they are.

        Shared items have lines of their own in the form "apart"; "brief" and "tight" leave out what scored nothing, and
        "tight" also the indent.
        """
        if form == FOLDED:
            return Text(self.folded(width), self.app.palette_for(self.match.seats).ink("muted"))
        p, names = self.app.palette_for(self.match.seats), [name for name, _ in self.match.seats]
        count = self.turned_up if count is None else count
        shared, own = dict[str, list[str]](), [dict[str, list[str]]() for _ in names]
        for row in self.rows[:count]:
            scored = [seat for seat in row.holders if form not in ("brief", "tight") or row.points[seat] != "0"]
            if len(row.holders) == 1:
                seat = row.holders[0]
                text = f"{row.title} ({row.points[seat]})" if row.points[seat] else row.title
                own[seat].setdefault(row.kind, []).append(text * len(scored))
            else:
                each = ", ".join(f"{names[seat]} {row.points[seat]}" for seat in scored)
                shared.setdefault(row.kind, []).append(f"{row.title} ({each or 'nobody'})")
        lines = [
            (kind, p.ink("muted"), items if form == "apart" else [", ".join(items)]) for kind, items in shared.items()
        ]
        lines += [
            (names[seat], p.style(f"seat-{seat + 1}"), [by_kind(items) or "no points from these"])
            for seat, items in enumerate(own)
            if items
        ]
        if left := len(self.rows) - count:
            lines.append(("", p.ink("muted"), [f"{left} more; {self.app.key_names['over.reveal']} shows all"]))
        return beside_labels(lines, width, aligned=form != "tight")

    def folded(self, width: int) -> str:
        """The rows that scored most, as many as fit into a line, and the key that shows all of them; before all are
        revealed only how many are.
        """
        names, key = [name for name, _ in self.match.seats], self.app.key_names["over.reveal"]
        if self.turned_up < len(self.rows):
            return f"{self.turned_up} of {len(self.rows)} revealed; {key} shows all."
        scored = list[tuple[int, str]]()
        for row in self.rows:
            points = {seat: int(row.points[seat] or 0) for seat in row.holders}
            each = ", ".join(f"{names[seat]} {n}" for seat, n in points.items() if n)
            scored += [(max(points.values()), f"{row.title} ({each})")] if each else []
        best = [text for _, text in sorted(scored, key=lambda each: -each[0])]
        end = f"; {key} lists all {len(self.rows)}"
        ways = (f"Best: {', '.join(best[:n])}{end}." for n in range(len(best), 0, -1))
        return next((way for way in ways if len(way) <= width), sentence(end[2:]))

    def status(self) -> str:
        """Biggest mistake of the only human player, if known, and when others were; otherwise the keys of analysis
        and turning point.
        """
        people, keys = self.match.human_seats, self.app.key_names
        key, turning = keys["over.review"], keys["over.turning"]
        own = self.analysis.own_mistakes(people[0]) if len(people) == 1 else []
        if self.analysis.running and not self.analysis.is_complete:
            bar = progress_bar(self.app.palette, PROGRESS_BAR, self.analysis.share)
            return f"Review {bar} {self.analysis.progress}; {key} shows it"
        if not own:
            none = len(people) == 1 and self.analysis.is_complete
            ways = [
                f"No big mistakes of yours; {key} shows the review" if none else f"{key} finds the biggest mistakes",
                f"{turning} shows the turning point" if self.turning else "",
            ]
            return "; ".join(filter(None, ways))
        whose, when = owned(self.match.seats[own[0].seat].name), summary.period_title(self.match, own[0].ply)
        what = "costliest move" if review_words.is_minor(self.analysis, own[0]) else "biggest mistake"
        to_try = [other.ply for other in to_retry(self.analysis, people[0]) if other.ply != own[0].ply]
        others = summary.period_titles(self.match, to_try)
        if self.turning and same_turn(self.match, self.turning.ply, own[0].ply):
            return self.after_turning(others)
        ways = [
            f"{whose} {what}, {when}: {move} ({review_words.fall(self.analysis, own[0])}){end}"
            for end in (*[f"; others in {others} ({keys['over.retry']})"] * bool(others), f"; {key} shows more")
            for move in (
                review_words.played(self.analysis, own[0].ply),
                review_words.in_short(self.analysis, own[0].ply, own[0].move),
            )
        ]
        return next((way for way in ways if len(way) <= self.size.width - 2), ways[-1])

    def after_turning(self, others: str) -> str:
        """The status where the turning point above names your biggest mistake already: when `others` were, if any."""
        keys = self.app.key_names
        them, it = (f"{keys['over.retry']} tries {which} again" for which in ("them", "it"))
        mistakes = f"Other mistakes in {others}; {them}" if others else f"This was your biggest mistake; {it}"
        return f"{mistakes}; {keys['over.review']} shows the review"

    def game_title(self) -> str:
        """Title of the game, as in lists of games."""
        return title(self.match)

    def on_mount(self) -> None:
        """Clear the notifications of the table, and reveal the rows one by one, or all at once without animation."""
        self.app.clear_notifications()
        self.read_rating()
        self.analysis = self.app.review(self.analysis)
        self.analysis.watchers.append(self.learned)
        self.turning = self.found_turning_point()
        if self.rows and self.app.terminal.animation:
            self._timer = self.set_interval(REVEAL, self.action_reveal)
            self.show_rows()
        else:
            self.action_reveal_all()

    @work(thread=True, exclusive=True, group="rating")
    def read_rating(self) -> None:
        """Read your results in a thread: many of them take a moment."""
        lines = rating_after(self.record)
        self.app.call_from_thread(self.know_rating, lines)

    def know_rating(self, lines: list[str]) -> None:
        self.rating = lines
        if self.is_attached and lines:
            self.show_facts(self.size.width - 2)

    def learned(self, ply: int, wrong: str) -> None:
        """Show the progress of the review, every now and then, and its result."""
        if self.is_attached and self.analysis.is_complete:
            self.catch_up()
        elif self.is_attached and self.catching_up is None:
            self.catching_up = self.set_timer(PROGRESS_SECONDS, self.catch_up)

    def catch_up(self) -> None:
        """Show the progress of the review in the line below the sheet, and the turning point that it has found."""
        self.catching_up = None
        if self.turning is None and (turning := self.found_turning_point()):
            self.turning = turning
            self.show_facts(self.size.width - 2)
            self.refresh_bindings()
        self.say_status()

    def say_status(self) -> None:
        """Show the notice, or else the status, in the line below the sheet."""
        self.query_one("#detail", Prompt).say(fitting(self.notice or self.status(), self.size.width - 2))

    def found_turning_point(self) -> TurningPoint | None:
        """The turning point by what the review has found so far; the review looks first at one that is not certain."""
        chances, searched = self.analysis.winning_chances, not self.analysis.is_quick
        turning = turning_point(self.match, chances, searched, self.analysis.notable)
        if turning is None or self.analysis.is_settled(turning.ply):
            return turning
        self.analysis.focus = turning.ply
        return None

    def on_unmount(self) -> None:
        self.analysis.watchers.remove(self.learned)
        self.analysis.save_new()

    def action_reveal(self) -> None:
        self.turned_up = min(self.turned_up + 1, len(self.rows))
        self.show_rows()

    def action_reveal_all(self) -> None:
        """Reveal all rows; when all are, show the whole list in place of the line on the best ones, or that again."""
        if self.turned_up >= len(self.rows):
            self.unfolded = not self.unfolded
        self.turned_up = len(self.rows)
        self.show_rows()

    def show_rows(self) -> None:
        """Show the revealed rows, and the number of those to come."""
        if not self.rows:
            return
        if self.turned_up >= len(self.rows) and self._timer:
            self._timer.stop()
            self._timer = None
        self.refresh_bindings()
        self.call_after_refresh(self.fit_chart)

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(event.size.height >= 30, "-tall")
        self.in_brief = False
        width = event.size.width - 2
        line, game = (
            "; ".join(filter(None, (summary.winner_line(self.match), summary.why_points(self.match)))),
            self.game_title(),
        )
        self.query_one("#winner", Prompt).say(fitting(line, width))
        self.query_one("#game", Prompt).say(game if len(line) + len(game) + 2 <= width else "")
        self.say_status()
        self.show_facts(width)

    def show_facts(self, width: int) -> None:
        self.query_one("#facts", Static).update(self.facts(width))
        self.call_after_refresh(self.fit_chart)

    def fit_chart(self, again: bool = True) -> None:
        """Give the chart the remaining height, below the longest form of the list that leaves it room, and if that is
        little without all figures; where none does, hide the chart, and where no form fits, the list. It looks `again`
        after the next refresh, as texts above may just have changed.
        """
        if not self.query(Chart):  # the screen was left before the refresh
            return
        page, chart = self.query_one(VerticalScroll), self.query_one(Chart)
        above = [child.outer_size.height for child in page.children if child is not chart and child.id != "revealed"]
        margins = sum(child.styles.margin.top for child in page.children)
        rows = page.content_size.height - sum(above) - margins
        if self.rows:
            listed = self.query_one("#revealed", Static)
            width = page.content_size.width - page.styles.scrollbar_size_vertical
            complete = {form: self.revealed(width, form, len(self.rows)) for form in FORMS}
            left = {form: rows - text.plain.count("\n") - 1 for form, text in complete.items()}
            form = best_form(left, self.unfolded)
            self.folds = self.unfolded or form == FOLDED
            self.refresh_bindings()
            text = self.revealed(width, form)
            listed.update(text)
            listed.display = self.unfolded or left[form] >= 0
            rows -= text.plain.count("\n") + 1
        if rows < GOOD_CHART and not self.in_brief and "\n" in self.figures(self.size.width - 2):
            self.in_brief = True
            return self.show_facts(self.size.width - 2)
        chart.styles.height = "1fr" if rows >= MIN_CHART else 0  # what is left, whatever the texts above become
        if again:
            self.call_after_refresh(self.fit_chart, False)

    def is_confirmed(self, action: str) -> bool:
        """True for an action that leaves this page when it comes again; the first time a notice says so."""
        if self._asked != action:
            self._asked, keys = action, self.app.key_names
            again, review = keys[f"over.{action}"], keys["over.review"]
            self.shows_notice(f"{again} again starts a new game; {review} reviews this one first")
            return False
        return True

    def on_screen_resume(self) -> None:
        if self._asked:
            self._asked = self.notice = ""
            self.say_status()

    def action_rematch(self) -> None:
        if not self.is_confirmed("rematch"):
            return
        seats = to_match_again(self.match.seats[1:] + self.match.seats[:1])
        self.app.start(self.match.name, seats, self.match.options, None)

    def action_again(self) -> None:
        if not self.is_confirmed("again"):
            return
        self.app.start(self.match.name, self.match.seats, self.match.options, self.match.seed)

    @property
    def path(self) -> Path | None:
        """File of the saved game, if it has one."""
        return self.record.path if self.record else None

    def action_review(self) -> None:
        self.app.show_replay(self.match, self.path, page="losses")

    def action_turning(self) -> None:
        if self.turning:
            self.app.show_replay(self.match, self.path, self.turning.ply)

    def action_retry(self) -> None:
        """Show the person's biggest mistakes, to try each again."""
        self.app.push_screen(RetryList(self.match, self.analysis))

    def action_board(self) -> None:
        self.app.show_replay(self.match, self.path, len(self.match.log))

    def action_export(self) -> None:
        if self.record is None:
            return
        self.shows_notice(export(self.match, self.record.path.with_name(f"{self.record.path.name}.txt")))

    def shows_notice(self, text: str) -> bool:
        if self.is_mounted:
            self.notice = text
            self.say_status()
        return self.is_mounted

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "reveal_all":
            return self.turned_up < len(self.rows) or self.folds
        if action == "retry":
            return len(self.match.human_seats) == 1
        if action == "turning":
            return self.turning is not None
        if action in ("copy", "practise"):
            return False
        return action != "export" or self.record is not None

    def action_home(self) -> None:
        """Go home, which says where to find the game again."""
        ways = "{home.last} shows this game and your mistakes; it stays in Replays ({home.replays})."
        own = self.record is not None and len(self.match.human_seats) == 1 < len(self.match.seats)
        self.app.go_home(self.app.key_names.fill(ways) if own else "")
