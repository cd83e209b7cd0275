"""Recording a demonstration as an asciicast, version 2: what the program writes to a terminal, and when.

The file is a line of JSON with the size, then a line for each piece of output: seconds, "o", text.
"""

from __future__ import annotations

import codecs
import fcntl
import json
import os
import pty
import select
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from time import monotonic

LEAVING = "\x1b[?2004l"
"""What a program writes first when it gives the terminal back: the recording ends before it, with the last picture."""
TERMINAL = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
"""The terminal that is recorded."""
FOREIGN = ("SSH_CONNECTION", "SSH_TTY", "NO_COLOR", "COLUMNS", "LINES")
"""Variables that tell of another one."""

Piece = tuple[float, str]
"""Seconds since the beginning, and what was written then."""


class NotRecorded(RuntimeError):
    """The program ended without a picture; the message is what it said."""


def header(size: tuple[int, int], title: str) -> str:
    columns, rows = size
    head = {"version": 2, "width": columns, "height": rows, "title": title, "env": TERMINAL}
    return json.dumps(head)


def record(command: Sequence[str], size: tuple[int, int], env: Mapping[str, str]) -> Iterator[Piece]:
    """What a program writes in a terminal of that size until it ends. Raises NotRecorded."""
    ours, theirs = pty.openpty()
    columns, rows = size
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    kept = {name: value for name, value in env.items() if name not in FOREIGN}
    child = subprocess.Popen(
        command,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=kept | TERMINAL,
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # so that it is hung up if this program is killed
    )
    os.close(theirs)
    began, decoder, heard = monotonic(), codecs.getincrementaldecoder("utf-8")("replace"), ""
    try:
        for data in output(ours, child):
            text = decoder.decode(data)
            heard += text if len(heard) < 1000 else ""
            shown, left, _ = text.partition(LEAVING)
            if shown:
                yield monotonic() - began, shown
            if left:
                yield monotonic() - began, ""  # so long the last picture stayed
                break
        for _ in output(ours, child):
            pass
    finally:
        if child.poll() is None:
            child.terminate()
        child.wait()
        os.close(ours)
    if child.returncode:
        raise NotRecorded(heard.strip().splitlines()[-1] if heard.strip() else f"exit code {child.returncode}")


def output(terminal: int, child: subprocess.Popen[bytes]) -> Iterator[bytes]:
    """Pieces as they come, until the program has closed its terminal."""
    while True:
        if not select.select([terminal], [], [], 0.5)[0]:
            if child.poll() is not None:
                return
            continue
        try:
            data = os.read(terminal, 65536)
        except OSError:  # EIO: the other end is closed
            return
        if not data:
            return
        yield data


def line(piece: Piece) -> str:
    """A piece as the file has it."""
    seconds, text = piece
    return json.dumps([round(seconds, 3), "o", text], ensure_ascii=False)


def film(path: Path, size: tuple[int, int], title: str, args: Sequence[str]) -> None:
    """Write the demonstration with those arguments to a file. Raises OSError and NotRecorded."""
    command = [sys.executable, "-m", "tabletown", "demo", *args, "--once"]
    with path.open("w", encoding="utf-8") as file:
        print(header(size, title), file=file)
        for piece in record(command, size, os.environ):
            print(line(piece), file=file, flush=True)
