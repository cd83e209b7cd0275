"""A match as text to read."""

from __future__ import annotations

from rules.match import Match

from .words import said


def transcript(match: Match) -> str:
    """Players, every move in notation and in words, and the scores."""
    game = match.game
    seats = ", ".join(f"{seat.name} ({seat.bot or 'person'})" for seat in match.seats)
    options = ", ".join(f"{key} {value}" for key, value in match.options.items())
    lines = [f"{game.TITLE} ({options}), seed {match.seed}", f"Players: {seats}", ""]
    for ply, (s, a) in enumerate(zip(match.states, match.log, strict=False), 1):
        player = game.turn(s)
        assert player is not None
        lines.append(f"{ply:4}. {game.notation(s, a):18} {said(match.seats[player].name, game.describe(s, a))}")
    lines.append("")
    for seat, parts in zip(match.seats, game.score(match.state), strict=True):
        sources = ", ".join(f"{label} {n}" for label, n in parts)
        lines.append(f"{seat.name}: {sum(n for _, n in parts)} ({sources})")
    if match.player is None:
        lines.append("Winner: " + " and ".join(match.seats[seat].name for seat in game.winners(match.state)))
    return "\n".join(lines) + "\n"
