"""Widgets that screens and boards share."""
