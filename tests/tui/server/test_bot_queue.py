"""Bots of many tables in few processes: fair, limited, and asked again after a restart."""

from __future__ import annotations

import asyncio
import os
import signal
from collections import Counter
from functools import partial
from pathlib import Path
from random import Random

import pytest

from tabletown.rules.analysis.coach import Advice, CoachQuestion, CoachTerms
from tabletown.rules.bots.bot import Choice
from tabletown.rules.core.game import Action
from tabletown.rules.core.match import Match, Seat
from tabletown.tui.model.bot_pool import NoAnswer
from tabletown.tui.protocol.client_messages import Open, Start
from tabletown.tui.protocol.server_messages import Begun, Moved, Room
from tabletown.tui.server import bot_queue
from tabletown.tui.server.bot_queue import LONGEST, NICENESS, Bots, Queue
from tabletown.tui.server.tables.table import Thought
from tests.tui.server.load import measured
from tests.tui.server.raw_client import Client, serving


def thought(table: str, number: int = 0) -> Thought:
    return Thought(number, table, "splendor", None, "easy", "seed")


def served(costs: dict[str, float], rounds: int) -> Counter[str]:
    """Number of times that each table is served while all of them always have a request."""
    queue, counts = Queue(), Counter[str]()
    for table in costs:
        queue.put(thought(table))
    for _ in range(rounds):
        table = queue.take().table
        counts[table] += 1
        queue.charge(table, costs[table])
        queue.put(thought(table))
    return counts


def test_a_table_whose_bots_think_for_long_is_served_less_often() -> None:
    """Each has the same time, not the same number of moves."""
    counts = served({"master": 2.0, "medium": 0.3, "easy": 0.1}, 1000)
    assert abs(counts["master"] * 2.0 - counts["easy"] * 0.1) < 4
    assert abs(counts["master"] * 2.0 - counts["medium"] * 0.3) < 4


def test_tables_alike_take_turns() -> None:
    assert set(served({f"table {n}": 1.0 for n in range(20)}, 200).values()) == {10}


def test_who_comes_late_is_not_owed_the_past_nor_made_to_wait_for_it() -> None:
    queue = Queue()
    for _ in range(100):
        queue.put(thought("old"))
        assert queue.take().table == "old"
        queue.charge("old", 1.0)
    order = []
    for _ in range(6):
        for table in ("old", "new"):
            queue.put(thought(table))
        order.append(queue.take().table)
        queue.charge(order[-1], 1.0)
    assert order[0] == "new" and Counter(order) == {"old": 3, "new": 3}


def test_a_later_question_of_a_table_takes_the_place_of_an_earlier_one() -> None:
    queue = Queue()
    queue.put(thought("one", 1))
    queue.put(thought("one", 2))
    assert queue.take().number == 2 and not queue.waiting


async def test_bots_play_a_whole_game_with_one_person(tmp_path: Path) -> None:
    """Bots stop while no one is there; a game of one person is not rated."""
    async with serving(tmp_path) as gateway:
        hana = await Client.enter(gateway, "Hana")
        hana.send(Open("metropolys", {}, ["", "novice", "novice"]))
        await hana.expect(Room)
        hana.send(Start())
        await hana.expect(Begun)
        await hana.play(Random(1), 10)
        [table] = gateway.service.tables.values()
        hana.close()
        while gateway.service.people:
            await asyncio.sleep(0.01)
        ply = len(gateway.store.log(table.code))
        await asyncio.sleep(0.3)
        assert len(gateway.store.log(table.code)) <= ply + 1
        hana = await Client.enter(gateway, "Hana")
        await hana.expect(Begun)
        await hana.play(Random(1))
        assert hana.now.player is None and not gateway.store.ratings_of(1)


async def test_a_bot_is_asked_again_after_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path, pace=60.0) as gateway:
        hana = await Client.enter(gateway, "Hana")
        hana.send(Open("splendor", {}, ["", "novice"]))
        await hana.expect(Room)
        hana.send(Start())
        await hana.expect(Begun)
        hana.act(Random(1))
        await hana.expect(Moved)
    async with serving(tmp_path) as gateway:
        hana = await Client.enter(gateway, "Hana")
        assert (await hana.expect(Begun)).player == 1
        assert (await hana.expect(Moved)).line.player == 1


async def test_a_bot_that_fails_ends_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some move is played, and the worker continues with the next table."""

    async def failing(*_: object, **__: object) -> Choice:
        raise NoAnswer("bot processes keep crashing")

    match = Match("splendor", [Seat("Hana"), Seat("Ben", "master")], {"module": "base"}, 1)
    answers: dict[str, Action] = {}
    bots = Bots(1, lambda thought, action: answers.update({thought.table: action}), pace=0.0)
    monkeypatch.setattr(bots.bot_pool, "choose", failing)
    for table in ("one", "two"):
        bots.ask(Thought(1, table, "splendor", match.game.observe(match.state, 0), "master", "a seed"))
    working = asyncio.create_task(bots.work())
    async with asyncio.timeout(10):
        while len(answers) < 2:
            await asyncio.sleep(0.01)
    working.cancel()
    bots.close()
    assert set(answers.values()) <= set(match.game.legal(match.state))


async def test_the_bot_of_a_daily_game_is_asked_again_and_no_random_move_is_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Everyone gets the same replies there; a hint that fails is none, and so is advice of the coach."""
    asked: list[float] = []
    advice: list[Choice | None] = []

    async def answers_later(*_: object, nodes: float | None, **__: object) -> Choice:
        asked.append(nodes or 0.0)
        if len(asked) != 2:
            raise NoAnswer("bot processes keep crashing")
        return Choice(("pass",))

    async def coach(failing: bool, asked_about: CoachQuestion) -> Advice:
        if failing:
            raise NoAnswer("bot processes keep crashing")
        return Advice(Choice(("pass",)))

    answers: list[Action] = []
    warnings: list[Advice | None] = []
    question = CoachQuestion("splendor", None, ("Hana", "Ben"), "a seed", CoachTerms())
    bots = Bots(1, lambda thought, action: answers.append(action), pace=0.0)
    bots.advise = lambda thought, choice: advice.append(choice)
    bots.warn = lambda thought, given: warnings.append(given)
    monkeypatch.setattr(bots.bot_pool, "choose", answers_later)
    monkeypatch.setattr(bot_queue, "RETRY_SECONDS", 0.01)
    bots.ask(Thought(1, "one", "splendor", None, "medium", "a seed", nodes=1000))
    working = asyncio.create_task(bots.work())
    async with asyncio.timeout(10):
        while not answers:
            await asyncio.sleep(0.01)
        bots.ask(Thought(2, "two", "splendor", None, "master", "a seed", hint_for=1))
        while not advice:
            await asyncio.sleep(0.01)
        for failing in (True, False):
            monkeypatch.setattr(bots.bot_pool, "coach", partial(coach, failing))
            bots.ask(Thought(3, "three", "splendor", None, "master", "a seed", hint_for=1, coach=question))
            while len(warnings) < (1 if failing else 3):
                await asyncio.sleep(0.01)
    working.cancel()
    bots.close()
    assert asked == [1000, 1000, 0.0] and answers == [("pass",)] and advice == [None]
    assert warnings == [None, *[Advice(Choice(("pass",)))] * 2], "the coach has a first look, then a longer one"


@pytest.mark.slow
async def test_a_bot_killed_while_it_thinks_thinks_again(caplog: pytest.LogCaptureFixture) -> None:
    match = Match("splendor", [Seat("Hana"), Seat("Ben", "hard")], {"module": "base"}, 1)
    answers: list[Action] = []
    bots = Bots(1, lambda thought, action: answers.append(action), pace=0.0)
    working = asyncio.create_task(bots.work())
    for round_ in range(2):
        bots.ask(Thought(1, "one", "splendor", match.game.observe(match.state, 0), "master", "a seed"))
        await asyncio.sleep(0.5)
        assert len(answers) == round_, "it thinks"
        for pid in list(bots.bot_pool._executor._processes):
            os.kill(pid, signal.SIGKILL)
        async with asyncio.timeout(30):
            while len(answers) == round_:
                await asyncio.sleep(0.01)
    working.cancel()
    bots.close()
    assert set(answers) <= set(match.game.legal(match.state)) and not caplog.records


@pytest.mark.slow
def test_people_are_answered_while_bots_think_at_twenty_tables() -> None:
    """Speed is not tested here; `python -m tests.tui.server.load` measures it."""
    figures = measured(tables=20, seconds=1.0)
    assert len(figures.idle) > 3 and len(figures.busy) > 3
    assert len(figures.moves) == 20 and NICENESS > 10 and LONGEST <= 2
