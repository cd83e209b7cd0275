"""Schema 5 counts the changes of each table, so that nobody overwrites a change that they have not seen."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "5"
down_revision = "4"


def upgrade() -> None:
    op.add_column("tables", sql.Column("revision", sql.Integer, nullable=False, server_default="1"))
