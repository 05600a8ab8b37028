"""The gaming day: from an hour of one date to the same hour of the next, and its own clock."""

from datetime import UTC, date, datetime, time, timedelta, tzinfo

from firmware_host.errors import UserError
from firmware_host.reports.record_reader import RecordReader
from firmware_host.rules.struct import Record
from firmware_host.table.facts.system import HostStarted
from firmware_host.table.stamp import Stamp

STARTS = 6
"""The hour a gaming day begins where nobody says otherwise; the record's signing key changes then, too."""

HOURS = 24


class GamingDay(Record, frozen=True, kw_only=True):
    """One gaming day, from `start_ms` until before `end_ms` of the wall's clock."""

    day: str
    starts: int
    start_ms: int
    end_ms: int

    @property
    def length_ms(self) -> int:
        """Return how long it is: 24 hours but for the two days on which clocks are put forward or back."""
        return self.end_ms - self.start_ms

    def has(self, stamp: Stamp) -> bool:
        """Return whether this was on that day."""
        return self.start_ms <= stamp.wall_ms < self.end_ms


def gaming_day(day: date, *, starts: int, zone: tzinfo | None) -> GamingDay:
    """Return the gaming day of this date. `zone` is where the clock is read, None for this machine's own."""
    begin, end = (_moment(each, starts, zone) for each in (day, day + timedelta(days=1)))
    return GamingDay(day=day.isoformat(), starts=starts, start_ms=begin, end_ms=end)


def read_day(text: str, *, now: datetime, starts: int) -> date:
    """Read a date, or `today` or `yesterday` by the gaming day of `now`. Raises UserError for what is neither."""
    today = (now - timedelta(hours=starts)).date()
    named = {"today": today, "yesterday": today - timedelta(days=1)}
    if text in named:
        return named[text]
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise UserError(f"--day: {text!r} is no date; write 2026-01-31, today or yesterday") from None


def hour_in_force(reading: RecordReader, *, before_ms: int | None = None) -> int:
    """
    Return the hour at which a gaming day begins: that of the newest start, or of the newest before a moment.

    A record that tells no start has its first one later, and no day before it.
    """
    starts = STARTS
    for at, fact in enumerate(reading.of_kinds((HostStarted,))):
        if isinstance(fact.body, HostStarted) and (not at or before_ms is None or fact.at.wall_ms < before_ms):
            starts = fact.body.day_starts
    return starts


def read_hour(hour: int) -> int:
    """Check the hour a day begins. Raises UserError for one there is not."""
    if not 0 <= hour < HOURS:
        raise UserError(f"--day-starts: {hour} is no hour; write 0 to 23")
    return hour


def _moment(day: date, hour: int, zone: tzinfo | None) -> int:
    return round(datetime.combine(day, time(hour), zone).astimezone(UTC).timestamp() * 1000)


class DayClock:
    """
    Milliseconds since the day began, by the facts of the day.

    From one fact to the next it goes by the monotonic clock where both are of one boot, else by the wall's. What is
    before the day is at its beginning.
    """

    def __init__(self, day: GamingDay) -> None:
        """Begin with the day."""
        self._day = day
        self.now = 0
        self._latest: Stamp | None = None

    def at(self, stamp: Stamp) -> int:
        """Return when this fact of the day was; none is before the one that came before it."""
        before = self._latest
        if before is None:
            self.now = stamp.wall_ms - self._day.start_ms
        else:
            same = before.boot == stamp.boot
            self.now += max(0, stamp.mono_ms - before.mono_ms if same else stamp.wall_ms - before.wall_ms)
        self._latest = stamp
        return self.now

    def end(self, *, goes_on: bool) -> int:
        """Return when the day was over: with its last fact, unless the record goes on after it."""
        return max(self.now, self._day.length_ms) if goes_on else self.now
