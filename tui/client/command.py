"""A command about finished games, sent to the server of this machine."""

from __future__ import annotations

import socket
import sys
from collections.abc import Mapping

from msgspec import MsgspecError, ValidationError, convert

from ..protocol.client_messages import PROTOCOL, Hello, line
from ..protocol.server_messages import Bye, Printed, from_server
from .connection import GARBLED

PATIENCE = 20.0
"""Seconds to wait for the server."""
FAILED, BAD_INPUT, BUSY = 1, 2, 75
"""Exit codes as over SSH."""


def print_answer(path: str, fields: Mapping[str, str | bool]) -> int:
    """Print what the server answers to a command; return its exit code."""
    try:
        hello = convert({"version": PROTOCOL, **fields}, Hello)
    except ValidationError:
        return fail("Commands: games, games --all, game NUMBER.", BAD_INPUT)
    try:
        with socket.socket(socket.AF_UNIX) as server:
            server.settimeout(PATIENCE)
            server.connect(path)
            server.sendall(line(hello))
            with server.makefile("rb") as answers:
                for answer in map(from_server, answers):
                    match answer:
                        case Printed(text, error, code, last):
                            sys.stdout.write(text)
                            if last:
                                return fail(error, code)
                        case Bye(text):
                            return fail(text, BUSY)
    except OSError:
        return fail("The server cannot be reached; try again later.", BUSY)
    except MsgspecError:
        return fail(GARBLED, FAILED)
    return fail("The server has ended the session; try again later.", BUSY)


def fail(sentence: str, code: int) -> int:
    """Print a sentence, if there is one, and return the exit code."""
    if sentence:
        print(sentence, file=sys.stderr)
    return code
