"""The rule by which a table is covered before it passes to another person at the same keyboard."""

from __future__ import annotations

from tabletown.rules.core.match import Match


def must_cover(handover: str, match: Match, seat: int) -> bool:
    """True when the table must be covered until that player sits down; `handover` is the setting of that name."""
    return handover == "always" or (handover == "secret" and has_secrets(match, seat))


def has_secrets(match: Match, seat: int) -> bool:
    """True when that seat knows something about the position that a spectator does not."""
    return bool(match.game.observe(match.state, seat) != match.game.observe(match.state, None))
