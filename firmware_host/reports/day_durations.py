"""How long things lasted on a gaming day: alerts, calls for the floor, devices down, dealers on duty."""

from collections.abc import Hashable

from firmware_host.reports.day_report import AlertsDay, DeviceDay, FloorDay
from firmware_host.table.facts.fact import Body
from firmware_host.table.facts.floor import (
    AlertCleared,
    AlertRaised,
    ApprovalRequested,
    DealerOnDuty,
    DealerRelieved,
    FloorCalled,
    FloorCallEnded,
)
from firmware_host.table.facts.system import BootChanged, ClockJumped, DeviceCameUp, DeviceWentDown, HostStarted
from firmware_host.table.terms import AlertKind

SECOND_MS = 1_000

LASTS = (
    AlertRaised,
    AlertCleared,
    DeviceCameUp,
    DeviceWentDown,
    HostStarted,
    FloorCalled,
    FloorCallEnded,
    DealerOnDuty,
    DealerRelieved,
    ApprovalRequested,
)
"""The facts of earlier days to read, because what they began may last into this day."""


class Durations:
    """Counts things that begin and end, by name: how often they began, their total time and the longest time."""

    def __init__(self) -> None:
        self.began = 0
        self.ended = 0
        self.total_ms = 0
        self.longest_ms = 0
        self._since: dict[Hashable, int] = {}

    @property
    def under_way(self) -> int:
        """Return how many have begun and not ended."""
        return len(self._since)

    def begin(self, name: Hashable, now: int, *, counts: bool) -> None:
        """Record a beginning, unless it is already under way; `counts` is whether it began on the day."""
        if name not in self._since:
            self._since[name] = now
            self.began += counts

    def end(self, name: Hashable, now: int, *, counts: bool) -> None:
        """Record an end, if it was under way."""
        if name in self._since:
            self._lasted(self._since.pop(name), now)
            self.ended += counts

    def close(self, now: int) -> None:
        """End the day: add the time so far of everything still under way."""
        for since in self._since.values():
            self._lasted(since, now)

    def _lasted(self, since: int, now: int) -> None:
        self.total_ms += now - since
        self.longest_ms = max(self.longest_ms, now - since)

    @property
    def total_s(self) -> int:
        """Return the total time in seconds."""
        return round(self.total_ms / SECOND_MS)

    @property
    def longest_s(self) -> int:
        """Return the longest time in seconds."""
        return round(self.longest_ms / SECOND_MS)


class DayWatch:
    """Measures durations from the day's facts; earlier facts count from the day's first moment."""

    def __init__(self) -> None:
        self.starts = self.boots = self.clock_jumps = 0
        self.dealer: str | None = None
        self._alerts: dict[AlertKind, Durations] = {}
        self._kinds: dict[int, AlertKind] = {}
        self._standing: dict[tuple[AlertKind, str], int] = {}
        self._floor = Durations()
        self._devices: dict[str, Durations] = {}
        self._duty: dict[str, Durations] = {}

    def hear(self, body: Body, number: int, now: int, *, on_day: bool) -> None:
        """Add one fact."""
        match body:
            case AlertRaised(alert=alert, about=about):
                self._raised(alert, about, number, now, on_day=on_day)
            case AlertCleared(of=of):
                self._cleared(of, now, on_day=on_day)
            case FloorCalled():
                self._floor.begin("floor", now, counts=on_day)
            case FloorCallEnded():
                self._floor.end("floor", now, counts=on_day)
            case DeviceWentDown(device=device):
                self._devices.setdefault(device, Durations()).begin(device, now, counts=on_day)
            case DeviceCameUp(device=device):
                self._devices.setdefault(device, Durations()).end(device, now, counts=on_day)
            case HostStarted():
                self._started(now, on_day=on_day)
            case BootChanged():
                self.boots += on_day
            case ClockJumped():
                self.clock_jumps += on_day
            case DealerOnDuty(dealer=dealer) | DealerRelieved(dealer=dealer):
                self._takes_over(dealer, now, on_day=on_day)
            case _:
                pass

    def close(self, now: int) -> None:
        """End the day."""
        for lasting in (*self._alerts.values(), self._floor, *self._devices.values(), *self._duty.values()):
            lasting.close(now)

    def alerts(self) -> tuple[AlertsDay, ...]:
        """Return the kinds of alert that were active at some time of the day."""
        return tuple(
            AlertsDay(
                alert=kind,
                raised=lasting.began,
                cleared=lasting.ended,
                standing=lasting.under_way,
                stood_s=lasting.total_s,
                longest_s=lasting.longest_s,
            )
            for kind, lasting in sorted(self._alerts.items())
            if lasting.began or lasting.ended or lasting.under_way
        )

    def floor(self) -> FloorDay:
        """Return the calls for the floor."""
        return FloorDay(calls=self._floor.began, waited_s=self._floor.total_s, longest_s=self._floor.longest_s)

    def devices(self) -> tuple[DeviceDay, ...]:
        """Return every device in the record so far."""
        return tuple(
            DeviceDay(device=device, times=lasting.began, down_s=lasting.total_s, down=bool(lasting.under_way))
            for device, lasting in sorted(self._devices.items())
        )

    def on_duty_s(self) -> dict[str, int]:
        """Return how long each dealer was on duty."""
        return {dealer: lasting.total_s for dealer, lasting in self._duty.items() if lasting.total_ms}

    def _raised(self, kind: AlertKind, about: str, number: int, now: int, *, on_day: bool) -> None:
        """Count an alert once: raised again before it is cleared, it is the same alert."""
        if (kind, about) not in self._standing:
            self._standing[kind, about] = number
            self._kinds[number] = kind
            self._alerts.setdefault(kind, Durations()).begin(number, now, counts=on_day)

    def _cleared(self, of: int, now: int, *, on_day: bool) -> None:
        kind = self._kinds.pop(of, None)
        if kind is not None:
            self._standing = {name: number for name, number in self._standing.items() if number != of}
            self._alerts[kind].end(of, now, counts=on_day)

    def _started(self, now: int, *, on_day: bool) -> None:
        """Count every device as down after a start until it answers."""
        self.starts += on_day
        for device, lasting in self._devices.items():
            lasting.begin(device, now, counts=False)

    def _takes_over(self, dealer: str, now: int, *, on_day: bool) -> None:
        if self.dealer is not None:
            self._duty[self.dealer].end(self.dealer, now, counts=on_day)
        self.dealer = dealer
        self._duty.setdefault(dealer, Durations()).begin(dealer, now, counts=on_day)
