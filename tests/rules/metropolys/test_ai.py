"""Features and heuristics of Metropolys (`rules/metropolys/ai`)."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from tabletown.rules import metropolys
from tabletown.rules.arena.series import SeriesTerms, play_one
from tabletown.rules.bots import networks
from tabletown.rules.bots.evaluation import evaluator_for
from tabletown.rules.core.game import Action
from tabletown.rules.metropolys.ai import action_features, decided, determinize, features, version
from tabletown.rules.metropolys.ai.endgame import can_finish, steps_to_end
from tabletown.rules.metropolys.ai.estimates import dominance, holdings, lowest, prospect, rise
from tabletown.rules.metropolys.ai.features import FEATURE_NAMES
from tabletown.rules.metropolys.ai.warnings import warning
from tabletown.rules.metropolys.board import NAMES, NEIGHBOURS, mask, places
from tabletown.rules.metropolys.objectives import EXPERT_AREA, FACE_DOWN, FAMILY_AREA, MATCHING, NEIGHBOURHOOD, paid
from tabletown.rules.metropolys.state import Metropolys
from tests.rules.metropolys.positions import call, card, do, erect, hold, table
from tests.rules.random_play import play_random

EVERYWHERE = mask(NAMES)
VERSIONS = ("family", "expert")
GUESSED = {name for name in FEATURE_NAMES["expert"] if "how likely" in name}
"""Features that depend on a guess of other players' cards."""


def positions(version: str, seats: int, memory: str = "on") -> list[Metropolys]:
    return play_random(metropolys, seats, {"version": version, "memory": memory}, 7).states


def named_features(s: Metropolys, seat: int) -> dict[str, float]:
    """The inputs by name."""
    return dict(zip(FEATURE_NAMES[s.version], features(s, seat), strict=True))


def value(s: Metropolys, seat: int) -> float:
    return evaluator_for(metropolys, s).evaluate(s, seat)


def likeliest(s: Metropolys, where: str = "") -> Action:
    """The action that the policy prefers, of all actions or of those at a place."""
    legal = [a for a in metropolys.legal(s) if metropolys.notation(s, a).endswith(where)]
    return max(zip(evaluator_for(metropolys, s).logits(s, legal), legal, strict=True))[1]


@pytest.mark.parametrize("version, seats", product(VERSIONS, [2, 3, 4]))
def test_positions_and_moves_can_be_judged_from_a_view(version: str, seats: int) -> None:
    """Every player's features from every seat, and the action features of every action."""
    weights = networks.load_weights("metropolys", version)
    assert weights
    for s in positions(version, seats, "off")[::7]:
        for viewer in (*range(seats), None):
            view = metropolys.observe(s, viewer)
            for seat in range(seats):
                assert len(features(view, seat)) == len(FEATURE_NAMES[version]) == len(weights.value.direct)
                assert all(abs(x) <= 4 for x in features(view, seat))
            legal = metropolys.legal(view)
            rows = action_features(view, legal)
            assert len(rows) == len(legal)
            assert all(len(numbers) == len(weights.policy[kind]) and numbers[0] == 1 for kind, numbers in rows)


def test_judging_changes_nothing() -> None:
    s = positions("expert", 3)[40]
    before = repr(s)
    features(s, 0), features(s, 1), action_features(s, metropolys.legal(s))
    assert repr(s) == before


@pytest.mark.parametrize("name, seats", product(VERSIONS, [2, 3]))
def test_a_seat_s_own_position_is_told_from_what_it_sees(name: str, seats: int) -> None:
    """All but what the others may answer, as they would by cards that it does not see: those that nobody shows."""
    for s in positions(name, seats, "off")[::5]:
        assert version(s) == name
        for viewer in range(seats):
            view = metropolys.observe(s, viewer)
            seen, true = named_features(view, viewer), named_features(s, viewer)
            assert {name for name in seen if seen[name] != true[name]} <= GUESSED
            other = (viewer + 1) % seats
            for held, possible in zip(s.players[other].cards, holdings(view, other), strict=True):
                assert held in possible and (s.over or len(possible) > 1)
                assert not set(possible) & set(view.players[viewer].cards) or s.over


def test_an_unknown_card_is_told_by_the_mean() -> None:
    """Of all that it may be, where the call needs no guess."""
    s = erect(table(3, version="expert"), 1, "1 C4", "7 C10")
    view = metropolys.observe(s, 0)
    worths = []
    for number in holdings(view, 1)[1]:
        s.players[1].cards = (s.players[1].cards[0], number)
        worths.append(named_features(s, 1)["points from single buildings"])
    assert named_features(view, 1)["points from single buildings"] == pytest.approx(sum(worths) / len(worths))
    assert FACE_DOWN in view.players[1].cards and len(set(worths)) > 1


@pytest.mark.parametrize("version", VERSIONS)
def test_tokens_and_special_cards_are_valued(version: str) -> None:
    """Trendy and subway before archaeology or nothing."""

    def with_token(**tokens: str) -> float:
        return value(erect(table(2, version=version, tokens=tokens), 0, "1 C9"), 0)

    assert min(with_token(C9="trendy"), with_token(C9="subway")) > max(with_token(), with_token(C9="archaeology"))


def test_one_s_own_objective_is_valued() -> None:
    s = table(2)
    s.players[0].cards = (card("family area", "lakes"),)
    assert value(erect(s.copy(), 0, "1 C9"), 0) > value(erect(s.copy(), 0, "1 C1"), 0)


def test_a_low_building_is_the_cheaper_one() -> None:
    """A building that is built is gone from the hand; its size counts only in Expert."""
    assert value(erect(table(2), 0, "1 C9"), 0) > value(erect(table(2), 0, "13 C9"), 0)


@pytest.mark.parametrize("version", VERSIONS)
def test_who_is_nearly_done_and_far_ahead_is_likely_to_win(version: str) -> None:
    s = erect(table(2, version=version), 0, *(f"{v} {NAMES[v]}" for v in range(1, 13)))
    erect(s, 1, *(f"{v} {NAMES[20 + v]}" for v in range(1, 12)))
    s.players[0].tokens[0] = 12
    assert evaluator_for(metropolys, s).win_probabilities(s, 2)[0] > 0.8


def test_bids_that_come_home_are_not_lost() -> None:
    """The bids of a call count as buildings in hand."""
    s = do(table(2, tokens={"C8": "archaeology"}), "bid 3 C8", "bid 4 C9")
    after = call(s.copy())
    assert named_features(s, 0)["values in hand"] == named_features(s, 1)["values in hand"] == 1
    assert [round(91 * named_features(after, seat)["values in hand"]) for seat in range(2)] == [91, 87]


def test_a_bid_holds_rather_when_it_is_high_and_few_may_answer() -> None:
    def holds(s: Metropolys) -> float:
        return named_features(s, 0)["how likely it is to stand"]

    s = table(3, use="CNES")
    low, high = do(s, "bid 2 C8"), do(s, "bid 11 C8")
    assert 0 < holds(low) < holds(high) < 1
    assert holds(low) < holds(do(low, "pass"))
    quiet, tempting = table(2), table(2, tokens={"C9": "trendy"})
    assert holds(do(quiet, "bid 7 C8")) > holds(do(tempting, "bid 7 C8"))


def test_the_lowest_value_that_holds_comes_first() -> None:
    """In a corner cannot be outbid, any value holds: the lowest is best; the token draws."""
    s = erect(table(2, tokens={"C12": "trendy"}), 1, "7 C11")
    hold(s, 0, 2, 5, 13)
    assert metropolys.notation(s, likeliest(s, " C12")) == "bid 2 C12"


def test_more_than_is_needed_is_waste() -> None:
    """If bids at a place cannot be outbid, all but the lowest are waste."""
    s = table(2)
    hold(s, 0, 3, 9, 12, 13)
    hold(s, 1, 1, 2, 8)
    legal = metropolys.legal(s)
    kinds = {a[1:]: kind for a, (kind, _) in zip(legal, action_features(s, legal), strict=True)}
    seen = {place for (place, _), kind in kinds.items() if kind == "open"}
    assert seen and all(NEIGHBOURS[place] & s.free for place in seen)
    for place in seen:
        assert [kinds[place, value] for value in (3, 9, 12, 13)] == ["open", "open", "waste", "waste"]


@pytest.mark.parametrize("number", [*EXPERT_AREA, *FAMILY_AREA, *NEIGHBOURHOOD])
def test_prospects_are_where_a_building_pays(number: int) -> None:
    """Exactly where for cards of single buildings; nowhere else for groups."""
    rng, count = Random(number), 0
    for _ in range(100):
        own = sum({1 << int(rng.random() * 55) for _ in range(8)})
        open_ = EVERYWHERE & ~own & ~sum({1 << int(rng.random() * 55) for _ in range(15)})
        ahead = prospect(number, own, open_)
        assert (
            ahead.points == paid(number, own)
            and not ahead.scoring & ahead.preparing
            and not (ahead.scoring | ahead.preparing) & ~open_
        )
        pays = {place for place in places(open_) if paid(number, own | 1 << place) > paid(number, own)}
        count += len(places(ahead.scoring))
        assert {*places(ahead.scoring)} <= pays
        if number in MATCHING:
            assert {*places(ahead.scoring)} == pays
        for place in places(ahead.preparing):
            nearer = prospect(number, own | 1 << place, open_ & ~(1 << place))
            assert nearer.scoring or number == card("expert area", "chains")
    assert count


def test_a_race_is_worth_most_where_the_building_turns_it() -> None:
    """The race is worth less where many players can still build."""
    assert rise(-29, 3, 2) > rise(-29, 3, 1) > rise(-29, 3, 0)
    assert rise(-29, 3, 2) > rise(60, 3, 2)
    assert rise(-15, 2, 2) > rise(-15, 12, 2)


def test_hands_are_compared() -> None:
    """Bit v - 1 for the building of value v."""
    assert lowest(0b10110, 2) == 3 and lowest(0b10110, 5) == 0
    assert dominance(0b11100, 0b00110) == (2, pytest.approx(5 / 6))
    assert dominance(0, 0b1) == (0, 0.5)


@pytest.mark.slow
@pytest.mark.parametrize("version", VERSIONS)
def test_greedy_beats_random(version: str) -> None:
    """Both games of a deal, seats swapped."""
    terms = SeriesTerms("metropolys", {"version": version, "memory": "off"}, 2, 1, None, 10**6)
    assert all(play_one(terms, ("greedy", "random"), number).victory_shares[number % 2] == 1 for number in range(2))


def test_a_player_who_can_build_the_rest_alone_has_won_if_that_leads() -> None:
    """Nobody can bid higher than the tall buildings, and the small one has a place without free neighbours."""
    s = table(seats=2, tokens={"C9": "trendy"})
    s.free = mask(("C9", "C10", "N2", "S6"))
    s.players[0].cards, s.players[1].cards = (card("family area", "statues"),), (card("family area", "lakes"),)
    hold(s, 0, 2, 12, 13)
    hold(s, 1, 3, 11)
    s.players[1].tokens[0] = 9
    assert can_finish(s, 0) and decided(s) is None, "it does not lead to a win"
    s.players[1].tokens[0] = 0
    assert decided(s) == (1.0, 0.0)
    assert decided(metropolys.observe(s, 0)) is None, "cards are hidden"
    way = "12 on C9, then 2 on C10, then 13 on N2"
    last = "nobody can outbid the last 3 buildings on the right places, such as"
    assert warning(s, ("you", "Hana")) == f"you can end the game: {last} {way}"
    assert warning(s, ("Hana", "you")).startswith("Hana can end the game: ")
    hold(s, 1, 3)
    s.player = 1
    assert warning(s, ("you", "Hana")) == "the game ends as soon as Hana wins an auction"
    hold(s, 1, 3, 5, 7)
    s.free = mask(("C9", "C10", "S3", "S4"))
    way = "12 on C9, then 2 on C10, then 13 on S3"
    assert warning(s, ("you", "Hana")) == f"when you start the next auction, you can end the game: {last} {way}"
    s.player = 0
    hold(s, 1, 3, 13)
    s.free = mask(("C9", "C10", "S3", "S4"))
    assert not can_finish(s, 0), "12 can be outbid"
    hold(s, 1, 3)
    s.player = 1
    assert warning(s, ("Hana", "you")) == "the game ends as soon as you win an auction"


def test_a_high_building_can_close_in_a_place_for_the_last_low_one() -> None:
    """Where it scores most it would not."""
    s = table(seats=2, tokens={"W1": "trendy"})
    s.free = mask(("S9", "S10", "W1", "W2", "W3"))
    hold(s, 0, 5, 12)
    hold(s, 1, 3, 13)
    (first, high), (then, low) = steps_to_end(s, 1)
    assert {NAMES[first], NAMES[then]} == {"S9", "S10"} and (high, low) == (13, 3)
    hold(s, 0, 5)
    hold(s, 1, 3, 4)
    assert not can_finish(s, 1), "both are too low"


def test_late_in_a_family_game_advice_expects_the_map_card_that_buildings_speak_for() -> None:
    s = table(seats=2)
    lakes, statues, bridges = (card("family area", name) for name in ("lakes", "statues", "bridges"))
    s.players[0].cards, s.players[1].cards = (lakes,), (statues,)
    at_bridges = [NAMES[place] for place in places(MATCHING[bridges] & ~MATCHING[statues])]
    for value, name in zip(range(1, 8), at_bridges, strict=False):
        erect(s, 1, f"{value} {name}")
    view, rng = metropolys.observe(s, 0), Random(1)
    dealt = [determinize(view, rng).players[1].cards[0] for _ in range(100)]
    assert dealt.count(bridges) > 80 and dealt.count(statues) == 100 - dealt.count(bridges) > 0


def test_a_rival_with_two_buildings_left_is_named_before_they_can_end_the_game() -> None:
    s = table(seats=3)
    hold(s, 1, 2, 5)
    assert warning(s, ("you", "Hana", "Bruno")) == "Hana has only 2 buildings left to build"
    s.players[2].hand = s.players[1].hand
    assert warning(s, ("you", "Hana", "Bruno")) == "Hana and Bruno have only 2 buildings left to build"
    hold(s, 0, 2, 5)
    hold(s, 1, 2, 5, 7)
    hold(s, 2, 2, 5, 7)
    assert warning(s, ("you", "Hana", "Bruno")) == "", "you know your own"
