"""What a machine told while it was not believed: every result, and of what it tells unasked the latest of each kind."""

from drivers.shuffler import port
from firmware_host.devices.steadiness import KINDS


class HeldBack:
    """Of one session: in the next the machine tells again what nobody has acknowledged."""

    def __init__(self) -> None:
        """Holds nothing."""
        self._latest: dict[type[port.KeptEvent], port.KeptEvent] = {}
        self._results: list[port.KeptEvent] = []

    def hold(self, event: port.KeptEvent) -> port.EventId | None:
        """
        Keep it for later. Return the event whose place it took.

        That one may be acknowledged: the fault that is on record stands for it.
        """
        if type(event) not in KINDS:
            self._results.append(event)
            return None
        before = self._latest.get(type(event))
        self._latest[type(event)] = event
        return None if before is None else before.event

    def taken(self) -> tuple[port.KeptEvent, ...]:
        """Return them in their order, and hold nothing any more."""
        held = sorted((*self._latest.values(), *self._results), key=lambda it: (it.event.boot, it.event.number))
        self._latest.clear()
        self._results.clear()
        return tuple(held)
