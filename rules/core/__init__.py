"""Parts that all games share: the protocol of a game, matches, saved games and pools of workers."""
