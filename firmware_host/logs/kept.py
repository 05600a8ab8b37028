"""The latest lines, kept in memory for the bundle that is made when something is wrong."""

import logging
from collections import deque

LINES = 2_000
LONGEST = 2_000


class Kept(logging.Handler):
    """Keeps lines as objects of JSON."""

    def __init__(self) -> None:
        """Begin with none."""
        super().__init__()
        self._lines: deque[str] = deque(maxlen=LINES)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one."""
        try:
            self._lines.append(self.format(record)[:LONGEST])
        except Exception:  # noqa: BLE001 - as every handler: a line that cannot be formatted stops nobody
            self.handleError(record)

    def text(self) -> str:
        """Return them, the oldest first."""
        return "".join(f"{line}\n" for line in self._lines)
