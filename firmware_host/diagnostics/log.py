"""The controller's log: how a line looks, storms of lines counted, the latest lines kept, and setting it up."""

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
"""As syslog counts; the service manager reads them off the line's beginning (sd-daemon(3))."""

Hides = Callable[[str], str]
"""Takes the secrets out of words."""

AT_ONCE = 10
WITHIN_S = 60.0

KINDS = 1_000
"""Kinds of line that are remembered at once; the oldest is forgotten for a new one, which is always said."""

Kind = tuple[str, int, str, str]
LINES = 2_000
LONGEST = 2_000


class TextFormatter(logging.Formatter):
    """`WARNING firmware_host.devices.lamps: ...`; with `to_journal` its priority for the service manager instead."""

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


class JsonFormatter(logging.Formatter):
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


class _Seen:
    """How often a kind came since when, and the latest that was left out."""

    def __init__(self, since: float) -> None:
        self.since = since
        self.left_out = 0
        self.count = 0
        self.latest: logging.LogRecord | None = None


class Throttle:
    """
    Lets so many lines of a kind through in a while, then counts them and says the latest with the count.

    A kind is what the program wrote, whatever it says this time, and the `thing` it is about where the program names
    one (`extra={"thing": ...}`): what a person must do about one thing is never left out for another's sake.
    """

    def __init__(self, *, now: Callable[[], float] = time.monotonic) -> None:
        """Begin with nothing said."""
        self._now = now
        self._kinds: dict[Kind, _Seen] = {}
        self._look_again = 0.0

    def paced(self, record: logging.LogRecord) -> Iterator[logging.LogRecord]:
        """Yield what is said now: what was left out of other kinds a while ago, and this one unless it is left out."""
        now = self._now()
        if now >= self._look_again:
            yield from self._overdue(now)
        kind = (record.name, record.levelno, str(getattr(record, "thing", "")), str(record.msg))
        if kind not in self._kinds and len(self._kinds) >= KINDS:
            yield from _counted(self._kinds.pop(next(iter(self._kinds))))
        seen = self._kinds.setdefault(kind, _Seen(now))
        seen.count += 1
        if seen.count > AT_ONCE:
            seen.latest, seen.left_out = record, seen.left_out + 1
            return
        yield _with(record, f"more like it are counted for {WITHIN_S:.0f} s") if seen.count == AT_ONCE else record

    def rest(self) -> Iterator[logging.LogRecord]:
        """Yield what was left out and is not said yet: nothing comes any more."""
        for seen in self._kinds.values():
            yield from _counted(seen)
        self._kinds.clear()

    def _overdue(self, now: float) -> Iterator[logging.LogRecord]:
        over = [kind for kind, seen in self._kinds.items() if now - seen.since >= WITHIN_S]
        for kind in over:
            yield from _counted(self._kinds.pop(kind))
        self._look_again = min((seen.since + WITHIN_S for seen in self._kinds.values()), default=now + WITHIN_S)


def _counted(seen: _Seen) -> Iterator[logging.LogRecord]:
    if seen.latest is not None:
        more = seen.left_out - 1
        yield _with(seen.latest, f"and {more} more like it before" if more else "the latest")


def _with(record: logging.LogRecord, words: str) -> logging.LogRecord:
    record.msg, record.args = f"{record.getMessage()} ({words})", ()
    return record


class RecentLines(logging.Handler):
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


class Log(NamedTuple):
    """What the rest of the controller needs of it."""

    kept: RecentLines
    redaction: Redaction


class Fanout(logging.Handler):
    """Hands each line to several: it is counted and cut short once for all of them."""

    def __init__(self, *handlers: logging.Handler, pacing: Throttle) -> None:
        """Store."""
        super().__init__()
        self._handlers = handlers
        self._pacing = pacing

    def emit(self, record: logging.LogRecord) -> None:
        """Hand on what is said."""
        self._say(self._pacing.paced(record))

    def close(self) -> None:
        """Say how much was left out at last."""
        self._say(self._pacing.rest())
        super().close()

    def _say(self, records: Iterator[logging.LogRecord]) -> None:
        for said in records:
            for handler in self._handlers:
                handler.handle(said)


def begin(config: LogsConfig) -> Log:
    """Say everything on standard error in this form, and keep the latest."""
    log = Log(kept=RecentLines(), redaction=Redaction())
    to_journal = config.form is Form.WORDS and "JOURNAL_STREAM" in os.environ and "INVOCATION_ID" in os.environ
    said = logging.StreamHandler(sys.stderr)
    hides = log.redaction.hidden
    said.setFormatter(JsonFormatter(hides) if config.form is Form.JSON else TextFormatter(hides, to_journal=to_journal))
    log.kept.setFormatter(JsonFormatter(hides))
    everywhere = Fanout(said, log.kept, pacing=Throttle())
    logging.basicConfig(level=config.level.value.upper(), handlers=[everywhere], force=True)
    return log
