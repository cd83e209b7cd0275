"""Cards, plots and boards of 1906 San Francisco, read from tables."""
