"""States of the plain rules as rows of the fast engine, and back."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ..splendor.cards import LEVELS
from ..splendor.expansions.cities import Cities
from ..splendor.expansions.orient import Effect, Orient
from ..splendor.expansions.strongholds import Strongholds
from ..splendor.expansions.trading_posts import NO_TOKEN, POSTS, Posts
from ..splendor.limits import HAND_LIMIT
from ..splendor.state import BASE_MARKET, Player, Splendor
from .engine import layout as at
from .engine.layout import BLOCK, HIGH, MODULES, NONE, PLAYERS
from .engine.tables import EFFECT_VERBS

State = npt.NDArray[np.int8]
FILLING = [NONE] * at.SIZE


def padded(values: Sequence[int], room: int) -> list[int]:
    """A list, filled up to its room."""
    return [*values, *FILLING[: room - len(values)]]


def counted(values: Sequence[int], room: int) -> list[int]:
    """The length of a list, and the list filled up to its room."""
    return [len(values), *values, *FILLING[: room - len(values)]]


def cells(s: Splendor) -> list[int]:
    """The numbers of a state or view, for `layout`."""
    turns = (s.turns % HIGH, s.turns // HIGH)
    row = [s.player, s.step, s.passes, s.last_round, s.over, len(s.players), MODULES.index(s.module), *turns]
    row += s.bank
    row += padded(s.market, at.MOST_SLOTS)
    row += counted(s.nobles, at.TILES)
    unused = at.DECK_NUMBER - len(s.decks)
    row += [*map(len, s.decks), *[0] * unused]
    row += [*s.backs, *[0] * unused]
    for i, size in enumerate(at.POOL_SIZES):
        row += padded(s.decks[i] if i < len(s.decks) else (), size)
    for p in s.players:
        row += p.tokens
        row += p.bonuses
        row += [p.points, len(p.cards), len(p.reserved), len(p.blind), len(p.nobles)]
        row += padded(p.reserved, HAND_LIMIT)
        row += padded(p.blind, HAND_LIMIT)
        row += padded(p.nobles, at.TILES)
        row += padded(p.cards, at.CARD_NUMBER)
    row += padded((), (at.MOST_SEATS - len(s.players)) * BLOCK)
    row += padded(extra_cells(s), at.SIZE - at.EXTRA)
    return row


def extra_cells(s: Splendor) -> list[int]:
    """The numbers of a module's pieces."""
    match s.extra:
        case Cities(table, owned):
            return counted(table, at.CITY_TILES) + [NONE if face is None else face for face in owned]
        case Posts(coats, barred):
            each = [cell for coat in coats for cell in counted(coat, len(POSTS))]
            return [NONE if barred == NO_TOKEN else barred, *each]
        case Strongholds(placed, bought):
            return [bought, *(cell for mine in placed for cell in counted(mine, at.FORT_BLOCK - 1))]
        case Orient(bags, patrons, gone, effects):
            row = [len(effects)]
            row += padded([cell for effect in effects for cell in effect_cells(effect)], at.EFFECTS * at.EFFECT_CELLS)
            row += counted(gone, at.CARD_NUMBER)
            for mine, nobles in zip(bags, patrons, strict=True):
                row += counted([bag for bag, _ in mine], at.BAGS)
                row += padded([colour for _, colour in mine], at.BAGS)
                row += counted(nobles, at.PATRONS)
            return row
    return []


def effect_cells(effect: Effect) -> list[int]:
    """The numbers of a pending effect."""
    verb, *numbers = effect
    return padded([EFFECT_VERBS.index(verb), *numbers], at.EFFECT_CELLS)


def effects_of(row: list[int]) -> tuple[Effect, ...]:
    """The pending effects of a row."""
    firsts = [at.EXTRA + 1 + i * at.EFFECT_CELLS for i in range(row[at.EXTRA])]
    return tuple(effect(EFFECT_VERBS[row[i]], row[i + 1], row[i + 2]) for i in firsts)


def effect(verb: str, number: int, more: int) -> Effect:
    return (verb, number) if more == NONE else (verb, number, more)


def from_plain(s: Splendor) -> State:
    """The row of a state or view of the plain rules."""
    return np.array(cells(s), dtype=np.int8)


def to_plain(state: State) -> Splendor:
    """The state or view of the plain rules for a row."""
    row = state.tolist()
    seats = range(row[at.SEATS])
    orient = MODULES[row[at.MODULE]] == "orient"
    decks = range(at.DECK_NUMBER) if orient else LEVELS
    sizes = row[at.DECK_SIZE : at.BACKS]
    return Splendor(
        module=MODULES[row[at.MODULE]],
        bank=row[at.BANK : at.MARKET],
        decks=[tuple(row[at.POOL_STARTS[i] : at.POOL_STARTS[i] + sizes[i]]) for i in decks],
        backs=tuple(row[at.BACKS : at.BACKS + len(decks)]),
        market=row[at.MARKET :][: at.MOST_SLOTS if orient else BASE_MARKET],
        nobles=listed(row, at.NOBLES_LEFT),
        players=[player(row, PLAYERS + seat * BLOCK) for seat in seats],
        player=row[at.PLAYER],
        step=row[at.STEP],
        turns=row[at.TURNS] + HIGH * row[at.TURNS_HIGH],
        passes=row[at.PASSES],
        last_round=bool(row[at.LAST_ROUND]),
        over=bool(row[at.OVER]),
        extra=extra(row),
    )


def listed(row: list[int], count: int) -> tuple[int, ...]:
    """The list whose length is in the cell `count`, and which follows it."""
    return tuple(row[count + 1 : count + 1 + row[count]])


def player(row: list[int], p: int) -> Player:
    """The player with cells at `p`."""

    def some(first: int, count: int) -> tuple[int, ...]:
        return tuple(row[p + first : p + first + row[p + count]])

    return Player(
        tokens=row[p : p + at.BONUSES],
        bonuses=row[p + at.BONUSES : p + at.POINTS],
        points=row[p + at.POINTS],
        cards=some(at.CARDS, at.BOUGHT),
        reserved=some(at.HAND, at.RESERVED),
        blind=some(at.BLIND_HAND, at.BLIND),
        nobles=some(at.VISITORS, at.VISITED),
    )


def extra(row: list[int]) -> Cities | Posts | Strongholds | Orient | None:
    """The pieces of the module."""
    seats, first = range(row[at.SEATS]), row[at.EXTRA]
    match MODULES[row[at.MODULE]]:
        case "cities":
            owned = row[at.OWNED : at.OWNED + len(seats)]
            return Cities(listed(row, at.EXTRA), [None if face == NONE else face for face in owned])
        case "trading_posts":
            coats = [listed(row, at.COATS + seat * at.COAT_BLOCK) for seat in seats]
            return Posts(coats, NO_TOKEN if first == NONE else first)
        case "strongholds":
            return Strongholds([listed(row, at.PLACED + seat * at.FORT_BLOCK) for seat in seats], bool(first))
        case "orient":
            blocks = [at.OWN + seat * at.OWN_BLOCK for seat in seats]
            return Orient(
                bags=[tuple(zip(listed(row, b), row[b + 1 + at.BAGS :], strict=False)) for b in blocks],
                patrons=[listed(row, b + at.OWN_PATRONS) for b in blocks],
                gone=listed(row, at.GONE),
                effects=effects_of(row),
            )
    return None
