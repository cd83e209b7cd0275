"""Help at practice tables: hints, and a coach who warns of moves that give up much."""

from __future__ import annotations

from tabletown.rules.bots.bot import Candidate, Choice
from tabletown.rules.core.game import Action

from ..protocol import encoding
from ..protocol.daily_messages import AskCoach, AskHint, CoachWarning, CoachWarnings, Hint, SetCoach
from ..protocol.server_messages import SeatInfo
from ..screens.hint_panel import HintPanel, confirming_keys, hint_lines, moves, summary
from ..screens.move_input import MoveInput
from .chat import TableScreenBase
from .remote_screen import RemoteScreen
from .session import Session

PRACTICE, COACHED, OTHERS_COACHED = "practice", "practice, coach on", "practice, others with coach"
"""Signs of a practice table, where this player has a coach, or only others have one."""


class PracticeScreen(RemoteScreen, TableScreenBase):
    """A table at which there may be help."""

    def __init__(self, session: Session) -> None:
        super().__init__(session.match)
        self.hinted: tuple[str, list[str], Choice] | None = None
        """Newest hint: its message, further lines, and the move."""
        self.warnings: dict[Action, CoachWarning] = {}
        """The coach's warnings of moves of the decision at hand."""
        self.had_coach = False
        """True when this player had a coach the last time that one could be asked."""

    def viewer(self) -> int | None:
        return self.session.table.yours

    def seat_info(self, seat: int) -> SeatInfo:
        return self.session.table.seats[seat]

    @property
    def practice_sign(self) -> str:
        """Words on the help at this table; empty where there is none."""
        if self.coached:
            return COACHED
        others = any(seat_info.coached for seat_info in self.session.table.seats)
        return OTHERS_COACHED if others else PRACTICE * self.session.table.practice

    def describe(self) -> None:
        hinted = self.hint_stands()
        panel, confirming = self.query_one(HintPanel), [self.confirming] if self.confirming else []
        if hinted:
            panel.say(hinted[1], self.board, moves(hinted[2]))
        else:
            panel.say(self.objections(), self.board, confirming, "Coach")
        super().describe()

    # Hints

    def action_clear(self) -> None:
        """Close the box of a hint and leave its move picked, else clear the picks."""
        if (hinted := self.hint_stands()) and hinted[1] and not self.query_one(MoveInput).typing:
            self.message = ""
            return self.show()
        return super().action_clear()

    def hint_stands(self) -> tuple[str, list[str], Choice] | None:
        """The hint that is on screen, or None."""
        return self.hinted if self.active and self.hinted and self.hinted[0] == self.message else None

    def action_hint(self) -> None:
        self.confirming, self.message = None, "Thinking ..."
        self.show()
        self.ask_table(AskHint(len(self.match.log)))

    def advise(self, hint: Hint) -> None:
        """Show a hint for the current decision."""
        if hint.ply != len(self.match.log) or not self.active or self.confirming:
            return
        if not hint.action:
            self.message = "No hint available."
            return self.show()
        choice = choice_of(hint)
        view, width = self.match.state, self.size.width - 2
        self.selection.choose(choice.action)
        self.board.cursor = self.place(choice.action) or self.board.cursor
        self.suggested = choice.action
        self.message = summary(self.match, view, choice, width)
        self.hinted = (self.message, hint_lines(self.match, view, choice, ""), choice)
        return self.show()

    # The coach

    @property
    def coached(self) -> bool:
        """True when this player has a coach."""
        seat = self.viewer()
        return seat is not None and self.seat_info(seat).coached

    def action_coach(self) -> None:
        self.ask_table(SetCoach(not self.coached))

    def consult(self) -> None:
        """Ask the coach about the decision at hand."""
        self.warnings, self.had_coach = {}, self.coached
        if self.coached and self.active:
            self.ask_table(AskCoach(len(self.match.log)))

    def warn_of(self, message: CoachWarnings) -> None:
        """Take the coach's warnings of moves of the current decision."""
        if message.ply == len(self.match.log):
            self.warnings = {encoding.action(warning.action): warning for warning in message.warnings}

    def doubtful(self, choice: Action) -> bool:
        return self.board.steps(choice)[0] in self.warnings

    def objections(self) -> list[str]:
        """The coach's lines on the move to be confirmed; none without an objection."""
        warning = self.warnings.get(self.board.steps(self.confirming)[0]) if self.confirming else None
        if warning is None:
            return []
        return [warning.text, confirming_keys(self.app.key_names, hint=not warning.names_best)]


def choice_of(hint: Hint) -> Choice:
    """A hint as the choice of a bot."""
    others = tuple(Candidate(encoding.action(action), value) for action, value in hint.others)
    line = tuple(map(encoding.action, hint.line))
    return Choice(encoding.action(hint.action), hint.value, line=line, candidates=others)
