"""Texts for the table of 1906 San Francisco: prompts, consequences, refusals."""

from __future__ import annotations

from tabletown.rules.core.text import join_words, plural, possessive
from tabletown.rules.sf1906.city import fitting
from tabletown.rules.sf1906.decision_facts import cost, payable
from tabletown.rules.sf1906.limits import MONEY_MAX
from tabletown.rules.sf1906.notation import TYPE_WORDS
from tabletown.rules.sf1906.objectives import points as objective_points
from tabletown.rules.sf1906.state import (
    ACT,
    BONUS,
    BUILDINGS,
    CLEAR,
    NOBODY,
    OBJECTIVE,
    PERMIT,
    PLOT,
    SPACE,
    SPEND,
    STRIP,
    Sf1906,
    deck_size,
)
from tabletown.rules.sf1906.wording import bonus_year, permit_title, spent_title

from ...model.selection import Part
from ...narration.grammar import clause
from ...widgets.board_state import BoardState
from ...widgets.prompts import Prompts
from .board_facts import (
    COLLECT,
    NO_TOKEN,
    action_of,
    gives_bonus_only,
    holder_of,
    in_order,
    only_site,
    owner,
    permit_label,
    plot_words,
    viewing_player,
    viewing_seat,
)
from .detail_phrases import (
    BACK,
    about_pile,
    about_room,
    about_stop,
    action_texts,
    capital,
    cost_words,
    count_reached,
    effect_words,
    fit,
    full_cost,
    gives_back,
    going,
    joined,
    outcomes,
    own_turn,
    place_words,
    player_parts,
    plots_to_choose,
    price_words,
    said_of,
    space_texts,
    spending_words,
    taken,
)
from .objective_texts import TIED, objective_meaning, shares_rank
from .objective_texts import objective_title as short_title
from .preview import Preview, reach

PROMPTS = {
    SPACE: "put your token on a space (1 of 2)",
    ACT: "take an action (2 of 2), or collect $1",
    PERMIT: "take one of the permits on offer",
    OBJECTIVE: "take an objective, or draw from the deck",
    CLEAR: "clear rubble, or just move up ({instead})",
    SPEND: "pick permits ({first}-{last}) or a plot (arrows)",
    PLOT: "choose where to build (arrows or {next})",
}
PROMPTS |= {step: "take an urban card" for step in range(9) if step not in PROMPTS}
MIN_CARD_WIDTH = 100
"""Columns of a window that are enough for the card in the notice."""


class Sf1906Prompts(Prompts):
    """The texts beside the board, from the preview of the cursor's place."""

    def __init__(self, width: int, preview: Preview) -> None:
        super().__init__(width)
        self.preview = preview

    def prompt(self, state: BoardState) -> str:
        """The player's task, short enough for the narrowest window."""
        view: Sf1906 = state.view
        if view.step == SPACE and view.stop == STRIP:
            earnings = view.city.kit.earnings
            return f"pick an Earn row (1-{len(earnings)}); lowest acts first"
        year = bonus_year(view)
        if view.step == BONUS:
            return "choose your last bonus" if gives_bonus_only(view) else f"choose your bonus for {year}"
        if view.step in (PERMIT, OBJECTIVE) and view.stop == STRIP:
            return f"take {'a permit' if view.step == PERMIT else 'an objective'} as your {year} bonus"
        step = PROMPTS[view.step]
        if view.step == CLEAR and all(part[0] != "plot" for part in state.options):
            step = "move up the development board ({instead})"
        if view.step == PLOT and (site := only_site(state)):
            step = f"build on {site} ({{enter}})"
        if view.step == SPEND and len(legal := state.game.legal(view)) == 1:
            step = f"spend the only {'permit that fits' if len(legal[0]) == 2 else 'permits that fit'}: press {{enter}}"
        if view.step == SPEND and any(len(action) > 2 for action in state.game.legal(view)):
            step = "pick 1 or 2 permits ({first}-{last}), or a plot"
        count = len(view.players[viewing_seat(state)].permits)
        names = {"instead": "instead", "next": "next", "first": "choice-1", "last": f"choice-{max(count, 1)}"}
        return step.format(enter=state.enter, **{name: state.keys[f"sf1906.{key}"] for name, key in names.items()})

    def notice(self, state: BoardState) -> str:
        """The year, the card and the cost of building."""
        view: Sf1906 = state.view
        year = view.city.kit.years[view.year]
        if gives_bonus_only(view):
            return f"Last bonus: building costs ${year.build_cost}"
        if self.width < MIN_CARD_WIDTH and view.stop == STRIP:
            return f"{year.year}: building costs ${year.build_cost}"
        if self.width < MIN_CARD_WIDTH:
            return f"{year.year}, card {view.stop} of {len(view.ring)}, build ${year.build_cost}"
        where = "earnings" if view.stop == STRIP else f"card {view.stop} of {len(view.ring)}"
        return f"{year.year}, {where}, building costs ${year.build_cost}"

    def alarm(self, state: BoardState) -> str:
        """A warning that a player's last building is built or near, or that the last year has come; empty before."""
        view: Sf1906 = state.view
        price = view.city.kit.years[view.year].build_cost
        if view.over:
            return ""
        if view.best_builder != NOBODY:
            return "Game ends after this card"
        last = [seat for seat, p in enumerate(view.players) if p.built.bit_count() == BUILDINGS - 1]
        if last:
            return clause(state.seats[last[0]].name, "have 1 building left")
        return f"Final year: build for ${price}" if view.year >= len(view.city.kit.years) - 2 else ""

    def warning(self, state: BoardState) -> str:
        """The notification with the alarm: the player who has built everything, or nearly, and the cost of building."""
        view: Sf1906 = state.view
        price = view.city.kit.years[view.year].build_cost
        if view.best_builder != NOBODY:
            name = state.seats[view.best_builder].name
            return f"{clause(name, f'have built all {BUILDINGS} buildings')}: the game ends after this card."
        last = next((seat for seat, p in enumerate(view.players) if p.built.bit_count() == BUILDINGS - 1), None)
        if last is not None:
            return clause(state.seats[last].name, f"have one building left to build, for ${price}.")
        return f"This is the final year: building costs ${price}."

    def why(self, state: BoardState, part: Part) -> str:
        """The reason why the part cannot be picked now."""
        view: Sf1906 = state.view
        if part[0] != "plot" and view.step == PLOT:
            if site := only_site(state):
                return f"Your permits fit {site}: {state.enter} builds there."
            return f"Pick a plot first (arrows or {state.keys['sf1906.next']})."
        if part[0] == "choice":
            return f"There is no choice {part[1]} now."
        if part[0] == "permit" and view.step == SPEND:
            picked = {p[1] for p in state.picked if p[0] == "permit"} | {part[1]}
            held = [permit for permit in view.players[viewing_seat(state)].permits if permit in picked]
            if part[1] not in held:
                return "That permit is not in your hand."
            return state.game.refusal(view, ("spend", *held))
        if part[0] == "plot" and view.step == SPEND:
            return self.unreached(state, part[1])
        if part[0] == "slot" and view.step == SPACE and (whose := taken(state, part[1])):
            return whose
        action = action_of(view, part)
        return state.game.refusal(view, action) if action is not None else ""

    def unreached(self, state: BoardState, plot: int) -> str:
        """The reason why no permits of the player build on a plot, or the number of ways to build there."""
        view: Sf1906 = state.view
        if reach(state, plot):
            return f"{len(reach(state, plot))} ways: {state.keys['sf1906.way']} cycles."
        if view.free >> plot & 1 and view.rubble >> plot & 1:
            return f"{plot_words(view, plot)}: no permits fit, or clearing the rubble costs too much."
        return (
            "That plot is already built on."
            if not view.free >> plot & 1
            else (f"None of your permits, alone or in pairs, fits {plot_words(view, plot)}.")
        )

    def detail(self, state: BoardState, part: Part | None) -> str:
        return self.fitting(self.full_detail(state, part), *self.shorter(state, part))

    def full_detail(self, state: BoardState, part: Part | None) -> str:
        """A text about the picks or the part under the cursor, of any length."""
        view: Sf1906 = state.view
        if state.hint:
            return state.hint
        if state.active and state.picked and view.step == SPEND:
            return self.spending(state)
        if state.active and state.picked:
            action = action_of(view, state.picked[0])
            move = state.game.describe(view, action, "second") if action in state.left else ""
            return f"Picked. Press {state.enter} to play: {f'{move}.' if move else self.about(state, state.picked[0])}"
        return self.about(state, part)

    def about(self, state: BoardState, part: Part | None) -> str:
        """A text about a part of the table; empty if there is none."""
        view: Sf1906 = state.view
        match part:
            case ("slot", int(k)):
                return self.about_slot(state, k)
            case ("stop", int(n)):
                return about_stop(state, n)
            case ("plot", int(plot)):
                return self.about_plot(state, plot)
            case ("permit", int(permit)):
                return self.about_permit(state, permit)
            case ("pile", int(kind)):
                return self.fitting(*about_pile(view, kind))
            case ("room", _, _, bool(own)):
                return about_room(view, own)
            case ("objective", int(card)):
                return self.about_objective(state, card)
            case ("player", int(seat)):
                return self.about_player(state, seat)
            case ("deck",):
                return f"The deck has {plural(deck_size(view), 'objective')}; the one you draw stays secret."
            case ("do" | "urban" | "bonus", _):
                return self.about_choice(state, part)
        return ""

    def spending(self, state: BoardState) -> str:
        """A text about the permits picked: the plots they fit, the cost and the symbols they share."""
        view: Sf1906 = state.view
        picked = {p[1] for p in state.picked if p[0] == "permit"}
        way = tuple(permit for permit in view.players[viewing_seat(state)].permits if permit in picked)
        if not way:
            return "Pick one or two permits."
        reachable = in_order(view, payable(view, way, view.grant))
        if ("spend", *way) not in state.left:
            return f"{capital(permit_title(view.city.kit, way[0]))} fits no plot on its own; pick a second permit."
        prices = {plot: cost(view, ("plot", plot)).total for plot in reachable}
        alike = len({*prices.values()}) == 1
        price = f", {price_words(prices[reachable[0]])}" * alike
        types = join_words([f"a {TYPE_WORDS[kind]}" for kind in self.preview.shared])
        share = f"; both show {types}" if types else ""
        spent = join_words([spent_title(view.city.kit, permit) for permit in way])
        begin = f"{state.enter} spends {spent} to build on"
        each = {plot: "" if alike else f" ({price_words(n)})" for plot, n in prices.items()}
        sites = (
            join_words([f"{plot_words(view, plot)}{each[plot]}" for plot in reachable], "or"),
            join_words([f"{view.city.names[plot]}{each[plot]}" for plot in reachable], "or"),
            f"one of {len(reachable)} plots",
        )
        return self.fitting(*(f"{begin} {site}{price}{end}." for end in (share, "") for site in sites))

    def about_slot(self, state: BoardState, k: int) -> str:
        view: Sf1906 = state.view
        if view.over:
            return ""
        if view.step == SPACE and state.active:
            if ("slot", k) not in state.options:
                return taken(state, k) or state.game.refusal(view, ("space", k))
            money = view.players[viewing_seat(state)].money
            if view.stop == STRIP:
                dollars = view.city.kit.earnings[k]
                left = min(MONEY_MAX, money + dollars)
                return f"Earn ${dollars}: you will have ${left}. {capital(place_words(state, k))}."
            return space_texts(state, k, self.preview.offers[k])[0]
        if view.step == ACT and state.active and (offer := self.preview.offers[k]):
            return action_texts(state, k, offer)[0]
        done = "" if state.active else own_turn(state, k)
        return done or f"{going(state, k)}: {effect_words(state, k)}."

    def shorter(self, state: BoardState, part: Part | None) -> tuple[str, ...]:
        """Shorter texts: for a space without the action's effect or the turn order, for a player without the
        development and with the last action in few words or left out. Empty for other parts.
        """
        view: Sf1906 = state.view
        match part:
            case ("slot", int(k)) if self.preview.offers and part in state.options and view.step == SPACE:
                return tuple(space_texts(state, k, self.preview.offers[k])[1:])
            case ("slot", int(k)) if self.preview.offers and (offer := self.preview.offers[k]):
                return tuple(action_texts(state, k, offer)[1:])
            case ("slot", int(k)) if not state.active and (done := own_turn(state, k, brief=True)):
                return (done,)
            case ("player", int(seat)):
                spoken = player_parts(state, seat)[1]
                points, did, _, face_up = player_parts(state, seat, brief=True)
                count = plural(len(view.players[seat].open), "open objective")
                without = joined(points, face_up), joined(points, count)
                return joined(points, spoken, face_up), joined(points, did, face_up), *without
        return ()

    def about_plot(self, state: BoardState, plot: int) -> str:
        """A text about a plot: its building, the effect of building or clearing there, or the permits that fit."""
        view: Sf1906 = state.view
        what = plot_words(view, plot)
        rubble = ", rubble" if view.rubble >> plot & 1 else ""
        seat = owner(view, plot)
        if seat is not None:
            new = ", new since your last move" * bool(state.before.free >> plot & 1)
            return f"{capital(what)}: {possessive(state.seats[seat].name)} building{new}."
        action = action_of(view, ("plot", plot))
        if state.active and view.step in (PLOT, CLEAR) and action is not None:
            if ("plot", plot) not in state.options:
                why = state.game.refusal(view, action)
                return self.fitting(f"{capital(what)}. {why}", why)
            price = full_cost(state, action)
            moves = [f"Build on {what}{rubble}", f"Build on {what}"] if view.step == PLOT else [f"Clear {what}"]
            *ways, effect = outcomes(state, action)
            verb = "Build on" if view.step == PLOT else "Clear"
            back = BACK * (view.step == CLEAR and gives_back(view))
            dollars = f"${price.total}{' with the card' * (price != cost(view, action))}{back}"
            in_full = f"{moves[0]}: {cost_words(price)}{back}"
            names = in_full, moves[-1], f"{verb} {view.city.names[plot]}"
            starts = names[0], *(f"{name}: {dollars}" for name in names[1:])
            detailed = [f"{start}, {way}." for way in ways for start in starts]
            brief = [f"{move}: {dollars}, {effect}." for move in moves]
            return self.fitting(*detailed, f"{in_full}, {effect}.", *brief)
        pairs = [
            " + ".join(permit_title(view.city.kit, p) for p in way)
            + (f" ({' or '.join(TYPE_WORDS[k] for k in share)})" if share else "")
            for way, share in reach(state, plot)
        ]
        if pairs:
            texts = [", ".join(pairs[:n]) + f" and {len(pairs) - n} more" * (len(pairs) > n) for n in (4, 3, 2, 1)]
            first = " + ".join(permit_label(view, p) for p in reach(state, plot)[0][0])
            more = f" and {len(pairs) - 1} more" * (len(pairs) > 1)
            short = f"{capital(what)}{rubble}; permits that fit: {first}{more}."
            return self.fitting(*(f"{capital(what)}{rubble}; permits that fit: {text}." for text in texts), short)
        if state.active and view.step == SPEND:
            return self.unreached(state, plot)
        return self.fitting(*(f"{capital(what)}{rubble}: {text}." for text in self.on_offer_for(state, plot)))

    def on_offer_for(self, state: BoardState, plot: int) -> tuple[str, ...]:
        """Phrases about a plot that no permits of the player shown fit: the permits on offer that would help."""
        view: Sf1906 = state.view
        held = viewing_player(state).permits
        whose = "your" if viewing_seat(state) == state.viewer else "these"
        none = f"none of {whose} permits fits, alone or in pairs" if held else "no permit in hand fits"
        alone = [p for p in view.permit_row if fitting(view.city, (p,), False) >> plot & 1]
        paired = [p for p in view.permit_row if any(fitting(view.city, (p, own), False) >> plot & 1 for own in held)]
        if not (helping := alone or paired):
            return (none,)
        names = join_words([permit_title(view.city.kit, p) for p in helping], "or")
        with_one = "" if alone else f" with one of {'yours' if whose == 'your' else 'these'}"
        return f"{none}; {names}, on offer, would{with_one}", f"{none}; {names}, on offer, would", none

    def about_permit(self, state: BoardState, permit: int) -> str:
        """A text about a permit: the plots it fits alone, and if it is in the row those it fits with held permits."""
        view: Sf1906 = state.view
        wild = view.city.kit.permits[permit].colour is None
        if state.active and view.step == PLOT:
            return self.fitting(*plots_to_choose(state))
        names = "A wild permit" if wild else capital(permit_title(view.city.kit, permit))
        held = view.players[viewing_seat(state)].permits
        alone = fit(view, (permit,))
        if permit in held and view.step == SPEND:
            return f"{names} fits {spending_words(view, permit)}."
        if permit in held:
            return f"{names} fits {alone or 'no free plot on its own'}."
        pairs = [text for other in held if (text := fit(view, (other, permit))) and text != alone]
        fits = f"{names} alone fits {alone}" if alone else f"{names} fits no free plot on its own"
        if not pairs:
            return f"{fits}."
        plots = plural(count_reached(view, held, permit), "plot")
        ways = ("paired with one of your permits, it fits", "with one of your permits, it fits", "with one of yours,")
        return self.fitting(*(f"{fits}; {way} {plots}." for way in ways))

    def about_objective(self, state: BoardState, card: int) -> str:
        view: Sf1906 = state.view
        seat = holder_of(state, card)
        own = "you" if seat == state.viewer else state.seats[seat].name
        now = objective_points(view, seat, card)
        meaning = objective_meaning(view, card)
        texts = [f"{meaning}; {now} for {own} now."]
        if shares_rank(view, card, now):
            ways = " now: tied players share points", " now: a tie", ": a tie"
            texts = [f"{meaning}; {TIED}{now} for {own}{way}." for way in ways]
        return self.fitting(*(f"{short_title(view, card)}: {text}" for text in texts), *map(capital, texts))

    def about_player(self, state: BoardState, seat: int) -> str:
        """A text about a player: points, last action, development, objectives face up."""
        return joined(*player_parts(state, seat))

    def about_choice(self, state: BoardState, part: Part) -> str:
        """The effect of a choice of the open card, or the reason why it is not possible."""
        view: Sf1906 = state.view
        if part not in state.options:
            if part == COLLECT:
                return "You can collect $1 instead of an action."
            if part == NO_TOKEN:
                return "Clear up without a token: $2."
            if part[0] == "bonus" and not state.active:
                return f"One of the {bonus_year(view)} bonuses; each player takes one."
            action = action_of(view, part)
            return state.game.refusal(view, action) if action is not None else ""
        action = action_of(view, part)
        assert action is not None
        return self.fitting(*(f"{said_of(state, action)}: {effect}." for effect in outcomes(state, action)))
