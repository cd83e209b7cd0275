"""Tools for bot authors: series of games, ratings, training, benchmarks. The game itself imports none of them."""
