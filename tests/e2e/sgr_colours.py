"""The colours in a stream of terminal output."""

from __future__ import annotations

import re
from collections.abc import Iterator

SGR = re.compile(rb"\x1b\[([0-9;:]*)m")
PLAIN = {*range(30, 38), *range(40, 48), *range(90, 98), *range(100, 108)}
"""Numbers that set one of the sixteen colours; 39 and 49 only take a colour away."""


def colours(sent: bytes) -> set[str]:
    """The kinds of colour that were set: "16", "256" (of number 16 and above) and "truecolor"."""
    return {kind for numbers in SGR.findall(sent) for kind in kinds(re.split(rb"[;:]", numbers))}


def kinds(numbers: list[bytes]) -> Iterator[str]:
    """The kinds in one sequence; the operands of a colour are not taken for colours."""
    rest = iter([int(number or 0) for number in numbers])
    for number in rest:
        if number in (38, 48):
            if next(rest, 0) == 5:
                yield "256" if next(rest, 0) > 15 else "16"
            else:
                next(rest, 0), next(rest, 0), next(rest, 0)
                yield "truecolor"
        elif number in PLAIN:
            yield "16"
