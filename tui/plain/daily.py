"""The daily game in text mode: today's deal, past days, results, streak and calendar."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from itertools import groupby

from tabletown.rules.bots.level_descriptions import BOTS
from tabletown.rules.bots.levels import choose
from tabletown.rules.core.game import Action
from tabletown.rules.core.match import Match
from tabletown.rules.core.save_file import BadRecord, Record
from tabletown.rules.core.text import plural, shorten

from ..model import daily, daily_files, daily_share, daily_words, invitation
from ..model.saved_games import fresh_path
from ..narration.grammar import ELSEWHERE, sentence
from .commands import QUIT
from .console import Page
from .game import Playing
from .replay import Stepping

STEP = 20
"""Moves between two reports on the game of MASTER."""

HELP = """\
play: start or continue your first try at today's deal; play 2026-11-03 for a past day.
practice: play the deal again, with undo and hints, once your first try is finished; or practice DATE.
show: today's deal and your result; or show DATE.
master: let the master bot play the deal in your seat, to compare; or master DATE.
replay: step through your first try; or replay DATE.
share: your result as text, to send to a friend; or share DATE.
calendar: the days of this month; calendar 2026-10 for another.
help: this list.
quit: leave."""


class DailyPlaying(Playing):
    """A daily game: its bots count positions, and a first try has neither undo nor hints nor a coach."""

    record: Record

    def __init__(self, match: Match, record: Record, page: Page) -> None:
        super().__init__(match, record, page)
        self.day = daily_files.day_of(record.path)
        self.noted = False
        """True once the results say that this try was begun."""
        for word in ("hint", "coach", "undo", "redo") if self.day else ():
            self.commands[word] = (self.not_allowed, "only in practice")

    def not_allowed(self, _: str) -> None:
        self.page.say(daily_words.NO_HELP)

    @property
    def coached(self) -> bool:
        return not self.day and super().coached

    def choose(self, player: int) -> Action:
        return choose(**daily.bot_arguments(self.match)).action

    def quit(self, _: str) -> None:
        """Leave, and print how to continue."""
        if not self.day or self.unsaved:
            return super().quit("")
        self.going = False
        return self.page.say("Game saved. Continue with: tabletown daily --plain")

    def play(self, move: str) -> None:
        """Play a legal move; the first one begins the try."""
        super().play(move)
        if self.day and not self.noted:
            self.noted = True
            self.page.say(*filter(None, [daily_files.note_move(self.match, self.day, daily.today())]))


def playing(match: Match, record: Record, page: Page) -> Playing:
    """A match in text mode: the deal of a day, wherever it is saved, is played as a daily game."""
    of_day = daily.deal_of(match, daily.today())
    return DailyPlaying(match, record, page) if of_day else Playing(match, record, page)


def play(match: Match, record: Record, page: Page) -> None:
    """Play a match, or step through it while another program plays it."""
    if not record.claim():
        page.say(ELSEWHERE)
        return Stepping(match, page).run()
    try:
        return playing(match, record, page).run()
    finally:
        record.release()


class DailyPage:
    """The commands on daily games."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.tries: dict[date, daily.Try] = {}
        self.commands: dict[str, Callable[[date], None]] = {
            "play": self.play,
            "practice": self.practise,
            "practise": self.practise,
            "show": self.show,
            "master": self.master,
            "replay": self.replay,
            "share": self.share,
        }

    def run(self, day: date) -> None:
        """Show a day, then run typed commands until the player leaves or the input ends."""
        self.read()
        self.show(day)
        self.page.say("Type play, calendar, or help.")
        while (text := self.page.ask()) is not None and text.lower() not in QUIT:
            self.answer(text.lower())
            self.page.say("What next?")

    def read(self) -> None:
        """Read the results, and print what is wrong with them."""
        self.tries, problems = daily_files.load()
        self.page.say(*problems)

    def answer(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        if word in ("help", "?", ""):
            return self.page.say(*HELP.splitlines())
        if word == "calendar":
            return self.calendar(rest.strip())
        day = parse_day(rest.strip())
        if word not in self.commands:
            return self.page.say(f"Unknown command {shorten(word)!r}. Type help.")
        if day is None and not rest.strip():
            return self.page.say(daily_words.advice(daily.today(), None, daily.today()))
        if day is None:
            return self.page.say(f"No daily game for {shorten(rest)!r}. Write dates like this: {daily.today()}.")
        return self.commands[word](day)

    # Commands

    def show(self, day: date) -> None:
        """Print the deal of a day, and how far its try is."""
        entry, days = self.tries.get(day), daily.streak(self.tries, daily.today())
        self.page.say(f"Daily game for {daily.long_date(day)}: {daily_words.game_of(day, entry)}.")
        self.page.say(*daily_words.added_by(day, entry), sentence(", ".join(daily_words.particulars(day, entry))))
        if entry and entry.own:
            self.page.say(f"Your first try: {entry.own}.", f"Who was ahead: {who_led(entry.own)}.")
        if entry and entry.master:
            self.page.say(f"Master bot in your seat: {entry.master}.")
        if friend := daily_files.friends().get(day):
            self.page.say(f"{daily_share.compared(entry.own if entry else None, friend)}.")
        if entry is None and daily.has_deal(day, daily.today()):
            self.page.say(f"{daily_words.FIRST_TRY_TERMS}.")
        self.page.say(daily_words.advice(day, entry, daily.today()))
        game = daily.deal(day).game
        if entry is None and daily_files.is_new(self.tries, game):
            self.page.say(daily_words.goal(daily.deal(day)))
            self.page.say(f"New to you? tabletown learn {game} --plain teaches it in a few minutes; the game waits.")
        self.page.say(*[f"Streak: {plural(days, 'day')}."] * (days > 0))
        self.page.say(*filter(None, [daily_words.gain(self.tries, day, daily.today())]))

    def play(self, day: date) -> None:
        entry = self.tries.get(day)
        if entry and entry.own:
            return self.page.say(f"Your first try is finished: {entry.own}. Type practice to play the game again.")
        try:
            match, record = daily_files.open_game(self.tries, day)
        except (BadRecord, OSError) as bad:
            return self.page.say(f"{bad}.")
        play(match, record, self.page)
        self.read()
        if match.player is None:
            self.share(day)
            self.page.say("Type master to see how the master bot does with this game.")
        return None

    def practise(self, day: date) -> None:
        if daily_files.can_continue(self.tries, day):
            return self.page.say(daily_words.FINISH_FIRST)
        self.page.say(daily_words.practice_opening(day))
        if path := daily_files.open_practice(day):
            return play(*Record.load(path, BOTS), self.page)
        match = daily.deal(day).match()
        return play(match, Record(fresh_path(match)), self.page)

    def master(self, day: date) -> None:
        """Let MASTER play the deal, with a line on its progress now and then."""
        entry = self.finished(day)
        if entry is None:
            return
        try:
            if entry.master is None:
                self.tries[day] = entry = daily_files.play_master(entry, self.report)
            self.page.say(f"Master bot in your seat: {entry.master}.")
        except (BadRecord, OSError) as bad:
            self.page.say(f"The master bot could not play this game: {bad}.")

    def report(self, moves: int) -> None:
        if moves % STEP == 0:
            self.page.say(f"{daily_words.master_progress(moves)} ...")

    def replay(self, day: date) -> None:
        if self.finished(day):
            try:
                match, _ = daily_files.open_game(self.tries, day)
            except (BadRecord, OSError) as bad:
                return self.page.say(f"{bad}.")
            Stepping(match, self.page).run()
        return None

    def share(self, day: date) -> None:
        if entry := self.finished(day):
            days, friend = daily.streak(self.tries, daily.today()), daily_files.friends().get(day)
            self.page.say(*daily_share.share_text(entry, days, self.page.ascii_only, friend))
            self.page.say(*filter(None, [invitation.problem()]))

    def finished(self, day: date) -> daily.Try | None:
        """The finished try of a day; without one, say so."""
        entry = self.tries.get(day)
        if entry and entry.own:
            return entry
        self.page.say(f"Before that, finish your first try at this game: type play {day}.")
        return None

    def calendar(self, text: str) -> None:
        """Print the days of a month so far, with their states."""
        today = daily.today()
        month = parse_day(f"{text}-01") if text else today.replace(day=1)
        if month is None:
            return self.page.say(f"No daily games in {shorten(text)!r}. Write months like this: {today:%Y-%m}.")
        days = [month + timedelta(n) for n in range((min(daily.next_month(month), today + timedelta(1)) - month).days)]
        self.page.say(f"{month:%B %Y}:")
        for day in days:
            state, entry = daily.state(self.tries, day, today), self.tries.get(day)
            about = ", ".join([daily_words.game_of(day, entry), *result(entry)])
            self.page.say(f"{day} {day:%a}: {state or 'not played'}, {about}.")
        return None


def result(entry: daily.Try | None) -> list[str]:
    """Points of a finished try; nothing otherwise."""
    return [f"{entry.own.points[0]}:{entry.own.points[1]}"] if entry and entry.own else []


def who_led(own: daily.Score) -> str:
    """The marks of a result in words: "level for 12, Hana for 3, you for 19 of 34 rounds"."""
    words = {daily.AHEAD: "you", daily.BEHIND: "Hana"}
    runs = [f"{words.get(mark, 'level')} for {len([*run])}" for mark, run in groupby(own.marks)]
    parts = len(own.marks)
    return f"{', '.join(runs)} of {own.length if own.length.number == parts else plural(parts, 'part')}"


def parse_day(text: str) -> date | None:
    """A day with a deal that can be played, today without a text; None for anything else."""
    try:
        day = date.fromisoformat(text) if text else daily.today()
    except ValueError:
        return None
    return day if daily.has_deal(day, daily.today()) else None
