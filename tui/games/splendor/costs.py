"""What a card costs the one who looks, by the rules of the module that is played."""

from __future__ import annotations

from tabletown.rules.splendor.cards import GOLD
from tabletown.rules.splendor.expansions.registry import MODULES
from tabletown.rules.splendor.payment import Payment, missing
from tabletown.rules.splendor.state import Player, Splendor

from ...widgets.board_state import BoardState


def viewing_seat(state: BoardState) -> int:
    """The seat that looks; the player to move where a spectator does."""
    return state.viewer if state.viewer is not None else state.view.player


def viewing_player(state: BoardState) -> Player:
    view: Splendor = state.view
    return view.players[viewing_seat(state)]


class CardCosts:
    """Of the base game; an expansion in which gold is worth more has one of its own."""

    def ways(self, state: BoardState, card: int) -> list[Payment]:
        """Every way to pay, the usual one first."""
        view: Splendor = state.view
        return MODULES[view.module].payments(view, viewing_seat(state), card)

    def short(self, state: BoardState, card: int) -> int:
        """How many tokens are missing to buy the card; none or fewer when it can be bought."""
        player = viewing_player(state)
        return sum(missing(player, card)) - player.tokens[GOLD]
