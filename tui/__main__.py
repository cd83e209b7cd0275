"""`python -m tabletown.tui` is the command line."""

from contextlib import suppress

from .cli.main import main

with suppress(BrokenPipeError):
    main(prog_name="tabletown")
