"""Tokens and cards of a player of Metropolys, in words."""

from __future__ import annotations

from tabletown.rules.metropolys.objectives import FACE_DOWN, MATCHING, OBJECTIVES
from tabletown.rules.metropolys.state import Metropolys, Player

from .pieces import TOKEN_NAMES

PER = {"bridges": "a pair"}
"""A card's word for each group that it pays for, if it is not "a group"."""


def tokens_of(view: Metropolys, seat: int) -> str:
    """A player's tokens and special cards."""
    words = [f"{n} {name}" for n, name in zip(view.players[seat].tokens, TOKEN_NAMES, strict=True) if n]
    words += ["subway card"] * (view.subway_card == seat) + ["archaeology card"] * (view.archaeology_card == seat)
    return ", ".join(words) or "no tokens"


def cards_of(p: Player) -> str:
    """A player's objectives that the viewer can see, with their points."""
    return "; ".join(objective(card)[0] for card in p.cards if card != FACE_DOWN)


def objective(card: int) -> tuple[str, str]:
    """An objective with its points and what they are for, and without: "bridges +4 a pair", "bridges +4"."""
    name = OBJECTIVES[card].name
    brief = f"{name} {OBJECTIVES[card].points:+}"
    return f"{brief} {'each' if card in MATCHING else PER.get(name, 'a group')}", brief
