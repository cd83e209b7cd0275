"""Tokens and cards of a player of Metropolys, in words."""

from __future__ import annotations

from tabletown.rules.metropolys.objectives import FACE_DOWN, OBJECTIVES
from tabletown.rules.metropolys.state import Metropolys, Player

from .pieces import TOKEN_NAMES


def tokens_of(view: Metropolys, seat: int) -> str:
    """A player's tokens and special cards."""
    words = [f"{n} {name}" for n, name in zip(view.players[seat].tokens, TOKEN_NAMES, strict=True) if n]
    words += ["subway card"] * (view.subway_card == seat) + ["archaeology card"] * (view.archaeology_card == seat)
    return ", ".join(words) or "no tokens"


def cards_of(p: Player) -> str:
    """A player's objectives that the viewer can see, with their points."""
    return "; ".join(f"{OBJECTIVES[card].name} {OBJECTIVES[card].points}" for card in p.cards if card != FACE_DOWN)
