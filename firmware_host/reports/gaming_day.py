"""The gaming day, from an hour of one date to the same hour of the next, and its clock."""

from datetime import UTC, date, datetime, time, timedelta, tzinfo

from firmware_host.errors import UserError
from firmware_host.reports.record_reader import RecordReader
from firmware_host.rules.struct import Record
from firmware_host.table.clocks import Stamp
from firmware_host.table.facts.system import HostStarted

STARTS = 6
"""The default hour at which a gaming day begins; the day key of the record changes then, too."""

HOURS = 24

FIRST_YEAR, LAST_YEAR = 1970, 9998
"""Years whose days can be counted in any time zone."""


class GamingDay(Record, frozen=True, kw_only=True):
    """One gaming day: wall time from `start_ms` up to, but not including, `end_ms`."""

    day: str
    starts: int
    start_ms: int
    end_ms: int

    @property
    def length_ms(self) -> int:
        """Return the length: 24 hours, except on the two days when the clocks change."""
        return self.end_ms - self.start_ms

    def has(self, stamp: Stamp) -> bool:
        """Return whether this time is on the day."""
        return self.start_ms <= stamp.wall_ms < self.end_ms


def gaming_day(day: date, *, starts: int, zone: tzinfo | None) -> GamingDay:
    """Return the gaming day of this date. `zone` None is this machine's own time zone."""
    begin, end = (_moment(each, starts, zone) for each in (day, day + timedelta(days=1)))
    return GamingDay(day=day.isoformat(), starts=starts, start_ms=begin, end_ms=end)


def read_day(text: str, *, now: datetime, starts: int) -> date:
    """Read a date, or `today` or `yesterday` by the gaming day of `now`. Raises UserError for anything else."""
    today = (now - timedelta(hours=starts)).date()
    named = {"today": today, "yesterday": today - timedelta(days=1)}
    if text in named:
        return named[text]
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise UserError(f"--day: {text!r} is not a date; write 2026-01-31, today or yesterday") from None
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise UserError(f"--day: no record has a day in the year {day.year}; write 2026-01-31, today or yesterday")
    return day


def hour_in_force(reading: RecordReader, *, before_ms: int | None = None) -> int:
    """
    Return the hour at which a gaming day begins, set by the newest start, or by the newest before a moment.

    Before the first start of the record, the hour of that first start applies.
    """
    starts = STARTS
    for at, fact in enumerate(reading.of_kinds((HostStarted,))):
        if isinstance(fact.body, HostStarted) and (not at or before_ms is None or fact.at.wall_ms < before_ms):
            starts = fact.body.day_starts
    return starts


def read_hour(hour: int) -> int:
    """Check the hour at which a day begins. Raises UserError if it is not 0 to 23."""
    if not 0 <= hour < HOURS:
        raise UserError(f"--day-starts: {hour} is not an hour; write 0 to 23")
    return hour


def _moment(day: date, hour: int, zone: tzinfo | None) -> int:
    return round(datetime.combine(day, time(hour), zone).astimezone(UTC).timestamp() * 1000)


class DayClock:
    """
    Milliseconds since the day began, following the facts of the day.

    Between two facts of one boot the monotonic clock counts, otherwise the wall clock. Facts before the day count as
    its first moment.
    """

    def __init__(self, day: GamingDay) -> None:
        self._day = day
        self.now = 0
        self._latest: Stamp | None = None

    def at(self, stamp: Stamp) -> int:
        """Return the time of this fact; it never goes back."""
        before = self._latest
        if before is None:
            self.now = stamp.wall_ms - self._day.start_ms
        else:
            same = before.boot == stamp.boot
            self.now += max(0, stamp.mono_ms - before.mono_ms if same else stamp.wall_ms - before.wall_ms)
        self._latest = stamp
        return self.now

    def end(self, *, goes_on: bool) -> int:
        """Return the end of the day: its full length if the record continues after it, otherwise its last fact."""
        return max(self.now, self._day.length_ms) if goes_on else self.now
