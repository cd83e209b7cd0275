"""The random numbers of Python's `Random`, compiled: the Mersenne Twister (Matsumoto, Nishimura 1998).

A source is a row of 625 numbers (uint32), which `Random.getstate` also has: 624 words and how many of them are used.
"""

from __future__ import annotations

from random import Random

import numpy as np
import numpy.typing as npt

from .compiled import compiled

Source = npt.NDArray[np.uint32]
WORDS, MIDDLE = 624, 397
CELLS = WORDS + 1


def source(seed: int | str) -> Source:
    """The source that gives the numbers of `Random(seed)`."""
    return np.array(Random(seed).getstate()[1], dtype=np.uint32)


def unseeded() -> Source:
    """The words from which seeding by numbers starts."""
    words = [19650218]
    for i in range(1, WORDS):
        words.append((1812433253 * (words[-1] ^ words[-1] >> 30) + i) & 0xFFFFFFFF)
    return np.array([*words, WORDS], dtype=np.uint32)


START = unseeded()


@compiled
def seed_source(words: Source, seed: int) -> None:
    """Make a source give the numbers of `Random(seed)`, for a seed from 0 to below 2 ** 63."""
    words[:] = START
    low, high = seed & 0xFFFFFFFF, seed >> 32
    key, last = 0, np.int64(words[0])
    for at in range(1, WORDS):
        last = ((words[at] ^ ((last ^ last >> 30) * 1664525)) + (high + 1 if key else low)) & 0xFFFFFFFF
        words[at] = last
        key = 1 - key if high else 0
    last = ((words[1] ^ ((last ^ last >> 30) * 1664525)) + (high + 1 if key else low)) & 0xFFFFFFFF
    words[1] = last
    for at in range(2, WORDS):
        last = ((words[at] ^ ((last ^ last >> 30) * 1566083941)) - at) & 0xFFFFFFFF
        words[at] = last
    words[1] = ((words[1] ^ ((last ^ last >> 30) * 1566083941)) - 1) & 0xFFFFFFFF
    words[0] = 0x80000000


@compiled
def twist(words: Source) -> None:
    """Make the next 624 words."""
    for i in range(WORDS - MIDDLE):
        words[i] = words[i + MIDDLE] ^ shifted(words[i], words[i + 1])
    for i in range(WORDS - MIDDLE, WORDS - 1):
        words[i] = words[i + MIDDLE - WORDS] ^ shifted(words[i], words[i + 1])
    words[WORDS - 1] = words[MIDDLE - 1] ^ shifted(words[WORDS - 1], words[0])
    words[WORDS] = 0


@compiled
def shifted(word: np.uint32, following: np.uint32) -> np.uint32:
    """The upper bit of a word and the lower bits of the next, multiplied by the generator's matrix."""
    y = (word & np.uint32(0x80000000)) | (following & np.uint32(0x7FFFFFFF))
    return (y >> np.uint32(1)) ^ ((y & np.uint32(1)) * np.uint32(0x9908B0DF))


@compiled
def next_word(words: Source) -> np.uint32:
    if words[WORDS] >= WORDS:
        twist(words)
    y = words[words[WORDS]]
    words[WORDS] += np.uint32(1)
    y ^= y >> np.uint32(11)
    y ^= (y << np.uint32(7)) & np.uint32(0x9D2C5680)
    y ^= (y << np.uint32(15)) & np.uint32(0xEFC60000)
    return np.uint32(y ^ (y >> np.uint32(18)))


@compiled
def random_below(words: Source, n: int) -> int:
    """The next `int(random() * n)`."""
    a = np.int64(next_word(words) >> np.uint32(5))
    b = np.int64(next_word(words) >> np.uint32(6))
    return int((a * 67108864.0 + b) / 9007199254740992.0 * n)
