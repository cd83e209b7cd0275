"""The tree search of Splendor, compiled: the same search as `rules.bots.ismcts`, on rows of the fast engine.

All modules here need Numba; `rules.fast.ready` says whether they are compiled.
"""
