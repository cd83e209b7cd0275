"""Compilation of everything ahead of its use, which takes about twenty seconds once; it is kept on disk."""

from __future__ import annotations

from .batch import Batch
from .bench import fast_games
from .compare import fast_trace
from .engine.loops import determinize_all


def compile_all() -> None:
    """Compile every function, or load it from disk."""
    fast_games(2, "base", 0, 1)
    fast_trace(2, "base", 0, [])
    batch = Batch(2, [0])
    batch.step(batch.masks().argmax(axis=1))
    batch.winners()
    determinize_all(batch.views([0]), batch.sources)
