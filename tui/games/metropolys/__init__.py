"""Metropolys on screen."""
