"""A program for tests of processes with several sessions: it answers single keys, and misbehaves when asked to."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import termios
import time
import tty
from collections.abc import Mapping, Sequence


class Talker:
    """One session."""

    def __init__(self, args: Sequence[str], env: Mapping[str, str], terminal: int) -> None:
        self._args, self._env, self._terminal = args, env, terminal
        self._ended, self._deaf = asyncio.Event(), False
        self._wrong: Exception | None = None

    async def run(self) -> int:
        tty.setraw(self._terminal, termios.TCSANOW)
        asyncio.get_running_loop().add_reader(self._terminal, self._hear)
        self._tell("ready")
        try:
            await self._ended.wait()
        finally:
            while self._deaf:
                try:
                    await asyncio.sleep(3600)
                except asyncio.CancelledError:
                    self._tell("cannot be cancelled")
        if self._wrong:
            raise self._wrong
        return 7

    def _tell(self, text: str) -> None:
        os.write(self._terminal, f"<{text}>\r\n".encode())

    def _hear(self) -> None:
        try:
            key = os.read(self._terminal, 1)
        except OSError:
            key = b""
        match key.decode():
            case "":
                asyncio.get_running_loop().remove_reader(self._terminal)
                self._ended.set()
            case "q":
                self._ended.set()
            case "r":
                self._wrong = ValueError("a planted fault")
                self._ended.set()
            case "x":
                asyncio.get_running_loop().call_soon(sys.exit, 3)
                self._tell("still here")
            case "e":
                self._tell(json.dumps({"args": self._args, "env": dict(self._env), "own": dict(os.environ)}))
            case "p":
                self._tell(str(os.getpid()))
            case "d":
                self._deaf = True
                self._tell("deaf")
            case "c":
                self._compute()
            case "h":
                time.sleep(3600)
            case "k":
                os.kill(os.getpid(), signal.SIGKILL)
            case other:
                self._tell(f"key {other}")

    def _compute(self) -> None:
        """Take all the time that there is, a little at a time."""
        end = time.thread_time() + 0.01
        while time.thread_time() < end:
            pass
        asyncio.get_running_loop().call_soon(self._compute)

    def resized(self) -> None:
        self._tell("{} by {}".format(*os.get_terminal_size(self._terminal)))

    def end(self) -> None:
        if not self._deaf:
            self._ended.set()

    def close(self) -> None:
        self._terminal = os.open(os.devnull, os.O_WRONLY)
