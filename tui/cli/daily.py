"""The command `daily`: the deal of the day, or the result of a day as text."""

from __future__ import annotations

import os
from datetime import date
from typing import TYPE_CHECKING, Any

import click

from .launch import run
from .params import CliError, plain_option, run_text_mode

if TYPE_CHECKING:
    from textual.screen import Screen


@click.command()
@click.option(
    "--share", is_flag=False, flag_value="", metavar="[DATE]", help="Print your result for today, or for DATE, as text."
)
@click.argument("day", metavar="[DATE]", default="")
@click.argument("result", metavar="[RESULT]", default="")
@plain_option
def daily(share: str | None, day: str, result: str, plain: bool) -> None:
    """Play the game of the day, the same for everyone; or that of DATE, to beat a friend's RESULT."""
    if share is not None:
        click.echo(shared(share))
        return
    chosen = day_of(day, "the daily game")
    if result:
        note_friend(chosen, result)
    if plain:
        from ..plain.daily import DailyPage

        run_text_mode(lambda page: DailyPage(page).run(chosen))
    else:
        run(lambda app: daily_screen(chosen))


def daily_screen(day: date) -> Screen[Any]:
    from ..screens.daily import DailyScreen

    return DailyScreen(day)


def note_friend(day: date, text: str) -> None:
    """Keep a friend's result of a day, unless it is yours: you tried the command of your own text. Raises CliError."""
    from ..model import daily_files, daily_share

    result = daily_share.read_result(text)
    if result is None:
        raise CliError(f"a friend's result looks like 22-36, not {text!r}")
    entry = daily_files.load()[0].get(day)
    if entry is None or entry.own is None or entry.own.points != result:
        daily_files.note_friend(day, result)


def day_of(text: str, what: str) -> date:
    """The day of a date so far, today without a text. Raises CliError that names what takes the date."""
    from ..model import daily as deals

    try:
        day = date.fromisoformat(text) if text else deals.today()
    except ValueError:
        raise CliError(f"{what} takes a date such as {deals.today()}, not {text!r}") from None
    if not deals.has_deal(day, deals.today()):
        raise CliError(f"{what} has no deal for {deals.long_date(day)}; choose a day from {deals.FIRST} to today")
    return day


def shared(text: str) -> str:
    """The result of a day, today without a text, to send to a friend. Raises CliError."""
    from ..model import daily as deals
    from ..model import daily_files, daily_share, invitation
    from ..plain.console import ascii_needed

    day = day_of(text, "--share")
    tries, problems = daily_files.load()
    for problem in filter(None, [*problems, invitation.problem()]):
        click.echo(f"tabletown: {problem}", err=True)
    if day not in tries or not tries[day].own:
        command = f"tabletown daily {day}" if text else "tabletown daily"
        raise CliError(f"no result for {deals.long_date(day)} yet; play it with: {command}")
    days, friend = deals.streak(tries, deals.today()), daily_files.friends().get(day)
    return "\n".join(daily_share.share_text(tries[day], days, ascii_needed(os.environ), friend))
