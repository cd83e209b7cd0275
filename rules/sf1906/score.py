"""Points and victory in 1906 San Francisco (rulebook, "End of the game")."""

from __future__ import annotations

from ..core.game import Score, total_points
from .components.model import LIGHT
from .objectives import points, urban_count
from .state import Player, Sf1906


def score(s: Sf1906) -> tuple[Score, ...]:
    """Points of every player by source, counted from the pieces; an objective that is not known scores nothing."""
    return tuple(parts(s, seat, p) for seat, p in enumerate(s.players))


def parts(s: Sf1906, seat: int, p: Player) -> Score:
    kit = s.city.kit
    return (
        ("Common objectives", sum([points(s, seat, card) for card in s.common])),
        ("Personal objectives", sum([points(s, seat, card) for card in (*p.open, *p.secret)])),
        ("Development", kit.grid[p.row][p.column]),
        ("Urban cards", urban_points(s, p)),
        ("Best Builder", kit.best_builder * (s.best_builder == seat)),
        ("Money", kit.money_points[p.money]),
    )


def urban_points(s: Sf1906, p: Player) -> int:
    """Points of a player's urban cards: lights by their number, other cards as printed."""
    kit = s.city.kit
    return kit.lights[urban_count(s.city, p, LIGHT)] + sum([kit.urban_cards[card].points for card in p.urban])


def by_objective(s: Sf1906, seat: int) -> tuple[tuple[int, str, int], ...]:
    """A player's objectives: card, "common", "open" or "secret", and points."""
    p = s.players[seat]
    held = [(card, "common") for card in s.common]
    held += [(card, "open") for card in p.open] + [(card, "secret") for card in p.secret]
    return tuple((card, where, points(s, seat, card)) for card, where in held)


def winners(s: Sf1906) -> tuple[int, ...]:
    """Winners: most points, then most buildings built; further ties share the win."""
    ranks = [(total_points(parts(s, seat, p)), p.built.bit_count()) for seat, p in enumerate(s.players)]
    best = max(ranks)
    return tuple(seat for seat, rank in enumerate(ranks) if rank == best)
