"""What a card costs the one who looks, by the rules of the module that is played."""

from __future__ import annotations

from tabletown.rules.splendor.cards import GOLD
from tabletown.rules.splendor.expansions.registry import MODULES
from tabletown.rules.splendor.payment import Payment, missing
from tabletown.rules.splendor.state import Player, Splendor

from ...widgets.board_state import BoardState


def eye(scene: BoardState) -> int:
    """The seat that looks; the player to move where a spectator does."""
    return scene.viewer if scene.viewer is not None else scene.view.player


def seen_by(scene: BoardState) -> Player:
    view: Splendor = scene.view
    return view.players[eye(scene)]


class Purse:
    """Of the base game; an expansion in which gold is worth more has one of its own."""

    def ways(self, scene: BoardState, card: int) -> list[Payment]:
        """Every way to pay, the usual one first."""
        view: Splendor = scene.view
        return MODULES[view.module].payments(view, eye(scene), card)

    def short(self, scene: BoardState, card: int) -> int:
        """How many tokens are missing to buy the card; none or fewer when it can be bought."""
        player = seen_by(scene)
        return sum(missing(player, card)) - player.tokens[GOLD]
