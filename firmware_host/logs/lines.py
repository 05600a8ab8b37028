"""How a line looks: words for people, or an object of JSON for programs."""

import logging
from collections.abc import Callable
from datetime import UTC, datetime

import msgspec

PRIORITIES = {logging.CRITICAL: 2, logging.ERROR: 3, logging.WARNING: 4, logging.INFO: 6, logging.DEBUG: 7}
"""As syslog counts; the service manager reads them off the line's beginning (sd-daemon(3))."""

Hides = Callable[[str], str]
"""Takes the secrets out of words."""


class Words(logging.Formatter):
    """`WARNING firmware_host.devices.keys: ...`; with `to_journal` its priority for the service manager instead."""

    def __init__(self, hides: Hides = str, *, to_journal: bool = False) -> None:
        """Store."""
        super().__init__("%(levelname)s %(name)s: %(message)s")
        self._hides = hides
        self._to_journal = to_journal

    def format(self, record: logging.LogRecord) -> str:
        """Return one line, or several for a traceback, each with its priority."""
        words = self._hides(super().format(record))
        if not self._to_journal:
            return words
        mark = f"<{PRIORITIES.get(record.levelno, 6)}>"
        return "\n".join(f"{mark}{line}" for line in words.splitlines())


class Objects(logging.Formatter):
    """
    One object a line: time, level, logger, message, and the traceback where there is one.

    Secrets are hidden before it becomes JSON: after that a quote looks different, and a line cut short is no object.
    """

    def __init__(self, hides: Hides = str) -> None:
        """Store."""
        super().__init__()
        self._hides = hides

    def format(self, record: logging.LogRecord) -> str:
        """Return it; a traceback's lines stay inside it."""
        said: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": self._hides(record.getMessage()),
        }
        if record.exc_info:
            said["traceback"] = self._hides(self.formatException(record.exc_info))
        return msgspec.json.encode(said).decode()
