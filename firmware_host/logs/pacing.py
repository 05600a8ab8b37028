"""A line that comes in a storm is said a few times and then counted: a log that fills the disk stops the table."""

import logging
import time
from collections.abc import Callable, Iterator

AT_ONCE = 10
WITHIN_S = 60.0
KINDS = 1_000
"""Kinds of line that are remembered at once; the oldest is forgotten for a new one, which is always said."""

Kind = tuple[str, int, str, str]


class _Seen:
    """How often a kind came since when, and the latest that was left out."""

    def __init__(self, since: float) -> None:
        self.since = since
        self.left_out = 0
        self.count = 0
        self.latest: logging.LogRecord | None = None


class Pacing:
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
