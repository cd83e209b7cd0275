"""The cost of a card to the viewer, by the rules of the module in play."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.rules.core.text import join_words, plural
from tabletown.rules.splendor.cards import GOLD, LETTERS
from tabletown.rules.splendor.expansions.registry import MODULES
from tabletown.rules.splendor.names import colours_in_short
from tabletown.rules.splendor.payment import Payment, missing
from tabletown.rules.splendor.state import Player, Splendor

from ...widgets.board_state import BoardState
from .selection import picked_gems

AFFORDABLE = "can buy"
"""The words beside a card whose owner or viewer needs nothing more."""


def viewing_seat(state: BoardState) -> int:
    """The viewer's seat; for a spectator the player to move."""
    return state.viewer if state.viewer is not None else state.view.player


def viewing_player(state: BoardState) -> Player:
    view: Splendor = state.view
    return view.players[viewing_seat(state)]


def brief(counts: Sequence[int]) -> str:
    """Tokens as on the cards, and double gold cards in words: "W3 U1 and 1 double gold"."""
    tokens = " ".join(f"{LETTERS[what].upper()}{n}" for what, n in enumerate(counts[: GOLD + 1]) if n)
    return join_words([tokens] * bool(tokens) + [plural(n, "double gold card") for n in counts[GOLD + 1 :] if n])


def need_of(number: int | str, *what: str) -> str:
    """A shortage, worded alike everywhere: "need 2 more: W1 U1"; the short form "need 2" or "need W1 U1" if `what` is
    empty.
    """
    return f"need {number} more: {' '.join(filter(None, what))}" if any(what) else f"need {number}"


def with_tokens(player: Player, change: Sequence[int]) -> Player:
    """A player with more tokens of each colour, or fewer."""
    after = player.copy()
    after.tokens = [held + more for held, more in zip(player.tokens, change, strict=True)]
    return after


class CardCosts:
    """Costs in the base game; expansions in which gold is worth more have a subclass."""

    def ways(self, state: BoardState, card: int) -> list[Payment]:
        """Every way to pay, the usual one first."""
        view: Splendor = state.view
        return MODULES[view.module].payments(view, viewing_seat(state), card)

    def short(self, state: BoardState, card: int, seat: int | None = None) -> int:
        """Tokens that a seat (None: the viewer) still needs to buy the card; zero or less if it is affordable."""
        player = self.payer(state, seat)
        return sum(missing(player, card)) - player.tokens[GOLD]

    def payer(self, state: BoardState, seat: int | None) -> Player:
        """A seat's player (None: the viewer), who already has the tokens that are picked."""
        view: Splendor = state.view
        seat = viewing_seat(state) if seat is None else seat
        player, picked = view.players[seat], picked_gems(state) if state.active and seat == view.player else ()
        return with_tokens(player, picked) if any(picked) else player

    def shortage(self, state: BoardState, card: int, seat: int | None = None) -> str:
        """The shortage for a card that is not affordable: "need 2 more: W2"; "need 2 more even with gold: W or U"."""
        short, lacking = self.short(state, card, seat), missing(self.payer(state, seat), card)
        if sum(lacking) > short:
            return f"need {short} more even with gold: {colours_in_short(lacking)}"
        return need_of(short, brief(lacking))
