"""Transcripts of seeded games, readable and compared: `python tests/rules/playthroughs.py --write` makes them again.

Every registered game has one for each combination of options and each number of seats, in `tests/playthroughs`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path
from random import Random
from textwrap import shorten, wrap
from typing import Any

from tabletown.rules.core.game import total_points

ROOT = Path(__file__).parents[2]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

from tabletown.rules.core.game import Action, apply  # noqa: E402
from tabletown.rules.core.match import Match, Seat  # noqa: E402
from tests.rules.random_play import configurations, random_action  # noqa: E402

FOLDER = ROOT / "tests" / "playthroughs"
SEED = 17
WIDTH = 118
CANDIDATES = 3
"""Actions drawn at each decision; the one that scores most is played, so that games are short."""

SHOWN = 4
"""Legal actions of one verb written out at each decision; the others are counted."""

MOST_LINES = 1500


def splendor_view(v: Any, player: int | None) -> Iterator[str]:
    """The player's own pieces and all others' hands, then the table."""
    from tabletown.rules.splendor.cards import BACK, EMPTY, LETTERS
    from tabletown.rules.splendor.state import deck_size

    def letters(counts: list[int]) -> str:
        return "".join(letter * n for letter, n in zip(LETTERS, counts, strict=False)) or "-"

    def cards(numbers: Iterable[int]) -> str:
        names = ("--" if n == EMPTY else str(n) if n < BACK else f"back{n - BACK + 1}" for n in numbers)
        return " ".join(names) or "-"

    hands = ", ".join(f"{n} {cards(p.hand)}" for n, p in enumerate(v.players, 1) if n - 1 != player)
    if player is not None:
        p = v.players[player]
        yield (
            f"{letters(p.tokens)} | bonuses {letters(p.bonuses)} | {p.points} points | {len(p.cards)} cards"
            f" | hand {cards(p.hand)} | other hands: {hands}"
        )
    rows = [f"{cards(v.market[i : i + 4])} +{deck_size(v, i // 4)}" for i in (0, 4, 8)]
    rows += [f"{cards(v.market[i : i + 2])} +{deck_size(v, i // 2 - 3)}" for i in range(12, len(v.market), 2)]
    nobles = " ".join(map(str, v.nobles)) or "-"
    yield f"bank {letters(v.bank)} | {' / '.join(rows)} | nobles {nobles}{' | last round' * v.last_round}"
    if v.extra:
        yield splendor_extra(v)
    if player is None:
        yield f"hands: {hands}"


def splendor_extra(v: Any) -> str:
    """The pieces of the expansion, seat by seat."""

    def each(what: list[Any]) -> str:
        return ", ".join(f"{n} {'-' if x in (None, ()) else x}" for n, x in enumerate(what, 1))

    at = v.extra
    match v.module:
        case "cities":
            return f"cities {at.table} | taken by {each(at.owned)}"
        case "trading_posts":
            return f"coats of arms {each(at.coats)}"
        case "strongholds":
            return f"strongholds {each(at.placed)}"
    return f"bags {each(at.bags)} | reserved nobles {each(at.patrons)} | out of the game {at.gone or '-'}"


def metropolys_view(v: Any, player: int | None) -> Iterator[str]:
    """The call and the cards known; between calls every player's hand, tokens and buildings too."""
    from tabletown.rules.metropolys.board import NAMES, places, values
    from tabletown.rules.metropolys.objectives import FACE_DOWN, OBJECTIVES
    from tabletown.rules.metropolys.state import UNSEEN

    def holder(seat: int) -> str:
        return str(seat + 1) if seat >= 0 else "-"

    def stands(built: list[int]) -> str:
        heights = [
            (place, v.values[place], size) for size, where in zip("smt", built, strict=True) for place in places(where)
        ]
        names = [f"{NAMES[place]}:{size if value == UNSEEN else value}" for place, value, size in heights]
        return " ".join(names) or "-"

    bids = " ".join(f"{seat + 1}:{value}@{NAMES[place]}" for seat, place, value in v.bids) or "-"
    cards = [OBJECTIVES[card].name for p in v.players for card in p.cards if card != FACE_DOWN]
    lying = "/".join(str(where.bit_count()) for where in v.tokens)
    yield (
        f"bids {bids} | passed {v.passed:b} | {v.free.bit_count()} free | tokens {lying}"
        f" | cards {holder(v.subway_card)}{holder(v.archaeology_card)} | {' '.join(cards) or '-'}"
    )
    for seat, p in enumerate(v.players if not v.bids else [], 1):
        hand = " ".join(map(str, values(p.hand)))
        yield f"{seat} hand {hand or '-'} | tokens {'/'.join(map(str, p.tokens))} | {stands(p.built)}"


def sf1906_view(v: Any, player: int | None) -> Iterator[str]:
    """The rows and the player's own pieces; at the start of a card all players' pieces."""
    from tabletown.rules.sf1906.notation import objective_names, permit_names
    from tabletown.rules.sf1906.state import FACE_DOWN, SPACE, STRIP, deck_size

    kit, city = v.city.kit, v.city

    def permits(cards: Iterable[int]) -> str:
        return " ".join(permit_names(kit)[card] for card in cards) or "-"

    def goals(cards: Iterable[int]) -> str:
        return " ".join("?" if card == FACE_DOWN else objective_names(kit)[card] for card in cards) or "-"

    def plots(mask: int) -> str:
        return " ".join(name for plot, name in enumerate(city.names) if mask >> plot & 1) or "-"

    def pieces(seat: int) -> str:
        p = v.players[seat]
        taken = " ".join(kit.urban_cards[card].name.removeprefix("UR_") for card in p.urban) or "-"
        return (
            f"{seat + 1} at {v.tokens[seat] + 1} ${p.money} level {p.column},{p.row} pool {p.pool} hand {p.hand} rubble"
            f" {p.rubble} | {permits(p.permits)} | {goals(p.open)} / {goals(p.secret)} | {taken} | {plots(p.built)}"
        )

    if v.step != SPACE and player is not None:
        yield pieces(player)
        return
    stop = "strip" if v.stop == STRIP else kit.action_cards[v.ring[v.stop - 1]].name
    yield (
        f"{kit.years[v.year].year} {stop} | order {' '.join(str(seat + 1) for seat in v.order[v.acted :]) or '-'}"
        f" | permits {permits(v.permit_row)} +{len(v.permit_deck)}"
        f" | objectives {goals(v.objective_row)} +{deck_size(v)}"
    )
    if player is None or not v.acted:
        yield f"common {goals(v.common)} | rubble {plots(v.rubble)} | piles {'/'.join(map(str, v.piles))}"
        yield from map(pieces, range(len(v.players)))
    else:
        yield pieces(player)


def plain_view(v: Any, player: int | None) -> Iterator[str]:
    """The view of a game that has no summary of its own."""
    yield from wrap(repr(v), WIDTH)


VIEWS: dict[str, Callable[[Any, int | None], Iterator[str]]] = {
    "splendor": splendor_view,
    "metropolys": metropolys_view,
    "sf1906": sf1906_view,
}


def title(name: str, seats: int, options: tuple[tuple[str, str], ...]) -> str:
    """ "splendor-base-2": the file's name without .txt."""
    return "-".join([name, *(value for _, value in options), str(seats)])


def offered(match: Match) -> str:
    """A line of the legal actions: each verb with its number and its first actions."""
    legal: list[Action] = match.game.legal(match.state)
    notes = [match.game.notation(match.state, a).partition(" ") for a in legal]
    groups = []
    for verb, group in groupby(notes, key=lambda note: note[0]):
        rest = [note[2] for note in group]
        groups.append(f"{len(rest)} {verb} {', '.join(rest[:SHOWN])}{', ...' * (len(rest) > SHOWN)}".strip())
    return shorten(f"legal: {'; '.join(groups)}", WIDTH - 4, placeholder=" ...")


def choose(match: Match, player: int, rng: Random) -> Action:
    """The best action for the player's score, of a few random ones."""

    def points(a: Action) -> int:
        after = apply(match.game, match.state, a, Random(0))
        return total_points(match.game.score(after)[player])

    legal = match.game.legal(match.state)
    return max((random_action(rng, legal, by_verb=True) for _ in range(CANDIDATES)), key=points)


def transcript(name: str, seats: int, options: tuple[tuple[str, str], ...], seed: int = SEED) -> str:
    """A whole game: at each decision what the player sees, what is legal, and what is played."""
    match, rng = Match(name, [Seat(f"Player {n}") for n in range(1, seats + 1)], dict(options), seed), Random(seed)
    game, show = match.game, VIEWS.get(name, plain_view)
    variant = ", ".join(f"{key} {value}" for key, value in options)
    lines = [f"{game.TITLE}, {variant}, {seats} players, seed {seed}, version {game.VERSION}"]
    while (player := match.player) is not None:
        first, *others = show(game.observe(match.state, player), player)
        lines.append(f"{len(match.log) + 1}. Player {player + 1}: {first}")
        lines += [f"    {line}" for line in (*others, offered(match))]
        a = choose(match, player, rng)
        lines.append(f"  > {game.notation(match.state, a)}: Player {player + 1} {game.describe(match.state, a)}")
        match.act(a)
    return "\n".join([*lines, *result(match), ""])


def result(match: Match) -> Iterator[str]:
    yield f"The end after {len(match.log)} decisions"
    yield from VIEWS.get(match.name, plain_view)(match.game.observe(match.state, None), None)
    for player, parts in enumerate(match.game.score(match.state), 1):
        total = total_points(parts)
        yield f"Player {player}: {total} = {', '.join(f'{label} {points}' for label, points in parts)}"
    yield f"Winners: {', '.join(f'Player {player + 1}' for player in match.game.winners(match.state))}"


def write() -> None:
    """Make all transcripts again; look at the changes before committing them."""
    FOLDER.mkdir(exist_ok=True)
    for configuration in configurations():
        (FOLDER / f"{title(*configuration)}.txt").write_text(transcript(*configuration), encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python tests/rules/playthroughs.py --write")
    write()
