"""
Finds a stuck sensor of the shaker by events that are impossible if the sensor is right.

A contact stuck in a normal position cannot be detected by itself, and a long wait is no fault: people may be slow or
argue. An impossible event counts against the sensor that the table waits for. It must happen more than once, without
an event in between that supports the sensor; then the dealer's keys replace the sensor.

    the table waits for     the impossible event
    cover on                complete shakes: dice would fall out of an open shaker
    cover off               the dealer enters faces: nobody can see them under a cover
    shakes                  the shaker is taken and put back, but the shake sensor never moves
    shaker in its dock      the cover comes off twice, and the shaker was never in its dock in between

Pure: needs neither the table nor a clock.
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
    """A kind of impossible event."""

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
"""How many such events are needed. Two faces are one roll; and the shaker may be lifted twice just to look inside."""


class Doubts:
    """Counts impossible events; call it with every event, every key that did nothing, and the awaited act."""

    def __init__(self) -> None:
        """Start without doubts."""
        self._counts: Counter[Doubt] = Counter()
        self._docked: bool | None = None

    def saw(self, event: ShakerEvent, waits_for: ShakerSensed | None) -> Sensor | None:
        """Process an event; return the sensor that must be wrong, if any."""
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
        """Process a key that did nothing; return the sensor that must be wrong, if any."""
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
