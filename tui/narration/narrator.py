"""A match in sentences: players, moves with their consequences, result. Each game brings its own words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tabletown.rules.bots.matched import bot_label
from tabletown.rules.core.game import total_points, totals
from tabletown.rules.core.match import LogLine, Match
from tabletown.rules.core.text import join_words

from . import game_ui
from .events import Event
from .grammar import clause, sentence


def names(match: Match) -> list[str]:
    return [seat.name for seat in match.seats]


def opening(match: Match) -> list[str]:
    """The game, its options, the players and the seed."""
    lines = [f"{match.game.TITLE}."]
    for option in match.game.OPTIONS:
        value = match.options[option.key]
        lines.append(f"{option.title}: {dict(option.choices).get(value, value)}.")
    seats = [f"{seat.name} ({bot_label(seat.bot)})" if seat.bot else seat.name for seat in match.seats]
    return [*lines, f"Players in order: {', '.join(seats)}.", f"Seed: {match.seed}."]


def mover(match: Match, ply: int) -> int:
    """The player who made the move at a ply of the log."""
    player = match.game.turn(match.states[ply])
    assert player is not None
    return player


def describe_move(match: Match, ply: int) -> str:
    """Sentence on the move at a ply, without secrets."""
    line = match.line(ply)
    return sentence(clause(match.seats[line.player].name, line.text))


def narrate(match: Match, ply: int, viewer: int | None) -> list[Event]:
    """Events of a ply: the move and its consequences, as far as the viewer may know them."""
    before, after = (match.game.observe(match.states[n], viewer) for n in (ply, ply + 1))
    news = game_ui.load(match.name).narrator.news
    return [Event("move", describe_move(match, ply)), *news(before, match.log[ply], after, names(match))]


def fit_line(events: Sequence[Event], width: int) -> str:
    """The first sentence, and as many results after it as fit into a line; supply and order are left out."""
    text = events[0].text
    for event in events[1:]:
        if event.kind == "result" and len(text) + 1 + len(event.text) <= width:
            text += f" {event.text}"
    return text


def entry(match: Match, line: LogLine) -> str:
    """A line of the log: number, notation, sentence."""
    return f"{line.ply + 1}. {line.notation}: {sentence(clause(match.seats[line.player].name, line.text))}"


def story(match: Match, ply: int) -> tuple[LogLine, ...]:
    """The log up to a ply, without values that are hidden by then."""
    lines = [match.line(n) for n in range(ply)]
    return game_ui.load(match.name).annotate_log(lines, match.states[ply], match.seats)


def phase(match: Match, ply: int) -> str:
    return game_ui.load(match.name).narrator.phase(match.game.observe(match.states[ply], None))


def headline(match: Match) -> str:
    """The winners, without a full stop."""
    winners = [match.seats[seat].name for seat in match.game.winners(match.state)]
    if len(winners) > 1:
        return f"{join_words(winners)} share the win"
    return "You win" if winners[0] == "You" else f"{winners[0]} wins"


def points(match: Match) -> str:
    """Points of all players: "Hana 15, Bruno 12"."""
    pairs = zip(match.seats, totals(match.game, match.state), strict=True)
    return ", ".join(f"{seat.name} {points}" for seat, points in pairs)


def sheet(match: Match, view: Any) -> list[str]:
    """The points of every player by source, a line each."""
    lines = []
    for seat, parts in zip(match.seats, match.game.score(view), strict=True):
        sources = ", ".join(f"{label} {n}" for label, n in parts)
        lines.append(f"{seat.name}: {total_points(parts)} points. {sources}.")
    return lines


def ending(match: Match) -> list[str]:
    """The result and the score sheet of a finished game."""
    return ["Game over.", f"{headline(match)}.", *sheet(match, match.state)]


def position(match: Match, ply: int, viewer: int | None) -> list[str]:
    """Everything that the viewer can see at a ply: the table, then every player."""
    view, narrator, who = match.game.observe(match.states[ply], viewer), game_ui.load(match.name).narrator, names(match)
    lines = narrator.table(view, viewer, who)
    for seat in range(len(who)):
        lines += narrator.player(view, viewer, seat, who)
    return lines


def onlooker(match: Match) -> int | None:
    """The seat whose secrets a reader of the record may see: the only human player's; None with several or none."""
    people = match.human_seats
    return people[0] if len(people) == 1 else None
