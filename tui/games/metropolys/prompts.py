"""Texts for the table of Metropolys: the player's task, points for a building, refusals."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from rich.cells import cell_len

from tabletown.rules.core.game import apply
from tabletown.rules.core.text import join_words
from tabletown.rules.metropolys.board import (
    BUILDINGS,
    DISTRICTS,
    NAMES,
    NEIGHBOURHOODS,
    NEIGHBOURS,
    SIZES,
    TYPES,
    places,
    size,
)
from tabletown.rules.metropolys.objectives import FACE_DOWN, FEATURES, paid
from tabletown.rules.metropolys.score import HIGHEST
from tabletown.rules.metropolys.state import NOBODY, UNSEEN, Metropolys, owner
from tabletown.rules.metropolys.turn import higher, standing

from ...model.selection import Part
from ...narration.grammar import clause
from ...widgets.board_state import BoardState
from ...widgets.prompts import Prompts
from .bid_warnings import ending_warnings, pass_warning, warnings
from .card_progress import progress
from .holdings import card_tasks, cards_of
from .layout import SMALL
from .pieces import TOKEN_NAMES, size_of
from .preview import SOURCES, SPECIAL_CARDS, Preview, cut_off, in_brief, preview
from .recap import buildings_left, ending, finishers, fresh, moves_of, points_in_words, taken
from .selection import at_least, bids_on, passes_now, preferred, value_first
from .summary import period_title
from .tallest import led

NO_POINTS = "no points"
ASKED = 16
"""Columns of the first line besides its two texts: for the player to move and the gap."""

SHORT_SOURCES = {"Map card": "map", "Type card": "type"}


class MetropolysPrompts(Prompts):
    """The texts above and below the map."""

    def prompt(self, state: BoardState) -> str:
        """The task, as fully as there is room beside the state of the race."""
        room, ways = self.width - ASKED - cell_len(self.notice(state)), tasks(state)
        return next((text for text in ways if cell_len(text) <= room), ways[-1])

    def notice(self, state: BoardState) -> str:
        """The state of the race; in a wide window, where the players' panels show it, the number of the auction."""
        return (
            race(state) if self.width < SMALL else f"{len(BUILDINGS)} built ends the game; {period_title(state.view)}"
        )

    def alarm(self, state: BoardState) -> str:
        """A warning that a player has one building left, or can build all that is left alone."""
        last = ending(state.view)
        if not last:
            return self.finishing(state)
        last_of = f"LAST BUILDING: {join_words([state.seats[seat].name for seat in last])}"
        return self.beside(state, f"{last_of}; it ends the game", last_of, "LAST BUILDING")

    def finishing(self, state: BoardState) -> str:
        """A warning that a player, the viewer last, can build all that is left alone; empty if nobody can."""
        alone = sorted(finishers(state.view), key=lambda seat: seat == state.viewer)
        if not alone:
            return ""
        names, left = join_words([state.seats[seat].name for seat in alone], "or"), buildings_left(state.view, alone[0])
        words = f"{names} can end the game"
        return self.beside(state, *[f"{words}: nobody can outbid the last {left}"] * (len(alone) == 1), words)

    def warning(self, state: BoardState) -> str:
        lasts = [clause(state.seats[seat].name, "have one building left") for seat in ending(state.view)]
        left = join_words(lasts)
        return self.fitting(
            f"{left}; it ends the game. More buildings win a tie.",
            f"{left}; it ends the game.",
            f"{left}.",
        )

    def beside(self, state: BoardState, *texts: str) -> str:
        """The first of the texts that fits on the first line beside the prompt, else the last."""
        room = self.width - cell_len(self.prompt(state)) - ASKED
        return next((text for text in texts if cell_len(text) <= room), texts[-1])

    def why(self, state: BoardState, part: Part) -> str:
        match part:
            case ("place", int(place)):
                return state.game.refusal(state.view, ("bid", place, BUILDINGS[-1]))
            case ("value", int(value)):
                return self.why_value(state, value)
            case ("do", "pass"):
                return state.game.refusal(state.view, ("pass",))
        return ""

    def why_value(self, state: BoardState, value: int) -> str:
        """The reason why a building cannot be bid on the place picked, else on any place, and the lowest that can."""
        where = next((part[1] for part in state.picked if part[0] == "place"), None)
        bids = bids_on(state, where)
        if 0 < value <= standing(state.view):
            least = min((a[2] for a in bids), default=standing(state.view) + 1)
            return f"{value} is too low: bid at least {least} here."
        return state.game.refusal(state.view, ("bid", bids[0][1] if bids else 0, value))

    def detail(self, state: BoardState, part: Part | None) -> str:
        """The effect of the picks or of the part under the cursor, and the places next to that if there is room."""
        text = self.effect(state, part)
        place = next((picked[1] for picked in state.picked if picked[0] == "place"), None)
        if place is None and part is not None and part[0] == "place":
            place = part[1]
        near = [] if place is None else places(NEIGHBOURS[place] & state.view.in_use)
        if not near or not text or passes_now(state):
            return text
        return self.fitting(f"{text} Next to {' '.join(NAMES[there] for there in near)}.", text)

    def effect(self, state: BoardState, part: Part | None) -> str:
        """The effect of the picks or of the part under the cursor."""
        action = preferred(state) if state.active and (state.picked or part is None) else None
        if action is not None and action[0] == "bid":
            (_, place, value), keys = action, state.keys
            others = len([a for a in state.left if a[0] == "bid"]) > 1 or any(p[0] == "value" for p in state.picked)
            more = f" ({keys['metropolys.higher']} to change)" if others else ""
            bid = f"{state.enter} bids {value} on {NAMES[place]}"
            ends = self.consequences(state, place, value)
            return self.fitting(f"{bid}{more}: {ends[0]}", *(f"{bid}: {end}" for end in ends))
        if action is not None:
            passes, lets = f"{state.enter} passes; you drop out of this auction", pass_warning(state)
            return self.fitting(*([f"{passes}; {lets}.", f"{state.enter} passes; {lets}."] if lets else [f"{passes}."]))
        match part:
            case ("place", int(place)):
                return self.about_place(state, place)
            case ("player", int(seat)):
                return self.about_player(state, seat)
        return ""

    def about_player(self, state: BoardState, seat: int) -> str:
        """A text about a player: points and their sources, last move and objectives, as far as there is room."""
        view: Metropolys = state.view
        points, last = points_in_words(state, seat), moves_of(state, seat)[0]
        full, short = (sources(state, seat, words) for words in (SOURCES, SOURCES | SHORT_SOURCES))
        cards = view.players[seat].cards
        own = [task(view, seat, card) for card in cards if card != FACE_DOWN and seat == state.viewer and not view.over]
        ways = [
            [points + full, last, *own],
            [points + full, last, cards_of(view.players[seat])],
            [points + full, last],
            [points + short, last],
            [points, last],
        ]
        return self.fitting(*(f"{state.seats[seat].name}: {'; '.join(filter(None, way))}." for way in ways))

    def about_place(self, state: BoardState, place: int) -> str:
        view: Metropolys = state.view
        n, seat = NEIGHBOURHOODS[place], owner(view, place)
        ground, facts = self.ground(state, place), self.facts(state, place)
        if not state.active:
            return self.fitting(*(f"{what}." for what in facts))
        if [a[0] for a in state.left] == ["pass"]:
            return self.fitting(*(f"{what}. {state.enter} passes; you drop out of this auction." for what in facts))
        least = next((a[2] for a in state.left if a[0] == "bid" and a[1] == place), None)
        if least is None:
            refusal = state.game.refusal(view, ("bid", place, BUILDINGS[-1]))
            if seat != NOBODY:
                return self.fitting(*(f"{what}." for what in facts))
            return self.fitting(*(f"{what}. {refusal}" for what in facts if view.in_use >> place & 1), refusal)
        if "choices" in state.hides:
            return self.fitting(*(f"{what}." for what in facts))
        bid, ends = f"{state.enter} bids {least} on {n.name}: ", self.consequences(state, place, least)
        end = next((end for end in ends if cell_len(bid + end) <= self.width - 2), ends[-1])  # as if it were picked
        named = f"{n.name} ({', '.join(ground)})" if ground else n.name
        starts = [f"{least} on {named}", f"{least} on {n.name}"]
        if value_first(state):
            starts = [f"{state.enter} bids {start}" for start in starts]
        return self.fitting(*(f"{start}: {end}" for start in starts))

    def facts(self, state: BoardState, place: int) -> list[str]:
        """Wordings of what is on a place, with and without its ground: "You built 10 on E6 (park)", "E6 is free"."""
        view: Metropolys = state.view
        seat, name = owner(view, place), NAMES[place]
        if not view.in_use >> place & 1:
            return [f"{name} is in the {DISTRICTS[NEIGHBOURHOODS[place].district]}, which is not in play"]
        token = [f"{TOKEN_NAMES[kind]} token" for kind, where in enumerate(view.tokens) if where >> place & 1]
        ways = [[*(ground := self.ground(state, place)), *token], ground or token, []]
        names = [f"{name} ({', '.join(way)})" if way else name for way in ways]
        if seat == NOBODY:
            bids = [clause(state.seats[who].name, f"bid {value}") for who, where, value in view.bids if where == place]
            return [f"{bids[0]} on {named}" if bids else f"{named} is free" for named in names]
        built, kind = f"built {building_there(view, place)}", taken(state, place)
        if not fresh(state) >> place & 1:
            return [f"{state.seats[seat].name} {built} on {named}" for named in names]
        took = "" if kind is None else f", taking the {TOKEN_NAMES[kind]} token"
        return [f"{clause(state.seats[seat].name, f'have just {built} on {named}')}{took}" for named in names]

    def ground(self, state: BoardState, place: int) -> list[str]:
        """The type of a place, or in the Family edition the features that it touches: either may score for cards."""
        if state.view.version == "expert":
            return [TYPES[NEIGHBOURHOODS[place].type]]
        named = {"bridges": "bridge", "statues": "statue", "lakes": "lake", "edge": "outer edge"}
        return [name for feature, name in named.items() if FEATURES[feature] >> place & 1]

    def consequences(self, state: BoardState, place: int, value: int) -> list[str]:
        """Wordings of the points for building there now, the players who could outbid, and what it would let a rival
        do, the longest first.
        """
        assert state.viewer is not None
        gains, rivals = preview(state.view, state.viewer, place, value), outbidders(state, place, value)
        afters, briefly = ["cannot be outbid"], []
        if rivals:
            all_of_them = join_words(rivals, "or")
            who = all_of_them if len(rivals) == 1 else f"{len(rivals)} rivals"
            afters = [f"can be outbid by {all_of_them}", f"can be outbid by {who}"]
            briefly = ["can be outbid"]
        whole, some = (
            points_of_bid(state, gains),
            [", ".join(way) for words in in_brief(gains)[:1] for way in cut_off(words, gains)],
        )
        ways = ((points, after) for ways, ends in ((whole, afters), (whole, briefly), (some, [*afters, *briefly]))
                for points in ways for after in ends)  # fmt: skip
        if {"choices", "points"} & state.hides:
            return [f"{after}." for after in (*afters, *briefly)]
        pairs = [f"{points}; {after}" for points in whole for after in (*afters, *briefly)]
        ends, lost = ending_warnings(state, place, value), warnings(state, place, value)
        warned = [f"{points}; {end}." for end in ends for points in (*pairs, *whole)]
        if not ends:
            warned = [f"{pair}; {warning}." for warning in lost for pair in pairs]
        return [*warned, *(f"{end}." for end in ends), *(f"{points}; {after}." for points, after in ways)]


def tasks(state: BoardState) -> list[str]:
    """Wordings of the viewer's task, the longest first."""
    view: Metropolys = state.view
    enter, passes = state.enter, f"or pass ({state.keys['metropolys.pass']})"
    chosen = preferred(state) if state.picked else None
    if chosen is not None and chosen[0] == "bid":
        bid = f"bid {chosen[2]} on {NAMES[chosen[1]]}"
        return [f"{bid} ({enter} bids, {state.esc} clears)", f"{bid} ({enter})", bid]
    if value := value_first(state):
        return [
            f"bid your {value} where the cursor is ({enter} bids, {state.esc} clears)",
            f"bid your {value} at the cursor",
        ]
    if not view.bids:
        start = "start an auction"
        return [
            f"{start} on any free place ({enter}, or type a value)",
            f"{start} ({enter} or a value)",
            f"{start} ({enter})",
            start,
        ]
    _, place, least = view.bids[-1]
    bids = bids_on(state, None)
    if not bids:
        return [f"you cannot outbid {least}, so pass ({enter})", f"you cannot outbid {least}"]
    where = join_words([NAMES[there] for there in sorted({bid[1] for bid in bids})], "or")
    if passes_now(state):
        return [f"pass ({enter} passes, {state.esc} clears)", f"pass ({enter})"]
    bid = f"bid {at_least(bids)}"
    return [
        *(
            f"{bid} {there}{how}, {passes}"
            for how in (f" (type it, or {enter})", "")
            for there in (f"on {where}", f"next to {NAMES[place]}")
        ),
        f"{bid}, {passes}",
        f"bid {at_least(bids, '+')}, {passes}",
    ]


def points_of_bid(state: BoardState, gains: Preview) -> list[str]:
    """Wordings of what a bid would score if it were built now: what lasts, then what can pass to a rival with a single
    building, then what rivals lose or gain; at the end with each special card together with its token.
    """
    lasting, for_now = (
        [f"{n:+} {SOURCES[label]}" for label, n in gains.parts if (label in SPECIAL_CARDS) == special]
        for special in (False, True)
    )
    ways = [
        sentence(lasting, [*for_now, *lead]) if gains.is_brief else sentence([*lasting, *lead], for_now)
        for lead in leads_in_words(state, gains)
    ]
    rivals = join_words([f"{state.seats[seat].name} {n:+}" for seat, n in gains.rivals])
    brief = [", ".join(in_brief(gains)[0]) if in_brief(gains) else NO_POINTS]
    return list(dict.fromkeys("; ".join(filter(None, (way, rivals))) for way in [*ways, *brief]))


def sentence(lasting: list[str], for_now: list[str]) -> str:
    """Points in a phrase: "+1 subway; for now +3 subway card"."""
    if not for_now:
        return ", ".join(lasting) or NO_POINTS
    return "; ".join([*([", ".join(lasting)] if lasting else []), f"for now {', '.join(for_now)}"])


def task(view: Metropolys, seat: int, card: int) -> str:
    """An own card with its task, what it has earned, and the progress towards its next group."""
    points, next_group = paid(card, view.players[seat].places), progress(view, seat, card)
    notes = [f"earned {points}"] * bool(points) + ([f"next {next_group.full}"] if next_group else [])
    return f"{card_tasks(card)[1]} ({', '.join(notes)})" if notes else card_tasks(card)[1]


def leads_in_words(state: BoardState, gains: Preview) -> list[list[str]]:
    """A long and a short phrase for the district that a building would lead; empty ones for none."""
    if not gains.leads:
        return [[]]
    points, shared = (f"{HIGHEST:+} {word}{gains.leads} lead" for word in ("", "shared " * bool(gains.level)))
    whose = f", shared with {join_words([state.seats[seat].name for seat in gains.level])}" * bool(gains.level)
    why = "one building could take it" if gains.is_brief else gains.advantage
    return [[f"{points} ({why}{whose})"], [f"{shared} ({why})"], [shared]]


def sources(state: BoardState, seat: int, words: Mapping[str, str]) -> str:
    """The sources of a player's points in brackets, after a space: " (+3 trendy, +5 for leading North)"."""
    parts = [f"{n:+} {words[label]}" for label, n in state.game.score(state.view)[seat] if n and label in words]
    if names := led(state.view, seat):
        parts.append(f"{HIGHEST * len(names):+} for leading {join_words(names)}")
    return f" ({', '.join(parts)})" if parts else ""


def building_there(view: Metropolys, place: int) -> str:
    """A building by its value, or if it is hidden by its size: "7", "a medium building (6 to 9)"."""
    if view.values[place] != UNSEEN:
        return str(view.values[place])
    height = size_of(view, place)
    values = [value for value in BUILDINGS if size(value) == height]
    return f"a {SIZES[height]} building ({values[0]} to {values[-1]})"


def race(state: BoardState) -> str:
    """The number of buildings that everyone has built, the viewer first, and the number that ends the game."""
    built, most = [p.places.bit_count() for p in state.view.players], len(BUILDINGS)
    order = sorted(range(len(built)), key=lambda seat: seat != state.viewer)
    return f"Built of {most}: {', '.join(f'{state.seats[seat].name} {built[seat]}' for seat in order)}"


def outbidders(state: BoardState, place: int, value: int) -> list[str]:
    """Names of the players who could still outbid; empty if the bid would end the auction."""
    view: Metropolys = state.view
    after = apply(state.game, state.game.determinize(view, Random(0)), ("bid", place, value), Random(0))
    if not after.bids:
        return []
    return [
        state.seats[seat].name
        for seat, p in enumerate(view.players)
        if seat != view.player and not view.passed >> seat & 1 and higher(p.hand, value)
        if after.free & NEIGHBOURS[place]
    ]
