"""Tools for people who make bots: series of games, ratings, training, benchmarks. Nothing at run time imports them."""
