"""How long things lasted within one gaming day, on a clock that no jump of the wall's clock moves."""

from collections.abc import Hashable

from firmware_host.reports.gaming_day import GamingDay
from firmware_host.table.stamp import Stamp

SECOND_MS = 1_000


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


class Lasting:
    """Things that begin and end, by name; how often they began, and how long they lasted, all and the longest."""

    def __init__(self) -> None:
        """Nothing has begun."""
        self.began = 0
        self.ended = 0
        self.total_ms = 0
        self.longest_ms = 0
        self._since: dict[Hashable, int] = {}

    @property
    def under_way(self) -> int:
        """Return how many there are now."""
        return len(self._since)

    def begin(self, name: Hashable, now: int, *, counts: bool) -> None:
        """Something begins, unless it is under way; it `counts` as one more if it begins on the day."""
        if name not in self._since:
            self._since[name] = now
            self.began += counts

    def end(self, name: Hashable, now: int, *, counts: bool) -> None:
        """It ends, if it was under way."""
        if name in self._since:
            self._lasted(self._since.pop(name), now)
            self.ended += counts

    def close(self, now: int) -> None:
        """The day is over: what is under way has lasted until now and goes on."""
        for since in self._since.values():
            self._lasted(since, now)

    def _lasted(self, since: int, now: int) -> None:
        self.total_ms += now - since
        self.longest_ms = max(self.longest_ms, now - since)

    @property
    def total_s(self) -> int:
        """Return how long all of them lasted."""
        return round(self.total_ms / SECOND_MS)

    @property
    def longest_s(self) -> int:
        """Return how long the longest lasted."""
        return round(self.longest_ms / SECOND_MS)
