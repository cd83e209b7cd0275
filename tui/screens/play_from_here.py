"""Base of the replay: a new game from one of its positions."""

from __future__ import annotations

from textual import events

from tabletown.rules.core.match import Match, Seat

from .match_base import MatchScreen

ASKED = "This starts a new game from here, saved separately. Press {replay.branch} again to start."
"""Notice after the first press of the key."""


class BranchScreen(MatchScreen):
    """Match from whose positions a player can start a new game."""

    match: Match

    branch_ply: int | None = None
    """Ply from which another press of the key starts a new game; None before the first press."""

    def pressed(self, event: events.Key) -> None:
        """Forget the first press of the key after any other key."""
        if event.key not in self.app.key_names.keys("replay.branch"):
            self.branch_ply = None

    def action_branch(self) -> None:
        """Start a new game from here at the second press; at the first one, say so."""
        if self.match.game.turn(self.match.states[self.ply]) is None:
            self.shows_notice("The game is over at this point; step back to play on from there.")
        elif self.branch_ply != self.ply:
            self.branch_ply = self.ply
            self.shows_notice(self.app.key_names.fill(ASKED))
        else:
            self.branch_ply = None
            self.app.branch(branched(self.match, self.ply), self.match.log[: self.ply])


def branched(match: Match, ply: int) -> Match:
    """A new match with the same seats; if all of them have bots, the player to move at the ply becomes "You"."""
    seats, player = list(match.seats), match.game.turn(match.states[ply])
    if player is not None and all(seat.bot for seat in seats):
        seats[player] = Seat("You")
    return Match(match.name, seats, match.options, match.seed)
