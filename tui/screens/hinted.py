"""A table at which people can ask for hints: a suggested move with its reason, and a key that plays its whole turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from textual import events, work

from tabletown.rules.analysis.explain import is_whole_turn, sure_steps
from tabletown.rules.bots.bot import Choice
from tabletown.rules.core.game import Action
from tabletown.rules.core.match import Match
from tabletown.rules.core.save_file import Record

from ..model.bot_pool import NoAnswer
from ..model.hint import nothing_revealed
from ..model.selection import Part
from ..widgets.board_state import BoardState
from ..widgets.status_line import Prompt
from .coached import CoachedScreen
from .hint_alternatives import as_good
from .hint_panel import pieces, summary, why

SHOWN = 0.8
"""Time that each step of a hinted turn stays on screen, in moves at the bot speed."""
PLAYS = ("{table.play} plays it",)
WHOLE_TURN = ("{table.play} plays the whole turn", "{table.play} plays it all")
FIRST_FEW = ("{{table.play}} plays the first {steps} steps", "{{table.play}} plays {steps} steps")


class HintedScreen(CoachedScreen):
    """Table with hints. The key that confirms plays the further steps of a hinted turn as well, one after another."""

    def __init__(self, match: Match, record: Record | None) -> None:
        super().__init__(match, record)
        self.hinted: tuple[str, list[str], Any, Choice] | None = None
        """Newest hint: its message, further lines, the bot's view and its choice."""
        self.pieces: set[Part] = set()
        """The pieces that its reasons name."""
        self.hinted_log: list[Action] = []
        """The moves before the newest hint."""
        self.planned: list[Action] = []
        """The further steps of the hinted turn, while its first one is picked."""
        self.hint_reason = ""
        """The message and the reason in one, for a board that tells of the picks while the cursor is elsewhere."""
        self.following = False
        """True while the further steps of a hinted turn are played."""
        self.own: tuple[list[Part], Part | None] | None = None
        """Your own picks and the cursor before the hint on screen, which come back when it is closed; None without a
        hint.
        """

    def hint_stands(self) -> tuple[str, list[str], Any, Choice] | None:
        """The hint that is on screen, or None."""
        return self.hinted if self.active and self.hinted and self.hinted[0] == self.message else None

    @property
    def hint_pending(self) -> bool:
        """True while a hint is pending."""
        return any(worker.name == "hint" and not worker.is_finished for worker in self.workers)

    def action_hint(self) -> None:
        """Ask for a hint, unless one is pending; a move that was to be confirmed is not."""
        hint = self.app.key_names["table.hint"]
        if self.spares_rating(f"A hint makes this game unrated; press {hint} again if you want one."):
            return
        if not self.hint_pending:
            if not self.hint_stands():
                self.own = self.selection.picked[:], self.board.cursor
            self.confirming = None
            self.hint()

    def close_hint(self) -> bool:
        """Close the box of the hint on screen, and pick again what was picked before it; False if there is none."""
        hinted = self.hint_stands()
        if not hinted or not (hinted[1] or self.own):
            return False
        if self.own and self.selection.action() == hinted[3].action:
            self.selection.picked, self.board.cursor = self.own[0][:], self.own[1]
        self.message, self.planned, self.own = "", [], None
        self.show()
        return True

    @work(exclusive=True, group="bot", name="hint")
    async def hint(self) -> None:
        """Suggest a move; the second time, show the likely reply."""
        match, ply, picked = self.match, len(self.match.log), self.selection.picked[:]
        hinted, width = self.hint_stands(), self.size.width - 2
        self.query_one("#detail", Prompt).say("Thinking ...")
        try:
            lines, view, choice = await self.advise(hinted is not None, self.earlier_hint())
        except NoAnswer as error:
            self.message = f"No hint available ({error})"
            return self.show()
        line = summary(match, view, choice, width)
        if len(match.log) != ply or not self.active or self.selection.picked != picked or self.confirming:
            return None
        self.selection.choose(choice.action)
        self.board.cursor = self.place(choice.action) or self.board.cursor
        self.suggested = choice.action
        self.planned = sure_steps(match.game, view, choice.line)[1:]
        plays = f"{self.app.key_names['table.play']} plays the {line[:1].lower()}{line[1:]}."
        self.pieces, self.hint_reason = pieces(match, view, choice), " ".join([plays, *why(match, view, choice)])
        line = self.with_key(line, whole=is_whole_turn(match.game, view, choice.line))
        self.message, self.hinted, self.hinted_log = line, (line, lines, view, choice), match.log[:]
        match.suggest(choice.action, *as_good(choice))
        self.used_help()
        return self.show()

    def earlier_hint(self) -> tuple[int, Choice] | None:
        """The newest hint with its ply, if the match has gone on from there; None after an undo beyond it."""
        ply = len(self.hinted_log)
        return (ply, self.hinted[3]) if self.hinted and self.match.log[:ply] == self.hinted_log else None

    def with_key(self, line: str, *, whole: bool) -> str:
        """The line of a hint, and the key that plays its steps if these are more than one, or where the box is brief;
        they are its `whole` turn unless something is revealed before the end of that.
        """
        several = WHOLE_TURN if whole else [way.format(steps=1 + len(self.planned)) for way in FIRST_FEW]
        plays = several if self.planned else PLAYS if self.board.BRIEF else ()
        ways = [f"{line}; {self.app.key_names.fill(way)}" for way in plays]
        return next((text for text in ways if len(text) <= self.size.width - 2), line)

    def board_state(self) -> BoardState:
        state = super().board_state()
        hint = self.hinted
        stands = hint and self.active and self.hinted_log == self.match.log
        if not stands or not hint or not state.picked or self.selection.action() != hint[3].action:
            return state
        return replace(state, hint=self.hint_reason)

    # Further steps of a hinted turn

    def reset(self) -> None:
        self.planned = []
        super().reset()

    def picked(self, part: Part, go: bool = False) -> None:
        """Pick a part; once the box of a hint is closed, the first one begins a move of your own."""
        self.planned = []
        if not go and self.selection.action() == self.suggested is not None and not self.hint_stands():
            self.selection.clear()
        super().picked(part, go)

    def repicked(self, parts: Sequence[Part]) -> None:
        self.planned = []
        super().repicked(parts)

    def clicked(self, part: Part, seen: bool) -> None:
        self.stop_following()
        super().clicked(part, seen)

    def pressed(self, event: events.Key) -> None:
        """Any key ends the further steps of a hinted turn."""
        self.stop_following()
        super().pressed(event)

    def stop_following(self) -> None:
        if self.following:
            self.following, self.to_come = False, []

    def steps(self, choice: Action) -> list[Action]:
        further = self.planned if self.hinted and self.hinted[3].action == choice else []
        self.following = bool(further)
        return [*super().steps(choice), *further]

    def continues(self) -> None:
        """Show each step of a hinted turn before the next one follows."""
        if self.following and self.to_come and self.app.pace:
            self.set_timer(SHOWN * self.app.pace, self.play_on)
        else:
            super().continues()

    def play_on(self) -> None:
        """Play the next step; one of a hinted turn as a hint, and only while nothing new has been revealed."""
        if self.following and self.to_come and self.active:
            if nothing_revealed(self.match, len(self.hinted_log)):
                self.match.suggest(self.to_come[0])
            else:
                self.to_come = []
        super().play_on()
