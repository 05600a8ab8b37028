"""
Combines the shaker's three inputs. Pure: no clock, no I/O.

A closed contact pulls its line low: cover on, shaker in its dock, shake sensor triggered. So a broken wire reads as
cover off or shaker gone, which never lets an invalid roll pass.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from drivers.dice_shaker.port import CoverChanged, DockChanged, ShakenInOneGo, ShakerEvent
from drivers.dice_shaker.shakes import Carried, ShakeCounter, ShakeTerms
from drivers.pins.debounce import Change
from drivers.pins.input import Input, InputEvent, InputFailed, InputHealth, InputRecovered, Limits

KNOCKS, KNOCKS_MS = 9, 30_000
"""This many shakes within this time in the dock mean that the dock switch is wrong."""

Told = tuple[ShakerEvent | InputHealth, ...]

Live = Callable[[int], None]
"""Takes the shakes of the current go each time their number changes; 0 when the go ends."""

COVER = Limits(settle_ms=60)

SHAKE = Limits(settle_ms=4, stuck_ms=3000, changes=1000, changes_per_s=100)
"""The shake sensor changes more often than any other contact."""

DOCK = Limits(settle_ms=40)


class Sensor(StrEnum):
    COVER = "cover"
    SHAKE = "shake"
    DOCK = "dock"


NAMES = {
    Sensor.COVER: "the reed switch of the cover",
    Sensor.SHAKE: "the shake sensor",
    Sensor.DOCK: "the dock switch",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ShakerLimits:
    """The limits of each sensor: its settling time, and what counts as a fault."""

    cover: Limits = COVER
    shake: Limits = SHAKE
    dock: Limits = DOCK

    def of(self, sensor: Sensor) -> Limits:
        match sensor:
            case Sensor.COVER:
                return self.cover
            case Sensor.SHAKE:
                return self.shake
            case Sensor.DOCK:
                return self.dock
            case _:
                assert_never(sensor)


class ShakerLogic:
    """The shaker's events. While a sensor has a fault, no shakes are reported, only changes of the other sensors."""

    def __init__(
        self,
        *,
        sensors: Mapping[int, Sensor],
        levels: Mapping[int, bool],
        terms: ShakeTerms,
        limits: ShakerLimits,
        now_ms: int,
        live: Live | None = None,
    ) -> None:
        """
        `sensors` maps pins to sensors. The first `settle` reports the initial dock and cover.

        `live` gets the shakes of the current go while the shaker is out of its dock and all sensors work.
        """
        self._lines = {
            sensor: Input(name=NAMES[sensor], level=levels[pin], limits=limits.of(sensor), now_ms=now_ms)
            for pin, sensor in sensors.items()
        }
        self._sensors = sensors
        self._counter = ShakeCounter(terms)
        self._carried = Carried()
        self._knocks: tuple[int, ...] = ()
        """The times of recent shakes in the dock."""
        self._now_ms = now_ms
        self._told: dict[Sensor, bool] = {}
        self._live = live
        self._shown = 0
        """The number that `live` got last."""

    @property
    def next_due(self) -> int | None:
        dues = (*(line.next_due for line in self._lines.values()), self._counter.next_due)
        return min((due for due in dues if due is not None), default=None)

    def edge(self, *, pin: int, level: bool, at_ms: int) -> Told:
        told = self.settle(at_ms)
        sensor = self._sensors[pin]
        if sensor is Sensor.SHAKE:
            self._carried.stirred(at_ms)
        return (*told, *self._heard(sensor, self._lines[sensor].edge(level=level, at_ms=at_ms)))

    def settle(self, now_ms: int) -> Told:
        told: list[ShakerEvent | InputHealth] = list(self._as_it_is())
        while (due := self.next_due) is not None and due <= now_ms:
            for sensor, line in self._lines.items():
                if line.next_due == due:
                    told.extend(self._heard(sensor, line.settle(due)))
            told.extend(self._counted(self._counter.settle(due)))
            self._show()
        self._now_ms = max(self._now_ms, now_ms)
        return tuple(told)

    def reread(self, *, pin: int, level: bool, at_ms: int) -> None:
        self._lines[self._sensors[pin]].reread(level=level, at_ms=at_ms)

    def muted(self, *, pin: int, at_ms: int) -> Told:
        sensor = self._sensors[pin]
        return (*self.settle(at_ms), *self._heard(sensor, self._lines[sensor].muted(at_ms)))

    def unmuted(self, *, pin: int, level: bool, at_ms: int) -> Told:
        sensor = self._sensors[pin]
        return (*self.settle(at_ms), *self._heard(sensor, self._lines[sensor].unmuted(level=level, at_ms=at_ms)))

    def edges_lost(self, *, pin: int, level: bool, at_ms: int) -> Told:
        sensor = self._sensors[pin]
        return (*self.settle(at_ms), *self._heard(sensor, self._lines[sensor].edges_lost(level=level, at_ms=at_ms)))

    @property
    def _docked(self) -> bool:
        return not self._lines[Sensor.DOCK].level

    def _heard(self, sensor: Sensor, events: Iterable[InputEvent]) -> Told:
        told: list[ShakerEvent | InputHealth] = []
        for event in events:
            match event:
                case Change():
                    told.extend(self._changed(sensor, event))
                case InputFailed():
                    self._counter.forget()
                    self._carried.forget()
                    told.append(event)
                case InputRecovered():
                    self._counter.forget()
                    self._carried.forget()
                    self._knocks = ()
                    told.append(event)
                    told.extend(self._as_it_is(event.at_ms))
                case _:
                    assert_never(event)
            self._show()
        return tuple(told)

    def _changed(self, sensor: Sensor, change: Change) -> Told:
        match sensor:
            case Sensor.SHAKE:
                return () if change.level else self._counted(self._counter.pulse(change.at_ms))
            case Sensor.COVER:
                finished = self._counted(self._counter.finish()) if change.level else ()
                return (*finished, *self._as_it_is(change.at_ms))
            case Sensor.DOCK:
                # The shakes counted so far belong to the earlier position.
                finished = () if change.level else self._told_of(self._counter.finish())
                if change.level:
                    self._carried.taken(change.at_ms)
                self._counter.forget()
                self._knocks = ()
                return (*finished, *self._as_it_is(change.at_ms))
            case _:
                assert_never(sensor)

    def _counted(self, gone: tuple[ShakenInOneGo, ...]) -> Told:
        """Drop shakes in the dock: they are knocks on the table, and many of them mean a wrong dock switch."""
        if not self._docked:
            return self._told_of(gone)
        told: list[ShakerEvent | InputHealth] = []
        for go in gone:
            late = (at_ms for at_ms in self._knocks if at_ms > go.at_ms - KNOCKS_MS)
            self._knocks = (*late, *((go.at_ms,) * min(go.count, KNOCKS)))[-KNOCKS:]
            if len(self._knocks) == KNOCKS:
                told.extend(self._heard(Sensor.DOCK, self._lines[Sensor.DOCK].contradicted(go.at_ms)))
        return tuple(told)

    def _show(self) -> None:
        trusted = not self._docked and self._all_well
        count = self._counter.so_far if trusted else 0
        if self._live is not None and count != self._shown:
            self._shown = count
            self._live(count)

    @property
    def _all_well(self) -> bool:
        return all(line.works for line in self._lines.values())

    def _told_of(self, gone: tuple[ShakenInOneGo, ...]) -> tuple[ShakenInOneGo, ...]:
        return gone if self._all_well else ()

    def _as_it_is(self, at_ms: int | None = None) -> tuple[ShakerEvent, ...]:
        """Return changes of dock and cover, dock first: a shaker is put down before its cover comes off."""
        at_ms = self._now_ms if at_ms is None else at_ms
        told: list[ShakerEvent] = []
        for sensor in (Sensor.DOCK, Sensor.COVER):
            line = self._lines[sensor]
            closed = not line.level
            if not line.works or self._told.get(sensor) is closed:
                continue
            self._told[sensor] = closed
            told.append(
                DockChanged(docked=closed, at_ms=at_ms, silent=closed and self._carried.silent_until(at_ms))
                if sensor is Sensor.DOCK
                else CoverChanged(on=closed, at_ms=at_ms)
            )
        return tuple(told)
