"""What every game shares: the protocol of a game, matches, saved games and pools of workers."""
