"""The command line, for `python -m tabletown.tui`."""

from .cli.main import main

main(prog_name="tabletown")
