"""Tournaments in words: lines of lists, and sentences on the start, the rounds and the results."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from tabletown.rules.core.registry import is_game
from tabletown.rules.core.text import join_words, plural

from ..protocol.clocks import named
from ..protocol.tournament_messages import ROBIN, SWISS, Pairing, Standing, TournamentDetails, TournamentRow
from . import lobby_rows
from .clocks import time_sentence

SYSTEM_TITLES = {SWISS: "Swiss", ROBIN: "round robin"}
NAME, GAME, STATE = 32, 18, 32
"""Columns of the name, of the game and of the state in the list; the name gives way in a narrow window."""
PLAYER, RANK, NUMBER = 27, 4, 8
"""Columns of a player, a rank and each number in the standings."""
SIDE = 20
"""Columns of a player in the pairings."""
TIES = {
    SWISS: "Equal points: Buchholz, the sum of the opponents' points, decides; then the games between those players; "
    "then the points in all games.",
    ROBIN: "Equal points: Sonneborn-Berger, the points of beaten opponents and half of those of drawn ones, decides; "
    "then the games between those players; then the points in all games.",
}
SOON = 3600.0
"""Seconds before a start from which on they are counted."""


def until(seconds: float, now: float) -> str:
    """A moment to come in words: "in 9 minutes", or "Fri 27 Nov 19:30" in UTC."""
    left = seconds - now
    if left <= 0:
        return "now"
    return f"in {time_sentence(left)}" if left <= SOON else f"{datetime.fromtimestamp(seconds, UTC):%a %-d %b %H:%M}"


# The list


def state(row: TournamentRow, now: float) -> str:
    """The state of a tournament in a few words."""
    joined = ", joined" if row.joined else ""
    match row.stage:
        case "coming":
            return f"{row.players} of {row.most}, {until(row.starts, now)}{joined}"
        case "running":
            return f"round {row.round} of {row.rounds}, {plural(row.players, 'player')}{joined}"
        case "finished":
            return f"won by {join_words(row.winners)}"
    return "cancelled"


def line(row: TournamentRow, width: int, now: float) -> str:
    """A tournament as a line: name, game and state."""
    game = lobby_rows.played(row.game, row.options) if is_game(row.game) else row.game
    name = min(NAME, width - GAME - STATE)
    rest = width - name - GAME
    return lobby_rows.fit(row.name, name) + lobby_rows.fit(game, GAME) + lobby_rows.fit(state(row, now), rest).rstrip()


def terms(row: TournamentRow) -> str:
    """Game, kind, rounds and clock."""
    game = lobby_rows.played(row.game, row.options) if is_game(row.game) else row.game
    rounds = [plural(row.rounds, "round")] if row.rounds else []
    return "; ".join([game, ", ".join([SYSTEM_TITLES.get(row.system, row.system), *rounds]), named(row.clock)])


# One tournament


def status(details: TournamentDetails, now: float) -> str:
    """A sentence on what happens next."""
    row = details.row
    match row.stage:
        case "coming":
            when = until(row.starts, now)
            utc = " UTC" if ":" in when else ""
            return f"Starts {when}{utc}; joined so far: {row.players} of at most {row.most} players."
        case "finished":
            return f"Over: {join_words(row.winners)} {'wins' if len(row.winners) == 1 else 'share the win'}."
        case "cancelled":
            return "Cancelled."
    if details.due is not None:
        return f"Round {row.round + 1} starts {until(details.due, now)}."
    games = f"{details.open_games} more {'game ends' if details.open_games == 1 else 'games end'}"
    return f"Round {row.round + 1} starts when {games}." if row.round < row.rounds else f"Over when {games}."


def own(details: TournamentDetails) -> str:
    """A sentence on the client's player."""
    game = next((pairing for pairing in details.pairings if pairing.yours and pairing.code), None)
    mine = next((standing for standing in details.standings if standing.yours), None)
    if game is not None:
        return "Your game of this round is on."
    if mine is None or details.row.stage == "cancelled":
        return ""
    if mine.withdrawn:
        return "You are out."
    if details.row.stage == "coming":
        return "You have joined."
    unit = "point" if mine.points == 1 else "points"
    return f"You are in place {mine.rank} of {len(details.standings)}, with {mine.points:g} {unit}."


def can_return(details: TournamentDetails) -> bool:
    """True for a player who has withdrawn and can take part in the rounds that are left."""
    left = details.row.stage == "running" and details.row.round < details.row.rounds
    return left and any(standing.yours and standing.withdrawn for standing in details.standings)


def heading(system: str) -> str:
    """The heading of the standings."""
    second = "S-B" if system == ROBIN else "Buchholz"
    columns = ("Points", second, "Direct", "Games")
    return " " * RANK + "Player".ljust(PLAYER) + "".join(column.rjust(NUMBER + 1) for column in columns)


def standing_line(standing: Standing) -> str:
    """A player's line in the standings; before the start just the name."""
    mark = " (out)" if standing.withdrawn else " (you)" if standing.yours else ""
    name = lobby_rows.fit(standing.name + mark, PLAYER)
    if not standing.rank:
        return " " * RANK + name
    numbers = (
        f"{standing.points:g}",
        f"{standing.tie_break:g}",
        f"{standing.direct:g}",
        str(standing.in_games),
    )
    return f"{standing.rank:>{RANK - 2}}. {name}" + "".join(number.rjust(NUMBER + 1) for number in numbers)


def pairing_line(pairing: Pairing) -> str:
    """A game of a round in a line."""
    if pairing.how == "bye":
        return f"{lobby_rows.fit(pairing.first, SIDE)}  {pairing_score(pairing):^9}  no opponent"
    names = lobby_rows.fit(pairing.first, SIDE), lobby_rows.fit(pairing.second, SIDE)
    return f"{names[0]}  {pairing_score(pairing):^9}  {names[1]}{note(pairing)}".rstrip()


def pairing_score(pairing: Pairing) -> str:
    if pairing.scores is None:
        return "-"
    first, second = pairing.scores
    return f"{first:g}" if pairing.how == "bye" else f"{first:g} : {second:g}"


def note(pairing: Pairing) -> str:
    """A word on how the result came about."""
    if pairing.scores is None:
        return "playing"
    if pairing.how:
        return {"forfeit": "forfeit", "drawn": "not finished"}.get(pairing.how, "")
    return " : ".join(map(str, pairing.points))


# The start of a new one


def start_time(text: str, days: int, now: float) -> float | None:
    """The start in seconds since 1970, from minutes or from a time of day in UTC; None if it is neither.

    `days` counts from today; 0 means the next time that it is so late.
    """
    hours, colon, minutes = text.strip().partition(":")
    if not colon:
        return now + 60.0 * int(hours) if hours.isascii() and hours.isdecimal() and len(hours) < 6 else None
    if not (hours.isascii() and hours.isdecimal() and minutes.isascii() and minutes.isdecimal() and len(minutes) == 2):
        return None
    if int(hours) > 23 or int(minutes) > 59:
        return None
    today = datetime.fromtimestamp(now, UTC)
    start = today.replace(hour=int(hours), minute=int(minutes), second=0, microsecond=0) + timedelta(days=days)
    if start <= today:
        start += timedelta(days=1)
    return start.timestamp()
