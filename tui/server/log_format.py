"""The server's log: lines of text, or one JSON object a line for programs that collect logs."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime

TEXT, JSON = LOG_FORMATS = ("text", "json")
USUAL = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
"""Attributes of every record; any other was given with `extra`."""


class JsonFormatter(logging.Formatter):
    """Time, level, logger, message, the fields given with `extra`, and the exception if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        fields = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **{key: value for key, value in vars(record).items() if key not in USUAL},
        }
        if record.exc_info:
            fields["exception"] = self.formatException(record.exc_info)
        return json.dumps(fields, default=str)


def set_up_logging(log_format: str) -> None:
    """Send the log to standard error in a format, TEXT or JSON."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter() if log_format == JSON else logging.Formatter("%(levelname)s %(message)s"))
    logging.basicConfig(handlers=[handler], level=logging.INFO)
    for talkative in ("alembic", "asyncssh"):
        logging.getLogger(talkative).setLevel(logging.WARNING)
