"""Records: torn files load without the torn line; any other damage is refused, and the file is left alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tabletown.rules.bots.level_descriptions import BOTS
from tabletown.rules.core.match import Match
from tabletown.rules.core.save_file import FORMAT, BadRecord, Record, header
from tabletown.rules.core.text import shorten
from tests.rules.core.record_files import bad, lines_of, same
from tests.rules.random_play import first_match, play_match

# Torn files


def test_a_torn_last_line_is_left_out(saved: Path, match: Match) -> None:
    """Cut at every byte of the last line, its newline included."""
    data = saved.read_bytes()
    start = len(data) - len(lines_of(saved)[-1])
    for end in range(start, len(data)):
        saved.write_bytes(data[:end])
        again, _ = Record.load(saved, BOTS)
        assert again.log == match.log[:-1]
        assert saved.read_bytes() == data[:end]


def test_cut_anywhere_the_whole_lines_load(saved: Path, match: Match) -> None:
    """Inside the header there is nothing to load; after it, every line that has its newline."""
    data = saved.read_bytes()
    first = len(lines_of(saved)[0])
    for end in [*range(first), *range(first, len(data), 7)]:
        if end < first:
            bad(saved, data[:end], 1, "the header is incomplete")
        else:
            saved.write_bytes(data[:end])
            assert Record.load(saved, BOTS)[0].log == match.log[: data[:end].count(b"\n") - 1]


@pytest.mark.parametrize("tail", [b'["take",[9', b"\0\0\0", b"\xff\xfe", b'["fly"]', b"{" * 5000])
def test_the_torn_tail_goes_when_the_match_goes_on(saved: Path, match: Match, tail: bytes) -> None:
    saved.write_bytes(saved.read_bytes() + tail)
    again, record = Record.load(saved, BOTS)
    assert same(again, match)
    torn = saved.read_bytes()
    play_match(again, 2, seed=3)
    record.save(again)
    assert not saved.read_bytes().startswith(torn)
    assert same(Record.load(saved, BOTS)[0], again)


# Damage


@pytest.mark.parametrize(
    "line",
    [b"garbage", b"", b"[", b"[0,1", b"'take'", b"\0\0", b"\xff\xfe", b'["take",[0,1,2]]x', b"\xef\xbb\xbf[]", b"NaN["],
)
def test_a_line_that_is_no_json(saved: Path, line: bytes) -> None:
    lines = lines_of(saved)
    for number in (2, 10, len(lines)):
        bad(saved, b"".join([*lines[: number - 1], line + b"\n", *lines[number - 1 :]]), number, "not JSON: ")
    bad(saved, b"".join([line + b"\n", *lines]), 1, "not JSON: ")


ILLEGAL: tuple[Any, ...] = (
    *(["fly"], ["take", [0, 1, 5]], ["take", [0]], ["buy", 89, [0, 0, 0, 0, 0, 0]], ["pass"], ["return", 0]),
    *("take", 7, None, True, 1.5, {}, {"take": 1}, [], [[]], [None], ["take"], ["take", None], ["take", ["w"]]),
    *(
        ["buy", "x", []],
        ["reserve", 1e400],
        ["reserve", 10**40],
        ["noble", 0],
        ["take", [[[[]]]]],
        ["reserve_blind", -1],
    ),
)


@pytest.mark.parametrize("action", ILLEGAL, ids=repr)
def test_an_action_that_is_not_legal(saved: Path, action: Any) -> None:
    lines = lines_of(saved)
    line = json.dumps(action).encode() + b"\n"
    bad(saved, b"".join([lines[0], line, *lines[1:]]), 2, "illegal move ")


@pytest.mark.parametrize("action", [[], 5, None, True, {}, ["take", [1.0]]], ids=repr)
def test_what_is_no_action_where_tokens_or_nobles_are_due(path: Path, action: Any) -> None:
    """A sub-decision refuses it as well as any other turn: BadRecord, not a TypeError."""
    match, record = first_match(), Record(path)
    if action != ["take", [1.0]]:
        while match.game.legal(match.state)[0][0] != "return":
            play_match(match, 1, seed=len(match.log))
    record.save(match)
    bad(path, path.read_bytes() + json.dumps(action).encode() + b"\n", len(match.log) + 2, "illegal move ")


def test_an_action_left_out(saved: Path) -> None:
    """The line named is the first that cannot be."""
    lines = lines_of(saved)
    for i in range(1, 10):
        data = b"".join(lines[:i] + lines[i + 1 :])
        saved.write_bytes(data)
        try:
            Record.load(saved, BOTS)
        except BadRecord as error:
            assert error.line > i
        assert saved.read_bytes() == data


def test_an_action_after_the_end(path: Path) -> None:
    match = play_match(first_match())
    Record(path).save(match)
    data = path.read_bytes()
    bad(path, data + b'["take",[0,1,2]]\n', len(match.log) + 2, "the game is over")


def test_a_long_line_is_shortened(saved: Path) -> None:
    lines = lines_of(saved)
    long = b"\x1b[31m" + b"x" * 500 + b"\n"
    saved.write_bytes(lines[0] + long + b"".join(lines[1:]))
    with pytest.raises(BadRecord) as caught:
        Record.load(saved, BOTS)
    assert len(caught.value.reason) < 100 and caught.value.reason.isprintable()


def test_shorten() -> None:
    assert shorten("a" * 60) == "a" * 60 and shorten("a" * 61) == "a" * 57 + "..."
    assert shorten("a\0\n\x1bb") == "a???b"


@pytest.mark.parametrize("depth", [400, 900, 980, 990, 995, 2000, 100_000])
def test_deep_nesting(saved: Path, depth: int) -> None:
    """Nesting of any depth is refused, never a RecursionError."""
    lines = lines_of(saved)
    for line in (b"[" * depth + b"]" * depth + b"\n", b'{"a":' * depth + b"1" + b"}" * depth + b"\n"):
        for index in (0, 1, 5):
            saved.write_bytes(b"".join([*lines[:index], line, *lines[index:]]))
            with pytest.raises(BadRecord) as caught:
                Record.load(saved, BOTS)
            assert caught.value.line == index + 1


HEADERS: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "no object": (lambda h: [1, 2], "not a Tabletown game file"),
    "a number": (lambda h: 1, "not a Tabletown game file"),
    "null": (lambda h: None, "not a Tabletown game file"),
    "another program's": (lambda h: {"name": "x"}, "not a Tabletown game file"),
    "empty": (lambda h: {}, "not a Tabletown game file"),
    "a later format": (lambda h: h | {"tabletown": FORMAT + 1}, "file format "),
    "an earlier format": (lambda h: h | {"tabletown": FORMAT - 1}, "; only an older version of Tabletown can read it"),
    "a newer format": (lambda h: h | {"tabletown": FORMAT + 1}, "; it needs a newer version of Tabletown: upgrade"),
    "newer rules": (lambda h: h | {"version": h["version"] + 1}, "; it needs a newer version of Tabletown: upgrade"),
    "older rules": (lambda h: h | {"version": h["version"] - 1}, "; only an older version of Tabletown can read it"),
    "a format in words": (lambda h: h | {"tabletown": "1"}, "file format "),
    "an unknown game": (lambda h: h | {"game": "chess"}, "unknown game 'chess'"),
    "a module for a game": (lambda h: h | {"game": "match"}, "unknown game 'match'"),
    "a list for a game": (lambda h: h | {"game": ["splendor"]}, "unknown game ['splendor']"),
    "no game": (lambda h: without(h, "game"), "unknown game None"),
    "another version": (lambda h: h | {"version": h["version"] + 1}, "version"),
    "no version": (lambda h: without(h, "version"), "version None"),
    "no options": (lambda h: without(h, "options"), "options"),
    "options missing": (lambda h: h | {"options": {}}, "options do not match"),
    "options too many": (lambda h: h | {"options": h["options"] | {"x": "y"}}, "options do not match"),
    "options a list": (lambda h: h | {"options": ["base"]}, "options do not match"),
    "a wrong choice": (lambda h: h | {"options": {"module": "moon"}}, "'moon' is not a valid choice for module"),
    "a choice of a wrong type": (lambda h: h | {"options": {"module": [1]}}, "is not a valid choice for module"),
    "no seats": (lambda h: without(h, "seats"), "each seat must have"),
    "one seat": (lambda h: h | {"seats": [["a", ""]]}, "does not take 1 players"),
    "five seats": (lambda h: h | {"seats": [["a", ""]] * 5}, "does not take 5 players"),
    "no seat": (lambda h: h | {"seats": []}, "does not take 0 players"),
    "seats a number": (lambda h: h | {"seats": 2}, "each seat must have a name"),
    "seats of words": (lambda h: h | {"seats": ["ab", "cd"]}, "each seat must have a name"),
    "seats of three": (lambda h: h | {"seats": [["a", "b", "c"]] * 2}, "each seat must have a name"),
    "seats without names": (lambda h: h | {"seats": [[1, ""], [2, ""]]}, "each seat must have a name"),
    "no seed": (lambda h: without(h, "seed"), "the seed"),
    "a seed in words": (lambda h: h | {"seed": "5"}, "the seed"),
    "half a seed": (lambda h: h | {"seed": 5.5}, "the seed"),
    "a float for a seed": (lambda h: h | {"seed": 5.0}, "the seed"),
    "true for a seed": (lambda h: h | {"seed": True}, "the seed"),
}


def without(head: dict[str, Any], key: str) -> dict[str, Any]:
    return {k: v for k, v in head.items() if k != key}


@pytest.mark.parametrize("kind", HEADERS)
def test_a_wrong_header(saved: Path, match: Match, kind: str) -> None:
    change, reason = HEADERS[kind]
    head = json.dumps(change(header(match))).encode() + b"\n"
    bad(saved, head + b"".join(lines_of(saved)[1:]), 1, reason)


@pytest.mark.parametrize(
    "data, reason",
    [
        (b"", "the header is incomplete"),
        (b"\0" * 100, "the header is incomplete"),
        (b"\n", "not JSON: "),
        (b"\0" * 100 + b"\n", "not JSON: "),
        (b"\xff\xfe\n", "not JSON: "),
    ],
)
def test_a_file_of_something_else(path: Path, data: bytes, reason: str) -> None:
    bad(path, data, 1, reason)


def test_no_file_and_a_directory_are_os_errors(tmp_path: Path, match: Match) -> None:
    with pytest.raises(FileNotFoundError):
        Record.load(tmp_path / "none", BOTS)
    with pytest.raises(IsADirectoryError):
        Record.load(tmp_path, BOTS)
    with pytest.raises(OSError):
        Record(tmp_path).save(match)
