"""The controller's log: formatters, a throttle for repeated lines, the recent lines in memory, and the setup."""

import logging
import os
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import NamedTuple

import msgspec

from firmware_host.diagnostics.log_config import Form, LogsConfig
from firmware_host.diagnostics.redaction import Redaction

PRIORITIES = {logging.CRITICAL: 2, logging.ERROR: 3, logging.WARNING: 4, logging.INFO: 6, logging.DEBUG: 7}
"""Syslog priorities; systemd reads the priority from the beginning of a line (sd-daemon(3))."""

Hides = Callable[[str], str]
"""Removes secrets from a text."""

AT_ONCE = 10
WITHIN_S = 60.0

KINDS = 1_000
"""Kinds of line that are remembered; a new kind is always logged, and the oldest is forgotten."""

Kind = tuple[str, int, str, str]
LINES = 2_000
LONGEST = 2_000


class TextFormatter(logging.Formatter):
    """Lines such as `WARNING firmware_host.devices.lamps: ...`; `to_journal` puts systemd's priority before each."""

    def __init__(self, hides: Hides = str, *, to_journal: bool = False) -> None:
        """`hides` removes secrets."""
        super().__init__("%(levelname)s %(name)s: %(message)s")
        self._hides = hides
        self._to_journal = to_journal

    def format(self, record: logging.LogRecord) -> str:
        """Return one line, or several with a traceback, each with its priority."""
        words = self._hides(super().format(record))
        if not self._to_journal:
            return words
        mark = f"<{PRIORITIES.get(record.levelno, 6)}>"
        return "\n".join(f"{mark}{line}" for line in words.splitlines())


class JsonFormatter(logging.Formatter):
    """
    One JSON object a line: time, level, logger, message, and the traceback if there is one.

    Secrets are removed before the encoding: JSON escapes quotes, and a replacement there could break the object.
    """

    def __init__(self, hides: Hides = str) -> None:
        """`hides` removes secrets."""
        super().__init__()
        self._hides = hides

    def format(self, record: logging.LogRecord) -> str:
        """Return one object; a traceback is one of its fields."""
        said: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": self._hides(record.getMessage()),
        }
        if record.exc_info:
            said["traceback"] = self._hides(self.formatException(record.exc_info))
        return msgspec.json.encode(said).decode()


class _KindCount:
    """The count of one kind of line since a time, and the latest line that was left out."""

    def __init__(self, since: float) -> None:
        self.since = since
        self.left_out = 0
        self.count = 0
        self.latest: logging.LogRecord | None = None


class Throttle:
    """
    Passes 10 lines of a kind in a minute, then only counts them, and logs the latest with the count.

    A kind is the message before its arguments are filled in, together with the `thing` that the program may name
    (`extra={"thing": ...}`). So a line about one thing is never left out because of another.
    """

    def __init__(self, *, now: Callable[[], float] = time.monotonic) -> None:
        """`now` is a monotonic clock in seconds."""
        self._now = now
        self._kinds: dict[Kind, _KindCount] = {}
        self._look_again = 0.0

    def paced(self, record: logging.LogRecord) -> Iterator[logging.LogRecord]:
        """Yield the lines to log now: overdue counts of all kinds, and this line unless it is left out."""
        now = self._now()
        if now >= self._look_again:
            yield from self._overdue(now)
        kind = (record.name, record.levelno, str(getattr(record, "thing", "")), str(record.msg))
        if kind not in self._kinds and len(self._kinds) >= KINDS:
            yield from _counted(self._kinds.pop(next(iter(self._kinds))))
        seen = self._kinds.setdefault(kind, _KindCount(now))
        seen.count += 1
        if seen.count > AT_ONCE:
            seen.latest, seen.left_out = record, seen.left_out + 1
            return
        yield (
            _with(record, f"repeated; further lines like this are only counted for {WITHIN_S:.0f} s")
            if seen.count == AT_ONCE
            else record
        )

    def rest(self) -> Iterator[logging.LogRecord]:
        """Yield the remaining counts, at the end of the log."""
        for seen in self._kinds.values():
            yield from _counted(seen)
        self._kinds.clear()

    def _overdue(self, now: float) -> Iterator[logging.LogRecord]:
        over = [kind for kind, seen in self._kinds.items() if now - seen.since >= WITHIN_S]
        for kind in over:
            yield from _counted(self._kinds.pop(kind))
        self._look_again = min((seen.since + WITHIN_S for seen in self._kinds.values()), default=now + WITHIN_S)


def _counted(seen: _KindCount) -> Iterator[logging.LogRecord]:
    if seen.latest is not None:
        more = seen.left_out - 1
        yield _with(seen.latest, f"and {more} more like this" if more else "repeated")


def _with(record: logging.LogRecord, words: str) -> logging.LogRecord:
    record.msg, record.args = f"{record.getMessage()} ({words})", ()
    return record


class RecentLines(logging.Handler):
    """Keeps the recent lines in memory as JSON objects."""

    def __init__(self) -> None:
        """Begin empty."""
        super().__init__()
        self._lines: deque[str] = deque(maxlen=LINES)

    def emit(self, record: logging.LogRecord) -> None:
        try:
            self._lines.append(self.format(record)[:LONGEST])
        except Exception:  # noqa: BLE001 - as in every handler: a line that cannot be formatted must not stop the program
            self.handleError(record)

    def text(self) -> str:
        """Return the lines, the oldest first."""
        return "".join(f"{line}\n" for line in self._lines)


class Log(NamedTuple):
    """The recent lines for support bundles, and the redaction that learns secrets."""

    kept: RecentLines
    redaction: Redaction


class Fanout(logging.Handler):
    """Passes each line to several handlers, throttled once for all of them."""

    def __init__(self, *handlers: logging.Handler, pacing: Throttle) -> None:
        """Use one throttle for all handlers."""
        super().__init__()
        self._handlers = handlers
        self._pacing = pacing

    def emit(self, record: logging.LogRecord) -> None:
        self._pass_on(self._pacing.paced(record))

    def close(self) -> None:
        """Log the remaining counts."""
        self._pass_on(self._pacing.rest())
        super().close()

    def _pass_on(self, records: Iterator[logging.LogRecord]) -> None:
        for said in records:
            for handler in self._handlers:
                handler.handle(said)


def begin(config: LogsConfig) -> Log:
    """Log to standard error in this form, and keep the recent lines."""
    log = Log(kept=RecentLines(), redaction=Redaction())
    to_journal = config.form is Form.WORDS and "JOURNAL_STREAM" in os.environ and "INVOCATION_ID" in os.environ
    said = logging.StreamHandler(sys.stderr)
    hides = log.redaction.hidden
    said.setFormatter(JsonFormatter(hides) if config.form is Form.JSON else TextFormatter(hides, to_journal=to_journal))
    log.kept.setFormatter(JsonFormatter(hides))
    everywhere = Fanout(said, log.kept, pacing=Throttle())
    logging.basicConfig(level=config.level.value.upper(), handlers=[everywhere], force=True)
    return log
