"""No byte sent to a client reveals secrets of other seats: whole games, with all that happens at a table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tabletown.rules.core.match import Match
from tabletown.rules.splendor.expansions import registry
from tabletown.tui.protocol import encoding
from tabletown.tui.protocol.client_messages import (
    Answer,
    Ask,
    FetchGame,
    Join,
    JudgeMove,
    ListGames,
    Look,
    Message,
    Resign,
    Say,
    Start,
)
from tabletown.tui.protocol.daily_messages import AskHint, SetCoach, ShowToday, Today
from tabletown.tui.protocol.player_messages import (
    FetchKeys,
    FetchLeaders,
    FetchProfile,
    KeyCode,
    KeyList,
    Leaderboard,
    ListPlayers,
    MakeKeyCode,
    PlayerList,
    Profile,
)
from tabletown.tui.protocol.server_messages import (
    Asked,
    Begun,
    GameFile,
    GameList,
    Judged,
    Looked,
    Note,
    Over,
    Problem,
    Room,
    Undone,
)
from tabletown.tui.protocol.tournament_messages import (
    CreateTournament,
    EnterTournament,
    ListTournaments,
    ShowTournament,
    TournamentDetails,
    TournamentList,
)
from tabletown.tui.server.tables import game, views
from tabletown.tui.server.tables.table import Table
from tests.tui.server.raw_client import Client, serving
from tests.tui.server.seated_clients import open_table
from tests.tui.server.secrecy import Truth, audit, check_same_log, check_same_view

PAUSE = 30
"""The ply at which people look back, leave and return."""
LAST = 10**6

GAMES: list[tuple[str, int, dict[str, str]]] = [
    *(("splendor", 3 if module == "base" else 2, {"module": module}) for module in registry.MODULES),
    *(
        ("metropolys", 3, {"version": version, "memory": memory})
        for version, memory in (("family", "off"), ("expert", "on"))
    ),
    ("sf1906", 3, {}),
]


PLAYER_QUESTIONS: list[tuple[Message, type[Message]]] = [
    (ListPlayers(), PlayerList),
    (FetchProfile(name="Hana"), Profile),
    (FetchLeaders("splendor"), Leaderboard),
    (FetchKeys(), KeyList),
    (MakeKeyCode(), KeyCode),
]
"""Questions about the players and their tables, with the kind of answer."""
SEED = 4_203_951_780_512_336
"""The seed of all games here, long enough to be found wherever it is revealed."""


@pytest.fixture(autouse=True)
def always_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game, "new_seed", lambda: SEED)


async def played_through(
    folder: Path, game: str, seats: int, options: dict[str, str], last: int = LAST
) -> list[Client]:
    """Two or three people and a spectator: a game with requests, looks back, an undone move and a lost connection.

    A client's bytes are those of all the connections of that person.
    """
    names = ["Hana", "Bruno", "Ines"][:seats]
    async with serving(folder) as gateway:
        people = await open_table(gateway, *names, game=game, options=options, clock="30+30")
        people[0].send(Start())
        everyone = [*people, await Client.enter(gateway, "Wim", join=people[0].room.code, watch=True)]
        for client in everyone:
            client.by_verb = True
            await client.expect(Begun)
        await on(everyone, min(PAUSE, last))
        if last > PAUSE:
            await taken_back(everyone)
            for n, client in enumerate(everyone):
                client.send(Say("Well!"))
                for ply in (0, 7, 23):
                    client.send(Look(ply))
                    await client.expect(Looked)
                client.send(ListGames())
                assert (await client.expect(GameList)).games == []
                assert (await client.refused(FetchGame(1))).text == "There is no finished game 1."
                assert (await client.refused(AskHint(client.now.ply))).text == "Hints are for practice tables only."
                assert (await client.refused(SetCoach(True))).text == "A coach is for practice tables only."
                for question, answer in PLAYER_QUESTIONS:
                    client.send(question)
                    await client.expect(answer)
                client.send(ShowToday())
                await client.expect(Today)
                client.send(JudgeMove(1, 3))
                assert not (await client.expect(Judged)).decision
                client.close()
                back = await Client.enter(gateway, client.name, join=people[0].room.code)
                await back.expect(Begun)
                back.raw[:0], back.by_verb = client.raw, True
                everyone[n] = back
            await on(everyone, last)
        if last == LAST:
            for client in everyone:
                await client.expect(Over, lambda m: m.last)
                client.send(FetchGame(1))
                assert (await client.expect(GameFile, lambda m: m.last)).lines[-1] == client.record[-1]
    return everyone


async def on(everyone: list[Client], last: int) -> None:
    await asyncio.gather(*(client.play(Random(seed), last) for seed, client in enumerate(everyone)))


async def taken_back(everyone: list[Client]) -> None:
    """Play on to a move that nothing was revealed by, and take it back."""
    rng = Random(1)
    while True:
        mover = next(client for client in everyone if client.now.legal)
        ply = mover.now.ply
        mover.act(rng)
        for client in everyone:
            while client.now.ply == ply:
                await client.receive()
        mover.send(Ask("undo"))
        while not isinstance(got := await mover.receive(), Problem | Asked):
            pass
        if isinstance(got, Asked):
            break
    for client in everyone:
        if client is not mover and client.room.yours is not None:
            client.send(Answer((await client.expect(Asked, lambda asked: asked.yours)).number, True))
    for client in everyone:
        await client.expect(Undone)


def named(value: object) -> str:
    return "-".join(value.values()) if isinstance(value, dict) else str(value)


def seats_of(everyone: list[Client]) -> list[int | None]:
    return [client.room.yours for client in everyone]


@pytest.mark.slow_unless(seats=(3,))
@pytest.mark.parametrize(
    ("game", "seats", "options"),
    GAMES,
    ids=lambda value: "-".join(value.values()) if isinstance(value, dict) else value,
)
async def test_nobody_is_sent_what_another_seat_hides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, seats: int, options: dict[str, str]
) -> None:
    truth = Truth()
    truth.watch(monkeypatch)
    everyone = await played_through(tmp_path, game, seats, options, LAST)
    for client, seat in zip(everyone, seats_of(everyone), strict=True):
        assert audit(truth, client.raw, seat) > 20, "nothing was hidden, so nothing was shown by this"
        assert check_same_view(truth, client.raw, seat) > 3
    check_same_log([client.raw for client in everyone])


@pytest.mark.parametrize("game", ["splendor", "metropolys", "sf1906"])
async def test_one_who_resigned_is_sent_what_a_spectator_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """Also of the past."""
    truth = Truth()
    truth.watch(monkeypatch)
    async with serving(tmp_path) as gateway:
        people = await open_table(gateway, "Hana", "Bruno", "Ines", game=game, clock="1d")
        people[0].send(Start())
        for client in people:
            client.by_verb = True
            await client.expect(Begun)
        await on(people, PAUSE)
        people[0].send(Resign())
        await people[0].expect(Room, lambda room: room.yours is None)
        for ply in (0, 7, 23):
            people[0].send(Look(ply))
            await people[0].expect(Looked)
        await on(people, PAUSE + 10)
        for seat, client in enumerate(people):
            assert audit(truth, client.raw, seat) > 20


async def test_a_tournament_tells_no_secrets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody hears more of a game of a tournament than its seats and spectators may know."""
    truth = Truth()
    truth.watch(monkeypatch)
    async with serving(tmp_path) as gateway:
        people = {name: await Client.enter(gateway, name) for name in ("Hana", "Bruno", "Ines", "Wim")}
        director = gateway.service.tournaments.director
        people["Hana"].send(CreateTournament("Cup", "splendor", {}, "swiss", "30+30", director.clock() + 60))
        await people["Hana"].expect(TournamentDetails)
        for name in ("Bruno", "Ines", "Wim"):
            people[name].send(EnterTournament(1))
            await people[name].expect(TournamentDetails)
        director.store.postpone(1, director.clock())
        director.reload(1)
        director.tick()
        table = gateway.service.tables[director.current[1].games[0].code]
        players = [people[seat.name] for seat in table.seats]
        spectator = next(client for client in people.values() if client not in players)
        everyone = [*players, spectator]
        for client in everyone:
            client.by_verb = True
            client.send(Join(table.code))
            await client.expect(Begun)
        await on(everyone, PAUSE)
        players[0].send(Resign())
        for client in everyone:
            await client.expect(Note)
            for request, answer in ((ListTournaments(), TournamentList), (ShowTournament(1), TournamentDetails)):
                client.send(request)
                await client.expect(answer)
    for client, seat in zip(everyone, (0, 1, None), strict=True):
        assert audit(truth, client.raw, seat) > 20


def whole(match: Match, ply: int, _seat: int | None) -> Any:
    return encoding.encode(match.name, match.states[ply])


def neighbours(match: Match, ply: int, seat: int | None) -> Any:
    return encoding.encode(
        match.name, match.game.observe(match.states[ply], None if seat is None else (seat + 1) % len(match.seats))
    )


def unsorted(match: Match, ply: int, seat: int | None) -> Any:
    view = match.game.observe(match.states[ply], seat)
    view.decks[0] = view.decks[0][::-1]
    return encoding.encode(match.name, view)


def only_now(match: Match, ply: int, seat: int | None) -> Any:
    """Right for the newest position, wrong for those of the past."""
    return right(match, ply, seat) if ply == len(match.log) else whole(match, ply, seat)


right = views.view


def seeded(table: Table, person: int) -> Room:
    return replace(room(table, person), host=f"Hana {table.seed}")


room = views.room


def talkative(table: Table) -> list[Any]:
    return [Over(views.record(table.match), True)] if table.match else []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("function", "bug", "failure"),
    [
        ("view", whole, "may know"),
        ("view", neighbours, "may know"),
        ("view", unsorted, "may know"),
        ("view", only_now, "may know"),
        ("room", seeded, "seed"),
        ("story", talkative, "too early"),
    ],
)
async def test_the_audit_sees_what_leaks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, function: str, bug: Callable[..., Any], failure: str
) -> None:
    """The control: with each of these mistakes planted it fails."""
    truth = Truth()
    truth.watch(monkeypatch)
    monkeypatch.setattr(views, function, bug)
    everyone = await played_through(tmp_path, "splendor", 2, {"module": "base"}, PAUSE + 20)
    with pytest.raises(AssertionError, match=failure):
        for client, seat in zip(everyone, seats_of(everyone), strict=True):
            audit(truth, client.raw, seat)
