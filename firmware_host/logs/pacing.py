"""A line that comes in a storm is said a few times and then counted: a log that fills the disk stops the table."""

import logging
import time
from collections.abc import Callable

AT_ONCE = 10
WITHIN_S = 60.0
KINDS = 1_000
"""Kinds of line that are remembered at once; a storm of ever new ones is cut short, too."""


class Pacing(logging.Filter):
    """Lets so many of a kind through in a while; the first after it says how many were left out."""

    def __init__(self, *, now: Callable[[], float] = time.monotonic) -> None:
        """Begin with nothing said."""
        super().__init__()
        self._now = now
        self._since: dict[tuple[str, int, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether this one is said. A kind is what the program wrote, whatever it says this time."""
        kind, now = (record.name, record.levelno, str(record.msg)), self._now()
        if kind not in self._since and len(self._since) >= KINDS:
            self._forget(now)
        began, count = self._since.get(kind, (now, 0))
        if now - began >= WITHIN_S:
            if count > AT_ONCE:
                record.msg = f"{record.getMessage()} (and {count - AT_ONCE} more like it in between)"
                record.args = ()
            began, count = now, 0
        self._since[kind] = (began, count + 1)
        return count < AT_ONCE

    def _forget(self, now: float) -> None:
        self._since = {kind: seen for kind, seen in self._since.items() if now - seen[0] < WITHIN_S}
        while len(self._since) >= KINDS:
            del self._since[next(iter(self._since))]
