"""Votes: requests that others at the table must accept."""

from __future__ import annotations

from math import ceil, isfinite

from tabletown.rules.core.text import plural
from tabletown.rules.core.undo import used_chance

from ...protocol.server_messages import Asked, Note, Settled
from ..databases import is_file
from ..presence import LEASE
from ..stored_table import Unsaved
from .service_protocol import Person, ServiceProtocol
from .table import OVER, PLAYING, RequestDenied, ServerSeat, Table, Vote

REQUESTS = {
    "undo": "undo the last move",
    "bot": "let a bot take over",
    "swap": "swap seats",
    "replace": "give a seat to a bot for good",
    "end": "end the game",
    "rematch": "play a rematch",
}
"""The aim of each kind of request, after "Your request to"."""


def ask(service: ServiceProtocol, person: Person, table: Table, what: str, seat: int) -> None:
    own = table.seat_of(person.number)
    if own is None:
        raise RequestDenied("Only players can ask for that.")
    if table.fixture:
        raise RequestDenied("In a tournament there are no undo, no bots, no rematch and no other end than resigning.")
    match what:
        case "undo":
            must_undo(service, table, own)
            text = f"{table.seats[own].name} asks to undo the last move."
        case "bot":
            return ask_bot(service, table, person, seat)
        case "replace":
            return ask_replace(service, table, person, seat)
        case "end":
            must_end(table)
            text = f"{table.seats[own].name} asks to end the game unrated."
        case "rematch":
            if table.stage != OVER:
                raise RequestDenied("The game is not over yet.")
            if table.day:
                raise RequestDenied("There is one daily game a day.")
            text = f"{table.seats[own].name} offers a rematch."
        case _:
            raise RequestDenied(f"Unknown request {what!r}.")
    return open_vote(service, table, what, person.number, own, text, unanimous=True)


def must_undo(service: ServiceProtocol, table: Table, seat: int) -> None:
    """Raises RequestDenied when that seat cannot undo the last action."""
    if table.stage != PLAYING:
        raise RequestDenied("Nothing to undo.")
    if table.day and not table.practice:
        raise RequestDenied("A daily game has no undo.")
    match = service.resumed(table)
    if not match.log or match.game.turn(match.states[-2]) != seat:
        raise RequestDenied("You can only undo your own move, before anyone else plays.")
    if used_chance(match):
        raise RequestDenied("That move revealed hidden cards, so it cannot be undone.")


def ask_bot(service: ServiceProtocol, table: Table, person: Person | None, seat: int) -> None:
    """Ask the others whether a bot takes over from a player who has been away for a while, as all have been told."""
    server_seat = absent_seat(table, seat)
    if server_seat.stand_in:
        raise RequestDenied("A bot can only replace a player who is away.")
    if table.clock.slow:
        raise RequestDenied("In a slow game a bot takes over only when the time has run out.")
    if not server_seat.reminded:
        wait = max(1, round(service.times.reminder - (service.now() - server_seat.since)))
        raise RequestDenied(f"{server_seat.name} may be back soon; you can ask for a bot in {plural(wait, 'second')}.")
    text = f"{server_seat.name} is away. Let a bot take over?"
    open_vote(service, table, "bot", person.number if person else None, seat, text, unanimous=False)


def absent_seat(table: Table, seat: int) -> ServerSeat:
    """The seat of a player who is away from a running game; raises RequestDenied for any other."""
    if table.stage != PLAYING or seat >= len(table.seats):
        raise RequestDenied("No player needs a bot.")
    server_seat = table.seats[seat]
    if server_seat.person is None or server_seat.person in table.present:
        raise RequestDenied("A bot can only replace a player who is away.")
    return server_seat


def ask_replace(service: ServiceProtocol, table: Table, person: Person, seat: int) -> None:
    """Ask the others whether the bot that plays for a player who has been away for long gets the seat for good."""
    server_seat = absent_seat(table, seat)
    if not server_seat.stand_in:
        raise RequestDenied(f"No bot is playing for {server_seat.name} yet; ask for one first.")
    wait = service.times.gone - (service.now() - server_seat.since)
    if wait > 0:
        minutes = plural(ceil(wait / 60), "minute")
        raise RequestDenied(f"{server_seat.name} may be back; you can give the seat to a bot for good in {minutes}.")
    text = f"Give {server_seat.name}'s seat to a bot for good?"
    open_vote(service, table, "replace", person.number, seat, text, unanimous=False)


def must_end(table: Table) -> None:
    """Raises RequestDenied when there is no game to end, or when anyone with a seat is away."""
    if table.stage != PLAYING:
        raise RequestDenied("No game is running.")
    away = [server_seat.name for server_seat in table.seats if server_seat.person not in (None, *table.present)]
    if away:
        raise RequestDenied(f"Everyone must be at the table to end the game, but {away[0]} is away.")


def ask_swap(service: ServiceProtocol, person: Person, table: Table, seat: int) -> None:
    """Ask the person in that seat to swap."""
    owner = table.seats[seat].person
    assert owner is not None
    if owner not in table.present:
        raise RequestDenied("That player is away.")
    text = f"{person.name} asks {table.present[owner]} to swap seats."
    open_vote(service, table, "swap", person.number, seat, text, unanimous=True, among=[owner])


def open_vote(
    service: ServiceProtocol,
    table: Table,
    what: str,
    by: int | None,
    seat: int,
    text: str,
    *,
    unanimous: bool,
    among: list[int] | None = None,
) -> None:
    """Ask the other seated players; all must agree, or most with the asker counted in."""
    if any(question.what == what and question.seat == seat for question in table.questions.values()):
        raise RequestDenied("That request is already open.")
    if by is not None:
        if any(question.by == by for question in table.questions.values()):
            raise RequestDenied("You already have an open request.")
        service.rate_limit(service.people[by])
    about = table.seats[seat].person if what in ("bot", "replace") else None
    others: dict[int, bool | None] = {number: None for number in among or table.seated() if number not in (by, about)}
    number, until = service.next_number(), service.ran() + service.times.answer
    question = Vote(number, what, by, seat, text, until, others, unanimous, table.plies)
    table.questions[number] = question
    try:
        service.save(table)
    except Unsaved:
        del table.questions[number]
        raise
    show(service, table, question)
    tally(service, table, question)


def reopen(service: ServiceProtocol, table: Table) -> None:
    """Go on with the votes of a table that was stored."""
    stored = [vote for vote in table.questions.values() if vote.what in REQUESTS and table.stands(vote)]
    table.questions = {}
    for question in stored:
        question.number, question.until = service.next_number(), deadline(service, question)
        question.answers = {
            number: yes for number, yes in question.answers.items() if table.seat_of(number) is not None
        }
        table.questions[question.number] = question
        if question.what == "bot":
            table.seats[question.seat].reminded = True


def deadline(service: ServiceProtocol, question: Vote) -> float:
    """The end of a stored request; earlier versions did not store it."""
    return question.until if isfinite(question.until) else service.ran() + service.times.answer


def renew(service: ServiceProtocol, off: float) -> None:
    """Give everyone the whole time for an answer again, unless another host has gone on while this one was off.

    Raises Unsaved.
    """
    if off <= LEASE and not is_file(service.store.engine):
        return
    for table in service.tables.values():
        for question in table.questions.values():
            question.until = service.ran() + service.times.answer
        if table.questions:
            service.store.save(table.to_stored())
            table.revision += 1


def asked_message(table: Table, question: Vote, number: int) -> Asked:
    name = table.present.get(question.by, "") if question.by is not None else ""
    waits = question.answers.get(number, False) is None
    to_you = question.what == "swap" and number in question.answers
    text = f"{name} asks you to swap seats." if to_you and name else question.text
    return Asked(question.number, question.what, name, question.seat, waits, text)


def show(service: ServiceProtocol, table: Table, question: Vote) -> None:
    for number in table.present:
        service.post(number, asked_message(table, question, number))


def answer(service: ServiceProtocol, person: Person, table: Table, number: int, yes: bool) -> None:
    question = table.questions.get(number)
    if question is None or question.answers.get(person.number, False) is not None:
        raise RequestDenied("That request is not for you.")
    question.answers[person.number] = yes
    if result(table, question) is None:  # an answer that decides is stored with what follows from it
        try:
            service.save(table)
        except Unsaved:
            question.answers[person.number] = None
            raise
    show(service, table, question)
    tally(service, table, question)


def tally(service: ServiceProtocol, table: Table, question: Vote) -> None:
    """Close a vote when its result is clear."""
    granted = result(table, question)
    if granted is None:
        return
    end(service, table, question, granted)
    if False in question.answers.values() and not granted:
        tell_asker(service, question, "was declined")


def result(table: Table, question: Vote) -> bool | None:
    """True when a request is granted, False when it is not; None while that is open.

    After a restart of the server, nothing is granted before the player who asks is back.
    """
    answers = [*question.answers.values(), *([True] if question.by is not None else [])]
    yes, no = answers.count(True), answers.count(False)
    if no and (question.unanimous or 2 * no >= len(answers)):
        return False
    if question.by not in (None, *table.present):
        return None
    return bool(answers) if yes == len(answers) or (not question.unanimous and 2 * yes > len(answers)) else None


def end(service: ServiceProtocol, table: Table, question: Vote, granted: bool) -> None:
    """Close a vote, and apply it if granted before anyone hears of it. Raises Unsaved; then it counts as declined."""
    if table.questions.pop(question.number, None) is None:
        return  # the result of another vote has closed it
    concerned, before = list(table.present), table.granted
    table.granted = question.key if granted else []
    try:
        if granted:
            service.apply_vote(table, question)
    except Unsaved:
        granted, table.granted = False, before
        raise
    else:
        if not granted:
            service.save_or_log(table)
    finally:
        for number in concerned:
            service.post(number, Settled(question.number, granted))
    service.wake(table)


def tell_asker(service: ServiceProtocol, question: Vote, outcome: str) -> None:
    """Tell the player who asked what became of the request."""
    if question.by is not None:
        service.post(question.by, Note(f"Your request to {REQUESTS[question.what]} {outcome}."))


def withdraw(service: ServiceProtocol, table: Table, what: str, seat: int | None = None) -> None:
    """Close votes that have become pointless."""
    for question in list(table.questions.values()):
        if question.what == what and seat in (None, question.seat):
            end(service, table, question, False)


def remove_player(service: ServiceProtocol, table: Table, number: int) -> None:
    """Remove a player who has left from all votes."""
    for question in list(table.questions.values()):
        if question.by == number or (question.what in ("swap", "end") and number in question.answers):
            end(service, table, question, False)
        elif number in question.answers:
            del question.answers[number]
            tally(service, table, question)


def close_about(service: ServiceProtocol, table: Table, seat: int) -> None:
    """Close votes about a seat whose player has left for good."""
    for question in list(table.questions.values()):
        if question.seat == seat:
            end(service, table, question, False)


def pass_time(service: ServiceProtocol, table: Table) -> None:
    """Close votes that were not answered in time, and those whose result was clear before a restart."""
    for question in list(table.questions.values()):
        if question.number not in table.questions:
            continue
        if service.ran() >= question.until:
            end(service, table, question, False)
            tell_asker(service, question, "was not answered in time")
        else:
            tally(service, table, question)
