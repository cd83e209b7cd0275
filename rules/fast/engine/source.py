"""The random numbers of Python's `Random`, compiled: the Mersenne Twister (Matsumoto, Nishimura 1998).

A source is a row of 625 numbers (uint32), which `Random.getstate` also has: 624 words and how many of them are used.
"""

from __future__ import annotations

from random import Random

import numpy as np
import numpy.typing as npt

from .compiled import part, row
from .layout import Row

Source = npt.NDArray[np.uint32]
WORDS, MIDDLE = 624, 397
CELLS = WORDS + 1
LAST_BITS = 0xFFFFFFFF


def source(seed: int | str) -> Source:
    """The source that gives the numbers of `Random(seed)`."""
    return np.array(Random(seed).getstate()[1], dtype=np.uint32)


def unseeded() -> Source:
    """The words from which seeding by numbers starts."""
    words = [19650218]
    for i in range(1, WORDS):
        words.append((1812433253 * (words[-1] ^ words[-1] >> 30) + i) & LAST_BITS)
    return np.array([*words, WORDS], dtype=np.uint32)


START = unseeded()


@part
def seed_sources(sources: Row, seeds: Row, first: int, beyond: int) -> None:
    """Make rows of `sources` from `first` on give the numbers of `Random(seed)`, for seeds from 0 to below 2 ** 63.

    Each word needs the one before it, so the rows take turns: a processor then works on several at once.
    """
    for game in range(first, beyond):
        for at in range(CELLS):
            row(sources, game)[at] = START[at]
    for at in range(1, WORDS + 1):
        for game in range(first, beyond):
            words, low, high = row(sources, game), seeds[game] & LAST_BITS, seeds[game] >> 32
            mix(words, at, 1664525, high + 1 if high and not at & 1 else low)
    for at in range(2, WORDS + 1):
        for game in range(first, beyond):
            mix(row(sources, game), at, 1566083941, -(at if at < WORDS else 1))
    for game in range(first, beyond):
        row(sources, game)[0] = 0x80000000


@part
def mix(words: Row, at: int, factor: int, more: int) -> None:
    """Mix the word before into a word; the word after the last one is the second, as its copy is the first."""
    if at == WORDS:
        words[0] = words[WORDS - 1]
        at = 1
    last = np.int64(words[at - 1])
    words[at] = np.uint32(((np.int64(words[at]) ^ (last ^ last >> 30) * factor) + more) & LAST_BITS)


@part
def twist(words: Row) -> None:
    """Make the next 624 words."""
    for i in range(WORDS - MIDDLE):
        words[i] = words[i + MIDDLE] ^ shifted(words[i], words[i + 1])
    for i in range(WORDS - MIDDLE, WORDS - 1):
        words[i] = words[i + MIDDLE - WORDS] ^ shifted(words[i], words[i + 1])
    words[WORDS - 1] = words[MIDDLE - 1] ^ shifted(words[WORDS - 1], words[0])
    words[WORDS] = 0


@part
def shifted(word: np.uint32, following: np.uint32) -> np.uint32:
    """The upper bit of a word and the lower bits of the next, multiplied by the generator's matrix."""
    y = (word & np.uint32(0x80000000)) | (following & np.uint32(0x7FFFFFFF))
    return (y >> np.uint32(1)) ^ ((y & np.uint32(1)) * np.uint32(0x9908B0DF))


@part
def next_word(words: Row) -> np.uint32:
    if words[WORDS] >= WORDS:
        twist(words)
    y = words[words[WORDS]]
    words[WORDS] += np.uint32(1)
    y ^= y >> np.uint32(11)
    y ^= (y << np.uint32(7)) & np.uint32(0x9D2C5680)
    y ^= (y << np.uint32(15)) & np.uint32(0xEFC60000)
    return np.uint32(y ^ (y >> np.uint32(18)))


@part
def random_below(words: Row, n: int) -> int:
    """The next `int(random() * n)`."""
    a = np.int64(next_word(words) >> np.uint32(5))
    b = np.int64(next_word(words) >> np.uint32(6))
    return int((a * 67108864.0 + b) / 9007199254740992.0 * n)
