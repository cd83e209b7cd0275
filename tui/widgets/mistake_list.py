"""The biggest mistakes as a list: letter, round, move, the chances before and after it, and the better move."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, repeat
from typing import ClassVar, NamedTuple

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text
from textual.binding import BindingType
from textual.containers import Container
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from tabletown.rules.analysis.decision import Decision

from ..model import review_words
from ..model.actions import bindings
from ..model.palette import Palette
from ..model.review_words import ROUGHLY, SUSPECT, because, is_minor
from ..model.reviews import WARNED, ReviewProgress
from ..narration.chances import exact
from ..narration.summary import period_title

LETTERS = "abcdefgh"
NOT_SURE = "not sure"
"""In place of the chances, where there is no final verdict yet."""
FALL = 11
"""Columns of the chances before and after a move: "100% to 35%"."""


class Mistake(NamedTuple):
    """A move that lowered a player's winning chances, in words."""

    ply: int
    seat: int
    when: str
    """The round: "round 14", whether the mistake is small, and whether the move followed a hint; in a list as wide as
    the widest round.
    """
    played: str
    better: str
    reason: str
    """Reasons for the better move; may be empty."""
    loss: float
    before: float
    """The mover's chances to win before the move, from 0 to 1, as the curve has them."""
    is_suspect: bool = False
    """True without a verdict by the coach or a final one: then the better move and the figures are not shown."""
    is_rough: bool = False
    """True for a suspect with rough figures, which are shown."""
    way_to_find: str = ""
    """The key to look for the better move, in words, in place of that move; empty where the move is shown."""


def in_words(analysis: ReviewProgress, decision: Decision) -> Mistake:
    """A mistake of a review in words."""
    small = ", small" * (is_minor(analysis, decision) and analysis.is_checked(decision))
    return Mistake(
        decision.ply,
        decision.seat,
        period_title(analysis.match, decision.ply) + small + review_words.hint_note(analysis, decision.ply),
        review_words.played(analysis, decision.ply),
        review_words.better_move(analysis, decision),
        review_words.reason_for(analysis, decision),
        decision.loss,
        analysis.chances(decision)[0],
        not (analysis.is_checked(decision) or decision.nodes == WARNED),
        analysis.is_rough(decision),
    )


def in_rows(analysis: ReviewProgress, decisions: Sequence[Decision]) -> list[Mistake]:
    """Mistakes of a review in words for a list, in which all moves begin in one column."""
    widest = max((len(period_title(analysis.match, decision.ply)) for decision in decisions), default=0)
    mistakes = [in_words(analysis, decision) for decision in decisions]
    return [mistake._replace(when=f"{mistake.when:<{widest}}") for mistake in mistakes]


class MistakeList(OptionList):
    """List of mistakes. A letter jumps to its mistake from anywhere in the list."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("mistakes")]

    def fill(self, palette: Palette, mistakes: Sequence[Mistake], letters: str, nothing: str, narrow: bool) -> None:
        """Show these mistakes with their letters, or the text `nothing`; the cursor stays at its mistake."""
        chosen = self.highlighted_option.id if self.highlighted_option else None
        draw = narrow_row if narrow else wide_row
        with self.prevent(OptionList.OptionHighlighted):
            self.clear_options()
            for letter, mistake in zip(chain(letters, repeat(" ")), mistakes, strict=False):
                self.add_option(Option(draw(palette, letter, mistake), str(mistake.ply)))
            if not mistakes:
                self.add_option(Option(nothing, disabled=True))
            plies = [str(mistake.ply) for mistake in mistakes]
            self.highlighted = plies.index(chosen) if chosen in plies else 0 if plies else None


def wide_row(p: Palette, letter: str, mistake: Mistake, solved: bool = False) -> RenderableType:
    """Round, move and loss in a line, and below it the better move with its reason, in colour once it is `solved`."""
    text = Text.assemble((f"{mistake.when}  ", p.ink("muted")), (mistake.played, p.ink("ink", bold=True)))
    better = Text(better_words(mistake, mistake.reason), p.ink("good" if solved else "muted"))
    return Group(loss_row(p, letter, text, mistake), Padding(better, (0, 0, 0, 2)))


def narrow_row(p: Palette, letter: str, mistake: Mistake) -> RenderableType:
    """Round and loss in a line, and below it the move and the better move."""
    words = (
        Text(mistake.played, p.ink("ink", bold=True)),
        Text(better_words(mistake), p.ink("muted")),
    )
    head = loss_row(p, letter, Text(mistake.when, p.ink("muted")), mistake)
    return Group(head, *(Padding(text, (0, 0, 0, 2)) for text in words))


def better_words(mistake: Mistake, reason: str = "") -> str:
    """The better move with its reason, what leads to it, or that a suspect awaits its verdict."""
    if mistake.is_suspect:
        return f"looks costly: {ROUGHLY}" if mistake.is_rough else SUSPECT
    return mistake.way_to_find or f"better: {mistake.better}{because(reason)}"


def loss_row(p: Palette, letter: str, text: Text, mistake: Mistake) -> Table:
    """A row of letter, text, and the chances before and after the move."""
    colour = f"seat-{mistake.seat + 1}"
    grid = Table.grid(Column(width=1), Column(ratio=1), Column(width=FALL, justify="right"))
    grid.expand, grid.padding = True, (0, 1, 0, 0)
    before, after = exact(mistake.before), exact(max(0.0, mistake.before - mistake.loss))
    hidden = mistake.is_suspect and not mistake.is_rough
    fall = Text(NOT_SURE if hidden else f"{before} to {after}", p.ink("warn", bold=not mistake.is_suspect))
    mark = Text(letter, p.style(colour, bold=True, reverse=True))
    grid.add_row(mark, text, fall)
    return grid


class Charts(Container, can_focus=True):
    """Container of a review's charts, in which a letter jumps to its mistake too."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("mistakes")]
