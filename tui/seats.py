"""Who decides for a seat that is not at this keyboard: bots, thinking in a process of their own."""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from multiprocessing.synchronize import Event
from threading import Thread
from typing import Any

from rules.bots.bot import Choice

_hurry: Event | None = None
"""In the thinking process: set when the answer is wanted now."""


def _share(hurry: Event) -> None:
    global _hurry
    _hurry = hurry


def _begin(hurry: Event) -> None:
    """Make the process ready: what bots need is loaded before they are asked."""
    _share(hurry)
    import rules.bots.levels  # noqa: F401

    Thread(target=_end_with, args=(parent_process(),), daemon=True).start()


def _end_with(parent: Any) -> None:
    """A program that was killed cannot end this process: see to it here."""
    parent.join()
    os._exit(0)


def _think(game: str, view: Any, level: str, seed: str, seconds: float | None) -> Choice:
    from rules.bots.levels import choose

    return choose(game, view, level, seed, seconds, _hurry.is_set if _hurry else lambda: False)


def _ready() -> None:
    return None


class Thinker:
    """A process in which bots think. Make it before the app runs: inside one, starting a process fails."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self._hurry = context.Event()
        self._executor: Executor = ProcessPoolExecutor(1, context, _begin, (self._hurry,))
        self._executor.submit(_ready)

    async def choose(self, game: str, view: Any, level: str, seed: str, seconds: float | None = None) -> Choice:
        """What a bot of that level does. It is given a view, not the match."""
        self._hurry.clear()
        try:
            return await asyncio.wrap_future(self._executor.submit(_think, game, view, level, seed, seconds))
        except BrokenProcessPool:
            self._executor = ThreadPoolExecutor(
                1, initializer=_share, initargs=(self._hurry,)
            )  # slower keys, but the game goes on
            return await asyncio.wrap_future(self._executor.submit(_think, game, view, level, seed, seconds))

    def hurry(self) -> None:
        """Make the bot that is thinking answer now."""
        self._hurry.set()

    def close(self) -> None:
        self._hurry.set()
        self._executor.shutdown(cancel_futures=True)
