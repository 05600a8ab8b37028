"""From sensors to one position. Pure: no clock, no I/O."""

from collections.abc import Mapping

from drivers.button_puck.port import PuckSeen, PuckWhy
from drivers.pins.debounce import Debounce


class PuckLogic:
    """A sensor pulls its line low while the puck is there. A position is told once, until it changes."""

    def __init__(self, *, seats: Mapping[int, int], levels: Mapping[int, bool], settle_ms: int, now_ms: int) -> None:
        """`seats` by pin. The first position is told by the first question, whatever it is."""
        self._seats = seats
        self._lines = {pin: Debounce(level=levels[pin], settle_ms=settle_ms) for pin in seats}
        self._at_ms = now_ms
        self._told: tuple[int | None, PuckWhy] | None = None

    @property
    def next_due(self) -> int | None:
        return min((due for line in self._lines.values() if (due := line.next_due) is not None), default=None)

    def edge(self, *, pin: int, level: bool, at_ms: int) -> tuple[PuckSeen, ...]:
        seen = self.settle(at_ms)
        self._lines[pin].feed(level=level, at_ms=at_ms)
        return seen

    def settle(self, now_ms: int) -> tuple[PuckSeen, ...]:
        seen = list(self._position())
        # Sensors that settled while nobody asked are taken in the order in which they did.
        while (due := self.next_due) is not None and due <= now_ms:
            for line in self._lines.values():
                if line.next_due == due and (change := line.settle(due)):
                    self._at_ms = change.at_ms
            seen.extend(self._position())
        return tuple(seen)

    def reread(self, *, pin: int, level: bool, at_ms: int) -> None:
        self._lines[pin].reread(level=level, at_ms=at_ms)

    def _position(self) -> tuple[PuckSeen, ...]:
        position = self._read()
        if position == self._told:
            return ()
        self._told = position
        seat, why = position
        return (PuckSeen(seat=seat, why=why, at_ms=self._at_ms),)

    def _read(self) -> tuple[int | None, PuckWhy]:
        match [self._seats[pin] for pin, line in self._lines.items() if not line.level]:
            case []:
                return None, PuckWhy.ABSENT
            case [seat]:
                return seat, PuckWhy.AT_SEAT
            case _:
                return None, PuckWhy.TWO_SEEN
