"""Reviews as JSON, for programs and for the file in which they are kept.

`as_json` gives an object with these entries, chances from 0 to 1 and moves in notation:

    game, title       the game's name and title
    options, seed     of the match
    seats             a list of {"name", "bot"}; "bot" is empty for a person
    finished          true when the match is over
    winners           seats that have won; empty while the match is unfinished
    level, nodes, seconds    level of the analysing bot, and its limit for each decision; null where there is none
    moves             the number of moves played
    chances           for each position, 0 to moves, a list of every seat's chance to win: the mean of what the newest
                      searches of all seats say, before the first search an estimate
    searched          the positions that were searched
    decisions         for each move searched:
        ply           the number of moves played before it
        seat          the seat that moved
        move          the move played
        chance        the seat's chance to win with the best move
        loss          chance lost by the move played; 0 where it was as good as the best, or the loss is uncertain
        better        the best move; null where it was played
        reason        reasons for the best move, in words; empty if there are none to give
        play          the likely play after the best move, that move first, opponents by name
        others        the two next best moves: a list of {"move", "chance"}
        nodes         positions that the search could visit
    lost              for each seat the sum of its losses
    worst             plies of the biggest mistakes, the greatest loss first
"""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import Any

from ..bots.bot import finite
from .decision import Decision
from .review import Review, worst
from .review_depth import FULL


def as_json(r: Review) -> dict[str, Any]:
    """The review as the JSON object that the top of this module describes."""
    match, over = r.match, r.match.player is None
    return {
        "game": match.name,
        "title": match.game.TITLE,
        "options": match.options,
        "seed": match.seed,
        "seats": [seat._asdict() for seat in match.seats],
        "finished": over,
        "winners": list(match.game.winners(match.state)) if over else [],
        "level": r.terms.level,
        "nodes": finite(r.terms.nodes),
        "seconds": finite(r.terms.seconds),
        "moves": len(match.log),
        "chances": [[round(value, 4) for value in row] for row in r.winning_chances],
        "searched": list(r.decisions),
        "decisions": [entry(decision) for decision in r.decisions.values()],
        "lost": [round(r.total_loss(seat), 4) for seat in range(len(match.seats))],
        "worst": [decision.ply for decision in worst(r.decisions, match.log)],
    }


def entry(decision: Decision) -> dict[str, Any]:
    """A decision as JSON."""
    others = [{"move": move, "chance": chance} for move, chance in decision.others]
    return {**asdict(decision), "play": list(decision.play), "others": others}


def from_entry(data: Any) -> Decision:
    """The decision that `entry` turned into `data`; raises ValueError, KeyError or TypeError for anything else."""
    others = tuple((str(other["move"]), float(other["chance"])) for other in data["others"])
    play = tuple(str(move) for move in data["play"])
    given = {"nodes": FULL, **data, "play": play, "others": others}
    return Decision(**{field.name: given[field.name] for field in fields(Decision)})
