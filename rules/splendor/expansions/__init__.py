"""The expansions of Cities of Splendor, one module each."""
