"""Exit codes of the commands."""

BAD_INPUT = 2
"""Exit code for an argument or a file that cannot be used."""
NO_TERMINAL = 3
"""Exit code when there is no terminal to play in."""
INTERRUPTED = 130
"""Exit code after Ctrl+C."""

EXIT_CODES = f"""\b
Exit codes:
  0    success; an unfinished game is saved
  1    unexpected error, or output closed early
  {BAD_INPUT}    bad arguments, or an unusable file
  {NO_TERMINAL}    no usable terminal; try --plain
  {INTERRUPTED}  interrupted with Ctrl+C; an unfinished game is saved"""
