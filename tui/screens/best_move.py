"""Base of the replay: the best move of the position on screen, with the figures of the review and no others."""

from __future__ import annotations

from typing import Any

from textual import work

from tabletown.rules.bots.bot import Choice
from tabletown.rules.core.match import Match

from ..model.bot_pool import NoAnswer
from ..model.selection import Part
from ..narration.chances import exact
from ..narration.grammar import best_move
from ..widgets.status_line import Prompt
from .hint_panel import advise, followed, hint_lines, pieces
from .reviewed import ReviewedScreen


class BestMoveScreen(ReviewedScreen):
    """Replay that shows the best move when asked. The review looks at that move at once, so that both agree."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self.reader: int | None = None
        """The player whose hidden cards are shown; None for nobody."""
        self.hinted: tuple[int, list[str], Any, Choice] | None = None
        """Ply of the newest hint, its lines, the bot's view and its choice."""
        self.pieces: set[Part] = set()
        """The pieces that its reasons name."""

    @property
    def hint_here(self) -> Choice | None:
        """The best move of the hint on the position on screen; None without one."""
        return self.hinted[3] if self.hinted and self.hinted[0] == self.ply else None

    @work(exclusive=True, group="bot")
    async def action_hint(self) -> None:
        """Show the best move here; the second time, the likely reply, and no other figures than the review has."""
        match, ply, detail = self.match, self.ply, self.query_one("#detail", Prompt)
        s = match.states[ply]
        player = match.game.turn(s)
        if player is None:
            return None
        if match.player is not None and player != self.reader:
            return detail.say("Hands are hidden until the game is over.")
        before = self.hinted[2:] if self.hinted and self.hinted[0] == ply else None
        again, view = self.app.key_names["replay.hint"], match.game.observe(s, player)
        earlier = self.winning_chances[player][ply]
        detail.say("Thinking ...")
        try:
            choice = await self.reviewed_best(ply)
            if choice is None:
                lines, view, choice = await advise(self.app.bot_pool, match, ply, before, again)
            elif before:
                chance = to_win_exactly(choice.value)
                lines, choice = await followed(self.app.bot_pool, match, ply, view, choice, chance)
            else:
                chance = to_win_exactly(choice.value, earlier)
                lines = hint_lines(match, view, choice, again, longer=False, chance=chance)
        except NoAnswer as why:
            self.message = f"No hint available ({why})"
            return self.describe()
        if self.ply == ply:
            self.show_hint(lines, view, choice)
        return None

    async def reviewed_best(self, ply: int) -> Choice | None:
        """The best move at a ply as the review has it, which looks at it now if it has not yet; None if it is not asked
        about this ply. Raises NoAnswer.
        """
        if question := self.analysis.question(ply):
            decision = await self.app.bot_pool.judge(question, urgent=True)
            if decision:
                self.analysis.add(decision)
                self.winning_chances = self.analysis.winning_chances
                self.learned(ply, "")
        return self.analysis.best(ply)

    def show_hint(self, lines: list[str], view: Any, choice: Choice) -> None:
        """Show these lines on the best move of the position on screen, and the move below the board."""
        match, ply = self.match, self.ply
        player, move = match.game.turn(match.states[ply]) or 0, match.game.describe(view, choice.action, "second")
        chance = self.winning_chances[player][ply]
        self.message = f"{best_move(match.seats[player].name)}: {move}, {to_win_exactly(chance)}"
        self.hinted, self.pieces = (ply, lines, view, choice), pieces(match, view, choice)
        self.show()

    def catch_up(self) -> None:
        """Show also the chances of the hint on screen as they are now, and what they were."""
        super().catch_up()
        hint, choice = self.hinted, self.analysis.best(self.ply)
        if hint and choice and hint[0] == self.ply and exact(hint[3].value) != exact(choice.value):
            again, chance = self.app.key_names["replay.hint"], to_win_exactly(choice.value, hint[3].value)
            lines = hint_lines(self.match, hint[2], choice, again, longer=False, chance=chance)
            self.show_hint(lines, hint[2], choice)


def to_win_exactly(chance: float, before: float | None = None) -> str:
    """Winning chances in words as the line above the board has them, and those that it had `before` a closer look."""
    was = exact(chance if before is None else before)
    return f"{exact(chance)} to win" + f" ({was} before a closer look)" * (was != exact(chance))
