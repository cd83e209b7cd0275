"""The fast engine: Splendor compiled by Numba, for thousands of games at once (`tabletown[fast]`).

The plain rules remain the truth, and nothing needs this package. It imports Numba only when a module other than
`installed` is imported; ask `installed.fault()` first.
"""
