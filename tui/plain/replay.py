"""Replays of saved games in text mode."""

from __future__ import annotations

from tabletown.rules.analysis.searches import judge
from tabletown.rules.bots.bot import Choice
from tabletown.rules.bots.levels import choose
from tabletown.rules.core.match import Match, Seat
from tabletown.rules.core.save_file import Record
from tabletown.rules.core.text import shorten

from ..model.hint import HINT_LEVEL, HINT_SECONDS, hint_nodes, hint_seed
from ..model.saved_games import fresh_path
from ..narration import narrator
from ..narration.chances import exact
from ..narration.grammar import best_move
from ..narration.reasons import reasons
from .background_review import BackgroundReview
from .commands import Reading
from .console import Page
from .game import Playing


class Stepping(Reading):
    """A replay, move by move."""

    def __init__(self, match: Match, page: Page, review: BackgroundReview | None = None) -> None:
        super().__init__(match, page)
        self.background_review = review or BackgroundReview(match)
        self.current_ply = 0
        self.commands = {
            "next": (self.forward, "next move (or Enter); next 5 plays five"),
            "back": (self.back, "previous move; back 5 for five"),
            "go": (self.go, "go to a move: go 30"),
            "all": (self.all, "play to the end"),
            "hint": (self.hint, "suggest a move here"),
            "review": (
                self.review,
                "winning chances lost through each player's biggest mistakes; the review continues in the background",
            ),
            "play": (self.play, "start a new game from this position"),
            **self.commands,
            "quit": (self.quit, "leave"),
        }

    @property
    def ply(self) -> int:
        return self.current_ply

    def run(self) -> None:
        """Run until the player leaves or the input ends."""
        self.page.say(*narrator.opening(self.match), "Press Enter for the next move, or type help.")
        try:
            while self.going:
                self.step()
        finally:
            self.background_review.close()

    def step(self) -> None:
        """Say where the replay is, and carry out a command."""
        self.page.say(f"Move {self.current_ply} of {len(self.match.log)}. {self.tell.phase(self.view)}.")
        text = self.page.ask()
        if text is None:
            self.going = False
        elif not self.command(text or "next"):
            self.page.say(f"Unknown command {shorten(text)!r}. Commands: {', '.join(self.commands)}.")

    def review(self, _: str) -> None:
        """Start or continue the review, and print what it has found so far."""
        self.background_review.start()
        self.page.say(*self.background_review.lines())

    def forward(self, amount: str) -> None:
        for _ in range(number(amount, 1)):
            if self.current_ply == len(self.match.log):
                return self.end()
            self.page.say(*(event.text for event in narrator.narrate(self.match, self.current_ply, self.viewer)))
            self.current_ply += 1
        return None

    def end(self) -> None:
        over = self.match.player is None
        self.page.say(*(narrator.ending(self.match) if over else ["End of the saved moves; the game is unfinished."]))

    def back(self, amount: str) -> None:
        self.current_ply = max(0, self.current_ply - number(amount, 1))

    def go(self, amount: str) -> None:
        self.current_ply = min(len(self.match.log), number(amount, self.current_ply))

    def all(self, _: str) -> None:
        self.forward(str(len(self.match.log) + 1))

    def hint(self, _: str) -> None:
        match, state = self.match, self.match.states[self.current_ply]
        player = match.game.turn(state)
        if player is None:
            return self.page.say("The game is over at this point. Go back first.")
        if match.player is not None and player != self.viewer:
            return self.page.say("Hands are hidden until the game is over.")
        view, seed, nodes = match.game.observe(state, player), hint_seed(match, self.current_ply), hint_nodes(match)
        choice = self.reviewed_best() or choose(match.name, view, HINT_LEVEL, seed, HINT_SECONDS, nodes=nodes)
        move, text = match.game.notation(view, choice.action), match.game.describe(view, choice.action, "second")
        named = ", ".join(dict.fromkeys([move, text]))
        line = f"{best_move(self.names[player])}: {named} ({exact(choice.value)} to win)."
        return self.page.say(line, reasons(match.game, match.seats, view, choice))

    def reviewed_best(self) -> Choice | None:
        """The best move as the review has it, which looks at it now if it has not yet; None if it is not asked here."""
        progress = self.background_review.progress
        if question := progress.question(self.current_ply):
            progress.add(judge(question))
        return progress.best(self.current_ply)

    def play(self, _: str) -> None:
        """Start a new game from here; if only bots play, the person takes the seat to move."""
        player = self.match.game.turn(self.match.states[self.current_ply])
        if player is None:
            return self.page.say("The game is over at this point. Go back first.")
        seats = list(self.match.seats)
        if all(seat.bot for seat in seats):
            seats[player] = Seat("You")
        match = Match(self.match.name, seats, self.match.options, self.match.seed)
        for action in self.match.log[: self.current_ply]:
            match.act(action)
        self.going = False
        return Playing(match, Record(fresh_path(match)), self.page).run()

    def quit(self, _: str) -> None:
        self.going = False


def number(text: str, default: int) -> int:
    """A typed whole number, or the default."""
    return int(text[:9]) if text.isdecimal() else default
