"""
Which of the shaker's sensors cannot be right, by what the others see and the dealer calls while the table waits for it.

A contact that hangs where it may rest for hours tells nothing against itself, and waiting for long is no fault: hands
may be slow, and people may argue. What contradicts it is what nobody can do while it is so. Each has to happen more
than once, with nothing in between that speaks for the sensor; then the dealer's word stands in its place.

    the cover is off, put it on        whole shakes: dice do not stay in an open shaker
    the cover is on, take it off       the dealer calls faces: nobody sees them under a cover
    shake                              the shaker is taken and put back and its sensor never stirs
    the shaker back to the dealer      the cover comes off, and since the time before the shaker was never in its place

Pure: it knows neither table nor clock.
"""

from collections import Counter
from enum import StrEnum
from typing import Final, assert_never

from drivers.dice_shaker.port import CoverChanged, DockChanged, ShakenInOneGo, ShakerEvent
from drivers.dice_shaker.sensors import Sensor
from firmware_host.rules.decision import Key
from firmware_host.rules.dice.shaker import LEAST_SHAKES
from firmware_host.table.acts.dice import SenseCover, SenseDock, SenseShakes, ShakerSensed

FACES: Final = (Key.DICE_1, Key.DICE_2, Key.DICE_3, Key.DICE_4, Key.DICE_5, Key.DICE_6)


class Doubt(StrEnum):
    """What speaks against a sensor."""

    SHAKEN_OPEN = "shaken-open"
    CALLED_COVERED = "called-covered"
    SHAKEN_SILENTLY = "shaken-silently"
    UNCOVERED_AFAR = "uncovered-afar"


AGAINST: Final = {
    Doubt.SHAKEN_OPEN: Sensor.COVER,
    Doubt.CALLED_COVERED: Sensor.COVER,
    Doubt.SHAKEN_SILENTLY: Sensor.SHAKE,
    Doubt.UNCOVERED_AFAR: Sensor.DOCK,
}

ENOUGH: Final = {
    Doubt.SHAKEN_OPEN: 2,
    Doubt.CALLED_COVERED: 2,
    Doubt.SHAKEN_SILENTLY: 3,
    Doubt.UNCOVERED_AFAR: 2,
}
"""A roll is two faces. A shaker that is due may be taken twice for a look at what is in it."""


class Doubts:
    """Tell it every event and every key that did nothing, with what the table waits for as it comes."""

    def __init__(self) -> None:
        """Nothing is doubted."""
        self._counts: Counter[Doubt] = Counter()
        self._docked: bool | None = None

    def saw(self, event: ShakerEvent, waits_for: ShakerSensed | None) -> Sensor | None:
        """Take in what the sensors saw; return the one that cannot be right any more."""
        match event:
            case CoverChanged(on=on):
                self._clear(Doubt.SHAKEN_OPEN, Doubt.CALLED_COVERED)
                return None if on else self._uncovered(waits_for)
            case DockChanged(docked=docked, silent=silent):
                self._docked = docked
                if docked:
                    self._clear(Doubt.UNCOVERED_AFAR)
                silently = silent and isinstance(waits_for, SenseShakes)
                return self._more(Doubt.SHAKEN_SILENTLY) if silently else None
            case ShakenInOneGo(count=count):
                self._clear(Doubt.SHAKEN_SILENTLY)
                openly = isinstance(waits_for, SenseCover) and waits_for.on and count >= LEAST_SHAKES
                return self._more(Doubt.SHAKEN_OPEN) if openly else None
            case _:
                assert_never(event)

    def called(self, key: Key, waits_for: ShakerSensed | None) -> Sensor | None:
        """Take in a key that did nothing; return the sensor that cannot be right any more."""
        covered = isinstance(waits_for, SenseCover) and not waits_for.on
        return self._more(Doubt.CALLED_COVERED) if covered and key in FACES else None

    def _uncovered(self, waits_for: ShakerSensed | None) -> Sensor | None:
        shaken = isinstance(waits_for, SenseDock) or (isinstance(waits_for, SenseCover) and not waits_for.on)
        return self._more(Doubt.UNCOVERED_AFAR) if shaken and self._docked is False else None

    def _more(self, doubt: Doubt) -> Sensor | None:
        self._counts[doubt] += 1
        if self._counts[doubt] < ENOUGH[doubt]:
            return None
        self._clear(doubt)
        return AGAINST[doubt]

    def _clear(self, *doubts: Doubt) -> None:
        for doubt in doubts:
            self._counts[doubt] = 0
