"""One module a screen, beside its style sheet."""
