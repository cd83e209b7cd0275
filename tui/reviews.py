"""What was found out about matches: kept in the data folder, beside the records and never in them, and told as text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from rules.bots.review import Decision, Review, Terms, entry, from_entry, open_seats, worst
from rules.match import Match
from rules.record import header

from . import config

FORMAT = 1
TERMS = Terms("hard", nodes=1000)
"""Who judges a match on screen: so many nodes that all decisions of a game take a minute or so."""


def path(match: Match, terms: Terms = TERMS) -> Path:
    """Where the decisions of a match are kept: another match, or another judge, has a file of its own."""
    asked = json.dumps([FORMAT, header(match), match.log, terms])
    return config.data_folder() / "reviews" / f"{match.name}-{sha256(asked.encode()).hexdigest()[:20]}.json"


def load(match: Match, terms: Terms = TERMS) -> dict[int, Decision]:
    """What is known by ply; nothing where the file is missing or damaged."""
    try:
        found = [from_entry(data) for data in json.loads(path(match, terms).read_text(encoding="utf-8"))]
    except (OSError, ValueError, KeyError, TypeError):
        return {}
    return {decision.ply: decision for decision in found if decision.ply < len(match.log)}


def save(match: Match, found: Mapping[int, Decision], terms: Terms = TERMS) -> None:
    """Raises OSError."""
    file = path(match, terms)
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_suffix(".part")
    part.write_text(json.dumps([entry(found[ply]) for ply in sorted(found)]), encoding="utf-8")
    part.replace(file)


def report(r: Review) -> str:
    """A review as text to read."""
    match = r.match
    names = [seat.name for seat in match.seats]
    judge = [f"{what} {value:g}" for what, value in limits(r.terms).items()]
    lines = [
        f"{match.game.TITLE}, seed {match.seed}, {len(match.log)} moves",
        f"{len(r.found)} decisions judged by {', '.join([r.terms.level, *judge])}",
        "",
        "Chances to win",
        "  ".join(["move", *(f"{name[:12]:>6}" for name in names)]),
    ]
    rows = r.chances
    step = max(1, len(rows) // 20)
    for ply in sorted({*range(0, len(rows), step), len(rows) - 1}):
        cells = (f"{value:>{max(6, len(name[:12]))}.0%}" for value, name in zip(rows[ply], names, strict=True))
        lines.append("  ".join([f"{ply:4}", *cells]))
    lines += ["", "Lost by what was played, all in all"]
    lines += [f"{names[seat]}: {r.lost(seat):.0%}" for seat in open_seats(match)]
    if lossy := worst(r.found):
        lines += ["", "Moves by which most was lost"]
    for decision in lossy:
        lines += [
            f"{decision.ply + 1:4}. {names[decision.seat]}: {decision.move}, {decision.loss:.0%} lost",
            f"      better {decision.better} ({decision.chance:.0%}): {decision.reason}",
            f"      expected: {', '.join(decision.play[:6])}",
        ]
    return "\n".join(lines) + "\n"


def limits(terms: Terms) -> dict[str, float]:
    """The limits that there are."""
    return {key: value for key, value in (("nodes", terms.nodes), ("seconds", terms.seconds)) if value is not None}
