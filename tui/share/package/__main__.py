"""`python -m tabletown` is the command line."""

from tabletown.tui.cli.main import main

main(prog_name="tabletown")
