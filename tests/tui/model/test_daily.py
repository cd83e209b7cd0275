"""Daily games: the deal of a date, replies that no clock changes, streak, calendar and the text to share."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletown.rules.bots import ismcts, levels, minimax
from tabletown.rules.bots.level_descriptions import BOTS
from tabletown.rules.core.match import Match, Seat
from tabletown.tui.cli.daily import note_friend
from tabletown.tui.cli.main import one_line
from tabletown.tui.model import daily, daily_files, daily_share, daily_words
from tabletown.tui.model.daily import FIRST, Length, Score, Try
from tests.rules.random_play import play_match

DAY = date(2026, 11, 25)
WEEK = [date(2026, 11, 23) + timedelta(n) for n in range(7)]
DAYS = st.dates(FIRST, date(2100, 12, 31))


def a_try(day: date, begun: date | None = None, outcome: str = "won", own: bool = True) -> Try:
    score = Score((15, 12), outcome, Length(24, "round"), "--==++++++") if own else None
    return Try(day, begun or day, "Splendor", "medium", 1, score)


def test_the_deal_of_a_date_never_changes() -> None:
    deal = daily.deal(DAY)
    assert (deal.game, deal.options, deal.seed, deal.seat) == ("splendor", {"module": "orient"}, 6174572731380, 1)
    first = daily.deal(FIRST)
    assert (first.game, first.seed, first.seat) == ("sf1906", 187550928346945, 1)


def test_a_week_has_every_game_and_both_editions() -> None:
    deals = [daily.deal(day) for day in WEEK]
    assert [deal.game for deal in deals].count("splendor") == 4 and len({deal.seed for deal in deals}) == 7
    assert {deal.options["version"] for deal in deals if deal.game == "metropolys"} == {"family", "expert"}
    assert "sf1906" in {deal.game for deal in deals}
    modules = {daily.deal(day + timedelta(7)).options.get("module") for day in WEEK}
    assert modules | {deal.options.get("module") for deal in deals} >= {*daily.MODULES, "base"}


@settings(deadline=None)
@given(DAYS)
def test_who_starts_alternates_by_date(day: date) -> None:
    assert daily.deal(day).seat != daily.deal(day + timedelta(1)).seat


@pytest.mark.parametrize("day", WEEK)
def test_you_play_against_one_bot_in_the_seat_of_the_deal(day: date) -> None:
    deal = daily.deal(day)
    match = deal.match()
    assert match.human_seats == [deal.seat] and sorted(seat.bot for seat in match.seats) == ["", "medium"]
    assert daily.deal_of(match, day) == deal, "it is known by its deal, wherever it is saved"
    assert daily.deal_of(match, day - timedelta(1)) is None, "a deal of the future is none"
    assert daily.deal_of(Match(match.name, match.seats, match.options, match.seed + 1), day) is None
    assert daily.deal_of(Match(match.name, [Seat("A"), Seat("B")], match.options, match.seed), day) is None


@pytest.mark.parametrize("day", WEEK[:4])
@pytest.mark.parametrize("level", [daily.LEVEL, daily.MASTER])
def test_a_slow_machine_gets_the_same_replies(day: date, level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that leaps an hour at every look ends any search that has a limit of time."""
    monkeypatch.setattr(daily, "NODES", {daily.LEVEL: 300, daily.MASTER: 60})
    match = daily.deal(day).match()
    match = play_match(Match(match.name, [Seat("A", level), Seat("B", level)], match.options, match.seed), 9)
    fast = levels.choose(**daily.bot_arguments(match))
    hours = count(0, 3600)
    for module in (minimax, ismcts):
        monkeypatch.setattr(module, "perf_counter", lambda: next(hours))
    slow = levels.choose(**daily.bot_arguments(match))
    assert (fast.action, fast.nodes, fast.candidates) == (slow.action, slow.nodes, slow.candidates)
    assert slow.nodes <= daily.NODES[level] and daily.bot_arguments(match)["nodes"] > 0


def test_the_master_of_days_before_it_learned_to_finish_plays_as_it_did() -> None:
    match = Match("splendor", [Seat("A", daily.MASTER), Seat("B", daily.LEVEL)], {"module": "base"}, 3)
    before = daily.FINISHES_FROM - timedelta(1)
    assert daily.bot_arguments(match, before) == {**daily.bot_arguments(match, daily.FINISHES_FROM), "level": "ismcts"}
    assert not BOTS["ismcts"].finishes and BOTS[daily.bot_arguments(match)["level"]].finishes


def test_a_search_with_a_limit_of_time_would_end_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control of the test above."""
    match = play_match(Match("splendor", [Seat("A", "medium"), Seat("B", "medium")], {"module": "base"}, 3), 9)
    hours = count(0, 3600)
    monkeypatch.setattr(minimax, "perf_counter", lambda: next(hours))
    view = match.game.observe(match.state, match.player)
    assert levels.choose(match.name, view, "medium", "seed").nodes < 50


# Results


def finished(day: date = DAY) -> Match:
    return play_match(daily.deal(day).match(), 4000)


def test_a_result_has_points_rounds_and_a_mark_for_each_round() -> None:
    match = finished()
    seat = match.human_seats[0]
    score = daily.score(match, seat)
    other = daily.score(match, 1 - seat)
    assert score and other and daily.score(play_match(daily.deal(DAY).match(), 20), seat) is None
    rounds = score.length.number
    assert len(score.marks) == min(rounds, daily.MOST_MARKS) and score.points == other.points[::-1]
    assert score.marks == other.marks.translate(str.maketrans("+-", "-+"))
    assert {score.outcome, other.outcome} == {"won", "lost"}
    assert score.marks[-1] == ("+" if score.outcome == "won" else "-"), "the last mark is the winner's"


def test_a_try_survives_as_data() -> None:
    for entry in (a_try(DAY), a_try(DAY, own=False), a_try(DAY, DAY + timedelta(2), "lost")):
        assert daily_files.from_data(daily_files.to_data(entry)) == entry


@pytest.mark.parametrize("ascii_only", [True, False])
@pytest.mark.parametrize(
    ("outcome", "says"),
    [
        ("won", ["I beat the bot 15-12 in 24 rounds", "Can you beat 15-12? Ask me or try:"]),
        ("lost", ["I lost to the bot 12-15", "Can you do better? Ask me, or try:"]),
        ("shared the win", ["I tied with the bot, 15-12", "Can you beat the bot? Ask me, or:"]),
    ],
)
def test_the_text_to_share_says_in_short_lines_how_it_went_and_challenges_a_friend(
    ascii_only: bool, outcome: str, says: list[str]
) -> None:
    own, points = a_try(DAY, outcome=outcome).own, (12, 15) if outcome == "lost" else (15, 12)
    entry = Try(DAY, DAY, "1906 San Francisco", "medium", 1, own and own._replace(points=points))
    lines = daily_share.share_text(entry, 1, ascii_only)
    assert lines == [
        "Tabletown, a terminal game",
        "1906 San Francisco",
        "a race to 15 points in gem cards",
        says[0],
        "--==++++++ (+ me, - bot, = level)" if ascii_only else "○○◑◑●●●●●● (● me, ○ bot, ◑ level)",
        says[1],
        f"tabletown daily 2026-11-25 {points[0]}-{points[1]}",
    ]
    beaten = daily_share.share_text(entry, 1, ascii_only, (points[0] - 1, points[1]))
    assert beaten == [*lines[:2], f"I did better than your {points[0] - 1}-{points[1]}", *lines[3:]]
    assert daily_share.share_text(entry, 1, ascii_only, points)[2] == f"As good as your {points[0]}-{points[1]}"
    assert max(map(len, daily_share.KINDS.values())) <= daily_share.WIDTH
    streak = daily_share.share_text(entry, 127, True)
    assert streak[4] == "Streak 127" and [*streak[:4], *streak[5:]] == daily_share.share_text(entry, 1, True)
    assert daily_share.share_text(replace(entry, begun=DAY + timedelta(1)), 127, True) == daily_share.share_text(
        entry, 1, True
    )
    assert max(map(len, [*lines, *streak])) <= daily_share.WIDTH


@pytest.mark.parametrize("line, ends", [
    ("Or: ssh -p 2222 town.example.org", True),
    ("Spielt mit: ssh münster.example", False),
    ("x" * 34, True),
    ("x" * 35, False),
    ("two\nlines", False),
    ("\x1b[31mred", False),
    ("", False),
])  # fmt: skip
def test_the_text_to_share_ends_with_the_invitation_that_is_set(
    line: str, ends: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = a_try(DAY)
    rich, plain = (daily_share.share_text(entry, 1, ascii_only) for ascii_only in (False, True))
    monkeypatch.setenv("TABLETOWN_INVITATION", line)
    for usual, is_ascii in ((plain, True), (rich, False)):
        if ends or (not is_ascii and not line.isascii()):
            invited = ["Can you beat 15-12? In a terminal:", usual[-1], line]
            assert daily_share.share_text(entry, 1, is_ascii) == [*usual[:-2], *invited]
        else:
            assert daily_share.share_text(entry, 1, is_ascii) == usual, "without one a friend is told to ask"
    is_wrong = bool(line and line.isascii() and not ends)
    assert ("TABLETOWN_INVITATION is left out" in daily_share.copied()) == is_wrong, "it is said where it is copied"


def test_the_meaning_of_a_mark_is_told() -> None:
    own = a_try(DAY).own
    assert own and daily_share.marks_note(own._replace(length=Length(10, "auction")), False) == (
        "a dot for each auction"
    )
    assert daily_share.marks_note(own, True) == "a sign for each part of the game"


def test_the_text_to_share_explains_only_the_marks_that_it_has() -> None:
    own = a_try(DAY).own
    assert own and daily_share.course(own._replace(marks="====++"), 1, False) == ["◑◑◑◑●● (● I led, ◑ level)"]
    assert daily_share.course(own._replace(marks="++++++"), 1, False) == ["●●●●●● (● I led)"]


def test_many_marks_have_a_line_for_themselves_which_tells_how_the_lead_changed() -> None:
    own, marks = a_try(DAY).own, f"{'-' * 20}{'+' * 14}"
    assert own
    own = own._replace(length=Length(34, "round"), marks=marks)
    assert daily_share.course(own, 1, True) == [marks, "(+ I led, - bot led)"]
    assert daily_share.course(own, 7, True) == [marks, "(+ I led, - bot led), streak 7"]
    assert max(map(len, daily_share.course(own._replace(marks=marks[1:] + "="), 127, True))) <= daily_share.WIDTH


def test_a_month_says_how_many_of_its_games_you_have_won() -> None:
    tries = {day: a_try(day, outcome=outcome) for day, outcome in zip(WEEK, ["won", "lost", "won"], strict=False)}
    assert daily_words.tally({**tries, WEEK[3]: a_try(WEEK[3], own=False)}, DAY) == "November 2026: 3 played, 2 won"
    assert daily_words.tally(tries, date(2026, 10, 1)) == "October 2026"


@pytest.mark.parametrize(
    ("marks", "says"),
    [
        ("-----+-----", ""),
        ("-===-+++=--", ""),
        ("==--=------", ""),
        ("=----------", "Hana led from auction 2 on"),
        ("-==++++++++", "You led from auction 4 on"),
        ("++++++++++-", "Hana took the lead in the last auction"),
        ("+++++++++++", "You led from the start"),
        ("-----=====+", "You took the lead in the last auction"),
        ("----------=", ""),
        ("-+++++++++", ""),
    ],
)
def test_who_led_is_said_only_where_the_marks_show_a_lead_that_was_kept(marks: str, says: str) -> None:
    own = a_try(DAY).own
    assert (
        own and daily_share.lead_taken(own._replace(length=Length(11, "auction"), marks=marks), "You", "Hana") == says
    )


def test_the_text_to_share_says_from_when_the_winner_led() -> None:
    own = a_try(DAY).own
    assert own
    own = own._replace(length=Length(6, "year"), marks="=+++++")
    assert daily_share.course(own, 7, True) == ["I led from year 2 on, streak 7", "=+++++ (+ I led, = level)"]
    lost = daily_share.course(own._replace(marks="+-----"), 1, True)
    assert lost == ["The bot led from year 2 on", "+----- (+ I led, - bot led)"]


def test_a_long_result_leaves_its_length_out() -> None:
    own = a_try(DAY).own
    assert own and daily_share.result(own._replace(points=(136, 117))) == "I beat the bot 136-117"


@pytest.mark.parametrize(
    ("points", "asks", "judged"),
    [
        ((16, 9), "Can you beat 15-12? Ask me or try:", "In your seat, the master bot won 16-9: it did better."),
        (
            (15, 12),
            "Can you beat 15-12? Ask me or try:",
            "In your seat, the master bot won 15-12: just as good as you.",
        ),
        ((15, 13), "Even master did worse. Beat 15-12:", "In your seat, the master bot won 15-13: you did better."),
    ],
)
def test_a_result_is_compared_with_that_of_master(points: tuple[int, int], asks: str, judged: str) -> None:
    entry = replace(a_try(DAY), master=Score(points, "won", "", ""))
    assert daily_share.challenge(entry) == asks and len(asks) <= daily_share.WIDTH
    assert daily_share.more_lines(entry, 0, None, 90) == [judged]
    led = replace(a_try(DAY), own=Score((15, 12), "won", Length(4, "round"), "-+++"))
    course, seat = daily_share.more_lines(led, 1, 9, 90)
    assert course == "You led from round 2 on. Streak: 1 day."
    assert seat == "The master bot now plays your seat, to compare: move 10 of about 90."


def test_a_friends_result_is_kept_and_compared_with_yours() -> None:
    daily_files.note_friend(DAY, (16, -9))
    assert (daily_share.read_result("22-36"), daily_share.read_result("16,-9")) == ((22, 36), (16, -9))
    assert one_line(["daily", str(DAY), "much"]) == "a friend's result looks like 22-36, not 'much'"
    assert daily_files.friends() == {DAY: (16, -9)}
    daily_files.save_try(a_try(DAY))
    note_friend(DAY, "15-12")
    assert daily_files.friends() == {DAY: (16, -9)}, "the command of your own text changes nothing"
    note_friend(DAY, "15-13")
    assert daily_files.friends() == {DAY: (15, 13)}
    own = a_try(DAY, outcome="lost").own
    assert own and daily_share.compared(own, (22, 36)) == "You beat your friend's 22-36"
    assert daily_share.compared(own, (22, 18)) == "Your friend's 22-18 is better"
    assert daily_share.compared(None, (16, -9)) == "To beat: your friend's 16, -9"


def test_a_result_has_a_mark_for_each_year_of_1906() -> None:
    match = play_match(Match("sf1906", [Seat("You"), Seat("Hana", "easy")], {"components": "stand-in"}, 1), 4000)
    score = daily.score(match, 0)
    assert score and Length(len(score.marks), "year") == score.length


# Streak and calendar


def test_a_deal_says_how_long_it_takes_until_it_is_begun() -> None:
    thursday, sunday = DAY + timedelta(1), DAY + timedelta(4)
    assert daily_words.about(thursday, None)[-1] == "about 20 min (six years)"
    assert daily_words.about(DAY, None)[-1] == "about 10 min (30 moves each)"
    assert daily.deal(sunday).options["module"] in daily.MODULES and "min" in daily_words.about(sunday, None)[-1]
    assert "min" not in " ".join(daily_words.about(DAY, a_try(DAY)))


def test_home_says_how_the_day_went_and_when_the_next_game_comes() -> None:
    noon = datetime(2026, 11, 25, 12, tzinfo=UTC)
    assert daily_words.summary({}, noon) == "Splendor, The Orient, about 10 min"
    assert daily_words.summary({DAY: a_try(DAY, own=False)}, noon) == "Splendor, The Orient, unfinished"
    both = {day: a_try(day) for day in (DAY, DAY - timedelta(1))}
    line = daily_words.summary(both, noon)
    assert line == "Splendor, The Orient, won 15-12, streak 2 days, next in 12 h 0 min"
    assert daily_words.summary(both, noon, 60) == "won 15-12, streak 2 days, next in 12 h 0 min"


def test_home_offers_yesterdays_game_once_todays_is_finished() -> None:
    noon, tries = datetime(2026, 11, 25, 12, tzinfo=UTC), {DAY: a_try(DAY)}
    assert daily_words.summary(tries, noon, 58) == "won 15-12, next in 12 h 0 min; yesterday's is still open"
    assert daily_words.summary(tries, noon).endswith("next in 12 h 0 min; yesterday's is still open")
    assert "streak" not in daily_words.summary(tries, noon), "yesterday's game no longer counts for it"
    first = {daily.FIRST: a_try(daily.FIRST)}
    assert "yesterday" not in daily_words.summary(first, datetime(2026, 1, 1, 12, tzinfo=UTC))


def test_a_begun_try_says_for_what_it_counts() -> None:
    begun, late = a_try(DAY, own=False), a_try(DAY, DAY + timedelta(1), own=False)
    on_time = daily_words.advice(DAY, begun, DAY)
    assert on_time == "Your first try is saved. It counts on any day, also for your streak."
    too_late = daily_words.advice(DAY, late, DAY + timedelta(1))
    assert too_late == "Your first try is saved. It counts on any day, but not for your streak."
    assert "streak" not in " ".join(daily_words.about(DAY, late)), "one screen says it once"
    assert "does not count for your streak" in daily_words.about(DAY, replace(late, own=a_try(DAY).own))


def test_every_line_below_the_calendar_fits_in_80_columns() -> None:
    entries = [None, a_try(DAY), a_try(DAY, own=False), a_try(DAY, DAY + timedelta(1), own=False)]
    lines = [daily_words.advice(DAY, entry, DAY + timedelta(n)) for entry in entries for n in (-1, 0, 1)]
    assert max(map(len, lines)) <= 76, lines


def test_the_calendar_says_what_today_does_for_the_streak_before_and_after_the_first_move() -> None:
    before = {DAY - timedelta(n): a_try(DAY - timedelta(n)) for n in (1, 2)}
    begun = {DAY: a_try(DAY, own=False)}
    assert daily_words.gain({}, DAY, DAY) == "Start it today: day 1 of a streak."
    assert daily_words.gain(before, DAY, DAY) == "Start it today: day 3 of your streak, your longest yet."
    assert daily_words.gain(begun, DAY, DAY) == "Finish it: day 1 of a streak."
    assert daily_words.gain({}, DAY, DAY + timedelta(1)) == "It no longer counts for your streak."
    assert daily_words.gain(begun, DAY, DAY + timedelta(1)) == daily_words.gain({DAY: a_try(DAY)}, DAY, DAY) == ""


def test_names_of_the_calendar_are_explained() -> None:
    days = [FIRST + timedelta(n) for n in range(28)]
    assert {daily_words.titled_day(day, None) for day in days} >= {"Gems: Splendor", "Metropolys, Expert"}
    assert all(daily_words.day_name(day) in daily_words.NAMES_EXPLAINED for day in days)


@settings(deadline=None)
@given(st.sets(st.integers(0, 12)), st.sets(st.integers(0, 12)))
def test_the_streak_counts_days_in_a_row_that_were_begun_on_time(done: set[int], late: set[int]) -> None:
    """Days are counted back from today."""
    days = {n: DAY - timedelta(n) for n in range(14)}
    tries = {days[n]: a_try(days[n], DAY if n in late else days[n]) for n in done}
    on_time = [n in done and (n not in late or n == 0) for n in range(14)]
    start = 0 if on_time[0] else 1
    expected = next(n for n in range(start, 14) if not on_time[n]) - start
    assert daily.streak(tries, DAY) == expected


def test_an_unfinished_try_does_not_count_for_the_streak() -> None:
    assert daily.streak({DAY: a_try(DAY, own=False)}, DAY) == 0


def test_a_clock_set_forward_and_back_loses_no_day_of_the_streak() -> None:
    tries = {day: a_try(day) for day in WEEK[:4]}
    assert daily.streak(tries, WEEK[3]) == 4 and daily.streak(tries, WEEK[1]) == 2
    assert daily.streak(tries, WEEK[6]) == 0 and daily.streak(tries, WEEK[3]) == 4


def test_a_day_is_one_word_of_the_calendar() -> None:
    yesterday, tomorrow = DAY - timedelta(1), DAY + timedelta(1)
    tries = {
        DAY - timedelta(4): a_try(DAY - timedelta(4)),
        DAY - timedelta(3): a_try(DAY - timedelta(3), outcome="lost"),
        DAY - timedelta(2): a_try(DAY - timedelta(2), own=False),
    }
    states = [daily.state(tries, DAY - timedelta(n), DAY) for n in (4, 3, 2)]
    assert states == ["won", "lost", "begun"]
    assert [daily.state(tries, day, DAY) for day in (yesterday, DAY, tomorrow)] == ["missed", "today", "future"]
    assert daily.state(tries, DAY - timedelta(5), DAY) == "" == daily.state({}, yesterday, DAY), "before your first day"


@settings(deadline=None)
@given(DAYS)
def test_the_weeks_of_a_month_have_each_day_once_and_start_on_monday(day: date) -> None:
    weeks = daily.weeks(day)
    days = [each for week in weeks for each in week]
    assert all(len(week) == 7 and week[0].weekday() == 0 for week in weeks) and 4 <= len(weeks) <= 6
    assert [later - earlier for later, earlier in zip(days[1:], days, strict=False)] == [timedelta(1)] * (len(days) - 1)
    last = daily.next_month(day) - timedelta(1)
    assert days.index(day.replace(day=1)) < 7 and len(days) - days.index(last) <= 7
    assert daily.next_month(daily.next_month(day), -1) == day.replace(day=1)


@pytest.mark.parametrize(("time", "left"), [((0, 0), "24 h 0 min"), ((23, 59), "1 min"), ((18, 48), "5 h 12 min")])
def test_the_next_deal_comes_at_midnight_utc(time: tuple[int, int], left: str) -> None:
    assert daily.time_left(datetime(2026, 11, 25, *time, tzinfo=UTC)) == left
