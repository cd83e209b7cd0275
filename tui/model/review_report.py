"""A review as text, as the command line prints it."""

from __future__ import annotations

from tabletown.rules.analysis.decision import ReviewTerms, open_seats
from tabletown.rules.analysis.review import Review, worst

from .review_words import because


def report(r: Review) -> str:
    """Report of a review as text."""
    match = r.match
    names = [seat.name for seat in match.seats]
    judge = [f"{what} {value:g}" for what, value in limits(r.terms).items()]
    lines = [
        f"{match.game.TITLE}, seed {match.seed}, {len(match.log)} moves",
        f"{len(r.decisions)} with a choice, analysed by {', '.join([r.terms.level, *judge])}",
        "",
        "Winning chances",
        "  ".join(["move", *(f"{name[:12]:>6}" for name in names)]),
    ]
    rows = r.winning_chances
    step = max(1, len(rows) // 20)
    for ply in sorted({*range(0, len(rows), step), len(rows) - 1}):
        cells = (f"{value:>{max(6, len(name[:12]))}.0%}" for value, name in zip(rows[ply], names, strict=True))
        lines.append("  ".join([f"{ply:4}", *cells]))
    lines += ["", "Total winning chances lost"]
    lines += [f"{names[seat]}: {r.total_loss(seat):.0%}" for seat in open_seats(match)]
    if lossy := worst(r.decisions, match.log):
        lines += ["", "Biggest mistakes"]
    for decision in sorted(lossy, key=lambda decision: decision.ply):
        lines += [
            f"{decision.ply + 1:4}. {names[decision.seat]}: {decision.move}, {decision.loss:.0%} lost",
            f"      better {decision.better}{because(decision.reason)}",
            f"      likely continuation: {', '.join(decision.play[:6])}",
        ]
    return "\n".join(lines) + "\n"


def limits(terms: ReviewTerms) -> dict[str, float]:
    """Limits of an analysis that are set, by name."""
    return {key: value for key, value in (("nodes", terms.nodes), ("seconds", terms.seconds)) if value is not None}
