"""Your rating: which games count, what they change, and how it is put into words."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from random import Random

import pytest

from tabletown.rules.bots.matched import level_ratings
from tabletown.rules.bots.player_rating import expected, first_rating
from tabletown.rules.core.match import Match, Seat
from tabletown.rules.core.save_file import Record
from tabletown.tui.model import daily, daily_files, files, play_statistics, rating, rating_words, statistics_words
from tabletown.tui.model.rating import (
    COACHED,
    HELPED,
    NO_RATING,
    NOT_RECORDED,
    PLAYED_BEFORE,
    PRACTICE,
    History,
    histories,
    read_histories,
)
from tabletown.tui.model.results import Result
from tests.rules.random_play import play_match
from tests.tui.app_driver import NEWEST_RECORD_TIME
from tests.tui.scenes_rating import against, save_game, save_games

BASE = ("splendor", "base", "two")


def result(won: bool = True, bots: str = "easy", seed: int = 1, **changes: object) -> Result:
    """A finished two-player game without help, or one with more bots."""
    seats = (("You", ""), *(("Hana", bot) for bot in bots.split(",")))
    scores = (15, *(9 for _ in seats[1:]))
    case = BASE if len(seats) == 2 else (*BASE[:2], "more")
    plain = Result("splendor", 1, "Base game", seats, scores, (0,) if won else (1,), case=case, seed=seed, helped=False)
    return replace(plain, **changes)  # type: ignore[arg-type]


def only(*results: Result) -> History:
    """The only history of these results, each with a deal of its own."""
    (history,) = histories([replace(result, seed=result.seed + n) for n, result in enumerate(results)])
    return history


def test_a_win_raises_your_rating_and_a_loss_lowers_it() -> None:
    assert only(result(False)).rating.mean < first_rating().mean < only(result(True)).rating.mean
    assert only(result(True, "hard")).rating.mean > only(result(True, "easy")).rating.mean


def test_a_first_rating_is_provisional_and_no_range_is_negative() -> None:
    first = only(result(False))
    assert rating_words.interval(first.rating) == "about 520 (likely 0 to 1,060)"
    assert rating_words.certainty(first.rating) == "give or take 540: a first guess"
    assert rating_words.in_short([first]).startswith("Splendor: about 520; beating novice makes it about ")
    assert (
        rating_words.after_game(first.games[0]) == "Your first rating in Splendor: about 520; everybody starts at 750."
    )
    ladder = rating_words.ladder(first)
    assert ("You", "520", "") in [(rung.name, rung.rating, rung.note) for rung in ladder]
    assert [rung.name for rung in ladder if rung.note == rating_words.AIM] == ["Novice"]
    assert "So far" not in dict(rating_words.facts(first)), "750 was never yours"
    assert dict(rating_words.facts(first))["Even game"].startswith("matched bot, about ")
    unrated = only(replace(result(), helped=True))
    assert rating_words.interval(unrated.rating) == "known after one rated game"
    assert [rung.name for rung in rating_words.ladder(unrated)] == ["Master", "Hard", "Medium", "Easy", "Novice"]
    assert dict(rating_words.facts(unrated))["Even game"] == "against a matched bot", "no figure before there is one"
    fourth = only(*[result()] * 4)
    assert rating_words.after_game(fourth.games[-1]).endswith(" from this game.")
    assert rating_words.in_short([fourth]).startswith("Splendor 1,116; beating medium makes it about 1,330")
    fifth = rating_words.interval(only(*[result(False, "novice")] * 5).rating)
    assert "(likely 0 to " in fifth and "known" not in fifth


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"helped": True}, HELPED),
        ({"helped": True, "coached": True}, COACHED),
        ({"helped": None}, NOT_RECORDED),
        ({"seats": (("You", ""), ("Hana", "greedy"))}, NO_RATING),
        ({"seed": daily.seed(daily.FIRST)}, PRACTICE),
        ({"seed": daily.seed(daily.FIRST.replace(year=2040))}, PRACTICE),
    ],
)
def test_a_game_that_does_not_count_is_marked_and_changes_nothing(changes: dict[str, object], why: str) -> None:
    (history,) = histories([result(seed=1), replace(result(seed=2), **changes)])  # type: ignore[arg-type]
    assert [game.unrated for game in history.games] == ["", why]
    assert history.games[1].after == history.games[0].after and (len(history.rated), history.unrated) == (1, 1)
    assert rating_words.effect(history.games[1]) == f"not rated: {why}"


def test_a_deal_is_rated_once_in_the_same_game_with_as_many_players() -> None:
    again = histories([result(seed=5), result(seed=5), result(seed=5, bots="easy,easy"), result(seed=6)])
    assert [game.unrated for game in again[0].games] == ["", PLAYED_BEFORE, "", ""]


def test_games_of_several_people_of_bots_alone_and_unfinished_ones_are_left_out() -> None:
    people = result(seats=(("Ada", ""), ("Bea", ""), ("Hana", "easy")), scores=(1, 2, 3))
    bots = result(seats=(("Hana", "easy"), ("Bruno", "hard")))
    assert (
        histories([people, bots, result(scores=()), result(case=None), result(case=("splendor", "own", "two"))]) == []
    )


def test_every_module_and_edition_has_its_own_rating_in_the_order_of_the_games() -> None:
    by_kind = histories([
        result(game="sf1906", variant="", case=("sf1906", "base", "two")),
        result(variant="The Orient", case=("splendor", "orient", "two")),
        result(bots="easy,easy"),
        result(seed=9),
    ])  # fmt: skip
    assert [(history.title, len(history.rated)) for history in by_kind] == [
        ("Splendor", 2), ("Splendor, The Orient", 1), ("1906 San Francisco", 1)
    ]  # fmt: skip


def test_with_several_bots_the_winner_alone_counts_and_a_shared_win_in_shares() -> None:
    three = "easy,easy,easy"
    lost = only(result(False, three)).rating.mean
    shared = only(replace(result(True, three), winners=(0, 1))).rating.mean
    assert lost < first_rating().mean < shared < only(result(True, three)).rating.mean


def test_the_next_level_is_the_weakest_above_every_bot_you_have_beaten() -> None:
    aims = [only(*games).next_level() for games in (
        [result(False, "matched-750")], [result(False, "hard")] * 5, [result(True, "hard")] * 20,
        [result(True, "master")],
    )]  # fmt: skip
    assert [aim and aim[0] for aim in aims] == ["novice", "novice", "master", None]
    won = result(True, "matched-750")
    assert only(won).next_level() == only(won, result(False, "matched-750", seed=2)).next_level(), (
        "one loss changes nothing"
    )


def test_the_rating_finds_a_strength_behind_thirty_games() -> None:
    rng, levels = Random(3), level_ratings(BASE)
    bots = ["easy" if n % 2 else "medium" for n in range(30)]
    history = only(*(result(rng.random() < expected(1100, [levels[bot]]), bot) for bot in bots))
    assert abs(history.rating.mean - 1100) < history.rating.margin < 250 and len(history.line) == 31


def test_streaks_bests_and_first_wins_count_rated_games_alone() -> None:
    history = only(
        result(True, "easy", when=1.0e9), result(True, "hard", scores=(17, 3)), result(False, "master"),
        result(True, "medium", helped=True), result(True, "easy", when=1.1e9), result(True, "matched-900"),
    )  # fmt: skip
    facts = dict(rating_words.facts(history))
    assert facts["Games"] == "5 rated, 4 won; 1 not rated" and facts["Streak"] == "2 wins; longest 2"
    assert facts["Best win"] == "against hard, 1,630" and facts["Highest"].endswith(", 17 points")
    assert facts["Next to beat"].startswith("master, ")
    wins = history.first_wins()
    assert [level for level, game in wins.items() if game] == ["easy", "hard", "matched"], "no novice was ever met"
    assert rating_words.first_wins(history)[1] == ("Easy", "2001-09-09") and (
        "Medium",
        "not yet",
    ) in rating_words.first_wins(history)


# Saved games


def test_thirty_saved_games_make_a_rating() -> None:
    save_games(30)
    (history,) = read_histories()
    assert len(history.games) == 30 and history.unrated == 3
    assert read_histories()[0].line == history.line, "also from what was kept"
    save_game("medium", 31, 0, helped=True)
    (later,) = read_histories()
    assert later.rating == history.rating and later.games[-1].unrated == HELPED


def test_a_clock_set_back_loses_no_game_and_rates_no_deal_twice() -> None:
    save_games(12)
    before = read_histories()[0]
    record = save_game("easy", 40, 0)
    again = against("easy", 40)
    for n, days in enumerate((400, 2, -400)):  # a clock in the past, on another day, and in the future
        path = record.path.with_name(f"again-{n}.jsonl")
        path.write_bytes(record.path.read_bytes())
        os.utime(path, (NEWEST_RECORD_TIME - 86400 * days,) * 2)
    after = read_histories()[0]
    assert len(after.games) == len(before.games) + 4 and len(after.rated) == len(before.rated) + 1
    assert sum(game.result.deal == rating_deal(again.seed) for game in after.rated) == 1
    names = {game.result.name for game in after.games}
    assert names == {path.name for path in files.records_folder().glob("*.jsonl")}


def rating_deal(seed: int) -> tuple[object, ...]:
    return result(seed=seed).deal


def test_the_changes_of_a_rating_add_up_as_it_is_shown() -> None:
    history = only(result(False, "novice"), result(True, "medium"), result(False, "medium"))
    shown = [int(value.replace(",", "")) for value in dict(rating_words.facts(history))["So far"].split(", ")]
    for game, before, after in zip(history.games[1:], shown, shown[1:], strict=False):
        assert rating_words.effect(game) == f"about {after:,} ({after - before:+d})"


def test_the_end_of_a_game_says_what_it_did_to_the_rating() -> None:
    save_games(5)
    record = save_game("medium", 6, 0)
    game = read_histories()[0].games[-1]
    (line,) = rating_words.rating_after(record)
    assert line == f"Your rating: {rating_words.interval(game.after)}, {game.change:+d} from this game."
    (line,) = rating_words.rating_after(save_game("medium", 7, -1, helped=True))
    assert line == f"Your rating stays at {game.after.mean:,.0f}: this game is not rated (help used)."
    assert rating_words.rating_after(None) == []


def test_a_game_in_progress_is_rated_unless_it_had_help_or_its_deal_was_played_before() -> None:
    save_games(2)
    read_histories()
    signs = []
    for bot, seed in (("easy", 50), ("novice", 2), ("greedy", 50), ("easy", daily.seed(daily.FIRST))):
        match = Match("splendor", [Seat("You"), Seat("Hana", bot)], {"module": "base"}, seed)
        record = Record(files.records_folder() / "new.jsonl")
        signs.append(rating.standing(match, record))
    assert signs == [rating.RATED, rating.UNRATED, "", rating.UNRATED]
    record.helped = True
    assert rating.standing(match, record) == rating.UNRATED and rating.standing(match, None) == ""


def test_the_first_try_at_a_daily_game_is_rated_and_counted_in_a_line_of_its_own() -> None:
    day = daily.FIRST
    match = play_match(daily.deal(day).match(), 4000)
    record = Record(daily_files.game_path(day))
    assert rating.standing(daily.deal(day).match(), record) == rating.RATED
    for path in (record.path, daily_files.game_path(day, daily.MASTER), files.records_folder() / "practice.jsonl"):
        Record(path).save(match)
    (history,) = read_histories()
    assert [game.unrated for game in history.games] == ["", PRACTICE]
    assert rating_words.rating_after(record)[0].endswith("; everybody starts at 750.")
    assert [who.endswith(", daily") for _, who, _, _ in rating_words.recent(history)] == [False, True]
    assert play_statistics.collect().dailies.games == 1
    assert "Daily games\nFirst tries: 1 game" in statistics_words.lines(play_statistics.collect())


# In words


def test_the_text_says_all_that_the_screen_does() -> None:
    save_games(30)
    (history,) = read_histories()
    text = rating_words.lines([history])
    assert "\nCertainty: give or take " in text
    assert text.isascii() and text.startswith("Splendor\nRating: ")
    for label, value in rating_words.facts(history):
        assert f"{label or 'Certainty'}: {value}." in text
    for cells in rating_words.recent(history):
        assert "{}: against {}, {}, {}.".format(*cells) in text
    assert "First wins: Novice 20" in text and "Master not yet" in text and "not rated: help used" in text
    assert all(note in " ".join(text.split()) for note in rating_words.notes())
    assert max(map(len, text.splitlines()[-3:])) < 80 and rating_words.lines([]) == rating_words.NOTHING


def test_other_programs_get_the_histories_too() -> None:
    save_games(10)
    (row,) = json.loads(json.dumps(rating_words.table(read_histories())))
    assert (row["title"], row["rated"], row["unrated"]) == ("Splendor", 9, 1)
    assert len(row["history"]) == 10 and row["rating"] == row["history"][-1] and row["first_wins"]["master"] is None


def test_the_statistics_name_your_rating_in_each_game() -> None:
    save_games(10)
    statistics = play_statistics.collect()
    (history,) = statistics.ratings
    line = f"Splendor: {rating_words.interval(history.rating)}, 9 games"
    assert f"\n\nYour rating\n{line}\n" in statistics_words.lines(statistics)
    assert play_statistics.table(statistics)["ratings"] == rating_words.table([history])
