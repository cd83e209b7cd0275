"""1906 San Francisco in lines of text: ring, rows, city, players, consequences of an action."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from tabletown.rules.core.game import Action, total_points
from tabletown.rules.core.text import join_words, plural
from tabletown.rules.sf1906.building import shared, urban_cost
from tabletown.rules.sf1906.city import places
from tabletown.rules.sf1906.components.model import URBAN_TYPES, Bonus, Components
from tabletown.rules.sf1906.decision_facts import cost, estimate, place_after
from tabletown.rules.sf1906.limits import PERMIT_LIMIT
from tabletown.rules.sf1906.notation import TYPE_WORDS, objective_names, permit_names
from tabletown.rules.sf1906.objectives import points as objective_points
from tabletown.rules.sf1906.objectives import urban_count
from tabletown.rules.sf1906.refusal import task as task_at_step
from tabletown.rules.sf1906.state import BUILDINGS, FACE_DOWN, SPACE, STRIP, Sf1906, deck_size
from tabletown.rules.sf1906.wording import describe, objective_title, permit_title, space_title, symbol_words

from ...narration.events import Event
from ...narration.grammar import clause, owned
from .board_facts import ORDINALS, gives_bonus_only, in_order, owner, plot_words, stops, tokens_at
from .objective_texts import objective_meaning


def task(view: Sf1906) -> str:
    return task_at_step(view)


def in_short(view: Sf1906, action: Action) -> str:
    """A move in a few words; with what a sidebar pays, which the title of its objective does not say."""
    text = describe(view, action, "second", brief=True)
    if action[0] == "objective" and view.city.kit.objectives[action[1]].kind.endswith("_sidebar"):
        return f"{text} ({objective_meaning(view, action[1])})"
    return text


def phase(view: Sf1906) -> str:
    if gives_bonus_only(view):
        return "Last bonus"
    return f"{view.city.kit.years[view.year].year}, {stop_title(view, view.stop)}"


def stop_title(view: Sf1906, stop: int) -> str:
    return "earnings" if stop == STRIP else f"card {stop} of {len(view.ring)}"


def status(view: Sf1906, seat: int) -> str:
    p = view.players[seat]
    held = join_words([permit_names(view.city.kit)[permit] for permit in p.permits]) or "none"
    return f"${p.money}; {plural(p.hand, 'building')} in hand; permits: {held}"


# The table


def table(view: Sf1906, seat: int | None, names: Sequence[str]) -> list[str]:
    """Lines for the year, the current stop, the rows, common objectives, urban cards, the other stops and the city."""
    year = view.city.kit.years[view.year]
    lines = [
        f"{sentence_year(view)}: building costs ${year.build_cost}; the bonus is {bonus(year.bonus, view.year == 0)}."
    ]
    lines += current_stop(view, names)
    lines += [f"Permit on offer, {permit_words(view, permit)}." for permit in view.permit_row]
    lines += [f"Objective on offer: {objective_words(view, seat, card)}." for card in view.objective_row]
    lines += [f"{plural(deck_size(view), 'objective')} in the deck."]
    lines += [f"Common objective: {objective_words(view, seat, card)}." for card in view.common]
    lines += [pile(view, kind) for kind in range(len(URBAN_TYPES))]
    lines += [ring_stop(view, stop) for stop in range(1, len(view.ring) + 1) if stop != view.stop]
    return [*lines, *city(view, names)]


def sentence_year(view: Sf1906) -> str:
    """The year at the start of a sentence, or the last bonus, which comes after the last year."""
    return "Last bonus" if gives_bonus_only(view) else str(view.city.kit.years[view.year].year)


def bonus(parts: Sequence[Bonus], all_of_it: bool) -> str:
    words = [
        f"${part.dollars}{' for each building' * part.per_built}" if part.kind == "money" else BONUSES[part.kind]
        for part in parts
    ]
    return join_words(words, "and" if all_of_it else "or")


BONUSES = {
    "building": "a building",
    "permit": "a permit",
    "objective": "an objective",
    "right": "a free step right",
    "build": "to build",
}


def current_stop(view: Sf1906, names: Sequence[str]) -> list[str]:
    """Lines for the spaces of the current stop, the tokens there, and the players still to act."""
    lines = ["The last bonus has no earnings before it."] if gives_bonus_only(view) else spaces(view, names)
    if to_come := [names[who] for who in view.order[view.acted + (view.step != SPACE) :]]:
        lines.append(f"Still to act here, in order: {', '.join(to_come)}.")
    return lines


def spaces(view: Sf1906, names: Sequence[str]) -> list[str]:
    """Lines for the current stop, its spaces and the tokens there."""
    lying = tokens_at(view, view.stop)
    lines = [
        f"This is {stop_title(view, view.stop)}. The further down your space is, the sooner you act on the next card."
    ]
    for k, space in enumerate(stops(view)[view.stop]):
        who = f", {names[lying[k]]} is there" if k in lying else ""
        lines.append(f"Space {k + 1}: {space_title(space)}{who}.")
    return lines


def ring_stop(view: Sf1906, stop: int) -> str:
    return f"Card {stop}: {stop_words(view, stop)}."


def stop_words(view: Sf1906, stop: int) -> str:
    """The spaces of a stop, from left to right."""
    return ", ".join(space_title(space) for space in stops(view)[stop])


def permit_words(view: Sf1906, permit: int) -> str:
    """A permit with its notation: "R3LP: red 3, light and park"."""
    return f"{permit_names(view.city.kit)[permit]}: {permit_meaning(view, permit)}"


def permit_meaning(view: Sf1906, permit: int) -> str:
    """A permit in words: "red 3, light and park"."""
    kit = view.city.kit
    p = kit.permits[permit]
    what = "wild (any colour and number)" if p.colour is None else permit_title(kit, permit)
    return f"{what}, {join_words(symbol_words(kit, permit))}"


def objective_words(view: Sf1906, seat: int | None, card: int, when: str = "for you now") -> str:
    """An objective: name to type, title, scoring rule, and unless `seat` is None its points for that seat now, followed
    by `when`.
    """
    kit = view.city.kit
    now = "" if seat is None else f"; {objective_points(view, seat, card)} {when}"
    name, title = objective_names(kit)[card], objective_title(kit, card)
    titled = name if title.casefold() == name.replace("-", " ") else f"{name}, {title}"
    return f"{titled}, {objective_meaning(view, card)}{now}"


def pile(view: Sf1906, kind: int) -> str:
    """A sentence about the urban cards of a type: number left, and points and price of the next."""
    kit = view.city.kit
    left = view.piles[kind]
    title = f"Urban cards, {TYPE_WORDS[kind]}: {left} left"
    if not left:
        return f"{title}."
    price = f" for ${urban_cost(view, kind)}" if urban_cost(view, kind) else ""
    if kind == 0:
        held, points = (", ".join(map(str, row)) for row in (range(1, len(kit.lights)), kit.lights[1:]))
        return f"{title}; holding {held} scores {points} points."
    top = kit.urban_cards[kit.piles[kind][len(kit.piles[kind]) - left]]
    return f"{title}; the next scores {plural(top.points, 'point')}{price}."


def city(view: Sf1906, names: Sequence[str]) -> list[str]:
    """Lines for the free plots of each colour, with rubble marked, then for each player's buildings."""
    c, lines = view.city, []
    for colour, word in enumerate(c.kit.colours):
        free = [
            f"{c.names[plot]} {c.numbers[plot]}{' with rubble' * (view.rubble >> plot & 1)}"
            for plot in sorted(places(view.free & c.of_colour[colour]), key=lambda plot: c.numbers[plot])
        ]
        lines.append(f"Free {word} plots and their numbers: {', '.join(free) or 'none'}.")
    for who, name in enumerate(names):
        if built := in_order(view, view.players[who].built):
            lines.append(f"{clause(name, 'have built on')} {'; '.join(plot_words(view, plot) for plot in built)}.")
    return lines


def details(view: Sf1906, seat: int | None, names: Sequence[str]) -> list[str]:
    """A line for each plot, with the adjacent plots."""
    c, lines = view.city, []
    for plot in places(c.all):
        who = owner(view, plot)
        stands = "free" if who is None else clause(names[who], "have built here")
        rubble = ", rubble" * (view.rubble >> plot & 1)
        corner = ", a corner of the map" * (c.corners >> plot & 1)
        beside = " ".join(c.names[other] for other in places(c.neighbours[plot]))
        what = f"{c.kit.colours[c.colours[plot]]} {c.numbers[plot]}"
        lines.append(f"{c.names[plot]}: {what}, {stands}{rubble}{corner}; next to {beside}.")
    return lines


# Players


def player(view: Sf1906, seat: int | None, who: int, names: Sequence[str]) -> list[str]:
    kit, p = view.city.kit, view.players[who]
    points = total_points(estimate(view, who))
    hidden = FACE_DOWN in p.secret
    urban = [plural(n, f"{TYPE_WORDS[k]} card") for k in range(len(URBAN_TYPES)) if (n := urban_count(view.city, p, k))]
    facts = [
        f"have {plural(points, 'point')} so far" + ", not counting secret objectives" * hidden,
        f"have ${p.money}",
        f"have {plural(p.hand, 'building')} in hand, {p.pool} in the pool, {p.built.bit_count()} of {BUILDINGS} built",
        f"hold {len(p.permits)} of {PERMIT_LIMIT} permits",
        f"are on urban step {p.column} and clear-up step {p.row}, worth {plural(kit.grid[p.row][p.column], 'point')}",
        f"have {plural(p.rubble, 'rubble token')}",
        f"have {join_words(urban) or 'no urban cards'}",
    ]
    lines = [clause(names[who], f"{fact}.") for fact in facts]
    lines += [f"{owned(names[who])} permit {permit_words(view, permit)}." for permit in p.permits]
    for kind, held in (("open", p.open), ("secret", p.secret)):
        face_up = [card for card in held if card != FACE_DOWN]
        now = "for you now" if who == seat else "now"
        lines += [f"{owned(names[who])} {kind} objective: {objective_words(view, who, card, now)}." for card in face_up]
    if hidden:
        lines.append(clause(names[who], f"have {plural(p.secret.count(FACE_DOWN), 'secret objective')}."))
    return lines


# What happened


def news(before: Sf1906, action: Action, after: Sf1906, names: Sequence[str]) -> list[Event]:
    """Events that followed automatically: bonuses, urban cards, new cards in the rows, the next card or year."""
    who = before.order[before.acted]
    old, new = before.players[who], after.players[who]
    results = [clause(names[who], f"{text}.") for text in gained(before, action, after, who)]
    results += [f"It is {objective_words(after, None, c)}." for c in new.secret[len(old.secret) :] if c != FACE_DOWN]
    if new.money != old.money:
        results.append(clause(names[who], f"have ${new.money} now."))
    if after.best_builder != before.best_builder:
        results.append(clause(names[who], "take Best Builder. The game ends after this card."))
    results += [clause(names[seat], f"{last_bonus(after)}.") for seat in given_last_bonus(before, after)]
    return [*(Event("result", text) for text in results), *turned_up(before, after), *next_stop(before, after, names)]


def turned_up(before: Sf1906, after: Sf1906) -> list[Event]:
    """Events for the permits and objectives that are new in the rows."""
    permits = [n for n in after.permit_row if n not in before.permit_row]
    objectives = [n for n in after.objective_row if n not in before.objective_row]
    lines = [f"New permit on offer, {permit_words(after, n)}." for n in permits]
    lines += [f"New objective on offer: {objective_words(after, None, n)}." for n in objectives]
    return [Event("supply", line) for line in lines]


def next_stop(before: Sf1906, after: Sf1906, names: Sequence[str]) -> list[Event]:
    """Events for the start of the next card or year, with its turn order; empty if the stop is the same."""
    if after.over or (after.year, after.stop) == (before.year, before.stop):
        return []
    year = after.city.kit.years[after.year]
    stop = f"Card {after.stop} of {len(after.ring)}: {stop_words(after, after.stop)}."
    if after.year != before.year:
        begins, given = f"{sentence_year(after)} begins", bonus(year.bonus, False)
        stop = f"{begins}: building costs ${year.build_cost}; the bonus is {given}."
    order = f"Order: {', '.join(names[seat] for seat in after.order)}."
    return [Event("result", stop), Event("order", order)]


def last_bonus(view: Sf1906) -> str:
    """The money of the last bonus, which is taken without being asked where nothing can be built, in a phrase."""
    money = next(part for part in view.city.kit.years[-1].bonus if part.kind == "money")
    return f"take ${money.dollars} as the last bonus"


def given_last_bonus(before: Sf1906, after: Sf1906) -> tuple[int, ...]:
    """The players who got the money of the last bonus between two positions without a move of their own."""
    if not gives_bonus_only(after):
        return ()
    first = before.acted + 1 if gives_bonus_only(before) else 0
    return after.order[first : after.acted]


def gained(before: Sf1906, action: Action, after: Sf1906, who: int) -> list[str]:
    """A player's gains besides those that the action names, as sentences without subject."""
    old, new = before.players[who], after.players[who]
    phrases = []
    if action[0] == "space":
        phrases += ["take a building as the bonus"] * (new.hand > old.hand)
        phrases += ["move one step right on the development board as the bonus"] * (new.column > old.column)
    steps = new.column - old.column + new.row - old.row
    if action[0] in ("plot", "urban", "no_urban", "clear") and steps > 0:
        phrases.append(f"move {plural(steps, 'step')} on the development board")
    return phrases


def aside(view: Sf1906, action: Action) -> str:
    """A remark about an action: its cost, the next place in turn order, or the symbols that permits share."""
    if action[0] == "spend":
        types = [f"a {TYPE_WORDS[kind]}" for kind in shared(view.city, action[1:])] if len(action) > 2 else []
        return f"both show {join_words(types)}" if types else ""
    if action[0] == "space" and view.step == SPACE:
        first, last = place_after(view, action[1])
        words = ORDINALS[first] if first == last else f"{ORDINALS[first]} to {ORDINALS[last]}"
        return f"you act {words} on the next {'card' if view.stop < len(view.ring) else 'earnings spaces'}"
    if action[0] == "objective":
        seat = view.order[view.acted]
        return f"{objective_meaning(view, action[1])}; {objective_points(view, seat, action[1])} for you now"
    price = cost(view, action).total
    return f"costs ${price} in all" if price else ""


def all_named_moves(view: Sf1906) -> Iterator[tuple[str, Action]]:
    """Every move that can be named here, with its action, legal or not, so that refusals can be explained."""
    kit: Components = view.city.kit
    for k in range(len(stops(view)[view.stop])):
        yield f"space {k + 1}", ("space", k)
        yield f"act {k + 1}", ("act", k)
    for verb in ("collect", "objective_deck", "clear_up", "no_urban"):
        yield verb.replace("_", "-"), (verb,)
    titles = permit_names(kit)
    for permit, title in enumerate(titles):
        yield f"permit {title}", ("permit", permit)
        yield f"spend {title}", ("spend", permit)
    for first, second in combinations(view.players[view.order[view.acted]].permits, 2):
        yield f"spend {titles[first]} {titles[second]}", ("spend", first, second)
        yield f"spend {titles[second]} {titles[first]}", ("spend", first, second)
    for card, title in enumerate(objective_names(kit)):
        yield f"objective {title}", ("objective", card)
    for plot, title in enumerate(view.city.names):
        yield f"plot {title}", ("plot", plot)
        yield f"clear {title}", ("clear", plot)
    for kind, word in enumerate(TYPE_WORDS):
        yield f"urban {word.replace(' ', '-')}", ("urban", kind)
    for which in (*BONUSES, "money"):
        yield f"bonus {which}", ("bonus", which)
