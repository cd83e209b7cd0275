"""Resource limits for the program of a session: `... sandbox ENTRY ARGUMENTS`.

The listener starts it as a session leader, with a pseudo-terminal for input and output. Limits that count by user, such
as processes, are left to the service manager: they would include the server.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import resource
import signal
import sys
import termios
from pkgutil import resolve_name

NICE = 5
"""Added niceness of a session, so that the server stays responsive."""
MEGABYTE = 1 << 20
CPU_FIRST = 30
"""Initial limit on CPU seconds; the listener extends it while the session stays within its share."""
CPU_ALL = 4 * 3600
"""Maximum CPU seconds of a session."""
LIMITS = {
    resource.RLIMIT_CORE: (0, 0),
    resource.RLIMIT_CPU: (CPU_FIRST, CPU_ALL),
    resource.RLIMIT_DATA: (384 * MEGABYTE, 384 * MEGABYTE),
    resource.RLIMIT_AS: (2048 * MEGABYTE, 2048 * MEGABYTE),
    resource.RLIMIT_FSIZE: (MEGABYTE, MEGABYTE),
    resource.RLIMIT_NOFILE: (64, 64),
}
_PR_SET_PDEATHSIG, _PR_SET_NO_NEW_PRIVS = 1, 38


def confine(sessions: int = 0) -> None:
    """Apply the limits, irrevocably: those of one session, after taking its terminal, or of as many in this process."""
    if not sessions:
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    os.umask(0o077)
    os.nice(NICE)
    for limit, (soft, hard) in (LIMITS | (shared_limits(sessions) if sessions else {})).items():
        most = resource.getrlimit(limit)[1]
        hard = hard if most == resource.RLIM_INFINITY else min(hard, most)
        resource.setrlimit(limit, (min(soft, hard), hard))
    if sys.platform == "linux":
        system = ctypes.CDLL(None)
        system.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        system.prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)


def shared_limits(sessions: int) -> dict[int, tuple[int, int]]:
    """The limits that are higher for a process of so many sessions."""
    data, files = (384 + 32 * sessions) * MEGABYTE, 64 + 4 * sessions
    return {
        resource.RLIMIT_CPU: (CPU_FIRST * sessions, CPU_ALL * sessions),
        resource.RLIMIT_DATA: (data, data),
        resource.RLIMIT_NOFILE: (files, files),
    }


def main() -> None:
    """Run the entry that the first argument names, such as "package.module:main", with the others."""
    confine()
    _, entry, *args = sys.argv
    resolve_name(entry)(args, prog_name="tabletown")


if __name__ == "__main__":
    main()
