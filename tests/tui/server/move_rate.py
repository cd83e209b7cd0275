"""How many moves a second PostgreSQL accepts, whatever the hosts do: `python -m tests.tui.server.move_rate`.

Connections of pgbench write moves as a host does, with and without the trigger that tells the hosts of each: PostgreSQL
lets transactions that tell others something end only one after the other. The disk of the folder for temporary files
decides how long each takes.
"""

from __future__ import annotations

import argparse
import re
import subprocess

import psycopg

from tests.tui.server.postgres import PROGRAMS, Postgres

TABLES = 1000
MOVE = f"""
\\set number random(1, {TABLES})
BEGIN;
UPDATE tables SET revision = revision + 1 WHERE code = 'T' || :number;
INSERT INTO actions SELECT code, revision, '["take",0,1,2]' FROM tables WHERE code = 'T' || :number;
COMMIT;
"""
FILL = f"""
INSERT INTO tables (code, version, stage, touched, kept)
SELECT 'T' || number, 1, 'playing', 0, repeat('x', 400) FROM generate_series(1, {TABLES}) AS number
"""


def rate(postgres: Postgres, name: str, connections: int, seconds: int) -> float:
    """Moves a second."""
    assert PROGRAMS
    script = postgres.folder / "move.sql"
    script.write_text(MOVE)
    count = ["-c", str(connections), "-T", str(seconds), "-M", "prepared", "-f", str(script)]
    command = [PROGRAMS / "pgbench", "-n", *count, "-h", postgres.folder, "-U", "town", name]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    match = re.search(r"tps = ([\d.]+)", output)
    assert match, output
    return float(match[1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--connections", default="1,8,32", help="at a time (default: %(default)s)")
    parser.add_argument("--seconds", type=int, default=10, help="of each measurement")
    chosen = parser.parse_args()
    postgres = Postgres({"listen_addresses": "", "shared_buffers": "128MB"})
    try:
        name = postgres.new().partition("@/")[2].partition("?")[0]
        with psycopg.connect(postgres.info(name), autocommit=True) as base:
            base.execute(FILL)
            for change, manner in (("ENABLE", "with"), ("DISABLE", "without")):
                base.execute(f"ALTER TABLE tables {change} TRIGGER tell_hosts")
                for connections in map(int, chosen.connections.split(",")):
                    moves = rate(postgres, name, connections, chosen.seconds)
                    print(f"{connections} connections {manner} notifications: {moves:.0f} moves/s")
    finally:
        postgres.close()


if __name__ == "__main__":
    main()
