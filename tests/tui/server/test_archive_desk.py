"""Requests for finished games: pages, files and analyses, one at a time and within limits."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tabletown.rules.analysis.decision import Decision, Question
from tabletown.tui.protocol.client_messages import FetchGame, JudgeMove, ListGames, Message, Open, Start, line
from tabletown.tui.protocol.message_limits import SERVER_LINE
from tabletown.tui.protocol.server_messages import FinishedGame, GameFile, GameList, Judged, Moved, Room, Score
from tabletown.tui.server.archive_desk import ArchiveDesk, parts
from tabletown.tui.server.limits import Limits
from tabletown.tui.server.store import Store
from tabletown.tui.server.tables.table import RequestDenied
from tests.tui.server.raw_client import Client, serving
from tests.tui.server.test_archive import add, whole_game

HANA, BRUNO = 1, 2


class PausedArchive(ArchiveDesk):
    """A desk with what it has posted, and a judge that answers when the test lets it."""

    def __init__(self, folder: Path) -> None:
        self.posted: list[tuple[int, Message]] = []
        store = Store(folder / "a.db")
        for number, name in enumerate(("Hana", "Bruno")):
            store.name_player(f"{number}", name, name)
        add(store, "splendor", whole_game(), (HANA, "Hana", 15), (BRUNO, "Bruno", 12))
        add(store, "splendor", ["{", "[]"], (HANA, "Hana", 1))
        post = lambda number, message: self.posted.append((number, message))  # noqa: E731
        super().__init__(store, post, lambda: 0.0, Limits(), self.decide_later)
        self.waiting: list[tuple[Question, asyncio.Future[Decision]]] = []

    async def decide_later(self, question: Question) -> Decision:
        answer: asyncio.Future[Decision] = asyncio.get_running_loop().create_future()
        self.waiting.append((question, answer))
        return await answer

    async def asked(self, count: int) -> Question:
        """The newest of so many questions."""
        async with asyncio.timeout(10):
            while len(self.waiting) < count:
                await asyncio.sleep(0.002)
        return self.waiting[-1][0]

    async def let_answer(self) -> None:
        question, answer = self.waiting[-1]
        answer.set_result(Decision(question.ply, question.player, "take", 0.5, 0.0, None, "", (), (), 1))
        await asyncio.sleep(0.01)


@pytest.fixture
def desk(tmp_path: Path) -> PausedArchive:
    return PausedArchive(tmp_path)


def test_a_page_says_whose_games_they_are(desk: PausedArchive) -> None:
    desk.handle(BRUNO, ListGames(mine=True))
    desk.handle(HANA, ListGames(most=1, skip=1))
    scores = [Score("Hana", 15, True), Score("Bruno", 12, False)]
    ((_, own), (_, page)) = desk.posted
    assert isinstance(own, GameList) and (own.total, [game.number for game in own.games]) == (1, [1])
    assert page == GameList([FinishedGame(1, "splendor", {"module": "base"}, 1e9, scores, 0)], 2)


def test_a_file_comes_in_parts_and_a_damaged_one_not_at_all(desk: PausedArchive) -> None:
    desk.handle(BRUNO, FetchGame(1))
    files = [message for _, message in desk.posted if isinstance(message, GameFile)]
    assert [text for file in files for text in file.lines] == whole_game() and files[-1].last
    for number, sentence in ((2, "Game 2 is damaged."), (9, "There is no finished game 9.")):
        with pytest.raises(RequestDenied, match=sentence):
            desk.handle(BRUNO, FetchGame(number))
    long = parts(1, ['"' + "\u4e00" * 100 + '"'] * 1000)
    assert all(len(line(part)) <= SERVER_LINE for part in long) and sum(len(part.lines) for part in long) == 1000
    assert [part.last for part in long] == [False] * (len(long) - 1) + [True]


def test_who_asks_too_often_waits(desk: PausedArchive) -> None:
    with pytest.raises(RequestDenied, match="Too fast"):
        for _ in range(1000):
            desk.handle(HANA, ListGames())
    desk.handle(BRUNO, ListGames())


async def test_moves_are_analysed_one_at_a_time(desk: PausedArchive) -> None:
    desk.handle(HANA, JudgeMove(1, 0, quick=True))
    await desk.asked(1)
    desk.handle(BRUNO, JudgeMove(1, 1))
    await asyncio.sleep(0.02)
    assert len(desk.waiting) == 1
    await desk.let_answer()
    question = await desk.asked(2)
    assert (question.ply, question.terms.nodes or 0) > (1, 100)
    await desk.let_answer()
    judged = {number: message for number, message in desk.posted if isinstance(message, Judged)}
    assert (judged[HANA].ply, judged[BRUNO].ply) == (0, 1) and judged[HANA].decision["move"] == "take"
    assert not desk.judging
    desk.handle(BRUNO, JudgeMove(1, 0, quick=True))
    assert desk.posted[-1] == (BRUNO, judged[HANA]) and len(desk.waiting) == 2


async def test_a_player_waits_for_the_newest_analysis_only(desk: PausedArchive) -> None:
    """As after a lost connection: what was asked before it is given up."""
    desk.handle(HANA, JudgeMove(1, 0))
    await desk.asked(1)
    desk.handle(HANA, JudgeMove(1, 3))
    assert (await desk.asked(2)).ply == 3 and desk.waiting[0][1].cancelled()
    await desk.let_answer()
    assert [message.ply for _, message in desk.posted if isinstance(message, Judged)] == [3]
    desk.close()


async def test_what_cannot_be_analysed_is_said(desk: PausedArchive) -> None:
    for request, reason in (
        (JudgeMove(2, 0), "Game 2 is damaged."),
        (JudgeMove(1, 9999), "there is nothing to analyse"),
    ):
        desk.handle(HANA, request)
        await asyncio.gather(*desk.judging.values())
        assert desk.posted[-1] == (HANA, Judged(request.number, request.ply, {}, reason))


@pytest.mark.slow
async def test_bots_at_tables_come_before_analyses(tmp_path: Path) -> None:
    """A move of a bot cuts an analysis short, which is then begun anew."""
    async with serving(tmp_path) as gateway:
        add(gateway.store, "splendor", whole_game(), (None, "Hana", 15))
        reader, player = await Client.enter(gateway, "Wim"), await Client.enter(gateway, "Hana")
        reader.send(JudgeMove(1, 0))
        while not gateway.bots.bot_pool._reviewing:
            await asyncio.sleep(0.01)
        player.send(Open("splendor", {}, ["novice", "", "novice"]))
        await player.expect(Room)
        player.send(Start())
        await player.expect(Moved)
        assert not reader.unread and gateway.service.archive.judging
