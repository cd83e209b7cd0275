"""Reasons in words: on tables laid by hand, each phrase is there when it is true and not when it is not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tabletown import rules
from tabletown.rules.analysis.explain import FORCED, foreseen, reason, terms
from tabletown.rules.bots.bot import Candidate, Choice, Limit
from tabletown.rules.bots.ismcts import ismcts
from tabletown.rules.core.game import Action, Game, defaults
from tabletown.rules.core.reason import Reason
from tabletown.rules.splendor.cards import CARDS, COLOURS
from tabletown.rules.splendor.expansions import strongholds, trading_posts
from tabletown.rules.splendor.names import slot_label
from tests.rules.metropolys import positions as metropolys_positions
from tests.rules.metropolys.positions import erect
from tests.rules.sf1906 import positions as sf1906_positions
from tests.rules.splendor import positions as splendor_positions
from tests.rules.splendor.orient_positions import BLACKS, PATRON, buy, buying, discarding
from tests.rules.splendor.positions import bonuses, every, find, give, hold, lay, noble, spare, table

NAMES = ("You", "Hana", "Bruno", "Ines")
YOU = re.compile(r'^[^"]*\byour?\b')
"""A phrase that says "you" before any title."""


def reasons(s: Any, game: str, text: str, *more: str, seed: int = 0) -> list[Reason]:
    """Reasons given for a move, the strongest first; `more` are further moves of the line."""
    module = rules.load(game)
    player = module.turn(s)
    world, line = s, []
    for word in (text, *more):
        [a] = [a for a in module.legal(world) if module.notation(world, a) == word]
        line.append(a)
        world = world.copy()
        module.advance(world, a, Random(0))
    explained = terms(module, module.observe(s, player), tuple(line), NAMES, seed)
    return sorted(explained, key=lambda term: -term.weight)


def phrases(s: Any, game: str, text: str, *more: str, seed: int = 0) -> list[str]:
    """The phrases of the reasons for a move, the strongest first."""
    return [term.phrase for term in reasons(s, game, text, *more, seed=seed)]


# Splendor


def splendor(s: Any, *line: str) -> list[str]:
    return phrases(s, "splendor", *line)


def test_a_purchase_brings_points_and_makes_others_cheaper() -> None:
    s = table()
    card = lay(s, 4, find(level=1, points=2, cost="rrrrr"))
    give(s, 0, "rrrr*")
    colour = CARDS[card].bonus
    asked = [c for n, c in enumerate(s.market) if n != 4 and CARDS[c].cost[colour]]
    phrases = splendor(s, "buy 2-1")
    assert phrases[0] == "scores 2 points"
    assert f"a {COLOURS[colour]} bonus discounts {len(asked)} of the 11 cards on the table" in phrases


@pytest.mark.parametrize(("points", "net"), [(0, 3), (1, 2), (3, 0)])
def test_the_points_of_discarded_cards_are_taken_off(points: int, net: int) -> None:
    """A card of 3 points that asks for two black bonuses brings none when it costs as many."""
    black = (
        every(bonus="b", points=0)[:2] if not points else [find(bonus="b", points=0), find(bonus="b", points=points)]
    )
    s = discarding("", *black)
    brings = [text for text in splendor(s, f"buy {slot_label(s, BLACKS)}") if text.startswith("scores")]
    assert brings == ([f"scores {net} points"] if net else [])


def test_a_noble_who_comes_is_named() -> None:
    s = table()
    s.nobles = (noble("ggggrrrr"),)
    bonuses(s, 0, "ggggrrr")
    card = next(c for c in every(level=0, bonus="r") if c in s.decks[0] or c in s.market)
    lay(s, 0, card)
    for colour, n in enumerate(CARDS[card].cost):
        s.players[0].tokens[colour] += n
    reasons = splendor(s, "buy 1-1")
    assert reasons[0] == "gains a noble (4 green and 4 red), 3 points"


def test_a_noble_comes_near_only_when_the_bonus_counts() -> None:
    s = table()
    s.nobles = (noble("ggggrrrr"),)
    bonuses(s, 0, "ggggrr")
    for slot, bonus in enumerate("rw"):
        card = lay(s, slot, next(c for c in every(level=0, bonus=bonus) if c in s.decks[0]))
        for colour, n in enumerate(CARDS[card].cost):
            s.players[0].tokens[colour] += n
    near = "comes within one bonus of the noble (4 green and 4 red)"
    assert near in splendor(s, "buy 1-1") and near not in splendor(s, "buy 1-2")


def test_a_noble_reserved_for_you_says_you_to_its_player() -> None:
    """Whoever reads of another player's move is not the "you" of the phrase."""
    s = buying(PATRON[0])
    s.nobles = (noble("wwwuuuggg"), noble("wwwwuuuu"))
    [reserved] = [term for term in reasons(buy(s, PATRON[0]), "splendor", "reserve noble 2") if "noble" in term.phrase]
    assert reserved.phrase == "6 bonuses from that noble, now reserved for you" and reserved.to_mover


def test_fifteen_points_make_the_round_the_last() -> None:
    s = table()
    s.players[0].points = 13
    lay(s, 4, find(level=1, points=2, cost="rrrrr"))
    give(s, 0, "rrrr*")
    assert splendor(s, "buy 2-1")[0] == "reaches 15 points, triggering the last round"


@pytest.mark.parametrize("theirs, wins", [(14, "wins the game"), (15, ""), (16, "")])
def test_the_last_turn_wins_or_does_not(theirs: int, wins: str) -> None:
    s = table()
    s.player, s.turns, s.last_round = 1, 1, True
    s.players[0].points, s.players[1].points = theirs, 13
    lay(s, 4, find(level=1, points=2, cost="rrrrr"))
    give(s, 1, "rrrr*")
    reasons = splendor(s, "buy 2-1")
    assert ("wins the game" in reasons) == bool(wins)


def test_a_card_is_kept_from_who_could_buy_it() -> None:
    s = table()
    lay(s, 4, find(level=1, points=2, cost="rrrrr"))
    kept = "keeps 2-1 (2 points) from Hana, who could buy it next turn"
    assert kept not in splendor(s, "reserve 2-1")
    give(s, 1, "rrrr")
    assert "keeps 2-1 (2 points) from Hana, who needs one more gem" in splendor(s, "reserve 2-1")
    give(s, 1, "*")
    assert kept in splendor(s, "reserve 2-1")


def test_you_are_spoken_of_as_you() -> None:
    s = table()
    s.player, s.turns = 1, 1
    lay(s, 4, find(level=1, points=2, cost="rrrrr"))
    give(s, 0, "rrrr")
    assert "keeps 2-1 (2 points) from you, who need one more gem" in splendor(s, "reserve 2-1")


def test_the_last_gems_are_taken_from_who_lacks_them() -> None:
    s = table()
    lay(s, 4, find(level=1, points=2, cost="rrrrr"))
    give(s, 1, "rrr")
    assert "takes the last red, which Hana needs for 2-1 (2 points)" in splendor(s, "take wur")
    s.players[1].tokens[3] = 0
    assert not [reason for reason in splendor(s, "take wur") if "Hana needs for 2-1" in reason]


def test_what_can_be_paid_for_then_and_what_is_short() -> None:
    s = table()
    lay(s, 4, find(level=1, points=2, cost="rrrrr"))
    for slot in (0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11):
        s.market[slot] = splendor_positions.EMPTY
    s.decks = [(), (), ()]
    give(s, 0, "rr")
    assert splendor(s, "take wur") == ["works towards 2-1 (2 points) (needs two more gems)"]
    give(s, 0, "**")
    assert splendor(s, "take wur") == ["makes 2-1 (2 points) affordable"]
    assert splendor(s, "take wug") == ["still needs one more gem for 2-1 (2 points)"]


def test_a_return_keeps_what_is_needed() -> None:
    s = table()
    hold(s, 0, find(level=0, cost="uuu"))
    splendor_positions.clear(s)
    give(s, 0, "wwguuurrbb")
    s = splendor_positions.do(s, "take wgb")
    reasons = splendor(s, "return w", "return g", "return b")
    assert reasons == ["no visible card needs more white than you would have left", "keeps r1 affordable"]
    assert splendor(s, "return u", "return u", "return u") == ["still needs three more gems for r1"]


def test_a_city_and_a_post_are_named() -> None:
    s = table(module="trading_posts")
    bonuses(s, 0, "rrr")
    card = lay(s, 0, next(c for c in every(level=0, bonus="w") if c in s.decks[0]))
    for colour, n in enumerate(CARDS[card].cost):
        s.players[0].tokens[colour] += n
    reached = [text for text in splendor(s, "buy 1-1") if text.startswith("claims trading post")]
    after = splendor_positions.do(s, next(text for text in splendor_positions.can(s) if text.startswith("buy 1-1")))
    assert len(reached) == len(trading_posts.of(after).coats[0])


def test_strongholds_guard_keep_and_free() -> None:
    s = table(module="strongholds")
    lay(s, 4, find(level=1, points=2, cost="rrrrr"))
    give(s, 1, "rrrr*")
    s.step, strongholds.of(s).bought = 1, True
    assert "keeps 2-1 (2 points) from Hana, who could buy it next turn" in splendor(s, "place 2-1")
    assert not [text for text in splendor(s, "place 2-2") if "2-1" in text and "keeps" in text]
    strongholds.place(s, 0, s.market[4])
    strongholds.place(s, 0, s.market[4])
    assert splendor(s, "place 2-1")[0] == "all three strongholds on 2-1 (2 points): ready to conquer"


def test_a_card_drawn_unseen_is_not_spoken_of() -> None:
    s = table()
    blind = [phrases(s, "splendor", "reserve 1", seed=seed) for seed in range(5)]
    assert all(view == blind[0] for view in blind) and "reserves a card nobody else has seen" in blind[0]


# Metropolys


def metropolys(s: Any, *line: str) -> list[str]:
    return phrases(s, "metropolys", *line)


def test_a_bid_that_nobody_can_outbid() -> None:
    s = metropolys_positions.table(seats=2, tokens={"C9": "trendy"})
    metropolys_positions.hold(s, 1, 3, 7)
    phrases = metropolys(s, "bid 8 C9")
    assert "cannot be outbid: nobody still in has more than 8" in phrases
    assert "C9 has a trendy token (3 points)" in phrases
    phrases = metropolys(s, "bid 4 C9")
    assert "only 7 or higher can outbid it" in phrases and not [text for text in phrases if "cannot be" in text]


def test_a_bid_with_nothing_free_beside_it() -> None:
    s = metropolys_positions.table(seats=3)
    beside = metropolys_positions.column("C9", "land") + metropolys_positions.column("C9", "bridges")
    for name in beside:
        s.free &= ~(1 << metropolys_positions.NAMES.index(name))
    assert "cannot be outbid: no free neighbourhood next to it" in metropolys(s, "bid 2 C9")


def test_the_subway_card_is_taken_from_its_holder() -> None:
    s = metropolys_positions.table(seats=2, tokens={"C9": "subway", "C5": "subway", "C6": "subway"})
    erect(s, 1, "3 C9")
    erect(s, 0, "4 C5")
    assert s.subway_card == 1
    assert "C6 wins the subway card from Hana (3 points)" in metropolys(s, "bid 2 C6")


def test_the_subway_card_that_nobody_holds_is_about_the_bid() -> None:
    s = metropolys_positions.table(seats=2, tokens={"C9": "subway"})
    [won] = [term for term in reasons(s, "metropolys", "bid 2 C9") if "subway card" in term.phrase]
    assert won.phrase == "C9 wins the subway card (3 points)" and won.theme == "bid"


def test_an_objective_that_a_bid_fits_or_completes() -> None:
    s = metropolys_positions.table(seats=2, version="expert")
    statue = next(names for names in metropolys_positions.around("statues").values())
    first, second, third = sorted(statue)
    s.players[0].cards = (metropolys_positions.card("expert area", "statues"), s.players[0].cards[1])
    erect(s, 0, f"3 {first}")
    nearly = [text for text in metropolys(s, f"bid 2 {second}") if "statues" in text]
    assert nearly == [f"after {second}, {third} would complete a statues group"]
    erect(s, 0, f"4 {second}")
    assert f"{third} completes a group for your area card (statues, 7 points)" in metropolys(s, f"bid 2 {third}")


def test_a_pass_leaves_the_archaeology_token() -> None:
    s = metropolys_positions.table(seats=2, tokens={"C9": "archaeology"})
    s = metropolys_positions.do(s, "bid 5 C9")
    assert "leaves you the archaeology token on C9" in metropolys(s, "pass")


def test_the_last_building_ends_the_game() -> None:
    s = metropolys_positions.table(seats=2)
    metropolys_positions.hold(s, 0, 5)
    assert "your 5 is your last building: if it wins, the game ends" in metropolys(s, "bid 5 C9")


# 1906 San Francisco


def sf1906(s: Any, *line: str) -> list[str]:
    return phrases(s, "sf1906", *line)


def test_who_goes_furthest_right_acts_first() -> None:
    s = sf1906_positions.table(seats=2)
    last = len(s.city.sides[s.ring[0]]) - 1
    first = [text for text in sf1906(s, f"space {last + 1}") if "acts first" in text]
    assert first == ["acts first on the next card"]
    assert "acts first on the next card unless overtaken" in sf1906(s, f"space {last}")


def test_a_building_and_the_objective_that_it_fits() -> None:
    s = sf1906_positions.table(seats=2)
    sf1906_positions.give(s, 0, money=9, hand=1, permits=("red 3",))
    colour = s.city.kit.colours.index("red")
    card = next(n for n, o in enumerate(s.city.kit.objectives) if o.kind == "per_building_of_colour" and o.of == colour)
    s.players[0].secret, s.players[0].open = (card,), ()
    s.step, s.grant = 5, False
    spend = sf1906_positions.can(s)[0]
    plot = sf1906_positions.can(sf1906_positions.do(s, spend))[0]
    points = s.city.kit.objectives[card].points
    phrases = sf1906(s, spend, plot)
    noun = f"+{points} point{'s' * (points != 1)}"
    assert f'{noun} for the secret objective "buildings on red"' in phrases
    assert f"builds on {plot.split()[1]}, 7 more to build" in phrases
    s.players[0].secret, s.players[0].open = (), (card,)
    assert f'{noun} for the open objective "buildings on red"' in sf1906(s, spend, plot)


def test_a_permit_that_opens_plots_and_a_building_in_hand() -> None:
    s = sf1906_positions.table(seats=2)
    sf1906_positions.give(s, 0, money=9)
    s.step = 2
    names = [text for text in sf1906_positions.can(s) if "*" not in text]
    after = sf1906_positions.do(s, names[0])
    reach = bin(
        s.city.permit_colour[after.players[0].permits[0]] & s.city.permit_number[after.players[0].permits[0]] & s.free
    ).count("1")
    plots = f"lets your permits fit {reach} more plot{'s' * (reach != 1)}"
    assert (plots in sf1906(s, names[0])) == (reach > 0)


def test_a_symbol_that_two_permits_share_is_about_permits() -> None:
    s = sf1906_positions.table(seats=2)
    sf1906_positions.give(s, 0, money=9, permits=("red 3",))
    s.step = 2
    shared = [
        term
        for text in sf1906_positions.can(s)
        for term in reasons(s, "sf1906", text)
        if term.phrase.endswith("symbol with red 3")
    ]
    assert {term.theme for term in shared} == {"permit"}


# Any game


EVERY_GAME = pytest.mark.parametrize(
    "name, options, seats",
    [
        *(
            ("splendor", {"module": module}, 3)
            for module in ("base", "cities", "trading_posts", "orient", "strongholds")
        ),
        ("metropolys", {"version": "expert"}, 3),
        ("metropolys", {"version": "family"}, 2),
        ("sf1906", {}, 3),
    ],
)


def moves(name: str, options: dict[str, str], seats: int) -> Iterator[tuple[Game[Any], Any, Action]]:
    """Moves from a whole game or a part of it, each with the view in which it is legal."""
    game, rng = rules.load(name), Random(5)
    s = game.setup(seats, {**defaults(game), **options}, Random(4))
    for ply in range(60):
        if game.turn(s) is None:
            break
        view = game.observe(s, game.turn(s))
        legal = game.legal(view)
        for a in rng.sample(legal, min(3, len(legal))):
            yield game, view, a
        best = max(legal, key=lambda a: (a[0] in ("buy", "act", "bid"), rng.random()))
        game.advance(s, best, Random(ply))


@EVERY_GAME
def test_a_reason_is_never_the_move_again_and_chance_has_no_part_in_it(
    name: str, options: dict[str, str], seats: int
) -> None:
    for game, view, a in moves(name, options, seats):
        why = reason(game, view, Choice(a), NAMES)
        assert why != game.describe(view, a) and '""' not in why
        first = terms(game, view, (a,), NAMES)
        spoken = {game.describe(view, a), game.describe(view, a, brief=True)}
        effects = [term for term in first if term.phrase not in spoken]
        assert bool(why) == bool(effects) or why == FORCED, game.notation(view, a)
        assert all(terms(game, view, (a,), NAMES, seed) == first for seed in (1, 2)), game.notation(view, a)


@EVERY_GAME
def test_a_reason_notes_that_it_says_you_to_its_player(name: str, options: dict[str, str], seats: int) -> None:
    for game, view, a in moves(name, options, seats):
        for term in terms(game, view, (a,), NAMES[1:]):
            assert term.to_mover == bool(YOU.match(term.phrase)), term


def test_what_the_alternatives_do_too_counts_less() -> None:
    s = table()
    lay(s, 4, find(level=1, points=2, cost="rrrrr"))
    give(s, 0, "rr**")
    game = rules.load("splendor")
    view = game.observe(s, 0)

    def choice(text: str, *others: str) -> Choice:
        actions: dict[str, Action] = {game.notation(view, a): a for a in game.legal(view)}
        weighed = tuple(Candidate(actions[name], 0.5) for name in (text, *others))
        return Choice(actions[text], 0.5, candidates=weighed)

    alone = reason(game, view, choice("take wur"), NAMES)
    assert alone.startswith("makes 2-1 (2 points) affordable")
    assert "reserve" not in alone
    shared = reason(game, view, choice("reserve 2-1", "take wur", "take ugr"), NAMES)
    assert shared.startswith("secures 2-1")


def test_a_move_without_effects_has_no_reason() -> None:
    s = metropolys_positions.table(seats=2)
    game = rules.load("metropolys")
    silent = next(a for a in game.legal(s) if not terms(game, s, (a,), NAMES))
    assert reason(game, s, Choice(silent), NAMES) == ""


def test_a_forced_move_is_said_to_be_forced() -> None:
    s = table()
    splendor_positions.clear(s)
    s.bank = [0] * 6
    game = rules.load("splendor")
    assert reason(game, game.observe(s, 0), Choice(("pass",))) == FORCED


def test_a_planted_secret_would_be_seen() -> None:
    """The control of the test above: what is said of a known reserved card changes with the card."""
    s = table()
    hold(s, 0, *spare(s, level=2, number=1))
    hold(s, 0, *spare(s, level=0, number=1))
    reasons = {phrase for text in splendor_positions.can(s)[:8] for phrase in splendor(s, text)}
    assert [phrase for phrase in reasons if " r1" in phrase or " r2" in phrase]


def test_the_play_foreseen_is_told_with_names() -> None:
    game = rules.load("splendor")
    s = table()
    view = game.observe(s, 0)
    choice = ismcts(game, view, Random(1), Limit(nodes=400))
    moves = foreseen(game, view, choice.line, NAMES)
    assert moves[0] == game.notation(view, choice.action)
    assert moves[1].startswith("Hana: take ")
    others = foreseen(game, view, choice.line, ["Hana", "You"])
    assert others[1] == moves[1].replace("Hana: ", "you: "), "whoever asks"
