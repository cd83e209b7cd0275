"""What the table of 1906 San Francisco says: prompts, consequences, why something cannot be."""

from __future__ import annotations

from random import Random

from tabletown.rules.core.game import Action, apply, total_points
from tabletown.rules.core.text import plural
from tabletown.rules.sf1906.city import fitting, places
from tabletown.rules.sf1906.components import model as c
from tabletown.rules.sf1906.costs import Cost, cost, estimate, payable, place_after
from tabletown.rules.sf1906.notation import TYPE_WORDS, permit_names
from tabletown.rules.sf1906.objectives import points as objective_points
from tabletown.rules.sf1906.score import parts as score_parts
from tabletown.rules.sf1906.state import (
    ACT,
    BONUS,
    BUILDINGS,
    CLEAR,
    NOBODY,
    OBJECTIVE,
    PERMIT,
    PERMIT_LIMIT,
    PLOT,
    ROW,
    SPACE,
    SPEND,
    STRIP,
    URBAN,
    Sf1906,
    deck_size,
)
from tabletown.rules.sf1906.wording import objective_title, space_title

from ...model.selection import Part
from ...narration.grammar import clause
from ...widgets.board_state import BoardState
from .board_facts import (
    COLLECT,
    NO_TOKEN,
    holder_of,
    lately,
    objective_value,
    owner,
    permit_label,
    plot_label,
    plot_words,
    seat_of,
    stops,
    symbols,
)
from .board_facts import objective_title as short_title
from .preview import Look, Offer, reach

ORDINALS = ("1st", "2nd", "3rd", "4th")


def prompt(scene: BoardState) -> str:
    """What is asked, short enough for the narrowest window."""
    view: Sf1906 = scene.view
    if view.step == SPACE and view.stop == STRIP:
        return "take earnings; the rightmost acts first"
    year = view.city.kit.years[view.year].year
    if view.step == BONUS:
        return f"choose the bonus of {year}"
    if view.step in (PERMIT, OBJECTIVE) and view.stop == STRIP:
        return f"bonus of {year}: take {'a permit' if view.step == PERMIT else 'an objective'}"
    step = PROMPTS[view.step]
    if view.step == CLEAR and all(part[0] != "plot" for part in scene.options):
        step = "no rubble in reach: step up only ({instead})"
    return step.format(enter=scene.enter, instead=scene.keys["sf1906.instead"], next=scene.keys["sf1906.next"])


PROMPTS = {
    SPACE: "choose a space (sets action and order)",
    ACT: "choose an action, or collect $1 ({instead})",
    PERMIT: "take a permit from the row",
    OBJECTIVE: "take an objective, or draw from the deck",
    CLEAR: "clear rubble, or just step up ({instead})",
    SPEND: "pick permits or a plot; {enter} spends",
    PLOT: "choose where to build ({next}: next)",
}
PROMPTS |= {step: "take an urban card" for step in range(9) if step not in PROMPTS}


def notice(scene: BoardState) -> str:
    view: Sf1906 = scene.view
    year = view.city.kit.years[view.year]
    where = "earnings" if view.stop == STRIP else f"card {view.stop}/{len(view.ring)}"
    return f"{year.year}: build ${year.build_cost}, {where}"


def alarm(scene: BoardState) -> str:
    """That the last building stands or is near, or that the last year runs; and what building costs."""
    view: Sf1906 = scene.view
    price = view.city.kit.years[view.year].build_cost
    if view.over:
        return ""
    if view.best_builder != NOBODY:
        return f"LAST TURNS: {BUILDINGS} buildings built"
    last = [seat for seat, p in enumerate(view.players) if p.built.bit_count() == BUILDINGS - 1]
    if last:
        return f"LAST BUILDING: {scene.seats[last[0]].name}, ${price}"
    return f"LAST YEAR: build ${price}" if view.year >= len(view.city.kit.years) - 2 else ""


def warning(scene: BoardState) -> str:
    """What pops up with the alarm: who has one left to build, and at what price."""
    view: Sf1906 = scene.view
    last = next((seat for seat, p in enumerate(view.players) if p.built.bit_count() == BUILDINGS - 1), None)
    if view.best_builder != NOBODY or last is None:
        return f"{alarm(scene)}."
    price = view.city.kit.years[view.year].build_cost
    return f"LAST BUILDING: {clause(scene.seats[last].name, f'have one left to build, for ${price}.')}"


def action_of(view: Sf1906, part: Part) -> Action | None:
    """The action that a part alone stands for at this step."""
    match part:
        case ("slot", int(k)):
            return ("space" if view.step == SPACE else "act", k)
        case ("do", str(which)):
            return (which,)
        case ("permit", int(permit)):
            return ("spend" if view.step == SPEND else "permit", permit)
        case ("objective", int(card)):
            return ("objective", card)
        case ("deck",):
            return ("objective_deck",)
        case ("plot", int(plot)):
            return ("clear" if view.step == CLEAR else "plot", plot)
        case ("urban" | "bonus", _):
            return part
    return None


def why(scene: BoardState, part: Part) -> str:
    """Why the part cannot be picked now."""
    view: Sf1906 = scene.view
    if part[0] == "permit" and view.step == SPEND:
        picked = {p[1] for p in scene.picked if p[0] == "permit"} | {part[1]}
        held = [permit for permit in view.players[seat_of(scene)].permits if permit in picked]
        if part[1] not in held:
            return "That permit is not in your hand."
        return scene.game.refusal(view, ("spend", *held))
    if part[0] == "plot" and view.step == SPEND:
        return unreached(scene, part[1])
    action = action_of(view, part)
    return scene.game.refusal(view, action) if action is not None else ""


def unreached(scene: BoardState, plot: int) -> str:
    """Why no permits of one's own can build there."""
    view: Sf1906 = scene.view
    if reach(scene, plot):
        return f"{len(reach(scene, plot))} ways: {scene.keys['sf1906.way']} cycles."
    if view.free >> plot & 1 and view.rubble >> plot & 1:
        return f"{plot_words(view, plot)}: your permits do not fit, or you cannot afford the rubble."
    return (
        "That plot is already built on."
        if not view.free >> plot & 1
        else (f"None of your permits, alone or in pairs, fits {plot_words(view, plot)}.")
    )


# What the cursor and the picks mean


def detail(scene: BoardState, part: Part | None, look: Look) -> str:
    view: Sf1906 = scene.view
    if scene.active and scene.picked and view.step == SPEND:
        return spending(scene, look)
    if scene.active and scene.picked:
        return f"Picked; {scene.enter} plays: {about(scene, scene.picked[0], look)}"
    return about(scene, part, look)


def about(scene: BoardState, part: Part | None, look: Look) -> str:
    """One thing on the table."""
    view: Sf1906 = scene.view
    match part:
        case ("slot", int(k)):
            return about_slot(scene, k, look)
        case ("stop", int(n)):
            return about_stop(scene, n)
        case ("plot", int(plot)):
            return about_plot(scene, plot)
        case ("permit", int(permit)):
            return about_permit(scene, permit)
        case ("room", *_):
            return f"Empty permit slot: {ROW} in the row; {PERMIT_LIMIT} at most per player."
        case ("objective", int(card)):
            return about_objective(scene, card)
        case ("player", int(seat)):
            return about_player(scene, seat)
        case ("deck",):
            return f"{plural(deck_size(view), 'objective')} unseen; a card from here stays secret."
        case ("do" | "urban" | "bonus", _):
            return about_choice(scene, part)
    return ""


def spending(scene: BoardState, look: Look) -> str:
    """The permits picked, the plots they reach, the symbols they share."""
    view: Sf1906 = scene.view
    picked = {p[1] for p in scene.picked if p[0] == "permit"}
    way = tuple(permit for permit in view.players[seat_of(scene)].permits if permit in picked)
    if not way:
        return "Pick one or two permits."
    found = places(payable(view, way, view.grant))
    if ("spend", *way) not in scene.left:
        return f"{' + '.join(permit_label(view, p) for p in way)} fits nothing alone: pick a second one."
    price = cost(view, ("spend", *way)).total
    share = f", share {' or '.join(TYPE_WORDS[kind] for kind in look.shared)}" if look.shared else ""
    plots = " ".join(f"{view.city.names[plot]}={plot_label(view, plot)}" for plot in found[:5])
    more = f" and {len(found) - 5} more" if len(found) > 5 else ""
    names = " + ".join(permit_names(view.city.kit)[permit] for permit in way)
    return f"{scene.enter} spends {names} (from ${price}){share}: {plots}{more}"


def about_slot(scene: BoardState, k: int, look: Look) -> str:
    view: Sf1906 = scene.view
    if view.over:
        return ""
    if view.step == SPACE and scene.active:
        if ("slot", k) not in scene.options:
            return scene.game.refusal(view, ("space", k))
        money = view.players[seat_of(scene)].money
        if view.stop == STRIP:
            dollars = view.city.kit.earnings[k]
            left = min(c.MONEY_MAX, money + dollars)
            return f"Earn ${dollars}, then ${left}; {place_words(scene, k)} to act on card 1."
        return f"To {going(scene, k)}: {place_words(scene, k)} next. Here: {own(look, k)}"
    if view.step == ACT and scene.active and look.offers:
        found = look.offers[k]
        title = space_title(stops(view)[view.stop][k])
        return f"{title.capitalize()}: {found.why or priced(found)}"
    return f"Space {k + 1}: {space_title(stops(view)[view.stop][k])}."


def shorter(scene: BoardState, part: Part | None, look: Look) -> tuple[str, ...]:
    """Of a space to go to, without the order: the ring shows it; of a player without the place on the development
    board, the last action as it is typed or not at all. Nothing for anything else.
    """
    view: Sf1906 = scene.view
    match part:
        case ("slot", int(k)) if view.step == SPACE and view.stop != STRIP and scene.active and part in scene.options:
            return (f"To {going(scene, k)}: {own(look, k)}",)
        case ("player", int(seat)):
            points, did, _, face_up = player_parts(scene, seat, typed=True)
            return joined(points, did, face_up), joined(points, face_up)
    return ()


def going(scene: BoardState, k: int) -> str:
    return space_title(stops(scene.view)[scene.view.stop][k])


def own(look: Look, k: int) -> str:
    """What the action of a space would cost who goes there, or why it could not be done."""
    if not look.offers:
        return "No action here, only the turn order."
    return look.offers[k].why or priced(look.offers[k])


def place_words(scene: BoardState, k: int) -> str:
    """As in "1st to 2nd of 3"."""
    first, last = place_after(scene.view, k)
    words = ORDINALS[first] if first == last else f"{ORDINALS[first]} to {ORDINALS[last]}"
    return f"{words} of {len(scene.seats)}"


def priced(offer: Offer) -> str:
    """The sum of the costs, what may come on top, and what is left."""
    named = [f"{name.replace('_', ' ')} ${n}" for name, n in zip(Cost._fields, offer.cost, strict=True) if n]
    total = f" = ${offer.cost.total}" if len(named) > 1 else ""
    more = ", ".join(f"{name} +${n}" for name, n in offer.more)
    gain = f", earns ${offer.gain}" if offer.gain else ""
    return f"{' + '.join(named) or 'free'}{total}{gain}; then ${offer.left}{f' ({more})' * bool(more)}."


def about_stop(scene: BoardState, n: int) -> str:
    view: Sf1906 = scene.view
    words = ", ".join(space_title(space) for space in stops(view)[n])
    if n == STRIP:
        return f"Earnings open every year: {words.replace('earnings ', '')}, then the year's bonus."
    return f"Card {n}: {words}."


def outcome(scene: BoardState, action: Action, price: int = 0) -> str:
    """Money and points of the one who acts after it; where an urban card is to be chosen yet, the price without it."""
    view: Sf1906 = scene.view
    seat = view.order[view.acted]
    after: Sf1906 = apply(scene.game, scene.game.determinize(view, Random(0)), action, Random(0))
    old, new = view.players[seat], after.players[seat]
    if after.step == URBAN and not after.over:
        return f"then ${old.money - price} for an urban card"
    phrases = [f"then ${new.money}"]
    known = action[0] != "objective_deck"
    before, then = (sum(n for _, n in score_parts(s, seat, s.players[seat])) for s in (view, after))
    if then != before and known:
        phrases.append(plural(then - before, "point", sign=True))
    return ", ".join(phrases)


def about_plot(scene: BoardState, plot: int) -> str:
    """What stands there; what building or clearing there would do; which permits reach it."""
    view: Sf1906 = scene.view
    what = plot_words(view, plot)
    rubble = ", rubble" if view.rubble >> plot & 1 else ""
    seat = owner(view, plot)
    if seat is not None:
        return f"{what}: built by {scene.seats[seat].name}."
    action = action_of(view, ("plot", plot))
    if scene.active and view.step in (PLOT, CLEAR) and action is not None:
        if ("plot", plot) not in scene.options:
            return f"{what}. {scene.game.refusal(view, action)}"
        price = cost(view, action)
        named = " + ".join(f"{name} ${n}" for name, n in zip(Cost._fields, price, strict=True) if n)
        verb = "Build on" if view.step == PLOT else "Clear"
        return f"{verb} {what}{rubble}: {named or 'free'}; {outcome(scene, action, price.total)}."
    found = [
        "+".join(permit_label(view, p) for p in way) + (f" ({'/'.join(TYPE_WORDS[k] for k in share)})" if share else "")
        for way, share in reach(scene, plot)
    ]
    if found:
        return f"{what}{rubble}: {', '.join(found[:4])}{f' and {len(found) - 4} more' if len(found) > 4 else ''}"
    none = why(scene, ("plot", plot)) if scene.active and view.step == SPEND else "no permit shown fits."
    return none if none.startswith(what) else f"{what}{rubble}: {none}"


def about_permit(scene: BoardState, permit: int) -> str:
    """What it fits alone; in the row also what it makes with those held."""
    view: Sf1906 = scene.view
    names = f"{permit_label(view, permit)} ({symbols(view, permit)})"
    held = view.players[seat_of(scene)].permits
    alone = fit(view, (permit,))
    if permit in held and view.step == SPEND:
        return f"{names} builds on {plot_names(view, payable(view, (permit,), view.grant)) or 'nothing alone'}."
    if permit in held:
        return f"{names} fits {alone or 'no free plot alone'}."
    pairs = [text for other in held if (text := fit(view, (other, permit))) and text != alone]
    with_held = f"; with yours {plural(count_reached(view, held, permit), 'plot')}" if pairs else ""
    return f"{names} fits {alone or 'no free plot alone'}{with_held}."


def fit(view: Sf1906, way: tuple[int, ...]) -> str:
    """Names of the free plots that permits fit."""
    return plot_names(view, fitting(view.city, way, False) & view.free)


def plot_names(view: Sf1906, plots: int) -> str:
    return " ".join(view.city.names[plot] for plot in places(plots))


def count_reached(view: Sf1906, held: tuple[int, ...], permit: int) -> int:
    """How many free plots the permit reaches together with one of those held."""
    found = 0
    for other in held:
        found |= fitting(view.city, (other, permit), False)
    return (found & view.free).bit_count()


def about_objective(scene: BoardState, card: int) -> str:
    view: Sf1906 = scene.view
    seat = holder_of(scene, card)
    title, value = objective_title(view.city.kit, card), objective_value(view, card)
    pays = f"{plural(int(value), 'point')} each" if value.isdigit() else "as on its sidebar"
    pays = f"{value} points by rank" if "/" in value else pays
    own = "you" if seat == scene.viewer else scene.seats[seat].name
    now = objective_points(view, seat, card)
    return f"{title[:1].upper()}{title[1:]}: {pays}; {now} for {own} now."


def about_player(scene: BoardState, seat: int) -> str:
    """Points, the last action, what lies open."""
    return joined(*player_parts(scene, seat))


def player_parts(scene: BoardState, seat: int, typed: bool = False) -> tuple[str, str, str, str]:
    """Points, the last action, the place on the development board, what lies open."""
    view: Sf1906 = scene.view
    p = view.players[seat]
    total = total_points(estimate(view, seat))
    known = "" if not p.secret or seat == scene.viewer or view.over else " + secrets" if typed else " without secrets"
    points = f"{scene.seats[seat].name}: {plural(total, 'point')}{known}"
    did = lately(scene, seat)[typed]
    open_ = ", ".join(short_title(view, card) for card in p.open)
    level = f"development {view.city.kit.grid[p.row][p.column]}"
    return points, did and f"last: {did}", level, f"face up: {open_ or 'none'}"


def joined(*parts: str) -> str:
    return f"{'; '.join(filter(None, parts))}."


def about_choice(scene: BoardState, part: Part) -> str:
    """A step that is one choice: what it would do."""
    view: Sf1906 = scene.view
    if part not in scene.options:
        if part == COLLECT:
            return "You can collect $1 instead of any action."
        if part == NO_TOKEN:
            return "Clear up without a token: $2."
        action = action_of(view, part)
        return scene.game.refusal(view, action) if action is not None else ""
    action = action_of(view, part)
    assert action is not None
    return f"{said_of(scene, action)}: {outcome(scene, action)}."


def said_of(scene: BoardState, action: Action) -> str:
    """The action, begun with a capital."""
    text = scene.game.describe(scene.view, action, "second")
    return text[:1].upper() + text[1:]
