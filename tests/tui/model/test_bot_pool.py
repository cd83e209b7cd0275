"""Bots in a process of their own, as the program has them."""

from __future__ import annotations

import asyncio
import os
import pickle
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from time import monotonic
from typing import Any

import pytest

from tabletown import rules
from tabletown.rules.analysis.decision import ReviewTerms, questions
from tabletown.rules.analysis.searches import judge
from tabletown.rules.bots import levels
from tabletown.rules.bots.bot import Choice
from tabletown.rules.core.game import defaults
from tabletown.rules.core.match import Match, Seat
from tabletown.tui.model.bot_pool import BotPool, NoAnswer, SharedFlag
from tabletown.tui.screens.table import Table
from tests.tui.app_driver import make_app, press, run_app
from tests.tui.sample_matches import match_after, saved_table, start_match


@pytest.fixture(scope="session")
def bot_pool() -> Iterator[BotPool]:
    """Made before any app runs: inside one no process can be started."""
    pool = BotPool()
    yield pool
    pool.close()


DEAL = "271828182845"
"""The seed of a match."""


def asked(match: Match) -> tuple[str, object]:
    return match.name, match.game.observe(match.state, match.player)


async def test_the_process_plays_what_the_bot_would(bot_pool: BotPool) -> None:
    match = match_after(plies=9)
    choice = await bot_pool.choose(*asked(match), "random", "a seed")
    assert choice.action == levels.choose(*asked(match), "random", "a seed").action
    assert choice.action in match.game.legal(match.state)


async def test_a_bot_in_a_hurry_answers_soon(bot_pool: BotPool) -> None:
    began = monotonic()
    thinking = asyncio.ensure_future(bot_pool.choose(*asked(match := match_after(plies=9)), "minimax", "a seed", 60.0))
    await asyncio.sleep(0.5)
    assert not thinking.done()
    bot_pool.move_now()
    assert (await thinking).action in match.game.legal(match.state)
    assert monotonic() - began < 30


async def test_who_gives_up_asking_leaves_nobody_waiting(bot_pool: BotPool) -> None:
    """The search ends, though it has a minute, and the next question is answered."""
    began = monotonic()
    thinking = [
        asyncio.create_task(bot_pool.choose(*asked(match_after(plies=9)), "minimax", "a seed", 60.0))
        for _ in range(2 * bot_pool.processes)
    ]
    await asyncio.sleep(0.5)
    for task in thinking:
        task.cancel()
    await bot_pool.choose(*asked(match_after(plies=9)), "random", "a seed")
    assert all(task.cancelled() for task in thinking) and monotonic() - began < 30


async def test_a_new_question_does_not_make_another_forget_its_hurry() -> None:
    bot_pool, match = BotPool(1), match_after(plies=9)
    thinking = asyncio.create_task(bot_pool.choose(*asked(match), "minimax", "a seed", 60.0))
    await asyncio.sleep(0)
    bot_pool.move_now()
    later = asyncio.create_task(bot_pool.choose(*asked(match), "minimax", "a seed", 0.2))
    async with asyncio.timeout(30):
        await thinking
        assert (await later).seconds >= 0.2, "nor is it hurried itself"
    bot_pool.close()


async def test_a_bot_in_the_background_thinks_beside_a_review_and_is_not_hurried() -> None:
    """A review is not cut short by it, and another bot at its table can be made to move."""
    bot_pool, match = BotPool(2), match_after(plies=9)
    review = asyncio.create_task(bot_pool.judge(questions(match, ReviewTerms(nodes=2000))[-1]))
    thinking = asyncio.create_task(
        bot_pool.choose(*asked(match), "master", "a seed", nodes=200, alone=True, background=True)
    )
    async with asyncio.timeout(60):
        await asyncio.sleep(0.1)
        assert not bot_pool.is_wanted
        bot_pool.move_now()
        assert (await thinking).nodes == levels.choose(*asked(match), "master", "a seed", nodes=200).nodes
        assert (await review).nodes == 2000
    bot_pool.close()


async def test_a_bot_in_its_process_plays_at_the_table(bot_pool: BotPool) -> None:
    match = start_match("You", "random")
    async with run_app(make_app(saved_table(match), bot_pool=bot_pool)) as pilot:
        await press(pilot, "r", "r", "enter")
        for _ in range(500):
            if len(match.log) == 2:
                break
            await pilot.pause(0.02)
    assert len(match.log) == 2


async def test_processes_that_are_killed_are_replaced() -> None:
    match, bot_pool = match_after(plies=9), BotPool(2)
    action = levels.choose(*asked(match), "random", "a seed").action
    for _ in range(2):
        await bot_pool.choose(*asked(match), "random", "a seed")
        killed = set(bot_pool._executor._processes)
        for pid in killed:
            os.kill(pid, signal.SIGKILL)
        assert (await bot_pool.choose(*asked(match), "random", "a seed")).action == action
        assert killed.isdisjoint(bot_pool._executor._processes)
    bot_pool.close()


def test_a_mark_is_held_by_nobody() -> None:
    """A flag can still be set and cleared after a process has died while reading it."""
    mark = SharedFlag(get_context("forkserver"))
    mark.set()
    dying = get_context("forkserver").Process(target=_die_looking, args=(mark,))
    dying.start()
    dying.join()
    assert dying.exitcode == -signal.SIGKILL and not mark.is_set()
    mark.set()
    mark.set()
    assert mark.is_set() and mark.is_set()
    mark.clear()
    assert not mark.is_set()


def _die_looking(mark: SharedFlag) -> None:
    assert mark._there.acquire(block=False)
    os.kill(os.getpid(), signal.SIGKILL)


async def test_processes_that_cannot_be_replaced_now_are_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Anyone who asks in the meantime gets an error."""

    def full(bot_pool: BotPool) -> ProcessPoolExecutor:
        raise BlockingIOError("no more processes")

    match, bot_pool = match_after(plies=9), BotPool(1)
    await bot_pool.choose(*asked(match), "random", "a seed")
    for pid in list(bot_pool._executor._processes):
        os.kill(pid, signal.SIGKILL)
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(BotPool, "_pool", full)
        for _ in range(2):
            with pytest.raises(NoAnswer, match="keep crashing"):
                await bot_pool.choose(*asked(match), "random", "a seed")
    assert (await bot_pool.choose(*asked(match), "random", "a seed")).action in match.game.legal(match.state)
    bot_pool.close()


async def test_a_bot_killed_while_it_thinks_at_the_table_thinks_again() -> None:
    """Inside a running app, where no process could be started afresh without the server."""
    match, bot_pool = start_match("You", "master"), BotPool(1)
    async with run_app(make_app(saved_table(match), bot_pool=bot_pool)) as pilot:
        await press(pilot, "r", "r")
        await pilot.press("enter")
        await pilot.pause(0.2)
        assert len(match.log) == 1 and bot_pool._asked, "it thinks"
        for pid in list(bot_pool._executor._processes):
            os.kill(pid, signal.SIGKILL)
        for _ in range(500):
            if len(match.log) == 2:
                break
            await pilot.pause(0.02)
    bot_pool.close()
    assert len(match.log) == 2


async def test_a_bot_that_counts_positions_always_gives_the_same_answer(bot_pool: BotPool) -> None:
    """Its search of an earlier decision of the same turn does not go on in the next one."""
    match = Match("sf1906", [Seat("You"), Seat("Hana", "master")], defaults(rules.load("sf1906")), 3)
    same_turn = 0
    for _ in range(6):
        alone = levels.choose(*asked(match), "master", "a seed", nodes=60)
        choice = await bot_pool.choose(*asked(match), "master", "a seed", nodes=60, alone=True)
        assert (choice.action, choice.nodes, choice.candidates) == (alone.action, alone.nodes, alone.candidates)
        player = match.player
        match.act(choice.action)
        same_turn += match.player == player
    assert same_turn


async def test_several_processes_think_about_one_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """The searches of all processes are merged."""
    parts: list[Choice] = []
    merge = levels.merge_parallel_searches

    def recorded(choices: Sequence[Choice]) -> Choice:
        parts.extend(choices)
        return merge(choices)

    monkeypatch.setattr(levels, "merge_parallel_searches", recorded)
    match, bot_pool = match_after(plies=9), BotPool(2)
    choice = await bot_pool.choose(*asked(match), "master", "a seed", 0.2)
    bot_pool.close()
    assert len(parts) == 2 and choice.nodes == sum(part.nodes for part in parts)
    assert choice.action in match.game.legal(match.state)
    assert sum(candidate.visits for candidate in choice.candidates) == choice.nodes


async def test_a_decision_of_a_match_is_judged_in_a_process() -> None:
    bot_pool = BotPool(1)
    question = questions(match_after(plies=5), ReviewTerms(nodes=40))[-1]
    assert await bot_pool.judge(question) == judge(question)
    line = await bot_pool.expect(question.game, question.view, question.action, "a seed")
    assert line[0] == question.action and len(line) > 1
    bot_pool.close()


async def test_a_closed_pool_tells_nothing_of_a_review() -> None:
    """Bots that are hurried do not end it."""
    bot_pool = BotPool(1)
    question = questions(match_after(plies=5), ReviewTerms(nodes=10**9))[-1]
    judging = asyncio.create_task(bot_pool.judge(question))
    await asyncio.sleep(0.2)
    bot_pool.move_now()
    await asyncio.sleep(0.2)
    assert not judging.done()
    bot_pool.close()
    assert await judging is None


async def test_a_review_gives_way_to_a_bot_and_goes_on_afterwards() -> None:
    """With one process, the bot would otherwise wait for the end of an endless search."""
    bot_pool, match = BotPool(1), match_after(plies=9)
    endless = questions(match_after(plies=5), ReviewTerms(nodes=10**9))[-1]
    short = questions(match_after(plies=5), ReviewTerms(nodes=40))[-1]
    judging = asyncio.create_task(bot_pool.judge(endless))
    await asyncio.sleep(0.2)
    async with asyncio.timeout(30):
        waiting = asyncio.create_task(bot_pool.judge(short))
        await bot_pool.choose(*asked(match), "random", "a seed")
        assert not judging.done() and not waiting.done(), "the reviews are taken up again"
        judging.cancel()
        assert await waiting == judge(short)
    bot_pool.close()


class Overheard(BotPool):
    """Bot pool that keeps everything sent to its processes."""

    def __init__(self) -> None:
        super().__init__(1)
        self.sent: list[bytes] = []

    async def _ask(self, work: Callable[..., Any], questions: Sequence[tuple[Any, ...]], *rank: str) -> list[Any]:
        self.sent += [pickle.dumps(question) for question in questions]
        return await super()._ask(work, questions, *rank)


@pytest.mark.parametrize("name", rules.GAMES)
async def test_nothing_but_the_view_is_sent_to_a_bot(name: str) -> None:
    """The bytes do not depend on anything hidden from the bot's seat, so they contain no secrets."""
    game, bot_pool, seats = rules.load(name), Overheard(), [Seat("You"), Seat("Hana", "random")]
    match = Match(name, seats, defaults(game), int(DEAL))
    while len(match.log) < 12 or match.player != 1:
        match.act(game.legal(match.state)[-1])
    log, view = match.log[:], game.observe(match.state, 1)
    truths = [match.state, *(game.determinize(view, Random(n)) for n in range(5))]
    assert any(truth != match.state for truth in truths)
    for number, truth in enumerate(truths):
        again = Match(name, seats, defaults(game), int(DEAL))
        for action in log:
            again.act(action)
        again.states[-1] = truth
        async with run_app(make_app(Table(again, None), bot_pool=bot_pool)) as pilot:
            for _ in range(500):
                if len(bot_pool.sent) > number:
                    break
                await pilot.pause(0.02)
        del bot_pool.sent[number + 1 :]
    assert len(bot_pool.sent) == len(truths) and len(set(bot_pool.sent)) == 1
    message = pickle.loads(bot_pool.sent[0])
    assert message[:3] == (name, view, "random"), "and what it draws from, which tells nothing of the deal"
    assert (
        re.fullmatch("[0-9a-f]{64}", message[3])
        and message[4:] == (None, None)
        and DEAL.encode() not in bot_pool.sent[0]
    )
    bot_pool.close()


def test_nothing_that_a_process_prints_reaches_the_terminal() -> None:
    """The fork server is started by the first pool of a program, so the test starts a program."""
    code = """if True:
        import os
        from tabletown.tui.model.bot_pool import BotPool
        pool = BotPool(1)
        pool._executor.submit(os.system, "echo to the screen; echo errors too >&2").result()
        pool._executor.submit(print, "and this", flush=True).result()
        pool.close()
        print("the end")
    """
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (ended.stdout, ended.stderr) == ("the end\n", "")
