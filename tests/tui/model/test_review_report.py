"""A review as text."""

from __future__ import annotations

from tabletown.rules.analysis.decision import Decision, ReviewTerms
from tabletown.rules.analysis.review import Review
from tabletown.tui.model.review_report import report
from tests.tui.sample_matches import finished_match


def test_mistakes_are_listed_in_the_order_of_play() -> None:
    match = finished_match()
    losses = {0: 0.1, 4: 0.3, 8: 0.2}
    decisions = {ply: Decision(ply, 0, f"move {ply}", 0.5, loss, "other", "", (), ()) for ply, loss in losses.items()}
    text = report(Review(match, ReviewTerms("greedy"), decisions))
    listed = text[text.index("Biggest mistakes") :]
    assert listed.index("move 0") < listed.index("move 4") < listed.index("move 8")
