"""Reasons for moves of Splendor, each when it is true and not when it is not."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tabletown.rules.splendor.ai.changes import cause
from tabletown.rules.splendor.ai.plan import gap
from tabletown.rules.splendor.ai.turn_words import together
from tabletown.rules.splendor.cards import CARDS, COLOURS, GOLD
from tabletown.rules.splendor.expansions import cities, orient, strongholds, trading_posts
from tabletown.rules.splendor.names import slot_label
from tabletown.rules.splendor.turn import advance, legal
from tests.rules.analysis.explained_moves import contrast, phrases, reasons
from tests.rules.splendor import positions as splendor_positions
from tests.rules.splendor.orient_positions import BLACKS, DOUBLE_GOLD, PATRON, TWO, buy, buying, discarding
from tests.rules.splendor.positions import (
    bonuses,
    clear,
    every,
    find,
    give,
    hold,
    lay,
    near_and_distant,
    noble,
    own,
    table,
)


def splendor(s: Any, *line: str) -> list[str]:
    return phrases(s, "splendor", *line)


def test_a_purchase_brings_points_and_makes_others_cheaper() -> None:
    s = table()
    card = lay(s, 4, find(level=1, points=2, cost="rrrrr"))
    give(s, 0, "rrrr*")
    colour = CARDS[card].bonus
    asked = [c for n, c in enumerate(s.market) if n != 4 and CARDS[c].cost[colour]]
    phrases = splendor(s, "buy 2-1")
    assert phrases[0] == "it scores 2 points (2 of 15)"
    assert (
        f"it brings a {COLOURS[colour]} bonus, which makes {len(asked)} of the 11 cards on the table cheaper" in phrases
    )


@pytest.mark.parametrize(("points", "net"), [(0, 3), (1, 2), (3, 0)])
def test_the_points_of_discarded_cards_are_taken_off(points: int, net: int) -> None:
    """A card of 3 points that asks for two black bonuses brings none when it costs as many."""
    black = (
        every(bonus="b", points=0)[:2] if not points else [find(bonus="b", points=0), find(bonus="b", points=points)]
    )
    s = discarding("", *black)
    brings = [text for text in splendor(s, f"buy {slot_label(s, BLACKS)}") if text.startswith("it scores")]
    assert brings == ([f"it scores {net} points ({s.players[0].points + net} of 15)"] if net else [])


def test_a_noble_who_comes_is_named() -> None:
    s = table()
    s.nobles = (noble("ggggrrrr"),)
    bonuses(s, 0, "ggggrrr")
    card = next(c for c in every(level=0, bonus="r") if c in s.decks[0] or c in s.market)
    lay(s, 0, card)
    for colour, n in enumerate(CARDS[card].cost):
        s.players[0].tokens[colour] += n
    reasons = splendor(s, "buy 1-1")
    assert reasons[0] == "it gains a noble (4 green and 4 red), 3 points"


def test_a_noble_comes_near_only_when_the_bonus_counts() -> None:
    s = table()
    s.nobles = (noble("ggggrrrr"),)
    bonuses(s, 0, "ggggrr")
    for slot, bonus in enumerate("rw"):
        card = lay(s, slot, next(c for c in every(level=0, bonus=bonus) if c in s.decks[0]))
        for colour, n in enumerate(CARDS[card].cost):
            s.players[0].tokens[colour] += n
    near = "it brings you within 1 bonus of the noble (4 green and 4 red)"
    assert near in splendor(s, "buy 1-1") and near not in splendor(s, "buy 1-2")


def test_a_noble_reserved_for_you_says_you_to_its_player() -> None:
    """Whoever reads of another player's move is not the "you" of the phrase."""
    s = buying(PATRON[0])
    s.nobles = (noble("wwwuuuggg"), noble("wwwwuuuu"))
    [reserved] = [term for term in reasons(buy(s, PATRON[0]), "splendor", "reserve noble 2") if "noble" in term.phrase]
    assert reserved.phrase == "that noble, 6 bonuses away, is then reserved for you" and reserved.template


def test_fifteen_points_make_the_round_the_last() -> None:
    s = table()
    s.players[0].points = 13
    lay(s, 4, find(level=1, points=2, cost="rrrrr"))
    give(s, 0, "rrrr*")
    assert splendor(s, "buy 2-1")[0] == "it reaches 15 points, triggering the last round"


@pytest.mark.parametrize("theirs, wins", [(14, "it wins the game"), (15, ""), (16, "")])
def test_the_last_turn_wins_or_does_not(theirs: int, wins: str) -> None:
    s = table()
    s.player, s.turns, s.last_round = 1, 1, True
    s.players[0].points, s.players[1].points = theirs, 13
    lay(s, 4, find(level=1, points=2, cost="rrrrr"))
    give(s, 1, "rrrr*")
    reasons = splendor(s, "buy 2-1")
    assert ("it wins the game" in reasons) == bool(wins)


def test_a_card_is_kept_from_who_could_buy_it() -> None:
    s = table()
    lay(s, 4, find(level=1, points=2, cost="rrrrr"))
    kept = "it keeps 2-1 (2 points) from Hana, who could buy it next turn"
    assert kept not in splendor(s, "reserve 2-1")
    give(s, 1, "rrrr")
    assert "it keeps 2-1 (2 points) from Hana, who needs 1 more gem" in splendor(s, "reserve 2-1")
    give(s, 1, "*")
    assert kept in splendor(s, "reserve 2-1")


def test_you_are_spoken_of_as_you() -> None:
    s = table()
    s.player, s.turns = 1, 1
    lay(s, 4, find(level=1, points=2, cost="rrrrr"))
    give(s, 0, "rrrr")
    assert "it keeps 2-1 (2 points) from you, who need 1 more gem" in splendor(s, "reserve 2-1")


def test_the_last_gems_are_taken_from_who_lacks_them() -> None:
    s = table()
    lay(s, 4, find(level=1, points=2, cost="rrrrr"))
    give(s, 1, "rrr")
    assert "it takes the last red, which Hana needs for 2-1 (2 points)" in splendor(s, "take wur")
    s.players[1].tokens[3] = 0
    assert not [reason for reason in splendor(s, "take wur") if "Hana needs for 2-1" in reason]


def test_the_gold_for_a_reserved_card_is_named_where_it_makes_another_one_affordable() -> None:
    s = table()
    lay(s, 4, find(level=1, points=2, cost="rrrrr"))
    for slot in (1, 2, 3, 5, 6, 7, 8, 9, 10, 11):
        s.market[slot] = splendor_positions.EMPTY
    give(s, 0, "rrrr")
    assert "it brings the gold that makes 2-1 (2 points) affordable" in splendor(s, "reserve 1-1")


def test_what_can_be_paid_for_then_and_what_is_short() -> None:
    s = table()
    lay(s, 4, find(level=1, points=2, cost="rrrrr"))
    for slot in (0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11):
        s.market[slot] = splendor_positions.EMPTY
    s.decks = [(), (), ()]
    give(s, 0, "rr")
    assert splendor(s, "take wur") == ["it brings 2-1 (2 points) within 2 gems"], "of three gems one helps"
    give(s, 0, "**")
    assert splendor(s, "take wur") == ["it makes 2-1 (2 points) affordable"]
    assert not splendor(s, "take wug")
    s.market[4], s.players[0].tokens[:] = find(level=1, points=2, cost="wwwwwuuu"), [3, 2, 0, 0, 0, 0]
    assert splendor(s, "take wug") == ["it brings 2-1 (2 points) within 1 gem"]


def test_a_return_keeps_what_is_needed() -> None:
    s = table()
    hold(s, 0, find(level=0, cost="uuu"))
    splendor_positions.clear(s)
    give(s, 0, "wwguuurrbb")
    s = splendor_positions.do(s, "take wgb")
    reasons = splendor(s, "return w", "return g", "return b")
    assert reasons == ["no visible card needs more white than you would have left", "it keeps r1 affordable"]
    assert not splendor(s, "return u", "return u", "return u"), "no excuse"


def test_a_city_and_a_post_are_named() -> None:
    s = table(module="trading_posts")
    bonuses(s, 0, "rrr")
    card = lay(s, 0, next(c for c in every(level=0, bonus="w") if c in s.decks[0]))
    for colour, n in enumerate(CARDS[card].cost):
        s.players[0].tokens[colour] += n
    reached = [text for text in splendor(s, "buy 1-1") if text.startswith("it claims trading post")]
    after = splendor_positions.do(s, next(text for text in splendor_positions.can(s) if text.startswith("buy 1-1")))
    assert len(reached) == len(trading_posts.of(after).coats[0])


def test_strongholds_guard_keep_and_free() -> None:
    s = table(module="strongholds")
    lay(s, 4, find(level=1, points=2, cost="rrrrr"))
    give(s, 1, "rrrr*")
    s.step, strongholds.of(s).bought = 1, True
    assert "it keeps 2-1 (2 points) from Hana, who could buy it next turn" in splendor(s, "place 2-1")
    assert not [text for text in splendor(s, "place 2-2") if "2-1" in text and "keeps" in text]
    strongholds.place(s, 0, s.market[4])
    strongholds.place(s, 0, s.market[4])
    assert splendor(s, "place 2-1")[0] == "it puts all three strongholds on 2-1 (2 points): ready to conquer"
    fifth = lay(s, 5, find(level=1, points=2, cost="ggggg"))
    assert not splendor(s, "place 2-2")
    give(s, 0, "ggg*")
    assert splendor(s, "place 2-2") == ["it keeps 2-2 (2 points) for you: you need 1 more gem for it"]
    strongholds.of(s).placed[0] = (fifth,)
    assert "it is your second on 2-2: with a third you could conquer it" in splendor(s, "place 2-2")


def test_a_stronghold_removed_frees_a_card_or_hinders_a_conquest() -> None:
    s = table(module="strongholds")
    card = lay(s, 4, find(level=1, points=2, cost="rrrrr"))
    give(s, 0, "rrrr")
    s.step, strongholds.of(s).bought = 1, True
    strongholds.place(s, 1, card)
    assert splendor(s, "remove 2-1") == ["it frees 2-1 (2 points), for which you need 1 more gem"]
    strongholds.place(s, 1, card)
    assert splendor(s, "remove 2-1") == ["it leaves Hana 1 stronghold on 2-1 (2 points); a conquest takes three"]


def test_a_conquest_is_declined_for_what_the_tokens_can_buy() -> None:
    s = conquest(table(module="strongholds"))
    give(s, 0, "rrr")
    assert splendor(s, "decline") == ["it keeps all three strongholds on 1-1: you can conquer it in a later turn too"]
    give(s, 0, "r*")
    assert splendor(s, "decline")[0] == "it keeps your tokens: you can then buy 2-1 (2 points) next turn"


def conquest(s: Any) -> Any:
    """A conquest of 1-1, which three red tokens pay for, as five do for 2-1."""
    splendor_positions.clear(s)
    card = lay(s, 0, find(level=0, cost="rrr"))
    lay(s, 4, find(level=1, points=2, cost="rrrrr"))
    strongholds.of(s).placed[0] = (card,) * strongholds.EACH
    s.step = 3
    return s


def test_a_later_step_has_no_credit_for_what_the_turn_gains_anyway() -> None:
    """A post gives a gem of any colour after a card that has gained a noble: no colour gains it."""
    s = table(module="trading_posts")
    s.nobles = (noble("rrrrbbbb"),)
    bonuses(s, 0, "rrrrbbbb")
    trading_posts.of(s).coats[0] = (0,)
    s.step, trading_posts.of(s).barred = 1, GOLD
    assert all(action[0] == "token" for action in legal(s))
    assert not [text for text in splendor(s, "token g") if "noble" in text]


def test_the_last_requirement_of_a_city_is_named() -> None:
    s = table(module="cities")
    splendor_positions.clear(s)
    face = next(n for n, face in enumerate(cities.FACES) if not face.cost[3])
    cities.of(s).table = (face,)
    card = lay(s, 4, find(level=1, points=2, cost="rrrrr"))
    give(s, 0, "rrr*")
    s.players[0].points = cities.FACES[face].points - CARDS[card].points
    s.players[0].bonuses = [9, 9, 9, 0, 9]
    assert splendor(s, "take wur")[0].startswith("it makes 2-1 (2 points, and a city) affordable")
    give(s, 0, "*")
    assert splendor(s, "buy 2-1")[0] == (
        f"it takes the city ({cities.city_requirement(face, short=True)}), triggering the last round"
    )


def test_a_turn_of_a_rival_is_told_without_you() -> None:
    s = conquest(table(module="strongholds"))
    strongholds.of(s).placed[0], s.step = (s.market[0],) * 2, 0
    give(s, 0, "rrr")
    buy = next(action for action in legal(s) if action[0] == "buy")
    then = s.copy()
    advance(then, buy, Random(0))
    placing = next(action for action in legal(then) if action[0] == "place")
    whole = " ".join(together([(s, buy), (then, placing)]))
    assert "you" not in whole


def test_the_gold_of_a_reserved_card_is_named_once() -> None:
    s = table()
    splendor_positions.clear(s)
    lay(s, 0, find(level=0, cost="rrr"))
    lay(s, 5, find(level=1, points=3, cost="wwwwww"))
    give(s, 0, "rr")
    texts = splendor(s, "reserve 2-2")
    assert any("brings the gold that makes 1-1 affordable" in text for text in texts)
    assert "it brings a gold token" not in texts


def test_a_card_drawn_unseen_is_not_spoken_of() -> None:
    s = table()
    blind = [phrases(s, "splendor", "reserve 1", seed=seed) for seed in range(5)]
    assert all(view == blind[0] for view in blind) and "it reserves a card nobody else has seen" in blind[0]


def test_what_a_better_move_has_over_the_one_played() -> None:
    s = table()
    splendor_positions.clear(s)
    lay(s, 4, find(level=1, points=2, cost="rrrrr"))
    lay(s, 5, find(level=1, points=3, cost="wwwwww"))
    give(s, 0, "rrr*")
    take = contrast(s, "splendor", "take wug", "take wur")
    assert take.startswith("it makes 2-1 (2 points) affordable, which needs 1 more gem now")
    secured = contrast(s, "splendor", "take wug", "reserve 2-1")
    assert "it secures 2-1 (2 points), affordable next turn" in secured and "makes 2-1" not in secured
    reserve = contrast(s, "splendor", "reserve 2-2", "reserve 2-1")
    assert reserve.startswith("2-1 (2 points) is affordable next turn, while 2-2 (3 points) needs 4")


def test_a_card_that_brings_a_noble_is_worth_its_points() -> None:
    s = table()
    splendor_positions.clear(s)
    s.nobles = (noble("ggggrrrr"),)
    s.players[0].bonuses[2:4] = [4, 3]
    lay(s, 0, find(level=0, bonus="r", points=0, cost="www"))
    give(s, 0, "ww")
    assert "it makes 1-1 (a noble of 3) affordable" in splendor(s, "take wub")


def test_points_do_not_speak_for_a_card_while_a_richer_one_can_wait() -> None:
    s = table()
    cheap, rich = lay(s, 4, find(level=1, points=1, cost="gggrrbb")), lay(s, 5, find(level=1, points=2, cost="uuuuu"))
    for card in (cheap, rich):
        for colour, n in enumerate(CARDS[card].cost):
            s.players[0].tokens[colour] += n
    kept = "2-2 (2 points) can wait: no rival can buy it next turn"
    assert kept in splendor(s, "buy 2-1") and kept not in splendor(s, "buy 2-2")
    s.players[1].tokens[1] += 5
    assert kept not in splendor(s, "buy 2-1")


def test_no_reason_works_towards_a_card_that_a_rival_takes_in_the_line() -> None:
    s = table()
    give(s, 0, "rr")
    bonuses(s, 1, "wwwuuugggrrrbbb")
    near = "it brings 1-3 within 1 gem"
    assert near in splendor(s, "take wur")
    assert near not in splendor(s, "take wur", "buy 1-3")
    assert near in splendor(s, "take wur", "buy 1-2")


def test_of_cards_that_become_affordable_the_one_that_the_line_buys_comes_first() -> None:
    s = table()
    give(s, 0, "wug")
    assert "it makes 1-1, 1-3 and 1-4 affordable" in splendor(s, "take urb")
    assert "it makes 1-4, 1-1 and 1-3 affordable" in splendor(s, "take urb", "take wug", "buy 1-4")


def test_of_many_cards_two_are_named_and_the_others_counted() -> None:
    s = table()
    splendor_positions.clear(s)
    for slot, cost in enumerate(("uuu", "bbb", "rrr")):
        lay(s, slot, find(level=0, cost=cost))
    give(s, 0, "uurrbb")
    assert splendor(s, "take urb")[0] == "it makes 1-1, 1-2 and 1-3 affordable"
    lay(s, 3, find(level=0, cost="www"))
    give(s, 0, "ww")
    lay(s, 8, find(level=2, cost="wwwwwww"))
    assert "it brings the gold that makes 1-1, 1-2 and 2 more affordable" in splendor(s, "reserve 3-1")


def test_the_gold_is_named_that_brings_another_card_near() -> None:
    s = table()
    splendor_positions.clear(s)
    lay(s, 4, find(level=1, points=2, cost="rrrrr"))
    lay(s, 0, find(level=0, cost="uuu"))
    give(s, 0, "rrr")
    assert "it brings the gold that puts 2-1 (2 points) within 1 gem" in splendor(s, "reserve 1-1")


def test_a_bonus_is_no_reason_where_another_card_would_make_more_cards_cheaper() -> None:
    s = table()
    splendor_positions.clear(s)
    lay(s, 0, find(level=0, bonus="w", cost="uuu"))
    lay(s, 1, find(level=0, bonus="u", cost="bbb"))
    for slot, cost in ((2, "wwu"), (3, "uug"), (4, "wwwwwuuu"), (5, "wwwbbbbb"), (6, "uuuuu")):
        lay(s, slot, find(cost=cost))
    give(s, 0, "uuu")
    white = "it brings a white bonus, which makes 3 of the 6 cards on the table cheaper"
    assert white in splendor(s, "buy 1-1")
    s.players[0].reserved = (find(level=0, cost="wwrr"),)
    assert white in splendor(s, "buy 1-1"), "a reserved card is not on the table"
    s.players[0].reserved = ()
    give(s, 0, "bbb")
    assert white not in splendor(s, "buy 1-1"), "blue makes four cheaper"


def test_a_card_with_two_bonuses_brings_both() -> None:
    s = buying(TWO[0])
    texts = [text for text in splendor(s, f"buy {slot_label(s, TWO[0])}") if "bonus" in text]
    assert texts and texts[0].startswith(f"it brings 2 {COLOURS[CARDS[TWO[0]].bonus]} bonuses")


def test_double_gold_counts_towards_what_a_card_needs() -> None:
    s = table(module="orient")
    lay(s, 4, find(level=1, points=2, cost="rrrrr"))
    own(s, 0, DOUBLE_GOLD[0])
    assert gap(s.players[0], s.market[4]) == 3


def test_a_card_that_brings_your_reserved_noble_says_so() -> None:
    s = table(module="orient")
    s.nobles = ()
    orient.of(s).patrons[0] = (noble("wwwwuuuu"),)
    white = lay(s, 0, find(level=0, bonus="w", cost="rrb"))
    bonuses(s, 0, "wwwuuuu")
    near = [text for text in splendor(s, "take rr") if slot_label(s, white) in text]
    assert near and "1-1 (a noble of 3)" in near[0]


def test_returning_tokens_gives_the_limit_and_what_stays_affordable() -> None:
    s = near_and_distant("uuuwwwggrrr", returning=True)
    assert together([(s, ("return", 3))]) == ["return a red token, as 10 is the limit: 1-1 stays affordable"]
    assert together([(s, ("return", 1))]) == ["return a blue token, as 10 is the limit"]


def test_a_noble_to_reserve_is_named_with_the_bonuses_it_still_needs() -> None:
    s = buying(PATRON[0])
    s.nobles = (noble("wwwuuuggg"), noble("wwwwuuuu"))
    [words] = together([(buy(s, PATRON[0]), ("reserve_noble", noble("wwwwuuuu")))])
    assert words == "reserve the noble (4 white and 4 blue), 6 bonuses away"


def test_a_stronghold_to_place_says_what_it_is_for() -> None:
    s = table(module="strongholds")
    mine = lay(s, 0, find(level=0, cost="uuu"))
    placing = "place a stronghold on 1-1 ("
    [plain] = together([(s, ("place", mine))])
    assert plain.startswith(placing) and plain.endswith(")")
    give(s, 1, "uuu")
    assert together([(s, ("place", mine))])[0].endswith("), which a rival could buy")
    bonuses(s, 0, "uuu")
    assert together([(s, ("place", mine))])[0].endswith("), which you can buy next turn")


def test_a_card_is_named_as_affordable_even_if_a_rival_may_take_it() -> None:
    """The board marks it all the same, and the likely play need not come true."""
    s = table()
    splendor_positions.clear(s)
    lay(s, 0, find(level=0, cost="uuu"))
    lay(s, 1, find(level=0, cost="bbb"))
    give(s, 0, "uubb")
    s.players[1].bonuses[:] = [7] * 5
    assert "it makes 1-2 and 1-1 affordable" in splendor(s, "take urb", "buy 1-1")
    s.market[1] = splendor_positions.EMPTY
    assert "it makes 1-1 affordable, if no rival takes it first" in splendor(s, "take urb", "buy 1-1")


def test_a_purchase_says_what_is_left_of_the_nearest_city() -> None:
    s = table(module="cities")
    lay(s, 0, next(card for card in every(level=0, bonus="r", points=0) if card in s.decks[0]))
    give(s, 0, "wwwuuugggrrrbbb")
    s.extra = cities.Cities((0, 2), [None, None])
    text = "it leaves 13 points and 6 bonuses to go for your nearest city (13 points with R4 B3 bonuses)"
    assert text in splendor(s, "buy 1-1")
    assert not [reason for reason in splendor(s, "take wur") if "city" in reason]


def test_a_card_under_your_own_stronghold_can_wait_for_that_reason() -> None:
    s = table(module="strongholds")
    cheap, rich = lay(s, 4, find(level=1, points=1, cost="gggrrbb")), lay(s, 5, find(level=1, points=2, cost="uuuuu"))
    for card in (cheap, rich):
        for colour, n in enumerate(CARDS[card].cost):
            s.players[0].tokens[colour] += n
    s.players[1].tokens[1] += 5
    strongholds.of(s).placed[0] = (rich,)
    assert "2-2 (2 points) can wait: your stronghold keeps others off it" in splendor(s, "buy 2-1")


def test_what_a_rival_could_buy_first_speaks_against_a_move_that_makes_it_affordable() -> None:
    s = table()
    clear(s)
    lay(s, 0, find(level=0, cost="ugrb"))
    lay(s, 4, find(level=1, points=3))
    give(s, 0, "r")
    give(s, 1, "uurrb")
    assert "Hana could buy 1-1 first" not in contrast(s, "splendor", "take ugb", "reserve 2-1")
    give(s, 1, "g")
    assert "Hana could buy 1-1 first" in contrast(s, "splendor", "take ugb", "reserve 2-1")


def test_what_changes_the_chances_between_turns_is_named() -> None:
    then = table()
    good, other = lay(then, 4, find(level=1, points=2, cost="uuuuu")), lay(then, 5, find(level=1, points=3))
    view = then.copy()
    lay(view, 4, find(level=1, points=1))
    view.players[1].cards = (good,)
    assert cause(then, view, False, ["you", "Hana"]) == "Hana bought 2-1 (2 points)"
    assert cause(then, then.copy(), False, ["you", "Hana"]) == ""
    before = view.copy()
    lay(before, 5, find(level=1, points=1))
    give(view, 0, "wwww")
    now = lay(view, 5, find(level=1, points=2, cost="wwwww"))
    assert cause(before, view, True, ["you", "Hana"]) == "2-2 (2 points) is new"
    assert other and now


def test_a_stronghold_is_placed_where_a_rival_could_buy() -> None:
    s = table(module="strongholds")
    clear(s)
    lay(s, 0, find(level=0, cost="bbb"))
    threatened, safe = lay(s, 1, find(level=0, cost="www")), lay(s, 2, find(level=0, cost="uuu"))
    give(s, 0, "bbb")
    give(s, 1, "www")
    s = buy(s, s.market[0])
    assert {("place", threatened), ("place", safe)} <= {*legal(s)}
    assert "Hana could buy 1-2 next turn, but nobody could buy 1-3" in contrast(s, "splendor", "place 1-3", "place 1-2")
