"""For all tests: what a shell's background has switched off is on again."""

import signal

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # programs started here must hear Ctrl+C, as at a keyboard
    signal.signal(signal.SIGINT, signal.default_int_handler)
