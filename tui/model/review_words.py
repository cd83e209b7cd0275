"""Words of a review on a move: the verdict, the better move, and why."""

from __future__ import annotations

from tabletown.rules.analysis.decision import Decision, open_seats
from tabletown.rules.analysis.explain import fortune
from tabletown.rules.analysis.mistakes import MINOR
from tabletown.rules.core.game import Action
from tabletown.rules.core.match import Match

from ..narration import game_ui
from ..narration.chances import instead_of, points_between
from ..narration.grammar import past_clause, sentence, within
from ..narration.summary import period_title
from .reviews import SUSPICIOUS, ReviewProgress

UNCHECKED = "not looked at closely yet"
"""The verdict on a move as long as only the quick pass has looked at it."""
SUSPECT = f"looks costly, {UNCHECKED}"
"""The verdict on a move that the quick pass has found wanting, or whose figures may still change."""
ROUGHLY = "rough figures; a closer look follows"
"""The verdict on a move that has had a rough look."""


def basis_of(match: Match) -> str:
    """The knowledge on which the chances of an unfinished match rest, as they may change once nothing is secret; empty
    when it is over.
    """
    if match.player is None:
        return ""
    names = [match.seats[seat].name for seat in open_seats(match)]
    knows = ["you know" if name == "You" else f"{name} knows" for name in names]
    return f"by what {knows[0] if knows else 'everyone can see'}"


def played(progress: ReviewProgress, ply: int) -> str:
    """Sentence on the move at a ply, without its consequences."""
    match, line = progress.match, progress.match.line(ply)
    words = match.game.describe(match.states[ply], line.action, "second", brief=True)
    return past_clause(match.seats[line.player].name, words)


def is_minor(progress: ReviewProgress, decision: Decision) -> bool:
    """True for a small mistake, by the figures that are shown: equal figures get equal words."""
    return points_between(*progress.chances(decision)) < 100 * MINOR


def fall(progress: ReviewProgress, decision: Decision) -> str:
    """The fall of the chances by a mistake: "49% to win instead of 55%", and whether it followed a hint."""
    before, after = progress.chances(decision)
    return instead_of(after, before) + hint_note(progress, decision.ply)


def better_move(progress: ReviewProgress, decision: Decision, brief: bool = False) -> str:
    """The better move of a decision in words; in notation if it is not legal."""
    action, s = better_action(progress, decision), progress.match.states[decision.ply]
    return decision.better or "" if action is None else progress.match.game.describe(s, action, "second", brief)


def better_action(progress: ReviewProgress, decision: Decision) -> Action | None:
    """The better move of a decision; None if there is none, or it is not legal."""
    game, s = progress.match.game, progress.match.states[decision.ply]
    return next((action for action in game.legal(s) if game.notation(s, action) == decision.better), None)


def reason_for(progress: ReviewProgress, decision: Decision) -> str:
    """The reasons for the better move of a decision, and that the one played went well all the same, if it did."""
    match, ply, better = progress.match, decision.ply, better_action(progress, decision)
    if not decision.loss or not decision.reason or better is None:
        return decision.reason
    luck = fortune(match.game, match.states[ply], match.log[ply], better, match.states[ply + 1 :])
    return f"it went well this time, as {luck}, but {decision.reason}" if luck else decision.reason


def hint_note(progress: ReviewProgress, ply: int) -> str:
    """A note that the move at a ply followed a hint, to append to its loss; empty if it did not."""
    name = progress.match.seats[progress.match.line(ply).player].name
    return f", {'you' if name == 'You' else name} followed a hint" if progress.match.followed_hint(ply) else ""


def in_short(progress: ReviewProgress, ply: int, move: str) -> str:
    """A move at a ply, given in notation, in a few words; in notation if it is not legal."""
    game, s = progress.match.game, progress.match.states[ply]
    action = next((a for a in game.legal(s) if game.notation(s, a) == move), None)
    return move if action is None else game_ui.load(progress.match.name).in_short(game, s, action)


def verdict(progress: ReviewProgress, ply: int, width: int, to_find: bool = False) -> str:
    """Verdict on the move at a ply, in one line: in as many words as fit into `width`, then the reason. A better
    move that is `to_find` is not named.
    """
    if ply not in progress.decisions:
        return ""
    decision, line = progress.decisions[ply], progress.match.line(ply)
    name = progress.match.seats[decision.seat].name
    better = better_move(progress, decision, brief=True)
    texts = without_sequel(line.text), in_short(progress, ply, decision.move)
    words = past_clause(name, texts[0]), played(progress, ply), past_clause(name, texts[1])
    shortest = in_short(progress, ply, decision.better or "")
    if not progress.is_checked(decision):
        if decision.loss and progress.is_rough(decision):
            lines = [f"{played} (roughly {fall(progress, decision)}); better: {shortest}" for played in words]
            return next((line for line in lines if len(line) <= width), lines[-1]) + because(decision.reason)
        verdict = SUSPECT if decision.loss >= SUSPICIOUS else UNCHECKED
        return next((f"{played} ({verdict})" for played in words if len(played) + len(verdict) + 3 <= width), "")
    if decision.better is None:
        lines = [f"{played} (best move)" for played in words]
    elif decision.loss and to_find:
        lines = [f"{played} ({fall(progress, decision)})" for played in words]
        return next((line for line in lines if len(line) <= width), "")
    elif not decision.loss:
        lines = [f"{played} (just as good: {better})" for played in words[:2]]
        lines += [f"{words[2]} (just as good: {shortest})", f"{words[2]} (as good as the best move)"]
    else:
        loss = fall(progress, decision)
        lines = [f"{words[1]} ({loss}); better: {better}"]
        lines.append(f"{words[2]} ({loss}); better: {shortest}")
        lines += [f"{words[2]} ({loss.replace(' to win instead of ', ', not ')}); better: {shortest}"]
        lines.append(f"{words[2]} ({loss})")
    best_line = next((line for line in lines if len(line) <= width), lines[-1])
    return (
        best_line + because(reason_for(progress, decision)) if decision.loss or decision.better is None else best_line
    )


def explanation(progress: ReviewProgress, ply: int) -> str:
    """Lines on the move at a ply: the move, a better one, and the reason; empty if it is not known."""
    decision = progress.decisions.get(ply)
    if decision is None:
        return ""
    line = progress.match.line(ply)
    played = past_clause(progress.match.seats[line.player].name, without_sequel(line.text))
    when = ", ".join(dict.fromkeys([f"move {ply + 1}", period_title(progress.match, ply)]))
    head = f"Next ({when}): {within(played)}"
    if not progress.is_checked(decision) and not (decision.loss and progress.is_rough(decision)):
        return f"{head} ({SUSPECT if decision.loss >= SUSPICIOUS else UNCHECKED})"
    rough = "" if progress.is_checked(decision) else f"; {ROUGHLY}"
    head += f" ({fall(progress, decision)}{rough})" if decision.loss else ""
    if decision.better is None:
        return f"{head}\n{sentence(f'best move{because(decision.reason)}')}"
    reason = [sentence(reason_for(progress, decision))] if decision.reason else []
    better = f"{'Better' if decision.loss else 'Equally good'}: {better_move(progress, decision)}"
    return "\n".join([head, better, *reason])


def without_sequel(text: str) -> str:
    """A move in words without what followed from it: "pass", not "pass; Hana builds 10 on N1"."""
    return text.partition("; ")[0]


def because(reason: str) -> str:
    """A reason as it follows a better move; empty without one."""
    return f"; {reason}" if reason else ""
