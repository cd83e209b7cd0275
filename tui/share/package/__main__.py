"""`python -m tabletown` is the command line."""

from contextlib import suppress

from tabletown.tui.cli.main import main

with suppress(BrokenPipeError):
    main(prog_name="tabletown")
