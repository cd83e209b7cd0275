"""Transcript of a game, and a position as text."""

from __future__ import annotations

from tabletown.rules.core.game import totals
from tabletown.rules.core.match import Match

from . import narrator
from .grammar import clause, sentence


def transcript(match: Match) -> str:
    """The game as text: options, players, every move in notation and in words, scores; secrets only at the end."""
    game = match.game
    seats = ", ".join(f"{seat.name} ({seat.bot or 'person'})" for seat in match.seats)
    options = ", ".join(f"{option.name} {option.typed(match.options[option.key])}" for option in game.OPTIONS)
    lines = [f"{game.TITLE} ({options}), seed {match.seed}", f"Players: {seats}", ""]
    plies = len(match.log)
    for line in map(match.line, range(plies)) if match.player is None else narrator.story(match, plies):
        lines.append(f"{line.ply + 1:4}. {line.notation:18} {clause(match.seats[line.player].name, line.text)}")
    lines.append("")
    view = game.observe(match.state, narrator.onlooker(match))
    for seat, parts, total in zip(match.seats, game.score(view), totals(game, view), strict=True):
        sources = ", ".join(f"{label} {n}" for label, n in parts)
        lines.append(f"{seat.name}: {total} ({sources})")
    if match.player is None:
        lines.append("Winner: " + " and ".join(match.seats[seat].name for seat in game.winners(match.state)))
    else:
        lines.append("Game unfinished.")
    return "\n".join(lines) + "\n"


def position(match: Match, ply: int) -> str:
    """The position after `ply` moves as text: table and players, with the secrets of the only human player, if any."""
    lines = [*narrator.opening(match), f"After move {ply} of {len(match.log)}."]
    if ply:
        lines.append(f"Last move: {narrator.entry(match, match.line(ply - 1))}")
    player = match.game.turn(match.states[ply])
    lines.append(sentence(narrator.phase(match, ply)))
    lines.append("Game over." if player is None else f"To move: {match.seats[player].name}.")
    lines += narrator.position(match, ply, narrator.onlooker(match))
    return "\n".join(lines) + "\n"
